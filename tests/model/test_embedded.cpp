// SPDX-License-Identifier: MIT
// How the embedded models are found and named.
#include <QTemporaryDir>
#include <QTest>

#include "engine/catalogue/embedded.h"
#include "engine/model/draft_head.h"
#include "engine/model/model.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

constexpr const char* listing = R"({
  "default": {"target": "big", "draft": "small"},
  "models": [
    {"name": "big", "directory": "big-1", "title": "Big 1M", "role": "target", "parameters": 1000000},
    {"name": "small", "role": "draft"}
  ],
  "heads": [{"name": "big-eagle", "method": "eagle", "target": "big"}],
  "pairs": [{"name": "both", "target": "big", "draft": "small"}]
})";

} // namespace

class TestEmbedded : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path folder() const { return m_directory.path().toStdString(); }
    /// What a head for SmolLM2-135M-Instruct needs of its target, which does not come with the program: sizes, and
    /// matrices of them in a type that it has there.
    static std::shared_ptr<const Model> likeSmolLm2()
    {
        auto model = std::make_shared<Model>();
        model->config.hiddenSize = 576;
        model->config.vocabularySize = 49152;
        model->config.layerCount = 30;
        MatrixView& head = model->weights.head;
        head = {nullptr, WeightType::q8_0, 49152, 576};
        const auto zeros = std::make_shared<std::vector<char>>(head.bytes());
        model->weights.storage = {zeros};
        head.data = zeros->data();
        model->weights.embedding = head;
        return model;
    }

