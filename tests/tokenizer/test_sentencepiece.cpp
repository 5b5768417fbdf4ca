// SPDX-License-Identifier: MIT
// Sentencepiece vocabularies: ids that the reference gives, the bytes that a token adds, and broken input.
#include <QTemporaryDir>
#include <QTest>

#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "engine/tokenizer/special_tokens.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// <unk> <s> </s>, the 256 bytes, then letters and two words.
std::vector<VocabularyPiece> smallVocabulary()
{
    std::vector<VocabularyPiece> pieces = {
        {"<unk>", 0, PieceType::unknown}, {"<s>", 0, PieceType::control}, {"</s>", 0, PieceType::control}};
    for (int byte = 0; byte < 256; ++byte)
        pieces.push_back({fmt::format("<0x{:02X}>", byte), 0, PieceType::byte});
    float score = 0;
    for (const char* text : {"▁t", "he", "▁the", "▁", "t", "h", "e"})
        pieces.push_back({text, score -= 1, PieceType::normal});
    return pieces;
}

SentencePieceSpec smallSpec()
{
    SentencePieceSpec spec;
    spec.model = SentencePieceModel::bpe;
    spec.removesExtraSpaces = false;
    return spec;
}

std::shared_ptr<const Tokenizer> smallTokenizer(const SentencePieceSpec& spec = smallSpec())
{
    const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(smallVocabulary(), spec), "small");
    return made ? *made : nullptr;
}

QString shown(const std::vector<TokenId>& ids)
{
    return QString::fromStdString(fmt::format("{}", fmt::join(ids, " ")));
}

} // namespace

class TestSentencepiece : public QObject {
    Q_OBJECT
private slots:
    void tokensAddBytes_data()
    {
        QTest::addColumn<int>("token");
        QTest::addColumn<QByteArray>("piece");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a control token") << 1 << QByteArray("<s>") << QByteArray();
        QTest::newRow("a newline") << 13 << QByteArray("<0x0A>") << QByteArray("\n");
        QTest::newRow("a zero") << 3 << QByteArray("<0x00>") << QByteArray(1, '\0');
        QTest::newRow("a word") << 261 << QByteArray("▁the") << QByteArray(" the");
        QTest::newRow("past the end") << 100000 << QByteArray() << QByteArray();
        QTest::newRow("none") << noToken << QByteArray() << QByteArray();
    }
    void tokensAddBytes()
    {
        QFETCH(int, token);
        QFETCH(QByteArray, piece);
        QFETCH(QByteArray, bytes);
        const auto tokenizer = smallTokenizer();
        QVERIFY(tokenizer);
        QCOMPARE(QByteArray::fromStdString(tokenizer->piece(token)), piece);
        QCOMPARE(QByteArray::fromStdString(tokenizer->bytes(token)), bytes);
    }

