// SPDX-License-Identifier: MIT
// Numbers of GGUF files that are stated for each layer, in an array: read where all are the same, and refused by name
// where layers differ in what they cannot.
#include <map>

#include <QTemporaryDir>
#include <QTest>

#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

using Numbers = std::vector<std::uint32_t>;

/// The metadata of the tiny model with some of its numbers as arrays.
GgufWriter keysWith(const std::map<std::string, Numbers>& arrays, const std::string& architecture = "llama")
{
    GgufWriter writer;
    writer.key("general.architecture", architecture);
    const std::map<std::string, std::uint32_t> sizes = {
        {"context_length", 32},      {"embedding_length", tinyHidden},    {"feed_forward_length", tinyInner},
        {"block_count", tinyLayers}, {"attention.head_count", tinyHeads}, {"attention.head_count_kv", tinyKvHeads}};
    for (const auto& [key, size] : sizes)
        if (!arrays.contains(key))
            writer.key(architecture + '.' + key, size);
    for (const auto& [key, numbers] : arrays)
        writer.array(architecture + '.' + key, 4, numbers);
    return writer;
}

} // namespace

class TestGgufArrays : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    Result<ModelConfig> read(GgufWriter writer) const
    {
        const std::filesystem::path path = m_directory.filePath("arrays.gguf").toStdString();
        writeFile(path, addTinyTensors(writer).file());
        const auto file = Gguf::open(path);
        return file ? readGgufConfig(**file) : tl::unexpected(file.error());
    }
    /// "8 0": the windows of layers.
    std::string windows(GgufWriter writer) const
    {
        const auto config = read(writer);
        if (!config)
            return config.error().sentence;
        std::string all;
        for (int i = 0; i < config->layerCount; ++i)
            all += fmt::format("{}{}", i > 0 ? " " : "", config->attentionOf(i).window);
        return all;
    }

private slots:
    void oneNumberMayStandInAnArray()
    {
        const Numbers heads(tinyLayers, tinyHeads), kvHeads(tinyLayers, tinyKvHeads), inner(tinyLayers, tinyInner);
        const auto config = read(keysWith({{"attention.head_count", heads},
                                           {"attention.head_count_kv", kvHeads},
                                           {"feed_forward_length", inner},
                                           {"context_length", {32}},
                                           {"attention.key_length", {tinyHidden / tinyHeads}},
                                           {"rope.dimension_count", Numbers(tinyLayers, tinyHidden / tinyHeads)}})
                                     .array("llama.rope.freq_base", 6, std::vector<float>{5e5f, 5e5f})
                                     .array("llama.attention.layer_norm_rms_epsilon", 6, std::vector<float>{1e-4f}));
        QVERIFY2(config, config ? "" : config.error().sentence.c_str());
        QCOMPARE(config->headCount, tinyHeads);
        QCOMPARE(config->kvHeadCount, tinyKvHeads);
        QCOMPARE(config->intermediateSize, tinyInner);
        QCOMPARE(config->contextLength, 32);
        QCOMPARE(config->ropeTheta, 5e5);
        QCOMPARE(config->normEpsilon, 1e-4f);
        QCOMPARE(config->partlyRotated, 0);
    }

    void refusesWhatDiffers_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, GgufWriter writer, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(addTinyTensors(writer).file()) << says;
        };
        row("heads", keysWith({{"attention.head_count_kv", {1, 2}}}),
            "llama.attention.head_count_kv as 1 in layer 0 and as 2 in layer 1: layers that differ");
        row("inner sizes", keysWith({{"feed_forward_length", {8, 0}}}),
            "llama.feed_forward_length as 8 in layer 0 and as 0");
        row("a base", keysWith({}).array("llama.rope.freq_base", 6, std::vector<float>{1e4f, 1e5f}),
            "llama.rope.freq_base as 10000 in layer 0 and as 100000 in layer 1");
        row("nothing", keysWith({{"attention.head_count", {}}}),
            "llama.attention.head_count as an array without numbers");
        row("texts", keysWith({}).key("llama.attention.key_length", std::vector<std::string>{"4"}),
            "llama.attention.key_length as an array without numbers");
        row("windows of other layers", keysWith({{"attention.sliding_window", {8, 8, 8}}}),
            "llama.attention.sliding_window as an array of 3 values where the model has 2 layers");
    }
    void refusesWhatDiffers()
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

    void windowsMayDiffer()
    {
        QCOMPARE(windows(keysWith({}).key("llama.attention.sliding_window", 8U)), "8 8");
        QCOMPARE(windows(keysWith({{"attention.sliding_window", {0, 8}}})), "0 8");
        QCOMPARE(windows(keysWith({{"attention.sliding_window", {4, 32}}})), "4 0");
        const auto pattern = [](const std::string& architecture) {
            return keysWith({}, architecture)
                .key(architecture + ".attention.sliding_window", 8U)
                .array(architecture + ".attention.sliding_window_pattern", 7, std::vector<std::uint8_t>{0, 1});
        };
        for (const char* architecture : {"llama", "qwen3", "gemma2"})
            QCOMPARE(windows(pattern(architecture)), "0 8");
        const auto gemma3 = read(pattern("gemma3"));
        QVERIFY2(gemma3, gemma3 ? "" : gemma3.error().sentence.c_str());
        QCOMPARE(gemma3->attentionOf(1).window, 8);
        QVERIFY(!gemma3->attentionOf(0).hasLocalRope && gemma3->attentionOf(1).hasLocalRope);
        QVERIFY(
            windows(keysWith({}, "qwen2").key("qwen2.attention.sliding_window", 8U)).ends_with("use another model."));
    }
};

DRAFTSCOPE_TEST(TestGgufArrays)
#include "test_gguf_arrays.moc"
