// SPDX-License-Identifier: MIT
// Drafts with logits for a part of the vocabulary: nothing else is drafted, and the text is the target's, also where it
// has tokens that the draft cannot say.
#include <algorithm>

#include <QTest>

#include "engine/analysis/five_letter_pair.h"
#include "engine/analysis/lossless.h"
#include "tests/fixtures/cut_draft.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

Pair cutPair()
{
    const auto [target, draft] = makeTinyPair();
    return {target, cutDraft(*draft, everySecondToken(ByteTokenizer::vocabulary))};
}

/// Every shape and verifier that goes with two models and this sampler, and maybe those that merge copies into what the
/// draft says.
void addWays(const SamplerSettings& sampler, bool withCopies)
{
    QTest::addColumn<std::string>("way");
    SessionSettings settings;
    settings.sampler = sampler;
    for (const Combination& way : allCombinations())
        if (way.method->needsDraftModel && (withCopies || !way.method->mergesDrafts) && settingsFor(way, settings))
            QTest::newRow(way.name().c_str()) << way.name();
}

} // namespace

class TestDraftVocabulary : public QObject {
    Q_OBJECT
private slots:
    void greedyTextsAreThoseOfTheTarget_data() { addWays({.greedy = true}, true); }
    void greedyTextsAreThoseOfTheTarget()
    {
        QFETCH(std::string, way);
        DraftCounts counts;
        SessionSettings settings;
        settings.sampler.greedy = true;
        settings = settingsFor(*combinationNamed(way), settings).value();
        if (combinationNamed(way)->method->mergesDrafts)
            setOption(settings, "merge-lookup", 1);
        for (const char* prompt : {"Once", "The dragon said: \""})
            QVERIFY(writesWhatPlainWrites(cutPair(), settings, prompt, counts));
        QVERIFY(counts.drafted > 100 && counts.accepted > 20);
    }

    /// What is drafted has a logit; q is a distribution over such tokens, and what is written is not all among them.
    void nothingElseIsDrafted_data() { addWays({.temperature = 1}, false); }
    void nothingElseIsDrafted()
    {
        QFETCH(std::string, way);
        const Pair pair = cutPair();
        const auto hasLogit = [&](TokenId token) {
            return std::ranges::count(pair.draft->weights.tokenOfLogit, token) == 1;
        };
        SessionSettings settings;
        settings.sampler.temperature = 1;
        const Combination combination = *combinationNamed(way);
        settings = settingsFor(combination, settings).value();
        settings.maxTokens = 60;
        settings.topTokens = ByteTokenizer::vocabulary;
        const auto session = makeSession(pair, settings, "Once");
        int drafted = 0, others = 0;
        const Recording recording = decode(*session);
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            for (const NodeRecord& node : round.nodes) {
                QVERIFY(hasLogit(node.token));
                ++drafted;
            }
            for (const DistributionRecord& context : round.contexts) {
                QVERIFY(!context.hasP || context.top.size() == std::size_t(ByteTokenizer::vocabulary));
                for (const DistributionEntry& entry : context.top)
                    QVERIFY(hasLogit(entry.token) || (entry.q == 0 && entry.qBefore == 0));
            }
            for (const CommittedToken& committed : round.committed)
                others += hasLogit(committed.token) ? 0 : 1;
        }
        QVERIFY(drafted > 30);
        QVERIFY(others > 5
                || (combination.verifier && !combination.verifier->isLossless())); // which keeps what was drafted
    }

    /// A draft without some of five letters: sessions of several rounds, at 10^-4.
    void sampledTextsFollowTheTarget()
    {
        Pair pair = fiveLetterPair();
        pair.draft = cutDraft(*pair.draft, {4, 0, 2});
        const LosslessSubject subject{
            pair, {"abc"}, {{.temperature = 1.0}, {.temperature = 0.7, .topP = 0.9}}, 8, 2000};
        LosslessOptions options;
        options.draftLengths = {1, 4};
        const auto report = losslessCheck({subject}, options, makeCpuBackend(1));
        QVERIFY(report);
        for (const LosslessCase& c : report->cases)
            QVERIFY2(c.verdict == LosslessVerdict::passed, c.name().c_str());
        QCOMPARE(report->cases.size(), std::size_t(2 * 2 * 4));
        QVERIFY(report->acceptanceRate > 0.2 && report->acceptanceRate < 0.9);
    }

    /// The draft that comes with the program, cut to the tokens that its tokenizer has first.
    void embeddedDraftIsCut()
    {
        const std::filesystem::path models = DRAFTSCOPE_SOURCE_DIR "/resources/models";
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        const auto target = loadModel(models / "tales-6m"), draft = loadModel(models / "tales-0.8m");
        QVERIFY(target && draft);
        const Pair pair{*target, cutDraft(**draft, everySecondToken(1500))};
        for (const char* prompt : {"Once upon a time", "One day, a little bird"}) {
            int drafted = 0;
            const auto plain = greedyTokens(pair, "plain", 1, prompt, 64);
            QCOMPARE(greedyTokens(pair, "two-model", 4, prompt, 64, nullptr, &drafted), plain);
            QCOMPARE(greedyTokens(pair, "two-model+dynamic", 4, prompt, 64, nullptr, &drafted), plain);
            QVERIFY(drafted > 50);
        }
    }

    void cannotBeTheTarget()
    {
        const auto cut = cutPair().draft;
        const auto session = Session::create({cut, nullptr}, settingsFor(*combinationNamed("plain"), {}).value(),
                                             "Once", makeCpuBackend(1));
        QVERIFY(!session);
        QCOMPARE(session.error().sentence,
                 "Tiny draft, cut is a draft with logits for 50 of its 99 tokens (d2t), so it cannot be the target: "
                 "choose a whole model.");
    }
};

DRAFTSCOPE_TEST(TestDraftVocabulary)
#include "test_draft_vocabulary.moc"
