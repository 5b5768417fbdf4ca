// SPDX-License-Identifier: MIT
// Why a draft is bad: its counts are those of the metrics, and each pattern of a fault, planted once, is named.
#include <cmath>
#include <functional>
#include <random>

#include "engine/analysis/draft_diagnosis.h"
#include "engine/analysis/metrics.h"
#include "engine/session/combinations.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// How a simulated draft fares.
struct SimulatedDraft {
    int rounds = 400, length = 4, proposed = 4; ///< K; drafts a round
    /// The probability with which the draft at a depth is accepted, by whether the round before accepted all.
    std::function<double(int depth, bool afterAllAccepted)> acceptance = [](int, bool) { return 0.6; };
    double q = 0.3; ///< that the draft gives its tokens
    bool isGreedy = false;
};

Recording simulated(const SimulatedDraft& draft)
{
    Recording recording;
    std::mt19937 random(7); // the same rounds each time
    std::uniform_real_distribution<double> uniform;
    bool hadAll = false;
    int length = 1;
    for (int r = 0; r < draft.rounds; ++r) {
        RoundRecord round;
        round.round = r;
        round.prefixLength = length;
        round.root = 0;
        round.verifier = "speculative-sampling";
        round.draftLength = draft.length;
        round.sampler.greedy = draft.isGreedy;
        bool goesOn = true;
        for (int d = 1; d <= draft.proposed; ++d) {
            NodeRecord node;
            node.token = 10 + d;
            node.parent = d - 2;
            node.depth = d;
            node.q = draft.q;
            const double a = draft.acceptance(d, hadAll);
            node.p = draft.q * a;
            if (goesOn) {
                node.acceptance = a;
                node.u = uniform(random);
                node.verdict = *node.u < a ? Verdict::accepted : Verdict::rejected;
                goesOn = node.verdict == Verdict::accepted;
            }
            round.nodes.push_back(node);
            DistributionRecord context;
            context.hasP = context.hasQ = true;
            context.residualMass = 1 - a;
            context.top = {{.token = 10 + d, .p = float(node.p), .q = float(node.q)},
                           {.token = 50, .p = float(1 - node.p), .q = float(1 - node.q)}};
            round.contexts.push_back(context);
            round.moments.push_back({MomentKind::draft, d - 1});
        }
        round.contexts.push_back({});
        round.moments.push_back({MomentKind::verify, -1});
        for (int n = 0; n < int(round.nodes.size()); ++n)
            if (round.nodes[std::size_t(n)].verdict != Verdict::notJudged)
                round.moments.push_back({MomentKind::judge, n});
        for (int n = 0; n < int(round.nodes.size()); ++n)
            if (round.nodes[std::size_t(n)].verdict == Verdict::accepted)
                round.committed.push_back({round.nodes[std::size_t(n)].token, TokenSource::accepted, n});
        const int end = round.acceptedEnd();
        hadAll = end + 1 == int(round.nodes.size());
        round.draw = DrawRecord{50, hadAll ? TokenSource::bonus : TokenSource::residual, end + 1, 0.5};
        round.moments.push_back({hadAll ? MomentKind::bonus : MomentKind::residual, -1});
        round.committed.push_back({50, round.draw->source, -1});
        round.moments.push_back({MomentKind::commit, -1});
        length += int(round.committed.size());
        recording.put(0, round);
    }
    return recording;
}

std::vector<DraftPattern> patternsOf(const Recording& recording)
{
    DraftDiagnosis diagnosis;
    diagnosis.add(recording, 0);
    std::vector<DraftPattern> patterns;
    for (const DraftFinding& finding : diagnosis.findings())
        patterns.push_back(finding.pattern);
    return patterns;
}

int judgedIn(const std::vector<DraftGroup>& groups)
{
    int judged = 0;
    for (const DraftGroup& group : groups)
        judged += group.judged;
    return judged;
}

} // namespace

class TestDraftDiagnosis : public QObject {
    Q_OBJECT
private slots:
    void sumsAreThoseOfTheMetrics_data()
    {
        QTest::addColumn<QString>("way");
        QTest::newRow("tree") << "two-model+fixed-widths";
        QTest::newRow("block, which judges drafts behind a rejected one") << "two-model+block";
    }
    void sumsAreThoseOfTheMetrics()
    {
        QFETCH(const QString, way);
        const TinyPair models = makeTinyPair(96);
        SessionSettings settings = settingsFor(combinationNamed(way.toStdString()).value(), {}).value();
        settings.sampler.temperature = 0.8;
        settings.maxTokens = 64;
        settings.topTokens = 16;
        const auto session = makeSession({models.target, models.draft}, settings, "Once");
        Recording recording = decode(*session);
        for (int r = 0; r < recording.roundCount(0); ++r)
            recording.learnTokens(recording.round(0, r), [](TokenId token) { return std::string(1, char(token)); });
        Metrics metrics;
        for (int r = 0; r < recording.roundCount(0); ++r)
            metrics.add(recording.round(0, r));
        DraftDiagnosis diagnosis;
        diagnosis.add(recording, 0, "story");
        QCOMPARE(diagnosis.rounds(), metrics.rounds());
        QCOMPARE(diagnosis.all().judged, metrics.judged());
        QCOMPARE(diagnosis.all().accepted, metrics.accepted());
        for (const auto& groups : {diagnosis.byDepth(), diagnosis.byTokenKind(), diagnosis.byTextKind(),
                                   diagnosis.byEntropy(), diagnosis.bySureness(), diagnosis.byDistance()})
            QCOMPARE(judgedIn(groups), metrics.judged());
        std::vector<DraftGroup> byDepth = diagnosis.byDepth();
        byDepth.resize(std::size_t(metrics.maxDepth())); // deeper ones were drafted, but none was judged
        for (int d = 1; d <= metrics.maxDepth(); ++d) {
            QCOMPARE(byDepth[std::size_t(d - 1)].judged, metrics.atDepth(d).judged);
            QCOMPARE(byDepth[std::size_t(d - 1)].accepted, metrics.atDepth(d).accepted);
        }
        const auto worst = diagnosis.worst();
        QCOMPARE(worst.size(), std::min<std::size_t>(50, std::size_t(metrics.judged() - metrics.accepted())));
        for (std::size_t i = 0; i < worst.size(); ++i) {
            QVERIFY(i == 0 || worst[i - 1].lost.value_or(0) >= worst[i].lost.value_or(0));
            const RoundRecord& round = recording.round(0, worst[i].at.round);
            QCOMPARE(round.moments[std::size_t(worst[i].at.moment - 1)].node, worst[i].node);
            QVERIFY(round.nodes[std::size_t(worst[i].node)].verdict == Verdict::rejected);
        }
    }

