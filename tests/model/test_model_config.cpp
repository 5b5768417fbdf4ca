// SPDX-License-Identifier: MIT
// Configurations of both formats: what is read, what is refused by name, and that no number is trusted.
#include <limits>

#include <QTemporaryDir>
#include <QTest>

#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

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
    /// The keys of a GPT-2 of the size of tinyConfig(), and more.
    static std::string gpt2(const std::string& more = {})
    {
        return R"({"architectures":["GPT2LMHeadModel"],"n_embd":8,"n_layer":2,"n_head":2)" + more + '}';
    }
    Result<ModelConfig> readGguf(GgufWriter writer) const
    {
        const std::filesystem::path path = m_directory.filePath("config.gguf").toStdString();
        writeFile(path, writer.file());
        const auto file = Gguf::open(path);
        return file ? readGgufConfig(**file) : tl::unexpected(file.error());
    }

    /// "rope 0, none 8": of each layer, and the tokens that its rows see.
    static std::string layersOf(const Result<ModelConfig>& config)
    {
        if (!config)
            return config.error().sentence;
        std::string layers;
        for (int i = 0; i < config->layerCount; ++i)
            layers += fmt::format("{}{} {}", i > 0 ? ", " : "", config->attentionOf(i).hasRope ? "rope" : "none",
                                  config->attentionOf(i).window);
        return layers;
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
        const auto row = [](const char* name, const std::string& changes, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(changes) << says;
        };
        row("another family", R"({"architectures":["GPTJForCausalLM"]})", "is a GPTJForCausalLM model");
        row("no family", R"({"architectures":null})", "is a  (model_type) model");
        row("an activation", R"({"hidden_act":"gelu"})", "activation gelu");
        row("quantised", R"({"quantization_config":{"bits":4}})", "quantised weights");
        row("a window", R"({"sliding_window":16})", "sliding window of 16 tokens");
        row("part rotation that is scaled",
            R"({"partial_rotary_factor":0.5,"rope_scaling":{"type":"linear","factor":2}})", "rotates only a part");
        row("part rotation inside that is scaled",
            R"({"rope_parameters":{"partial_rotary_factor":0.5,"rope_type":"yarn","factor":2}})",
            "rotates only a part");
        row("rotation by layers", R"({"rope_parameters":{"full_attention":{"rope_theta":10000.0}}})",
            "layers that rotate by other frequencies");
        row("another scaling", R"({"rope_scaling":{"rope_type":"ntk","factor":4}})", "the method ntk");
        row("dynamic without a factor", R"({"rope_scaling":{"rope_type":"dynamic"}})", "value of factor is missing");
        row("dynamic of heads with one pair", R"({"head_dim":2,"rope_scaling":{"type":"dynamic","factor":2}})",
            "one rotary pair");
        row("linear without a factor", R"({"rope_scaling":{"rope_type":"linear"}})", "value of factor is missing");
        row("yarn that turns backwards",
            R"({"rope_scaling":{"rope_type":"yarn","factor":4,"beta_fast":1,"beta_slow":2}})", "makes no sense");
        row("longrope without factors", R"({"rope_scaling":{"type":"longrope","factor":4}})",
            "value of short_factor is missing");
        row("longrope of short texts", R"({"rope_scaling":{"type":"longrope","short_factor":[1.0,1.0]}})",
            "value of long_factor is missing");
        row("longrope of another head",
            R"({"rope_scaling":{"type":"longrope","short_factor":[1.0,1.0,1.0],"long_factor":[1.0,1.0,1.0]}})",
            "are 3 where a head has 2 rotary pairs");
        row("longrope of a Qwen3, whose heads have a size of their own",
            R"({"architectures":["Qwen3ForCausalLM"],"rope_scaling":{"type":"longrope","short_factor":[1.0,1.0],)"
            R"("long_factor":[1.0,1.0]}})",
            "are 2 where a head has 64 rotary pairs");
        row("longrope of texts", R"({"rope_scaling":{"type":"longrope","short_factor":["a"]}})",
            "is not a list of numbers");
        row("an attention factor of zero", R"({"rope_scaling":{"rope_type":"yarn","factor":4,"attention_factor":0}})",
            "attention factor");
        row("a Mistral with a window of nothing", R"({"architectures":["MistralForCausalLM"],"sliding_window":0})",
            "is of 0 tokens");
        row("a Phi-3 that rotates an odd part of its heads",
            R"({"architectures":["Phi3ForCausalLM"],"partial_rotary_factor":0.75})", "no even number");
        row("a Phi-3 with a window of nothing", R"({"architectures":["Phi3ForCausalLM"],"sliding_window":0})",
            "is of 0 tokens");
        row("a GPT-2 with another activation", gpt2(R"(,"activation_function":"relu")"),
            "activation relu, not gelu_new or gelu");
        row("a GPT-2 that scales by layers", gpt2(R"(,"scale_attn_by_inverse_layer_idx":true)"),
            "says scale_attn_by_inverse_layer_idx, which is not supported");
        row("a GPT-2 that does not scale", gpt2(R"(,"scale_attn_weights":false)"), "does not scale attention");
        row("a quantised GPT-2", gpt2(R"(,"quantization_config":{"bits":8})"), "quantised weights");
        row("a GPT-2 without heads", gpt2(R"(,"n_head":0)"), "number of heads");
        row("an endless GPT-2", gpt2(R"(,"n_embd":2000000000)"), "hidden size");
        row("a GPT-2 in Llama's words", R"({"architectures":["GPT2LMHeadModel"]})", "value of n_embd is missing");
        row("a SmolLM3 without layers", R"({"architectures":["SmolLM3ForCausalLM"],"no_rope_layers":[1]})",
            "do not have a 0 or a 1 for each of 2 layers");
        row("layers of another kind",
            R"({"architectures":["Qwen3ForCausalLM"],"layer_types":["full_attention","linear_attention"]})",
            "have linear_attention, which is not supported yet");
        row("a Qwen3 with a list of numbers",
            R"({"architectures":["Qwen3ForCausalLM"],"use_sliding_window":true,"sliding_window":8,)"
            R"("layer_types":[1,2]})",
            "layer_types does not have a text for each layer");
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

    void familiesSayWhatLayersSee()
    {
        const auto layers = [&](const std::string& changes) { return layersOf(read(json::parse(changes))); };
        QCOMPARE(layers(R"({"architectures":["MistralForCausalLM"],"sliding_window":8})"), "rope 8, rope 8");
        QCOMPARE(layers(R"({"architectures":["MistralForCausalLM"],"sliding_window":null})"), "rope 0, rope 0");
        QCOMPARE(layers(R"({"architectures":["MistralForCausalLM"],"max_position_embeddings":8192})"),
                 "rope 4096, rope 4096");
        QCOMPARE(layers(R"({"architectures":["Qwen2ForCausalLM"],"sliding_window":8,"max_window_layers":1})"),
                 "rope 0, rope 0");
        QCOMPARE(layers(R"({"architectures":["Qwen2ForCausalLM"],"use_sliding_window":true,"sliding_window":8,)"
                        R"("max_window_layers":1})"),
                 "rope 0, rope 8");
        QCOMPARE(layers(R"({"architectures":["Qwen3ForCausalLM"],"use_sliding_window":true,"sliding_window":8,)"
                        R"("layer_types":["sliding_attention","full_attention"]})"),
                 "rope 8, rope 0");
        QCOMPARE(layers(R"({"architectures":["Phi3ForCausalLM"],"sliding_window":8})"), "rope 8, rope 8");
        QCOMPARE(layers(R"({"architectures":["Phi3ForCausalLM"]})"), "rope 0, rope 0");
        QCOMPARE(layers(gpt2()), "none 0, none 0");
        QCOMPARE(layers(R"({"architectures":["SmolLM3ForCausalLM"],"num_hidden_layers":5})"),
                 "rope 0, rope 0, rope 0, none 0, rope 0");
        QCOMPARE(layers(R"({"architectures":["SmolLM3ForCausalLM"],"no_rope_layers":[0,1],"use_sliding_window":true,)"
                        R"("sliding_window":16})"),
                 "none 16, rope 0");
    }

    void familiesSayWhatLayersHave()
    {
        const auto llama = read({{"attention_bias", true}});
        QVERIFY(llama->hasQueryKeyValueBias && llama->hasAttentionOutputBias && !llama->hasMlpBias);
        const auto qwen2 = read({{"architectures", {"Qwen2ForCausalLM"}}});
        QVERIFY(qwen2->hasQueryKeyValueBias && !qwen2->hasAttentionOutputBias && !qwen2->hasQueryKeyNorm);
        const auto qwen3 = read({{"architectures", {"Qwen3ForCausalLM"}}});
        QVERIFY(!qwen3->hasQueryKeyValueBias && qwen3->hasQueryKeyNorm);
        QCOMPARE(qwen3->headSize, 128);
        QCOMPARE(qwen3->family->name, "Qwen3");
        QCOMPARE(read({{"architectures", nullptr}, {"model_type", "qwen2"}})->family->name, "Qwen2");
        const auto phi3 = read({{"architectures", {"Phi3ForCausalLM"}},
                                {"attention_bias", true}, // which it does not look at
                                {"rms_norm_eps", nullptr},
                                {"max_position_embeddings", nullptr}});
        QVERIFY(!phi3->hasQueryKeyValueBias && !phi3->hasAttentionOutputBias);
        QCOMPARE(phi3->normEpsilon, 1e-5f);
        QCOMPARE(phi3->contextLength, 4096);
        const auto gemma2 = read({{"architectures", {"Gemma2ForCausalLM"}}, {"hidden_act", "gelu_pytorch_tanh"}});
        QVERIFY(gemma2->activation == Activation::geluTanh && gemma2->hasGate && gemma2->hasOutputNorms
                && !gemma2->hasQueryKeyNorm);
        QCOMPARE(gemma2->attentionCap, 50.0f);
        QCOMPARE(gemma2->logitCap, 30.0f);
        QCOMPARE(gemma2->queryScalar, 256.0);
        QCOMPARE(gemma2->embeddingScale, std::sqrt(float(gemma2->hiddenSize)));
        QCOMPARE(gemma2->localRopeTheta, 0.0);
        const json text = {{"model_type", "gemma3_text"},
                           {"num_hidden_layers", 7},
                           {"rope_scaling", {{"rope_type", "linear"}, {"factor", 8.0}}}};
        const auto gemma3 = read({{"architectures", {"Gemma3ForConditionalGeneration"}}, {"text_config", text}});
        QVERIFY(gemma3->hasQueryKeyNorm && gemma3->hasOutputNorms && gemma3->tiedEmbeddings);
        QCOMPARE(gemma3->family->name, "Gemma 3");
        QCOMPARE(gemma3->hiddenSize, 2304); // what text_config leaves out
        QCOMPARE(gemma3->ropeTheta, 1e6);
        QCOMPARE(gemma3->ropeScaling->factor, 8.0);
        QCOMPARE(gemma3->localRopeTheta, 1e4);
        QCOMPARE(gemma3->attentionCap, 0.0f);
        QVERIFY(gemma3->attentionOf(4) == LayerAttention({.window = 4096, .hasLocalRope = true}));
        QVERIFY(gemma3->attentionOf(5) == LayerAttention());
        const auto small = read(json::parse(gpt2())),
                   other = read(json::parse(gpt2(R"(,"n_inner":20,"n_positions":64,"tie_word_embeddings":false)")));
        QVERIFY(small->norm == NormKind::layer && small->activation == Activation::geluTanh && !small->hasGate
                && small->hasLearnedPositions && small->tiedEmbeddings);
        QVERIFY(small->hasQueryKeyValueBias && small->hasAttentionOutputBias && small->hasMlpBias);
        QCOMPARE(small->intermediateSize, 32);
        QCOMPARE(small->contextLength, 1024);
        QCOMPARE(small->kvHeadCount, 2);
        QCOMPARE(other->intermediateSize, 20);
        QCOMPARE(other->contextLength, 64);
        QVERIFY(!other->tiedEmbeddings);
        const auto smollm3 = read({{"architectures", {"SmolLM3ForCausalLM"}},
                                   {"tie_word_embeddings", nullptr},
                                   {"rope_theta", nullptr},
                                   {"max_position_embeddings", nullptr}}); // as it means them
        QVERIFY(smollm3->tiedEmbeddings);
        QCOMPARE(smollm3->ropeTheta, 2e6);
        QCOMPARE(smollm3->contextLength, 32768);
    }

    void scalingsOfFrequenciesAreRead()
    {
        const auto linear = read({{"rope_scaling", {{"type", "linear"}, {"factor", 2.5}}}});
        QVERIFY(linear->ropeScaling->method == RopeScaling::Method::linear);
        QCOMPARE(linear->ropeScaling->factor, 2.5);
        const auto yarn =
            read({{"rope_scaling", {{"type", "yarn"}, {"factor", 4.0}, {"original_max_position_embeddings", 8}}}});
        QVERIFY(yarn->ropeScaling->method == RopeScaling::Method::yarn);
        QCOMPARE(yarn->ropeScaling->originalContext, 8);
        QCOMPARE(yarn->ropeAttentionFactor, 0.1 * std::log(4.0) + 1);
        const auto longrope =
            read({{"original_max_position_embeddings", 8},
                  {"rope_scaling", {{"type", "su"}, {"short_factor", {1.0, 1.5}}, {"long_factor", {2.0, 4.0}}}}});
        QVERIFY2(longrope, longrope ? "" : longrope.error().sentence.c_str());
        QCOMPARE(longrope->ropeFactors, (std::vector<float>{1, 1.5f}));
        QCOMPARE(longrope->longRopeFactors, (std::vector<float>{2, 4}));
        QCOMPARE(longrope->ropeAttentionFactor, std::sqrt(1 + std::log(4.0) / std::log(8.0)));
        QCOMPARE(longrope->contextLength, 32);
        QCOMPARE(longrope->sameRopeUntil(1), 8); // as far as the short factors go
        QCOMPARE(longrope->sameRopeUntil(9), std::numeric_limits<int>::max());
        const auto old3 =
            read({{"architectures", {"Phi3ForCausalLM"}}, // of Phi-3 yarn was a name for longrope, too
                  {"original_max_position_embeddings", 8},
                  {"rope_scaling", {{"type", "yarn"}, {"short_factor", {1.0, 1.5}}, {"long_factor", {2.0, 4.0}}}}});
        QVERIFY(old3 && old3->ropeScaling->method == RopeScaling::Method::longrope);
        QCOMPARE(old3->longRopeFactors, longrope->longRopeFactors);
        const auto gguf = readGguf(addTinyTensors(tinyGgufKeys()
                                                      .key("llama.rope.scaling.type", "yarn")
                                                      .key("llama.rope.scaling.factor", 4.0f)
                                                      .key("llama.rope.scaling.original_context_length", 8U)));
        QCOMPARE(gguf->ropeScaling->originalContext, 8);
        QCOMPARE(gguf->ropeAttentionFactor, yarn->ropeAttentionFactor);
        const auto old = readGguf(addTinyTensors(tinyGgufKeys().key("llama.rope.scale_linear", 2.0f)));
        QCOMPARE(old->ropeScaling->factor, 2.0);
    }

    /// max_position_embeddings counts the texts before the scaling, where it is not more than those.
    void scalingsMakeContextsLonger()
    {
        const auto contextOf = [this](const json& scaling, int stated) {
            return read({{"max_position_embeddings", stated}, {"rope_scaling", scaling}})->contextLength;
        };
        QCOMPARE(contextOf({{"type", "yarn"}, {"factor", 4.0}, {"original_max_position_embeddings", 32}}, 32), 128);
        QCOMPARE(contextOf({{"type", "yarn"}, {"factor", 4.0}}, 32), 128);
        QCOMPARE(contextOf({{"type", "yarn"}, {"factor", 4.0}, {"original_max_position_embeddings", 32}}, 100), 100);
        QCOMPARE(contextOf({{"type", "linear"}, {"factor", 2.5}}, 32), 80);
        QCOMPARE(contextOf({{"type", "dynamic"}, {"factor", 2.0}}, 32), 64);
    }

    void dynamicFollowsTheLength()
    {
        const auto config =
            read({{"max_position_embeddings", 32}, {"rope_scaling", {{"type", "dynamic"}, {"factor", 2.0}}}});
        QVERIFY(config && config->ropeFollowsLength());
        QVERIFY(config->sameRopeUntil(32) == 32 && config->sameRopeUntil(33) == 33);
        QCOMPARE(ropeFrequencies(*config, 32), ropeFrequencies(*config));
        QVERIFY(ropeFrequencies(*config, 33) != ropeFrequencies(*config));
    }

    void headsMayRotateInPart()
    {
        const auto half =
            read({{"architectures", {"Phi3ForCausalLM"}}, {"head_dim", 8}, {"partial_rotary_factor", 0.5}});
        QVERIFY(half);
        QCOMPARE(half->partlyRotated, 4);
        QVERIFY(ropeFrequencies(*half).size() == 2);
        QCOMPARE(half->attentionScale(0), 1 / std::sqrt(8.0f));
        QCOMPARE(read({{"partial_rotary_factor", 0.5}})->partlyRotated, 0); // Llama takes no notice of it
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

    /// Whether the file names the method or not.
    void ggufLongropeIsRead()
    {
        for (const bool isNamed : {false, true}) {
            GgufWriter writer = tinyGgufKeys();
            if (isNamed)
                writer.key("llama.rope.scaling.type", "longrope");
            writer.key("llama.rope.scaling.original_context_length", 8U)
                .key("llama.rope.scaling.attn_factor", 1.25f)
                .tensor("rope_factors_short.weight", {2}, 0, floats(2, 1))
                .tensor("rope_factors_long.weight", {2}, 0, floats(2, 5));
            const auto config = readGguf(addTinyTensors(writer));
            QVERIFY2(config, config ? "" : config.error().sentence.c_str());
            QCOMPARE(config->ropeFactors, (std::vector<float>{1, 2}));
            QCOMPARE(config->ropeAttentionFactor, 1.25);
            QCOMPARE(config->longRopeFactors, (std::vector<float>{5, 6}));
            QCOMPARE(config->sameRopeUntil(1), 8);
            QCOMPARE(config->sameRopeUntil(9), std::numeric_limits<int>::max());
        }
    }

    void ggufRefusesByName_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, GgufWriter writer, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(addTinyTensors(writer).file()) << says;
        };
        row("nothing", GgufWriter(), "which architecture");
        row("another family", GgufWriter().key("general.architecture", "mamba"), "architecture mamba, which");
        row("a family with an endless name", GgufWriter().key("general.architecture", std::string(5000, 'q')),
            ("architecture " + std::string(40, 'q') + ", which").c_str());
        row("no sizes", GgufWriter().key("general.architecture", "llama"), "llama.embedding_length");
        row("longrope without factors", tinyGgufKeys().key("llama.rope.scaling.type", "longrope"),
            "the method longrope");
        row("longrope for no text",
            tinyGgufKeys()
                .key("llama.rope.scaling.original_context_length", 0U)
                .tensor("rope_factors_short.weight", {2}, 0, floats(2, 1))
                .tensor("rope_factors_long.weight", {2}, 0, floats(2, 1)),
            "makes no sense");
        row("longrope of short texts", tinyGgufKeys().tensor("rope_factors_short.weight", {2}, 0, floats(2, 1)),
            "no tensor rope_factors_long.weight");
        row("too many short factors", tinyGgufKeys().tensor("rope_factors_short.weight", {3}, 0, floats(3, 1)),
            "is not 2 F32 numbers");
        row("an unusual yarn",
            tinyGgufKeys().key("llama.rope.scaling.type", "yarn").key("llama.rope.scaling.yarn_log_multiplier", 0.1f),
            "has llama.rope.scaling.yarn_log_multiplier");
        row("experts", tinyGgufKeys().key("llama.expert_count", 8U), "mixture of experts");
        row("rotation of more than a head", tinyGgufKeys().key("llama.rope.dimension_count", 6U),
            "llama.rope.dimension_count as 6");
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
        const auto sentence = QString::fromStdString(config ? "nothing" : config.error().sentence);
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }
};

DRAFTSCOPE_TEST(TestModelConfig)
#include "test_model_config.moc"
