// SPDX-License-Identifier: MIT
// Rounds of trees that the device decides in one go come out as those that a session takes by their moments, bit by
// bit.
#include <QTest>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/ending_pair.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/test_main.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

class TestCudaTreeRounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void asByMoments_data();
    void asByMoments();
    void growingByValue_data();
    void growingByValue();
    void largestTree();
    void longText();
    void equalValues();
    void draftsOfAPartOfTheVocabulary();
    void textsThatEnd();
    void fewTokensGoByMoments();
    void unusableLogits_data();
    void unusableLogits();
#ifndef DRAFTSCOPE_ON_DEVICE
    void contextsOfManyParentsGoByMoments();
    void withoutMemoryItGoesByMoments();
    void hostWaitsOnce_data();
    void hostWaitsOnce();
    void lateStreamsGiveTheSame();
#endif
};

namespace {

SessionSettings treeOf(std::vector<int> widths, int depth, const SamplerSettings& sampler, const char* verifier = "",
                       const char* draws = "")
{
    SessionSettings settings = settingsOf("two-model", depth, sampler);
    settings.shape = "fixed-widths";
    settings.verifier = verifier;
    settings.draws = draws;
    settings.maxTokens = 18;
    for (std::size_t level = 0; level < 4; ++level)
        settings.options[level < 3 ? "width-" + std::to_string(level + 1) : "width-rest"] =
            level < widths.size() ? widths[level] : 1;
    return settings;
}

/// One that grows by value.
SessionSettings growingTree(int width, int nodes, int depth, const SamplerSettings& sampler = {.greedy = true})
{
    SessionSettings settings = settingsOf("two-model", depth, sampler);
    settings.shape = "dynamic";
    settings.options["tree-width"] = width;
    settings.options["tree-nodes"] = nodes;
    settings.maxTokens = 18;
    return settings;
}

/// Rounds that ended where more than the first child of a context was judged, and those in which all children were
/// refused.
struct Seen {
    int laterAccepted = 0, refused = 0, bonuses = 0;
    int remainders = 0, withoutP = 0; ///< of contexts that are written down
};

Seen seenIn(const Recording& recording)
{
    Seen seen;
    for (int r = 0; r < recording.roundCount(0); ++r) {
        const RoundRecord& round = recording.round(0, r);
        for (std::size_t n = 1; n < round.nodes.size(); ++n)
            if (round.nodes[n].verdict == Verdict::accepted && round.nodes[n - 1].parent == round.nodes[n].parent)
                ++seen.laterAccepted;
        seen.refused += round.draw && round.draw->source == TokenSource::residual ? 1 : 0;
        seen.bonuses += round.draw && round.draw->source == TokenSource::bonus ? 1 : 0;
        for (const DistributionRecord& context : round.contexts) {
            seen.remainders += int(context.remainders.size());
            seen.withoutP += context.hasQ && !context.hasP ? 1 : 0;
        }
    }
    return seen;
}

} // namespace

void TestCudaTreeRounds::asByMoments_data()
{
    QTest::addColumn<SessionSettings>("settings");
    const SamplerSettings filtered = {.temperature = 0.8, .topK = 20, .minP = 0.001}, hot = {.temperature = 1.4};
    for (const auto& [name, verifier, draws] : {std::tuple("without replacement", "", ""),
                                                std::tuple("independent", "speculative-sampling", "independent")}) {
        QTest::addRow("%s, 3 2 1", name) << treeOf({3, 2}, 3, {}, verifier, draws);
        QTest::addRow("%s, 3 2 1, filtered", name) << treeOf({3, 2}, 3, filtered, verifier, draws);
        QTest::addRow("%s, 4 2 1 1, hot", name) << treeOf({4, 2}, 4, hot, verifier, draws);
        QTest::addRow("%s, one wide", name) << treeOf({}, 4, {}, verifier, draws);
        QTest::addRow("%s, 16 wide", name) << treeOf({16}, 2, hot, verifier, draws);
        QTest::addRow("%s, 64 nodes", name) << treeOf({4, 3, 4}, 3, {}, verifier, draws);
        SessionSettings longest = treeOf({1}, 64, {}, verifier, draws);
        longest.maxTokens = 80;
        QTest::addRow("%s, 64 levels", name) << longest;
    }
    QTest::newRow("deterministic, 3 2 1") << treeOf({3, 2}, 3, {}, "deterministic-children", "deterministic");
    QTest::newRow("deterministic, 3 2 1, filtered")
        << treeOf({3, 2}, 3, filtered, "deterministic-children", "deterministic");
    QTest::newRow("deterministic, 16 wide, hot") << treeOf({16}, 2, hot, "deterministic-children", "deterministic");
    QTest::newRow("deterministic, 64 nodes") << treeOf({4, 3, 4}, 3, {}, "deterministic-children", "deterministic");
    QTest::newRow("deterministic, 3 2 1, T = 0")
        << treeOf({3, 2}, 3, {.greedy = true}, "deterministic-children", "deterministic");
    SessionSettings bestFirst = treeOf({3, 2}, 3, {});
    chooseShape(bestFirst, "best-first");
    bestFirst.options["tree-nodes"] = 16; // several children of a node are judged
    bestFirst.verifier = "deterministic-children";
    bestFirst.draws = "deterministic";
    QTest::newRow("deterministic, best first") << bestFirst;
    QTest::newRow("greedy, 3 2 1") << treeOf({3, 2}, 3, {.greedy = true});
    QTest::newRow("greedy, 64 nodes") << treeOf({4, 3, 4}, 3, {.greedy = true});
    QTest::newRow("greedy, all siblings the same") << treeOf({3, 2}, 3, {.greedy = true}, "", "independent");
}

