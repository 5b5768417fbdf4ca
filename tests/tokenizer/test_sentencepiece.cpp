// SPDX-License-Identifier: MIT
// Sentencepiece vocabularies: ids that the reference gives, the bytes that a token adds, and broken input.
#include <QTemporaryDir>
#include <QTest>

#include <sentencepiece_processor.h>

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

/// A character map with one rule a pair: texts of one byte and their replacements.
std::string characterMap(const std::vector<std::pair<char, std::string>>& rules)
{
    std::vector<std::uint32_t> units(512, 0x8000'0000U); // no unit is a child of another
    std::string replacements;
    units[0] = 256U << 10; // the root's children begin at 256
    std::uint32_t leaf = 0;
    for (const auto& [byte, replacement] : rules) {
        const std::uint32_t child = 256U ^ std::uint32_t(static_cast<unsigned char>(byte));
        while (leaf == 0 || (units[leaf] & 0x7FFF'FFFFU) != 0)
            ++leaf; // a unit of the first block for each value
        units[child] = ((child ^ leaf) << 10) | 0x100U | std::uint32_t(static_cast<unsigned char>(byte));
        units[leaf] = 0x8000'0000U | std::uint32_t(replacements.size());
        replacements += replacement + '\0';
        ++leaf;
    }
    std::string bytes = littleEndian(std::uint32_t(units.size() * 4));
    for (const std::uint32_t unit : units)
        bytes += littleEndian(unit);
    return bytes + replacements;
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
                          prose = readFile(DRAFTSCOPE_SOURCE_DIR "/README.md")
            + readFile(DRAFTSCOPE_SOURCE_DIR "/engine/tokenizer/sentencepiece_tokenizer.cpp");
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

    /// Two megabytes of unknown characters. The library's time grows with the square of such a run: a quarter of an hour.
    void longRunsOfUnknownCharacters()
    {
        auto pieces = smallVocabulary();
        std::erase_if(pieces, [](const VocabularyPiece& piece) { return piece.type == PieceType::byte; });
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, smallSpec()), "bare");
        QCOMPARE((*made)->encode(std::string(2'000'000, 'x'))->size(), std::size_t(2));
    }

    void refusesPiecesThatTheLibraryCannotTake_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("unigram");
        QTest::addColumn<QString>("says");
        const QByteArray zero(1, '\0');
        const QString zeroByte = "The piece 266 of the vocabulary of small contains a zero byte: download it again.";
        QTest::newRow("a zero byte first") << zero << 4 << false << zeroByte;
        QTest::newRow("a zero byte within") << "a" + zero + "b" << 4 << false << zeroByte;
        QTest::newRow("a zero byte in a unigram model") << zero << 1 << true << zeroByte;
        QTest::newRow("a zero byte that is merged") << zero << 1 << false << "";
        QTest::newRow("a long piece") << QByteArray(4097, 'x') << 1 << false
                                      << "The piece 266 of the vocabulary of small has 4097 bytes, more than 4096: "
                                         "download it again.";
        QTest::newRow("a piece without text") << QByteArray() << 1 << false << "cannot be used (";
        QTest::newRow("a piece twice") << QByteArray("he") << 1 << false << "cannot be used (";
        QTest::newRow("bytes that are no text") << QByteArray("\xff") << 1 << false << "";
    }
    void refusesPiecesThatTheLibraryCannotTake()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, type);
        QFETCH(bool, unigram);
        QFETCH(QString, says);
        auto pieces = smallVocabulary();
        pieces.push_back({text.toStdString(), 0, PieceType(type)});
        SentencePieceSpec spec = smallSpec();
        spec.model = unigram ? SentencePieceModel::unigram : SentencePieceModel::bpe;
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, spec), "small");
        QCOMPARE(bool(made), says.isEmpty());
        if (made)
            QVERIFY((*made)->encode("the the" + text.toStdString()) || text == "\xff");
        else
            QVERIFY2(QString::fromStdString(made.error().sentence).contains(says), made.error().sentence.c_str());
    }

    /// The library collects user-defined pieces that match at one place in an array of 64.
    void userDefinedPiecesMayNestOnlySoFar_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("fine");
        QTest::newRow("64") << 64 << true;
        QTest::newRow("65") << 65 << false;
    }
    void userDefinedPiecesMayNestOnlySoFar()
    {
        QFETCH(int, count);
        QFETCH(bool, fine);
        auto pieces = smallVocabulary();
        for (int length = 1; length <= count; ++length)
            pieces.push_back({std::string(std::size_t(length), 'u'), 0, PieceType::userDefined});
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, smallSpec()), "small");
        QCOMPARE(bool(made), fine);
        if (made)
            QCOMPARE((*made)->encode(std::string(130, 'u'))->size(), std::size_t(1 + 3));
        else
            QCOMPARE(made.error().sentence,
                     "The vocabulary of small has more than 64 user-defined pieces that begin with each other, which "
                     "sentencepiece cannot take: use another model.");
    }

    void normalisationRulesWork()
    {
        SentencePieceSpec spec = smallSpec();
        spec.characterMap = characterMap({{'T', "t"}, {'H', "h"}, {'E', "e"}, {'0', ""}});
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(smallVocabulary(), spec), "rules");
        QVERIFY2(made, made ? "" : made.error().sentence.c_str());
        QCOMPARE(shown(*(*made)->encode("T0HE")), "261");
        QCOMPARE((*made)->fewestTokens(std::string(1000, '0')), std::size_t(0));
    }

    void refusesBrokenNormalisationRules_data()
    {
        QTest::addColumn<QByteArray>("map");
        QTest::addColumn<QString>("says");
        const QByteArray good = QByteArray::fromStdString(characterMap({{'T', "t"}}));
        const int child = 4 + 4 * (256 ^ 'T');
        const auto unit = [](std::uint32_t bits) { return QByteArray::fromStdString(littleEndian(bits)); };
        const QString outside = "rules of the vocabulary of broken are damaged (they point outside themselves): ";
        QTest::newRow("one byte") << QByteArray("x") << "(they are cut)";
        QTest::newRow("a trie longer than the map")
            << QByteArray(good).replace(0, 4, unit(1 << 30)) << "(they are cut)";
        QTest::newRow("a trie of no units") << unit(0) + "x"
                                            << "(they are cut)";
        QTest::newRow("half a unit") << unit(2) + "xxx"
                                     << "(they are cut)";
        QTest::newRow("half a block") << unit(400) + QByteArray(401, '\0') << outside;
        QTest::newRow("a root that points away") << QByteArray(good).replace(4, 4, unit(600U << 10)) << outside;
        QTest::newRow("a child that points far away")
            << QByteArray(good).replace(child, 4, unit(0x7FFF'FE00U | std::uint32_t('T'))) << outside;
        QTest::newRow("a circle") << QByteArray(good).replace(child, 4,
                                                              unit(std::uint32_t('T') << 10 | std::uint32_t('T')))
                                  << "(they lead in a circle)";
        QTest::newRow("a value behind the end")
            << QByteArray(good).replace(4 + 4, 4, unit(0x8000'0000U | 2U)) << outside;
        QTest::newRow("a replacement without an end") << good.chopped(1) << "(a replacement is too long)";
        QTest::newRow("a long replacement") << QByteArray::fromStdString(characterMap({{'T', std::string(1025, 't')}}))
                                            << "(a replacement is too long)";
    }
    void refusesBrokenNormalisationRules()
    {
        QFETCH(QByteArray, map);
        QFETCH(QString, says);
        SentencePieceSpec spec = smallSpec();
        spec.characterMap = map.toStdString();
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(smallVocabulary(), spec), "broken");
        QVERIFY(!made);
        QVERIFY2(QString::fromStdString(made.error().sentence).contains(says), made.error().sentence.c_str());
    }

    /// Files on which loading or encoding once crashed; each is refused or splits a text.
    void crashesOfTheLibraryStayAway()
    {
        const auto folder = sharedData("broken/tokenizer-models");
        DRAFTSCOPE_NEEDS_DATA(folder);
        int files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            const auto made = loadTokenizer(entry.path());
            if (made)
                (void)(*made)->encode("The Quick  ﬁ ① brown fox");
            else
                QVERIFY2(made.error().sentence.ends_with('.'), made.error().sentence.c_str());
            ++files;
        }
        QCOMPARE(files, 45);
        const auto charsmap = loadTokenizer(sharedData("broken/crafted-charsmap"));
        QVERIFY(QString::fromStdString(charsmap.error().sentence).contains("they point outside themselves"));
        const auto zero = loadTokenizer(sharedData("broken/piece-begins-with-nul"));
        QVERIFY(QString::fromStdString(zero.error().sentence).contains("contains a zero byte"));
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
