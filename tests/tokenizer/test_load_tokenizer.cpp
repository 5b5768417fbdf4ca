// SPDX-License-Identifier: MIT
// Where a tokenizer is found: a directory, a GGUF file, a file of its own; and what is said when there is none.
#include <QTemporaryDir>
#include <QTest>

#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

std::string smallProto()
{
    SentencePieceSpec spec;
    spec.model = SentencePieceModel::bpe;
    return writeSentencePieceProto({{"<unk>", 0, PieceType::unknown},
                                    {"<s>", 0, PieceType::control},
                                    {"</s>", 0, PieceType::control},
                                    {"a", -1, PieceType::normal},
                                    {"▁", -2, PieceType::normal}},
                                   spec);
}

GgufWriter vocabularyFile(const std::string& model = "llama")
{
    GgufWriter writer;
    writer.key("tokenizer.ggml.model", model)
        .key("tokenizer.ggml.tokens", std::vector<std::string>{"<unk>", "<s>", "</s>", "a", "▁"})
        .array("tokenizer.ggml.scores", 6, std::vector<float>{0, 0, 0, -1, -2})
        .key("tokenizer.ggml.bos_token_id", 1U)
        .key("tokenizer.ggml.padding_token_id", 4294967295U);
    return writer;
}

} // namespace

class TestLoadTokenizer : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }
    Result<std::shared_ptr<const Tokenizer>> load(const GgufWriter& writer) const
    {
        writeFile(path("file.gguf"), writer.file());
        return loadTokenizer(path("file.gguf"));
    }

private slots:
    void readsADirectory()
    {
        const auto folder = path("directory");
        std::filesystem::create_directory(folder);
        QVERIFY(QString::fromStdString(loadTokenizer(folder).error().sentence).contains("has no vocabulary"));
        writeFile(folder / "tokenizer.json", "{}");
        QVERIFY(QString::fromStdString(loadTokenizer(folder).error().sentence).contains("of the type unknown"));
        writeFile(folder / "tokenizer.model", smallProto());
        QCOMPARE((*loadTokenizer(folder))->addsBos(), true);
        writeFile(folder / "tokenizer_config.json", R"({"add_bos_token": false})");
        QCOMPARE((*loadTokenizer(folder))->addsBos(), false);
        writeFile(folder / "tokenizer_config.json", "{");
        QVERIFY(QString::fromStdString(loadTokenizer(folder).error().sentence).contains("not valid JSON"));
    }

    void readsGguf()
    {
        const auto tokenizer = load(vocabularyFile());
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        QCOMPARE((*tokenizer)->bos(), 1);
        QCOMPARE((*tokenizer)->eos(), 2);    // no key, so it is that of all such files
        QVERIFY((*tokenizer)->isControl(1)); // guessed: this file states no types
        QCOMPARE(*(*tokenizer)->encode("aa"), (std::vector<TokenId>{4, 3, 3}));
        const auto bare = load(vocabularyFile().key("tokenizer.ggml.add_space_prefix", false));
        QCOMPARE(*(*bare)->encode("aa"), (std::vector<TokenId>{3, 3}));
        QCOMPARE((*load(vocabularyFile().key("tokenizer.ggml.add_bos_token", false)))->addsBos(), false);
    }

    void refusesWithASentence_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const GgufWriter& writer, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(writer.file()) << says;
        };
        row("no vocabulary", GgufWriter(), "holds no vocabulary");
        row("byte-level BPE", vocabularyFile("gpt2"), "has no merges");
        row("another kind", vocabularyFile("bert"), "of the type bert");
        row("no tokens", GgufWriter().key("tokenizer.ggml.model", "llama"), "is empty");
        row("no scores",
            GgufWriter()
                .key("tokenizer.ggml.model", "llama")
                .key("tokenizer.ggml.tokens", std::vector<std::string>{"a"}),
            "no score for every token");
        row("too few types", vocabularyFile().array("tokenizer.ggml.token_type", 5, std::vector<std::int32_t>{1}),
            "no type for every token");
        row("an unknown type",
            vocabularyFile().array("tokenizer.ggml.token_type", 5, std::vector<std::int32_t>{2, 3, 3, 9, 1}),
            "unknown type 9");
    }
    void refusesWithASentence()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, says);
        writeFile(path("lie.gguf"), file.toStdString());
        const auto tokenizer = loadTokenizer(path("lie.gguf"));
        QVERIFY(!tokenizer);
        const auto sentence = QString::fromStdString(tokenizer.error().sentence);
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }

    /// The vocabulary inside the GGUF is the one that llama2.c ships beside the same model.
    void readsTheStoriesVocabulary()
    {
        const auto file = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(file);
        const auto tokenizer = loadTokenizer(file);
        QVERIFY(tokenizer);
        QCOMPARE((*tokenizer)->size(), 512);
        const auto ids = (*tokenizer)->encodePrompt("Once upon a time");
        QCOMPARE(*ids, (std::vector<TokenId>{1, 403, 407, 261, 378})); // each word is a piece of its own
        QCOMPARE((*tokenizer)->decode(*ids), "Once upon a time");
    }
};

DRAFTSCOPE_TEST(TestLoadTokenizer)
#include "test_load_tokenizer.moc"