void TestCudaTreeRounds::asByMoments()
{
    QFETCH(SessionSettings, settings);
    const auto backend = cudaBackend();
    const Pair pair = tinyPair();
    Seen seen;
    const std::uint64_t seeds = settings.draftLength > 8 ? 1 : 2;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        settings.seed = seed;
        settings.topTokens = seed == 2 ? 0 : 16; // contexts are listed, or not
        const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
        const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
        const Recording recording = decodeAtOnce(*atOnce);
        compareRounds(recording, decodeByMoments(*byMoments));
        QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
        const RoundRecord& first = recording.round(0, 0);
        QCOMPARE(first.nodes.back().depth, std::min(settings.draftLength, settings.maxTokens - 1));
        QCOMPARE(first.times.draftSteps.size(), std::size_t(first.nodes.back().depth));
        const Seen one = seenIn(recording);
        seen.laterAccepted += one.laterAccepted;
        seen.refused += one.refused;
        seen.bonuses += one.bonuses;
        seen.remainders += one.remainders;
    }
    QVERIFY(seen.refused + seen.bonuses > 1);
    const int width = settings.options["width-1"];
    if (width > 1 && settings.draws != "independent")
        QVERIFY(seen.laterAccepted > 0);
    const bool isGreedy = settings.sampler.isGreedy() && settings.verifier != "deterministic-children";
    QCOMPARE(seen.remainders > 0, (width > 1 || settings.draws == "deterministic") && !isGreedy);
}

void TestCudaTreeRounds::growingByValue_data()
{
    QTest::addColumn<SessionSettings>("settings");
    QTest::newRow("4 wide, 16 of 52 nodes") << growingTree(4, 16, 4);
    QTest::newRow("3 wide, 64 of 30 nodes") << growingTree(3, 64, 4);
    QTest::newRow("8 wide, 60 of 200 nodes") << growingTree(8, 60, 4);
    QTest::newRow("16 wide, 64 of 784 nodes") << growingTree(16, 64, 4);
    QTest::newRow("16 wide, one node") << growingTree(16, 1, 2);
    QTest::newRow("one level") << growingTree(5, 4, 1);
    QTest::newRow("one wide") << growingTree(1, 4, 6);
    QTest::newRow("2 wide, 16 levels") << growingTree(2, 24, 16);
    QTest::newRow("4 wide, 16 of 52 nodes, T = 1") << growingTree(4, 16, 4, {});
    QTest::newRow("8 wide, 60 of 200 nodes, T = 1.4") << growingTree(8, 60, 4, {.temperature = 1.4});
    SessionSettings named = growingTree(4, 16, 4);
    named.verifier = "deterministic-children";
    QTest::newRow("4 wide, 16 of 52 nodes, deterministic children at T = 0") << named;
    QTest::newRow("3 wide, 64 of 30 nodes, filtered")
        << growingTree(3, 64, 4, {.temperature = 0.8, .topK = 20, .topP = 0.9});
}