    void textComesBack_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", " ", "the", " the", "  the the ", "été\n\t", "🙂", "<s>the</s>", "▁the"})
            QTest::newRow(text) << QString(text);
    }
    void textComesBack()
    {
        QFETCH(QString, text);
        const auto tokenizer = smallTokenizer();
        const auto ids = tokenizer->encode(text.toStdString());
        QVERIFY(ids);
        for (const TokenId id : *ids)
            QVERIFY2(!tokenizer->isControl(id), "text must never become a control token");
        QString expected = text;
        expected.replace("▁", " "); // sentencepiece cannot tell its mark from a space
        QCOMPARE(QString::fromStdString(tokenizer->decode(*ids)), expected);
    }

    void prefixIsOptional()
    {
        SentencePieceSpec spec = smallSpec();
        QCOMPARE(shown(*smallTokenizer(spec)->encode("the")), "261");
        spec.addsSpacePrefix = false;
        QCOMPARE(shown(*smallTokenizer(spec)->encode("the")), "263 260");
        // Without a prefix of its own the tokenizer must not take the text's space away.
        QCOMPARE(smallTokenizer(spec)->decode(std::vector<TokenId>{261}), " the");
        QCOMPARE(smallTokenizer()->decode(std::vector<TokenId>{1, 261, 261}), "the the");
        QCOMPARE(smallTokenizer()->decode(std::vector<TokenId>{3 + ' ', 261}), "  the");
    }

    void promptsBeginWithBos()
    {
        QCOMPARE(shown(*smallTokenizer()->encodePrompt("the")), "1 261");
        QCOMPARE(shown(*smallTokenizer()->encodePrompt("")), "1");
        const auto without =
            SentencePieceTokenizer::fromProto(writeSentencePieceProto(smallVocabulary(), smallSpec()), "small", false);
        QCOMPARE(shown(*(*without)->encodePrompt("the")), "261");
    }

    void bosMayHaveAnyName()
    {
        auto pieces = smallVocabulary();
        pieces[1].text = "<|begin|>";
        SentencePieceSpec spec = smallSpec();
        spec.eos = 5; // a byte: no control token, so there is no EOS
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, spec), "small");
        QVERIFY(made);
        QCOMPARE((*made)->bos(), 1);
        QCOMPARE((*made)->eos(), noToken);
        QCOMPARE((*made)->unknown(), 0);
    }

    void namesTheBadByte_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("at");
        QTest::newRow("a lone continuation") << QByteArray("ab\x80") << 2;
        QTest::newRow("a cut sequence") << QByteArray("\xE2\x96") << 0;
        QTest::newRow("an overlong slash") << QByteArray("a\xC0\xAF") << 1;
        QTest::newRow("a surrogate") << QByteArray("\xED\xA0\x80") << 0;
    }
    void namesTheBadByte()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, at);
        const auto ids = smallTokenizer()->encode(text.toStdString());
        QVERIFY(!ids);
        QCOMPARE(ids.error().sentence, fmt::format("The text is not valid UTF-8 at byte {}: save it as UTF-8.", at));
    }

    void specialTokensOnlyWhenAsked()
    {
        const auto tokenizer = smallTokenizer();
        QCOMPARE(shown(*encodeWithSpecialTokens(*tokenizer, "<s>the</s>")), "1 261 2");
        QCOMPARE(shown(*encodeWithSpecialTokens(*tokenizer, "the")), "261");
        QVERIFY(!shown(*tokenizer->encode("<s>the")).startsWith("1 "));
    }

    /// A specification that is written is read back, so the two directions agree about field numbers.
    void specificationSurvives()
    {
        SentencePieceSpec spec = smallSpec();
        spec.addsSpacePrefix = false;
        spec.eos = -1;
        const auto read = readSentencePieceSpec(writeSentencePieceProto(smallVocabulary(), spec), "small");
        QVERIFY(read);
        QCOMPARE(read->model, SentencePieceModel::bpe);
        QCOMPARE(read->eos, -1);
        QCOMPARE(read->bos, 1);
        QVERIFY(!read->addsSpacePrefix && !read->removesExtraSpaces);
    }

    void refusesOtherFiles()
    {
        for (const char* text : {"", "x", "not a model at all", "{\"model\": {}}"}) {
            const auto made = SentencePieceTokenizer::fromProto(text, "some.model");
            QVERIFY(!made);
            QVERIFY2(QString::fromStdString(made.error().sentence).contains("some.model is not a sentencepiece model"),
                     made.error().sentence.c_str());
        }
    }

    /// Every cut and every changed byte gives a tokenizer or a sentence, never a crash.
    void survivesDamage()
    {
        const std::string proto = writeSentencePieceProto(smallVocabulary(), smallSpec());
        int refused = 0;
        const auto attempt = [&](const std::string& bytes) {
            const auto made = SentencePieceTokenizer::fromProto(bytes, "damaged");
            if (made)
                (void)(*made)->encode("the t");
            else
                refused += made.error().sentence.ends_with('.');
        };
        for (std::size_t length = 0; length < proto.size(); length += 13)
            attempt(proto.substr(0, length));
        for (std::size_t at = 0; at < proto.size(); at += 29) {
            std::string bytes = proto;
            bytes[at] = char(bytes[at] ^ 0x55);
            attempt(bytes);
        }
        QVERIFY(refused > 100);
    }

    /// llama.cpp's own test items for this vocabulary. The separator lines' own newline belongs to neither item.
    void agreesWithLlamaVectors()
    {
        const auto model = sharedData("tokenizers/llama2/tokenizer.model");
        const auto vectors = sharedData("tokenizers/vectors/ggml-vocab-llama-spm.gguf");
        DRAFTSCOPE_NEEDS_DATA(model);
        const auto tokenizer = loadTokenizer(model);
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE((*tokenizer)->kind(), "sentencepiece-bpe");
        QCOMPARE((*tokenizer)->size(), 32000);

        const auto items = QByteArray::fromStdString(readFile(vectors.string() + ".inp"));
        const auto lines = QByteArray::fromStdString(readFile(vectors.string() + ".out")).split('\n');
        const QByteArray separator = "\n__ggml_vocab_test__\n";
        int start = 0, item = 0;
        for (;; ++item) {
            const int end = int(items.indexOf(separator, start));
            const QByteArray text = items.mid(start, end < 0 ? -1 : end - start);
            const auto ids = (*tokenizer)->encode(text.toStdString());
            QVERIFY(ids);
            QCOMPARE(shown(*ids), QString(lines.at(item)).trimmed());
            QCOMPARE(QByteArray::fromStdString((*tokenizer)->decode(*ids)), text);
            if (end < 0)
                break;
            start = end + int(separator.size());
        }
        QCOMPARE(item + 1, 47); // the last one is empty
    }

    void readsUnigram()
    {
        const auto model = sharedData("tokenizers/sentencepiece/test_model.model");
        DRAFTSCOPE_NEEDS_DATA(model);
        const auto tokenizer = loadTokenizer(model);
        QVERIFY(tokenizer);
        QCOMPARE((*tokenizer)->kind(), "sentencepiece-unigram");
        // This vocabulary folds full-width letters and runs of spaces.
        QCOMPARE((*tokenizer)->decode(*(*tokenizer)->encode("  Ｉ saw  a girl")), "I saw a girl");
    }

    void refusesTiktokenRanks()
    {
        const auto model = sharedData("tokenizers/llama3/tokenizer.model");
        DRAFTSCOPE_NEEDS_DATA(model);
        const auto tokenizer = loadTokenizer(model);
        QVERIFY(!tokenizer);
        QVERIFY(QString::fromStdString(tokenizer.error().sentence).contains("not a sentencepiece model"));
    }
};

QTEST_GUILESS_MAIN(TestSentencepiece)
#include "test_sentencepiece.moc"
