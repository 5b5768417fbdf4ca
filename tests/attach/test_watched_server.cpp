// SPDX-License-Identifier: MIT
// A server that speaks as llama-server does: what it is asked, what becomes of its stream, a trace of it, and what is
// said where it answers badly.
#include <cmath>

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include "engine/attach/served_recording.h"
#include "engine/attach/watched_server.h"
#include "engine/trace/trace_csv.h"
#include "engine/trace/trace_file.h"
#include "pretended_server.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::PretendedServer;

namespace {

std::string goldenStream(const char* name)
{
    QFile file(DRAFTSCOPE_SOURCE_DIR "/tests/attach/streams/" + QString::fromLatin1(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// What llama-server answers beside a completion.
PretendedServer::Answer llamaPage(const std::string& path)
{
    if (path == "/props")
        return {200, R"({"default_generation_settings":{"n_ctx":2048}})"};
    if (path == "/v1/models")
        return {200, R"({"data":[{"id":"/models/SmolLM2.gguf","meta":{"n_vocab":49152}}]})"};
    if (path == "/tokenize")
        return {200, R"({"tokens":[{"id":1,"piece":"<|im_start|>"},{"id":116,"piece":[166]}]})"};
    if (path == "/metrics")
        return {200,
                "# HELP llamacpp:spec_decode_num_draft_tokens_total x\n"
                "llamacpp:spec_decode_num_draft_tokens_total 12\n"
                "llamacpp:spec_decode_num_accepted_tokens_total 5\n"
                "llamacpp:spec_decode_num_drafts_total 3\n"
                "llamacpp:spec_decode_num_accepted_tokens_per_pos_total{position=\"0\"} 4\n"};
    return {404, R"({"error":{"message":"not found"}})"};
}

PretendedServer::Answers completing(PretendedServer::Answer completion)
{
    return [completion](const std::string& path, const std::string&) {
        return path == "/completion" ? completion : llamaPage(path);
    };
}

WatchedText watchedAt(const std::string& url, const std::string& key = {})
{
    auto server = WatchedServer::connect(url, key);
    WatchedText watched;
    if (server)
        return server->watch({.prompt = "x"}, {});
    watched.error = server.error();
    return watched;
}

} // namespace

class TestWatchedServer : public QObject {
    Q_OBJECT
private slots:
    void asksAndRebuilds();
    void traceKeepsWhatIsKnown_data();
    void traceKeepsWhatIsKnown();
    void plainSteps();
    void badAnswers_data();
    void badAnswers();
    void aKeyIsNotShown();
    void whatCameBeforeABreakStays();
    void otherServers();
};

void TestWatchedServer::asksAndRebuilds()
{
    nlohmann::json asked;
    const std::string stream = goldenStream("llama-draft.sse");
    const PretendedServer pretended([&](const std::string& path, const std::string& body) {
        if (path != "/completion")
            return llamaPage(path);
        asked = nlohmann::json::parse(body);
        return PretendedServer::Answer{200, stream};
    });
    auto server = WatchedServer::connect(pretended.url() + "/", {});
    QVERIFY(server.has_value());
    QVERIFY(server->kind() == ServerKind::llamaServer);
    int grown = 0;
    std::size_t rounds = 0;
    std::string kept;
    const WatchedText watched = server->watch(
        {.prompt = "Hi", .mostTokens = 40},
        [&](const ServedText& text) {
            ++grown;
            QVERIFY(text.rounds.size() >= rounds);
            rounds = text.rounds.size();
        },
        [&](std::string_view bytes) { kept += bytes; });
    QVERIFY(!watched.error);
    QVERIFY(grown > 1);
    QCOMPARE(kept, stream);
    for (const char* const wanted : {"stream", "return_tokens", "timings_per_token"})
        QVERIFY(asked[wanted] == true);
    QVERIFY(asked["n_predict"] == 40);
    QVERIFY(asked["temperature"] == 0.0);
    QVERIFY(asked["prompt"] == "Hi");
    QCOMPARE(watched.text.rounds.size(), 28u);
    QCOMPARE(watched.text.promptTokens, (std::vector<TokenId>{1, 116}));
    QCOMPARE(watched.text.promptTexts[1], std::string("\xA6"));
    QCOMPARE(watched.text.prompt, std::string("Hi"));
    QVERIFY(!differenceFromCounters(watched.text));
    const auto totals = server->totals();
    QVERIFY(totals && totals->drafted == 12 && totals->accepted == 5 && totals->steps == 3);
}

void TestWatchedServer::traceKeepsWhatIsKnown_data()
{
    QTest::addColumn<int>("untold");
    QTest::newRow("llama-draft.sse") << 0;
    QTest::newRow("llama-characters.sse") << 13;
    QTest::newRow("llama-end.sse") << 0;
    QTest::newRow("llama-ngram.sse") << 0;
}

void TestWatchedServer::traceKeepsWhatIsKnown()
{
    QFETCH(int, untold);
    const PretendedServer pretended(completing({200, goldenStream(QTest::currentDataTag())}));
    const WatchedText watched = watchedAt(pretended.url());
    QVERIFY(!watched.error);
    const Recording recording = recordingOf(watched.text, "127.0.0.1:8080");
    const QTemporaryDir folder;
    const std::string path = folder.filePath("watched.jsonl").toStdString();
    QVERIFY(saveTrace(path, recording).has_value());
    const auto loaded = loadTrace(path);
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().sentence.c_str());
    const Recording& read = loaded->recording;
    QVERIFY(read.header() == recording.header());
    QVERIFY(read.header().traits.isWatched);
    QCOMPARE(read.roundCount(0), int(watched.text.rounds.size()));
    int drafted = 0, accepted = 0, steps = 0, untoldTokens = 0;
    std::string text;
    for (int r = 0; r < read.roundCount(0); ++r) {
        const RoundRecord& round = read.round(0, r);
        QVERIFY(round.contexts.empty());
        QCOMPARE(round.steps, recording.round(0, r).steps);
        QVERIFY(round.committed == recording.round(0, r).committed);
        QVERIFY(round.moments == recording.round(0, r).moments);
        drafted += int(round.nodes.size());
        accepted += round.acceptedCount();
        steps += round.steps;
        for (const NodeRecord& node : round.nodes) {
            QVERIFY(std::isnan(node.p) && std::isnan(node.q));
            QVERIFY(!node.u && !node.acceptance);
            QVERIFY(node.verdict == Verdict::accepted || node.token == untoldToken);
        }
        for (const CommittedToken& token : round.committed) {
            untoldTokens += token.token == untoldToken;
            text += read.tokenBytes(token.token);
        }
    }
    QCOMPARE(drafted, watched.text.counters.drafted.value());
    QCOMPARE(accepted, watched.text.counters.accepted.value());
    QCOMPARE(text, watched.text.text);
    QCOMPARE(untoldTokens, untold);
    ServedSums sums;
    sums.add(watched.text);
    QCOMPARE(steps, sums.steps);
    QCOMPARE(read.round(0, read.roundCount(0) - 1).endOfText, watched.text.ended == "eos");
    QVERIFY(traceCsv(read, 0).find(",nan") == std::string::npos); // what is not known is an empty cell
}

void TestWatchedServer::plainSteps()
{
    const PretendedServer pretended([](const std::string& path, const std::string& body) {
        if (path != "/completion")
            return llamaPage(path);
        if (body.find("\"stream\":true") != std::string::npos)
            return PretendedServer::Answer{200, goldenStream("llama-draft.sse")};
        return PretendedServer::Answer{200,
                                       R"({"content":"x","stop":true,"timings":{"predicted_n":2,"predicted_ms":7.5}})"};
    });
    auto server = WatchedServer::connect(pretended.url(), {});
    const WatchedText watched = server->watch({.prompt = "x"}, {});
    const auto steps = server->plainSteps(watched.text, 4);
    QCOMPARE(steps.value(), (std::vector<double>{7.5, 7.5, 7.5, 7.5}));
}

void TestWatchedServer::badAnswers_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("breaksOff");
    QTest::addColumn<std::string>("sentence");
    QTest::newRow("web page") << std::string("<html><body>login</body></html>\n") << 200 << false
                              << std::string("This is a web page");
    QTest::newRow("no JSON") << std::string("data: {\"content\":\"a\n\n\ndata: }\n") << 200 << false
                             << std::string("is no piece of what");
    QTest::newRow("nothing") << std::string() << 200 << false << std::string("There is nothing in the stream");
    QTest::newRow("refused") << std::string(R"({"error":{"message":"no room"}})") << 400 << false
                             << std::string("no room");
    QTest::newRow("failed") << std::string(R"({"error":{"message":"no memory"}})") << 500 << false
                            << std::string("failed (HTTP 500): no memory");
    QTest::newRow("breaks off") << std::string("data: {\"content\":\"a\",\"tokens\":[1],\"stop\":false}\n\n") << 200
                                << true << std::string("went away in the middle");
    QTest::newRow("another key") << std::string("{}") << 401 << false << std::string("DRAFTSCOPE_API_KEY");
}

void TestWatchedServer::badAnswers()
{
    QFETCH(std::string, body);
    QFETCH(int, status);
    QFETCH(bool, breaksOff);
    QFETCH(std::string, sentence);
    const PretendedServer pretended(completing({status, body, breaksOff}));
    const WatchedText watched = watchedAt(pretended.url());
    QVERIFY(watched.error.has_value());
    QVERIFY2(watched.error->sentence.find(sentence) != std::string::npos, watched.error->sentence.c_str());
    QVERIFY(watched.error->sentence.ends_with('.'));
}

/// A server may repeat it in what it streams.
void TestWatchedServer::aKeyIsNotShown()
{
    const PretendedServer pretended(
        completing({200, "data: {\"error\":{\"message\":\"sk-secret has no tokens left\"}}\n\n", false}));
    const WatchedText watched = watchedAt(pretended.url(), "sk-secret");
    QVERIFY(watched.error.has_value());
    QCOMPARE(watched.error->sentence,
             std::string("The server broke off: (the key) has no tokens left. Look at its log."));
}

void TestWatchedServer::whatCameBeforeABreakStays()
{
    const std::string stream = goldenStream("llama-draft.sse");
    const PretendedServer pretended(completing({200, stream.substr(0, stream.rfind("data:", 9000)), true}));
    const WatchedText watched = watchedAt(pretended.url());
    QVERIFY(watched.error.has_value());
    QVERIFY(!watched.text.isWhole);
    QVERIFY(watched.text.rounds.size() > 5);
    QVERIFY(recordingOf(watched.text, {}).roundCount(0) == int(watched.text.rounds.size()));
}

void TestWatchedServer::otherServers()
{
    const PretendedServer unknown([](const std::string&, const std::string&) {
        return PretendedServer::Answer{200, "<html></html>"};
    });
    QVERIFY(watchedAt(unknown.url()).error->sentence.find("none that can be watched") != std::string::npos);
    std::string gone;
    {
        const PretendedServer closed([](const std::string&, const std::string&) { return PretendedServer::Answer(); });
        gone = closed.url();
    }
    QVERIFY(watchedAt(gone).error->sentence.find("cannot be reached") != std::string::npos);

    nlohmann::json asked;
    const PretendedServer vllm([&](const std::string& path, const std::string& body) {
        if (path == "/version")
            return PretendedServer::Answer{200, R"({"version":"0.12.0"})"};
        if (path == "/v1/models")
            return PretendedServer::Answer{200, R"({"data":[{"id":"meta-llama/x"}]})"};
        if (path != "/v1/completions")
            return PretendedServer::Answer{404, "{}"};
        asked = nlohmann::json::parse(body);
        return PretendedServer::Answer{
            200,
            "data: {\"choices\":[{\"text\":\"a\",\"token_ids\":[5],\"prompt_token_ids\":[1]}]}\n\n"
            "data: {\"choices\":[{\"text\":\"b c\",\"token_ids\":[6,7],\"finish_reason\":\"stop\","
            "\"logprobs\":{\"tokens\":[\"b\",\" c\"]}}]}\n\n"
            "data: {\"choices\":[],\"usage\":{\"completion_tokens\":3},\"metrics\":{\"speculative_decoding\":"
            "{\"num_accepted_draft_tokens\":1,\"num_draft_tokens\":2,\"per_step_accepted\":[1],"
            "\"per_step_drafted\":[2]}}}\n\ndata: [DONE]\n\n"};
    });
    const WatchedText watched = watchedAt(vllm.url());
    QVERIFY2(!watched.error, watched.error ? watched.error->sentence.c_str() : "");
    QVERIFY(asked["model"] == "meta-llama/x" && asked["return_token_ids"] == true);
    QVERIFY(watched.text.kind == ServerKind::vllm);
    QCOMPARE(watched.text.rounds.size(), 2u);
    const Recording recording = recordingOf(watched.text, {});
    QCOMPARE(recording.tokenBytes(7), std::string_view(" c"));
    QCOMPARE(recording.round(0, 1).acceptedCount(), 1);
}

DRAFTSCOPE_TEST(TestWatchedServer)
#include "test_watched_server.moc"
