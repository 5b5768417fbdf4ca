// SPDX-License-Identifier: MIT
// Which drafts fit which targets, and what is said when one does not.
#include <QTemporaryDir>
#include <QTest>

#include "engine/model/model.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "tests/fixtures/shared_data.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

struct Bent {
    std::vector<VocabularyPiece> pieces = tinyPieces();
    SentencePieceSpec spec;
    bool addsBos = true;
    Bent() { spec.model = SentencePieceModel::bpe; }
};

Model modelWith(const char* name, const Bent& bent)
{
    Model model;
    model.name = name;
    const auto made =
        SentencePieceTokenizer::fromProto(writeSentencePieceProto(bent.pieces, bent.spec), name, bent.addsBos);
    model.tokenizer = made ? *made : nullptr;
    model.config.vocabularySize = tinyVocabulary;
    return model;
}

} // namespace

class TestCheckPair : public QObject {
    Q_OBJECT

    static QString verdict(const Bent& draft)
    {
        const auto checked = checkPair(modelWith("Big", Bent()), modelWith("Small", draft));
        return checked ? QString("fits") : QString::fromStdString(checked.error().sentence);
    }

private slots:
    void equalVocabulariesFit()
    {
        QCOMPARE(verdict(Bent()), "fits");
        // Rows that pad the embedding belong to no token, so they may differ.
        Model target = modelWith("Big", Bent()), draft = modelWith("Small", Bent());
        draft.config.vocabularySize = 64;
        QVERIFY(checkPair(target, draft));
    }

    void saysWhichCheckFailed()
    {
        Bent unigram, noBos, otherEnd, shorter, other;
        unigram.spec.model = SentencePieceModel::unigram;
        QCOMPARE(verdict(unigram),
                 "Small cannot draft for Big: its tokenizer is of the type sentencepiece-unigram, the target's is "
                 "sentencepiece-bpe. Choose a draft of the same family.");
        noBos.addsBos = false;
        QVERIFY(verdict(noBos).contains("begins texts with the token none, the target with 1 \"<s>\""));
        otherEnd.spec.eos = -1;
        QVERIFY2(verdict(otherEnd).contains("ends texts with the token none, the target with 2"),
                 qPrintable(verdict(otherEnd)));
        shorter.pieces.pop_back();
        QVERIFY(verdict(shorter).contains("its vocabulary has 15 tokens, the target's 16"));
        std::swap(other.pieces[5], other.pieces[9]);
        QVERIFY2(
            verdict(other).contains("5 is \"c\" in the target and \"g\" in the draft, 9 is \"g\" in the target and "
                                    "\"c\" in the draft"),
            qPrintable(verdict(other)));
    }

    void realVocabulariesDiffer()
    {
        const auto file = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(file);
        const auto stories = loadModel(file);
        QVERIFY(stories);
        QVERIFY(checkPair(**stories, **stories));
        QVERIFY(!checkPair(**stories, modelWith("Small", Bent())));
    }
};

DRAFTSCOPE_TEST(TestCheckPair)
#include "test_check_pair.moc"
