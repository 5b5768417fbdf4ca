// SPDX-License-Identifier: MIT
// Which files of a model the Hugging Face Hub is asked for. The Hub is pretended: a server of this test.
#include "engine/catalogue/found_models.h"
#include "engine/core/http_client.h"
#include "hub_folder.h"

using namespace draftscope;
using namespace draftscope::test;

class TestHubModel : public QObject {
    Q_OBJECT
private slots:
    void init() { m_hub = std::make_unique<HubFolder>(); }

    void names_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("parts"); // repository, file, revision; none: an error
        QTest::newRow("model") << "hf:maker/tale-1.0_x" << QStringList{"maker/tale-1.0_x", "", "main"};
        QTest::newRow("revision") << "hf:maker/tale@v1" << QStringList{"maker/tale", "", "v1"};
        QTest::newRow("pull request") << "hf:maker/tale@refs/pr/1" << QStringList{"maker/tale", "", "refs/pr/1"};
        QTest::newRow("file") << "hf:maker/tale/q8.gguf" << QStringList{"maker/tale", "q8.gguf", "main"};
        QTest::newRow("file of a revision")
            << "hf:maker/tale/Q8/q8.gguf@v1" << QStringList{"maker/tale", "Q8/q8.gguf", "v1"};
        // As browsers have the addresses of pages.
        QTest::newRow("page") << "https://huggingface.co/maker/tale" << QStringList{"maker/tale", "", "main"};
        QTest::newRow("page with a slash and a question")
            << "https://huggingface.co/maker/tale/?library=transformers" << QStringList{"maker/tale", "", "main"};
        QTest::newRow("page of a revision")
            << "https://huggingface.co/maker/tale/tree/v1" << QStringList{"maker/tale", "", "v1"};
        QTest::newRow("page of a file") << "https://huggingface.co/maker/tale/blob/main/Q8/q8.gguf"
                                        << QStringList{"maker/tale", "Q8/q8.gguf", "main"};
        QTest::newRow("link to a file") << "https://huggingface.co/maker/tale/resolve/v1/q8.gguf?download=true"
                                        << QStringList{"maker/tale", "q8.gguf", "v1"};
        QTest::newRow("short address") << "https://hf.co/maker/tale" << QStringList{"maker/tale", "", "main"};
        QTest::newRow("as Ollama writes it") << "hf.co/maker/tale:Q4_K_M" << QStringList{"maker/tale", "", "main"};
        QTest::newRow("quantisation of a revision") << "hf:maker/tale:Q4_0@v1" << QStringList{"maker/tale", "", "v1"};
        for (const char* wrong : {"https://huggingface.co/",
                                  "hf:maker/tale:",
                                  "hf:maker:Q8/tale",
                                  "hf:maker/tale:Q4_0/x.gguf",
                                  "https://huggingface.co/maker",
                                  "https://huggingface.co/datasets/maker/tale",
                                  "https://huggingface.co/maker/tale/blob/main/config.json",
                                  "https://huggingface.co/maker/tale/tree",
                                  "https://example.org/maker/tale",
                                  "hf:",
                                  "hf:tale",
                                  "hf:/tale",
                                  "hf:maker/",
                                  "hf:../tale",
                                  "hf:maker/..",
                                  "hf:maker/a..b",
                                  "hf:a--b/tale",
                                  "hf:maker/tale@",
                                  "hf:maker/tale@../../x",
                                  "hf:maker/tale@/x",
                                  "hf:maker/tale/",
                                  "hf:maker/tale/x.bin",
                                  "hf:maker/tale/../x.gguf",
                                  "hf:maker/tale//x.gguf",
                                  "hf:maker/ta le",
                                  "hf:maker/tale?x",
                                  "maker/tale"})
            QTest::newRow(wrong) << wrong << QStringList();
    }
    void names()
    {
        QFETCH(const QString, text);
        QFETCH(const QStringList, parts);
        const auto name = hubNameOf(text.toStdString());
        QCOMPARE(bool(name), !parts.isEmpty());
        if (name)
            QCOMPARE((QStringList{QString::fromStdString(name->repository), QString::fromStdString(name->file),
                                  QString::fromStdString(name->revision)}),
                     parts);
        else
            QVERIFY2(isSentence(wordsOf(name)) && wordsOf(name).contains("hf:OWNER/NAME"), qPrintable(wordsOf(name)));
    }

    /// Those that the index names, and no others.
    void aModelInParts()
    {
        QMap<QString, QByteArray> files = directory();
        files.remove("model.safetensors");
        files["consolidated.safetensors"] = "the same in another layout";
        files["model-00001-of-00002.safetensors"] = weights(1000);
        files["model-00002-of-00002.safetensors"] = weights(2000);
        files["model.safetensors.index.json"] = R"({"weight_map":{"a":"model-00001-of-00002.safetensors",
            "b":"model-00002-of-00002.safetensors","c":"model-00001-of-00002.safetensors"}})";
        const PretendedHub hub(files);
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(entriesOf(*path),
                 (QStringList{"config.json", "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
                              "model.safetensors.index.json", "tokenizer.json"}));
        QCOMPARE(findModels({.huggingFace = {m_hub->cache()}}).at(0).bytes, std::uint64_t(3000));

        files["model.safetensors.index.json"] = R"({"weight_map":{"a":"../../../outside.safetensors"}})";
        const PretendedHub forged(files);
        const QString sentence = wordsOf(m_hub->get(forged));
        QVERIFY2(sentence.contains("names ../../../outside.safetensors, which is not among its files")
                     && isSentence(sentence),
                 qPrintable(sentence));
    }

    void ggufFiles()
    {
        const PretendedHub one(oneGguf);
        const auto path = m_hub->get(one);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(path->filename(), fs::path("tale-Q8_0.gguf"));
        const auto found = findModels({.huggingFace = {m_hub->cache()}});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0], (FoundModel{"maker/tale", "Hugging Face", *path, 100'000}));

        const PretendedHub several({{"a.gguf", "1"},
                                    {"more/b c.gguf", "2"},
                                    {"big-00001-of-00002.gguf", "3"},
                                    {"big-00002-of-00002.gguf", "4"}});
        const QString sentence = wordsOf(m_hub->get(several));
        QVERIFY2(
            sentence.contains("3 GGUF files (a.gguf, big-00001-of-00002.gguf, more/b c.gguf): name one of them, as in "
                              "hf:maker/tale/a.gguf.")
                && isSentence(sentence),
            qPrintable(sentence));
        QVERIFY(wordsOf(m_hub->get(several, "hf:maker/tale/c.gguf"))
                    .contains("no file c.gguf: choose a.gguf, big-00001-of-00002.gguf, more/b c.gguf."));
        const auto named = m_hub->get(several, "hf:maker/tale/more/b c.gguf");
        QVERIFY2(named, qPrintable(wordsOf(named)));
        QCOMPARE(contentOf(*named), QByteArray("2"));
        QCOMPARE(several.fetched(), QStringList{"more/b%20c.gguf"});
        const PretendedHub none({{"config.json", "{}"}, {"pytorch_model.bin", "torch"}});
        QVERIFY(wordsOf(m_hub->get(none)).contains("neither safetensors"));
    }

    /// Any part, or the name without numbers, is the whole.
    void ggufFilesInParts_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"hf:maker/tale", "hf:maker/tale/Q8/big-Q8_0-00001-of-00003.gguf",
              "hf:maker/tale/Q8/big-Q8_0-00003-of-00003.gguf", "hf:maker/tale/Q8/big-Q8_0.gguf", "hf:maker/tale:q8_0"})
            QTest::newRow(name) << name;
    }
    void ggufFilesInParts()
    {
        QFETCH(const QString, name);
        QMap<QString, QByteArray> files{{"README.md", "# Tale"}};
        for (const char* number : {"1", "2", "3"})
            files[QStringLiteral("Q8/big-Q8_0-0000%1-of-00003.gguf").arg(number)] = weights(1000) + number;
        const PretendedHub hub(files);
        const auto path = m_hub->get(hub, qPrintable(name));
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(path->filename(), fs::path("big-Q8_0-00001-of-00003.gguf"));
        QCOMPARE(entriesOf(path->parent_path()).size(), 3);
        const auto found = findModels({.huggingFace = {m_hub->cache()}});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0], (FoundModel{"maker/tale", "Hugging Face", *path, 3003}));
        files.remove("Q8/big-Q8_0-00002-of-00003.gguf");
        const QString sentence = wordsOf(m_hub->get(PretendedHub(files), qPrintable(name)));
        QVERIFY2(sentence.contains("has no file Q8/big-Q8_0-00002-of-00003.gguf, which is a part of")
                     && isSentence(sentence),
                 qPrintable(sentence));
    }

    void onePartOfOneIsTheWhole()
    {
        const PretendedHub hub({{"one-00001-of-00001.gguf", weights(1000)}});
        for (const char* name : {"hf:maker/tale", "hf:maker/tale/one-00001-of-00001.gguf", "hf:maker/tale/one.gguf"}) {
            const auto path = m_hub->get(hub, name);
            QVERIFY2(path, qPrintable(wordsOf(path)));
            QCOMPARE(path->filename(), fs::path("one-00001-of-00001.gguf"));
        }
    }

    void quantisations()
    {
        const PretendedHub hub({{"tale-Q4_K_M.gguf", "4"}, {"tale-Q8_0.gguf", "8"}, {"tale-F16.gguf", "16"}});
        const auto path = m_hub->get(hub, "hf:maker/tale:Q8_0");
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(contentOf(*path), QByteArray("8"));
        const QString sentence = wordsOf(m_hub->get(hub, "hf:maker/tale:Q5_0"));
        QVERIFY2(sentence.contains("no GGUF file of Q5_0: choose tale-F16.gguf") && isSentence(sentence),
                 qPrintable(sentence));
    }

    /// What the card says is repeated among the tags; what is no text there is passed over.
    void licence()
    {
        const auto licensed = [](const QJsonArray& tags) {
            return PretendedHub(oneGguf, [tags](const HubRequest&, const HubAnswer& honest) {
                QJsonObject listing = QJsonDocument::fromJson(honest.body).object();
                listing["tags"] = tags;
                return HubAnswer{"200 OK", QJsonDocument(listing).toJson()};
            });
        };
        const auto words = [](const PretendedHub& hub) {
            const auto model = findHubModel({"maker/tale"}, HubServer{hub.address().toStdString()});
            return model ? QString::fromStdString(describe(*model)) : wordsOf(model);
        };
        QCOMPARE(words(licensed({7, "gguf", "license:apache-2.0"})), "maker/tale, 0.1 MB in 1 file, apache-2.0");
        QCOMPARE(words(licensed({"gguf"})), "maker/tale, 0.1 MB in 1 file");
    }

    void anotherRevision()
    {
        const PretendedHub hub(oneGguf, [](const HubRequest& request, const HubAnswer& honest) {
            return request.path == "/api/models/maker/tale/revision/refs%2Fpr%2F1?blobs=true"
                ? PretendedHub::listing({PretendedHub::listed("tale-Q8_0.gguf", oneGguf["tale-Q8_0.gguf"])})
                : honest;
        });
        QVERIFY2(m_hub->get(hub, "hf:maker/tale@refs/pr/1"),
                 qPrintable(wordsOf(m_hub->get(hub, "hf:maker/tale@refs/pr/1"))));
        QCOMPARE(contentOf(m_hub->cache() / "models--maker--tale" / "refs" / "refs" / "pr" / "1"),
                 QByteArray(PretendedHub::commit));
        const QString sentence = wordsOf(m_hub->get(hub, "hf:maker/tale@v9"));
        QVERIFY2(sentence.contains("does not have the revision v9 of the model maker/tale (404)")
                     && isSentence(sentence),
                 qPrintable(sentence));
    }

    void whatIsNoHub_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("page") << QByteArray("<html></html>");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("list") << QByteArray("[]");
        QTest::newRow("no commit") << QByteArray("{\"siblings\":[]}");
        QTest::newRow("no files") << QByteArray("{\"sha\":\"") + PretendedHub::commit + "\"}";
        QTest::newRow("a commit outside")
            << QByteArray(R"({"sha":"../../../../../../../../../../outside/xx","siblings":[]})");
    }
    void whatIsNoHub()
    {
        QFETCH(const QByteArray, body);
        const PretendedHub hub({}, [&](const HubRequest&, const HubAnswer&) { return HubAnswer{"200 OK", body}; });
        const QString sentence = wordsOf(m_hub->get(hub));
        QVERIFY2(sentence.contains("see that HF_ENDPOINT is right") && isSentence(sentence), qPrintable(sentence));
    }

    /// Whatever a server calls its files and their contents, nothing is written outside the model's folder.
    void noPathLeavesTheFolder()
    {
        const PretendedHub hub({}, [](const HubRequest& request, const HubAnswer&) {
            if (!request.path.startsWith("/api/"))
                return HubAnswer{"200 OK", "{}"};
            QJsonArray siblings;
            for (const char* name : {"../../../out.gguf", "/tmp/out.gguf", "a/../../out.gguf", "a//out.gguf",
                                     "./out.gguf", "..\\out.gguf", "c:out.gguf", "", "a/\nout.gguf"})
                siblings << PretendedHub::listed(name, "{}");
            siblings << QJsonValue(1) << QJsonObject{{"rfilename", 7}};
            QJsonObject config = PretendedHub::listed("inside.gguf", "{}");
            config["blobId"] = "../../../../out";
            config["lfs"] = QJsonObject{{"sha256", "../../../out"}};
            return PretendedHub::listing(siblings << config);
        });
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(path->filename(), fs::path("inside.gguf"));
        QCOMPARE(entriesOf(m_hub->cache() / "models--maker--tale" / "blobs"),
                 QStringList{QString(PretendedHub::commit) + "-inside.gguf"});
        QCOMPARE(entriesOf(m_hub->cache()), (QStringList{".locks", "models--maker--tale"}));
        QCOMPARE(entriesOf(m_hub->folder()), QStringList{"hub"});
    }

    void whatTheEnvironmentSays()
    {
        QCOMPARE(defaultHubServer()->address, std::string("https://huggingface.co"));
        qputenv("HF_ENDPOINT", "http://127.0.0.1:8080/mirror/");
        qputenv("HF_TOKEN", " hf_abc\n");
        QCOMPARE(defaultHubServer()->address, std::string("http://127.0.0.1:8080/mirror"));
        QCOMPARE(defaultHubServer()->token, std::string("hf_abc"));
        const auto write = [&](const char* name, const QByteArray& text) {
            fs::create_directories(m_hub->folder() / "home");
            QFile file(QString::fromStdString((m_hub->folder() / "home" / name).string()));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        // Of a user who has logged in; the variable comes first.
        QVERIFY(write("token", "hf_file\n"));
        QCOMPARE(defaultHubServer()->token, std::string("hf_abc"));
        qputenv("HF_TOKEN", "");
        QCOMPARE(defaultHubServer()->token, std::string("hf_file"));
        QCOMPARE(defaultHubServer()->tokenPlace, (m_hub->folder() / "home" / "token").string());
        qputenv("HF_HUB_DISABLE_IMPLICIT_TOKEN", "1");
        QCOMPARE(defaultHubServer()->token, std::string());
        qunsetenv("HF_HUB_DISABLE_IMPLICIT_TOKEN");
        qputenv("HF_HUB_OFFLINE", "1");
        QVERIFY2(isSentence(wordsOf(defaultHubServer()))
                     && wordsOf(defaultHubServer()).contains("HF_HUB_OFFLINE is set"),
                 qPrintable(wordsOf(defaultHubServer())));
        qunsetenv("HF_HUB_OFFLINE");
        qputenv("HF_TOKEN", "hf_abc\r\nX-Forged: 1");
        QVERIFY2(isSentence(wordsOf(defaultHubServer())), qPrintable(wordsOf(defaultHubServer())));
        qunsetenv("HF_TOKEN");
        for (const char* wrong : {"huggingface.co", "file:///etc", "ftp://x", "https://x?a"}) {
            qputenv("HF_ENDPOINT", wrong);
            const QString sentence = wordsOf(defaultHubServer());
            QVERIFY2(sentence.contains("no address of a server") && isSentence(sentence), qPrintable(sentence));
        }
    }

    void originsOfAddresses()
    {
        QCOMPARE(originOf("https://huggingface.co/a?b"), std::string("https://huggingface.co:443"));
        QCOMPARE(originOf("HTTP://Host:81/"), originOf("http://Host:81/x"));
        QVERIFY(originOf("http://a@b/") == originOf("http://b/") && originOf("http://a:80/") == originOf("http://a"));
        QVERIFY(originOf("https://a") != originOf("http://a") && originOf("/a").empty());
        QCOMPARE(escapedForUrl("a/b c%", "/"), std::string("a/b%20c%25"));
    }

private:
    std::unique_ptr<HubFolder> m_hub;
};

QTEST_GUILESS_MAIN(TestHubModel)
#include "test_hub_model.moc"
