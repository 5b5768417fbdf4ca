// SPDX-License-Identifier: MIT
// Byte-level BPE: its alphabet, merges, splitting, added tokens and every file that it comes in; what is said of damaged ones.
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "engine/tokenizer/byte_level_alphabet.h"
#include "engine/tokenizer/byte_pair_merges.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/text_splitter.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"
#include "tests/test_main.h"
#include "tests/tokenizer/small_byte_level.h"
#include "tests/tokenizer/vectors.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;
using nlohmann::json;

namespace {

std::shared_ptr<const Tokenizer> loaded(const std::filesystem::path& path)
{
    const auto tokenizer = loadTokenizer(path);
    if (!tokenizer)
        qFatal("%s", tokenizer.error().sentence.c_str());
    return *tokenizer;
}

/// All merges one by one, the lowest rank first: slow, and plainly right.
std::vector<TokenId> mergedOneByOne(std::vector<TokenId> tokens, const std::vector<BytePairMerges::Merge>& merges)
{
    for (;;) {
        const BytePairMerges::Merge* best = nullptr;
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
            for (const auto& merge : merges)
                if (merge.left == tokens[i] && merge.right == tokens[i + 1] && (!best || merge.rank < best->rank)) {
                    best = &merge;
                    place = i;
                }
        if (!best)
            return tokens;
        tokens[place] = best->result;
        tokens.erase(tokens.begin() + std::ptrdiff_t(place) + 1);
    }
}

} // namespace

class TestByteLevel : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }
    Result<std::shared_ptr<const Tokenizer>> load(const json& document) const
    {
        writeFile(path("tokenizer.json"), document.dump());
        return loadTokenizer(path("tokenizer.json"));
    }
    QString errorOf(const json& document) const
    {
        const auto tokenizer = load(document);
        return tokenizer ? "it loads" : QString::fromStdString(tokenizer.error().sentence);
    }

