// SPDX-License-Identifier: MIT
// Which tensors each family takes, how they may lie in a checkpoint, and the sentence where they do not fit.
#include <QTemporaryDir>
#include <QTest>

#include "engine/model/model.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

namespace {

/// Phi-3's tensors of the tiny model: q, k and v are one, gate and up another.
std::vector<NamedTensor> phi3Tensors()
{
    auto tensors = tinyTensors();
    std::erase_if(tensors, [](const NamedTensor& tensor) {
        return std::ranges::any_of(std::initializer_list<const char*>{"q_proj", "k_proj", "v_proj", "gate_", "up_proj"},
                                   [&](const char* part) { return tensor.name.find(part) != std::string::npos; });
    });
    for (int i = 0; i < tinyLayers; ++i) {
        const std::string at = fmt::format("model.layers.{}.", i);
        const std::uint64_t rows = tinyHidden + 2 * tinyHidden / tinyHeads * tinyKvHeads;
        tensors.push_back({at + "self_attn.qkv_proj.weight", {rows, tinyHidden}});
        tensors.push_back({at + "mlp.gate_up_proj.weight", {2 * tinyInner, tinyHidden}});
    }
    return tensors;
}

json phi3Config()
{
    json config = tinyConfig();
    config["architectures"] = {"Phi3ForCausalLM"};
    return config;
}

/// Those of a GPT-2, whose matrices are stored [columns, rows].
std::vector<NamedTensor> gpt2Tensors(const std::string& prefix)
{
    std::vector<NamedTensor> tensors = {{prefix + "wte.weight", {tinyVocabulary, tinyHidden}},
                                        {prefix + "wpe.weight", {32, tinyHidden}},
                                        {prefix + "ln_f.weight", {tinyHidden}},
                                        {prefix + "ln_f.bias", {tinyHidden}}};
    for (int i = 0; i < tinyLayers; ++i) {
        const std::string at = fmt::format("{}h.{}.", prefix, i);
        for (const char* norm : {"ln_1", "ln_2"})
            for (const char* kind : {".weight", ".bias"})
                tensors.push_back({at + norm + kind, {tinyHidden}});
        for (const NamedTensor& each : std::vector<NamedTensor>{{"attn.c_attn", {tinyHidden, 3 * tinyHidden}},
                                                                {"attn.c_proj", {tinyHidden, tinyHidden}},
                                                                {"mlp.c_fc", {tinyHidden, tinyInner}},
                                                                {"mlp.c_proj", {tinyInner, tinyHidden}}}) {
            tensors.push_back({at + each.name + ".weight", each.shape});
            tensors.push_back({at + each.name + ".bias", {each.shape.back()}});
        }
    }
    return tensors;
}

json gpt2Config()
{
    return {{"architectures", {"GPT2LMHeadModel"}},
            {"n_embd", tinyHidden},
            {"n_inner", tinyInner},
            {"n_layer", tinyLayers},
            {"n_head", tinyHeads},
            {"n_positions", 32},
            {"vocab_size", tinyVocabulary}};
}

/// Element (row, column) of an F32 matrix.
float at(const MatrixView& matrix, int row, int column)
{
    float value;
    std::memcpy(&value, static_cast<const std::byte*>(matrix.data) + std::size_t(row * matrix.columns + column) * 4, 4);
    return value;
}

/// What a tensor of tinySafetensors() begins with.
float firstOf(const std::vector<NamedTensor>& tensors, std::string_view name)
{
    return float(std::ranges::find(tensors, name, &NamedTensor::name) - tensors.begin());
}

} // namespace

class TestFamilyTensors : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }

