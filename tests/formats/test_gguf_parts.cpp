// SPDX-License-Identifier: MIT
// Models in several GGUF files, as gguf-split writes them: any of them opens the whole, and what does not belong
// together is refused.
#include <QTemporaryDir>
#include <QTest>

#include "engine/formats/gguf.h"
#include "engine/formats/gguf_parts.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

GgufWriter& splitKeys(GgufWriter& writer, int part, int count, int tensors)
{
    return writer.rawKey("split.no", 2, littleEndian(std::uint16_t(part)))
        .rawKey("split.count", 2, littleEndian(std::uint16_t(count)))
        .rawKey("split.tensors.count", 5, littleEndian(std::int32_t(tensors)));
}

/// The first part has the keys, the second one tensors alone, as gguf-split and gguf-py write them.
std::string firstPart(int count = 2, int tensors = 3)
{
    GgufWriter writer;
    writer.key("general.architecture", "llama").array("types", 5, std::vector<std::int32_t>{1, -2});
    return splitKeys(writer, 0, count, tensors).tensor("a", {2}, 0, floats(2, 1)).file();
}

GgufWriter laterPart(int part = 1, int count = 2, int tensors = 3)
{
    GgufWriter writer;
    splitKeys(writer, part, count, tensors);
    return writer;
}

std::string lastPart()
{
    return laterPart().tensor("b", {1}, 0, floats(1, 7)).tensor("c", {1}, 0, floats(1, 9)).file();
}

} // namespace

class TestGgufParts : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const std::string& name) const
    {
        return m_directory.filePath(name.c_str()).toStdString();
    }
    void write(const std::string& first, const std::string& second) const
    {
        writeFile(path("m-00001-of-00002.gguf"), first);
        writeFile(path("m-00002-of-00002.gguf"), second);
    }

private slots:
    void cleanup()
    {
        for (const auto& entry : std::filesystem::directory_iterator(m_directory.path().toStdString()))
            std::filesystem::remove_all(entry.path());
    }

    void anyPartOpensTheWhole()
    {
        write(firstPart(), lastPart());
        for (const char* name : {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"}) {
            const auto file = Gguf::open(path(name));
            QVERIFY2(file, file ? "" : file.error().sentence.c_str());
            QCOMPARE((*file)->path(), path("m-00001-of-00002.gguf"));
            QCOMPARE((*file)->names(), (std::vector<std::string>{"a", "b", "c"}));
            QCOMPARE(*(*file)->text("general.architecture"), std::string_view("llama"));
            QCOMPARE((*file)->array("types")->integers(), (std::vector<std::int64_t>{1, -2}));
            QCOMPARE((*file)->storage().size(), std::size_t(2));
            QCOMPARE(std::string(reinterpret_cast<const char*>((*file)->tensor("a")->data), 8), floats(2, 1));
            QCOMPARE(std::string(reinterpret_cast<const char*>((*file)->tensor("c")->data), 4), floats(1, 9));
        }
    }

    void oneOfOneIsAWholeFile()
    {
        writeFile(path("m-00001-of-00001.gguf"), firstPart(1, 1));
        QVERIFY(Gguf::open(path("m-00001-of-00001.gguf")));
        for (const int count : {0, 1}) {
            writeFile(path("m.gguf"), firstPart(count, 1));
            QVERIFY(Gguf::open(path("m.gguf")));
        }
    }

    void refusesWhatIsNoModel_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& first, const std::string& second, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(first) << QByteArray::fromStdString(second) << says;
        };
        row("a missing part", firstPart(), "", "the part m-00002-of-00002.gguf is missing: download it, too.");
        row("the first part missing", "", lastPart(), "the part m-00001-of-00002.gguf is missing: download it, too.");
        row("a part twice", firstPart(), firstPart(), "is not part 2 of 2");
        row("the other way round", lastPart(), firstPart(), "is not part 1 of 2");
        row("another number of parts", firstPart(), laterPart(1, 3).tensor("b", {1}, 0, floats(1)).file(),
            "is not part 2 of 2");
        row("a file that is no part", firstPart(), GgufWriter().tensor("b", {1}, 0, floats(1)).file(),
            "is not part 2 of 2");
        row("another model", firstPart(),
            laterPart().key("general.architecture", "qwen2").tensor("b", {1}, 0, floats(1)).file(),
            "are parts of different models, by their general.architecture");
        row("of another number of tensors", firstPart(), laterPart(1, 2, 4).tensor("b", {1}, 0, floats(1)).file(),
            "by their split.tensors.count");
        row("too few tensors", firstPart(), laterPart().tensor("b", {1}, 0, floats(1)).file(),
            "have 2 tensors together where they should have 3");
        row("a tensor twice", firstPart(), laterPart().tensor("a", {2}, 0, floats(2)).file(),
            "tensor a is in two parts");
        row("no GGUF", firstPart(), "GGML of old", "is not a GGUF file");
        row("a cut part", firstPart(), lastPart().substr(0, 90), "is damaged");
        row("endless parts", firstPart(65535), lastPart(), "says that it is a part of 65535");
    }
    void refusesWhatIsNoModel()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(QString, says);
        write(first.toStdString(), second.toStdString());
        for (const char* name : {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"})
            if (std::filesystem::file_size(path(name)) == 0)
                std::filesystem::remove(path(name));
        const auto file = Gguf::open(path(first.isEmpty() ? "m-00002-of-00002.gguf" : "m-00001-of-00002.gguf"));
        QVERIFY(!file);
        const auto sentence = QString::fromStdString(file.error().sentence);
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }

    void refusesAPartWithAnotherName()
    {
        writeFile(path("part.gguf"), lastPart());
        const auto file = Gguf::open(path("part.gguf"));
        QVERIFY(!file);
        QVERIFY2(file.error().sentence.find("is part 2 of 2 of a model and is not named like one") != std::string::npos,
                 file.error().sentence.c_str());
    }

    void foldersHaveOneModel()
    {
        const std::filesystem::path folder = m_directory.path().toStdString();
        QVERIFY(ggufModelOf(folder)->empty());
        write(firstPart(), lastPart());
        writeFile(path("mmproj-m.gguf"), firstPart());
        QCOMPARE(*ggufModelOf(folder), path("m-00001-of-00002.gguf"));
        std::filesystem::remove(path("m-00001-of-00002.gguf"));
        QVERIFY(ggufModelOf(folder).error().sentence.find("the part m-00001-of-00002.gguf is missing")
                != std::string::npos);
        writeFile(path("n.gguf"), firstPart());
        writeFile(path("o.gguf"), firstPart());
        QVERIFY(ggufModelOf(folder).error().sentence.find("2 GGUF models, n.gguf and o.gguf") != std::string::npos);
    }
};

DRAFTSCOPE_TEST(TestGgufParts)
#include "test_gguf_parts.moc"
