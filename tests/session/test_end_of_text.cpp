// SPDX-License-Identifier: MIT
// An accepted end-of-text token ends its round: nothing is judged or drawn behind it.
#include <algorithm>

#include <QTest>

#include "engine/analysis/metrics.h"
#include "tests/fixtures/edited_logits.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

constexpr TokenId endOfText = 2;

Pair endingPair()
{
    const TinyPair pair = makeTinyPair(128, true);
    return {pair.target, pair.draft};
}

SessionSettings settingsUntilEnd(double temperature, std::uint64_t seed = 42)
{
    SessionSettings settings;
    settings.sampler.temperature = temperature;
    settings.draftLength = 6;
    settings.maxTokens = 60;
    settings.seed = seed;
    return settings;
}

/// Makes the end of the text the likeliest token of both models at a position, from 1: it is drafted and accepted
/// there.
std::shared_ptr<Backend> endingAt(int position)
{
    return std::make_shared<EditedBackend>([position](const Model&, const Row& row, std::span<float> logits) {
        if (row.position + 1 == position)
            logits[endOfText] = 1000;
    });
}

} // namespace

class TestEndOfText : public QObject {
    Q_OBJECT
private slots:
    void theRoundEndsAtIt_data()
    {
        QTest::addColumn<double>("temperature");
        QTest::addColumn<bool>("byMoments");
        QTest::newRow("greedy, by rounds") << 0.0 << false;
        QTest::newRow("greedy, by moments") << 0.0 << true;
        QTest::newRow("sampled, by rounds") << 1.0 << false;
        QTest::newRow("sampled, by moments") << 1.0 << true;
    }
    void theRoundEndsAtIt()
    {
        QFETCH(double, temperature);
        QFETCH(bool, byMoments);
        Pair pair = endingPair();
        pair.draft = pair.target; // so that all is accepted, in rounds of 7 tokens
        auto session = makeSession(pair, settingsUntilEnd(temperature), "Once", endingAt(15));
        Recording recording(session->header());
        while (session->ended() == EndReason::none) {
            if (byMoments)
                while (session->advance().kind != MomentKind::commit) {}
            else
                session->finishRound();
            recording.put(0, session->round());
        }
        QCOMPARE(session->ended(), EndReason::endOfText);
        QCOMPARE(int(session->text().size()), 16); // the token after position 15 is the last
        const RoundRecord& last = session->round();
        QCOMPARE(last.prefixLength, 12);
        QCOMPARE(momentsOf(last),
                 std::string("draft 0, draft 1, draft 2, draft 3, verify, judge 0, judge 1, judge 2, judge 3, commit"));
        QVERIFY(!last.draw);
        QVERIFY(last.endOfText);
        QCOMPARE(last.acceptedCount(), 4);
        QCOMPARE(last.committed.size(), std::size_t(4));
        QCOMPARE(last.committed.back(), (CommittedToken{endOfText, TokenSource::accepted, 3}));
        QCOMPARE(last.acceptedEnd(), 3);
    }

    /// What the records of a text that ends leave out is not counted either.
    void nothingBehindItIsCounted()
    {
        int drafted = 0, judged = 0;
        bool sawAcceptedEnd = false;
        for (std::uint64_t seed = 1; seed < 60; ++seed) {
            auto session = makeSession(endingPair(), settingsUntilEnd(1.5, seed), "Once");
            const Recording recording = decode(*session);
            Metrics metrics;
            for (int r = 0; r < recording.roundCount(0); ++r) {
                const RoundRecord& round = recording.round(0, r);
                metrics.add(round);
                for (std::size_t n = 0; n + 1 < round.nodes.size(); ++n)
                    QVERIFY2(round.nodes[n].token != endOfText, "nothing is drafted behind the end of the text");
                const bool accepted = !round.committed.empty() && round.committed.back().token == endOfText
                    && round.committed.back().source == TokenSource::accepted;
                QCOMPARE(round.draw.has_value(), !accepted);
                QCOMPARE(int(round.committed.size()), round.acceptedCount() + (accepted ? 0 : 1));
                sawAcceptedEnd |= accepted;
                drafted += int(round.nodes.size());
                judged += round.judgedCount();
            }
            QCOMPARE(metrics.committed(), session->generatedCount());
        }
        QVERIFY(sawAcceptedEnd && judged < drafted);
    }

    void steppingBackFromIt()
    {
        Pair pair = endingPair();
        pair.draft = pair.target;
        auto session = makeSession(pair, settingsUntilEnd(1.0), "Once", endingAt(15));
        const Recording recording = decode(*session);
        const std::vector<TokenId> whole = tokensOf(*session);
        const int last = recording.roundCount(0) - 1;
        const int moments = int(recording.round(0, last).moments.size());
        for (int moment = 0; moment <= moments; ++moment) {
            session->resume(recording, {0, last, moment});
            QCOMPARE(session->ended(), moment == moments ? EndReason::endOfText : EndReason::none);
            while (session->ended() == EndReason::none)
                session->finishRound();
            QCOMPARE(tokensOf(*session), whole);
            QVERIFY(withoutTimes(session->round()) == withoutTimes(recording.round(0, last)));
        }
        QVERIFY(!atMoment(recording.round(0, last), moments - 1).endOfText);
    }

    /// A person can refuse the end of the text: the round goes on with a token from the residual.
    void aForcedVerdictAgainstIt()
    {
        Pair pair = endingPair();
        pair.draft = pair.target;
        auto session = makeSession(pair, settingsUntilEnd(1.0), "Once", endingAt(8));
        session->forceVerdict(3, false);
        const RoundRecord round = session->finishRound();
        QCOMPARE(round.nodes.size(), std::size_t(4)); // position 8 is after 3 drafts; nothing is drafted behind the end
        QCOMPARE(round.nodes[3].token, endOfText);
        QCOMPARE(round.nodes[3].verdict, Verdict::rejected);
        QVERIFY(round.draw.has_value());
        QCOMPARE(round.draw->source, TokenSource::residual);
    }
};

DRAFTSCOPE_TEST(TestEndOfText)
#include "test_end_of_text.moc"
