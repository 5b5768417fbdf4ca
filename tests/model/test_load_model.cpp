// SPDX-License-Identifier: MIT
// Models opened from directories and GGUF files, and the sentence for each way in which one can be wrong.
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>

#include "engine/model/model.h"
#include "tests/fixtures/shared_data.h"
#include "tests/model/checkpoint_directory.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

namespace {

float firstFloat(const MatrixView& matrix)
{
    float value;
    std::memcpy(&value, matrix.data, sizeof value);
    return value;
}

std::string countedBytes(std::size_t count)
{
    std::string bytes;
    while (bytes.size() < count)
        bytes += char(bytes.size() + 1);
    return bytes;
}

QString sentenceOf(const Result<std::shared_ptr<const Model>>& loaded)
{
    return loaded ? QString("loaded") : QString::fromStdString(loaded.error().sentence);
}

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

class TestLoadModel : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }

private slots:
    void opensADirectory()
    {
        writeTinyDirectory(path("tiny"));
        double share = 0;
        const auto loaded = loadModel(path("tiny"), {[&](double done, std::string_view) { share = done; }});
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const Model& model = **loaded;
        QCOMPARE(model.name, "tiny");
        QCOMPARE(model.config.headSize, 4);
        QCOMPARE(model.config.bos, 1);
        QVERIFY(model.isEndOfText(2) && !model.isEndOfText(3));
        QVERIFY(!model.weights.interleavedRope);
        QCOMPARE(model.weights.layers.size(), std::size_t(2));
        QCOMPARE(model.weights.layers[1].down.rows, tinyHidden);
        QCOMPARE(model.weights.layers[1].down.columns, tinyInner);
        QCOMPARE(firstFloat(model.weights.head), 2.0f); // each tensor counts up from its place in the list
        QCOMPARE(model.weights.finalNorm, (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(share, 1.0);

        // Embedding and head 16x8 each, norms 5x8, and in each of 2 layers q, o 8x8, k, v 4x8, three of 12x8.
        const int layer = 2 * 64 + 2 * 32 + 3 * 96;
        QCOMPARE(model.record.parameters, 2 * 128 + 5 * 8 + 2 * layer);
        QCOMPARE(model.weights.bytesPerPass(), std::size_t(4 * (128 + 5 * 8 + 2 * layer)));
        QCOMPARE(model.record.weightType, "f32");
        QCOMPARE(model.record.layers, 2);
        QCOMPARE(model.record.context, 32);
        QCOMPARE(model.record.hash.size(), std::size_t(16));
    }

    void opensGgufOfTheSameModel()
    {
        writeTinyDirectory(path("tiny"));
        GgufWriter writer = tinyGgufKeys();
        writeFile(path("Tiny-F32.gguf"), addTinyTensors(writer).file());
        const auto directory = loadModel(path("tiny")), file = loadModel(path("Tiny-F32.gguf"));
        QVERIFY2(directory && file, qPrintable(sentenceOf(file)));
        QCOMPARE((*file)->name, "Tiny-F32");
        QVERIFY((*file)->weights.interleavedRope);
        QCOMPARE((*file)->record.parameters, (*directory)->record.parameters);
        QCOMPARE((*file)->weights.finalNorm, (*directory)->weights.finalNorm);
        for (int i = 0; i < tinyLayers; ++i) {
            const LayerWeights &a = (*file)->weights.layers[std::size_t(i)],
                               &b = (*directory)->weights.layers[std::size_t(i)];
            QCOMPARE(a.inputNorm, b.inputNorm);
            QCOMPARE(a.postAttentionNorm, b.postAttentionNorm);
            for (const auto matrix : {&LayerWeights::q, &LayerWeights::k, &LayerWeights::v, &LayerWeights::o,
                                      &LayerWeights::gate, &LayerWeights::up, &LayerWeights::down}) {
                QCOMPARE((a.*matrix).bytes(), (b.*matrix).bytes());
                QVERIFY(std::memcmp((a.*matrix).data, (b.*matrix).data, (a.*matrix).bytes()) == 0);
            }
        }
        QVERIFY(checkPair(**file, **directory));
    }

    /// Q4_0 layers of 32 columns, a Q8_0 embedding that is the head as well.
    void opensAQuantisedGguf()
    {
        GgufWriter writer = tinyGgufKeys(32, 64);
        for (const NamedTensor& tensor : tinyTensors(true, false)) {
            std::vector<std::uint64_t> sizes;
            for (const std::uint64_t size : tensor.shape) // 8 columns become 32, and so on
                sizes.push_back(size == tinyInner ? 64 : size == tinyVocabulary ? size : 4 * size);
            std::reverse(sizes.begin(), sizes.end());
            const std::string name = ggufName(tensor.name);
            const bool isEmbedding = name == "token_embd.weight";
            if (sizes.size() == 1)
                writer.tensor(name, sizes, 0, floats(32));
            else // blocks of the bytes 1, 2, 3, ..
                writer.tensor(name, sizes, isEmbedding ? 8 : 2,
                              countedBytes(sizes[0] / 32 * sizes[1] * (isEmbedding ? 34 : 18)));
        }
        writeFile(path("quantised.gguf"), writer.file());
        const auto loaded = loadModel(path("quantised.gguf"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const Weights& weights = (*loaded)->weights;
        QCOMPARE(weights.embedding.type, WeightType::q8_0);
        QCOMPARE(weights.head.data, weights.embedding.data);
        QCOMPARE(weights.layers[1].down.type, WeightType::q4_0);
        QCOMPARE(weights.layers[1].down.bytes(), std::size_t(32 * 2 * 18));
        QVERIFY(weights.types() == (std::vector<WeightType>{WeightType::q4_0, WeightType::q8_0}));
        // Of 32 columns: q, o 32 rows, k, v 16, gate, up 64, and down 32 of 64 columns.
        const std::size_t layer = (2 * 32 + 2 * 16 + 2 * 64 + 2 * 32) * 18;
        QCOMPARE(weights.bytesPerPass(), 2 * layer + 16 * 34 + 5 * 32 * sizeof(float));
        QCOMPARE((*loaded)->record.weightType, "Q4_0");
        QCOMPARE((*loaded)->record.parameters, 2 * (64 + 32 + 128 + 64) * 32 + 16 * 32 + 5 * 32);
        QVERIFY(static_cast<const char*>(weights.embedding.data)[0] == 1);
    }

    void ggufNamesAreShownWhole_data()
    {
        QTest::addColumn<QString>("stated");
        QTest::addColumn<QString>("shown");
        const QString published = "Meta Llama 3.1 8B Instruct, abliterated, third attempt, 8k";
        QTest::newRow("none") << ""
                              << "named";
        QTest::newRow("no better known") << "llama"
                                         << "named";
        QTest::newRow("of sixty letters") << published << published;
        QTest::newRow("endless") << QString(5000, 'x') << QString(100, 'x');
    }
    void ggufNamesAreShownWhole()
    {
        QFETCH(QString, stated);
        QFETCH(QString, shown);
        GgufWriter writer = tinyGgufKeys();
        writer.key("general.name", stated.toStdString());
        writeFile(path("named.gguf"), addTinyTensors(writer).file());
        const auto loaded = loadModel(path("named.gguf"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        QCOMPARE(QString::fromStdString((*loaded)->name), shown);
    }

    void tiedModelsMayStoreEither_data()
    {
        QTest::addColumn<bool>("embedding");
        QTest::addColumn<bool>("head");
        QTest::newRow("the embedding") << true << false;
        QTest::newRow("the head") << false << true;
    }
    void tiedModelsMayStoreEither()
    {
        QFETCH(bool, embedding);
        QFETCH(bool, head);
        json config = tinyConfig();
        config["tie_word_embeddings"] = true;
        writeTinyDirectory(path("tied"), config, tinyTensors(embedding, head));
        const auto directory = loadModel(path("tied"));
        QVERIFY2(directory, qPrintable(sentenceOf(directory)));
        QCOMPARE((*directory)->weights.head.data, (*directory)->weights.embedding.data);
        QCOMPARE((*directory)->record.parameters, 128 + 5 * 8 + 2 * 480);

        GgufWriter writer = tinyGgufKeys();
        writeFile(path("tied.gguf"), addTinyTensors(writer, tinyTensors(embedding, head)).file());
        const auto file = loadModel(path("tied.gguf"));
        QVERIFY2(file, qPrintable(sentenceOf(file)));
        QVERIFY((*file)->config.tiedEmbeddings);
    }

    void crookedTensorsAreCopied()
    {
        // A header whose length is odd moves every tensor off its alignment; the format allows it.
        writeTinyDirectory(path("crooked"));
        const std::string straight = readFile(path("crooked") / "model.safetensors");
        std::uint64_t length;
        std::memcpy(&length, straight.data(), sizeof length);
        std::string header = straight.substr(8, length);
        while ((8 + header.size()) % 4 != 1)
            header += ' ';
        writeFile(path("crooked") / "model.safetensors", safetensorsFile(header, straight.substr(8 + length)));
        const auto loaded = loadModel(path("crooked"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const MatrixView& q = (*loaded)->weights.layers[0].q;
        QCOMPARE(reinterpret_cast<std::uintptr_t>(q.data) % 4, std::uintptr_t(0));
        QCOMPARE(firstFloat(q), 5.0f);
    }

    void tensorsAreNamedWhenWrong_data()
    {
        QTest::addColumn<QString>("tensor");
        for (const NamedTensor& tensor : tinyTensors())
            QTest::newRow(tensor.name.c_str()) << QString::fromStdString(tensor.name);
    }
    void tensorsAreNamedWhenWrong()
    {
        QFETCH(QString, tensor);
        auto missing = tinyTensors(), wrong = tinyTensors();
        std::erase_if(missing, [&](const NamedTensor& each) { return each.name == tensor.toStdString(); });
        for (NamedTensor& each : wrong)
            if (each.name == tensor.toStdString())
                ++each.shape.back();
        writeTinyDirectory(path("missing"), tinyConfig(), missing);
        QVERIFY2(sentenceOf(loadModel(path("missing"))).contains("has no tensor " + tensor),
                 qPrintable(sentenceOf(loadModel(path("missing")))));
        writeTinyDirectory(path("wrong"), tinyConfig(), wrong);
        QVERIFY2(sentenceOf(loadModel(path("wrong"))).contains("The tensor " + tensor + " has the shape ["),
                 qPrintable(sentenceOf(loadModel(path("wrong")))));
    }

    /// A family's own tensors: taken, and asked for.
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

    /// With the names of the whole model and with those of the model without its head; masks that old files have beside them.
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
    void refusesTensorsThatAreLeft_data()
    {
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("layers");
        QTest::addColumn<QString>("says");
        const char* const use =
            ", which Draftscope has no use for and cannot leave out without changing what the model "
            "says: use another model.";
        QTest::newRow("a bias") << "model.layers.1.self_attn.q_proj.bias" << tinyLayers
                                << QString(" has the tensor model.layers.1.self_attn.q_proj.bias") + use;
        QTest::newRow("a norm of another family") << "model.layers.0.self_attn.q_norm.weight" << tinyLayers
                                                  << QString("model.layers.0.self_attn.q_norm.weight") + use;
        QTest::newRow("anything") << "visual.merger.weight" << tinyLayers << QString("visual.merger.weight") + use;
        QTest::newRow("rotary frequencies") << "model.layers.1.self_attn.rotary_emb.inv_freq" << tinyLayers << "loaded";
        QTest::newRow("more layers") << "" << tinyLayers - 1
                                     << "says 1 layer and the file has 2: the files do not belong together, download "
                                        "them again.";
    }
    void refusesTensorsThatAreLeft()
    {
        QFETCH(QString, tensor);
        QFETCH(int, layers);
        QFETCH(QString, says);
        auto tensors = tinyTensors();
        if (!tensor.isEmpty())
            tensors.push_back({tensor.toStdString(), {tinyHidden}});
        json config = tinyConfig();
        config["num_hidden_layers"] = layers;
        writeTinyDirectory(path("left"), config, tensors);
        QVERIFY2(sentenceOf(loadModel(path("left"))).endsWith(says), qPrintable(sentenceOf(loadModel(path("left")))));
    }

    void refusesTensorsThatAreLeftInGguf_data()
    {
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<QString>("says");
        QTest::newRow("a norm of another family")
            << "blk.0.attn_q_norm.weight"
            << " has the tensor blk.0.attn_q_norm.weight and 1 more like it, which Draftscope has no use for";
        QTest::newRow("a layer") << "blk.2.attn_q.weight"
                                 << "says 2 layers and the file has 3: the files do not belong together";
        QTest::newRow("rotary factors") << "rope_freqs.weight"
                                        << "loaded";
    }
    void refusesTensorsThatAreLeftInGguf()
    {
        QFETCH(QString, tensor);
        QFETCH(QString, says);
        GgufWriter writer = tinyGgufKeys();
        addTinyTensors(writer);
        if (tensor.endsWith("norm.weight"))
            writer.tensor("blk.1.attn_q_norm.weight", {4}, 0, floats(4));
        writer.tensor(tensor.toStdString(), {2}, 0, floats(2, 1)); // two pairs a head
        writeFile(path("left.gguf"), writer.file());
        const auto loaded = loadModel(path("left.gguf"));
        QVERIFY2(sentenceOf(loaded).contains(says), qPrintable(sentenceOf(loaded)));
        if (loaded)
            QCOMPARE((*loaded)->config.ropeFactors, (std::vector<float>{1, 2})); // it is honoured
    }

    /// Files of tied models may hold the matrix twice; if both are not the same, it is not known which one is meant.
    void tiedMatricesAreTheSame()
    {
        json config = tinyConfig();
        config["tie_word_embeddings"] = true;
        writeTinyDirectory(path("twice"), config, tinyTensors());
        QVERIFY2(sentenceOf(loadModel(path("twice")))
                     .endsWith("says that model.embed_tokens.weight and lm_head.weight are the same, and they are not: "
                               "the files do not belong together, download them again."),
                 qPrintable(sentenceOf(loadModel(path("twice")))));
        // tinySafetensors() gives each tensor other numbers, so the second is written over the first.
        std::string bytes = readFile(path("twice") / "model.safetensors");
        std::uint64_t header;
        std::memcpy(&header, bytes.data(), sizeof header);
        const json entries = json::parse(bytes.substr(8, header));
        const auto place = [&](const char* name) { return 8 + header + std::size_t(entries[name]["data_offsets"][0]); };
        const std::size_t size = std::size_t(tinyVocabulary) * tinyHidden * 4;
        bytes.replace(place("lm_head.weight"), size, bytes.substr(place("model.embed_tokens.weight"), size));
        std::filesystem::remove(path("twice") / "model.safetensors");
        writeFile(path("twice") / "model.safetensors", bytes);
        const auto loaded = loadModel(path("twice"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        QCOMPARE((*loaded)->weights.head.data, (*loaded)->weights.embedding.data);
    }

    /// A pipe in the place of any file of a model: opening it would wait for ever.
    void refusesPipes_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"config.json", "generation_config.json", "model.safetensors", "tokenizer.model", "tokenizer_config.json"})
            QTest::newRow(file) << file;
    }
    void refusesPipes()
    {
        QFETCH(QString, file);
        writeTinyDirectory(path("pipes"));
        const auto pipe = path("pipes") / file.toStdString();
        std::filesystem::remove(pipe);
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(sentenceOf(loadModel(path("pipes"))),
                 QString("%1 is a pipe, not a regular file: choose a file.").arg(pipe.c_str()));
        const auto gguf = path("pipe.gguf");
        QVERIFY(::mkfifo(gguf.c_str(), 0600) == 0 || errno == EEXIST);
        QVERIFY(sentenceOf(loadModel(gguf)).contains("is a pipe, not a regular file"));
    }

    void noticesWeightsThatShrink()
    {
        writeTinyDirectory(path("shrinks"));
        const auto file = path("shrinks") / "model.safetensors";
        const auto opened = openModel(path("shrinks"));
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        std::filesystem::resize_file(file, 5000);
        QCOMPARE(
            readWeights(**opened).error().sentence,
            fmt::format("The file {} was changed or shortened while it was in use: load it again when it is whole.",
                        file.string()));
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("says");
        QTest::newRow("config") << "config.json"
                                << "has no config.json";
        QTest::newRow("weights") << "model.safetensors"
                                 << "has no model.safetensors";
        QTest::newRow("vocabulary") << "tokenizer.model"
                                    << "has no vocabulary";
    }
    void saysWhatIsMissing()
    {
        QFETCH(QString, file);
        QFETCH(QString, says);
        writeTinyDirectory(path("part"));
        std::filesystem::remove(path("part") / file.toStdString());
        QVERIFY2(sentenceOf(loadModel(path("part"))).contains(says), qPrintable(sentenceOf(loadModel(path("part")))));
    }

    void saysWhatToChoose()
    {
        writeTinyDirectory(path("tiny"));
        QVERIFY(sentenceOf(loadModel("/no/such")).startsWith("There is no model at /no/such"));
        QVERIFY(sentenceOf(loadModel(path("tiny") / "model.safetensors")).contains("choose the directory"));
        writeFile(path("tiny") / "pytorch_model.bin", "x");
        std::filesystem::remove(path("tiny") / "model.safetensors");
        QVERIFY(sentenceOf(loadModel(path("tiny"))).contains("only a torch checkpoint"));
    }

    void refusesAVocabularyLargerThanTheEmbedding()
    {
        writeTinyDirectory(path("large"));
        auto pieces = tinyPieces();
        pieces.push_back({"zz", -200, PieceType::normal});
        writeFile(path("large") / "tokenizer.model", tinyTokenizer(pieces));
        QVERIFY(sentenceOf(loadModel(path("large"))).contains("has 17 tokens, but its embedding only 16"));
    }

    void canBeCancelled()
    {
        writeTinyDirectory(path("tiny"));
        const std::atomic<bool> cancelled = true;
        const auto loaded = loadModel(path("tiny"), {{}, &cancelled});
        QCOMPARE(sentenceOf(loaded), "Loading tiny was cancelled.");
    }

    void hashTellsWeightsApart()
    {
        writeTinyDirectory(path("one"));
        writeTinyDirectory(path("copy"));
        writeTinyDirectory(path("other"));
        std::string bytes = readFile(path("other") / "model.safetensors");
        bytes[bytes.size() - 1] = char(bytes.back() ^ 1);
        writeFile(path("other") / "model.safetensors", bytes);
        const auto hash = [&](const char* name) { return (*loadModel(path(name)))->record.hash; };
        QCOMPARE(hash("one"), hash("copy"));
        QVERIFY(hash("one") != hash("other"));
    }

    void opensStories260K()
    {
        const auto file = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(file);
        const auto loaded = loadModel(file);
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const Model& model = **loaded;
        QCOMPARE(model.name, "stories260K");
        QCOMPARE(model.config.layerCount, 5);
        QCOMPARE(model.config.headCount, 8);
        QCOMPARE(model.config.kvHeadCount, 4);
        QCOMPARE(model.config.contextLength, 2048); // what the file says
        QVERIFY(model.isEndOfText(2));
        // The embedding begins as in llama2.c's own checkpoint of the same weights, after its 7 numbers.
        const std::string original = readFile(sharedData("models/stories260K/stories260K.bin"));
        QVERIFY(std::memcmp(model.weights.embedding.data, original.data() + 28, model.weights.embedding.bytes()) == 0);
    }
};

QTEST_GUILESS_MAIN(TestLoadModel)
#include "test_load_model.moc"
