// SPDX-License-Identifier: MIT
// Configurations of both formats: what is read, what is refused by name, and that no number is trusted.
#include <QTemporaryDir>
#include <QTest>

#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "tests/model/checkpoint_directory.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

class TestModelConfig : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    Result<ModelConfig> read(const json& changes, const json& generation = {}) const
    {
        json config = tinyConfig();
        if (!changes.is_null())
            config.update(changes);
        const std::filesystem::path folder = m_directory.path().toStdString();
        writeFile(folder / "config.json", config.dump());
        std::filesystem::remove(folder / "generation_config.json");
        if (!generation.is_null())
            writeFile(folder / "generation_config.json", generation.dump());
        return readHuggingFaceConfig(folder);
    }
    Result<ModelConfig> readGguf(GgufWriter writer) const
    {
        const std::filesystem::path path = m_directory.filePath("config.gguf").toStdString();
        writeFile(path, writer.file());
        const auto file = Gguf::open(path);
        return file ? readGgufConfig(**file) : tl::unexpected(file.error());
    }

private slots:
    void endsOfTextAreJoined()
    {
        QCOMPARE(read({})->endOfText, (std::vector<TokenId>{2}));
        QCOMPARE(read({{"eos_token_id", {2, 5}}}, {{"eos_token_id", {5, 7}}})->endOfText,
                 (std::vector<TokenId>{2, 5, 7}));
        QCOMPARE(read({{"eos_token_id", -1}}, {{"eos_token_id", 99}})->endOfText, std::vector<TokenId>());
        QCOMPARE(read({{"eos_token_id", nullptr}})->endOfText, std::vector<TokenId>());
    }

    void headSizeMayDifferFromTheQuotient()
    {
        QCOMPARE(read({})->headSize, 4);
        QCOMPARE(read({{"head_dim", 6}})->headSize, 6);
        QCOMPARE(read({{"head_dim", nullptr}})->headSize, 4);
        QCOMPARE(read({{"num_key_value_heads", nullptr}})->kvHeadCount, 2);
    }

    void ropeHasThreeSpellings_data()
    {
        QTest::addColumn<QByteArray>("changes");
        const char* scaling = R"("factor":8.0,"low_freq_factor":1.0,"high_freq_factor":4.0,)"
                              R"("original_max_position_embeddings":128)";
        QTest::newRow("rope_scaling") << QByteArray(R"({"rope_theta":500000.0,"rope_scaling":{"rope_type":"llama3",)")
                + scaling + "}}";
        QTest::newRow("its old type key")
            << QByteArray(R"({"rope_theta":500000.0,"rope_scaling":{"type":"llama3",)") + scaling + "}}";
        QTest::newRow("rope_parameters") << QByteArray(
                                                R"({"rope_parameters":{"rope_theta":500000.0,"rope_type":"llama3",)")
                + scaling + "}}";
    }
    void ropeHasThreeSpellings()
    {
        QFETCH(QByteArray, changes);
        const auto config = read(json::parse(changes.toStdString()));
        QVERIFY2(config, config ? "" : config.error().sentence.c_str());
        QCOMPARE(config->ropeTheta, 500000.0);
        QVERIFY(config->ropeScaling.has_value());
        QCOMPARE(config->ropeScaling->factor, 8.0);
        QCOMPARE(config->ropeScaling->originalContext, 128);
    }

    void refusesByName_data()
    {
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* changes, const char* says) {
            QTest::newRow(name) << QByteArray(changes) << says;
        };
        row("another family", R"({"architectures":["GPT2LMHeadModel"]})", "is a GPT2LMHeadModel model");
        row("no family", R"({"architectures":null})", "is a  (model_type) model");
        row("an activation", R"({"hidden_act":"gelu"})", "activation gelu");
        row("attention bias", R"({"attention_bias":true})", "attention_bias set");
        row("MLP bias", R"({"mlp_bias":true})", "mlp_bias set");
        row("quantised", R"({"quantization_config":{"bits":4}})", "quantised weights");
        row("a window", R"({"sliding_window":16})", "sliding window of 16 tokens");
        row("part rotation", R"({"partial_rotary_factor":0.5})", "rotates only a part");
        row("yarn", R"({"rope_scaling":{"rope_type":"yarn","factor":4}})", "the method yarn");
        row("a list as scaling", R"({"rope_scaling":[1]})", "not an object");
        row("an incomplete scaling", R"({"rope_scaling":{"rope_type":"llama3"}})", "value of factor is missing");
        row("a scaling of zero",
            R"({"rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":0,)"
            R"("high_freq_factor":4,"original_max_position_embeddings":128}})",
            "makes no sense");
        row("a missing size", R"({"hidden_size":null})", "value of hidden_size is missing");
        row("a text", R"({"num_hidden_layers":"two"})", "num_hidden_layers is not a size");
        row("a negative size", R"({"vocab_size":-5})", "vocab_size is not a size");
        row("a fraction", R"({"hidden_size":8.5})", "hidden_size is not a size");
        row("no layers", R"({"num_hidden_layers":0})", "number of layers");
        row("no heads", R"({"num_attention_heads":0})", "number of heads");
        row("no key heads", R"({"num_key_value_heads":0})", "number of key/value heads");
        row("a million layers", R"({"num_hidden_layers":1000000})", "number of layers");
        row("a huge vocabulary", R"({"vocab_size":2000000000})", "vocabulary size");
        row("a size past 32 bits", R"({"intermediate_size":99999999999})", "intermediate_size is not a size");
        row("uneven sharing", R"({"num_attention_heads":4,"num_key_value_heads":3})", "evenly");
        row("an odd head", R"({"head_dim":3})", "is odd");
        row("a head of nothing", R"({"num_attention_heads":16,"num_key_value_heads":16})", "head size");
        row("epsilon", R"({"rms_norm_eps":-1})", "epsilon");
        row("a base", R"({"rope_theta":0})", "rope base");
    }
    void refusesByName()
    {
        QFETCH(QByteArray, changes);
        QFETCH(QString, says);
        const auto config = read(json::parse(changes.toStdString()));
        QVERIFY(!config);
        const auto sentence = QString::fromStdString(config.error().sentence);
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }

    void acceptsWhatChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("changes");
        QTest::newRow("Mistral") << QByteArray(R"({"architectures":["MistralForCausalLM"]})");
        QTest::newRow("a wide window") << QByteArray(R"({"sliding_window":4096})");
        QTest::newRow("default scaling") << QByteArray(R"({"rope_scaling":{"rope_type":"default"}})");
        QTest::newRow("null scaling") << QByteArray(R"({"rope_scaling":null,"quantization_config":null})");
    }
    void acceptsWhatChangesNothing()
    {
        QFETCH(QByteArray, changes);
        const auto config = read(json::parse(changes.toStdString()));
        QVERIFY2(config, config ? "" : config.error().sentence.c_str());
        QVERIFY(!config->ropeScaling);
    }

    void ggufFactorsAreRead()
    {
        GgufWriter writer = tinyGgufKeys();
        writer.key("llama.rope.freq_base", 500000.0f).tensor("rope_freqs.weight", {2}, 0, floats(2, 1));
        const auto config = readGguf(addTinyTensors(writer));
        QVERIFY2(config, config ? "" : config.error().sentence.c_str());
        QCOMPARE(config->ropeTheta, 500000.0);
        QCOMPARE(config->ropeFactors, (std::vector<float>{1, 2}));
        QCOMPARE(config->vocabularySize, tinyVocabulary); // from the embedding: no key says it
    }

    void ggufRefusesByName_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, GgufWriter writer, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(addTinyTensors(writer).file()) << says;
        };
        row("nothing", GgufWriter(), "which architecture");
        row("another family", GgufWriter().key("general.architecture", "qwen2"), "architecture qwen2");
        row("a family with an endless name", GgufWriter().key("general.architecture", std::string(5000, 'q')),
            ("architecture " + std::string(40, 'q') + ", which").c_str());
        row("no sizes", GgufWriter().key("general.architecture", "llama"), "llama.embedding_length");
        row("yarn", tinyGgufKeys().key("llama.rope.scaling.type", "yarn"), "the method yarn");
        row("linear", tinyGgufKeys().key("llama.rope.scale_linear", 2.0f), "the method linear");
        row("experts", tinyGgufKeys().key("llama.expert_count", 8U), "mixture of experts");
        row("part rotation", tinyGgufKeys().key("llama.rope.dimension_count", 2U), "llama.rope.dimension_count as 2");
        row("wide values", tinyGgufKeys().key("llama.attention.value_length", 8U), "value_length as 8");
        row("too few factors", tinyGgufKeys().tensor("rope_freqs.weight", {1}, 0, floats(1, 1)),
            "is not 2 F32 numbers");
        row("a factor of zero", tinyGgufKeys().tensor("rope_freqs.weight", {2}, 0, floats(2, 0)), "not above 0");
    }
    void ggufRefusesByName()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, says);
        const std::filesystem::path path = m_directory.filePath("lie.gguf").toStdString();
        writeFile(path, file.toStdString());
        const auto opened = Gguf::open(path);
        QVERIFY2(opened, opened ? "" : opened.error().sentence.c_str());
        const auto config = readGgufConfig(**opened);
        QVERIFY(!config);
        const auto sentence = QString::fromStdString(config.error().sentence);
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }
};

QTEST_GUILESS_MAIN(TestModelConfig)
#include "test_model_config.moc"
