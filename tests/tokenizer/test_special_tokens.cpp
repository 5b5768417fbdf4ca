// SPDX-License-Identifier: MIT
// Special tokens in texts of sentencepiece vocabularies are those that Hugging Face's tokenizers find, and the text
// around them becomes the same tokens (specials.json, made by make_specials_golden.py).
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <nlohmann/json.hpp>

#include "engine/tokenizer/chat_template.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "tests/test_main.h"
#include "tests/tokenizer/vectors.h"

using namespace draftscope;
using namespace draftscope::test;
using nlohmann::json;

namespace {

const json& cases()
{
    static const json all = json::parse(std::ifstream(DRAFTSCOPE_SOURCE_DIR "/tests/tokenizer/specials.json"));
    return all;
}

const json& caseOf(const std::string& name)
{
    return *std::ranges::find_if(cases(), [&](const json& each) { return each["name"] == name; });
}

void write(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

/// The vocabulary of a tokenizer.json as a tokenizer.model, with its added tokens in tokenizer_config.json.
void writeAsModel(const std::filesystem::path& directory, const json& document, bool isLegacy, bool hasPrefix)
{
    const json& vocab = document["model"]["vocab"];
    std::vector<VocabularyPiece> pieces(vocab.size());
    for (const auto& [text, id] : vocab.items())
        pieces[id.get<std::size_t>()] = {text, -1000, text.starts_with("<0x") ? PieceType::byte : PieceType::normal};
    float score = 0;
    for (const json& merge : document["model"]["merges"]) {
        const auto made = merge[0].get<std::string>() + merge[1].get<std::string>();
        if (float& old = pieces[vocab[made].get<std::size_t>()].score; old == -1000)
            old = score -= 1;
    }
    json config = {{"legacy", isLegacy}, {"added_tokens_decoder", json::object()}};
    for (const json& token : document["added_tokens"]) {
        const auto id = token["id"].get<std::size_t>();
        config["added_tokens_decoder"][std::to_string(id)] = token;
        if (id < 3)
            pieces[id].type = id == 0 ? PieceType::unknown : PieceType::control;
    }
    SentencePieceSpec spec;
    spec.model = SentencePieceModel::bpe;
    spec.byteFallback = true;
    spec.removesExtraSpaces = false;
    spec.addsSpacePrefix = hasPrefix;
    write(directory / "tokenizer.model", writeSentencePieceProto(pieces, spec));
    write(directory / "tokenizer_config.json", config.dump());
}

} // namespace

class TestSpecialTokens : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    [[nodiscard]] std::filesystem::path path() const { return m_directory.path().toStdString(); }

    void compare(const Tokenizer& tokenizer, const json& texts)
    {
        int special = 0;
        for (const json& each : texts) {
            const auto text = each[0].get<std::string>();
            const auto ids = tokenizer.encode(text);
            QVERIFY2(ids, text.c_str());
            const auto expected = each[1].get<std::vector<TokenId>>();
            QVERIFY2(*ids == expected,
                     qPrintable(QString("\"%1\" is %2 and not %3")
                                    .arg(QString::fromStdString(text), shown(*ids), shown(expected))));
            QVERIFY(tokenizer.fewestTokens(text) <= ids->size());
            special += int(std::ranges::count_if(*ids, [&](TokenId id) { return tokenizer.isControl(id); }));
        }
        QVERIFY(texts.size() > 400 && special > 200);
    }

private slots:
    void init() { m_directory = QTemporaryDir(); }

    void tokenizerJsonGivesThoseOfHuggingFace_data()
    {
        QTest::addColumn<std::string>("name");
        for (const char* name : {"legacy", "first", "gemma"})
            QTest::newRow(name) << std::string(name);
    }
    void tokenizerJsonGivesThoseOfHuggingFace()
    {
        QFETCH(std::string, name);
        write(path() / "tokenizer.json", caseOf(name)["document"].dump());
        const auto tokenizer = loadTokenizer(path());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        compare(**tokenizer, caseOf(name)["texts"]);
    }

