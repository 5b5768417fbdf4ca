// SPDX-License-Identifier: MIT
// Where Hugging Face's cache and token are, compared with what huggingface_hub says of the same environments.
#include <map>

#include <QFile>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

#include "engine/catalogue/found_models.h"
#include "engine/catalogue/hub_places.h"
#include "engine/formats/json_document.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestHubPlaces : public QObject {
    Q_OBJECT
private slots:
    void asHuggingFaceHubFindsThem()
    {
        const auto golden = readJsonObject(DRAFTSCOPE_SOURCE_DIR "/tests/model/hub_places.json");
        QVERIFY2(golden, golden ? "" : golden.error().sentence.c_str());
        QVERIFY(golden->at("cases").size() > 150);
        for (const auto& each : golden->at("cases")) {
            const auto variables = each.at("environment").get<std::map<std::string, std::string>>();
            const HubPlaces places = hubPlaces([&](const std::string& name) {
                const auto found = variables.find(name);
                return found == variables.end() ? std::nullopt : std::optional(found->second);
            });
            const std::string stated = each.at("cache").get<std::string>();
            const HubPlaces expected{stated.empty() ? "." : stated,       each.at("token_file").get<std::string>(),
                                     each.at("token").get<std::string>(), each.at("sends_token").get<bool>(),
                                     each.at("offline").get<bool>(),      each.at("links").get<bool>()};
            QVERIFY2(places == expected,
                     (each.dump() + "\nnot " + places.cache.string() + ", " + places.tokenFile.string()).c_str());
        }
    }

    /// Without HOME it is the home folder that the system knows.
    void withoutHome()
    {
        const passwd* me = ::getpwuid(::getuid());
        if (!me)
            QSKIP("This user has no home folder.");
        const HubPlaces places = hubPlaces([](const std::string&) { return std::nullopt; });
        QCOMPARE(places.cache, std::filesystem::path(me->pw_dir) / ".cache/huggingface/hub");
    }

    void theProcessHasAnEnvironment()
    {
        qputenv("DRAFTSCOPE_TEST_DISK", "/disk");
        qputenv("HF_HOME", "$DRAFTSCOPE_TEST_DISK/hf");
        QCOMPARE(defaultModelFolders().huggingFace, std::vector<std::filesystem::path>{"/disk/hf/hub"});
        qputenv("HUGGINGFACE_HUB_CACHE", "/older");
        QCOMPARE(defaultModelFolders().huggingFace, std::vector<std::filesystem::path>{"/older"});
        for (const char* name : {"DRAFTSCOPE_TEST_DISK", "HF_HOME", "HUGGINGFACE_HUB_CACHE"})
            qunsetenv(name);
    }
};

DRAFTSCOPE_TEST(TestHubPlaces)
#include "test_hub_places.moc"
