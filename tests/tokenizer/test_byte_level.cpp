// SPDX-License-Identifier: MIT
// Byte-level BPE: its alphabet, merges, splitting, added tokens and every file that it comes in; what is said of
// damaged ones.
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
            if (!(*splitter)->split(text, [&](std::string_view part) {
                    list << QString::fromUtf8(part.data(), qsizetype(part.size()));
                }))
                list << "failed";
            return list;
        };
        QCOMPARE(parts({{R"(\s+)"}}, "a  b"), QStringList({"a", "  ", "b"}));
        QCOMPARE(parts({{R"(\s+)", SplitRule::drop}}, "a  b"), QStringList({"a", "b"}));
        QCOMPARE(parts({{R"(\w)", SplitRule::drop, true}}, "a-b"), QStringList({"a", "b"}));
        QCOMPARE(parts({{R"(\p{N})"}, {R"([^\s]+)"}}, "a12 b"), QStringList({"a", "1", "2", " ", "b"}));
        QCOMPARE(parts({{R"(\s)"}}, "a\u180eb"), QStringList({"a\u180eb"})); // no white space since Unicode 6.3
        QCOMPARE(parts({{R"(\s)"}}, "a\u0085b"), QStringList({"a", "\u0085", "b"}));
        for (const char* strange : {"[a", "(a", "a)", "\\p{L", "[z-a]", "a\\"})
            QVERIFY2(parts({{strange}}, "a").join(' ').contains(strange), strange);
        QCOMPARE(parts({{R"([\p{L}&&[^a-c]]+)"}}, "abxyc"), QStringList({"ab", "xy", "c"}));
        QCOMPARE(parts({{R"([^a[b]\S]+)"}}, "xa  b"), QStringList({"xa", "  ", "b"}));
        QCOMPARE(parts({{R"(\h+)"}}, "xfeedx"), QStringList({"x", "feed", "x"}));
        QCOMPARE(parts({{"^a|b$"}}, "aa\nab\nb"), QStringList({"a", "a\n", "a", "b", "\n", "b"}));
        QCOMPARE(parts({{R"(\p{N}{1,3}+)"}}, "a12345"), QStringList({"a", "12345"}));
        QCOMPARE(parts({{"a{,2}b"}}, "caab"), QStringList({"c", "aab"}));
        QCOMPARE(parts({{R"((?=(\d{3})+(?!\d)))"}}, "x1234567"), QStringList({"x1", "234", "567"}));
        QCOMPARE(parts({{" ", SplitRule::withNext}}, "a  b c"), QStringList({"a", " ", " b", " c"}));
        QCOMPARE(parts({{" ", SplitRule::withPrevious}}, "a  b c"), QStringList({"a ", " ", "b ", "c"}));
        QCOMPARE(parts({{" ", SplitRule::contiguous}}, "a  b c"), QStringList({"a", "  ", "b", " ", "c"}));
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
        document["added_tokens"][0] = addedTokenJson(259, "e\u0301");
        document["added_tokens"][0].update({{"special", false}, {"normalized", true}});
        QCOMPARE(shown(*(*load(document))->encode("he\u0301\u00e9")), "104 259 259");
        std::string run = "e";
        for (int i = 0; i < 5000; ++i)
            run += "\u0301";
        QVERIFY(
            QString::fromStdString((*load(document))->encode(run).error().sentence).contains("4096 combining marks"));

        document = smallByteLevelJson();
        document["post_processor"] = {
            {"type", "TemplateProcessing"},
            {"single", {{{"SpecialToken", {{"id", "<|end|>"}}}}, {{"Sequence", {{"id", "A"}}}}}},
            {"pair", json::array()}};
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

        // Merges that sentencepiece would not keep to: a cut of a piece that is not listed, and one that comes later
        // than the piece's own parts. They are kept to as they are listed.
        json other = document;
        other["model"]["vocab"]["th"] = 266;
        other["model"]["merges"].insert(other["model"]["merges"].begin(), json::parse(R"(["t", "h"])"));
        QCOMPARE(shown(*(*load(other))->encode("the he")), "259 266 262 259 263");
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
        row("another kind", R"([{"op":"replace","path":"/model/type","value":"Neural"}])", "of the type Neural");
        row("a normaliser", R"([{"op":"replace","path":"/normalizer","value":{"type":"Upper"}}])", "of the type Upper");
        row("a pre-tokenizer", R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Words"}}])",
            "of the type Words");
        row("no type", R"([{"op":"replace","path":"/pre_tokenizer","value":{"replacement":"_"}}])",
            "that it does not name");
        row("a text", R"([{"op":"replace","path":"/pre_tokenizer","value":"Whitespace"}])", "that it does not name");
        row("a split",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Split","pattern":{"Regex":"a"},)"
            R"("behavior":"isolated","invert":false}}])",
            "Split whose \"behavior\" is not known");
        row("a missing field", R"([{"op":"remove","path":"/pre_tokenizer/trim_offsets"}])",
            "\"trim_offsets\" is missing");
        row("two patterns",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Split","pattern":{"Regex":"a",)"
            R"("String":"a"},"behavior":"Isolated","invert":false}}])",
            "neither a text nor an expression");
        row("Metaspace against itself",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Metaspace","replacement":"_",)"
            R"("add_prefix_space":false}}])",
            "another than its prepend_scheme");
        row("merges that are no list", R"([{"op":"replace","path":"/model/merges","value":{"0":"h e"}}])",
            "\"merges\" is missing or no list");
        row("no merges", R"([{"op":"remove","path":"/model/merges"}])", "\"merges\" is missing or no list");
        row("merges of two kinds", R"([{"op":"add","path":"/model/merges/0","value":["h","e"]}])", "is no pair");
        row("a vocabulary that is a list", R"([{"op":"replace","path":"/model/vocab","value":["a"]}])",
            "empty or too large");
        row("an unknown token that is a number", R"([{"op":"add","path":"/model/unk_token","value":3}])",
            "\"unk_token\" is missing or no text");
        row("dropout", R"([{"op":"add","path":"/model/dropout","value":0.1}])", "at random");
        row("another version", R"([{"op":"add","path":"/version","value":"2.0"}])", "\"version\" is not \"1.0\"");
        row("added tokens that are no list", R"([{"op":"replace","path":"/added_tokens","value":{}}])",
            "\"added_tokens\" is missing or no list");
        row("an added token that says too little", R"([{"op":"remove","path":"/added_tokens/0/lstrip"}])",
            "\"lstrip\" is missing");
        row("a post-processor", R"([{"op":"add","path":"/post_processor","value":{"type":"X"}}])",
            "\"type\" is not known");
        row("a decoder", R"([{"op":"add","path":"/decoder","value":{"type":"CTC"}}])", "of the type CTC");
        row("an unknown piece", R"([{"op":"add","path":"/model/merges/0","value":"x yy"}])", "use \"yy\"");
        row("no pair", R"([{"op":"add","path":"/model/merges/0","value":"x"}])", "is no pair");
        row("an id twice", R"([{"op":"add","path":"/model/vocab/xx","value":7}])", "the id 7 twice");
        row("an id that is none", R"([{"op":"add","path":"/model/vocab/xx","value":-7}])", "no usable id");
        row("a byte too few", R"([{"op":"remove","path":"/model/vocab/!"}])", "no token for the byte 33");
        row("an added token far away", R"([{"op":"replace","path":"/added_tokens/0/id","value":9999999}])",
            "no usable id");
        row("an empty vocabulary", R"([{"op":"replace","path":"/model/vocab","value":{}}])", "empty or too large");
        row("an expression",
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Sequence",)"
            R"("pretokenizers":[{"type":"Split","pattern":{"Regex":"[z-a]"},"behavior":"Isolated",)"
            R"("invert":false},{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true}]}}])",
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
        writeFile(path("file.gguf"), writer("of another time").file());
        const auto unknown = loadTokenizer(path("file.gguf"));
        QVERIFY(!unknown);
        QVERIFY(QString::fromStdString(unknown.error().sentence).contains("the way \"of another time\""));
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
