// SPDX-License-Identifier: MIT
// GGUF files: typed keys and tensors, and one sentence for every way in which a file can lie.
#include <malloc.h>

#include <QTemporaryDir>
#include <QTest>

#include "engine/formats/gguf.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

const std::string hugeCount = littleEndian(~std::uint64_t(0));

} // namespace

class TestGguf : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    Result<std::shared_ptr<const Gguf>> open(const std::string& contents) const
    {
        const std::filesystem::path path = m_directory.filePath("file.gguf").toStdString();
        writeFile(path, contents);
        return Gguf::open(path);
    }
    QString refusal(const std::string& contents) const
    {
        const auto file = open(contents);
        return file ? QString("opened") : QString::fromStdString(file.error().sentence);
    }

private slots:
    void readsKeysInAnyOrder_data()
    {
        QTest::addColumn<unsigned>("version");
        QTest::newRow("version 2") << 2U;
        QTest::newRow("version 3") << 3U;
    }
    void readsKeysInAnyOrder()
    {
        QFETCH(unsigned, version);
        GgufWriter writer;
        writer.key("tokens", std::vector<std::string>{"a", "", "ccc"})
            .key("none", 4294967295U)
            .key("yes", true)
            .key("epsilon", 0.5f)
            .rawKey("large", 10, hugeCount)
            .rawKey("small", 1, "\xff")
            .array("types", 5, std::vector<std::int32_t>{1, -2})
            .key("name", "x")
            .tensor("m", {3, 2}, 0, floats(6))
            .tensor("n", {2}, 30, floats(1));
        const auto file = open(writer.file(version));
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        const Gguf& gguf = **file;
        QCOMPARE(gguf.text("name"), std::optional<std::string_view>("x"));
        QCOMPARE(gguf.integer("none"), std::optional<std::int64_t>(4294967295));
        QCOMPARE(gguf.integer("large"), std::optional<std::int64_t>(INT64_MAX));
        QCOMPARE(gguf.integer("small"), std::optional<std::int64_t>(-1));
        QCOMPARE(gguf.boolean("yes"), std::optional(true));
        QCOMPARE(gguf.number("epsilon"), std::optional(0.5));
        QCOMPARE(gguf.number("none"), std::optional(4294967295.0));
        QVERIFY(!gguf.integer("name") && !gguf.text("absent"));
        QCOMPARE(gguf.array("tokens")->strings().value(), (std::vector<std::string_view>{"a", "", "ccc"}));
        QCOMPARE(gguf.array("types")->integers().value(), (std::vector<std::int64_t>{1, -2}));
        QVERIFY(!gguf.array("types")->strings() && !gguf.array("types")->floats() && !gguf.array("name"));
        // The file has the fastest dimension first; a view the outermost.
        QCOMPARE(gguf.tensor("m")->shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(std::string(reinterpret_cast<const char*>(gguf.tensor("m")->data), 24), floats(6));
        QCOMPARE(gguf.tensor("n")->type, WeightType::bf16);
    }

    /// Twenty million booleans; as numbers they would take eight times as much.
    void arraysStayInTheFile()
    {
        const std::uint64_t count = 20'000'000;
        const std::string file =
            GgufWriter()
                .rawKey("flags", 9, littleEndian(std::uint32_t(7)) + littleEndian(count) + std::string(count, '\1'))
                .file();
        writeFile(m_directory.filePath("large.gguf").toStdString(), file);
        const auto before = ::mallinfo2();
        const auto opened = Gguf::open(m_directory.filePath("large.gguf").toStdString());
        const auto after = ::mallinfo2();
        QVERIFY(opened);
        QVERIFY(after.uordblks + after.hblkhd < before.uordblks + before.hblkhd + 1'000'000);
        QCOMPARE((*opened)->array("flags")->size(), std::size_t(count));
        QCOMPARE((*opened)->array("flags")->integers()->back(), std::int64_t(1));
    }

    void namesAreText()
    {
        QVERIFY(refusal(GgufWriter().key("k\xff", 1U).file()).contains("a key is not valid UTF-8"));
        QVERIFY(refusal(GgufWriter().tensor("t\xff", {1}, 0, floats(1)).file())
                    .contains("a tensor's name is not valid UTF-8"));
        const auto file = open(GgufWriter().key("general.name", "a\xff").file());
        QVERIFY(file);
        QCOMPARE((*file)->shownText("general.name"), std::optional<std::string>("a\uFFFD"));
    }

    void keysAndTensorsAreLimited()
    {
        std::string many =
            "GGUF" + littleEndian(3U) + littleEndian(std::uint64_t(0)) + littleEndian(std::uint64_t(65537));
        for (int i = 0; i < 65537; ++i)
            many += GgufWriter::text(std::to_string(i)) + littleEndian(7U) + '\1';
        QVERIFY2(
            refusal(many).endsWith(
                "has 65537 keys and 0 tensors, and more than 65536 or 262144 belong to no model: choose another file."),
            qPrintable(refusal(many)));
    }

    void quantisedTensorsAreWholeBlocks()
    {
        const auto fileOf = [](const std::vector<std::uint64_t>& sizes, std::uint32_t type, std::size_t bytes) {
            return GgufWriter().tensor("blk.0.attn_q.weight", sizes, type, std::string(bytes, 'x')).file();
        };
        const auto file = open(fileOf({512, 3}, 12, 6 * 144));
        QVERIFY(file);
        QCOMPARE((*file)->tensor("blk.0.attn_q.weight")->type, WeightType::q4_k);
        QCOMPARE((*file)->tensor("blk.0.attn_q.weight")->bytes, std::size_t(6 * 144));
        // As many elements as three blocks have, but no row is whole blocks.
        QVERIFY2(refusal(fileOf({48, 2}, 2, 3 * 18))
                     .contains("rows of the tensor blk.0.attn_q.weight have 48 elements, which blocks of 32 (Q4_0) do "
                               "not fill"),
                 qPrintable(refusal(fileOf({48, 2}, 2, 3 * 18))));
        QVERIFY(refusal(fileOf({}, 8, 34)).contains("have 1 elements, which blocks of 32 (Q8_0) do not fill"));
        QVERIFY(refusal(fileOf({512, 3}, 12, 6 * 144 - 1)).contains("lies past the end of the file"));
    }

    void namesAQuantisedTensor()
    {
        const auto file = open(GgufWriter().tensor("blk.0.attn_q.weight", {256, 1}, 10, std::string(84, 'x')).file());
        QVERIFY(file);
        const auto sentence = QString::fromStdString((*file)->tensor("blk.0.attn_q.weight").error().sentence);
        QVERIFY2(sentence.startsWith("The tensor blk.0.attn_q.weight of ")
                     && sentence.endsWith(
                         "is quantised as Q2_K, which is not supported; use a file in Q8_0, Q4_0, Q4_1, Q5_0, "
                         "Q5_1, Q4_K, Q5_K, Q6_K, BF16, F16 or F32."),
                 qPrintable(sentence));
    }

    void refusesLies_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& file, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << says;
        };
        const auto four = std::uint32_t(4);
        row("another format", "PK\3\4 and more", "not a GGUF file");
        row("three bytes", "GGU", "not a GGUF file");
        row("version 1", GgufWriter().file(1), "has version 1");
        row("big-endian", GgufWriter().file(0x03000000), "big-endian");
        row("tensors beyond count", "GGUF" + littleEndian(3U) + hugeCount + littleEndian(std::uint64_t(0)),
            "tensors, more");
        row("keys beyond count", "GGUF" + littleEndian(3U) + littleEndian(std::uint64_t(0)) + hugeCount, "keys, more");
        row("a key twice", GgufWriter().key("k", 1U).key("k", 2U).file(), "says the key k twice");
        row("a kind that is none", GgufWriter().rawKey("k", 77, littleEndian(1U)).file(), "unknown type 77");
        row("a long string", GgufWriter().rawKey("k", 8, hugeCount).file(), "value of k is longer");
        row("a long array", GgufWriter().rawKey("k", 9, littleEndian(four) + hugeCount).file(), "more than fit");
        row("an array of arrays", GgufWriter().rawKey("k", 9, littleEndian(9U) + littleEndian(std::uint64_t(1))).file(),
            "unknown type 9");
        row("an alignment of 3", GgufWriter().key("general.alignment", 3U).file(), "no power of two");
        row("an alignment of 0", GgufWriter().key("general.alignment", 0U).file(), "no power of two");
        row("five dimensions", GgufWriter().tensor("t", {1, 1, 1, 1, 1}, 0, floats(1)).file(),
            "more than 4 dimensions");
        row("a nameless tensor", GgufWriter().tensor("", {1}, 0, floats(1)).file(), "name is empty");
        row("a tensor twice", GgufWriter().tensor("t", {1}, 0, floats(1)).tensor("t", {1}, 0, floats(1)).file(),
            "names the tensor t twice");
        row("a crooked offset", GgufWriter().tensor("t", {1}, 0, floats(9), 4).file(), "multiple of 32");
        row("an offset past the end", GgufWriter().tensor("t", {1}, 0, floats(9), 1 << 20).file(), "past the end");
        row("a shape past the end", GgufWriter().tensor("t", {64}, 0, floats(9)).file(), "past the end");
        row("a product that wraps", GgufWriter().tensor("t", {1ULL << 62, 4}, 0, floats(9)).file(), "past the end");
        row("overlapping tensors",
            GgufWriter().tensor("s", {16}, 0, floats(16)).tensor("t", {8}, 0, floats(8), 32).file(), "s and t overlap");
    }
    void refusesLies()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, says);
        const QString sentence = refusal(file.toStdString());
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }

    void refusesFilesDamagedInTransit_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("sentencepiece") << "ggml-vocab-llama-spm.gguf";
        QTest::newRow("bert") << "ggml-vocab-bert-bge.gguf";
    }
    void refusesFilesDamagedInTransit()
    {
        QFETCH(QString, name);
        const auto path = sharedData("models/corrupt-gguf/" + name.toStdString());
        DRAFTSCOPE_NEEDS_DATA(path);
        const auto file = Gguf::open(path);
        QVERIFY(!file);
        QVERIFY2(QString::fromStdString(file.error().sentence).contains("is damaged"), file.error().sentence.c_str());
    }

    void namesAMissingFile()
    {
        QCOMPARE(Gguf::open("/no/such.gguf").error().sentence,
                 "The file /no/such.gguf does not exist: check its name.");
        QVERIFY(QString::fromStdString(Gguf::open("/").error().sentence).contains("not a regular file"));
        QVERIFY(refusal("").contains("is empty"));
    }
};

DRAFTSCOPE_TEST(TestGguf)
#include "test_gguf.moc"
