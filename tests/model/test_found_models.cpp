// SPDX-License-Identifier: MIT
// Models that other programs keep on this machine, as each of these programs lays them out.
#include <QTemporaryDir>
#include <QTest>

#include "engine/catalogue/embedded.h"
#include "engine/catalogue/found_models.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

namespace fs = std::filesystem;

void writeIn(const fs::path& folder, const char* name, const std::string& bytes)
{
    fs::create_directories(folder);
    writeFile(folder / name, bytes);
}

void writeDirectory(const fs::path& folder)
{
    writeIn(folder, "config.json", "{}");
    writeIn(folder, "model.safetensors", "12345");
}

QStringList namesOf(const std::vector<FoundModel>& found)
{
    QStringList names;
    for (const FoundModel& model : found)
        names << QString::fromStdString(model.place + ": " + model.name);
    return names;
}

} // namespace

class TestFoundModels : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void aHubCacheHasTheSnapshotOfMain()
    {
        const fs::path hub = path("hub");
        writeDirectory(hub / "models--maker--tale" / "snapshots" / "aaa");
        writeDirectory(hub / "models--maker--tale" / "snapshots" / "bbb");
        writeIn(hub / "models--maker--tale" / "refs", "main", "bbb");
        writeDirectory(hub / "models--other" / "snapshots" / "ccc"); // no owner, and no refs
        writeIn(hub / "models--maker--parts" / "snapshots" / "ddd", "big-q8-00001-of-00002.gguf", "1");
        writeIn(hub / "models--maker--parts" / "snapshots" / "ddd", "big-q8-00002-of-00002.gguf", "1");
        writeIn(hub / "models--maker--parts" / "snapshots" / "ddd", "mmproj-big.gguf", "1");
        writeDirectory(hub / "datasets--maker--texts" / "snapshots" / "eee");
        writeIn(hub / "models--maker--empty" / "snapshots" / "fff", "README.md", "nothing");
        const auto found = findModels({.huggingFace = {hub, path("missing")}});
        QCOMPARE(namesOf(found),
                 (QStringList{"Hugging Face: maker/parts", "Hugging Face: maker/tale", "Hugging Face: other"}));
        QCOMPARE(found[1].path, hub / "models--maker--tale" / "snapshots" / "bbb");
        QCOMPARE(found[1].bytes, std::uint64_t(5));
        QCOMPARE(found[0].path.filename(), fs::path("big-q8-00001-of-00002.gguf"));
    }

    void whatOtherNamesLeadTo()
    {
        const fs::path hub = path("hub"), model = hub / "models--maker--tale";
        writeDirectory(model / "snapshots" / "aaaaaaaaaa");
        writeDirectory(model / "snapshots" / "bbbbbbbbbb");
        writeDirectory(model / "snapshots" / "cccccccccc");
        writeIn(model / "refs", "main", "bbbbbbbbbb");
        writeIn(model / "refs" / "refs" / "pr", "1", "aaaaaaaaaa");
        writeIn(model / "refs", "outside", "../../..");
        const ModelFolders folders{.huggingFace = {hub}};
        QCOMPARE(namesOf(findModels(folders)),
                 (QStringList{"Hugging Face: maker/tale", "Hugging Face: maker/tale@refs/pr/1"}));
        QCOMPARE(foundModelNamed("tale@ccccccc", folders).value(), std::nullopt);
        QCOMPARE(foundModelNamed("maker/tale@ccccccc", folders).value().value().path,
                 model / "snapshots" / "cccccccccc");
        // Two have the repository's own name.
        const auto either = foundModelNamed("tale", folders);
        QVERIFY(!either);
        QCOMPARE(either.error().sentence,
                 std::string("\"tale\" may be maker/tale (Hugging Face) or maker/tale@refs/pr/1 "
                             "(Hugging Face): say which of them."));
    }

    /// What "main" names may be there in part, or not at all: what another snapshot has is better than nothing.
    void snapshotsThatAreNotWhole()
    {
        const fs::path hub = path("hub"), model = hub / "models--maker--tale";
        writeIn(model / "snapshots" / "aaa", "config.json", "{}");
        fs::create_symlink("../../blobs/gone", model / "snapshots" / "aaa" / "model.safetensors");
        writeIn(model / "refs", "main", "aaa");
        QVERIFY(findModels({.huggingFace = {hub}}).empty());
        writeIn(model / "snapshots" / "bbb" / "Q8_0", "tale-Q8_0.gguf", "12");
        fs::create_symlink("../../blobs/gone", model / "snapshots" / "bbb" / "tale-Q4_0.gguf");
        const auto found = findModels({.huggingFace = {hub}});
        QCOMPARE(namesOf(found), QStringList{"Hugging Face: maker/tale"});
        QCOMPARE(found[0].path.filename(), fs::path("tale-Q8_0.gguf"));
    }

    void aModelInPartsIsThereOnce()
    {
        for (const char* name : {"big-Q8_0-00001-of-00002.gguf", "big-Q8_0-00002-of-00002.gguf", "UPPER.GGUF",
                                 ".hidden.gguf", "mmproj-big.gguf"})
            writeIn(path("mine"), name, "123");
        const auto found = findModels({.yours = {path("mine")}});
        QCOMPARE(namesOf(found), (QStringList{"your folders: UPPER", "your folders: big-Q8_0"}));
        QCOMPARE(found[1].bytes, std::uint64_t(6));
    }

    void otherProgramsHaveFilesOfTheirOwn()
    {
        writeIn(path("studio") / "maker" / "tale-GGUF", "tale-Q4.gguf", "1234");
        writeIn(path("studio") / "maker" / "tale-GGUF", "tale-Q8.gguf", "12345678");
        writeIn(path("llama"), "tale.gguf", "1");
        writeIn(path("llama"), "tale.gguf.etag", "1");
        const fs::path ollama = path("ollama");
        writeIn(ollama / "blobs", "sha256-abc", "123");
        const fs::path manifests = ollama / "manifests" / "registry.ollama.ai";
        const char* manifest = R"({"layers":[{"mediaType":"application/vnd.ollama.image.license","digest":"sha256:def"},
            {"mediaType":"application/vnd.ollama.image.model","digest":"sha256:abc"}]})";
        writeIn(manifests / "library" / "tale", "1b", manifest);
        writeIn(manifests / "someone" / "tale", "latest", R"({"layers":[7, {"digest":"sha256:abc"}]})");
        writeIn(manifests / "library" / "gone", "latest",
                R"({"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:gone"}]})");
        writeIn(manifests / "library" / "broken", "latest", "{");
        const auto found = findModels({.lmStudio = {path("studio")}, .llamaCpp = {path("llama")}, .ollama = {ollama}});
        QCOMPARE(
            namesOf(found),
            (QStringList{"LM Studio: maker/tale-GGUF/tale-Q4", "LM Studio: maker/tale-GGUF/tale-Q8", "llama.cpp: tale",
                         "Ollama: gone:latest", "Ollama: someone/tale:latest", "Ollama: tale:1b"}));
        QVERIFY(!found[3].problem.empty() && !found[4].problem.empty());
        QCOMPARE(found[5].path, ollama / "blobs" / "sha256-abc");
        // As llama.cpp names it; by the repository's own name two may be meant.
        const ModelFolders studio{.lmStudio = {path("studio")}};
        QCOMPARE(foundModelNamed("maker/tale-GGUF:q4", studio).value().value().path, found[0].path);
        QVERIFY(!foundModelNamed("tale-GGUF", studio));
    }

    void yourFoldersAreSearchedThreeDeep()
    {
        writeDirectory(path("mine") / "one");
        writeIn(path("mine") / "a" / "b", "deep.gguf", "1");
        writeIn(path("mine") / "a" / "b" / "c", "too-deep.gguf", "1");
        fs::create_directory_symlink(path("mine"), path("mine") / "a" / "around");
        fs::create_symlink(path("mine") / "a" / "b" / "deep.gguf", path("mine") / "again.gguf");
        const auto found = findModels({.yours = {path("mine"), path("mine")}});
        QCOMPARE(namesOf(found), (QStringList{"your folders: deep", "your folders: one"}));
    }

    /// What was reached at the end of a long way is searched again from nearby.
    void aShorterWayFindsMore()
    {
        writeDirectory(path("mine") / "z" / "tale");
        fs::create_directories(path("mine") / "a");
        fs::create_directory_symlink(path("mine") / "z", path("mine") / "a" / "b");
        QCOMPARE(namesOf(findModels({.yours = {path("mine")}})), QStringList{"your folders: tale"});
    }

    void namesAreThereOnce()
    {
        writeDirectory(path("mine") / "tale");
        writeDirectory(path("more") / "tale");
        const auto found = findModels({.yours = {path("mine"), path("more")}});
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found[0].name, std::string("tale"));
        QCOMPARE(found[1].name, found[1].path.string());
    }

    void aNameIsAsGoodAsAPath()
    {
        writeDirectory(path("mine") / "tale-of-mine");
        qputenv("DRAFTSCOPE_MODEL_FOLDERS", (path("none").string() + ":" + path("mine").string()).c_str());
        const auto found = resolveModel("tale-of-mine");
        qunsetenv("DRAFTSCOPE_MODEL_FOLDERS");
        QVERIFY(found);
        QCOMPARE(*found, path("mine") / "tale-of-mine");
        QVERIFY(!resolveModel("tale-of-mine"));
        qputenv("XDG_DATA_HOME", path("data").c_str());
        const auto missing = resolveModel("smollm2");
        writeIn(path("data") / "draftscope" / "models" / "smollm2", "tale.gguf", "1");
        QVERIFY(!missing && missing.error().sentence.find("draftscope-cli models get smollm2") != std::string::npos);
        QCOMPARE(resolveModel("smollm2").value(), path("data") / "draftscope" / "models" / "smollm2" / "tale.gguf");
        qunsetenv("XDG_DATA_HOME");
    }

    void programsSayWhereTheirModelsAre()
    {
        const std::pair<const char*, const char*> variables[] = {{"HF_HUB_CACHE", "/h/hub"},
                                                                 {"LLAMA_CACHE", "/l"},
                                                                 {"OLLAMA_MODELS", "/o"},
                                                                 {"DRAFTSCOPE_MODEL_FOLDERS", "/a::/b"}};
        for (const auto& [name, value] : variables)
            qputenv(name, value);
        const ModelFolders folders = defaultModelFolders();
        for (const auto& [name, value] : variables)
            qunsetenv(name);
        QCOMPARE(folders.huggingFace, std::vector<fs::path>{"/h/hub"});
        QCOMPARE(folders.llamaCpp, std::vector<fs::path>{"/l"});
        QCOMPARE(folders.ollama, std::vector<fs::path>{"/o"});
        QCOMPARE(folders.yours, (std::vector<fs::path>{"/a", "/b"}));
        qputenv("HF_HOME", "/cache");
        QCOMPARE(defaultModelFolders().huggingFace, std::vector<fs::path>{"/cache/hub"});
        qunsetenv("HF_HOME");
    }

private:
    [[nodiscard]] fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
    std::unique_ptr<QTemporaryDir> m_folder;
};

DRAFTSCOPE_TEST(TestFoundModels)
#include "test_found_models.moc"
