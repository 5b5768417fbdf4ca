// SPDX-License-Identifier: MIT
// What a Hub, or what stands in its place, answers instead of the file that was asked for.
#include "engine/catalogue/found_models.h"
#include "hub_folder.h"

using namespace draftscope;
using namespace draftscope::test;

class TestHubAnswers : public QObject {
    Q_OBJECT
private slots:
    void init() { m_hub = std::make_unique<HubFolder>(); }

    void anotherFileIsNotKept_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("hash");
        QTest::newRow("of the store of large files") << "model.safetensors"
                                                     << "SHA-256 differs";
        QTest::newRow("of git") << "tokenizer.json"
                                << "hash differs";
    }
    void anotherFileIsNotKept()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, hash);
        const PretendedHub hub(directory(), [&](const HubRequest& request, HubAnswer honest) {
            if (request.path.endsWith(name.toUtf8()))
                honest.body[0] = '#'; // as many bytes as there are to be
            return honest;
        });
        const QString sentence = wordsOf(m_hub->get(hub));
        QVERIFY2(sentence.contains(hash) && sentence.contains(name) && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(entriesOf(m_hub->cache() / "models--maker--tale" / "blobs").filter("incomplete"), QStringList());
        QVERIFY(findModels({.huggingFace = {m_hub->cache()}}).empty());
        QVERIFY(m_hub->get(PretendedHub(directory())));
    }

    /// A page that asks to sign in, what a proxy says, and other things that are not the file: nothing of them stays,
    /// and what was there before does.
    void answersThatAreNotTheFile_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("saysSize");
        QTest::addColumn<QString>("says");
        const QByteArray page = "<!DOCTYPE html><html>sign in</html>",
                         html = "Content-Type: text/html; charset=utf-8\r\n", ok = "200 OK";
        const QByteArray large = "\n <HTML>" + QByteArray(100'000 - 8, ' ');
        QTest::newRow("page") << ok << html << page << true << "sends a web page";
        QTest::newRow("page in chunks") << ok << html << page << false << "sends a web page";
        QTest::newRow("page that does not say so") << ok << QByteArray() << page << true << "sends a web page";
        QTest::newRow("page in chunks that does not say so")
            << ok << QByteArray() << page << false << "sends a web page";
        QTest::newRow("page as long as the file") << ok << html << large << true << "sends a web page";
        QTest::newRow("short") << ok << QByteArray() << QByteArray(99'999, 'x') << true
                               << "a file of 99999 bytes instead of 100000";
        QTest::newRow("short, in chunks")
            << ok << QByteArray() << QByteArray(20, 'x') << false << "an answer of 20 bytes, which is too short";
        QTest::newRow("long") << ok << QByteArray() << QByteArray(100'001, 'x') << true
                              << "a file of 100001 bytes instead of 100000";
        QTest::newRow("long, in chunks") << ok << QByteArray() << QByteArray(100'001, 'x') << false
                                         << "sends more of tale-Q8_0.gguf";
        QTest::newRow("nothing") << ok << QByteArray() << QByteArray() << true << "a file of 0 bytes instead of 100000";
        QTest::newRow("range of another file")
            << QByteArray("206 Partial Content") << QByteArray("Content-Range: bytes 1000-1999/2000\r\n")
            << QByteArray(1000, 'x') << true << "a file of 2000 bytes instead of 100000";
        QTest::newRow("page of a part") << QByteArray("206 Partial Content")
                                        << html + "Content-Range: bytes 1000-1034/1035\r\n"
                                        << page << true << "sends a web page";
    }
    void answersThatAreNotTheFile()
    {
        QFETCH(const QByteArray, status);
        QFETCH(const QByteArray, headers);
        QFETCH(const QByteArray, body);
        QFETCH(const bool, saysSize);
        QFETCH(const QString, says);
        const PretendedHub hub(oneGguf, [&](const HubRequest& request, const HubAnswer& honest) {
            HubAnswer answer{status, body, headers};
            answer.saysSize = saysSize;
            return request.path.contains("/resolve/") ? answer : honest;
        });
        const PretendedHub mended(oneGguf);
        for (const QByteArray& before : {QByteArray(), oneGguf["tale-Q8_0.gguf"].left(1000)}) {
            m_hub = std::make_unique<HubFolder>();
            if (!before.isEmpty())
                m_hub->leavePart(before);
            else if (status.startsWith("206"))
                continue; // which has been asked for a part
            const auto asked = hub.fetched().size();
            const QString sentence = wordsOf(m_hub->get(hub));
            QVERIFY2(sentence.contains(says) && isSentence(sentence), qPrintable(sentence));
            QCOMPARE(hub.fetched().size(), asked + 1); // once: a page does not get better
            const int kept = m_hub->partSize();
            QVERIFY2(kept <= 0 || contentOf(m_hub->part()) == before, qPrintable(QString::number(kept)));
            if (!body.isEmpty() && saysSize)
                QCOMPARE(std::max(kept, 0), int(before.size()));
            const auto got = m_hub->get(mended);
            QVERIFY2(got, qPrintable(wordsOf(got)));
            QCOMPARE(contentOf(*got), oneGguf["tale-Q8_0.gguf"]);
        }
    }

    /// What the Content-Type says is not asked where the bytes can be checked.
    void theRightBytesUnderAWrongName()
    {
        const PretendedHub hub(directory(), [](const HubRequest&, HubAnswer honest) {
            honest.headers += "Content-Type: text/html\r\n";
            return honest;
        });
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
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
        HubServer server = m_hub->serverOf(hub);
        server.token = token.toStdString();
        const QString sentence = wordsOf(m_hub->get(server));
        QVERIFY2(sentence.contains(says) && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(hub.requests().size(), asked);
    }

    void aBusyServerIsAskedAgain()
    {
        const PretendedHub hub(oneGguf, atFirst(3, [](const HubRequest&, const HubAnswer&) {
                                   return HubAnswer{"429 Too Many Requests", "later", "Retry-After: 0\r\n"};
                               }));
        const auto path = m_hub->get(hub);
        QVERIFY2(path, qPrintable(wordsOf(path)));
        QCOMPARE(hub.fetched().size(), 4);
    }

private:
    std::unique_ptr<HubFolder> m_hub;
};

QTEST_GUILESS_MAIN(TestHubAnswers)
#include "test_hub_answers.moc"
