// SPDX-License-Identifier: MIT
// Models from the Hugging Face Hub, which is pretended: a server of this test.
#include <csignal>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include "engine/core/http_client.h"
#include "engine/model/found_models.h"
#include "engine/model/hub_cache.h"
#include "tests/fixtures/pretended_hub.h"

using namespace draftscope;
using test::HubAnswer;
using test::HubRequest;
using test::PretendedHub;

namespace {

namespace fs = std::filesystem;

/// Pseudo-random bytes, always the same.
QByteArray weights(int count)
{
    QByteArray bytes(count, '\0');
    for (int i = 0; i < count; ++i)
        bytes[i] = char((i * 7919 + i / 251) % 256);
    return bytes;
}

QMap<QString, QByteArray> directory()
{
    return {{"README.md", "# Tale"},
            {"config.json", "{}"},
            {"tokenizer.json", "{\"a\":1}"},
            {"model.safetensors", weights(300'000)},
            {"pytorch_model.bin", "never"}};
}

const QMap<QString, QByteArray> oneGguf{{"tale-Q8_0.gguf", weights(100'000)}, {"mmproj-tale.gguf", "images"}};

/// Answers the first `times` requests for files with `answer` of the usual one.
PretendedHub::Answer atFirst(int times, std::function<HubAnswer(const HubRequest&, HubAnswer)> answer)
{
    return [=, left = std::make_shared<int>(times)](const HubRequest& request, const HubAnswer& usual) {
        return request.path.contains("/resolve/") && (*left)-- > 0 ? answer(request, usual) : usual;
    };
}

QByteArray contentOf(const fs::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("is not there");
}

template <class T>
QString wordsOf(const Result<T>& result)
{
    return result ? "all went well" : QString::fromStdString(result.error().sentence);
}

} // namespace

class TestHubModel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("no_proxy", "*"); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        for (const char* name : {"HF_ENDPOINT", "HF_TOKEN"})
            qunsetenv(name);
    }

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
        for (const char* wrong :
             {"hf:", "hf:tale", "hf:/tale", "hf:maker/", "hf:../tale", "hf:maker/..", "hf:maker/a..b", "hf:a--b/tale",
              "hf:maker/tale@", "hf:maker/tale@../../x", "hf:maker/tale@/x", "hf:maker/tale/", "hf:maker/tale/x.bin",
              "hf:maker/tale/../x.gguf", "hf:maker/tale//x.gguf", "hf:maker/ta le", "hf:maker/tale?x", "maker/tale"})
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

    void whatIsFetchedIsFound()
    {
        const PretendedHub hub(directory());
        QStringList words;
        double last = 0;
        Progress progress;
        progress.report = [&](double share, std::string_view what) {
            QVERIFY(share >= last && share <= 1);
            last = share;
            words << QString::fromUtf8(what.data(), qsizetype(what.size()));
        };
        const auto path = get(hub, "hf:maker/tale", progress);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(last, 1.0);
        QVERIFY2(words.contains("Fetching maker/tale, 0 of 0 MB")
                     && words.contains("Checking model.safetensors of maker/tale"),
                 qPrintable(words.join('\n')));
        QCOMPARE(hub.fetched(), (QStringList{"config.json", "tokenizer.json", "model.safetensors"}));
        const fs::path model = cache() / "models--maker--tale";
        QCOMPARE(*path, model / "snapshots" / PretendedHub::commit);
        QCOMPARE(contentOf(*path / "model.safetensors"), weights(300'000));
        QCOMPARE(fs::read_symlink(*path / "model.safetensors"),
                 fs::path("../../blobs") / PretendedHub::hashOf(weights(300'000)).toStdString());
        QCOMPARE(contentOf(model / "refs" / "main"), QByteArray(PretendedHub::commit));
        QCOMPARE(entriesOf(*path), (QStringList{"config.json", "model.safetensors", "tokenizer.json"}));
        QCOMPARE(entriesOf(model / "blobs").size(), 3);
        const auto found = findModels({.huggingFace = {cache()}});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0], (FoundModel{"maker/tale", "Hugging Face", *path, 300'000}));
    }

    void whatIsThereIsKeptUnlessItIsDamaged()
    {
        const PretendedHub hub(directory());
        const auto path = get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QVERIFY(get(hub));
        QCOMPARE(hub.fetched().size(), 3);
        QFile file(QString::fromStdString((*path / "model.safetensors").string()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.write("damaged") == 7);
        file.close();
        QVERIFY(get(hub));
        QCOMPARE(hub.fetched().mid(3), QStringList{"model.safetensors"});
        QCOMPARE(contentOf(*path / "model.safetensors"), weights(300'000));
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
        const auto path = get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(entriesOf(*path),
                 (QStringList{"config.json", "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
                              "model.safetensors.index.json", "tokenizer.json"}));
        QCOMPARE(findModels({.huggingFace = {cache()}}).at(0).bytes, std::uint64_t(3000));

        files["model.safetensors.index.json"] = R"({"weight_map":{"a":"../../../outside.safetensors"}})";
        const PretendedHub forged(files);
        const QString sentence = wordsOf(get(forged));
        QVERIFY2(sentence.contains("names ../../../outside.safetensors, which is not among its files")
                     && isSentence(sentence),
                 qPrintable(sentence));
    }

    void ggufFiles()
    {
        const PretendedHub one(oneGguf);
        const auto path = get(one);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(path->filename(), fs::path("tale-Q8_0.gguf"));
        const auto found = findModels({.huggingFace = {cache()}});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0], (FoundModel{"maker/tale", "Hugging Face", *path, 100'000}));

        const PretendedHub several({{"a.gguf", "1"},
                                    {"more/b c.gguf", "2"},
                                    {"big-00001-of-00002.gguf", "3"},
                                    {"big-00002-of-00002.gguf", "4"}});
        const QString sentence = wordsOf(get(several));
        QVERIFY2(
            sentence.contains("2 GGUF files (a.gguf, more/b c.gguf): name one of them, as in hf:maker/tale/a.gguf.")
                && isSentence(sentence),
            qPrintable(sentence));
        QVERIFY(
            wordsOf(get(several, "hf:maker/tale/c.gguf")).contains("no file c.gguf: choose a.gguf, more/b c.gguf."));
        QVERIFY(wordsOf(get(several, "hf:maker/tale/big-00001-of-00002.gguf")).contains("is a part of a model"));
        const auto named = get(several, "hf:maker/tale/more/b c.gguf");
        QVERIFY2(named, qPrintable(wordsOf(named)));
        QCOMPARE(contentOf(*named), QByteArray("2"));
        QCOMPARE(several.fetched(), QStringList{"more/b%20c.gguf"});
        const PretendedHub none({{"config.json", "{}"}, {"pytorch_model.bin", "torch"}});
        QVERIFY(wordsOf(get(none)).contains("neither safetensors"));
    }

    void anotherRevision()
    {
        const PretendedHub hub(oneGguf, [](const HubRequest& request, const HubAnswer& usual) {
            return request.path == "/api/models/maker/tale/revision/refs%2Fpr%2F1?blobs=true"
                ? PretendedHub::listing({PretendedHub::listed("tale-Q8_0.gguf", oneGguf["tale-Q8_0.gguf"])})
                : usual;
        });
        QVERIFY2(get(hub, "hf:maker/tale@refs/pr/1"), qPrintable(wordsOf(get(hub, "hf:maker/tale@refs/pr/1"))));
        QCOMPARE(contentOf(cache() / "models--maker--tale" / "refs" / "refs" / "pr" / "1"),
                 QByteArray(PretendedHub::commit));
        const QString sentence = wordsOf(get(hub, "hf:maker/tale@v9"));
        QVERIFY2(sentence.contains("does not have the revision v9 of the model maker/tale (404)")
                     && isSentence(sentence),
                 qPrintable(sentence));
    }

    /// The token is for the endpoint: not for the server that has the large files, even if that leads back.
    void redirectsAreFollowedWithoutTheToken()
    {
        const QMap<QString, QByteArray> files = directory();
        std::atomic<const PretendedHub*> front = nullptr;
        const PretendedHub store({}, [&](const HubRequest& request, const HubAnswer&) {
            return request.path == "/large"
                ? PretendedHub::file(request, files["model.safetensors"])
                : HubAnswer{"302 Found", {}, "Location: " + front.load()->address() + "/back\r\n"};
        });
        const PretendedHub hub(files, [&](const HubRequest& request, const HubAnswer& usual) {
            if (request.path.endsWith("/model.safetensors"))
                return HubAnswer{"302 Found", "moved", "Location: " + store.address("localhost") + "/large\r\n"};
            if (request.path.endsWith("/tokenizer.json"))
                return HubAnswer{"307 Temporary Redirect", {}, "Location: " + store.address() + "/elsewhere\r\n"};
            if (request.path.endsWith("/config.json"))
                return HubAnswer{"307 Temporary Redirect", {}, "Location: /renamed\r\n"};
            if (request.path == "/renamed")
                return HubAnswer{"200 OK", files["config.json"]};
            return request.path == "/back" ? HubAnswer{"200 OK", files["tokenizer.json"]} : usual;
        });
        front = &hub;
        HubServer server = serverOf(hub);
        server.token = "hf_secret";
        const auto path = get(server);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(contentOf(*path / "model.safetensors"), files["model.safetensors"]);
        QCOMPARE(contentOf(*path / "tokenizer.json"), files["tokenizer.json"]);
        QCOMPARE(store.requests().size(), 2);
        for (const HubRequest& request : store.requests())
            QCOMPARE(request.token(), QByteArray());
        for (const HubRequest& request : hub.requests())
            QCOMPARE(request.token(), QByteArray(request.path == "/back" ? "" : "Bearer hf_secret"));
    }

    void redirectsThatLeadNowhere()
    {
        const PretendedHub round(oneGguf, atFirst(99, [](const HubRequest& request, const HubAnswer&) {
                                     return HubAnswer{"302 Found", {}, "Location: " + request.path + "\r\n"};
                                 }));
        const QString sentence = wordsOf(get(round));
        QVERIFY2(sentence.contains("without an end") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(round.fetched().size(), 11);
        const PretendedHub file(oneGguf, atFirst(1, [](const HubRequest&, const HubAnswer&) {
                                    return HubAnswer{"302 Found", {}, "Location: file:///etc/passwd\r\n"};
                                }));
        QVERIFY(wordsOf(get(file)).contains("not one of https"));
    }

    /// A connection that ends early is taken up again where it ended, as long as that leads further.
    void aServerThatClosesEarly()
    {
        const PretendedHub hub(oneGguf, atFirst(7, [](const HubRequest&, HubAnswer usual) {
                                   usual.cut = 1000;
                                   return usual;
                               }));
        const auto path = get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(contentOf(*path), oneGguf["tale-Q8_0.gguf"]);
        QCOMPARE(hub.fetched().mid(0, 3),
                 (QStringList{"tale-Q8_0.gguf", "tale-Q8_0.gguf 1000-", "tale-Q8_0.gguf 2000-"}));
        QCOMPARE(hub.fetched().size(), 8);
    }

    void aServerThatAlwaysClosesEarly()
    {
        const PretendedHub hub(oneGguf, [](const HubRequest& request, HubAnswer usual) {
            if (request.path.contains("/resolve/"))
                usual.cut = request.range().isEmpty() ? 1000 : 0;
            return usual;
        });
        const QString sentence = wordsOf(get(hub));
        QVERIFY2(sentence.contains("closes the connection before tale-Q8_0.gguf of maker/tale is whole")
                     && isSentence(sentence),
                 qPrintable(sentence));
        QCOMPARE(hub.fetched().size(), 5); // one that got further, and four that did not
        QCOMPARE(partSize(), 1000);
        QVERIFY(findModels({.huggingFace = {cache()}}).empty());
        const PretendedHub mended(oneGguf);
        QVERIFY(get(mended));
        QCOMPARE(mended.fetched(), QStringList{"tale-Q8_0.gguf 1000-"});
    }

    void aServerThatKnowsNoRanges()
    {
        leavePart(oneGguf["tale-Q8_0.gguf"].left(1000));
        const PretendedHub hub(oneGguf, [](const HubRequest& request, const HubAnswer& usual) {
            return request.path.contains("/resolve/") ? HubAnswer{"200 OK", oneGguf["tale-Q8_0.gguf"]} : usual;
        });
        const auto path = get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(hub.fetched(), QStringList{"tale-Q8_0.gguf 1000-"});
        QCOMPARE(contentOf(*path), oneGguf["tale-Q8_0.gguf"]);
    }

    void aServerThatSendsOtherBytes()
    {
        leavePart(oneGguf["tale-Q8_0.gguf"].left(1000));
        const PretendedHub hub(oneGguf, atFirst(1, [](const HubRequest&, HubAnswer usual) {
                                   usual.headers = "Content-Range: bytes 999-1/100000\r\n";
                                   return usual;
                               }));
        const QString sentence = wordsOf(get(hub));
        QVERIFY2(sentence.contains("sends other bytes of tale-Q8_0.gguf") && isSentence(sentence),
                 qPrintable(sentence));
        const PretendedHub more(oneGguf, atFirst(1, [](const HubRequest&, HubAnswer usual) {
                                    usual.body += "more";
                                    return usual;
                                }));
        QVERIFY(wordsOf(get(more)).contains("sends more of tale-Q8_0.gguf"));
        QCOMPARE(partSize(), 0);
    }

    /// A part that is whole, and one that is longer than the file, are not asked for.
    void partsOfAnyLength()
    {
        const QByteArray bytes = oneGguf["tale-Q8_0.gguf"];
        leavePart(bytes);
        const PretendedHub hub(oneGguf);
        QVERIFY(get(hub));
        QCOMPARE(hub.fetched(), QStringList());
        m_folder = std::make_unique<QTemporaryDir>();
        leavePart(bytes + "more");
        QVERIFY(get(hub));
        QCOMPARE(hub.fetched(), QStringList{"tale-Q8_0.gguf"});
    }

    void anotherFileIsNotKept()
    {
        leavePart("what another program has left");
        const PretendedHub hub(oneGguf);
        const QString sentence = wordsOf(get(hub));
        QVERIFY2(sentence.contains("SHA-256 differs") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(partSize(), -1);
        QVERIFY(findModels({.huggingFace = {cache()}}).empty());
        QVERIFY(get(hub)); // from the beginning
        QCOMPARE(hub.fetched().size(), 2);
    }

    void whatServersAnswer_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QString>("token");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("asked");
        QTest::newRow("401") << QByteArray("401 Unauthorized") << ""
                             << "then set HF_TOKEN to your token" << 1;
        QTest::newRow("403") << QByteArray("403 Forbidden") << "hf_x"
                             << "the user whose token HF_TOKEN is (403)" << 1;
        QTest::newRow("404") << QByteArray("404 Not Found") << ""
                             << "does not have the model maker/tale (404)" << 1;
        QTest::newRow("410") << QByteArray("410 Gone") << ""
                             << "answers 410" << 1;
        QTest::newRow("429") << QByteArray("429 Too Many Requests") << ""
                             << "asked too often" << 4;
        QTest::newRow("503") << QByteArray("503 Service Unavailable") << ""
                             << "something is wrong there (503)" << 4;
    }
    void whatServersAnswer()
    {
        QFETCH(const QByteArray, status);
        QFETCH(const QString, token);
        QFETCH(const QString, says);
        QFETCH(const int, asked);
        const PretendedHub hub({}, [&](const HubRequest&, const HubAnswer&) {
            return HubAnswer{status, "<html>An explanation in some words.</html>"};
        });
        HubServer server = serverOf(hub);
        server.token = token.toStdString();
        const QString sentence = wordsOf(get(server));
        QVERIFY2(sentence.contains(says) && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(hub.requests().size(), asked);
    }

    void aBusyServerIsAskedAgain()
    {
        const PretendedHub hub(oneGguf, atFirst(3, [](const HubRequest&, const HubAnswer&) {
                                   return HubAnswer{"429 Too Many Requests", "later", "Retry-After: 0\r\n"};
                               }));
        const auto path = get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(hub.fetched().size(), 4);
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
        const QString sentence = wordsOf(get(hub));
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
        const auto path = get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(path->filename(), fs::path("inside.gguf"));
        QCOMPARE(entriesOf(cache() / "models--maker--tale" / "blobs"),
                 QStringList{QString(PretendedHub::commit) + "-inside.gguf"});
        QCOMPARE(entriesOf(cache()), (QStringList{".locks", "models--maker--tale"}));
        QCOMPARE(entriesOf(folder()), QStringList{"hub"});
    }

    void whoCancelsKeepsWhatThereIs()
    {
        const PretendedHub hub(oneGguf, atFirst(1, [](const HubRequest&, HubAnswer usual) {
                                   usual.cut = 1000;
                                   usual.waits = true;
                                   return usual;
                               }));
        std::atomic<bool> cancelled = false, hasEnded = false;
        Progress progress;
        progress.cancelled = &cancelled;
        std::thread canceller([&] {
            while (!hasEnded && !(hub.isWaiting() && partSize() == 1000))
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            cancelled = true;
        });
        const QString sentence = wordsOf(get(hub, "hf:maker/tale", progress));
        hasEnded = true;
        canceller.join();
        QCOMPARE(sentence,
                 QStringLiteral("Fetching maker/tale was cancelled: what was fetched is kept, and the same "
                                "command goes on with it."));
        QVERIFY(findModels({.huggingFace = {cache()}}).empty());
        const auto path = get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(hub.fetched(), (QStringList{"tale-Q8_0.gguf", "tale-Q8_0.gguf 1000-"}));
        QCOMPARE(contentOf(*path), oneGguf["tale-Q8_0.gguf"]);
    }

    void withoutANetwork()
    {
        HubServer server;
        {
            const PretendedHub gone({});
            server = serverOf(gone);
        }
        const QString sentence = wordsOf(get(server));
        QVERIFY2(sentence.contains("127.0.0.1 does not answer (") && isSentence(sentence), qPrintable(sentence));
    }

    void twoAtOnceAreOne()
    {
        const PretendedHub hub(oneGguf);
        const fs::path locks = cache() / ".locks" / "models--maker--tale";
        QVERIFY(fs::create_directories(locks));
        const std::string name = PretendedHub::hashOf(oneGguf["tale-Q8_0.gguf"]).toStdString() + ".lock";
        const int lock = ::open((locks / name).c_str(), O_RDWR | O_CREAT, 0600); // as huggingface_hub does
        QCOMPARE(::flock(lock, LOCK_EX), 0);
        const QString sentence = wordsOf(get(hub));
        QVERIFY2(sentence.contains("Another program is fetching tale-Q8_0.gguf") && isSentence(sentence),
                 qPrintable(sentence));
        ::close(lock);
        QVERIFY(get(hub));
    }

    void moreThanFits()
    {
        const PretendedHub hub({}, [](const HubRequest&, const HubAnswer&) {
            QJsonObject file = PretendedHub::listed("tale.gguf", "x");
            file["size"] = double(std::uint64_t(1) << 60);
            return PretendedHub::listing({file});
        });
        const QString sentence = wordsOf(get(hub));
        QVERIFY2(sentence.contains("too little room") && sentence.contains("HF_HUB_CACHE") && isSentence(sentence),
                 qPrintable(sentence));
        QCOMPARE(hub.requests().size(), 1);
    }

    /// The disk takes no more in the middle of a file: what is there stays, as after Ctrl+C.
    void aDiskThatTakesNoMore()
    {
        const PretendedHub hub(oneGguf);
        rlimit before = {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const auto back = qScopeGuard([&] {
            ::setrlimit(RLIMIT_FSIZE, &before);
            std::signal(SIGXFSZ, handler);
        });
        const rlimit small{5000, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const QString sentence = wordsOf(get(hub));
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY2(sentence.contains("cannot be written (File too large)") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(partSize(), 5000);
        QVERIFY(get(hub));
        QCOMPARE(hub.fetched(), (QStringList{"tale-Q8_0.gguf", "tale-Q8_0.gguf 5000-"}));
    }

    void aFolderThatCannotBeMade()
    {
        const PretendedHub hub(oneGguf);
        QFile file(QString::fromStdString(cache().string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QString sentence = wordsOf(get(hub));
        QVERIFY2(sentence.contains("HF_HUB_CACHE to another folder") && isSentence(sentence), qPrintable(sentence));
    }

    void whatTheEnvironmentSays()
    {
        QCOMPARE(usualHubServer()->address, std::string("https://huggingface.co"));
        qputenv("HF_ENDPOINT", "http://127.0.0.1:8080/mirror/");
        qputenv("HF_TOKEN", " hf_abc\n");
        QCOMPARE(usualHubServer()->address, std::string("http://127.0.0.1:8080/mirror"));
        QCOMPARE(usualHubServer()->token, std::string("hf_abc"));
        qputenv("HF_TOKEN", "hf_abc\r\nX-Forged: 1");
        QVERIFY2(isSentence(wordsOf(usualHubServer())), qPrintable(wordsOf(usualHubServer())));
        qunsetenv("HF_TOKEN");
        for (const char* wrong : {"huggingface.co", "file:///etc", "ftp://x", "https://x?a"}) {
            qputenv("HF_ENDPOINT", wrong);
            const QString sentence = wordsOf(usualHubServer());
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
    static bool isSentence(const QString& text) { return text.endsWith('.') && !text.contains('\n'); }
    static QStringList entriesOf(const fs::path& path)
    {
        return QDir(QString::fromStdString(path.string()))
            .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }
    [[nodiscard]] fs::path folder() const { return m_folder->path().toStdString(); }
    [[nodiscard]] fs::path cache() const { return folder() / "hub"; }
    [[nodiscard]] fs::path part() const
    {
        return cache() / "models--maker--tale" / "blobs"
            / (PretendedHub::hashOf(oneGguf["tale-Q8_0.gguf"]).toStdString() + ".incomplete");
    }
    /// Of oneGguf; -1 where there is none.
    [[nodiscard]] int partSize() const
    {
        std::error_code error;
        const auto size = fs::file_size(part(), error);
        return error ? -1 : int(size);
    }
    void leavePart(const QByteArray& bytes) const
    {
        fs::create_directories(part().parent_path());
        QFile file(QString::fromStdString(part().string()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    static HubServer serverOf(const PretendedHub& hub)
    {
        return {.address = hub.address().toStdString(), .pause = std::chrono::milliseconds(1)};
    }
    [[nodiscard]] Result<fs::path> get(const HubServer& server, const char* text = "hf:maker/tale",
                                       const Progress& progress = {}) const
    {
        const auto name = hubNameOf(text);
        if (!name)
            return tl::unexpected(name.error());
        const auto model = findHubModel(*name, server, progress);
        if (!model)
            return tl::unexpected(model.error());
        return fetchHubModel(*model, server, cache(), progress);
    }
    [[nodiscard]] Result<fs::path> get(const PretendedHub& hub, const char* text = "hf:maker/tale",
                                       const Progress& progress = {}) const
    {
        return get(serverOf(hub), text, progress);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestHubModel)
#include "test_hub_model.moc"
