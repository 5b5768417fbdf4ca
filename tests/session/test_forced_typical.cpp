// SPDX-License-Identifier: MIT
// Typical acceptance compares whole paths, so that what a person forces may change the verdicts of other nodes, too.
#include <QTest>

#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

SessionSettings typical(const char* shape, int draftLength)
{
    SessionSettings settings;
    settings.shape = shape;
    settings.verifier = "typical";
    settings.sampler.temperature = 0.3; // so that some tokens are implausible
    settings.draftLength = draftLength;
    settings.maxTokens = 40;
    return settings;
}

std::unique_ptr<Session> sessionOf(const SessionSettings& settings)
{
    const TinyPair pair = makeTinyPair(128);
    return makeSession({pair.target, pair.draft}, settings, "Once upon");
}

void advanceTo(Session& session, MomentKind kind)
{
    while (session.advance().kind != kind) {}
}

/// The accepted nodes are one path from the root, and what is committed but the last token.
bool isOnePath(const RoundRecord& round)
{
    std::vector<CommittedToken> path;
    for (int node = round.acceptedEnd(); node >= 0; node = round.nodes[std::size_t(node)].parent)
        path.insert(path.begin(), {round.nodes[std::size_t(node)].token, TokenSource::accepted, node});
    if (int(path.size()) != round.acceptedCount())
        return false;
    if (round.draw)
        path.push_back({round.draw->token, round.draw->source, -1});
    return path == round.committed && (!round.draw || round.draw->context == round.acceptedEnd() + 1);
}

} // namespace

class TestForcedTypical : public QObject {
    Q_OBJECT
private slots:
    void aVerdictForcedAtVerifyIsTheVerdict_data()
    {
        QTest::addColumn<bool>("byU");
        QTest::newRow("the verdict") << false;
        QTest::newRow("u, the threshold") << true;
    }
    void aVerdictForcedAtVerifyIsTheVerdict()
    {
        QFETCH(bool, byU);
        auto session = sessionOf(typical("chain", 4));
        bool wasAccepted = false, wasRejected = false;
        for (int r = 0; r < 6 && session->ended() == EndReason::none; ++r) {
            advanceTo(*session, MomentKind::verify);
            const RoundRecord verified = session->round();
            if (verified.nodes.empty())
                break;
            // The other way than it would go by itself.
            const double p = verified.nodes[0].p;
            const bool accept = r % 2 == 0;
            if (byU)
                session->forceU(0, accept ? p / 2 : std::min(0.99, p * 1.01));
            else
                session->forceVerdict(0, accept);
            advanceTo(*session, MomentKind::judge);
            QCOMPARE(session->round().nodes[0].verdict, accept ? Verdict::accepted : Verdict::rejected);
            QVERIFY(byU ? session->round().nodes[0].forcedU : session->round().nodes[0].forcedVerdict);
            const RoundRecord& round = session->finishRound();
            QVERIFY(isOnePath(round));
            QCOMPARE(round.committed.front().source, accept ? TokenSource::accepted : TokenSource::residual);
            (accept ? wasAccepted : wasRejected) = true;
        }
        QVERIFY(wasAccepted && wasRejected);
    }

    void aVerdictForcedAfterTwoOthersIsTheVerdict()
    {
        auto session = sessionOf(typical("chain", 4));
        int forced = 0;
        while (session->ended() == EndReason::none && forced < 2) {
            advanceTo(*session, MomentKind::verify);
            if (session->round().nodes.size() < 4)
                break;
            session->forceVerdict(0, true);
            session->forceVerdict(1, true);
            advanceTo(*session, MomentKind::judge);
            advanceTo(*session, MomentKind::judge);
            const bool accept = forced++ % 2 == 0;
            session->forceVerdict(2, accept);
            advanceTo(*session, MomentKind::judge);
            QCOMPARE(session->round().nodes[2].verdict, accept ? Verdict::accepted : Verdict::rejected);
            const RoundRecord& round = session->finishRound();
            QVERIFY(isOnePath(round));
            QVERIFY(accept ? round.acceptedCount() >= 3 : round.acceptedCount() == 2);
        }
        QCOMPARE(forced, 2);
    }

    /// In a tree a verdict to come may change which path is the longest: those that were given follow.
    void verdictsBeforeAForcedOneFollowIt()
    {
        auto session = sessionOf(typical("dynamic", 3));
        int changed = 0;
        while (session->ended() == EndReason::none) {
            advanceTo(*session, MomentKind::judge);
            while (session->round().moments.back().kind == MomentKind::judge
                   && session->round().nodes[std::size_t(session->round().moments.back().node)].depth < 2)
                if (session->advance().kind == MomentKind::commit)
                    break;
            const RoundRecord before = session->round();
            for (int n = 0; n < int(before.nodes.size()) && !before.draw; ++n) {
                const NodeRecord& node = before.nodes[std::size_t(n)];
                if (node.verdict == Verdict::notJudged && node.depth == 2)
                    session->forceVerdict(n, before.nodes[std::size_t(node.parent)].verdict == Verdict::rejected);
            }
            const RoundRecord& round = before.isFinished() ? session->round() : session->finishRound();
            QVERIFY(isOnePath(round));
            for (std::size_t n = 0; n < before.nodes.size(); ++n)
                changed +=
                    before.nodes[n].verdict != Verdict::notJudged && before.nodes[n].verdict != round.nodes[n].verdict;
        }
        QVERIFY(changed > 0);
    }

    /// A node that a person wants accepted is not where another path is longer, and a resumed round is judged so
    /// again.
    void whatWasWantedIsKeptApartFromTheVerdict()
    {
        auto session = sessionOf(typical("dynamic", 3));
        int beside = 0;
        for (int r = 0; session->ended() == EndReason::none; ++r) {
            Recording recording(session->header());
            advanceTo(*session, MomentKind::verify);
            const auto count = int(session->round().nodes.size());
            for (int n = 0; n < count; ++n)
                if (session->round().nodes[std::size_t(n)].depth == 1)
                    session->forceVerdict(n, true);
            const RoundRecord round = session->finishRound();
            QVERIFY(isOnePath(round));
            for (int n = 0; n < int(round.nodes.size()); ++n) {
                const NodeRecord& node = round.nodes[std::size_t(n)];
                QCOMPARE(round.wantedVerdict(n).has_value(), node.forcedVerdict);
                if (node.forcedVerdict)
                    QCOMPARE(round.wantedVerdict(n), std::optional(true));
                beside += node.forcedVerdict && node.verdict == Verdict::rejected;
            }
            if (r > 0)
                continue;
            recording.put(0, round);
            const int moments = int(round.moments.size());
            session->resume(recording, {0, 0, moments - 2}); // before the draw
            QCOMPARE(withoutTimes(session->finishRound()), withoutTimes(round));
        }
        QVERIFY(beside > 0);
    }
};

DRAFTSCOPE_TEST(TestForcedTypical)
#include "test_forced_typical.moc"
