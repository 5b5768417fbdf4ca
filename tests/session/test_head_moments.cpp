// SPDX-License-Identifier: MIT
// Sessions whose drafts come from heads go on from every moment as before, whatever was forced or stopped there.
#include <algorithm>

#include <QTest>

#include "tests/fixtures/stopping_backend.h"
#include "tests/session/heads_fixture.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestHeadMoments : public QObject, HeadsFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }

    /// In the same session and in a fresh one, whose rows of all of the text are made anew.
    void everyMomentContinuesAsBefore_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<bool>("isEmbedded");
        for (const char* method : headMethods)
            for (const char* shape : {"chain", "fixed-widths", "dynamic"})
                for (const double temperature : {0.0, 0.8})
                    for (const bool isEmbedded : {false, true})
                        if (!isEmbedded || m_embedded)
                            QTest::addRow("%s, %s, T %g, %s", method, shape, temperature,
                                          isEmbedded ? "embedded" : "random")
                                << std::string(method) << std::string(shape) << temperature << isEmbedded;
    }
    void everyMomentContinuesAsBefore()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        QFETCH(double, temperature);
        QFETCH(bool, isEmbedded);
        const Pair pair{isEmbedded ? m_embedded : makeTargetOfHeads(), nullptr};
        SessionSettings settings = headSettings(method, isEmbedded ? "" : path(method), shape);
        settings.sampler.temperature = temperature;
        settings.maxTokens = 12;
        settings.topTokens = 3;
        // Long enough for the head to read it in two passes.
        const std::string prompt = isEmbedded ? "Once upon a time, there was a" : std::string(90, 'a') + "Once";
        const auto session = makeSession(pair, settings, prompt);
        const Recording recording = decode(*session);
        const auto whole = tokensOf(*session);
        for (int r = recording.roundCount(0) - 1; r >= 0; --r) {
            const RoundRecord& original = recording.round(0, r);
            for (int m = 0; m < int(original.moments.size()); ++m) {
                const bool isFresh = (r + m) % 2 == 0;
                const auto other = isFresh ? makeSession(pair, settings, prompt) : nullptr;
                Session& again = isFresh ? *other : *session;
                again.resume(recording, {0, r, m});
                again.finishRound();
                QVERIFY2(withoutSlots(again.round()) == withoutSlots(original), momentsOf(again.round()).c_str());
                if (m != r % 3)
                    continue;
                while (again.ended() == EndReason::none)
                    again.finishRound();
                QCOMPARE(tokensOf(again), whole);
            }
        }
    }

    void aForcedTokenIsReplayed_data() { addShapes(); }
    void aForcedTokenIsReplayed()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const Pair pair{makeTargetOfHeads(), nullptr};
        const SessionSettings settings = headSettings(method, path(method), shape);
        const auto session = makeSession(pair, settings, "Once");
        const RoundRecord defaultValue = session->finishRound();
        const TokenId other = defaultValue.nodes[0].token == 50 ? 51 : 50;
        const auto forcing = makeSession(pair, settings, "Once");
        forcing->forceToken(0, other);
        Recording recording(forcing->header());
        recording.put(0, forcing->finishRound());
        const RoundRecord forced = recording.round(0, 0);
        QCOMPARE(forced.nodes[0].token, other);
        // Its children come from another row, except Medusa's, which see no token. A dynamic tree may go on elsewhere.
        const auto qBelow = [](const RoundRecord& round) {
            return std::ranges::find(round.nodes, 0, &NodeRecord::parent)->q;
        };
        if (shape != "dynamic")
            QCOMPARE(qBelow(forced) == qBelow(defaultValue), method == "medusa");
        for (int m = 0; m < int(forced.moments.size()); ++m) {
            const auto again = makeSession(pair, settings, "Once");
            again->resume(recording, {0, 0, m});
            if (m == 0)
                again->forceToken(0, other);
            again->finishRound();
            QVERIFY(withoutTimes(again->round()) == withoutTimes(forced));
        }
    }

    /// Stopped once at every pass that a decode has.
    void everyPassMayBeTheLast_data() { addShapes(); }
    void everyPassMayBeTheLast()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const Pair pair{makeTargetOfHeads(256), nullptr};
        SessionSettings settings = headSettings(method, path(method), shape);
        settings.draftLength = 3;
        settings.maxTokens = 6;
        const std::string prompt(140, 'x'); // which a head reads in three passes
        const auto whole = makeSession(pair, settings, prompt);
        const Recording recording = decode(*whole);
        int stopped = 0;
        for (int atPass = 0;; ++atPass) {
            Stop stop;
            stop.atPass = atPass;
            const auto session = makeSession(pair, settings, prompt, std::make_shared<StoppingBackend>(stop));
            Progress progress;
            progress.cancelled = &stop.flag;
            bool wasStopped = false;
            for (int r = 0; session->ended() == EndReason::none;) {
                try {
                    session->finishRound(progress);
                } catch (const Cancelled&) {
                    wasStopped = true;
                    stop.flag = false;
                    continue;
                }
                QVERIFY(withoutSlots(session->round()) == withoutSlots(recording.round(0, r++)));
            }
            QCOMPARE(tokensOf(*session), tokensOf(*whole));
            if (!wasStopped)
                break;
            ++stopped;
        }
        QVERIFY2(stopped > 8, qPrintable(QString::number(stopped)));
    }
};

DRAFTSCOPE_TEST(TestHeadMoments)
#include "test_head_moments.moc"
