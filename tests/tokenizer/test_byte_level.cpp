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
#include "tests/tokenizer/vectors.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;
using nlohmann::json;

namespace {

/// The 256 bytes, "he", "the" (of "t" and "he"), " the", and the added token <|end|>.
json smallVocabulary()
{
    json vocab = json::object();
    for (int byte = 0; byte < 256; ++byte)
        vocab[byteLevelPieceOf(std::string(1, char(byte)))] = byte;
    vocab["he"] = 256;
    vocab["the"] = 257;
    vocab["Ġthe"] = 258;
    return {{"added_tokens", {{{"id", 259}, {"content", "<|end|>"}, {"special", true}, {"normalized", false}}}},
            {"normalizer", nullptr},
            {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}}},
            {"post_processor", nullptr},
            {"model", {{"type", "BPE"}, {"vocab", vocab}, {"merges", {"h e", "t he", "Ġ the"}}}}};
}

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
        std::vector<BytePairMerges::Merge> first; // of each pair
        for (const auto& merge : merges)
            if (std::none_of(first.begin(), first.end(),
                             [&](const auto& other) { return other.left == merge.left && other.right == merge.right; }))
                first.push_back(merge);
        const BytePairMerges table(merges);
        unsigned state = 1;
        for (const std::size_t length : {0, 1, 2, 5, 23, 24, 25, 60, 400}) {
            std::vector<TokenId> tokens;
            for (std::size_t i = 0; i < length; ++i)
                tokens.push_back(TokenId((state = state * 1664525 + 1013904223) >> 24) % 10);
            const auto expected = mergedOneByOne(tokens, first);
            table.apply(tokens);
            QCOMPARE(shown(tokens), shown(expected));
        }
    }

    void splitsTexts()
    {
        const auto parts = [](const std::vector<SplitStep>& steps, std::string_view text) {
            QStringList list;
            const auto splitter = TextSplitter::create(steps, "here");
            if (!splitter || !(*splitter)->split(text, [&](std::string_view part) {
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
        const auto broken = TextSplitter::create({{"(a"}}, "x.json");
        QVERIFY(!broken);
        QVERIFY(QString::fromStdString(broken.error().sentence).contains("(a"));
    }

    void encodesWithASmallVocabulary()
    {
        const auto tokenizer = load(smallVocabulary());
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
        json document = smallVocabulary();
        document["pre_tokenizer"]["add_prefix_space"] = true;
        QCOMPARE(shown(*(*load(document))->encode("the")), "258");
        QCOMPARE((*load(document))->decode(*(*load(document))->encode("the")), "the");

        document = smallVocabulary(); // a piece that no merge makes
        document["model"]["vocab"]["xyz"] = 260;
        QCOMPARE((*load(document))->encode("xyz")->size(), std::size_t(3));
        document["model"]["ignore_merges"] = true;
        QCOMPARE(shown(*(*load(document))->encode("xyz")), "260");

        document = smallVocabulary();
        document["normalizer"] = {{"type", "NFC"}};
        QCOMPARE(shown(*(*load(document))->encode("e\u0301")), "195 169");

        document = smallVocabulary();
        document["added_tokens"][0]["rstrip"] = true;
        document["added_tokens"][0]["lstrip"] = true;
        QCOMPARE(shown(*(*load(document))->encode("he <|end|> \nhe")), "256 259 256");
        document["added_tokens"][0]["single_word"] = true;
        QVERIFY((*load(document))->encode("he<|end|>")->size() > 2);

        document = smallVocabulary();
        document["post_processor"] = {
            {"type", "TemplateProcessing"},
            {"single", {{{"SpecialToken", {{"id", "<|end|>"}}}}, {{"Sequence", {{"id", "A"}}}}}}};
        QCOMPARE(shown(*(*load(document))->encodePrompt("he")), "259 256");
    }

    void readsADirectory()
    {
        const auto folder = path("directory");
        std::filesystem::create_directory(folder);
        writeFile(folder / "tokenizer.json", smallVocabulary().dump());
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
        json vocab = {{"<unk>", 0}, {"<s>", 1}, {"</s>", 2}};
        for (int byte = 0; byte < 256; ++byte)
            vocab[fmt::format("<0x{:02X}>", byte)] = 3 + byte;
        int id = 259;
        for (const char* piece : {"▁", "t", "h", "e", "he", "the", "▁the"})
            vocab[piece] = id++;
        const json document = {
            {"added_tokens",
             {{{"id", 1}, {"content", "<s>"}, {"special", true}}, {{"id", 2}, {"content", "</s>"}, {"special", true}}}},
            {"normalizer",
             {{"type", "Sequence"},
              {"normalizers",
               {{{"type", "Prepend"}, {"prepend", "▁"}},
                {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "▁"}}}}}},
            {"pre_tokenizer", nullptr},
            {"model",
             {{"type", "BPE"},
              {"unk_token", "<unk>"},
              {"byte_fallback", true},
              {"vocab", vocab},
              {"merges", json::parse(R"([["h", "e"], ["t", "he"], ["▁", "the"]])")}}}};
        const auto tokenizer = load(document);
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE((*tokenizer)->kind(), "sentencepiece-bpe");
        QCOMPARE(shown(*(*tokenizer)->encode("the é")), "265 259 198 172");
        QCOMPARE((*tokenizer)->decode(*(*tokenizer)->encode("the é")), "the é");
        QVERIFY((*tokenizer)->isControl(1));
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
            R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"[z-a]"},"behavior":"Isolated"},{"type":"ByteLevel"}]}}])",
            "cannot be read");
    }
    void refusesWhatItDoesNotKnow()
    {
        QFETCH(const QString, change);
        QFETCH(const QString, sentence);
        const QString error = errorOf(smallVocabulary().patch(json::parse(change.toStdString())));
        QVERIFY2(error.contains(sentence), qPrintable(error));
        QVERIFY2(error.endsWith('.'), qPrintable(error));
    }

    void readsGguf()
    {
        const json vocabulary = smallVocabulary();
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

    /// A long text without a space takes time that grows with its length: this one would take hours otherwise.
    void encodesAMegabyteWithoutASpace()
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

QTEST_GUILESS_MAIN(TestByteLevel)
#include "test_byte_level.moc"
