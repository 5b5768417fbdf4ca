// SPDX-License-Identifier: MIT
// EAGLE heads in GGUF files, and the sentence for each way in which one can be wrong.
#include <QTest>

#include "engine/model/draft_head.h"
#include "engine/model/pass_part.h"
#include "tests/fixtures/head_files.h"
#include "tests/model/head_folder.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestGgufHead : public QObject, HeadFolder {
    Q_OBJECT

private slots:
    void opensGguf_data()
    {
        QTest::addColumn<bool>("isInDirectory");
        QTest::addColumn<bool>("hasTokens");
        QTest::addColumn<QString>("hiddenNorm");
        QTest::newRow("a file") << false << true << "attn_norm_2";
        QTest::newRow("in a directory") << true << true << "attn_norm_2";
        QTest::newRow("offsets, another name") << false << false << "hidden_norm";
    }
    void opensGguf()
    {
        QFETCH(bool, isInDirectory);
        QFETCH(bool, hasTokens);
        QFETCH(QString, hiddenNorm);
        HeadFiles files = eagle3Files({});
        files.d2t[1] = files.d2t[0]; // tokens 0, 1, 4, 6, ...: as in every real vocabulary two are neighbours
        std::filesystem::remove_all(path());
        std::filesystem::create_directories(path());
        const std::filesystem::path file = path() / "head.gguf";
        writeGgufHead(file, files,
                      {.hasTokens = hasTokens, .layers = {1, 3, 7}, .hiddenNorm = hiddenNorm.toStdString()});
        const auto opened = openDraftHead(isInDirectory ? path() : file, *m_target);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE((*opened)->kind, DraftHeadKind::eagle3);
        QCOMPARE((*opened)->targetStates, (std::vector<int>{2, 4, 8})); // a list that begins with 1 names outputs
        const Model& model = *(*opened)->models.front();
        QVERIFY(model.weights.interleavedRope);
        QCOMPARE(model.config.logitCount(), 40);
        QCOMPARE(model.config.vocabularySize, 99);
        const std::vector<TokenId>& tokens = model.weights.tokenOfLogit;
        QCOMPARE(std::vector<TokenId>(tokens.begin(), tokens.begin() + 4), (std::vector<TokenId>{0, 1, 4, 6}));
        QVERIFY(readWeights(model));
    }

    void opensGgufOfEagle_data()
    {
        QTest::addColumn<bool>("isCut");
        QTest::addColumn<bool>("hasBias");
        QTest::newRow("all tokens") << false << true;
        QTest::newRow("frequent tokens") << true << true;
        QTest::newRow("no bias") << true << false;
    }
    void opensGgufOfEagle()
    {
        QFETCH(bool, isCut);
        QFETCH(bool, hasBias);
        HeadFiles files = eagleFiles({}, hasBias);
        if (isCut)
            cutVocabulary(files, 40);
        const std::filesystem::path file = m_directory.filePath("eagle.gguf").toStdString();
        writeGgufHead(file, files);
        const auto opened = openDraftHead(file, *m_target);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE((*opened)->kind, DraftHeadKind::eagle);
        QCOMPARE((*opened)->targetStates, std::vector<int>{HiddenStates::afterFinalNorm});
        const Model& model = *(*opened)->models.front();
        QVERIFY(model.weights.interleavedRope);
        QCOMPARE(model.config.logitCount(), isCut ? 40 : 99);
        QCOMPARE(model.weights.tokenOfLogit.size(), std::size_t(isCut ? 40 : 0));
        QCOMPARE(model.weights.entry.fcBias.empty(), !hasBias);
        QVERIFY(readWeights(model));
        const auto directory = open(files);
        QVERIFY2(directory, qPrintable(sentenceOf(directory)));
        const Model& published = *(*directory)->models.front();
        QCOMPARE(model.record.parameters, published.record.parameters);
        QCOMPARE(model.weights.tokenOfLogit, published.weights.tokenOfLogit);
        for (int i = 0; isCut && i < 40; ++i)
            QVERIFY(isRowOf(model.weights.head, i, m_target->weights.head, 2 * i));
    }

    /// All tokens in another order: each logit's row is that of its token.
    void allTokensInAnotherOrder()
    {
        HeadFiles files = eagleFiles({});
        for (int i = 0; i < 99; ++i)
            files.d2t.push_back(98 - 2 * i);
        const std::filesystem::path file = m_directory.filePath("eagle.gguf").toStdString();
        writeGgufHead(file, files, {.hasTokens = false});
        for (const auto& opened : {openDraftHead(file, *m_target), open(files)}) {
            QVERIFY2(opened, qPrintable(sentenceOf(opened)));
            const Weights& weights = (*opened)->models.front()->weights;
            QCOMPARE(weights.tokenOfLogit.size(), std::size_t(99));
            QCOMPARE(weights.tokenOfLogit.front(), TokenId(98));
            for (int i = 0; i < 99; ++i)
                QVERIFY(isRowOf(weights.head, i, m_target->weights.head, 98 - i));
        }
    }

    void readsTheTokenizersSizeWhereNoneIsStated()
    {
        const std::filesystem::path file = m_directory.filePath("eagle.gguf").toStdString();
        writeGgufHead(file, eagleFiles({}), {.hasTokenizer = true});
        const auto opened = openDraftHead(file, *m_target);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE((*opened)->models.front()->config.vocabularySize, 99);
    }

    void whatWasPublishedCountsBeforeAGguf()
    {
        writeHead(path(), eagleFiles({}));
        writeGgufHead(path() / "made-of-it.gguf", eagle3Files({}));
        const auto opened = openDraftHead(path(), *m_target);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE((*opened)->kind, DraftHeadKind::eagle);
    }

    void ggufMayScaleRotaryFrequencies()
    {
        const std::filesystem::path file = m_directory.filePath("scaled.gguf").toStdString();
        writeGgufHead(file, eagle3Files({}), {.ropeFactors = {1, 2, 4}});
        const auto opened = openDraftHead(file, *m_target);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE((*opened)->models.front()->config.ropeFactors, (std::vector<float>{1, 2, 4}));
    }

    void refusesGguf()
    {
        const auto says = [&](const HeadFiles& files, const GgufHeadOptions& options) {
            const std::filesystem::path file = m_directory.filePath("wrong.gguf").toStdString();
            writeGgufHead(file, files, options);
            return sentenceOf(openDraftHead(file, *m_target));
        };
        HeadFiles files = eagle3Files({});
        QVERIFY(says(files, {.architecture = "llama"}).contains("is of the architecture \"llama\", and of heads"));
        QVERIFY(says(files, {.layers = {2, 4, 30}}).contains("layers that Tiny target does not have"));
        QVERIFY(says(eagle3Files({.vocabulary = 98}), {}).contains("for a target of 98 tokens"));
        files.config["target_hidden_size"] = 48;
        QVERIFY(says(files, {}).contains("hidden size 48, and Tiny target has 99 and 32"));
        files = eagle3Files({});
        files.random("midlayer.self_attn.scale.weight", {32});
        QVERIFY(says(files, {}).contains("has the tensor midlayer.self_attn.scale.weight, which"));
        files = eagle3Files({});
        files.d2t.clear();
        QVERIFY(says(files, {}).contains("no tensor d2t"));
        files = eagle3Files({});
        files.tensors.erase("midlayer.mlp.up_proj.weight");
        const QString sentence = says(files, {});
        QVERIFY2(sentence.contains("no tensor blk.0.ffn_up.weight"), qPrintable(sentence));
        files = eagleFiles({});
        files.config["num_hidden_layers"] = 2;
        QVERIFY(says(files, {}).contains("has 2 layers, and EAGLE heads of one"));
        files = eagleFiles({});
        files.tensors.erase("fc.weight");
        QVERIFY(says(files, {}).contains("no tensor fc.weight"));
        files = eagle3Files({});
        files.tensors.erase("midlayer.hidden_norm.weight");
        QVERIFY(says(files, {}).contains("no tensor blk.0.attn_norm_2.weight, which an EAGLE-3 head needs"));
        files = eagleFiles({});
        files.random("layers.0.hidden_norm.weight", {32});
        QVERIFY(says(files, {}).contains("has the norm of an EAGLE-3 head: convert"));
        files = eagleFiles({});
        files.config["vocab_size"] = 0;
        QVERIFY(says(files, {}).contains("no tensor output.weight"));
    }
};

DRAFTSCOPE_TEST(TestGgufHead)
#include "test_gguf_head.moc"