private slots:
    void familiesTakeTheirTensors_data()
    {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QStringList>("more"); ///< tensors of each layer besides Llama's
        QTest::addColumn<QString>("says");
        const QStringList biases = {"q_proj.bias", "k_proj.bias", "v_proj.bias"},
                          norms = {"q_norm.weight", "k_norm.weight"};
        QTest::newRow("Qwen2") << "Qwen2ForCausalLM" << biases << "loaded";
        QTest::newRow("Qwen2 without a bias")
            << "Qwen2ForCausalLM" << biases.mid(0, 2) << "has no tensor model.layers.0.self_attn.v_proj.bias";
        QTest::newRow("Qwen2 with another bias")
            << "Qwen2ForCausalLM" << biases + QStringList("o_proj.bias")
            << "has the tensor model.layers.0.self_attn.o_proj.bias and 1 more like it";
        QTest::newRow("Qwen3") << "Qwen3ForCausalLM" << norms << "loaded";
        QTest::newRow("Qwen3 without norms")
            << "Qwen3ForCausalLM" << QStringList() << "has no tensor model.layers.0.self_attn.q_norm.weight";
        QTest::newRow("Qwen3 with biases") << "Qwen3ForCausalLM" << norms + biases
                                           << "has the tensor model.layers.0.self_attn.k_proj.bias and 5 more like it";
        QTest::newRow("Mistral with biases")
            << "MistralForCausalLM" << biases << "has the tensor model.layers.0.self_attn.k_proj.bias";
    }
    void familiesTakeTheirTensors()
    {
        QFETCH(QString, architecture);
        QFETCH(QStringList, more);
        QFETCH(QString, says);
        auto tensors = tinyTensors();
        for (int layer = 0; layer < tinyLayers; ++layer)
            for (const QString& name : more) {
                const bool isOfQueries = name.startsWith("q_proj") || name.startsWith("o_proj");
                tensors.push_back({QString("model.layers.%1.self_attn.%2").arg(layer).arg(name).toStdString(),
                                   {std::uint64_t(isOfQueries ? tinyHidden : tinyHidden / tinyHeads)}});
            }
        json config = tinyConfig();
        config["architectures"] = {architecture.toStdString()};
        config["head_dim"] = tinyHidden / tinyHeads;
        writeTinyDirectory(path("family"), config, tensors);
        const auto loaded = loadModel(path("family"));
        QVERIFY2(sentenceOf(loaded).contains(says), qPrintable(sentenceOf(loaded)));
        if (!loaded)
            return;
        const LayerWeights& layer = (*loaded)->weights.layers[0];
        QCOMPARE(layer.q.bias != nullptr, more.contains("q_proj.bias"));
        QCOMPARE(layer.queryNorm.size(), std::size_t(more.contains("q_norm.weight") ? 4 : 0));
        if (layer.k.bias) // each tensor counts up from its place in the list
            QCOMPARE(layer.k.bias[1] - layer.k.bias[0], 1.0f);
        QCOMPARE((*loaded)->record.parameters, 2 * 128 + 5 * 8 + 2 * 480 + 2 * (layer.q.bias ? 8 + 4 + 4 : 4 + 4));
    }

    /// Under both kinds of names; what sees pictures is left out, and norms get the one that they are stored without.
    void gemmaWithVisionIsReadForTexts_data()
    {
        QTest::addColumn<std::string>("text"); // the beginning of names of layers
        QTest::addColumn<std::string>("head");
        QTest::addColumn<std::string>("vision");
        QTest::newRow("published") << std::string("language_model.model.")
                                   << std::string("language_model.lm_head.weight") << std::string("vision_tower.");
        QTest::newRow("later") << std::string("model.language_model.") << std::string("lm_head.weight")
                               << std::string("model.vision_tower.");
    }
    void gemmaWithVisionIsReadForTexts()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, head);
        QFETCH(std::string, vision);
        auto tensors = tinyTensors();
        for (NamedTensor& tensor : tensors)
            tensor.name = tensor.name == "lm_head.weight" ? head : text + tensor.name.substr(std::strlen("model."));
        for (int layer = 0; layer < tinyLayers; ++layer) {
            const std::string at = fmt::format("{}layers.{}.", text, layer);
            for (const char* norm : {"pre_feedforward_layernorm.weight", "post_feedforward_layernorm.weight"})
                tensors.push_back({at + norm, {tinyHidden}});
            for (const char* norm : {"self_attn.q_norm.weight", "self_attn.k_norm.weight"})
                tensors.push_back({at + norm, {tinyHidden / tinyHeads}});
        }
        tensors.push_back({vision + "encoder.weight", {3, 3}});
        json textConfig = tinyConfig();
        textConfig["head_dim"] = tinyHidden / tinyHeads;
        textConfig["tie_word_embeddings"] = false;
        const json config = {{"architectures", {"Gemma3ForConditionalGeneration"}}, {"text_config", textConfig}};
        writeTinyDirectory(path("gemma"), config, tensors);
        const auto loaded = loadModel(path("gemma"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const LayerWeights& layer = (*loaded)->weights.layers[1];
        const auto norm = [&](const char* name) {
            return firstOf(tensors, fmt::format("{}layers.1.{}.weight", text, name)) + 1;
        };
        QCOMPARE(layer.inputNorm[0], norm("input_layernorm"));
        QCOMPARE(layer.attentionOutputNorm[0], norm("post_attention_layernorm"));
        QCOMPARE(layer.postAttentionNorm[0], norm("pre_feedforward_layernorm"));
        QCOMPARE(layer.mlpOutputNorm[0], norm("post_feedforward_layernorm"));
        QCOMPARE(layer.keyNorm[0], norm("self_attn.k_norm"));

        tensors.push_back({text + "layers.0.self_attn.q_proj.bias", {tinyHidden}});
        writeTinyDirectory(path("gemma-bias"), config, tensors);
        QVERIFY(sentenceOf(loadModel(path("gemma-bias"))).contains("layers.0.self_attn.q_proj.bias"));
    }

    void matricesOfOneTensorAreItsRows()
    {
        const auto tensors = phi3Tensors();
        writeTinyDirectory(path("phi3"), phi3Config(), tensors);
        const auto loaded = loadModel(path("phi3"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const LayerWeights& layer = (*loaded)->weights.layers[1];
        const float qkv = firstOf(tensors, "model.layers.1.self_attn.qkv_proj.weight"),
                    gateUp = firstOf(tensors, "model.layers.1.mlp.gate_up_proj.weight");
        QCOMPARE(firstFloat(layer.q), qkv);
        QCOMPARE(firstFloat(layer.k), qkv + 8 * 8);
        QCOMPARE(firstFloat(layer.v), qkv + 8 * 8 + 4 * 8);
        QCOMPARE(firstFloat(layer.gate), gateUp);
        QCOMPARE(firstFloat(layer.up), gateUp + 12 * 8);
        QCOMPARE(at(layer.v, 3, 7), qkv + 16 * 8 - 1);
        QCOMPARE(at(layer.up, 11, 7), gateUp + 24 * 8 - 1);
        QCOMPARE((*loaded)->record.parameters, 2 * 128 + 5 * 8 + 2 * 480);
    }

    /// Rows are whole blocks.
    void quantisedMatricesOfOneTensorAreItsRows()
    {
        GgufWriter writer = tinyGgufKeys(32, 64, "phi3");
        for (const NamedTensor& tensor : phi3Tensors()) {
            const bool isOfTokens = tensor.name.starts_with("model.embed") || tensor.name.starts_with("lm_head");
            std::vector<std::uint64_t> sizes;
            for (const std::uint64_t size : tensor.shape) // 8 columns become 32, and so on
                sizes.push_back(size == tinyInner ? 64 : size == 2 * tinyInner ? 128 : 4 * size);
            if (isOfTokens)
                sizes.front() = tinyVocabulary;
            std::reverse(sizes.begin(), sizes.end());
            if (sizes.size() == 1)
                writer.tensor(ggufName(tensor.name), sizes, 0, floats(32));
            else
                writer.tensor(ggufName(tensor.name), sizes, 2, countedBytes(sizes[0] / 32 * sizes[1] * 18));
        }
        writeFile(path("phi3.gguf"), writer.file());
        const auto loaded = loadModel(path("phi3.gguf"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        QVERIFY(!(*loaded)->weights.interleavedRope);
        const LayerWeights& layer = (*loaded)->weights.layers[1];
        const auto behind = [](const MatrixView& matrix) {
            return static_cast<const std::byte*>(matrix.data) + matrix.bytes();
        };
        QVERIFY(layer.k.data == behind(layer.q) && layer.v.data == behind(layer.k)
                && layer.up.data == behind(layer.gate));
        for (const MatrixView* matrix : {&layer.q, &layer.k, &layer.v, &layer.gate, &layer.up})
            QVERIFY(matrix->type == WeightType::q4_0 && matrix->columns == 32);
        QCOMPARE(layer.v.rows, 16);
        QCOMPARE(layer.up.rows, 64);
    }

    /// With the names of the whole model and with those of the model without its head; masks that old files have beside
    /// them.
    void transposedMatricesAreTurned()
    {
        for (const std::string prefix : {"transformer.", ""}) {
            auto tensors = gpt2Tensors(prefix);
            tensors.push_back({prefix + "h.1.attn.bias", {1, 1, 32, 32}});
            tensors.push_back({prefix + "h.0.attn.masked_bias", {1}});
            writeTinyDirectory(path("gpt2"), gpt2Config(), tensors);
            const auto loaded = loadModel(path("gpt2"));
            QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
            const Weights& weights = (*loaded)->weights;
            const LayerWeights& layer = weights.layers[1];
            const auto first = [&](const char* name) { return firstOf(tensors, prefix + name); };
            QCOMPARE(at(layer.q, 1, 2), first("h.1.attn.c_attn.weight") + 2 * 24 + 1);
            QCOMPARE(at(layer.k, 1, 2), first("h.1.attn.c_attn.weight") + 2 * 24 + 8 + 1);
            QCOMPARE(at(layer.v, 7, 7), first("h.1.attn.c_attn.weight") + 8 * 24 - 1);
            QCOMPARE(at(layer.up, 11, 3), first("h.1.mlp.c_fc.weight") + 3 * 12 + 11);
            QCOMPARE(at(layer.down, 3, 11), first("h.1.mlp.c_proj.weight") + 11 * 8 + 3);
            QCOMPARE(layer.v.bias[7], first("h.1.attn.c_attn.bias") + 23);
            QCOMPARE(layer.inputNormBias[0], first("h.1.ln_1.bias"));
            QCOMPARE(weights.finalNormBias[7], first("ln_f.bias") + 7);
            QCOMPARE(weights.positions.rows, 32);
            QCOMPARE(firstFloat(weights.positions), first("wpe.weight"));
            QVERIFY(!layer.gate.data && weights.head.data == weights.embedding.data);
            QCOMPARE((*loaded)->record.parameters,
                     128 + 32 * 8 + 16 + 2 * (32 + 8 * 24 + 24 + 64 + 8 + 2 * 96 + 12 + 8));
            QCOMPARE(weights.bytesPerPass(), std::size_t(4 * ((*loaded)->record.parameters - 32 * 8)));
        }
    }

    void fusedTensorsAreNamedWhenWrong_data()
    {
        QTest::addColumn<bool>("isPhi3");
        QTest::addColumn<QString>("tensor"); ///< another shape than it should have, or one more; - : it is missing
        QTest::addColumn<QList<int>>("shape");
        QTest::addColumn<QString>("says");
        QTest::newRow("a row too many") << true << "model.layers.1.self_attn.qkv_proj.weight" << QList<int>{17, 8}
                                        << "qkv_proj.weight has the shape [17, 8] where the configuration says [16, 8]";
        QTest::newRow("a part alone") << true << "model.layers.0.mlp.gate_up_proj.weight" << QList<int>{12, 8}
                                      << "has the shape [12, 8] where the configuration says [24, 8]";
        QTest::newRow("no fused tensor") << true << "-model.layers.0.self_attn.qkv_proj.weight" << QList<int>()
                                         << "has no tensor model.layers.0.self_attn.qkv_proj.weight";
        QTest::newRow("a matrix besides") << true << "model.layers.0.self_attn.q_proj.weight" << QList<int>{8, 8}
                                          << "has the tensor model.layers.0.self_attn.q_proj.weight, which";
        QTest::newRow("a bias besides") << true << "model.layers.0.self_attn.qkv_proj.bias" << QList<int>{16}
                                        << "has the tensor model.layers.0.self_attn.qkv_proj.bias, which";
        QTest::newRow("not turned") << false << "h.0.attn.c_attn.weight" << QList<int>{24, 8}
                                    << "has the shape [24, 8] where the configuration says [8, 24]";
        QTest::newRow("fewer positions") << false << "wpe.weight" << QList<int>{31, 8}
                                         << "wpe.weight has the shape [31, 8] where the configuration says [32, 8]";
        QTest::newRow("no bias") << false << "-h.1.attn.c_attn.bias" << QList<int>()
                                 << "has no tensor h.1.attn.c_attn.bias";
        QTest::newRow("no norm's bias") << false << "-h.1.ln_2.bias" << QList<int>() << "has no tensor h.1.ln_2.bias";
        QTest::newRow("other names besides")
            << false << "transformer.wte.weight" << QList<int>{16, 8} << "has the tensor transformer.wte.weight, which";
        QTest::newRow("another layer") << false << "h.2.ln_1.weight" << QList<int>{8}
                                       << "says 2 layers and the file has 3";
    }
    void fusedTensorsAreNamedWhenWrong()
    {
        QFETCH(bool, isPhi3);
        QFETCH(QString, tensor);
        QFETCH(QList<int>, shape);
        QFETCH(QString, says);
        auto tensors = isPhi3 ? phi3Tensors() : gpt2Tensors("");
        const std::string name = (tensor.startsWith('-') ? tensor.mid(1) : tensor).toStdString();
        std::erase_if(tensors, [&](const NamedTensor& each) { return each.name == name; });
        if (!shape.isEmpty())
            tensors.push_back({name, {shape.begin(), shape.end()}});
        writeTinyDirectory(path("wrong"), isPhi3 ? phi3Config() : gpt2Config(), tensors);
        const auto loaded = loadModel(path("wrong"));
        QVERIFY2(sentenceOf(loaded).contains(says), qPrintable(sentenceOf(loaded)));
    }

    /// Tensors that nothing asks for: the model would say something else without them.
};

DRAFTSCOPE_TEST(TestFamilyTensors)
#include "test_family_tensors.moc"
