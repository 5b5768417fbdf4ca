// SPDX-License-Identifier: MIT
// Files cut at many lengths and headers with bytes changed: each opens or gives one sentence, and none crashes. Run it
// under AddressSanitizer, too: it then also proves that nothing outside the file is read.
#include <QTemporaryDir>
#include <QTest>

#include "engine/model/model.h"
#include "tests/fixtures/shared_data.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestDamagedFiles : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    int m_loaded = 0, m_refused = 0;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }

    /// Loads the model at `model` after writing `bytes` to `file`; whatever loads is read from end to end by
    /// loadModel().
    void attempt(const std::filesystem::path& model, const std::filesystem::path& file, const std::string& bytes)
    {
        std::filesystem::remove(file); // a new file each time: some file systems flush one that is cut and rewritten
        writeFile(file, bytes);
        const auto loaded = loadModel(model);
        if (loaded) {
            ++m_loaded;
            (void)(*loaded)->tokenizer->encode("abc");
            (void)ropeFrequencies((*loaded)->config);
            return;
        }
        ++m_refused;
        QVERIFY2(loaded.error().sentence.size() > 10 && loaded.error().sentence.back() == '.',
                 loaded.error().sentence.c_str());
    }

    void cutEverywhere(const std::filesystem::path& model, const std::filesystem::path& file, std::size_t step)
    {
        const std::string whole = readFile(file);
        m_loaded = m_refused = 0;
        for (std::size_t length = 0; length < whole.size(); length += step)
            attempt(model, file, whole.substr(0, length));
        QCOMPARE(m_loaded, 0); // no part of a file is a model
        QVERIFY(m_refused > 100);
        attempt(model, file, whole);
        QCOMPARE(m_loaded, 1);
    }

    /// Changes bytes of the first `header` ones: each by one bit, to 0 and to 255, then many at random.
    void changeBytes(const std::filesystem::path& model, const std::filesystem::path& file, std::size_t header,
                     std::size_t step, int rounds = 300)
    {
        const std::string whole = readFile(file);
        header = std::min(header, whole.size());
        m_loaded = m_refused = 0;
        for (std::size_t at = 0; at < header; at += step)
            for (const int change : {whole[at] ^ 1, whole[at] ^ 0x80, 0, 255}) {
                std::string bytes = whole;
                bytes[at] = char(change);
                attempt(model, file, bytes);
            }
        quint32 state = 12345; // a fixed sequence, so that a failure repeats
        for (int round = 0; round < rounds; ++round) {
            std::string bytes = whole;
            for (int i = 0; i < 8; ++i) {
                state = state * 1664525U + 1013904223U;
                bytes[(state >> 8) % header] = char(state >> 24);
            }
            attempt(model, file, bytes);
        }
        QVERIFY(m_refused > rounds / 3);
        attempt(model, file, whole);
    }

private slots:
    void init()
    {
        writeTinyDirectory(path("tiny"));
        GgufWriter writer = tinyGgufKeys();
        writeFile(path("tiny.gguf"), addTinyTensors(writer).file());
    }

    void cutGguf() { cutEverywhere(path("tiny.gguf"), path("tiny.gguf"), 11); }
    void cutSafetensors() { cutEverywhere(path("tiny"), path("tiny") / "model.safetensors", 11); }
    void cutConfig() { cutEverywhere(path("tiny"), path("tiny") / "config.json", 1); }

    void changedGguf() { changeBytes(path("tiny.gguf"), path("tiny.gguf"), 3000, 3); }
    void changedSafetensors() { changeBytes(path("tiny"), path("tiny") / "model.safetensors", 2000, 3); }
    void changedConfig() { changeBytes(path("tiny"), path("tiny") / "config.json", 1000, 1); }
    void changedTokenizer() { changeBytes(path("tiny"), path("tiny") / "tokenizer.model", 1000, 1); }

    void changedStories()
    {
        const auto original = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(original);
        writeFile(path("stories.gguf"), readFile(original));
        changeBytes(path("stories.gguf"), path("stories.gguf"), 20000, 997, 60); // a megabyte each time
    }

    void filesDamagedInTransit()
    {
        for (const char* name : {"ggml-vocab-llama-spm.gguf", "ggml-vocab-bert-bge.gguf"}) {
            const auto file = sharedData(std::string("models/corrupt-gguf/") + name);
            DRAFTSCOPE_NEEDS_DATA(file);
            const auto loaded = loadModel(file);
            QVERIFY(!loaded);
            QVERIFY2(QString::fromStdString(loaded.error().sentence).contains("is damaged"),
                     loaded.error().sentence.c_str());
        }
    }
};

DRAFTSCOPE_TEST(TestDamagedFiles)
#include "test_damaged_files.moc"
