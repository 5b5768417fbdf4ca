// SPDX-License-Identifier: MIT
// Rounds from what servers told: streams of llama-server that were recorded (tests/attach/record-streams), and bad
// streams. test_documented_streams has the forms of other servers.
#include <QFile>

#include <nlohmann/json.hpp>

#include "engine/attach/served_stream.h"
#include "served_texts.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestServedStream : public QObject {
    Q_OBJECT
private slots:
    void recordedRoundsAddUp_data();
    void recordedRoundsAddUp();
    void piecesMayBeCutAnywhere();
    void charactersOfSeveralTokens();
    void withoutTimings();
    void llamaChat();
    void recordsBetweenPieces();
    void badStreams_data();
    void badStreams();
    void brokenOff();
};

void TestServedStream::recordedRoundsAddUp_data()
{
    QTest::addColumn<QString>("rounds");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("ended");
    QTest::newRow("llama-draft.sse")
        << "1:0/0 1:0/4 1:0/4 1:0/4 1:0/4 1:0/4 2:1/4 1:0/4 1:0/4 2:1/4 1:0/4 1:0/4 2:1/4 3:2/4 1:0/4 1:0/4 1:0/4 "
           "3:2/4 1:0/4 1:0/4 1:0/4 1:0/4 3:2/4 1:0/4 2:1/4 3:2/4 1:0/1 1:0/0"
        << "draft-simple"
        << "limit";
    QTest::newRow("llama-plain.sse") << "1:0/0 1:0/0 1:0/0 1:0/0 1:0/0 1:0/0 1:0/0 1:0/0 1:0/0 1:0/0 1:0/0 1:0/0"
                                     << "none"
                                     << "limit";
    QTest::newRow("llama-ngram.sse") << QString() << "ngram-simple"
                                     << "limit";
    QTest::newRow("llama-eagle3.sse") << QString() << "draft-eagle3"
                                      << "limit";
    QTest::newRow("llama-sampled.sse") << QString() << "draft-simple"
                                       << "limit";
    QTest::newRow("llama-end.sse") << QString() << "draft-simple"
                                   << "eos";
}

void TestServedStream::recordedRoundsAddUp()
{
    QFETCH(QString, rounds);
    QFETCH(QString, method);
    QFETCH(QString, ended);
    std::string flaw;
    const auto texts = textsIn(recordedStream(QTest::currentDataTag()), &flaw);
    QCOMPARE(flaw, std::string());
    QCOMPARE(texts.size(), 1u);
    const ServedText& text = texts.front();
    if (!rounds.isEmpty())
        QCOMPARE(roundsInWords(text), rounds);
    QCOMPARE(QString::fromStdString(text.method), method);
    QCOMPARE(QString::fromStdString(text.ended), ended);
    QVERIFY(text.isWhole);
    QVERIFY(text.kind == ServerKind::llamaServer);

    ServedSums sums;
    sums.add(text);
    QVERIFY(!differenceFromCounters(text));
    QCOMPARE(sums.tokens, text.counters.tokens.value());
    QCOMPARE(sums.drafted, text.counters.drafted.value());
    QCOMPARE(sums.accepted, text.counters.accepted.value());
    QVERIFY(std::abs(sums.milliseconds + 0.001 - text.counters.milliseconds.value()) < 1e-6);
    std::string written;
    for (const ServedRound& round : text.rounds) {
        QCOMPARE(round.steps, 1);
        for (const ServedToken& token : round.tokens) {
            QVERIFY(token.id >= 0);
            written += token.text;
        }
    }
    QCOMPARE(written, text.text);
    QVERIFY(!written.empty());

    // A lost piece shows.
    std::string stream = recordedStream(QTest::currentDataTag());
    const std::size_t second = stream.find("data:", 5);
    stream.erase(0, second);
    std::string ignored;
    const auto shorter = textsIn(stream, &ignored);
    QVERIFY(shorter.front().rounds.front().tokens.front().id == noToken);
}

void TestServedStream::piecesMayBeCutAnywhere()
{
    const std::string stream = recordedStream("llama-draft.sse");
    const auto whole = textsIn(stream);
    for (const std::size_t cut : {1u, 7u, 4096u})
        QVERIFY(textsIn(stream, nullptr, cut).front().rounds == whole.front().rounds);
    // As other tools save it: only the documents, a line each; and an answer that is printed over many lines.
    std::string lines = stream;
    for (std::size_t at = lines.find("data: "); at != std::string::npos; at = lines.find("data: "))
        lines.erase(at, 6);
    QVERIFY(textsIn(lines).front().rounds == whole.front().rounds);
    const std::string answer = recordedStream("llama-whole.json");
    const std::string printed = nlohmann::json::parse(answer).dump(2);
    QVERIFY(textsIn(printed).front().rounds == textsIn(answer).front().rounds);
}