    /// What tokenizer_config.json says of added tokens counts, and its "legacy".
    void tokenizerModelGivesTheSame()
    {
        writeAsModel(path(), caseOf("legacy")["document"], true, true);
        const auto tokenizer = loadTokenizer(path());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        compare(**tokenizer, caseOf("legacy")["texts"]);

        writeAsModel(path(), caseOf("first")["document"], false, true);
        const auto later = loadTokenizer(path());
        QVERIFY(later);
        const auto ids = (*later)->encode("the</s>the");
        const auto golden = [](const char* name, const char* text) {
            for (const json& each : caseOf(name)["texts"])
                if (each[0] == text)
                    return each[1].get<std::vector<TokenId>>();
            return std::vector<TokenId>();
        };
        QCOMPARE(golden("first", "</s>"), std::vector<TokenId>{2});
        QVERIFY(ids && ids->size() > 3);
        QVERIFY((*later)->piece(ids->at(0)) == "▁the" && ids->at(1) == 2);
        QVERIFY((*later)->piece(ids->at(2)) != "▁the"); // text behind a special token is no beginning
    }

    /// Templates whose marks are special tokens, or are not in this vocabulary: then they are letters, as transformers
    /// has it.
    void chatTemplatesAreWritten()
    {
        const auto prompt = [&](const char* vocabulary, const char* jinja) {
            write(path() / "tokenizer.json", caseOf(vocabulary)["document"].dump());
            write(path() / "tokenizer_config.json", R"({"eos_token": "</s>"})");
            write(path() / "chat_template.jinja", jinja);
            const auto tokenizer = loadTokenizer(path());
            if (!tokenizer)
                return QString::fromStdString(tokenizer.error().sentence);
            const auto made = chatTemplateOf(path(), **tokenizer).and_then([&](const ChatTemplate& chat) {
                return chat.promptOf(conversationOf(nullptr, "the"), **tokenizer);
            });
            if (!made)
                return QString::fromStdString(made.error().sentence);
            QStringList pieces;
            const auto ids = (*tokenizer)->encode(made->text).value_or(std::vector<TokenId>());
            for (const TokenId id : ids)
                if ((*tokenizer)->isControl(id))
                    pieces << QString::fromStdString((*tokenizer)->piece(id));
            return pieces.join(' ');
        };
        constexpr const char* gemma =
            "{% for m in messages %}<start_of_turn>{{ m.role }}\n{{ m.content }}<end_of_turn>\n{% endfor %}"
            "{{ '<start_of_turn>model\n' }}";
        constexpr const char* zephyr =
            "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}{{ eos_token }}{% endfor %}<|assistant|>";
        constexpr const char* phi3 =
            "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}<|end|>\n{% endfor %}<|assistant|>\n";
        QCOMPARE(prompt("gemma", gemma), "<start_of_turn> <end_of_turn> <start_of_turn>");
        QCOMPARE(prompt("legacy", "[INST] {{ messages[0].content }} [/INST]"), "");
        QCOMPARE(prompt("legacy", zephyr), "<|user|> </s>");
        QCOMPARE(prompt("legacy", phi3), "<|user|> <|end|>");
        write(path() / "added_tokens.json", R"({"<|assistant|>": 313})");
        QCOMPARE(prompt("legacy", phi3), "<|user|> <|end|> <|assistant|>");
    }

    /// Gemma 3 1B has a token for pictures that it has no row for.
    void tokensBehindTheEmbeddingAreLeftOut()
    {
        const json& document = caseOf("legacy")["document"];
        const int rows = int(document["model"]["vocab"].size());
        write(path() / "tokenizer.json", document.dump());
        QCOMPARE((*loadTokenizer(path()))->size(), rows + 3);
        QCOMPARE((*loadTokenizer(path(), rows))->size(), rows);
        writeAsModel(path(), document, true, true);
        QCOMPARE((*loadTokenizer(path()))->size(), rows + 3);
        const auto tokenizer = *loadTokenizer(path(), rows);
        QCOMPARE(tokenizer->size(), rows);
        const auto ids = tokenizer->encode("a<|user|>b").value_or(std::vector<TokenId>());
        QVERIFY(!ids.empty());
        for (const TokenId id : ids)
            QVERIFY(id < rows && !tokenizer->isControl(id));
    }

    void tokensFarBehindAreRefused()
    {
        writeAsModel(path(), caseOf("legacy")["document"], true, true);
        write(path() / "added_tokens.json", R"({"<far>": 4000000})");
        const auto tokenizer = loadTokenizer(path());
        QVERIFY(!tokenizer && tokenizer.error().sentence.find("lies far behind") != std::string::npos);
    }
};

DRAFTSCOPE_TEST(TestSpecialTokens)
#include "test_special_tokens.moc"