    void anOrdinaryDraftHasNoPattern()
    {
        QCOMPARE(patternsOf(simulated({})), std::vector<DraftPattern>());
        QCOMPARE(patternsOf(simulated({.acceptance = [](int depth, bool) { return 0.8 / depth; }})),
                 std::vector<DraftPattern>());
    }

    void eachFaultIsNamed_data()
    {
        QTest::addColumn<int>("pattern");
        QTest::addColumn<QString>("words");
        const auto add = [](const char* name, DraftPattern pattern, const char* words) {
            QTest::newRow(name) << int(pattern) << QString(words);
        };
        add("0 everywhere", DraftPattern::nothingAccepted, "Compare the two vocabularies");
        add("0 behind a position", DraftPattern::nothingBehind, "Behind position 2 hardly anything is accepted");
        add("K/V one short after full accepts", DraftPattern::shortAfterAccepts, "one token short");
        add("only sure tokens", DraftPattern::onlySureTokens, "but only 1.0 of 6.0 drafts are proposed");
        add("too sure", DraftPattern::tooSure, "q = 0.90 on average");
    }
    void eachFaultIsNamed()
    {
        QFETCH(const int, pattern);
        QFETCH(const QString, words);
        SimulatedDraft draft;
        switch (DraftPattern(pattern)) {
        case DraftPattern::nothingAccepted:
            draft.acceptance = [](int, bool) { return 0.005; };
            draft.q = 0.1;
            break;
        case DraftPattern::nothingBehind:
            draft.acceptance = [](int depth, bool) { return depth <= 2 ? 0.7 : 0.0; };
            draft.q = 0.3;
            break;
        case DraftPattern::shortAfterAccepts:
            draft.acceptance = [](int depth, bool afterAll) { return afterAll && depth == 1 ? 0.3 : 0.85; };
            draft.q = 0.3;
            break;
        case DraftPattern::onlySureTokens:
            draft.acceptance = [](int, bool) { return 0.99; };
            draft.length = 6;
            draft.proposed = 1;
            break;
        case DraftPattern::tooSure:
            draft.acceptance = [](int, bool) { return 0.4; };
            draft.q = 0.9;
            break;
        }
        const Recording recording = simulated(draft);
        QCOMPARE(patternsOf(recording), std::vector<DraftPattern>{DraftPattern(pattern)});
        DraftDiagnosis diagnosis;
        diagnosis.add(recording, 0);
        const QString sentence = QString::fromStdString(diagnosis.findings().front().sentence.text);
        QVERIFY2(sentence.contains(words), qPrintable(sentence));
    }

    /// There q is 1 by definition, whatever the draft says of its tokens.
    void greedyDraftsAreNotTooSure()
    {
        SimulatedDraft draft;
        draft.acceptance = [](int, bool) { return 0.4; };
        draft.q = 1;
        QCOMPARE(patternsOf(simulated(draft)), std::vector<DraftPattern>{DraftPattern::tooSure});
        draft.isGreedy = true;
        QCOMPARE(patternsOf(simulated(draft)), std::vector<DraftPattern>());
    }

    void fewVerdictsSayNothing()
    {
        QCOMPARE(patternsOf(simulated({.rounds = 4, .acceptance = [](int, bool) { return 0.0; }})),
                 std::vector<DraftPattern>());
    }

    void whatIsSaidInsteadIsCounted()
    {
        DraftDiagnosis diagnosis;
        diagnosis.add(simulated({.acceptance = [](int, bool) { return 0.5; }}), 0);
        const auto confusions = diagnosis.confusions();
        QVERIFY(!confusions.empty());
        QCOMPARE(confusions.front().drafted, 11);
        QCOMPARE(confusions.front().likeliest, 50);
        int rejected = 0;
        for (const Confusion& confusion : confusions)
            rejected += confusion.count;
        QCOMPARE(rejected, diagnosis.all().judged - diagnosis.all().accepted);
    }

    void tokensHaveTheirKind()
    {
        for (const auto& [bytes, kind] : {std::pair(" dog", TokenKind::wordBegin),
                                          {"ing", TokenKind::insideWord},
                                          {" 12", TokenKind::number},
                                          {".", TokenKind::punctuation},
                                          {"\n\n", TokenKind::whiteSpace},
                                          {" ", TokenKind::whiteSpace},
                                          {" {", TokenKind::code},
                                          {"x[", TokenKind::code},
                                          {"", TokenKind::special},
                                          {"<|endoftext|>", TokenKind::special},
                                          {"\xC3\xA4h", TokenKind::insideWord}})
            QVERIFY2(tokenKindOf(bytes) == kind, bytes);
    }
};

DRAFTSCOPE_TEST(TestDraftDiagnosis)
#include "test_draft_diagnosis.moc"