// llama-server sends no piece for a token with which a character is not whole.
void TestServedStream::charactersOfSeveralTokens()
{
    std::string flaw;
    const auto texts = textsIn(recordedStream("llama-characters.sse"), &flaw);
    QCOMPARE(flaw, std::string());
    const ServedText& text = texts.front();
    QVERIFY(!differenceFromCounters(text));
    ServedSums sums;
    sums.add(text);
    QCOMPARE(sums.tokens, text.counters.tokens.value());
    // Steps and accepted tokens are all that the tokens come from, however many are shown together.
    QCOMPARE(sums.steps + sums.accepted + (text.rounds.front().tokens.size() == 1 ? 1 : 0), sums.tokens);
    int untold = 0, together = 0;
    for (const ServedRound& round : text.rounds) {
        together += round.steps > 1;
        for (const ServedToken& token : round.tokens)
            untold += token.id == noToken;
    }
    QVERIFY(untold > 0);
    QVERIFY(together > 0);
    QCOMPARE(text.notes.size(), 1u);
    QVERIFY(text.text.find("テキスト") != std::string::npos);
}

void TestServedStream::withoutTimings()
{
    for (const char* const name : {"llama-untimed.sse", "llama-whole.json"}) {
        const auto texts = textsIn(recordedStream(name));
        const ServedText& text = texts.front();
        QCOMPARE(text.rounds.size(), 1u);
        QCOMPARE(text.rounds.front().tokens.size(), 16u);
        QCOMPARE(text.rounds.front().drafted, text.counters.drafted);
        QCOMPARE(text.rounds.front().steps, 16 - text.counters.accepted.value());
        QVERIFY(!differenceFromCounters(text));
        QCOMPARE(text.notes.size(), 1u);
    }
}

// In the OpenAI-like form the counters come behind the end of the text, with the usage.
void TestServedStream::llamaChat()
{
    std::string flaw;
    const auto texts = textsIn(
        jsonLines({R"({"object":"chat.completion.chunk","model":"m","system_fingerprint":"b6123-0a1b2c3",
           "choices":[{"index":0,"delta":{"role":"assistant","content":null},"finish_reason":null}]})",
                   R"({"object":"chat.completion.chunk","model":"m","system_fingerprint":"b6123-0a1b2c3",
           "choices":[{"index":0,"delta":{"content":" a"},"finish_reason":null}]})",
                   R"({"object":"chat.completion.chunk","model":"m","system_fingerprint":"b6123-0a1b2c3",
           "choices":[{"index":0,"delta":{"content":" b"},"finish_reason":null}]})",
                   R"({"object":"chat.completion.chunk","model":"m","system_fingerprint":"b6123-0a1b2c3",
           "choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})",
                   R"({"object":"chat.completion.chunk","model":"m","system_fingerprint":"b6123-0a1b2c3","choices":[],
           "usage":{"completion_tokens":3,"prompt_tokens":5},"timings":{"prompt_n":5,"prompt_ms":1.5,
           "predicted_n":3,"predicted_ms":4.5,"draft_n":4,"draft_n_accepted":1}})",
                   "[DONE]"}),
        &flaw);
    QCOMPARE(flaw, std::string());
    QCOMPARE(texts.size(), 1u);
    QVERIFY(texts.front().kind == ServerKind::llamaServer);
    QCOMPARE(roundsInWords(texts.front()), "3:1/4x2");
    QCOMPARE(texts.front().text, std::string(" a b"));
    QCOMPARE(texts.front().ended, std::string("stop"));
    QCOMPARE(texts.front().counters.milliseconds, std::optional(4.5));
    QVERIFY(!differenceFromCounters(texts.front()));
}

void TestServedStream::recordsBetweenPieces()
{
    std::string flaw;
    const auto texts = textsIn(R"({"text":"a","output_ids":[1],"meta_info":{"completion_tokens":1}})"
                               "\n"
                               R"({"spec_decode_acceptance":{"completion_tokens":0}})"
                               "\n"
                               R"({"text":"ab","output_ids":[1],"meta_info":{"completion_tokens":1}})"
                               "\n",
                               &flaw);
    QCOMPARE(flaw, std::string());
    QCOMPARE(texts.size(), 3u);
    QCOMPARE(texts[0].text, std::string("a"));
    QVERIFY(texts[1].text.empty());
    QCOMPARE(texts[2].text, std::string("ab"));
}