void TestCudaTreeRounds::growingByValue()
{
    QFETCH(SessionSettings, settings);
    const auto backend = cudaBackend();
    int pruned = 0, accepted = 0, rounds = 0, drawnBehindPruned = 0;
    Seen seen;
    const Pair pairs[] = {tinyPair(), cutPair(), {inBf16(*tinyPair().target), inBf16(*tinyPair().draft)}};
    for (const Pair& pair : pairs)
        for (const char* text : {"There was a", "Once"}) {
            if (&pair != &pairs[0] && text != std::string_view("Once"))
                continue;                                                   // one text for each of the others
            settings.topTokens = text == std::string_view("Once") ? 16 : 0; // contexts are listed, or not
            const auto atOnce = fixtures::makeSession(pair, settings, text, backend);
            const auto byMoments = fixtures::makeSession(pair, settings, text, backend);
            const Recording recording = decodeAtOnce(*atOnce);
            compareRounds(recording, decodeByMoments(*byMoments));
            QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
            const Seen one = seenIn(recording);
            seen.remainders += one.remainders;
            seen.withoutP += one.withoutP;
            for (int r = 0; r < recording.roundCount(0); ++r, ++rounds) {
                const RoundRecord& round = recording.round(0, r);
                pruned += int(std::ranges::count(round.nodes, true, &NodeRecord::pruned));
                accepted += round.acceptedCount();
                const int context = round.draw ? round.draw->context : 0;
                drawnBehindPruned +=
                    std::ranges::any_of(round.nodes.begin(), round.nodes.begin() + context, &NodeRecord::pruned);
            }
        }
    QVERIFY(rounds > 3 && accepted > 0);
    const int width = settings.options["tree-width"], wanted = settings.options["tree-nodes"];
    const bool arePruned = wanted < RoundPlan::Growth::candidates(settings.draftLength, width);
    QCOMPARE(pruned > 0, arePruned);
    const bool isGreedy = settings.sampler.isGreedy() && settings.verifier != "deterministic-children";
    QCOMPARE(seen.remainders > 0, !isGreedy);
    if (wanted < width && settings.draftLength > 1) // more nodes get children than are verified
        QVERIFY(seen.withoutP > 0);
    if (arePruned && width > 1 && wanted > width
        && !settings.sampler.isGreedy()) // random numbers go by all that was drafted
        QVERIFY(drawnBehindPruned > 0);
}

/// As many levels as there may be, and nearly as many nodes.
void TestCudaTreeRounds::largestTree()
{
    SessionSettings settings = growingTree(4, 64, 64);
    settings.maxTokens = 100;
    const auto backend = cudaBackend();
    const auto [target, draft] = fixtures::makeTinyPair(160);
    const Pair pair = {target, draft};
    const auto atOnce = fixtures::makeSession(pair, settings, "a", backend);
    const auto byMoments = fixtures::makeSession(pair, settings, "a", backend);
    for (int r = 0; r < 2; ++r) {
        atOnce->finishRound();
        while (byMoments->advance().kind != MomentKind::commit) {}
        QVERIFY(fixtures::withoutTimes(atOnce->round()) == fixtures::withoutTimes(byMoments->round()));
        QCOMPARE(atOnce->round().nodes.size(), std::size_t(1012));
    }
}

/// The draft is the target, so all is accepted, and the first pass of a round has several rows. What of the text is
/// listed for the passes behind it must not reach to where the device writes the paths.
void TestCudaTreeRounds::longText()
{
    const auto backend = cudaBackend();
    const auto target = fixtures::makeTinyPair(256).target;
    const Pair pair = {target, target};
    SessionSettings settings = growingTree(1, 6, 6);
    settings.maxTokens = 220;
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    compareRounds(decodeAtOnce(*atOnce), decodeByMoments(*byMoments));
    QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
    QVERIFY(fixtures::tokensOf(*atOnce).size() > 220);
}

/// A draft that finds all tokens equally likely: of values that are the same the earlier ones go first, at every cut.
void TestCudaTreeRounds::equalValues()
{
    const auto backend = cudaBackend();
    const Pair pair = {tinyPair().target, flatCopy(*tinyPair().draft)};
    for (const SessionSettings& settings :
         {growingTree(4, 7, 3), growingTree(3, 2, 2), treeOf({3, 2}, 3, {.greedy = true})}) {
        const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
        const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
        const Recording recording = decodeAtOnce(*atOnce);
        compareRounds(recording, decodeByMoments(*byMoments));
        const RoundRecord& first = recording.round(0, 0);
        QVERIFY(first.nodes[0].q == first.nodes[1].q && first.nodes[0].token < first.nodes[1].token);
    }
}

