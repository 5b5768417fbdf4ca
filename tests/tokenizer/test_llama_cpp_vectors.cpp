// SPDX-License-Identifier: MIT
// Ids and ends of texts that llama.cpp gives for small vocabularies of GGUF files, one for every way to split texts and
// for mixes of token types (llama_cpp.json, made by compare_with_llama_cpp.py --golden).
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <nlohmann/json.hpp>

#include "engine/formats/gguf.h"
#include "engine/tokenizer/gguf_tokens.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/split_expressions.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"
#include "tests/tokenizer/vectors.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;
using nlohmann::json;

namespace {

const json& llamaCppVectors()
{
    static const json all = json::parse(std::ifstream(DRAFTSCOPE_SOURCE_DIR "/tests/tokenizer/llama_cpp.json"));
    return all;
}

} // namespace

class TestLlamaCppVectors : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    [[nodiscard]] std::filesystem::path path() const { return m_directory.filePath("file.gguf").toStdString(); }

    void compare(const GgufWriter& writer, const json& texts, const json& expected)
    {
        writeFile(path(), writer.file());
        const auto tokenizer = loadTokenizer(path());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE(texts.size(), expected.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto text = texts[i].get<std::string>();
            const auto ids = (*tokenizer)->encode(text);
            QVERIFY2(ids, text.c_str());
            const auto wanted = expected[i].get<std::vector<TokenId>>();
            QVERIFY2(
                *ids == wanted,
                qPrintable(
                    QString("\"%1\" is %2 and not %3").arg(QString::fromStdString(text), shown(*ids), shown(wanted))));
            QVERIFY((*tokenizer)->fewestTokens(text) <= ids->size());
        }
    }

private slots:
    void everyWayToSplit_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("group");
        QTest::addColumn<std::string>("name");
        const json& kinds = llamaCppVectors()["kinds"];
        std::size_t count = 0;
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            for (std::size_t group = 0; group < kinds[kind]["ids"].size(); ++group)
                for (const json& name : kinds[kind]["ids"][group]["names"]) {
                    QTest::newRow(name.get_ref<const std::string&>().c_str())
                        << int(kind) << int(group) << name.get<std::string>();
                    ++count;
                }
        QCOMPARE(count + 1, namedSplits().size()); // all but the one that a file does not name
    }
    void everyWayToSplit()
    {
        QFETCH(int, kind);
        QFETCH(int, group);
        QFETCH(std::string, name);
        const json& from = llamaCppVectors()["kinds"][std::size_t(kind)];
        GgufWriter writer;
        writer.key("tokenizer.ggml.model", name == "whitespace" ? "whitespace" : "gpt2")
            .key("tokenizer.ggml.pre", name)
            .key("tokenizer.ggml.tokens", from["tokens"].get<std::vector<std::string>>())
            .array("tokenizer.ggml.token_type", 5, from["types"].get<std::vector<std::int32_t>>())
            .key("tokenizer.ggml.merges", from["merges"].get<std::vector<std::string>>())
            .key("tokenizer.ggml.eos_token_id", std::uint32_t(from["tokens"].size() - 3));
        compare(writer, llamaCppVectors()["texts"], from["ids"][std::size_t(group)]["ids"]);
    }

    void mixesOfTypes_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < llamaCppVectors()["pieces"]["cases"].size(); ++i)
            QTest::newRow(std::to_string(i).c_str()) << int(i);
    }
    void mixesOfTypes()
    {
        QFETCH(int, number);
        const json& pieces = llamaCppVectors()["pieces"];
        const json& from = pieces["cases"][std::size_t(number)];
        auto tokens = pieces["tokens"].get<std::vector<std::string>>();
        auto scores = pieces["scores"].get<std::vector<float>>();
        std::vector<std::int32_t> types = {from["unknown"].get<std::int32_t>(), 3, 3};
        types.resize(259, 6);
        for (const json& type : from["types"])
            types.push_back(type.get<std::int32_t>());
        GgufWriter writer;
        if (from["phi"] == true) {
            writer.key("general.name", "phi-3");
            tokens.emplace_back("<|endoftext|>");
            scores.push_back(0);
            types.push_back(3);
        }
        writer.key("tokenizer.ggml.model", "llama")
            .key("tokenizer.ggml.tokens", tokens)
            .array("tokenizer.ggml.scores", 6, scores)
            .array("tokenizer.ggml.token_type", 5, types);
        if (from["prefix"].is_boolean())
            writer.key("tokenizer.ggml.add_space_prefix", from["prefix"].get<bool>());
        compare(writer, pieces["texts"], from["ids"]);
        const auto file = Gguf::open(path());
        const auto read = readGgufTokens(**file);
        QVERIFY(read);
        QCOMPARE(read->ends, from["ends"].get<std::vector<TokenId>>());
    }

    void vocabulariesWithoutBytesHaveAnUnknownToken()
    {
        GgufWriter writer;
        writer.key("tokenizer.ggml.model", "llama")
            .key("tokenizer.ggml.tokens", std::vector<std::string>{"<unk>", "<s>", "</s>", "a", "▁"})
            .array("tokenizer.ggml.scores", 6, std::vector<float>{0, 0, 0, -1, -2});
        compare(writer, {"aéêa", "éa"}, {{4, 3, 0, 3}, {4, 0, 3}});
    }
};

DRAFTSCOPE_TEST(TestLlamaCppVectors)
#include "test_llama_cpp_vectors.moc"