void TestServedStream::badStreams_data()
{
    QTest::addColumn<std::string>("stream");
    QTest::addColumn<std::string>("sentence");
    QTest::newRow("nothing") << std::string() << std::string("There is nothing in the stream");
    QTest::newRow("web page") << std::string("<!DOCTYPE html>\n<html></html>\n") << std::string("This is a web page");
    QTest::newRow("no json") << std::string("data: {\"content\": oh}\n") << std::string("is no piece of what");
    QTest::newRow("other json") << std::string("{\"name\":\"x\"}\n") << std::string("is no piece of what");
    QTest::newRow("a list") << std::string("[1,2]\n") << std::string("is no piece of what");
    QTest::newRow("failure") << std::string("data: {\"error\":{\"code\":500,\"message\":\"out of memory.\"}}\n")
                             << std::string("The server broke off: out of memory. Look");
    QTest::newRow("negative") << std::string(R"({"content":"a","tokens":[1],"stop":false,"timings":{"draft_n":-3}})")
                              << std::string("-3 for draft_n, which is no count");
    QTest::newRow("too many accepted") << std::string(
        R"({"content":"a","tokens":[1],"stop":false,"timings":{"predicted_n":1,"draft_n":3,"draft_n_accepted":4}})")
                                       << std::string("accepted 4 of 3 drafted");
    QTest::newRow("backwards") << std::string(
        R"({"content":"a","tokens":[1],"stop":false,"timings":{"predicted_n":5}})"
        "\n"
        R"({"content":"b","tokens":[2],"stop":false,"timings":{"predicted_n":4}})")
                               << std::string("predicted_n goes back from 5 to 4");
    QTest::newRow("more tokens than memory has")
        << std::string(R"({"content":"a","tokens":[1],"stop":false,"timings":{"predicted_n":2147483647}})")
        << std::string("a text has 2147483647 tokens, which cannot be");
    QTest::newRow("steps that write more than an int can say")
        << std::string(R"({"spec_decode_acceptance":{"per_step_accepted":[2147483647,1],)"
                       R"("per_step_drafted":[2147483647,1]}})")
        << std::string("drafted 2147483648 tokens for a text, which cannot be");
    QTest::newRow("no id") << std::string(R"({"content":"a","tokens":[-1],"stop":false})")
                           << std::string("-1 for a token id");
    QTest::newRow("lists that differ") << std::string(
        R"({"choices":[],"usage":{},"metrics":{"speculative_decoding":{"per_step_accepted":[1],)"
        R"("per_step_drafted":[1,2]}}})")
                                       << std::string("of 1 steps and the drafted tokens of 2");
    QTest::newRow("records without drafts")
        << std::string(R"({"metadata":{"session_num":0},"metrics":{}})") << std::string("None of the 1 records");
}

void TestServedStream::badStreams()
{
    QFETCH(std::string, stream);
    QFETCH(std::string, sentence);
    std::string flaw;
    textsIn(stream, &flaw);
    QVERIFY2(flaw.find(sentence) != std::string::npos, flaw.c_str());
    QVERIFY(flaw.ends_with('.'));
}

void TestServedStream::brokenOff()
{
    const std::string stream = recordedStream("llama-draft.sse");
    std::string flaw;
    const auto texts = textsIn(stream.substr(0, stream.rfind("data:")), &flaw);
    QCOMPARE(flaw, std::string());
    QVERIFY(!texts.front().isWhole);
    QCOMPARE(texts.front().notes.size(), 1u);
    QVERIFY(texts.front().rounds == textsIn(stream).front().rounds);
    // In the middle of a document.
    textsIn(stream.substr(0, 1000), &flaw);
    QVERIFY(flaw.find("is no piece of what") != std::string::npos);
    // Also then a piece of vLLM is not taken for a step: that is known at the end only.
    const auto cut = textsIn("data: {\"choices\":[{\"text\":\"x y\",\"token_ids\":[1,2]}]}\ndata: {\"choi", &flaw);
    QVERIFY(flaw.find("is no piece of what") != std::string::npos);
    QCOMPARE(roundsInWords(cut.front()), "2:?/?x0");
}

DRAFTSCOPE_TEST(TestServedStream)
#include "test_served_stream.moc"