private slots:
    void everyByteHasACharacter()
    {
        std::string all;
        for (int byte = 0; byte < 256; ++byte)
            all += char(byte);
        const std::string piece = byteLevelPieceOf(all);
        QCOMPARE(QString::fromStdString(piece).size(), 256);
        QCOMPARE(bytesOfByteLevelPiece(piece), std::optional(all));
        QCOMPARE(byteLevelPieceOf(" \n"), "ĠĊ");
        QCOMPARE(bytesOfByteLevelPiece("▁the"), std::nullopt);
        QCOMPARE(bytesOfByteLevelPiece("a\xC4"), std::nullopt);
    }

    void mergesTheLowestRankFirst()
    {
        std::vector<BytePairMerges::Merge> merges;
        for (int i = 0; i < 60; ++i) // pairs of ten letters, and of what they became
            merges.push_back({(i * 7) % (10 + i), (i * 13 + 3) % (10 + i), 10 + i, std::uint32_t((i * 37) % 60)});
        std::vector<BytePairMerges::Merge> last; // of each pair
        for (const auto& merge : merges) {
            std::erase_if(last,
                          [&](const auto& other) { return other.left == merge.left && other.right == merge.right; });
            last.push_back(merge);
        }
        const BytePairMerges table(merges);
        unsigned state = 1;
        for (const std::size_t length : {0, 1, 2, 5, 23, 24, 25, 60, 400}) {
            std::vector<TokenId> tokens;
            for (std::size_t i = 0; i < length; ++i)
                tokens.push_back(TokenId((state = state * 1664525 + 1013904223) >> 24) % 10);
            const auto expected = mergedOneByOne(tokens, last);
            table.apply(tokens);
            QCOMPARE(shown(tokens), shown(expected));
        }
    }

    void splitsTexts()
    {
        const auto parts = [](const std::vector<SplitStep>& steps, std::string_view text) {
            QStringList list;
            const auto splitter = TextSplitter::create(steps, "here");
            if (!splitter)
                return QStringList{QString::fromStdString(splitter.error().sentence)};
            const auto work = (*splitter)->makeWork();
            if (!(*splitter)->split(text, *work, [&](std::string_view part) {
                    list << QString::fromUtf8(part.data(), qsizetype(part.size()));
                }))
                list << "failed";
            return list;
        };
        QCOMPARE(parts({{R"(\s+)"}}, "a  b"), QStringList({"a", "  ", "b"}));
        QCOMPARE(parts({{R"(\s+)", SplitRule::dropFound}}, "a  b"), QStringList({"a", "b"}));
        QCOMPARE(parts({{R"(\w)", SplitRule::keepFound}}, "a-b"), QStringList({"a", "b"}));
        QCOMPARE(parts({{R"(\p{N})"}, {R"([^\s]+)"}}, "a12 b"), QStringList({"a", "1", "2", " ", "b"}));
        QCOMPARE(parts({{R"(\s)"}}, "a\u180eb"), QStringList({"a\u180eb"})); // no white space since Unicode 6.3
        QCOMPARE(parts({{R"(\s)"}}, "a\u0085b"), QStringList({"a", "\u0085", "b"}));
        for (const char* strange : {"[a", R"([\p{L}&&[a-z]])", R"([a[b]])", R"(\h)", "^a", "a$", R"([\S])"})
            QVERIFY2(parts({{strange}}, "a").join(' ').contains(strange), strange);
        QCOMPARE(parts({{R"([^\s$^]+)"}}, "a$ b"), QStringList({"a", "$ ", "b"}));
        QVERIFY(parts(std::vector<SplitStep>(17, {"a"}), "a").join(' ').contains("17 steps"));
    }

    void encodesWithASmallVocabulary()
    {
        const auto tokenizer = load(smallByteLevelJson());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        const Tokenizer& small = **tokenizer;
        QCOMPARE(small.kind(), "byte-level-bpe");
        QCOMPARE(small.size(), 260);
        QCOMPARE(shown(*small.encode("the the")), "257 258");
        QCOMPARE(shown(*small.encode("é")), "195 169");
        QCOMPARE(shown(*small.encode("he<|end|>he")), "256 259 256");
        QVERIFY(small.isControl(259) && !small.isControl(258));
        QVERIFY(small.isByte(195) && !small.isByte('a'));
        QCOMPARE(small.bytes(258), " the");
        QCOMPARE(small.piece(258), "Ġthe");
        QCOMPARE(small.decode(*small.encode("the é\n<|end|>")), "the é\n");
        QVERIFY(QString::fromStdString(small.encode("a\xff").error().sentence).contains("byte 1"));
        QCOMPARE(small.encode("")->size(), std::size_t(0));
    }

    void followsWhatItsFilesSay()
    {
        json document = smallByteLevelJson();
        document["pre_tokenizer"]["add_prefix_space"] = true;
        QCOMPARE(shown(*(*load(document))->encode("the")), "258");
        QCOMPARE((*load(document))->decode(*(*load(document))->encode("the")), "the");

        document = smallByteLevelJson(); // a piece that no merge makes
        document["model"]["vocab"]["xyz"] = 260;
        QCOMPARE((*load(document))->encode("xyz")->size(), std::size_t(3));
        document["model"]["ignore_merges"] = true;
        QCOMPARE(shown(*(*load(document))->encode("xyz")), "260");

        document = smallByteLevelJson();
        document["normalizer"] = {{"type", "NFC"}};
        QCOMPARE(shown(*(*load(document))->encode("e\u0301")), "195 169");

        document = smallByteLevelJson();
        document["added_tokens"][0]["rstrip"] = true;
        document["added_tokens"][0]["lstrip"] = true;
        QCOMPARE(shown(*(*load(document))->encode("he <|end|> \nhe")), "256 259 256");
        document["added_tokens"][0]["single_word"] = true;
        QVERIFY((*load(document))->encode("he<|end|>")->size() > 2);
        QCOMPARE(shown(*(*load(document))->encode("he <|end|>")), "256 259");

        document = smallByteLevelJson(); // it is found in what is normal, however it is written
        document["normalizer"] = {{"type", "NFC"}};
        document["added_tokens"][0] = {{"id", 259}, {"content", "e\u0301"}, {"special", false}, {"normalized", true}};
        QCOMPARE(shown(*(*load(document))->encode("he\u0301\u00e9")), "104 259 259");
        std::string run = "e";
        for (int i = 0; i < 5000; ++i)
            run += "\u0301";
        QVERIFY(
            QString::fromStdString((*load(document))->encode(run).error().sentence).contains("4096 combining marks"));

        document = smallByteLevelJson();
        document["post_processor"] = {
            {"type", "TemplateProcessing"},
            {"single", {{{"SpecialToken", {{"id", "<|end|>"}}}}, {{"Sequence", {{"id", "A"}}}}}}};
        QCOMPARE(shown(*(*load(document))->encodePrompt("he")), "259 256");
    }

    /// Ids of Hugging Face's tokenizers 0.23 for these very vocabularies.
    void bytesWithoutAPieceAreUnknown()
    {
        json document = smallByteLevelJson();
        json& model = document["model"];
        for (const char byte : {'\xC3', '\xB1', '\xB2'})
            model["vocab"].erase(byteLevelPieceOf(std::string(1, byte)));
        document["added_tokens"] = json::array();
        model["vocab"]["<unk>"] = 259;
        const auto ids = [&](const char* text) { return shown(*(*load(document))->encode(text)); };
        QCOMPARE(ids("añb"), "97 98"); // where nothing is stated they are left out
        QCOMPARE(ids("ñ ñòthe"), "258");
        model["unk_token"] = "<unk>";
        QCOMPARE(ids("añb"), "97 259 259 98");
        QCOMPARE(ids("ñ ñòthe"), "259 259 32 259 259 259 259 257");
        QCOMPARE(ids("é the"), "259 169 258");
        model["fuse_unk"] = true;
        QCOMPARE(ids("añb"), "97 259 98");
        QCOMPARE(ids("ñ ñòthe"), "259 32 259 257");
        QCOMPARE(ids("é the"), "259 169 258");
        QCOMPARE((*load(document))->fewestTokens("ñ ñòthe"), std::size_t(0)); // nothing is promised
    }

    void readsADirectory()
    {
        const auto folder = path("directory");
        std::filesystem::create_directory(folder);
        writeFile(folder / "tokenizer.json", smallByteLevelJson().dump());
        const json config = {{"eos_token", {{"content", "<|stop|>"}}},
                             {"bos_token", "<|end|>"},
                             {"add_bos_token", true},
                             {"added_tokens_decoder", {{"260", {{"content", "<|stop|>"}, {"special", true}}}}}};
        writeFile(folder / "tokenizer_config.json", config.dump());
        writeFile(folder / "added_tokens.json", R"({"<tool>": 261})");
        const auto tokenizer = loadTokenizer(folder);
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE((*tokenizer)->size(), 262);
        QCOMPARE((*tokenizer)->eos(), 260);
        QCOMPARE((*tokenizer)->bos(), 259);
        QVERIFY((*tokenizer)->isControl(260) && !(*tokenizer)->isControl(261));
        QCOMPARE(shown(*(*tokenizer)->encodePrompt("he<|stop|><tool>")), "259 256 260 261");
        QCOMPARE((*tokenizer)->bytes(261), "<tool>");
    }

    void readsSentencePiecesFromJson()
    {
        const json document = smallSentencePieceJson();
        const auto tokenizer = load(document);
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE((*tokenizer)->kind(), "sentencepiece-bpe");
        QCOMPARE(shown(*(*tokenizer)->encode("the é")), "265 259 198 172");
        QCOMPARE((*tokenizer)->decode(*(*tokenizer)->encode("the é")), "the é");
        QVERIFY((*tokenizer)->isControl(1));

        // Merges that sentencepiece would not keep to: a cut of a piece that is not listed, and a piece that nothing makes.
        json other = document;
        other["model"]["vocab"]["th"] = 266;
        other["model"]["merges"].push_back({"t", "h"});
        QVERIFY2(errorOf(other).contains("sentencepiece would not make"), qPrintable(errorOf(other)));
        other = document;
        other["model"]["vocab"]["eh"] = 266;
        QVERIFY2(errorOf(other).contains("sentencepiece would not make"), qPrintable(errorOf(other)));
    }

    /// As in SmolLM's vocabulary; the tokenizers library leaves out such bytes, too.
    void bytesThatAVocabularyLacksAreLeftOut()
    {
        json document = smallByteLevelJson();
        document["model"]["vocab"].erase(byteLevelPieceOf("\x04"));
        const auto tokenizer = load(document);
        QVERIFY2(tokenizer, qPrintable(errorOf(document)));
        QCOMPARE(shown(*(*tokenizer)->encode("the \x04 h")), "257 32 32 104");
        QCOMPARE(shown(*(*tokenizer)->encode("\x04")), "");
        QCOMPARE((*tokenizer)->fewestTokens("\x04\x04\x04\x04\x04"), std::size_t(0));
    }

    void refusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* change, const char* sentence) {
            QTest::newRow(name) << change << sentence;
        };
        row("another kind", R"([{"op":"replace","path":"/model/type","value":"WordPiece"}])", "of the type WordPiece");
        row("a normaliser", R"([{"op":"replace","path":"/normalizer","value":{"type":"Lowercase"}}])", "by Lowercase");
        row("a pre-tokenizer", R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Whitespace"}}])",
            "by Whitespace");
        row("a split",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Split","pattern":{"Regex":"a"},"behavior":"MergedWithNext"}}])",
            "by Split MergedWithNext");
        row("steps behind bytes",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Sequence","pretokenizers":[{"type":"ByteLevel","add_prefix_space":false},{"type":"Digits"}]}}])",
            "behind ByteLevel by Digits");
        row("a space for every part",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Sequence","pretokenizers":[{"type":"Digits"},{"type":"ByteLevel"}]}}])",
            "a space in front of every part");
        row("marked spaces of bytes",
            R"([{"op":"replace","path":"/normalizer","value":{"type":"Prepend","prepend":"▁"}}])", "marks spaces");
        row("split at marked spaces",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Metaspace","replacement":"▁"}}])",
            "by Metaspace");
        row("neither kind", R"([{"op":"replace","path":"/pre_tokenizer","value":null}])", "neither of bytes");
        row("an unknown piece", R"([{"op":"add","path":"/model/merges/0","value":"x yy"}])", "use \"yy\"");
        row("no pair", R"([{"op":"add","path":"/model/merges/0","value":"x"}])", "is no pair");
        row("an id twice", R"([{"op":"add","path":"/model/vocab/xx","value":7}])", "the id 7 twice");
        row("an id that is none", R"([{"op":"add","path":"/model/vocab/xx","value":-7}])", "no usable id");
        row("no bytes", R"([{"op":"add","path":"/model/vocab/▁x","value":300}])", "stands for no bytes");
        row("a byte too few", R"([{"op":"remove","path":"/model/vocab/!"}])", "no token for the byte 33");
        row("an added token far away", R"([{"op":"replace","path":"/added_tokens/0/id","value":9999999}])",
            "no usable id");
        row("an empty vocabulary", R"([{"op":"replace","path":"/model/vocab","value":{}}])", "empty or too large");
        row("an expression",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"[z-a]"},"behavior":"Isolated"},{"type":"ByteLevel","add_prefix_space":false}]}}])",
            "cannot be read");
    }
    void refusesWhatItDoesNotKnow()
    {
        QFETCH(const QString, change);
        QFETCH(const QString, sentence);
        const QString error = errorOf(smallByteLevelJson().patch(json::parse(change.toStdString())));
        QVERIFY2(error.contains(sentence), qPrintable(error));
        QVERIFY2(error.endsWith('.'), qPrintable(error));
    }

    void readsGguf()
    {
        const json vocabulary = smallByteLevelJson();
        std::vector<std::string> tokens(260);
        for (const auto& [piece, id] : vocabulary["model"]["vocab"].items())
            tokens[id.get<std::size_t>()] = piece;
        tokens[259] = "<|end|>";
        std::vector<int> types(260, 1);
        types[259] = 3;
        const auto writer = [&](const char* pre) {
            GgufWriter file;
            file.key("tokenizer.ggml.model", std::string("gpt2"))
                .key("tokenizer.ggml.pre", std::string(pre))
                .key("tokenizer.ggml.tokens", tokens)
                .array("tokenizer.ggml.token_type", 5, types)
                .key("tokenizer.ggml.merges", std::vector<std::string>{"h e", "t he", "Ġ the"})
                .key("tokenizer.ggml.eos_token_id", 259U);
            return file;
        };
        writeFile(path("file.gguf"), writer("smollm").file());
        const auto tokenizer = loadTokenizer(path("file.gguf"));
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE(shown(*(*tokenizer)->encode("the 12<|end|>")), "257 32 49 50 259");
        QCOMPARE((*tokenizer)->eos(), 259);
        writeFile(path("file.gguf"), writer("viking").file());
        const auto unknown = loadTokenizer(path("file.gguf"));
        QVERIFY(!unknown);
        QVERIFY(QString::fromStdString(unknown.error().sentence).contains("the way \"viking\""));
        tokens[259] = "\xe2"; // would be found within characters
        writeFile(path("file.gguf"), writer("smollm").file());
        const auto cut = loadTokenizer(path("file.gguf"));
        QVERIFY(!cut && QString::fromStdString(cut.error().sentence).contains("is not UTF-8"));
        tokens[259] = "<|end|>";
        types[7] = 9;
        writeFile(path("file.gguf"), writer("smollm").file());
        const auto strange = loadTokenizer(path("file.gguf"));
        QVERIFY(!strange && QString::fromStdString(strange.error().sentence).contains("the unknown type 9"));
    }

    void agreesWithGpt2Vectors()
    {
        const auto file = sharedData("tokenizers/gpt2/tokenizer.json");
        DRAFTSCOPE_NEEDS_DATA(file);
        compareWithVectors(*loaded(file), "ggml-vocab-gpt-2.gguf");
        const auto folder = path("gpt2"); // the same in two files
        std::filesystem::create_directory(folder);
        std::filesystem::copy_file(sharedData("tokenizers/gpt2/gpt2_vocab.json"), folder / "vocab.json");
        std::filesystem::copy_file(sharedData("tokenizers/gpt2/gpt2_merges.txt"), folder / "merges.txt");
        compareWithVectors(*loaded(folder), "ggml-vocab-gpt-2.gguf");
        QCOMPARE((*loadTokenizer(folder))->eos(), 50256);
    }

    void agreesWithLlama3Vectors()
    {
        const auto file = sharedData("tokenizers/llama3/tokenizer.model");
        DRAFTSCOPE_NEEDS_DATA(file);
        compareWithVectors(*loaded(file), "ggml-vocab-llama-bpe.gguf");
        const auto tokenizer = *loadTokenizer(file);
        QCOMPARE(tokenizer->size(), 128256);
        QCOMPARE(shown(*tokenizer->encodePrompt("<|eot_id|>")), "128000 128009");
    }

    /// A long text without a space comes back; were the time that it takes to grow with its square, this would not end.
    void aMegabyteWithoutASpaceComesBack()
    {
        const auto file = sharedData("tokenizers/gpt2/tokenizer.json");
        DRAFTSCOPE_NEEDS_DATA(file);
        const auto tokenizer = *loadTokenizer(file);
        std::string text;
        for (unsigned i = 0; text.size() < (1 << 20); ++i)
            text += char('a' + i * i * 7 % 26);
        QCOMPARE(tokenizer->decode(*tokenizer->encode(text)), text);
        const std::string spaces(1 << 20, ' ');
        QCOMPARE(tokenizer->decode(*tokenizer->encode(spaces)), spaces);
    }
};

DRAFTSCOPE_TEST(TestByteLevel)
#include "test_byte_level.moc"
