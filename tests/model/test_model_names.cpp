// SPDX-License-Identifier: MIT
// What people call a model, by where it lies and what its file states.
#include <QTemporaryDir>
#include <QTest>

#include "engine/model/model_files.h"
#include "engine/model/model_names.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

namespace fs = std::filesystem;

QString text(const std::string& words)
{
    return QString::fromStdString(words);
}

} // namespace

class TestModelNames : public QObject {
    Q_OBJECT
private slots:
    void files_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("type behind a dot") << "/m/smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
                                           << "SmolLM2-135M-Instruct";
        QTest::newRow("type behind a dash") << "/m/Llama-3.2-1B-Instruct-Q4_K_M.gguf"
                                            << "Llama-3.2-1B-Instruct";
        QTest::newRow("small letters") << "/m/tinyllama_iq2_xxs.GGUF"
                                       << "tinyllama";
        QTest::newRow("floats") << "/m/tale-bf16.gguf"
                                << "tale";
        QTest::newRow("mxfp4") << "/m/gpt-oss-20b-MXFP4_MOE.gguf"
                               << "gpt-oss-20b";
        QTest::newRow("dynamic") << "/m/Qwen3-4B-UD-Q4_K_XL.gguf"
                                 << "Qwen3-4B";
        QTest::newRow("no type") << "/m/stories260K.gguf"
                                 << "stories260K";
        QTest::newRow("a part") << "/m/big-Q8_0-00001-of-00003.gguf"
                                << "big";
        QTest::newRow("a folder called alike") << "/m/Qwen2.5-0.5B-Instruct-GGUF/qwen2.5-0.5b-instruct-q4_k_m.gguf"
                                               << "Qwen2.5-0.5B-Instruct-GGUF";
        const QString hub = "/h/models--Qwen--Qwen2.5-0.5B-Instruct-GGUF/snapshots/0123/";
        QTest::newRow("in a repository") << hub + "qwen2.5-0.5b-instruct-q4_k_m.gguf"
                                         << "Qwen2.5-0.5B-Instruct-GGUF";
        QTest::newRow("another model of it") << hub + "other-q4_0.gguf"
                                             << "other";
        QTest::newRow("nothing but the repository") << hub + "Q8_0/model-q8_0.gguf"
                                                    << "Qwen2.5-0.5B-Instruct-GGUF";
        QTest::newRow("a blob of it") << "/h/models--maker--Tale-GGUF/blobs/" + QString(64, 'a') << "Tale-GGUF";
        QTest::newRow("llama.cpp's cache") << "/c/ggml-org_gemma-3-1b-it-GGUF_gemma-3-1b-it-Q4_K_M.gguf"
                                           << "gemma-3-1b-it-GGUF";
        QTest::newRow("what states good names") << "/m/ggml-model-q4_0.gguf"
                                                << "Qwen2.5-0.5B-Instruct";
        QTest::newRow("a hash") << "/m/" + QString(40, 'b') + ".gguf"
                                << "Qwen2.5-0.5B-Instruct";
    }
    void files()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, name);
        const StatedNames stated{"Qwen2.5 0.5B Instruct 8k Mix1 Ep2", "Qwen2.5", "0.5B", "Instruct"};
        QCOMPARE(text(nameOfGguf(path.toStdString(), stated)), name);
    }

    /// A name that a training had is taken nowhere, and no more than a line of any.
    void whatFilesState_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("stated");
        QTest::addColumn<QString>("name");
        const QStringList training{"Smollm2 135M 8k Lc100K Mix1 Ep2", "smollm2", "135M", "8k-lc100k-mix1-ep2"};
        QTest::newRow("a training beside a name")
            << "SmolLM2-135M-Instruct.Q4_1.gguf" << training << "SmolLM2-135M-Instruct";
        QTest::newRow("a training alone") << "ggml-model-q4_1.gguf" << training << "smollm2-135M";
        QTest::newRow("nothing but a training")
            << "ggml-model-q4_1.gguf" << QStringList{training[0], "", "", ""} << "ggml-model-q4_1";
        QTest::newRow("a finetune with a name")
            << "model.gguf" << QStringList{"Hermes 3 Llama 3.2 3B", "Llama-3.2", "3B", "Hermes-3"}
            << "Hermes 3 Llama 3.2 3B";
        QTest::newRow("llama is no name") << "model.gguf" << QStringList{"llama", "", "", ""} << "model";
        QTest::newRow("nothing") << "model.gguf" << QStringList{"", "", "", ""} << "model";
        QTest::newRow("without a finetune") << "model.gguf" << QStringList{"x", "Tale", "1B", ""} << "Tale-1B";
        QTest::newRow("a path") << "model.gguf" << QStringList{"good", "/home/me/run", "1B", ""} << "good";
        QTest::newRow("endless") << "model.gguf" << QStringList{QString(5000, 'x'), "", "", ""} << QString(100, 'x');
    }
    void whatFilesState()
    {
        QFETCH(const QString, file);
        QFETCH(const QStringList, stated);
        QFETCH(const QString, name);
        QCOMPARE(text(nameOfGguf("/m/" + file.toStdString(),
                                 {stated[0].toStdString(), stated[1].toStdString(), stated[2].toStdString(),
                                  stated[3].toStdString()})),
                 name);
    }

    void directories_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("folder") << "/m/tales-6m"
                                << "tales-6m";
        QTest::newRow("with a slash") << "/m/tales-6m/"
                                      << "tales-6m";
        QTest::newRow("a way round") << "/m/x/../tales-6m/."
                                     << "tales-6m";
        QTest::newRow("snapshot") << "/h/models--HuggingFaceTB--SmolLM2-135M-Instruct/snapshots/" + QString(40, 'c')
                                  << "SmolLM2-135M-Instruct";
        QTest::newRow("no owner") << "/h/models--gpt2/snapshots/abc"
                                  << "gpt2";
        QTest::newRow("checkpoint") << "/m/my-model/checkpoint-500"
                                    << "my-model/checkpoint-500";
    }
    void directories()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, name);
        QCOMPARE(text(nameOfDirectory(path.toStdString())), name);
    }

    void blobsHaveTheNamesThatOllamaGives()
    {
        const QTemporaryDir folder;
        const fs::path store = folder.path().toStdString(), blob = store / "blobs" / "sha256-abc";
        fs::create_directories(blob.parent_path());
        writeFile(blob, "GGUF");
        for (const char* tag : {"latest", "1b"}) {
            const fs::path manifest = store / "manifests/registry.ollama.ai/library/llama3.2" / tag;
            fs::create_directories(manifest.parent_path());
            writeFile(manifest,
                      R"({"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:abc"}]})");
        }
        QCOMPARE(text(nameOfGguf(blob, {"Llama 3.2 1B", "Llama-3.2", "1B", "Instruct"})), "llama3.2:1b");
    }

    void types()
    {
        for (const auto& [stem, type] :
             {std::pair{"tale-Q4_K_M", "Q4_K_M"}, std::pair{"tale.q8_0", "q8_0"}, std::pair{"tale-F16", "F16"},
              std::pair{"tale-TQ1_0", "TQ1_0"}, std::pair{"tale-3B", ""}, std::pair{"quiet-q", ""}, std::pair{"Q4", ""},
              std::pair{"tale-Qwen3", ""}})
            QCOMPARE(text(quantisationOf(stem)), QString(type));
    }

    void parts()
    {
        QCOMPARE(ggufPartOf("a/b-00002-of-00010.gguf"), (std::optional<GgufPart>({"a/b", 2, 10})));
        QCOMPARE(nameOfGgufPart({"a/b", 2, 10}), std::string("a/b-00002-of-00010.gguf"));
        QCOMPARE(ggufPartOf("x-00001-of-00001.GGUF"), (std::optional<GgufPart>({"x", 1, 1})));
        for (const char* none : {"x.gguf", "x-00003-of-00002.gguf", "x-00000-of-00002.gguf", "x-0001-of-0002.gguf",
                                 "-00001-of-00002.gguf", "x-0000a-of-00002.gguf", "x-00001-of-00002.bin"})
            QVERIFY2(!ggufPartOf(none), none);
        for (const char* model : {"x.gguf", "x.GGUF", "x-00001-of-00002.gguf", "x-00001-of-00001.gguf"})
            QVERIFY2(isGgufModelName(model), model);
        for (const char* none :
             {".hidden.gguf", "mmproj-x.gguf", "x.mmproj-Q8_0.gguf", "x-00002-of-00002.gguf", "x.gguf.part", ".gguf"})
            QVERIFY2(!isGgufModelName(none), none);
    }
};

DRAFTSCOPE_TEST(TestModelNames)
#include "test_model_names.moc"
