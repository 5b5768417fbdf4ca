// SPDX-License-Identifier: MIT
// Rounds from what servers told: streams of llama-server that were recorded (tests/attach/record-streams), and pieces
// in the documented form of vLLM, SGLang and AIPerf.
#include <QFile>

#include <nlohmann/json.hpp>

#include "engine/attach/served_stream.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

std::string streamPath(const char* name)
{
    return DRAFTSCOPE_SOURCE_DIR "/tests/attach/streams/" + std::string(name);
}

std::string recordedStream(const char* name)
{
    QFile file(QString::fromStdString(streamPath(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Texts of a stream; what was wrong with it goes to `flaw`.
std::vector<ServedText> textsIn(const std::string& stream, std::string* flaw = nullptr, std::size_t cut = 1000)
{
    ServedStream reader;
    Result<void> read;
    for (std::size_t i = 0; i < stream.size() && read; i += cut)
        read = reader.add(std::string_view(stream).substr(i, cut));
    if (read)
        read = reader.finish();
    if (flaw)
        *flaw = read ? std::string() : read.error().sentence;
    return reader.takeTexts();
}

QString roundsInWords(const ServedText& text)
{
    QStringList words;
    for (const ServedRound& round : text.rounds) {
        QString word = QString::number(round.tokens.size());
        word += ':' + (round.accepted ? QString::number(*round.accepted) : "?");
        word += '/' + (round.drafted ? QString::number(*round.drafted) : "?");
        if (round.steps != 1)
            word += 'x' + QString::number(round.steps);
        words += word;
    }
    return words.join(' ');
}

std::string jsonLines(std::initializer_list<const char*> pieces)
{
    std::string lines;
    for (const char* const piece : pieces)
        lines += std::string("data: ") + piece + "\n\n";
    return lines;
}

} // namespace

class TestServedStream : public QObject {
    Q_OBJECT
private slots:
    void recordedRoundsAddUp_data();
    void recordedRoundsAddUp();
    void piecesMayBeCutAnywhere();
    void charactersOfSeveralTokens();
    void withoutTimings();
    void llamaChat();
    void vllmSteps();
    void vllmStepsWithoutDraft();
    void vllmSumsOnly();
    void sglang();
    void sglangTellsWhatIsNew();
    void aiperf();
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

void TestServedStream::vllmSteps()
{
    const auto stream = jsonLines(
        {R"({"id":"c","object":"text_completion","model":"m",
           "choices":[{"index":0,"text":" a","token_ids":[5],"prompt_token_ids":[1,2]}]})",
         R"({"id":"c","model":"m","choices":[{"index":0,"text":" b c d","token_ids":[6,7,8]}]})",
         // Two steps in one piece, because the reader was slow.
         R"({"id":"c","model":"m",
           "choices":[{"index":0,"text":" e f g","token_ids":[9,10,11],"finish_reason":"length"}]})",
         R"({"id":"c","model":"m","choices":[],"usage":{"prompt_tokens":2,"completion_tokens":7,"total_tokens":9},
           "metrics":{"speculative_decoding":{"mean_acceptance_length":2.33,"draft_acceptance_rate":0.66,
           "acceptance_histogram":[1,1,1],"num_spec_steps":3,"num_accepted_draft_tokens":3,"num_draft_tokens":6,
           "num_spec_tokens":2,"per_step_accepted":[2,0,1],"per_step_drafted":[2,2,2]}}})",
         "[DONE]"});
    std::string flaw;
    const auto texts = textsIn(stream, &flaw);
    QCOMPARE(flaw, std::string());
    QCOMPARE(texts.size(), 1u);
    const ServedText& text = texts.front();
    QVERIFY(text.kind == ServerKind::vllm);
    QCOMPARE(roundsInWords(text), "1:0/0 3:2/2 1:0/2 2:1/2");
    QCOMPARE(text.rounds[1].tokens[1].id, 7);
    QCOMPARE(text.promptTokens, (std::vector<TokenId>{1, 2}));
    QCOMPARE(text.text, std::string(" a b c d e f g"));
    QCOMPARE(text.ended, std::string("length"));
    QVERIFY(text.isWhole);
    QVERIFY(!differenceFromCounters(text));
    QVERIFY(text.notes.empty());
}

// n-grams do not always propose: steps without a draft are not among those that vLLM lists.
void TestServedStream::vllmStepsWithoutDraft()
{
    const auto piece = [](const char* ids) {
        return std::string("data: {\"choices\":[{\"text\":\"x\",\"token_ids\":") + ids + "}]}\n";
    };
    const auto end = [](const char* accepted, const char* drafted, int tokens, int sum, int all) {
        return "data: {\"choices\":[],\"usage\":{\"completion_tokens\":" + std::to_string(tokens)
            + "},\"metrics\":{\"speculative_decoding\":{\"num_accepted_draft_tokens\":" + std::to_string(sum)
            + ",\"num_draft_tokens\":" + std::to_string(all) + ",\"per_step_accepted\":" + accepted
            + ",\"per_step_drafted\":" + drafted + "}}}\n";
    };
    auto texts = textsIn(piece("[1]") + piece("[2]") + piece("[3,4,5]") + piece("[6]") + piece("[7,8]")
                         + end("[2,0,1]", "[3,3,3]", 8, 3, 9));
    QCOMPARE(roundsInWords(texts.front()), "1:0/0 1:0/0 3:2/3 1:0/3 2:1/3");
    QVERIFY(!differenceFromCounters(texts.front()));
    // Which of the two is the step that accepted nothing is not told.
    texts = textsIn(piece("[1]") + piece("[3,4,5]") + piece("[6]") + piece("[7]") + piece("[8,9]")
                    + end("[2,0,1]", "[3,3,3]", 8, 3, 9));
    QCOMPARE(roundsInWords(texts.front()), "1:0/0 3:2/3 1:0/? 1:0/? 2:1/3");
    QCOMPARE(texts.front().notes.size(), 2u); // the other one: the text did not end
}

