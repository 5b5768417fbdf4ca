// SPDX-License-Identifier: MIT
// A target behind a server writes what the same model writes here, and is checked before the first round.
#include <QTest>

#include "remote_sessions.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;

class TestRemoteTarget : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        qputenv("no_proxy", "*");
        qunsetenv("DRAFTSCOPE_API_KEY");
    }

    void greedyTextIsTheServers_data() { addServers(); }
    void greedyTextIsTheServers()
    {
        QFETCH(PretendedServer::Kind, kind);
        QFETCH(QString, shown);
        QFETCH(QString, wishes);
        const PretendedServer server(kind, &byTwoLetters, letters);
        for (const char* method : {"plain", "prompt-lookup"}) {
            const auto session = sessionAt(server.address() + wishes.toStdString(), lookupSettings(true, 40, method));
            const Recording recording = decode(*session);
            QCOMPARE(tokensOf(*session), greedyText(40));
            QVERIFY(session->header().backend.starts_with(shown.toStdString() + " · "));
            QCOMPARE(session->header().target.name, "script at " + server.host());
            for (int r = 0; r < recording.roundCount(0); ++r)
                for (const DistributionRecord& context : recording.round(0, r).contexts)
                    QVERIFY(context.hasP);
        }
    }

    void sampledTextsFollowTheServer_data() { addServers(); }
    void sampledTextsFollowTheServer()
    {
        QFETCH(PretendedServer::Kind, kind);
        QFETCH(QString, wishes);
        const PretendedServer server(kind, &byTwoLetters, letters);
        std::map<std::vector<TokenId>, std::map<TokenId, int>> followed;
        for (int seed = 0; seed < 8; ++seed) {
            SessionSettings settings = lookupSettings(false, 240);
            settings.seed = std::uint64_t(seed);
            settings.topTokens = 0;
            const auto session = sessionAt(server.address() + wishes.toStdString(), settings);
            (void)decode(*session);
            const std::vector<TokenId> text = tokensOf(*session);
            for (std::size_t i = prompt.size(); i < text.size(); ++i)
                ++followed[{text[i - 2], text[i - 1]}][text[i]];
        }
        QCOMPARE(int(followed.size()), letters * letters);
        const double distance = distanceFromScript(followed); // mean 100, standard deviation 14
        QVERIFY2(distance < 175, qPrintable(QString::number(distance)));
    }

    /// A tree's contexts are asked for together, siblings share one, and what is pruned is not asked for.
    void treesAreAsked_data() { addServers(); }
    void treesAreAsked()
    {
        QFETCH(PretendedServer::Kind, kind);
        QFETCH(QString, wishes);
        const PretendedServer server(kind, &byTwoLetters, letters);
        const auto model = openRemoteModel(server.address() + wishes.toStdString(), scriptedModel(letters));
        QVERIFY(model);
        WantedOfP greedy;
        greedy.sampler.greedy = true;
        const auto target = makeRemoteTarget(**model, greedy);
        QVERIFY(target);
        const std::vector<TokenId> text = *LetterTokenizer(letters).encode(prompt);
        DraftTree tree;
        const std::vector<std::array<int, 3>> nodes = {{0, -1, 1}, {1, -1, 1}, {2, 0, 2}, {3, 1, 2}, {4, 1, 2}};
        for (const auto& [token, parent, depth] : nodes)
            tree.nodes.push_back({token, parent, depth});
        tree.nodes[4].pruned = true;
        (*target)->align(text);
        (*target)->plan(text.back(), int(text.size()), tree);
        (*target)->verify();
        (*target)->beginSampling(greedy.sampler);
        const std::vector<std::vector<TokenId>> behind = {{}, {0}, {1}, {0, 2}, {1, 3}};
        for (std::size_t c = 0; c < behind.size(); ++c) {
            std::vector<TokenId> whole = text;
            whole.insert(whole.end(), behind[c].begin(), behind[c].end());
            const Distribution p = byTwoLetters(whole);
            const auto likeliest = std::size_t(std::ranges::max_element(p) - p.begin());
            QVERIFY((*target)->isVerified(int(c)));
            QCOMPARE((*target)->p(int(c))[likeliest], 1.0);
        }
        QVERIFY(!(*target)->isVerified(5));
    }

    void vocabulariesAreCompared()
    {
        for (const Kind& kind : allKinds) {
            PretendedServer server(kind.kind, &byTwoLetters, letters);
            server.otherText = "x";
            if (kind.kind == PretendedServer::Kind::openai)
                continue; // openaiSplitsAreCompared()
            const std::string why = kind.kind == PretendedServer::Kind::llamaServer
                ? "token 1 is \"b\" here and \"x\" there"
                : "token 1 is \"b\" here, and there its text is another one";
            QCOMPARE(refusalAt(server.address(), lookupSettings(true, 10)),
                     "script cannot draft for the server " + server.host() + ": their vocabularies differ: " + why
                         + ". Choose a draft of the same family.");
        }
        const PretendedServer fewer(PretendedServer::Kind::llamaServer, &byTwoLetters, letters - 1);
        QCOMPARE(refusalAt(fewer.address(), lookupSettings(true, 10)),
                 "script cannot draft for the server " + fewer.host()
                     + ": its vocabulary has 5 tokens, the server's 4. Choose a draft of the same family.");
        PretendedServer splits(PretendedServer::Kind::sglang, &byTwoLetters, letters);
        splits.setTwist([](const ServerRequest& request, ServerReply& reply) {
            if (request.path == "/tokenize")
                reply.body.replace("[", "[3,");
        });
        QVERIFY(
            refusalAt(splits.address(), lookupSettings(true, 10)).find("they split a text differently: its token 1 is")
            != std::string::npos);
    }

    /// What a server lists at most is asked for, and what needs more is refused with the reason.
    void limitsAreSaid()
    {
        PretendedServer server(PretendedServer::Kind::vllm, &byTwoLetters, letters);
        server.limit = 3;
        const std::string at = server.address();
        QCOMPARE(refusalAt(at + "#probabilities=4", lookupSettings(true, 10)),
                 "The server " + server.host()
                     + " lists 3 tokens behind a text at most, and 4 are asked for: ask for fewer, or start it so that "
                       "it lists more.");
        QCOMPARE(refusalAt(at + "#probabilities=all", lookupSettings(true, 10)),
                 "The server " + server.host()
                     + " lists 3 tokens behind a text at most: ask it for probabilities=auto, or start it so that it "
                       "lists all.");
        SessionSettings warm = lookupSettings(false, 10);
        warm.sampler.temperature = 0.7;
        QCOMPARE(refusalAt(at, warm),
                 "The verifier deterministic-children needs p of every draft, and script at " + server.host()
                     + " tells only which token is the likeliest with such a sampler: choose temperature 0, or "
                       "temperature 1 without filters.");
        warm.sampler.topK = 3; // all of that p is told
        QCOMPARE(refusalAt(at, warm), std::string());
        SessionSettings typical = lookupSettings(false, 10);
        typical.verifier = "typical";
        QCOMPARE(refusalAt(at, typical),
                 "The verifier typical needs all of p, because it goes by the entropy of p, and script at "
                     + server.host() + " tells a part of p: choose the verifier speculative-sampling or greedy.");
        const PretendedServer all(PretendedServer::Kind::sglang, &byTwoLetters, letters);
        QCOMPARE(refusalAt(all.address(), typical), std::string()); // it lists all, and is asked for all
        QVERIFY(refusalAt("http://127.0.0.1:1", typical).find("cannot be reached") != std::string::npos);
        SessionSettings lookahead = lookupSettings(true, 10);
        lookahead.method = "lookahead";
        lookahead.options.clear();
        QVERIFY(refusalAt(at, lookahead).find("needs what the target computes on the way to its tokens")
                != std::string::npos);
    }

    /// llama-server tells nothing of a token that ends inside of a character where it chooses it.
    void tokensThatEndInsideOfACharacter()
    {
        for (const char* wishes : {"#probabilities=1", "#probabilities=all"}) {
            PretendedServer server(PretendedServer::Kind::llamaServer, &byTwoLetters, letters);
            server.unfinished = {1, 2, 3, 4};
            const auto session = sessionAt(server.address() + wishes, lookupSettings(true, 40));
            (void)decode(*session);
            QCOMPARE(tokensOf(*session), greedyText(40));
            const auto sampled = sessionAt(server.address() + wishes, lookupSettings(false, 100));
            const Recording recording = decode(*sampled);
            for (int r = 0; r < recording.roundCount(0); ++r)
                for (const NodeRecord& node : recording.round(0, r).nodes)
                    QVERIFY(node.p > 0);
        }
    }

    /// What was told is kept: going back to a moment asks for nothing, and gives the same round.
    void goingBackAsksForNothing()
    {
        PretendedServer server(PretendedServer::Kind::llamaServer, &byTwoLetters, letters);
        const auto session = sessionAt(server.address() + "#probabilities=2", lookupSettings(false, 30));
        const Recording recording = decode(*session);
        const auto asked = server.requests().size();
        for (int r = 0; r < recording.roundCount(0); ++r)
            for (int moment = 0; moment < int(recording.round(0, r).moments.size()); ++moment) {
                session->resume(recording, {0, r, moment});
                QVERIFY(withoutTimes(session->finishRound()) == withoutTimes(recording.round(0, r)));
            }
        QCOMPARE(server.requests().size(), asked);
    }

    void addressesAreRead()
    {
        const auto spec = readServerSpec("http://127.0.0.1:8080/#probabilities=40&silence=9&kind=vllm");
        QVERIFY(spec);
        QCOMPARE(spec->url, std::string("http://127.0.0.1:8080"));
        QCOMPARE(spec->probabilities, 40);
        QCOMPARE(int(spec->silence.count()), 9);
        QCOMPARE(spec->kind, std::string("vllm"));
        QCOMPARE(written(*spec), std::string("http://127.0.0.1:8080#probabilities=40&silence=9&kind=vllm"));
        QCOMPARE(written(*readServerSpec("https://a.b/c#probabilities=all")),
                 std::string("https://a.b/c#probabilities=all"));
        QCOMPARE(written(*readServerSpec("http://a#probabilities=auto&silence=120")), std::string("http://a"));
        for (const char* wrong :
             {"http://", "ftp://a", "http://a#x", "http://a#probabilities=0", "http://a#probabilities=many",
              "http://a#silence=-1", "http://a#kind=tgi", "http://a?b=c", "http://u:p@a"})
            QVERIFY2(!readServerSpec(wrong), wrong);
    }
};

QTEST_GUILESS_MAIN(TestRemoteTarget)
#include "test_remote_target.moc"
