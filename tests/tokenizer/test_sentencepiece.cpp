// SPDX-License-Identifier: MIT
// Sentencepiece vocabularies: ids that the reference gives, the bytes that a token adds, and broken input.
#include <QTemporaryDir>
#include <QTest>

#include <sentencepiece_processor.h>

#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"
#include "tests/test_main.h"
#include "tests/tokenizer/small_vocabulary.h"
#include "tests/tokenizer/vectors.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;

namespace {

/// What the library itself makes of a text, without anything of ours around it.
std::vector<TokenId> idsOfLibrary(const std::string& proto, const std::string& text)
{
    sentencepiece::SentencePieceProcessor processor;
    std::vector<int> ids;
    if (!processor.LoadFromSerializedProto(proto).ok() || !processor.Encode(text, &ids).ok())
        qFatal("The library refuses this.");
    return ids;
}

/// Random characters from an alphabet of text with spaces, letters of several lengths, and the space mark itself.
std::string randomText(quint32 seed, int characters)
{
    static const std::vector<std::string> alphabet = {" ", " ", "t",  "h",  "e",  "the",  " the", "x",
                                                      "é", "▁", "\n", "語", "文", "🙂", "e t",  "\xE2\x96\x82"};
    std::string text;
    for (int i = 0; i < characters; ++i) {
        seed = seed * 1664525U + 1013904223U;
        text += alphabet[(seed >> 16) % alphabet.size()];
    }
    return text;
}

std::shared_ptr<const Tokenizer> smallTokenizer(const SentencePieceSpec& spec = smallSpec())
{
    const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(smallVocabulary(), spec), "small");
    return made ? *made : nullptr;
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
        for (const char* text : {"", " ", "the", " the", "  the the ", "été\n\t", "🙂", "<s the", "▁the"})
            QTest::newRow(text) << QString(text);
    }
    void textComesBack()
    {
        QFETCH(QString, text);
        const auto tokenizer = smallTokenizer();
        const auto ids = tokenizer->encode(text.toStdString());
        QVERIFY(ids);
        for (const TokenId id : *ids)
            QVERIFY2(!tokenizer->isControl(id), "no control token is written there");
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

    /// As in byte-level vocabularies. Text behind one begins as a text does.
    void specialTokensAreFound()
    {
        const auto tokenizer = smallTokenizer();
        QCOMPARE(shown(*tokenizer->encode("<s>the</s>the")), "1 261 2 261");
        QCOMPARE(shown(*tokenizer->encode("<s>")), "1");
    }

    /// A specification that is written is read back, so the two directions agree about field numbers.
    void specificationSurvives()
    {
        SentencePieceSpec spec = smallSpec();
        spec.addsSpacePrefix = false;
        spec.eos = -1;
        spec.spaceIsSuffix = true;
        spec.characterMap = "rules";
        const auto read = readSentencePieceProto(writeSentencePieceProto(smallVocabulary(), spec), "small");
        QVERIFY(read);
        QCOMPARE(read->spec.model, SentencePieceModel::bpe);
        QCOMPARE(read->spec.eos, -1);
        QCOMPARE(read->spec.bos, 1);
        QVERIFY(!read->spec.addsSpacePrefix && !read->spec.removesExtraSpaces && read->spec.escapesSpaces);
        QVERIFY(read->spec.spaceIsSuffix && read->spec.byteFallback == true);
        QCOMPARE(read->spec.characterMap, std::string("rules"));
        QCOMPARE(read->pieces.size(), smallVocabulary().size());
        QCOMPARE(read->pieces[261].text, std::string("▁the"));
        QCOMPARE(read->pieces[261].score, smallVocabulary()[261].score);
        QCOMPARE(read->pieces[261].type, PieceType::normal);
    }

    /// A text that is cut into parts has the tokens of the whole, at every length around the parts'.
    void cutTextsAreEncodedAlike_data()
    {
        QTest::addColumn<bool>("prefix");
        QTest::addColumn<bool>("bytes");
        QTest::addColumn<bool>("userDefined");
        for (const bool prefix : {true, false})
            for (const bool bytes : {true, false})
                for (const bool userDefined : {true, false})
                    QTest::addRow("%s, %s, %s", prefix ? "prefix" : "no prefix", bytes ? "bytes" : "no bytes",
                                  userDefined ? "user-defined pieces" : "none")
                        << prefix << bytes << userDefined;
    }
    void cutTextsAreEncodedAlike()
    {
        QFETCH(bool, prefix);
        QFETCH(bool, bytes);
        QFETCH(bool, userDefined);
        auto pieces = smallVocabulary();
        if (!bytes)
            std::erase_if(pieces, [](const VocabularyPiece& piece) { return piece.type == PieceType::byte; });
        if (userDefined)
            for (const char* text : {"語 文", " the", "▁▁", "ex", "xx"})
                pieces.push_back({text, 0, PieceType::userDefined});
        SentencePieceSpec spec = smallSpec();
        spec.addsSpacePrefix = prefix;
        const std::string proto = writeSentencePieceProto(pieces, spec);
        const auto made = SentencePieceTokenizer::fromProto(proto, "small");
        QVERIFY2(made, made ? "" : made.error().sentence.c_str());
        for (quint32 seed = 1; seed <= 20; ++seed) {
            const std::string text = randomText(seed, 2503 * int(seed % 5) + int(seed));
            QVERIFY2(*(*made)->encode(text) == idsOfLibrary(proto, text), qPrintable(QString::number(seed)));
            QVERIFY((*made)->fewestTokens(text) <= (*made)->encode(text)->size());
        }
        for (const std::string& text : {std::string(), std::string(1, ' '), std::string(9'000, 'x'),
                                        std::string(9'000, ' '), std::string(9'000, 't')})
            QCOMPARE(shown(*(*made)->encode(text)), shown(idsOfLibrary(proto, text)));
    }

    void realVocabulariesAreCutAlike_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("tales") << DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-6m/tokenizer.model";
        QTest::newRow("llama2") << QString::fromStdString(sharedData("tokenizers/llama2/tokenizer.model").string());
        QTest::newRow("unigram") << QString::fromStdString(
            sharedData("tokenizers/sentencepiece/test_model.model").string());
    }
    void realVocabulariesAreCutAlike()
    {
        QFETCH(QString, model);
        const std::filesystem::path file = model.toStdString();
        DRAFTSCOPE_NEEDS_DATA(file);
        const std::string proto = readFile(file),
                          prose = readFile(DRAFTSCOPE_SOURCE_DIR "/docs/methods.md")
            + readFile(DRAFTSCOPE_SOURCE_DIR "/engine/tokenizer/load_tokenizer.cpp");
        const auto made = SentencePieceTokenizer::fromProto(proto, "real");
        QVERIFY2(made, made ? "" : made.error().sentence.c_str());
        QVERIFY(prose.size() > 3 * 4096);
        for (const std::string& text : {prose, randomText(7, 30'000)}) {
            QCOMPARE(*(*made)->encode(text), idsOfLibrary(proto, text));
            QVERIFY((*made)->fewestTokens(text) <= (*made)->encode(text)->size());
        }
        QCOMPARE((*made)->fewestTokens(prose) == 0, (*made)->kind() == "sentencepiece-unigram"); // without bytes
    }

    void tokensAreCountedFromBelow()
    {
        const auto tokenizer = smallTokenizer(); // its longest piece, "▁the", has six bytes
        QCOMPARE(tokenizer->fewestTokens(""), std::size_t(0));
        QCOMPARE(tokenizer->fewestTokens(std::string(600, 'x')), std::size_t(100));
        QCOMPARE(tokenizer->fewestTokens(std::string(600, ' ')), std::size_t(300)); // a space becomes three bytes
        auto pieces = smallVocabulary();
        std::erase_if(pieces, [](const VocabularyPiece& piece) { return piece.type == PieceType::byte; });
        const auto bare = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, smallSpec()), "bare");
        QCOMPARE((*bare)->fewestTokens(std::string(600, 'x')), std::size_t(0));
        QCOMPARE((*bare)->encode(std::string(600, 'x'))->size(), std::size_t(2)); // the prefix, and all unknown
    }

    /// Two megabytes of unknown characters. The library's time grows with the square of such a run: a quarter of an
    /// hour.
    void longRunsOfUnknownCharacters()
    {
        auto pieces = smallVocabulary();
        std::erase_if(pieces, [](const VocabularyPiece& piece) { return piece.type == PieceType::byte; });
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, smallSpec()), "bare");
        QCOMPARE((*made)->encode(std::string(2'000'000, 'x'))->size(), std::size_t(2));
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

    void agreesWithLlamaVectors()
    {
        const auto model = sharedData("tokenizers/llama2/tokenizer.model");
        DRAFTSCOPE_NEEDS_DATA(model);
        const auto tokenizer = loadTokenizer(model);
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE((*tokenizer)->kind(), "sentencepiece-bpe");
        QCOMPARE((*tokenizer)->size(), 32000);
        compareWithVectors(**tokenizer, "ggml-vocab-llama-spm.gguf");
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
};

DRAFTSCOPE_TEST(TestSentencepiece)
#include "test_sentencepiece.moc"
