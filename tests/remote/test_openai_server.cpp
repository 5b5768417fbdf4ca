// SPDX-License-Identifier: MIT
// A server that takes text and names tokens by their strings: which tokens it means, and what cannot be asked for.
#include <QTest>

#include "engine/core/target_unavailable.h"
#include "remote_sessions.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;

namespace {

/// Letters of which the last one ends a text: it is written like the others, and has no bytes. Nor has BOS, if there is
/// one.
class EndingLetters final : public LetterTokenizer {
public:
    static constexpr TokenId end = letters - 1;
    explicit EndingLetters(TokenId bos = noToken) : LetterTokenizer(letters), m_bos(bos) {}
    [[nodiscard]] TokenId bos() const override { return m_bos; }
    [[nodiscard]] bool isControl(TokenId token) const override { return token == end || token == m_bos; }
    [[nodiscard]] std::string piece(TokenId token) const override { return LetterTokenizer::bytes(token); }
    [[nodiscard]] std::string bytes(TokenId token) const override
    {
        return isControl(token) ? std::string() : LetterTokenizer::bytes(token);
    }

private:
    TokenId m_bos;
};

/// Three letters, and a character of four bytes in two tokens.
class PartsOfACharacter final : public LetterTokenizer {
public:
    static constexpr TokenId begin = 3, end = 4;
    PartsOfACharacter() : LetterTokenizer(letters) {}
    [[nodiscard]] Result<std::vector<TokenId>> encode(std::string_view text) const override
    {
        std::vector<TokenId> tokens;
        while (!text.empty()) {
            const bool begins = text.starts_with(bytes(begin)), isPart = begins || text.starts_with(bytes(end));
            tokens.push_back(begins ? begin : isPart ? end : text[0] - 'a');
            text.remove_prefix(isPart ? 2 : 1);
        }
        return tokens;
    }
    [[nodiscard]] std::string bytes(TokenId token) const override
    {
        return token == begin ? "\xF0\x9F" : token == end ? "\x98\x80" : LetterTokenizer::bytes(token);
    }
};

/// Behind a "c" such a character is the likeliest.
Distribution characterBehindC(const std::vector<TokenId>& text)
{
    if (text.back() == PartsOfACharacter::begin)
        return {0.04, 0.03, 0.02, 0.01, 0.9};
    return text.back() == 2 ? Distribution{0.14, 0.13, 0.12, 0.5, 0.11} : Distribution{0.3, 0.25, 0.2, 0.15, 0.1};
}

/// The largest difference between p of the first drafts and the script's.
double worstOfFirstDrafts(const Recording& recording, const std::vector<TokenId>& text, int& drafts)
{
    double worst = 0;
    for (int r = 0; r < recording.roundCount(0); ++r) {
        const RoundRecord& round = recording.round(0, r);
        if (round.nodes.empty())
            continue;
        const Distribution p = byTwoLetters({text.begin(), text.begin() + round.prefixLength});
        worst = std::max(worst, std::abs(round.nodes[0].p - p[std::size_t(round.nodes[0].token)]));
        ++drafts;
    }
    return worst;
}

} // namespace