private slots:
    void init() { writeFile(folder() / "embedded.json", listing); }
    void cleanup() { qunsetenv("DRAFTSCOPE_MODELS"); }

    void readsTheListing()
    {
        qputenv("DRAFTSCOPE_MODELS", m_directory.path().toUtf8());
        const auto models = embeddedModels();
        QVERIFY2(models, models ? "" : models.error().sentence.c_str());
        QCOMPARE(models->defaultTarget, "big");
        QCOMPARE(models->defaultDraft, "small");
        QCOMPARE(models->find("big")->title, "Big 1M");
        QCOMPARE(models->find("big")->directory, folder() / "big-1");
        QCOMPARE(models->find("big")->parameters, 1000000);
        QCOMPARE(models->find("small")->title, "small"); // what the listing leaves out follows from the name
        QCOMPARE(models->find("small")->directory, folder() / "small");
        QCOMPARE(models->find("tiny"), nullptr);
        QCOMPARE(models->pairs.size(), std::size_t(1));
    }

    void namesStandForPaths()
    {
        qputenv("DRAFTSCOPE_MODELS", m_directory.path().toUtf8());
        QCOMPARE(*resolveModel("big"), folder() / "big-1");
        QCOMPARE(*resolveModel(folder().string()), folder());
        QCOMPARE(
            resolveModel("huge").error().sentence,
            "There is no model \"huge\": give a path, one of big, small, or a name that draftscope-cli models lists.");
    }

    void headsAreFoundByNameOrByTheirTarget()
    {
        qputenv("DRAFTSCOPE_MODELS", m_directory.path().toUtf8());
        std::filesystem::create_directories(folder() / "big-1");
        QCOMPARE(resolveHead("", "eagle", folder() / "big-1"), std::filesystem::path()); // it was not installed
        QCOMPARE(resolveHead("big-eagle", "eagle", folder()), std::filesystem::path("big-eagle"));
        std::filesystem::create_directories(folder() / "big-eagle");
        QCOMPARE(resolveHead("", "eagle", folder() / "." / "big-1"), folder() / "big-eagle");
        QCOMPARE(resolveHead("", "medusa", folder() / "big-1"), std::filesystem::path());
        QCOMPARE(resolveHead("", "eagle", folder() / "small"), std::filesystem::path());
        QCOMPARE(resolveHead("", "eagle", "(in memory)"), std::filesystem::path());
        QCOMPARE(resolveHead("big-eagle", "eagle", "elsewhere"), folder() / "big-eagle");
        QCOMPARE(resolveHead(folder().string(), "eagle", folder() / "big-1"), folder());
        QCOMPARE(resolveHead("/no/such/head", "eagle", folder() / "big-1"), std::filesystem::path("/no/such/head"));
    }

    /// A head for a model that does not come with the program fits copies of it, wherever they lie.
    void headsAreFoundByTheHashOfTheirTarget()
    {
        qputenv("DRAFTSCOPE_MODELS", m_directory.path().toUtf8());
        writeFile(folder() / "embedded.json",
                  QByteArray(listing)
                      .replace("\"method\": \"eagle\", \"target\": \"big\"",
                               "\"method\": \"eagle3\", \"target_hash\": \"0123456789abcdef\"")
                      .toStdString());
        std::filesystem::create_directories(folder() / "big-eagle");
        const std::filesystem::path anywhere = folder() / "somewhere.gguf";
        QCOMPARE(resolveHead("", "eagle3", anywhere, "0123456789abcdef"), folder() / "big-eagle");
        QCOMPARE(resolveHead("", "eagle3", anywhere, "0123456789abcdee"), std::filesystem::path());
        QCOMPARE(resolveHead("", "eagle3", anywhere), std::filesystem::path());
        QCOMPARE(resolveHead("", "eagle", anywhere, "0123456789abcdef"), std::filesystem::path());
        QCOMPARE(resolveHead("big-eagle", "eagle3", anywhere), folder() / "big-eagle");
    }

    /// So is a draft.
    void draftsAreFoundByTheHashOfTheirTarget()
    {
        writeFile(folder() / "embedded.json",
                  QByteArray(listing)
                      .replace("\"draft\": \"small\"}]",
                               "\"draft\": \"small\"}, {\"name\": \"real\", \"target_hash\": \"0123456789abcdef\", "
                               "\"draft\": \"big\", \"k\": 2, \"copy_first\": 4000000000}]")
                      .toStdString());
        const auto models = readEmbeddedModels(folder());
        QVERIFY2(models, models ? "" : models.error().sentence.c_str());
        QCOMPARE(models->pairs.back().targetHash, std::string("0123456789abcdef"));
        QCOMPARE(models->pairs.back().draftLength, 2);
        QCOMPARE(models->pairs.back().copyFirst, 0); // no number that can be meant
        QCOMPARE(models->pairs.front().draftLength, 0);
        QCOMPARE(models->draftFor("0123456789abcdef"), std::string("big"));
        QCOMPARE(models->draftFor("0123456789abcdee"), std::string());
        QCOMPARE(models->draftFor(""), std::string());
    }

    void refusesAListingThatLies_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << QByteArray("{") << "not valid JSON";
        QTest::newRow("no default") << QByteArray("{}") << "names the model \"\"";
        QTest::newRow("an unknown pair") << QByteArray(listing).replace("\"draft\": \"small\"}]", "\"draft\": \"x\"}]")
                                         << "names the model \"x\"";
        QTest::newRow("a head of no target")
            << QByteArray(listing).replace("\"method\": \"eagle\", \"target\": \"big\"", "\"method\": \"eagle\"")
            << "names the model \"\"";
        QTest::newRow("a nameless model")
            << QByteArray(listing).replace("\"name\": \"small\", ", "") << "without a name";
        QTest::newRow("numbers") << QByteArray(R"({"models": [1, 2], "default": 3})") << "without a name";
    }
    void refusesAListingThatLies()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        writeFile(folder() / "embedded.json", text.toStdString());
        const auto models = readEmbeddedModels(folder());
        QVERIFY(!models);
        QVERIFY2(QString::fromStdString(models.error().sentence).contains(says), models.error().sentence.c_str());
    }

    void saysWhereItLooked()
    {
        qputenv("DRAFTSCOPE_MODELS", "/no/such/place");
        const auto models = embeddedModels();
        QVERIFY(!models);
        QVERIFY(QString::fromStdString(models.error().sentence).contains("/no/such/place"));
    }

    void theShippedHeadsFit()
    {
        const auto models = readEmbeddedModels(DRAFTSCOPE_SOURCE_DIR "/resources/models");
        QVERIFY2(models, models ? "" : models.error().sentence.c_str());
        QCOMPARE(models->heads.size(), std::size_t(5));
        for (const EmbeddedHead& head : models->heads) {
            const auto target = head.target.empty() ? Result<std::shared_ptr<const Model>>(likeSmolLm2())
                                                    : openModel(models->find(head.target)->directory);
            QVERIFY2(target, target ? "" : target.error().sentence.c_str());
            const auto opened = openDraftHead(head.directory, **target);
            QVERIFY2(opened, opened ? "" : opened.error().sentence.c_str());
            QCOMPARE((*opened)->models.size(), std::size_t(head.method == "medusa" ? 4 : 1));
        }
    }

    /// The models of this very tree load, and every pair that is offered fits.
    void theShippedPairsFit()
    {
        const auto models = readEmbeddedModels(DRAFTSCOPE_SOURCE_DIR "/resources/models");
        QVERIFY2(models, models ? "" : models.error().sentence.c_str());
        QVERIFY(!models->pairs.empty());
        for (const EmbeddedPair& pair : models->pairs) {
            if (!pair.targetHash.empty()) { // its target does not come with the program
                const auto draft = loadModel(models->find(pair.draft)->directory);
                QVERIFY2(draft, draft ? "" : draft.error().sentence.c_str());
                QCOMPARE((*draft)->config.vocabularySize, likeSmolLm2()->config.vocabularySize);
                QCOMPARE((*draft)->record.parameters, models->find(pair.draft)->parameters);
                continue;
            }
            const auto target = loadModel(models->find(pair.target)->directory);
            const auto draft = loadModel(models->find(pair.draft)->directory);
            QVERIFY2(target, target ? "" : target.error().sentence.c_str());
            QVERIFY2(draft, draft ? "" : draft.error().sentence.c_str());
            const auto checked = checkPair(**target, **draft);
            QVERIFY2(checked, checked ? "" : checked.error().sentence.c_str());
            QCOMPARE((*target)->record.parameters, models->find(pair.target)->parameters);
        }
    }
};

DRAFTSCOPE_TEST(TestEmbedded)
#include "test_embedded.moc"
