// SPDX-License-Identifier: MIT
// Files from the Hugging Face Hub on their way into the cache, whatever happens to them. The Hub is pretended: a server
// of this test.
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QScopeGuard>

#include "engine/catalogue/found_models.h"
#include "hub_folder.h"

using namespace draftscope;
using namespace draftscope::test;

class TestHubCache : public QObject {
    Q_OBJECT
private slots:
    void init() { m_hub = std::make_unique<HubFolder>(); }

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
        const auto path = m_hub->get(hub, "hf:maker/tale", progress);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(last, 1.0);
        QVERIFY2(words.contains("Fetching maker/tale, 0 of 0 MB")
                     && words.contains("Checking model.safetensors of maker/tale"),
                 qPrintable(words.join('\n')));
        QCOMPARE(hub.fetched(), (QStringList{"config.json", "tokenizer.json", "model.safetensors"}));
        const fs::path model = m_hub->cache() / "models--maker--tale";
        QCOMPARE(*path, model / "snapshots" / PretendedHub::commit);
        QCOMPARE(contentOf(*path / "model.safetensors"), weights(300'000));
        QCOMPARE(fs::read_symlink(*path / "model.safetensors"),
                 fs::path("../../blobs") / PretendedHub::hashOf(weights(300'000)).toStdString());
        QCOMPARE(contentOf(model / "refs" / "main"), QByteArray(PretendedHub::commit));
        QCOMPARE(entriesOf(*path), (QStringList{"config.json", "model.safetensors", "tokenizer.json"}));
        QCOMPARE(entriesOf(model / "blobs").size(), 3);
        const auto found = findModels({.huggingFace = {m_hub->cache()}});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0], (FoundModel{"maker/tale", "Hugging Face", *path, 300'000}));
    }

    void whatIsThereIsKeptUnlessItIsDamaged()
    {
        const PretendedHub hub(directory());
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QVERIFY(m_hub->get(hub));
        QCOMPARE(hub.fetched().size(), 3);
        QFile file(QString::fromStdString((*path / "model.safetensors").string()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.write("damaged") == 7);
        file.close();
        QVERIFY(m_hub->get(hub));
        QCOMPARE(hub.fetched().mid(3), QStringList{"model.safetensors"});
        QCOMPARE(contentOf(*path / "model.safetensors"), weights(300'000));
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
        const PretendedHub hub(files, [&](const HubRequest& request, const HubAnswer& honest) {
            if (request.path.endsWith("/model.safetensors"))
                return HubAnswer{"302 Found", "moved", "Location: " + store.address("localhost") + "/large\r\n"};
            if (request.path.endsWith("/tokenizer.json"))
                return HubAnswer{"307 Temporary Redirect", {}, "Location: " + store.address() + "/elsewhere\r\n"};
            if (request.path.endsWith("/config.json"))
                return HubAnswer{"307 Temporary Redirect", {}, "Location: /renamed\r\n"};
            if (request.path == "/renamed")
                return HubAnswer{"200 OK", files["config.json"]};
            return request.path == "/back" ? HubAnswer{"200 OK", files["tokenizer.json"]} : honest;
        });
        front = &hub;
        HubServer server = m_hub->serverOf(hub);
        server.token = "hf_secret";
        const auto path = m_hub->get(server);
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
        const QString sentence = wordsOf(m_hub->get(round));
        QVERIFY2(sentence.contains("without an end") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(round.fetched().size(), 11);
        const PretendedHub file(oneGguf, atFirst(1, [](const HubRequest&, const HubAnswer&) {
                                    return HubAnswer{"302 Found", {}, "Location: file:///etc/passwd\r\n"};
                                }));
        QVERIFY(wordsOf(m_hub->get(file)).contains("not one of https"));
    }

    /// A connection that ends early is taken up again where it ended, as long as that leads further.
    void aServerThatClosesEarly()
    {
        const PretendedHub hub(oneGguf, atFirst(7, [](const HubRequest&, HubAnswer honest) {
                                   honest.cut = 1000;
                                   return honest;
                               }));
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(contentOf(*path), oneGguf["tale-Q8_0.gguf"]);
        QCOMPARE(hub.fetched().mid(0, 3),
                 (QStringList{"tale-Q8_0.gguf", "tale-Q8_0.gguf 1000-", "tale-Q8_0.gguf 2000-"}));
        QCOMPARE(hub.fetched().size(), 8);
    }

    void aServerThatAlwaysClosesEarly()
    {
        const PretendedHub hub(oneGguf, [](const HubRequest& request, HubAnswer honest) {
            if (request.path.contains("/resolve/"))
                honest.cut = request.range().isEmpty() ? 1000 : 0;
            return honest;
        });
        const QString sentence = wordsOf(m_hub->get(hub));
        QVERIFY2(sentence.contains("closes the connection before tale-Q8_0.gguf of maker/tale is whole")
                     && isSentence(sentence),
                 qPrintable(sentence));
        QCOMPARE(hub.fetched().size(), 5); // one that got further, and four that did not
        QCOMPARE(m_hub->partSize(), 1000);
        QVERIFY(findModels({.huggingFace = {m_hub->cache()}}).empty());
        const PretendedHub mended(oneGguf);
        QVERIFY(m_hub->get(mended));
        QCOMPARE(mended.fetched(), QStringList{"tale-Q8_0.gguf 1000-"});
    }

    void aServerThatKnowsNoRanges()
    {
        m_hub->leavePart(oneGguf["tale-Q8_0.gguf"].left(1000));
        const PretendedHub hub(oneGguf, [](const HubRequest& request, const HubAnswer& honest) {
            return request.path.contains("/resolve/") ? HubAnswer{"200 OK", oneGguf["tale-Q8_0.gguf"]} : honest;
        });
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(hub.fetched(), QStringList{"tale-Q8_0.gguf 1000-"});
        QCOMPARE(contentOf(*path), oneGguf["tale-Q8_0.gguf"]);
    }

    void aServerThatSendsOtherBytes()
    {
        m_hub->leavePart(oneGguf["tale-Q8_0.gguf"].left(1000));
        const PretendedHub hub(oneGguf, atFirst(1, [](const HubRequest&, HubAnswer honest) {
                                   honest.headers = "Content-Range: bytes 999-1/100000\r\n";
                                   return honest;
                               }));
        const QString sentence = wordsOf(m_hub->get(hub));
        QVERIFY2(sentence.contains("sends other bytes of tale-Q8_0.gguf") && isSentence(sentence),
                 qPrintable(sentence));
        const PretendedHub more(oneGguf, atFirst(1, [](const HubRequest&, HubAnswer honest) {
                                    honest.body += "more";
                                    return honest;
                                }));
        QVERIFY(wordsOf(m_hub->get(more)).contains("sends more of tale-Q8_0.gguf"));
        QCOMPARE(m_hub->partSize(), 0);
    }

    /// A part that is whole, and one that is longer than the file, are not asked for.
    void partsOfAnyLength()
    {
        const QByteArray bytes = oneGguf["tale-Q8_0.gguf"];
        m_hub->leavePart(bytes);
        const PretendedHub hub(oneGguf);
        QVERIFY(m_hub->get(hub));
        QCOMPARE(hub.fetched(), QStringList());
        m_hub = std::make_unique<HubFolder>();
        m_hub->leavePart(bytes + "more");
        QVERIFY(m_hub->get(hub));
        QCOMPARE(hub.fetched(), QStringList{"tale-Q8_0.gguf"});
    }

    /// What is left of another file is thrown away, and the right one fetched from its beginning.
    void theBeginningOfAnotherFile()
    {
        m_hub->leavePart("what another program has left");
        const PretendedHub hub(oneGguf);
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(hub.fetched(), (QStringList{"tale-Q8_0.gguf 29-", "tale-Q8_0.gguf"}));
        QCOMPARE(contentOf(*path), oneGguf["tale-Q8_0.gguf"]);
    }

    /// As on Windows, and on disks that know no links: snapshots have the files, and there are no blobs.
    void withoutLinks()
    {
        qputenv("HF_HUB_DISABLE_SYMLINKS", "1");
        QMap<QString, QByteArray> files = directory();
        files["vocab.json"] = files["config.json"]; // one blob
        const PretendedHub hub(files);
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QVERIFY(!fs::is_symlink(*path / "model.safetensors") && !fs::is_symlink(*path / "vocab.json"));
        for (const char* name : {"model.safetensors", "config.json", "vocab.json"})
            QCOMPARE(contentOf(*path / name), files[name]);
        const auto asked = hub.fetched().size();
        QVERIFY(m_hub->get(hub));
        QCOMPARE(hub.fetched().size(), asked);
        QCOMPARE(findModels({.huggingFace = {m_hub->cache()}}).at(0).path, *path);
        QFile file(QString::fromStdString((*path / "model.safetensors").string()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.write("damaged") == 7);
        file.close();
        QVERIFY(m_hub->get(hub));
        QCOMPARE(contentOf(*path / "model.safetensors"), files["model.safetensors"]);
    }

    void whoCancelsKeepsWhatThereIs()
    {
        const PretendedHub hub(oneGguf, atFirst(1, [](const HubRequest&, HubAnswer honest) {
                                   honest.cut = 1000;
                                   honest.waits = true;
                                   return honest;
                               }));
        std::atomic<bool> cancelled = false, hasEnded = false;
        Progress progress;
        progress.cancelled = &cancelled;
        std::thread canceller([&] {
            while (!hasEnded && !(hub.isWaiting() && m_hub->partSize() == 1000))
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            cancelled = true;
        });
        const QString sentence = wordsOf(m_hub->get(hub, "hf:maker/tale", progress));
        hasEnded = true;
        canceller.join();
        QCOMPARE(sentence,
                 QStringLiteral("Fetching maker/tale was cancelled: what was fetched is kept, and the same "
                                "command goes on with it."));
        QVERIFY(findModels({.huggingFace = {m_hub->cache()}}).empty());
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(hub.fetched(), (QStringList{"tale-Q8_0.gguf", "tale-Q8_0.gguf 1000-"}));
        QCOMPARE(contentOf(*path), oneGguf["tale-Q8_0.gguf"]);
    }

    void withoutANetwork()
    {
        HubServer server;
        {
            const PretendedHub gone({});
            server = m_hub->serverOf(gone);
        }
        const QString sentence = wordsOf(m_hub->get(server));
        QVERIFY2(sentence.contains("127.0.0.1 does not answer (") && isSentence(sentence), qPrintable(sentence));
    }

    void twoAtOnceAreOne()
    {
        const PretendedHub hub(oneGguf);
        const fs::path locks = m_hub->cache() / ".locks" / "models--maker--tale";
        QVERIFY(fs::create_directories(locks));
        const std::string name = PretendedHub::hashOf(oneGguf["tale-Q8_0.gguf"]).toStdString() + ".lock";
        const int lock = ::open((locks / name).c_str(), O_RDWR | O_CREAT, 0600); // as huggingface_hub does
        QCOMPARE(::flock(lock, LOCK_EX), 0);
        const QString sentence = wordsOf(m_hub->get(hub));
        QVERIFY2(sentence.contains("Another program is fetching tale-Q8_0.gguf") && isSentence(sentence),
                 qPrintable(sentence));
        ::close(lock);
        QVERIFY(m_hub->get(hub));
    }

    void moreThanFits()
    {
        const PretendedHub hub({}, [](const HubRequest&, const HubAnswer&) {
            QJsonObject file = PretendedHub::listed("tale.gguf", "x");
            file["size"] = double(std::uint64_t(1) << 60);
            return PretendedHub::listing({file});
        });
        const QString sentence = wordsOf(m_hub->get(hub));
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
        const QString sentence = wordsOf(m_hub->get(hub));
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY2(sentence.contains("cannot be written (File too large)") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(m_hub->partSize(), 5000);
        QVERIFY(m_hub->get(hub));
        QCOMPARE(hub.fetched(), (QStringList{"tale-Q8_0.gguf", "tale-Q8_0.gguf 5000-"}));
    }

    void aFolderThatCannotBeMade()
    {
        const PretendedHub hub(oneGguf);
        QFile file(QString::fromStdString(m_hub->cache().string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QString sentence = wordsOf(m_hub->get(hub));
        QVERIFY2(sentence.contains("HF_HUB_CACHE to another folder") && isSentence(sentence), qPrintable(sentence));
    }

private:
    std::unique_ptr<HubFolder> m_hub;
};

QTEST_GUILESS_MAIN(TestHubCache)
#include "test_hub_cache.moc"