void TestCudaTreeRounds::draftsOfAPartOfTheVocabulary()
{
    const auto backend = cudaBackend();
    const Pair pair = cutPair();
    for (const SamplerSettings& sampler : {SamplerSettings{}, SamplerSettings{.greedy = true}}) {
        const SessionSettings settings = treeOf({3, 2}, 3, sampler);
        const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
        const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
        const Recording recording = decodeAtOnce(*atOnce);
        compareRounds(recording, decodeByMoments(*byMoments));
        for (const NodeRecord& node : recording.round(0, 0).nodes)
            QVERIFY(node.token % 2 == 0); // the others have no logit
    }
}

/// Nothing is drafted behind an end of the text. Where one would have children the tree is another one, and the round
/// goes by its moments; as a leaf it may be accepted.
void TestCudaTreeRounds::textsThatEnd()
{
    const auto backend = cudaBackend();
    const Pair pair = endingPair();
    int accepted = 0, withoutChildren = 0, grownEnds = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed)
        for (const char* verifier : {"without-replacement", "speculative-sampling", "greedy"}) {
            SessionSettings settings =
                treeOf({3, 2}, 3, {.temperature = 1.2}, verifier,
                       std::string_view(verifier) == "speculative-sampling" ? "independent" : "");
            settings.sampler.greedy = std::string_view(verifier) == "greedy";
            settings.seed = seed;
            const std::string text = prompt + std::string(seed, 'e');
            const auto atOnce = fixtures::makeSession(pair, settings, text, backend);
            const auto byMoments = fixtures::makeSession(pair, settings, text, backend);
            const Recording recording = fixtures::decode(*atOnce);
            compareRounds(recording, decodeByMoments(*byMoments));
            QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
            if (settings.verifier != "speculative-sampling") {
                SessionSettings growing = growingTree(3, 9, 3, settings.sampler);
                growing.seed = seed;
                const Recording grown = fixtures::decode(*fixtures::makeSession(pair, growing, text, backend));
                compareRounds(grown, decodeByMoments(*fixtures::makeSession(pair, growing, text, backend)));
                for (int r = 0; r < grown.roundCount(0); ++r)
                    for (const NodeRecord& node : grown.round(0, r).nodes)
                        grownEnds += node.depth < 3 && pair.target->isEndOfText(node.token) ? 1 : 0;
            }
            for (int r = 0; r < recording.roundCount(0); ++r) {
                const RoundRecord& round = recording.round(0, r);
                accepted += round.draw ? 0 : 1;
                for (const NodeRecord& node : round.nodes)
                    withoutChildren += node.depth < 3 && pair.target->isEndOfText(node.token) ? 1 : 0;
            }
        }
    QVERIFY2(accepted > 1 && withoutChildren > 1 && grownEnds > 1,
             qPrintable(QString("%1 %2 %3").arg(accepted).arg(withoutChildren).arg(grownEnds)));
}

/// Filters leave the draft fewer tokens than the tree wants of it.
void TestCudaTreeRounds::fewTokensGoByMoments()
{
    const auto backend = cudaBackend();
    for (const SamplerSettings& sampler :
         {SamplerSettings{.topK = 2}, SamplerSettings{.topP = 0.5}, SamplerSettings{.greedy = true}}) {
        const SessionSettings settings =
            treeOf({4, 2}, 3, sampler, sampler.greedy ? "greedy" : "", "without-replacement");
        const auto atOnce = fixtures::makeSession(tinyPair(), settings, prompt, backend);
        const auto byMoments = fixtures::makeSession(tinyPair(), settings, prompt, backend);
        const Recording recording = fixtures::decode(*atOnce);
        compareRounds(recording, decodeByMoments(*byMoments));
        QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
        if (sampler.topK == 2)
            QVERIFY(recording.round(0, 0).nodes.size() < 12);
    }
}

