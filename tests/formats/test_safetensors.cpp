// SPDX-License-Identifier: MIT
// Safetensors files: what is read, and one sentence for every way in which a header can lie.
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include "engine/formats/safetensors.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestSafetensors : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }

private slots:
    void readsShapesAndBytes()
    {
        writeFile(path("a.safetensors"),
                  safetensorsFile(R"({"__metadata__":{"format":"pt"},)"
                                  R"("a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
                                  R"("b":{"dtype":"BF16","shape":[2],"data_offsets":[24,28]},)"
                                  R"("ids":{"dtype":"I64","shape":[1],"data_offsets":[28,36]}})",
                                  floats(9)));
        const auto file = Safetensors::open(path("a.safetensors"));
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        const auto a = (*file)->tensor("a");
        QVERIFY(a);
        QCOMPARE(a->shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(a->bytes, std::size_t(24));
        QCOMPARE(std::string(reinterpret_cast<const char*>(a->data), 24), floats(6));
        QCOMPARE((*file)->tensor("b")->type, WeightType::bf16);
        // Whole numbers may lie in a checkpoint; they are refused only when a model wants them.
        QVERIFY(QString::fromStdString((*file)->tensor("ids").error().sentence).contains("stored as I64"));
        QVERIFY(QString::fromStdString((*file)->tensor("c").error().sentence).contains("no tensor c"));
    }

    void refusesLies_data()
    {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* header, const char* says) {
            QTest::newRow(name) << header << says;
        };
        row("past the data", R"({"a":{"dtype":"F32","shape":[9],"data_offsets":[0,36]}})", "outside its data");
        row("backwards", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[8,4]}})", "outside its data");
        row("overlapping",
            R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
            R"("b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
            "a and b overlap");
        row("a gap", R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[4,16]}})", "4 bytes in front of the tensor a");
        row("more data", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
            "12 bytes behind its last tensor");
        row("a number among metadata",
            R"({"__metadata__":{"format":7},"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})",
            "its metadata are not texts");
        row("too few bytes", R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", "does not fit its bytes");
        row("too many bytes", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", "does not fit its bytes");
        row("a product that wraps", R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})",
            "does not fit its bytes");
        row("a name twice",
            R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
            R"("a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
            "says \"a\" twice");
        row("a negative size", R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "is not described");
        row("a fraction", R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})", "is not described");
        row("a huge number", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,1e300]}})", "is not described");
        row("no offsets", R"({"a":{"dtype":"F32","shape":[1]}})", "is not described");
        row("no object", R"({"a":7})", "is not described");
        row("an unknown type", R"({"a":{"dtype":"Q7","shape":[1],"data_offsets":[0,4]}})", "unknown type Q7");
        row("no JSON", R"({"a":)", "not valid JSON");
        row("an array", R"([1,2])", "holds no JSON object");
        row("empty", "", "not valid JSON");
    }
    void refusesLies()
    {
        QFETCH(QString, header);
        QFETCH(QString, says);
        writeFile(path("lie.safetensors"), safetensorsFile(header.toStdString(), floats(4)));
        const auto file = Safetensors::open(path("lie.safetensors"));
        QVERIFY(!file);
        const auto sentence = QString::fromStdString(file.error().sentence);
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }

    void refusesALongHeader()
    {
        writeFile(path("long.safetensors"), littleEndian(~std::uint64_t(0)) + "{}");
        QVERIFY(QString::fromStdString(Safetensors::open(path("long.safetensors")).error().sentence)
                    .contains("header is longer than the file"));
    }

    /// A header of six megabytes. A parser that compares every tensor with all others takes an hour, and Qt Test ends
    /// it.
    void longHeadersTakeLinearTime()
    {
        std::string header = "{";
        for (int i = 0; i < 100'000; ++i)
            header += fmt::format("{}\"{}\":{{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}",
                                  i == 0 ? "" : ",", i);
        writeFile(path("many.safetensors"), safetensorsFile(header + "}", {}));
        const auto file = Safetensors::open(path("many.safetensors"));
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        QCOMPARE((*file)->names().size(), std::size_t(100'000));
        const std::string padded = header + "}" + std::string((32 << 20) - header.size(), ' ');
        writeFile(path("long.safetensors"), safetensorsFile(padded, {}));
        QVERIFY(QString::fromStdString(Safetensors::open(path("long.safetensors")).error().sentence)
                    .endsWith("is longer than 32 MiB: it is not a model's file."));
    }

    void joinsShards()
    {
        writeFile(path("1.safetensors"),
                  safetensorsFile(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", floats(1, 7)));
        writeFile(path("2.safetensors"),
                  safetensorsFile(R"({"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", floats(1, 8)));
        writeFile(path("index.json"), R"({"weight_map":{"a":"1.safetensors","b":"2.safetensors"}})");
        const auto file = Safetensors::openIndex(path("index.json"));
        QVERIFY(file);
        QCOMPARE((*file)->names(), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(std::string(reinterpret_cast<const char*>((*file)->tensor("b")->data), 4), floats(1, 8));
    }

    /// Two files of a name each, and others that the index does not speak of.
    void theIndexAloneSaysWhereATensorIs()
    {
        const auto both = [](float first) {
            return safetensorsFile(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                                   R"("b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]},)"
                                   R"("c":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})",
                                   floats(3, first));
        };
        writeFile(path("1.safetensors"), both(10));
        writeFile(path("2.safetensors"), both(20));
        writeFile(path("index.json"), R"({"weight_map":{"a":"2.safetensors","b":"1.safetensors"}})");
        const auto file = Safetensors::openIndex(path("index.json"));
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        QCOMPARE((*file)->names(), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(std::string(reinterpret_cast<const char*>((*file)->tensor("a")->data), 4), floats(1, 20));
        QCOMPARE(std::string(reinterpret_cast<const char*>((*file)->tensor("b")->data), 4), floats(1, 11));
    }

    /// safetensors.json has what the reference implementation says of each (make_safetensors_golden.py).
    void readsAndRefusesWhatTheReferenceDoes()
    {
        const auto cases =
            nlohmann::json::parse(std::ifstream(DRAFTSCOPE_SOURCE_DIR "/tests/formats/safetensors.json"));
        int read = 0, refused = 0;
        for (const auto& golden : cases) {
            const auto name = golden["name"].get<std::string>();
            writeFile(path("golden.safetensors"),
                      QByteArray::fromBase64(golden["file"].get<std::string>().c_str()).toStdString());
            const auto file = Safetensors::open(path("golden.safetensors"));
            const bool isRead = !golden["tensors"].is_null() && !golden.contains("stricter");
            QVERIFY2(file.has_value() == isRead, (name + ": " + (file ? "read" : file.error().sentence)).c_str());
            if (file)
                QCOMPARE((*file)->names(), golden["tensors"].get<std::vector<std::string>>());
            else
                QVERIFY2(file.error().sentence.ends_with('.'), file.error().sentence.c_str());
            ++(file ? read : refused);
        }
        QVERIFY(read > 90 && refused > 200);
    }

    void refusesAnIndexThatLies_data()
    {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("says");
        QTest::newRow("a missing tensor") << R"({"weight_map":{"z":"1.safetensors"}})"
                                          << "lacks the tensor z";
        QTest::newRow("a missing shard") << R"({"weight_map":{"a":"3.safetensors"}})"
                                         << "does not exist";
        QTest::newRow("out of the directory") << R"({"weight_map":{"a":"../1.safetensors"}})"
                                              << "outside its directory";
        QTest::newRow("no map") << "{}"
                                << "no weight_map";
        QTest::newRow("a number") << R"({"weight_map":{"a":1}})"
                                  << "names no file";
    }
    void refusesAnIndexThatLies()
    {
        QFETCH(QString, index);
        QFETCH(QString, says);
        writeFile(path("1.safetensors"),
                  safetensorsFile(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", floats(1)));
        writeFile(path("lie.json"), index.toStdString());
        const auto file = Safetensors::openIndex(path("lie.json"));
        QVERIFY(!file);
        QVERIFY2(QString::fromStdString(file.error().sentence).contains(says), file.error().sentence.c_str());
    }

    void readsRealFiles()
    {
        const auto folder = sharedData("models/safetensors-small");
        DRAFTSCOPE_NEEDS_DATA(folder);
        int read = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            const auto file = Safetensors::open(entry.path());
            QVERIFY2(file, file ? "" : file.error().sentence.c_str());
            QVERIFY(!(*file)->names().empty());
            ++read;
        }
        QCOMPARE(read, 4);
    }
};

DRAFTSCOPE_TEST(TestSafetensors)
#include "test_safetensors.moc"
