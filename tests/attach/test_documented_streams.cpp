// SPDX-License-Identifier: MIT
// Rounds from pieces in the documented form of vLLM, SGLang and AIPerf.
#include "served_texts.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestDocumentedStreams : public QObject {
    Q_OBJECT

private slots:
    void vllmSteps();
    void vllmStepsWithoutDraft();
    void vllmSumsOnly();
    void sglang();
    void sglangTellsWhatIsNew();
    void aiperf();
    void largeStepCounts();
};

void TestDocumentedStreams::vllmSteps()
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
void TestDocumentedStreams::vllmStepsWithoutDraft()
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

void TestDocumentedStreams::vllmSumsOnly()
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

void TestDocumentedStreams::sglang()
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
void TestDocumentedStreams::sglangTellsWhatIsNew()
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

void TestDocumentedStreams::aiperf()
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

// A number of 64 bits is none of the negative ones.
void TestDocumentedStreams::largeStepCounts()
{
    const auto texts = textsIn(R"({"spec_decode_acceptance":{"acceptance_histogram":[18446744073709551615,2]}})");
    QCOMPARE(texts.size(), 1u);
    QCOMPARE(texts.front().counters.histogram, (std::vector<int>{0, 2}));
}

DRAFTSCOPE_TEST(TestDocumentedStreams)
#include "test_documented_streams.moc"