void TestCudaTreeRounds::unusableLogits_data()
{
    QTest::addColumn<bool>("isDraft");
    QTest::addColumn<SessionSettings>("settings");
    for (const bool isDraft : {true, false}) {
        QTest::addRow("%s, fixed widths", isDraft ? "draft" : "target") << isDraft << treeOf({3, 2}, 3, {});
        QTest::addRow("%s, independent", isDraft ? "draft" : "target")
            << isDraft << treeOf({3, 2}, 3, {}, "speculative-sampling", "independent");
        QTest::addRow("%s, growing by value", isDraft ? "draft" : "target") << isDraft << growingTree(3, 9, 3);
        QTest::addRow("%s, growing by value, T = 1", isDraft ? "draft" : "target")
            << isDraft << growingTree(3, 9, 3, {});
        QTest::addRow("%s, one wide", isDraft ? "draft" : "target") << isDraft << growingTree(1, 3, 3);
    }
}

/// Both ways end with the same sentence after the same rounds.
void TestCudaTreeRounds::unusableLogits()
{
    QFETCH(bool, isDraft);
    QFETCH(SessionSettings, settings);
    settings.maxTokens = 60;
    const auto backend = cudaBackend();
    int failed = 0;
    for (const TokenId token : {-1, 75, 80, 60, 20}) {
        const Pair pair = brokenPair(isDraft, token);
        QString sentence;
        int rounds = 0;
        failsAlike(pair, settings, backend, sentence, rounds);
        failed += sentence == "none" ? 0 : 1;
    }
    QVERIFY(failed > 1);
}

#ifndef DRAFTSCOPE_ON_DEVICE

/// What is written down of a context stays on the device until the tree has grown, for as many contexts as a pass has
/// rows.
void TestCudaTreeRounds::contextsOfManyParentsGoByMoments()
{
    const auto backend = cudaBackend();
    SessionSettings settings = growingTree(8, 16, 9, {}); // 65 parents
    QVERIFY(RoundPlan::Growth::parents(settings.draftLength, 8) > 64);
    const auto waitsOfARound = [&](int topTokens) {
        settings.topTokens = topTokens;
        const auto session = fixtures::makeSession(tinyPair(), settings, prompt, backend);
        const std::uint64_t before = simt::waitCount();
        const Recording recording = fixtures::decode(*session);
        const int waits = int(simt::waitCount() - before);
        const auto byMoments = fixtures::makeSession(tinyPair(), settings, prompt, backend);
        compareRounds(recording, decodeByMoments(*byMoments));
        return double(waits) / recording.roundCount(0);
    };
    QVERIFY(waitsOfARound(16) > settings.draftLength / 2.0); // a pass and more for each level
    QVERIFY(waitsOfARound(0) < settings.draftLength / 2.0);
}

void TestCudaTreeRounds::withoutMemoryItGoesByMoments()
{
    goesByMomentsWithoutMemory(tinyPair(), growingTree(4, 16, 4, {}), cudaBackend(), {2, 5, 7});
}

void TestCudaTreeRounds::hostWaitsOnce_data()
{
    QTest::addColumn<SessionSettings>("settings");
    QTest::newRow("without replacement") << treeOf({3, 2}, 3, {});
    QTest::newRow("independent") << treeOf({3, 2}, 3, {}, "speculative-sampling", "independent");
    QTest::newRow("greedy") << treeOf({3, 2}, 3, {.greedy = true});
    QTest::newRow("deterministic") << treeOf({3, 2}, 3, {}, "deterministic-children", "deterministic");
    QTest::newRow("growing by value") << growingTree(4, 16, 4);
    QTest::newRow("growing by value, T = 1") << growingTree(4, 16, 4, {});
}

void TestCudaTreeRounds::hostWaitsOnce()
{
    QFETCH(SessionSettings, settings);
    settings.maxTokens = 60;
    const auto session = fixtures::makeSession(tinyPair(), settings, prompt, cudaBackend());
    waitsOnceARound(*session);
}

void TestCudaTreeRounds::lateStreamsGiveTheSame()
{
    const SessionSettings settings = treeOf({3, 2}, 3, {.temperature = 0.9});
    const Recording expected = fixtures::decode(*fixtures::makeSession(tinyPair(), settings, prompt, cudaBackend()));
    simt::simulatedDevice().lazyStreams = true;
    compareRounds(fixtures::decode(*fixtures::makeSession(tinyPair(), settings, prompt, cudaBackend())), expected);
    simt::simulatedDevice() = {};
}

#endif

DRAFTSCOPE_TEST(TestCudaTreeRounds)
#include "test_cuda_tree_rounds.moc"
