// SPDX-License-Identifier: MIT
// What a file is, by what it holds and whatever it is called.
#include <QTemporaryDir>
#include <QTest>

#include <zstd.h>

#include "engine/report/comparison_file.h"
#include "engine/report/file_kind.h"
#include "tests/fixtures/checkpoint_files.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

const std::string header =
    R"({"type":"header","format":2,"producer":"draftscope","method":"plain","target":{"name":"a"},"prompt":"x"})";
const std::string comparison = R"({
 "type": "draftscope comparison",
 "format": 1,
 "lanes": []
}
)";

std::string packed(const std::string& text)
{
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    bytes.erase(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
    return bytes;
}

QByteArray bytesOf(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

} // namespace

class TestFileKind : public QObject {
    Q_OBJECT
private slots:
    void kinds_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const std::string& bytes, FileKind kind, const char* words = "") {
            QTest::newRow(name) << bytesOf(bytes) << int(kind) << words;
        };
        const std::string round = "{\"type\":\"round\"}";
        row("trace", header + '\n' + round + '\n', FileKind::trace);
        row("trace without a newline", header, FileKind::trace);
        row("trace behind an empty line", '\n' + header + '\n', FileKind::trace);
        row("packed trace", packed(header + '\n'), FileKind::trace);
        row("trace that is cut in its header", header.substr(0, 40), FileKind::trace);
        row("trace whose keys are in another order",
            R"({"format":2,"prompt":"a }{","type":"header"})"
            "\n" + round,
            FileKind::trace);
        row("packed and damaged", packed(header).substr(0, 9), FileKind::trace);
        row("comparison", comparison, FileKind::comparison);
        row("comparison in a line", R"({"type":"draftscope comparison","format":1})", FileKind::comparison);
        row("packed comparison", packed(comparison), FileKind::comparison);
        row("comparison of other keys first", "{\n \"lanes\": [],\n \"type\": \"draftscope comparison\"\n}\n",
            FileKind::comparison);
        row("comparison that is cut", comparison.substr(0, 50), FileKind::comparison);
        row("model", "GGUF\x03", FileKind::model);
        row("packed model", packed("GGUF and more"), FileKind::other, "a packed model, which has to be unpacked first");
        row("page", "\n<!DOCTYPE html><html>", FileKind::other, "a web page");
        row("picture", "\x89PNG\r\n", FileKind::other, "a picture");
        row("zip", "PK\x03\x04", FileKind::other, "a zip archive, such as a torch checkpoint is");
        row("weights", std::string("\x10\0\0\0\0\0\0\0{\"a\":", 13), FileKind::other,
            "the weights of a model, whose folder is to be chosen instead");
        row("config", "{\"architectures\": []}", FileKind::other,
            "the configuration of a model, whose folder is to be chosen instead");
        row("config over lines", "{\n \"model_type\": \"llama\"\n}", FileKind::other,
            "the configuration of a model, whose folder is to be chosen instead");
        row("prompts", "{\"prompt\":\"a\",\"kind\":\"b\"}\n{\"prompt\":\"c\",\"kind\":\"b\"}\n", FileKind::other,
            "a list of prompts, which Compare and --prompts take");
        row("another type", "{\"type\":\"footer\"}", FileKind::other, "JSON of another kind");
        row("text", "Once upon a time", FileKind::other, "a text");
        row("text in braces", "{ no JSON", FileKind::other, "a text");
        row("report", "# Comparison of ways to decode\n", FileKind::other, "a report of a comparison");
        row("bytes", std::string("\x01\0\x02", 3), FileKind::other, "a file of bytes that says nothing of its kind");
    }
    void kinds()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const int, kind);
        QFETCH(const QString, words);
        for (const char* name : {"x.jsonl", "x.json", "x.gguf", "x"}) { // whatever it is called
            writeFile(path(name), bytes.toStdString());
            const auto seen = lookInto(path(name));
            QVERIFY2(seen, seen ? "" : seen.error().sentence.c_str());
            QCOMPARE(int(seen->kind), kind);
            QCOMPARE(QString::fromStdString(seen->words), words);
        }
    }

    /// Of an empty file the name is all there is.
    void emptyFiles()
    {
        for (const auto& [name, kind] :
             {std::pair{"x.gguf", FileKind::model}, std::pair{"x.jsonl", FileKind::trace},
              std::pair{"x.jsonl.zst", FileKind::trace}, std::pair{"x.json", FileKind::other}}) {
            writeFile(path(name), "");
            QCOMPARE(int(lookInto(path(name))->kind), int(kind));
        }
        QCOMPARE(lookInto(path("x.json"))->words, std::string("empty"));
    }

    void whatIsNotThere()
    {
        QCOMPARE(lookInto(path("none")).error().sentence,
                 "There is no file " + path("none").string() + ": check the name.");
        QCOMPARE(int(lookInto(m_folder.path().toStdString())->kind), int(FileKind::model));
    }

    /// A request for one kind is told which other one the file is.
    void sentencesNameWhatItIs()
    {
        writeFile(path("a.jsonl"), comparison);
        QCOMPARE(sentence(openTrace(path("a.jsonl"))),
                 path("a.jsonl").string() + " is a comparison and no trace: Compare opens it in the window.");
        writeFile(path("a.jsonl"), "GGUF");
        QCOMPARE(sentence(openTrace(path("a.jsonl"))),
                 path("a.jsonl").string() + " is a model and no trace: choose a trace file.");
        QCOMPARE(sentence(loadComparison(path("a.jsonl"))),
                 path("a.jsonl").string() + " is a model and no comparison: File, Open takes it as target or draft.");
        writeFile(path("a.json"), packed(header));
        QCOMPARE(sentence(loadComparison(path("a.json"))),
                 path("a.json").string() + " is a trace and no comparison: File, Open shows it.");
        writeFile(path("a.json"), "<html>");
        const std::string page =
            "The file " + path("a.json").string() + " seems to be a web page: choose a model, a trace or a comparison.";
        QCOMPARE(sentence(loadComparison(path("a.json"))), page);
        QCOMPARE(sentence(openTrace(path("a.json"))), page);
    }

    /// A damaged one keeps the sentence that says how.
    void damagedOnes()
    {
        writeFile(path("a"), header + "\n{\"type\":\"round\"\n{\"type\":\"round\"}\n");
        QVERIFY(sentence(openTrace(path("a"))).find("is broken") != std::string::npos);
        writeFile(path("a"), comparison);
        QVERIFY(sentence(loadComparison(path("a"))).find("is damaged") != std::string::npos);
        writeFile(path("a"), packed(comparison));
        QVERIFY(sentence(loadComparison(path("a"))).find("is damaged") != std::string::npos); // as the plain one
        writeFile(path("a"), packed(comparison).substr(0, 12));
        QVERIFY(!loadComparison(path("a")));
    }

private:
    template <class T>
    static std::string sentence(const Result<T>& result)
    {
        return result ? "all went well" : result.error().sentence;
    }
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestFileKind)
#include "test_file_kind.moc"
