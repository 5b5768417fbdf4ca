// SPDX-License-Identifier: MIT
// Ollama's store: names, both spellings of blobs, and what a manifest may have beside a model.
#include <QTemporaryDir>
#include <QTest>

#include "engine/catalogue/embedded.h"
#include "engine/catalogue/known_model.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

namespace fs = std::filesystem;

std::string layer(const char* kind, const char* digest)
{
    return std::string(R"({"mediaType":"application/vnd.ollama.image.)") + kind + R"(","digest":")" + digest + R"("})";
}

} // namespace

class TestOllamaStore : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("OLLAMA_MODELS", m_folder->path().toUtf8());
        for (const char* name : {"sha256-aaa", "sha256:bbb", "sha256-ccc"})
            write("blobs", name, "GGUF");
    }
    void cleanup() { qunsetenv("OLLAMA_MODELS"); }

    void everyNameIsFound_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("blob"); // empty: it is not found
        for (const char* name :
             {"tale:latest", "tale", "TALE:Latest", "library/tale", "registry.ollama.ai/library/tale",
              "registry.ollama.ai/library/tale:latest", "tale:1b", "copy"})
            QTest::newRow(name) << name << "sha256-aaa";
        for (const char* name : {"someone/tale", "someone/tale:latest", "registry.ollama.ai/someone/tale"})
            QTest::newRow(name) << name << "sha256:bbb";
        for (const char* name :
             {"hf.co/maker/Tale-GGUF:Q4_K_M", "maker/Tale-GGUF:Q4_K_M", "hf.co/maker/tale-gguf:q4_k_m"})
            QTest::newRow(name) << name << "sha256-ccc";
        for (const char* name : {"tale:2b", "hf.co/maker/Tale-GGUF", "someone/copy", "tale:", ":latest", "ale"})
            QTest::newRow(name) << name << "";
    }
    void everyNameIsFound()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, blob);
        manifest("registry.ollama.ai/library/tale", "latest", layer("model", "sha256:aaa"));
        manifest("registry.ollama.ai/library/tale", "1b", layer("model", "sha256:aaa"));
        manifest("registry.ollama.ai/library/copy", "latest", layer("model", "sha256-aaa"));
        manifest("registry.ollama.ai/someone/tale", "latest", layer("model", "sha256:bbb"));
        manifest("hf.co/maker/Tale-GGUF", "Q4_K_M", layer("model", "sha256:ccc"));
        const auto path = resolveModel(text.toStdString());
        QCOMPARE(path ? QString::fromStdString(path->string()) : QString(),
                 blob.isEmpty() ? QString() : m_folder->filePath("blobs/" + blob));
    }

    void allNamesAreListed()
    {
        manifest("registry.ollama.ai/library/tale", "latest", layer("model", "sha256:aaa"));
        manifest("registry.ollama.ai/library/tale", "1b", layer("model", "sha256:aaa"));
        manifest("hf.co/maker/Tale-GGUF", "Q8_0",
                 layer("model", "sha256:ccc") + ',' + layer("projector", "sha256:aaa"));
        manifest("registry.ollama.ai/library/broken", "latest", "7");
        const auto found = findModels({.ollama = {folder()}});
        QCOMPARE(found.size(), std::size_t(3));
        QCOMPARE(found[0].name, std::string("hf.co/maker/Tale-GGUF:Q8_0"));
        QVERIFY(found[0].leavesOutImages && !found[1].leavesOutImages);
        QCOMPARE(found[1].name, std::string("tale:1b"));
        QCOMPARE(found[2].name, std::string("tale:latest"));
        QCOMPARE(found[2].path, found[1].path);
        QCOMPARE(found[2].bytes, std::uint64_t(4));
    }

    /// What this program would leave out without a word is named, and nothing is opened.
    void whatIsMoreThanAModelOrLess_data()
    {
        QTest::addColumn<QString>("layers");
        QTest::addColumn<QString>("says");
        QTest::newRow("adapter") << QString::fromStdString(layer("model", "sha256:aaa") + ','
                                                           + layer("adapter", "sha256:ccc"))
                                 << "has an adapter (LoRA), which this program does not apply";
        QTest::newRow("missing blob") << QString::fromStdString(layer("model", "sha256:ddd"))
                                      << "its file sha256:ddd is missing: ollama pull tale:latest fetches it again.";
        QTest::newRow("a blob elsewhere") << QString::fromStdString(layer("model", "sha256:/../../x")) << "is missing";
        QTest::newRow("tensors") << QString::fromStdString(layer("tensor", "sha256:aaa"))
                                 << "in another form than GGUF, tensor by tensor";
    }
    void whatIsMoreThanAModelOrLess()
    {
        QFETCH(const QString, layers);
        QFETCH(const QString, says);
        manifest("registry.ollama.ai/library/tale", "latest", layers.toStdString());
        const auto found = findModels({.ollama = {folder()}});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].name, std::string("tale:latest"));
        const QString sentence = QString::fromStdString(found[0].problem);
        QVERIFY2(sentence.contains(says) && (sentence.startsWith("The model") || sentence.startsWith("Ollama"))
                     && sentence.endsWith('.'),
                 qPrintable(sentence));
        ModelReader reader;
        const auto known = reader.read(found[0]);
        QVERIFY(known && !known->model);
        QCOMPARE(known->problem, found[0].problem);
        const auto path = resolveModel("tale");
        QVERIFY(!path);
        QCOMPARE(path.error().sentence, found[0].problem.text);
    }

    void theVariableMayHaveQuotes()
    {
        qputenv("OLLAMA_MODELS", " \"/o/models\" ");
        QCOMPARE(defaultModelFolders().ollama, std::vector<fs::path>{"/o/models"});
        qunsetenv("OLLAMA_MODELS");
        const auto defaultValue = defaultModelFolders().ollama;
        for (const char* folder : {"/usr/share/ollama/.ollama/models", "/var/lib/ollama"})
            QVERIFY2(std::ranges::find(defaultValue, fs::path(folder)) != defaultValue.end(), folder);
    }

private:
    [[nodiscard]] fs::path folder() const { return m_folder->path().toStdString(); }
    void write(const std::string& where, const char* name, const std::string& bytes) const
    {
        fs::create_directories(folder() / where);
        writeFile(folder() / where / name, bytes);
    }
    void manifest(const std::string& model, const char* tag, const std::string& layers) const
    {
        write("manifests/" + model, tag, layers == "7" ? "7" : "{\"layers\":[7," + layers + "]}");
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

DRAFTSCOPE_TEST(TestOllamaStore)
#include "test_ollama_store.moc"
