// SPDX-License-Identifier: MIT
// Every normaliser, pre-tokenizer, model and decoder of tokenizer.json gives the ids of Hugging Face's tokenizers
// (parts.json, made by compare_parts_with_tokenizers.py --golden).
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <nlohmann/json.hpp>

#include "engine/tokenizer/load_tokenizer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"
#include "tests/tokenizer/vectors.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;
using nlohmann::json;

namespace {

const json& partVectors()
{
    static const json all = json::parse(std::ifstream(DRAFTSCOPE_SOURCE_DIR "/tests/tokenizer/parts.json"));
    return all;
}

} // namespace

class TestPipeline : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    [[nodiscard]] std::filesystem::path path() const { return m_directory.filePath("tokenizer.json").toStdString(); }

private slots:
    void partsGiveTheIdsOfHuggingFace_data()
    {
        QTest::addColumn<int>("number");
        const json& cases = partVectors()["cases"];
        QVERIFY(cases.size() > 300);
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i]["name"].get_ref<const std::string&>().c_str()) << int(i);
    }
    void partsGiveTheIdsOfHuggingFace()
    {
        QFETCH(int, number);
        const json& from = partVectors()["cases"][std::size_t(number)];
        const auto model = from["model"].get<std::size_t>();
        json document = from["parts"];
        document["model"] = partVectors()["models"][model];
        document["added_tokens"] = from["added"] == true ? partVectors()["added"][model] : json::array();
        writeFile(path(), document.dump());
        const auto tokenizer = loadTokenizer(path());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        for (const json& each : from["texts"]) {
            const auto text = each[0].get<std::string>();
            const auto ids = (*tokenizer)->encode(text);
            QVERIFY2(ids, text.c_str());
            const auto wanted = each[1].get<std::vector<TokenId>>();
            QVERIFY2(
                *ids == wanted,
                qPrintable(
                    QString("\"%1\" is %2 and not %3").arg(QString::fromStdString(text), shown(*ids), shown(wanted))));
            QVERIFY((*tokenizer)->fewestTokens(text) <= ids->size());
        }
    }

    /// What the decoder says of the beginning of a text holds for its first token alone.
    void textsComeBack()
    {
        const json& cases = partVectors()["cases"];
        const auto decoded = [&](const char* name, const char* text) {
            const auto from = std::ranges::find_if(cases, [&](const json& each) { return each["name"] == name; });
            if (from == cases.end())
                return std::string("there is no such case");
            json document = (*from)["parts"];
            document["model"] = partVectors()["models"][(*from)["model"].get<std::size_t>()];
            writeFile(path(), document.dump());
            const auto tokenizer = loadTokenizer(path());
            return tokenizer ? (*tokenizer)->decode(*(*tokenizer)->encode(text)) : tokenizer.error().sentence;
        };
        QCOMPARE(decoded("model bpe, Metaspace False first", "the hello"), "the hello");
        QCOMPARE(decoded("model bpe, Metaspace False first", "  the"), " the");
        QCOMPARE(decoded("decoder WordPiece, WordPiece", "the ing ."), "the ing.");
        QCOMPARE(decoded("decoder BPEDecoder, bpe, prefix and suffix", "a b"), "a b");
        QCOMPARE(decoded("pre ByteLevel True True", "the é"), "the é");
    }

    /// A damaged file could make gigabytes of a short text.
    void textsGrowWithinBounds()
    {
        const json doubled = {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(1000, 'a')}};
        json document = {{"model", {{"type", "WordLevel"}, {"vocab", {{"a", 0}}}, {"unk_token", "a"}}},
                         {"normalizer", {{"type", "Sequence"}, {"normalizers", json::array({doubled, doubled})}}}};
        writeFile(path(), document.dump());
        const auto tokenizer = loadTokenizer(path());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE(shown(*(*tokenizer)->encode("b")), "0");
        QCOMPARE(shown(*(*tokenizer)->encode("a")), "0");
        const auto refused = (*tokenizer)->encode("aaa");
        QVERIFY(!refused && QString::fromStdString(refused.error().sentence).contains("longer than 1 MiB"));
        document["normalizer"] = nullptr;
        document["decoder"] = {{"type", "Sequence"}, {"decoders", json::array({doubled, doubled})}};
        writeFile(path(), document.dump());
        const auto decoder = loadTokenizer(path());
        QVERIFY(!decoder && QString::fromStdString(decoder.error().sentence).contains("asks for more memory"));
    }

    /// Every length of a rest is looked up behind the prefix.
    void wordPiecesBehindAWordsBeginning()
    {
        writeFile(path(), R"({"model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 5, "vocab": {"?": 0, "H": 1, "##el": 2, "##l": 3, "##o": 4, "##él": 5}},
            "pre_tokenizer": {"type": "WhitespaceSplit"}})");
        const auto tokenizer = loadTokenizer(path());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE(shown(*(*tokenizer)->encode("Hello Hélo Helloo Hexo H")), "1 2 3 4 1 5 4 0 0 1");
    }

    void charactersWithoutATokenAreSaid()
    {
        writeFile(path(), R"({"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "<unk>"},
            "pre_tokenizer": {"type": "WhitespaceSplit"}})");
        const auto tokenizer = loadTokenizer(path());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE(shown(*(*tokenizer)->encode("a a")), "0 0");
        const auto refused = (*tokenizer)->encode("a b");
        QVERIFY(!refused && QString::fromStdString(refused.error().sentence).contains("nor the one for them (<unk>)"));
    }
};

DRAFTSCOPE_TEST(TestPipeline)
#include "test_pipeline.moc"