class TestOpenaiServer : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        qputenv("no_proxy", "*");
        qunsetenv("DRAFTSCOPE_API_KEY");
    }

    /// A server that names tokens by their strings: of either kind, as its prompts begin with BOS or not.
    void openaiPlacesAreRecognised()
    {
        for (const char* wishes : {"#probabilities=1", "#probabilities=3", "#probabilities=all", "#kind=openai"}) {
            PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
            server.model = "models/script";
            server.tellsWhatComes = true;
            const auto greedy = sessionAt(server.address() + wishes, lookupSettings(true, 40));
            (void)decode(*greedy);
            QCOMPARE(tokensOf(*greedy), greedyText(40));
            for (const ServerRequest& request : server.requests())
                if (request.path == "/v1/completions")
                    QVERIFY(request.json()["prompt"].is_string() && request.json()["model"] == "models/script");
        }
    }

    /// p of every draft is the server's own number, also where it is not among the likeliest.
    void openaiTellsPOfEveryDraft()
    {
        for (const bool tellsWhatComes : {true, false}) {
            PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
            server.tellsWhatComes = tellsWhatComes;
            const auto session = sessionAt(server.address() + "#probabilities=1", lookupSettings(false, 100));
            const Recording recording = decode(*session);
            const std::vector<TokenId> text = tokensOf(*session);
            int drafts = 0;
            QVERIFY(worstOfFirstDrafts(recording, text, drafts) < 1e-9);
            QVERIFY(drafts > 10);
        }
    }

    /// A token that ends the text is never named, nor is BOS: that it is the likeliest, its p, and that it was drawn is
    /// found otherwise.
    void openaiFindsTokensThatAreNotNamed_data()
    {
        QTest::addColumn<int>("bos");
        QTest::newRow("the end") << noToken;
        QTest::newRow("the end and BOS") << letters - 2;
    }
    void openaiFindsTokensThatAreNotNamed()
    {
        QFETCH(int, bos);
        static const auto cpu = makeCpuBackend(1);
        auto like = std::make_shared<Model>(*scriptedModel(letters));
        like->tokenizer = std::make_shared<EndingLetters>(bos);
        for (const bool tellsWhatComes : {true, false})
            for (const bool isGreedy : {true, false}) {
                PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, like->tokenizer);
                server.tellsWhatComes = tellsWhatComes;
                server.end = EndingLetters::end;
                server.skipped = bos;
                const auto all = openRemoteModel(server.address() + "#probabilities=all", like);
                const int own = bos == noToken ? letters - 1 : letters - 2;
                QVERIFY(!all);
                QCOMPARE(all.error().sentence,
                         "The server " + server.host() + " names tokens by strings, and lists only the "
                             + std::to_string(own)
                             + " tokens that have one of their own: ask it for probabilities=auto, or use a server "
                               "that takes token ids (llama-server, vLLM, SGLang).");
                const auto model = openRemoteModel(server.address() + "#probabilities=3", like);
                QVERIFY2(model, model ? "" : model.error().sentence.c_str());
                auto session = Session::create({*model, nullptr}, lookupSettings(isGreedy, 60), prompt, cpu);
                QVERIFY(session);
                const Recording recording = decode(**session);
                const std::vector<TokenId> text = tokensOf(**session);
                int drafts = 0;
                if (isGreedy)
                    QCOMPARE(text, greedyText(60));
                else
                    QVERIFY(worstOfFirstDrafts(recording, text, drafts) < 1e-6);
                QVERIFY(isGreedy || drafts > 10);
                QVERIFY(isGreedy || std::ranges::count(text, EndingLetters::end) > 2);
                QVERIFY(isGreedy || bos == noToken || std::ranges::count(text, bos) > 2);
            }
    }

    /// llama-cpp-python computes a text anew a little differently; what is put together of several answers may be more
    /// than 1 then.
    void openaiAnswersNeedNotBeAlike()
    {
        static const auto cpu = makeCpuBackend(1);
        auto like = std::make_shared<Model>(*scriptedModel(letters));
        like->tokenizer = std::make_shared<EndingLetters>();
        for (const bool tellsWhatComes : {true, false}) {
            PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, like->tokenizer);
            server.tellsWhatComes = tellsWhatComes;
            server.end = EndingLetters::end;
            server.anew = 0.1;
            const auto model = openRemoteModel(server.address() + "#probabilities=4", like);
            QVERIFY2(model, model ? "" : model.error().sentence.c_str());
            auto session = Session::create({*model, nullptr}, lookupSettings(false, 100), prompt, cpu);
            QVERIFY(session);
            const Recording recording = decode(**session);
            int drafts = 0;
            QVERIFY(worstOfFirstDrafts(recording, tokensOf(**session), drafts) < 0.1);
            QVERIFY(drafts > 10);
        }
    }

    /// llama-cpp-python goes on behind a token that ends inside of a character: without end, where it is made to choose
    /// that one. Its server then fails.
    void openaiTokensThatEndInsideOfACharacter()
    {
        PretendedServer server(PretendedServer::Kind::openai, &characterBehindC, std::make_shared<PartsOfACharacter>());
        server.unended = PartsOfACharacter::begin;
        const auto connected = connectServer(*readServerSpec(server.address() + "#kind=openai"), "");
        QVERIFY(connected);
        RemoteServer& asked = **connected;
        asked.useVocabulary(std::make_shared<PartsOfACharacter>());
        const std::vector<TokenId> text = {0, 1, 2};
        const std::vector<ToldContext> told = asked.ask({{text, -1}}, 2, {});
        QCOMPARE(told[0].likeliest.size(), 1u);
        QCOMPARE(told[0].likeliest[0].token, PartsOfACharacter::begin);
        QVERIFY(std::abs(told[0].likeliest[0].logP - std::log(0.5)) < 1e-9);
        QVERIFY(std::abs(asked.logProbabilityOf(text, PartsOfACharacter::end, {}) - std::log(0.11)) < 1e-9);
        const auto before = server.requests().size();
        QVERIFY_EXCEPTION_THROWN(asked.logProbabilityOf(text, PartsOfACharacter::begin, {}), TargetUnavailable);
        QCOMPARE(server.requests().size(), before);
        int drawn = 0, ends = 0, refused = 0;
        for (int i = 0; i < 60; ++i)
            try {
                const TokenLogProbability one = asked.draw(text, (i + 0.5) / 60, {});
                QVERIFY(std::abs(std::exp(one.logP) - characterBehindC(text)[std::size_t(one.token)]) < 1e-9);
                QVERIFY(one.token != PartsOfACharacter::begin);
                ends += one.token == PartsOfACharacter::end ? 1 : 0;
                ++drawn;
            } catch (const TargetUnavailable& unavailable) {
                QVERIFY2(std::string(unavailable.what()).find("ends inside of a character") != std::string::npos,
                         unavailable.what());
                ++refused;
            }
        QVERIFY(drawn > 10 && ends > 0 && refused > 10);
    }

    /// A draft whose p cannot be told is needed only where the round comes to it.
    void openaiLeavesUntoldWhatIsNotNeeded()
    {
        PretendedServer server(PretendedServer::Kind::openai, &characterBehindC, std::make_shared<PartsOfACharacter>());
        server.unended = PartsOfACharacter::begin;
        const auto spec = readServerSpec(server.address() + "#kind=openai&probabilities=1");
        auto connected = connectServer(*spec, "");
        QVERIFY(connected);
        (*connected)->useVocabulary(std::make_shared<PartsOfACharacter>());
        RemoteTarget target(std::move(*connected), *spec, "script", letters, letters, {});
        const std::vector<TokenId> text = {0, 1, 0};
        DraftTree tree;
        tree.nodes = {{1, -1, 1}, {PartsOfACharacter::begin, 0, 2}};
        for (int time = 0; time < 2; ++time) { // begun again it is the same
            target.align(text);
            target.plan(text.back(), int(text.size()), tree);
            target.verify();
            target.beginSampling({});
            target.sampleAll();
            QVERIFY(target.isVerified(0) && !target.isVerified(1) && !target.isVerified(2));
            const auto p = target.partly().p(0).at(1);
            QVERIFY(p && std::abs(*p - 0.25) < 1e-9);
            for (const int context : {1, 2})
                QVERIFY_EXCEPTION_THROWN(target.partly().p(context), TargetUnavailable);
        }
    }

    void openaiSplitsAreCompared()
    {
        PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
        server.otherText = "x"; // token 1, a "b" here
        const std::string beginning = "script cannot draft for the server " + server.host() + ": ";
        QCOMPARE(refusalAt(server.address(), lookupSettings(true, 10)),
                 beginning
                     + "they split a text differently: its token 13 is \"b\" here and \"x\" there. Choose a draft of "
                       "the same family.");
        server.otherText.clear();
        server.setTwist([](const ServerRequest&, ServerReply& reply) { // "The" in two tokens
            reply.body.replace(R"("tokens":["T","h")", R"("tokens":["Th","")");
        });
        QCOMPARE(refusalAt(server.address(), lookupSettings(true, 10)),
                 beginning
                     + "they split a text differently: its token 1 is \"T\" here and \"Th\" there. Choose a draft of "
                       "the same family.");
    }

    /// What an echo tells of its last place has to be what is told behind the same text, but for what the server
    /// computes in another way.
    void openaiEchoesAreCompared()
    {
        PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
        const auto refusalWith = [&](const std::function<void(nlohmann::json & row)>& change) {
            server.setTwist([change](const ServerRequest& request, ServerReply& reply) {
                const nlohmann::json asked = request.json();
                constexpr std::size_t leastBytes = 20; // Only the text that compares vocabularies has so many bytes.
                if (!asked.is_object() || !asked.value("echo", false) || asked.value("prompt", "").size() < leastBytes)
                    return;
                nlohmann::json answer = nlohmann::json::parse(reply.body.toStdString());
                change(answer["choices"][0]["logprobs"]["top_logprobs"].back());
                reply.body = QByteArray::fromStdString(answer.dump());
            });
            return refusalAt(server.address(), lookupSettings(true, 10));
        };
        const std::string refused = "The server " + server.host()
            + " answered what cannot be used: it tells something else behind a prompt that it repeats. Look at its "
              "log, "
              "or choose another server.";
        const auto plus = [](nlohmann::json& row, const char* string, double nats) {
            row[string] = row[string].get<double>() + nats;
        };
        QCOMPARE(refusalWith([](nlohmann::json&) {}), std::string());
        QCOMPARE(refusalWith([&](nlohmann::json& row) { plus(row, "c", 0.3), plus(row, "d", -0.3); }), std::string());
        QCOMPARE(refusalWith([&](nlohmann::json& row) { plus(row, "c", 0.6); }), refused);
        QCOMPARE(refusalWith([](nlohmann::json& row) { row.erase("b"); }), std::string());
        QCOMPARE(refusalWith([](nlohmann::json& row) { row.erase("b"), row.erase("c"), row.erase("d"); }), refused);
    }

    void openaiWithoutLogProbabilitiesIsRefused()
    {
        PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
        server.setTwist([](const ServerRequest& request, ServerReply& reply) {
            if (request.path == "/v1/completions")
                reply = {
                    "500 Internal Server Error",
                    R"({"error":{"message":"logprobs is not supported for models created with logits_all=False"}})"};
        });
        QCOMPARE(refusalAt(server.address(), lookupSettings(true, 10)),
                 "The server " + server.host()
                     + " tells no log-probabilities of a prompt (echo with logprobs), which are needed of one that "
                       "takes text only: start llama-cpp-python with --logits_all true, or use llama-server, vLLM or "
                       "SGLang.");
    }

    /// A server may list no more than it likes, whatever is asked for.
    void openaiListsFewerWithoutAWord()
    {
        PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
        server.silentLimit = 2;
        const std::string beginning = "The server " + server.host() + " lists 2 tokens behind a text at most";
        QCOMPARE(refusalAt(server.address() + "#probabilities=4", lookupSettings(true, 10)),
                 beginning + ", and 4 are asked for: ask for fewer, or start it so that it lists more.");
        QCOMPARE(refusalAt(server.address() + "#probabilities=all", lookupSettings(true, 10)),
                 beginning + ": ask it for probabilities=auto, or start it so that it lists all.");
        const auto session = sessionAt(server.address(), lookupSettings(false, 60));
        QVERIFY(session->header().backend.ends_with(" · 2 probabilities a text"));
        const Recording recording = decode(*session);
        int drafts = 0;
        QVERIFY(worstOfFirstDrafts(recording, tokensOf(*session), drafts) < 1e-9);
        QVERIFY(drafts > 5);
    }

    /// A token without a string of its own may be among the k likeliest of any text, so that is said before the first.
    void openaiTellsNoTopK()
    {
        static const auto cpu = makeCpuBackend(1);
        auto like = std::make_shared<Model>(*scriptedModel(letters));
        like->tokenizer = std::make_shared<EndingLetters>();
        PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, like->tokenizer);
        server.end = EndingLetters::end;
        const auto model = openRemoteModel(server.address(), like);
        QVERIFY(model);
        SessionSettings settings = lookupSettings(false, 10);
        settings.sampler.topK = 2;
        const auto session = Session::create({*model, nullptr}, settings, prompt, cpu);
        QVERIFY(!session);
        QVERIFY2(session.error().sentence.find("tells only which token is the likeliest") != std::string::npos,
                 session.error().sentence.c_str());
        const PretendedServer distinct(PretendedServer::Kind::openai, &byTwoLetters, letters);
        const auto fine = sessionAt(distinct.address() + "#probabilities=2", settings);
        finish(*fine);
        QCOMPARE(tokensOf(*fine).size(), prompt.size() + 10);
    }

    /// An answer that names no token, with no control token that could be meant.
    void openaiNamesNoToken()
    {
        PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
        const auto session = sessionAt(server.address() + "#probabilities=1", lookupSettings(false, 20));
        session->finishRound();
        server.setTwist([](const ServerRequest& request, ServerReply& reply) {
            if (request.path == "/v1/completions" && !request.json().value("echo", false))
                reply.body = R"({"choices":[{"logprobs":{"tokens":[],"token_logprobs":[],"top_logprobs":[]}}]})";
        });
        std::string said;
        try {
            while (session->ended() == EndReason::none)
                session->finishRound();
        } catch (const TargetUnavailable& unavailable) {
            said = unavailable.what();
        }
        QVERIFY2(said.find("it does not say which token it chose") != std::string::npos, said.c_str());
        server.setTwist({});
        finish(*session);
        QCOMPARE(tokensOf(*session).size(), prompt.size() + 20);
    }

    /// It is told in the middle of a run, too, and the round can be begun again.
    void openaiSplitsOtherwiseInARound()
    {
        PretendedServer server(PretendedServer::Kind::openai, &byTwoLetters, letters);
        const auto session = sessionAt(server.address(), lookupSettings(true, 20));
        session->finishRound();
        server.setTwist([](const ServerRequest&, ServerReply& reply) {
            reply.body.replace(R"("tokens":["a","b")", R"("tokens":["ab","")");
        });
        QVERIFY_EXCEPTION_THROWN(session->finishRound(), TargetUnavailable);
        server.setTwist({});
        while (session->ended() == EndReason::none)
            (void)session->finishRound();
        QCOMPARE(tokensOf(*session), greedyText(20));
    }
};

QTEST_GUILESS_MAIN(TestOpenaiServer)
#include "test_openai_server.moc"