void TestServedStream::vllmSumsOnly()
{
    const auto texts = textsIn(jsonLines(
        {R"({"choices":[{"index":0,"message":{"content":"abc"},"finish_reason":"stop"}],"usage":{"completion_tokens":5},
           "metrics":{"speculative_decoding":{"acceptance_histogram":[1,0,1],"num_spec_steps":2,
           "num_accepted_draft_tokens":2,"num_draft_tokens":4,"num_spec_tokens":2}}})"}));
    QCOMPARE(roundsInWords(texts.front()), "5:2/4x3");
    QCOMPARE(texts.front().text, std::string("abc"));
    QCOMPARE(texts.front().counters.histogram, (std::vector<int>{1, 0, 1}));
    QCOMPARE(texts.front().notes.size(), 1u);
}

void TestServedStream::sglang()
{
    // Text and ids come whole each time; the last piece has two steps. The names are those of older versions there.
    const auto stream =
        jsonLines({R"({"text":" a","output_ids":[5],
           "meta_info":{"id":"r","finish_reason":null,"prompt_tokens":3,"completion_tokens":1}})",
                   R"({"text":" a b c","output_ids":[5,6,7],"meta_info":{"finish_reason":null,"completion_tokens":3,
           "spec_verify_ct":1,"spec_num_correct_drafts":1,"spec_num_proposed_drafts":3}})",
                   R"({"text":" a b c d e f","output_ids":[5,6,7,8,9,10],
           "meta_info":{"finish_reason":{"type":"length","length":6},
           "completion_tokens":6,"spec_verify_ct":3,"spec_accepted_drafts":2,"spec_proposed_drafts":9}})",
                   "[DONE]"});
    std::string flaw;
    const auto texts = textsIn(stream, &flaw);
    QCOMPARE(flaw, std::string());
    const ServedText& text = texts.front();
    QVERIFY(text.kind == ServerKind::sglang);
    QCOMPARE(roundsInWords(text), "1:0/0 2:1/3 3:1/6x2");
    QCOMPARE(text.rounds[2].tokens[0].id, 8);
    QCOMPARE(text.text, std::string(" a b c d e f"));
    QCOMPARE(text.ended, std::string("length"));
    QVERIFY(!differenceFromCounters(text));
    QCOMPARE(text.notes.size(), 1u);
}

// With --incremental-streaming-output; the second piece begins with all that came before.
void TestServedStream::sglangTellsWhatIsNew()
{
    const auto texts = textsIn(jsonLines(
        {R"({"text":"1","output_ids":[7],"meta_info":{"completion_tokens":1,"output_token_logprobs":[[-0.1,7,"1"]]}})",
         R"({"text":"1","output_ids":[7],"meta_info":{"completion_tokens":2,"output_token_logprobs":[[-0.1,7,"1"]]}})",
         R"({"text":" 2","output_ids":[8],"meta_info":{"completion_tokens":3,"finish_reason":{"type":"length"},
           "output_token_logprobs":[[-0.1,8," 2"]]}})"}));
    QCOMPARE(texts.size(), 1u);
    QCOMPARE(texts.front().text, std::string("11 2"));
    QCOMPARE(texts.front().rounds[1].tokens[0].text, std::string("1"));
}

void TestServedStream::aiperf()
{
    const std::string records =
        R"({"metadata":{"session_num":0},"metrics":{},"spec_decode_acceptance":{"engine":"vllm",)"
        R"("mean_acceptance_length":3.25,)"
        R"("draft_acceptance_rate":0.5625,"acceptance_histogram":{"0":1,"1":1,"2":2,"3":3,"4":1},)"
        R"("num_accepted_draft_tokens":18,)"
        R"("num_draft_tokens":32,"num_spec_steps":8,"num_spec_tokens":4,"completion_tokens":27,)"
        R"("per_step_accepted":[2,3,1,4,2,0,3,3],"per_step_drafted":[4,4,4,4,4,4,4,4]}})"
        "\n"
        R"({"metadata":{"session_num":1},"metrics":{"output_token_count":{"value":3,"unit":"tokens"}}})"
        "\n"
        R"({"metadata":{"session_num":2},"metrics":{},"spec_decode_acceptance":{"engine":"sglang",)"
        R"("acceptance_histogram":{"0":2},)"
        R"("num_accepted_draft_tokens":0,"num_draft_tokens":6,"num_spec_steps":2,"completion_tokens":3}})"
        "\n";
    std::string flaw;
    const auto texts = textsIn(records, &flaw);
    QCOMPARE(flaw, std::string());
    QCOMPARE(texts.size(), 2u);
    QCOMPARE(roundsInWords(texts[0]), "1:0/0 3:2/4 4:3/4 2:1/4 5:4/4 3:2/4 1:0/4 4:3/4 4:3/4");
    QCOMPARE(texts[0].counters.histogram, (std::vector<int>{1, 1, 2, 3, 1}));
    QVERIFY(!differenceFromCounters(texts[0]));
    QVERIFY(texts[1].kind == ServerKind::sglang);
    QCOMPARE(roundsInWords(texts[1]), "3:0/6x3");
    ServedSums sums;
    sums.add(texts[0]);
    QCOMPARE(sums.tokensPerStep(), 3.25);
    QCOMPARE(sums.acceptance(), 0.5625);
    QCOMPARE(sums.acceptedAt, (std::vector<int>{7, 6, 4, 1}));
}

// A record ends the text before it: the piece behind it belongs to neither.
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
