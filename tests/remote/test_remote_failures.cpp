// SPDX-License-Identifier: MIT
// What is said where a server fails or lies, and that nothing is lost by it.
#include <QTest>

#include <QRegularExpression>
#include <QScopeGuard>

#include "engine/core/target_unavailable.h"
#include "engine/remote/known_texts.h"
#include "engine/remote/llama_answer.h"
#include "engine/trace/trace_json.h"
#include "remote_sessions.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;

class TestRemoteFailures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        qputenv("no_proxy", "*");
        qunsetenv("DRAFTSCOPE_API_KEY");
    }

    /// A failure in the middle, its sentence, and then the rest of the text.
    void failuresAreSaid_data()
    {
        QTest::addColumn<PretendedServer::Twist>("twist");
        QTest::addColumn<QString>("sentence");
        const auto body = [](const QByteArray& text) {
            return [text](const ServerRequest&, ServerReply& reply) { reply.body = text; };
        };
        const auto status = [](const QByteArray& line, const QByteArray& text, const QByteArray& more = {}) {
            return [=](const ServerRequest&, ServerReply& reply) {
                reply.status = line;
                reply.body = text;
                reply.headers += more;
            };
        };
        const auto replaced = [](const char* what, const char* by) {
            return [=](const ServerRequest&, ServerReply& reply) { reply.body.replace(what, by); };
        };
        const auto row = [](const char* name, PretendedServer::Twist twist, const char* sentence) {
            QTest::newRow(name) << std::move(twist) << QString(sentence);
        };
        const QByteArray unusable = "The server HOST answered what cannot be used: ";
        const auto lie = [&](const char* name, PretendedServer::Twist twist, const QByteArray& why) {
            row(name, std::move(twist), unusable + why + ". Look at its log, or choose another server.");
        };
        lie("HTML", body("<html><body>It works!</body></html>"),
            "it is no JSON from byte 1 on: \"<html><body>It works!</body></html>\"");
        lie("nothing", body(""), "it is no JSON from byte 1 on: \"\"");
        lie("another JSON", body("{\"hello\":1}"), "it EITHER");
        lie("a list too many", body("[{},{},{},{},{},{},{}]"), "it has 7 parts where COUNT were asked for");
        lie("no part at all", body("[]"), "it has 0 parts where COUNT were asked for");
        lie("NaN", replaced("\"logprob\":-", "\"logprob\":null,\"x\":-"), "it gives token ID the log-probability nan");
        lie("more than 1", replaced("\"logprob\":-", "\"logprob\":"), "it gives token ID the log-probability NUMBER");
        lie("wrong ids", replaced("\"id\":3", "\"id\":70"), "it names token 70, and its vocabulary has 5");
        lie("a negative id", replaced("\"id\":3", "\"id\":-3"), "it names token -1, and its vocabulary has 5");
        lie("an id twice", replaced("\"id\":3", "\"id\":2"), "it lists token 2 twice");
        lie("other numbers", replaced("\"logprob\":-", "\"logprob\":-1"),
            "the probabilities of 5 tokens are NUMBER together");
        lie("a short list", replaced("\"top_logprobs\":[{", "\"top_logprobs\":[],\"x\":[{"),
            "it lists 0 tokens where 5 were asked for");
        lie("10 MB", body(QByteArray(10'000'000, ' ')),
            "it is longer than the NUMBER MB that what was asked for can take");
        row("HTTP 500", status("500 Internal Server Error", R"({"error":{"message":"CUDA out of memory."}})"),
            "The server HOST failed (HTTP 500): CUDA out of memory. Look at its log, then go on.");
        row("HTTP 503", status("503 Service Unavailable", "loading"),
            "The server HOST failed (HTTP 503): loading. Look at its log, then go on.");
        row("HTTP 429", status("429 Too Many Requests", ""), "The server HOST is too busy (HTTP 429): go on later.");
        row("HTTP 429 with a time", status("429 Too Many Requests", "", "Retry-After: 7\r\n"),
            "The server HOST is too busy (HTTP 429): go on in 7 seconds.");
        row("HTTP 401", status("401 Unauthorized", ""),
            "The server HOST wants another key (HTTP 401): put it into the environment as DRAFTSCOPE_API_KEY.");
        row("HTTP 400", status("400 Bad Request", R"({"detail":"No such field\n"})"),
            "The server HOST refuses what it is asked (HTTP 400): No such field\\x0A. Look at its log.");
        row("HTTP 302", status("302 Found", "", "Location: https://example.com/\r\n"),
            "The server HOST wants to be asked at another address (HTTP 302): give that one.");
        row(
            "cut off", [](const ServerRequest&, ServerReply& reply) { reply.cut = 50; },
            "The server HOST went away in the middle of an answer: REASON. Start it again, then go on.");
        row(
            "silent", [](const ServerRequest&, ServerReply& reply) { reply.waits = true; },
            "The server HOST was silent for 1 seconds: see what it does, then go on.");
    }
    void failuresAreSaid()
    {
        QFETCH(PretendedServer::Twist, twist);
        QFETCH(QString, sentence);
        for (const bool isGreedy : {true, false}) {
            PretendedServer server(PretendedServer::Kind::llamaServer, &byTwoLetters, letters);
            const std::string address = server.address() + "#silence=1";
            const SessionSettings settings = lookupSettings(isGreedy, 30);
            const auto undisturbed = sessionAt(address, settings);
            finish(*undisturbed);
            const auto session = sessionAt(address, settings);
            session->finishRound();
            session->finishRound();
            const RoundRecord before = session->round();
            server.setTwist(twist);
            QString said;
            try {
                session->finishRound();
            } catch (const TargetUnavailable& unavailable) {
                said = QString::fromUtf8(unavailable.what());
                QCOMPARE(unavailable.sentence().text, std::string(unavailable.what()));
                QVERIFY(!unavailable.sentence().id.empty());
            }
            QString pattern = QRegularExpression::escape(sentence).replace(
                "HOST", QRegularExpression::escape(QString::fromStdString(server.host())));
            pattern.replace("NUMBER", "[-0-9.]+")
                .replace("ID", "[0-4]")
                .replace("COUNT", "[1-4]")
                .replace("EITHER", "(has 1 parts where [2-4] were|lists 0 tokens where 5 were) asked for")
                .replace("REASON", "[^:]+");
            QVERIFY2(QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(said).hasMatch(),
                     qPrintable(said));
            QVERIFY(session->round() == before);
            server.setTwist({});
            finish(*session);
            QCOMPARE(tokensOf(*session), tokensOf(*undisturbed));
        }
    }

    /// Also where it fails in the middle of a round that has been drafted and judged moment by moment.
    void aServerThatGoesAwayInARound_data() { addServers(); }
    void aServerThatGoesAwayInARound()
    {
        QFETCH(PretendedServer::Kind, kind);
        QFETCH(QString, wishes);
        PretendedServer server(kind, &byTwoLetters, letters);
        const SessionSettings settings = lookupSettings(false, 30);
        const auto undisturbed = sessionAt(server.address() + wishes.toStdString(), settings);
        const Recording expected = decode(*undisturbed);
        const auto session = sessionAt(server.address() + wishes.toStdString(), settings);
        int failures = 0, moments = 0;
        Recording recording(session->header());
        while (session->ended() == EndReason::none) {
            server.setListening(++moments % 3 != 0);
            try {
                if (session->advance().kind == MomentKind::commit)
                    recording.put(0, session->round());
            } catch (const TargetUnavailable& unavailable) {
                ++failures;
                QVERIFY2(
                    QByteArray(unavailable.what())
                        .startsWith("The server " + QByteArray::fromStdString(server.host()) + " cannot be reached: "),
                    unavailable.what());
            }
        }
        QVERIFY(failures > 3);
        QCOMPARE(recording.roundCount(0), expected.roundCount(0));
        for (int r = 0; r < expected.roundCount(0); ++r)
            QVERIFY(withoutTimes(recording.round(0, r)) == withoutTimes(expected.round(0, r)));
    }

    void anotherModelAtTheSameAddressIsNotMixedIn()
    {
        PretendedServer server(PretendedServer::Kind::vllm, &byTwoLetters, letters);
        const auto session = sessionAt(server.address(), lookupSettings(true, 30));
        session->finishRound();
        server.setListening(false);
        QVERIFY_EXCEPTION_THROWN(session->finishRound(), TargetUnavailable);
        server.model = "another";
        server.setListening(true);
        try {
            session->finishRound();
            QFAIL("It went on.");
        } catch (const TargetUnavailable& unavailable) {
            QCOMPARE(
                std::string(unavailable.what()),
                "The server " + server.host()
                    + " has the model another now, where it had script: start that one again, or restart the run.");
        }
        server.model = "script";
        finish(*session);
        QCOMPARE(tokensOf(*session), greedyText(30));
    }

    void theKeyIsSentAndWrittenNowhere()
    {
        qputenv("DRAFTSCOPE_API_KEY", "sk-secret");
        const auto restore = qScopeGuard([] { qunsetenv("DRAFTSCOPE_API_KEY"); });
        PretendedServer server(PretendedServer::Kind::sglang, &byTwoLetters, letters);
        const auto session = sessionAt(server.address(), lookupSettings(true, 10));
        finish(*session);
        for (const ServerRequest& request : server.requests())
            QCOMPARE(request.key, QByteArray("Bearer sk-secret"));
        QVERIFY(std::string(encode(session->header()).text()).find("secret") == std::string::npos);
        server.setTwist([](const ServerRequest&, ServerReply& reply) { reply.status = "403 Forbidden"; });
        QCOMPARE(refusalAt(server.address(), lookupSettings(true, 10)),
                 "The server " + server.host()
                     + " wants another key (HTTP 403): put it into the environment as DRAFTSCOPE_API_KEY.");
        QCOMPARE(refusalAt("http://sk-secret@" + server.host(), lookupSettings(true, 10)),
                 std::string("The address of a server has a name or a key in front of an @, which traces would show: "
                             "put the key into the environment as DRAFTSCOPE_API_KEY, and leave it out there."));
    }

    /// Some servers repeat what they do not like.
    void aKeyThatIsRepeatedIsNotShown()
    {
        qputenv("DRAFTSCOPE_API_KEY", "sk-secret");
        const auto restore = qScopeGuard([] { qunsetenv("DRAFTSCOPE_API_KEY"); });
        PretendedServer server(PretendedServer::Kind::sglang, &byTwoLetters, letters);
        server.setTwist([](const ServerRequest&, ServerReply& reply) {
            reply.status = "400 Bad Request";
            reply.body = R"({"error":{"message":"Wrong key: sk-secret, sk-secret"}})";
        });
        QCOMPARE(refusalAt(server.address() + "#kind=sglang", lookupSettings(true, 10)),
                 "The server " + server.host()
                     + " refuses what it is asked (HTTP 400): Wrong key: (the key), (the key). Look at its log.");
        server.setTwist([](const ServerRequest&, ServerReply& reply) { reply.body = "Wrong: sk-secret"; });
        QCOMPARE(refusalAt(server.address() + "#kind=sglang", lookupSettings(true, 10)),
                 "The server " + server.host()
                     + " answered what cannot be used: it is no JSON: \"Wrong: (the key)\". Look at its log, or choose "
                       "another server.");
        server.setTwist(
            [](const ServerRequest&, ServerReply& reply) { reply.body = QByteArray(32, 'x') + "sk-secret"; });
        QCOMPARE(refusalAt(server.address() + "#kind=sglang", lookupSettings(true, 10)),
                 "The server " + server.host() + " answered what cannot be used: it is no JSON: \""
                     + std::string(32, 'x') + "(the key)\". Look at its log, or choose another server.");
    }

    /// JSON may write a character in several ways, and a refusal may be no JSON at all.
    void aKeyThatIsEscapedIsNotShown()
    {
        qputenv("DRAFTSCOPE_API_KEY", "sk-abcdefgh/ijklmnop");
        const auto restore = qScopeGuard([] { qunsetenv("DRAFTSCOPE_API_KEY"); });
        PretendedServer server(PretendedServer::Kind::sglang, &byTwoLetters, letters);
        const auto refused = [&](const QByteArray& status, const QByteArray& body) {
            server.setTwist([=](const ServerRequest&, ServerReply& reply) {
                reply.status = status;
                reply.body = body;
            });
            return refusalAt(server.address() + "#kind=sglang", lookupSettings(true, 10));
        };
        const std::string name = "The server " + server.host();
        for (const char* body :
             {R"({"error":{"message":"Bad key sk-abcdefgh\/ijklmnop"}})",
              R"({"detail":"Bad key sk-abcdefgh/ijklmnop"})", R"({"detail":"Bad key \u0073k-abcdefgh\u002fijklmnop"})",
              R"(Bad key sk-abcdefgh\/ijklmnop)"}) {
            QCOMPARE(refused("400 Bad Request", body),
                     name + " refuses what it is asked (HTTP 400): Bad key (the key). Look at its log.");
            QCOMPARE(refused("500 Internal Server Error", body),
                     name + " failed (HTTP 500): Bad key (the key). Look at its log, then go on.");
        }
        QCOMPARE(refused("400 Bad Request", "sk-ab, sk-abcdefgh"),
                 name + " refuses what it is asked (HTTP 400): sk-ab, (the key). Look at its log.");
    }

    /// Strings of tokens are the server's words, too.
    void aKeyAmongTokensIsNotShown()
    {
        qputenv("DRAFTSCOPE_API_KEY", "sk-secret");
        const auto restore = qScopeGuard([] { qunsetenv("DRAFTSCOPE_API_KEY"); });
        for (const auto kind : {PretendedServer::Kind::llamaServer, PretendedServer::Kind::openai}) {
            PretendedServer server(kind, &byTwoLetters, letters);
            server.otherText = "sk-secret";
            const std::string why = refusalAt(server.address(), lookupSettings(true, 10));
            QVERIFY2(why.find("is \"b\" here and \"(the key)\" there. Choose a draft") != std::string::npos,
                     why.c_str());
        }
    }

    void vocabulariesOfNoModelAreRefused()
    {
        PretendedServer server(PretendedServer::Kind::llamaServer, &byTwoLetters, letters);
        server.setTwist([](const ServerRequest&, ServerReply& reply) {
            reply.body.replace("\"n_vocab\":5", "\"n_vocab\":999999999");
        });
        QCOMPARE(refusalAt(server.address(), lookupSettings(true, 10)),
                 "The server " + server.host()
                     + " answered what cannot be used: it says that its model has 999999999 tokens. Look at its log, "
                       "or choose another server.");
    }

    /// Numbers that are no bytes and no times stay without effect.
    void numbersOutOfRange()
    {
        std::vector<LlamaCompletion> completions;
        Message why;
        QVERIFY(readLlamaAnswer(R"({"completion_probabilities":[{"id":1,"logprob":-1,"top_logprobs":[)"
                                R"({"id":1e300,"bytes":[1e300,-5,null,65],"logprob":-1}]}],)"
                                R"("timings":{"prompt_ms":null,"predicted_ms":-4}})",
                                true, completions, why, {}));
        QCOMPARE(completions.size(), 1u);
        QCOMPARE(completions[0].texts,
                 (std::vector<std::string>{"\xff\xff\xff"
                                           "A"}));
        QCOMPARE(completions[0].likeliest[0].token, noToken);
        QCOMPARE(completions[0].computed, 0.0);
    }

    /// A server that rounds may list two equal tokens in either order.
    void equalTokensMayRiseByRounding()
    {
        const ServerConnection connection({"http://127.0.0.1:1"});
        KnownText known;
        takeTold(connection, {{{2, -1.0}, {1, -1.0 + 5e-7}, {0, -3.0}}, {}}, 3, letters, known);
        QCOMPARE(known.likeliest, 2);
        QVERIFY(std::ranges::is_sorted(known.listed, std::greater(), &TokenLogProbability::logP));
        QVERIFY_EXCEPTION_THROWN(takeTold(connection, {{{2, -1.1}, {1, -1.0}, {0, -3.0}}, {}}, 3, letters, known),
                                 TargetUnavailable);
    }

    /// A server that computes a text anew tells a little more or less of it; a lie is more than that.
    void whatIsToldBesidesIsCutDown()
    {
        const ServerConnection connection({"http://127.0.0.1:1"});
        const auto p = [](const TokenLogProbability& one) { return std::exp(one.logP); };
        KnownText known;
        takeTold(connection, {{{4, std::log(0.52)}}, {{1, std::log(0.49)}, {0, std::log(0.002)}}, true}, 3, letters,
                 known);
        QCOMPARE(known.others.size(), 2u);
        QVERIFY(std::abs(p(known.others[0]) - 0.48) < 1e-9 && p(known.others[1]) > 0 && p(known.others[1]) < 1e-4);
        for (const TokenLogProbability& lie : std::vector<TokenLogProbability>{{2, std::log(0.2)}, {2, 1.0}, {9, -1.0}})
            QVERIFY_EXCEPTION_THROWN(addOther(connection, lie, letters, known), TargetUnavailable);
        QCOMPARE(known.others.size(), 2u);
    }

    void cancellingEndsTheWait()
    {
        PretendedServer server(PretendedServer::Kind::llamaServer, &byTwoLetters, letters);
        const auto session = sessionAt(server.address() + "#probabilities=2", lookupSettings(false, 30));
        session->finishRound();
        std::atomic<bool> cancelled = false;
        Progress progress;
        progress.cancelled = &cancelled;
        server.setTwist([&](const ServerRequest&, ServerReply& reply) {
            reply.waits = true;
            cancelled = true;
        });
        QVERIFY_EXCEPTION_THROWN(session->finishRound(progress), Cancelled);
        server.setTwist({});
        cancelled = false;
        finish(*session);
    }
};

QTEST_GUILESS_MAIN(TestRemoteFailures)
#include "test_remote_failures.moc"
