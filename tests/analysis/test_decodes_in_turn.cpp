// SPDX-License-Identifier: MIT
// Turns of real sessions: whose they are, what of them counts, and that a text which is begun again is the same.
#include <atomic>
#include <map>
#include <set>

#include <QTest>

#include "engine/analysis/decodes_in_turn.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/catalogue/embedded.h"
#include "engine/model/model.h"
#include "engine/session/methods.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

constexpr int tokensToWrite = 24;

const Pair& pairForTurns()
{
    static const Pair pair = [] {
        const auto target = loadModel(*resolveModel("tales-0.8m")), draft = loadModel(*resolveModel("tales-0.3m"));
        return Pair{*target, *draft};
    }();
    return pair;
}

DecodesInTurn::Begin beginOf(const char* method)
{
    static const auto backend = makeCpuBackend(1);
    SessionSettings settings;
    chooseMethod(settings, method);
    settings.maxTokens = tokensToWrite;
    settings.topTokens = 0;
    const Pair pair{pairForTurns().target, settings.method == "plain" ? nullptr : pairForTurns().draft};
    return [=](const Progress& progress) -> Result<std::unique_ptr<MeasuredDecode>> {
        auto session = Session::create(pair, settings, "Once upon a time", backend, progress);
        if (!session)
            return tl::unexpected(session.error());
        return measured(std::move(*session));
    };
}

} // namespace

class TestDecodesInTurn : public QObject {
    Q_OBJECT
private slots:
    /// From the first to the last, and back: none is always first.
    void orderAlternates()
    {
        DecodesInTurn decodes({beginOf("two-model"), beginOf("plain"), beginOf("prompt-lookup")});
        for (int lap = 0; lap < 6; ++lap) {
            const auto turns = decodes.lap({});
            QVERIFY(turns.has_value());
            std::vector<int> order;
            for (const MeasuredTurn& turn : *turns) {
                QCOMPARE(turn.lap, lap);
                order.push_back(turn.decode);
            }
            QCOMPARE(order, lap % 2 == 0 ? (std::vector{0, 1, 2}) : (std::vector{2, 1, 0}));
        }
    }

    /// The first round of a turn does not, nor the one that reads the prompt; over some passes each other round does.
    void whatCounts()
    {
        DecodesInTurn decodes({beginOf("two-model"), beginOf("plain")});
        std::map<int, std::set<int>> counted;
        int texts = 0;
        while (texts < 12) {
            const auto turns = decodes.lap({});
            QVERIFY(turns.has_value());
            for (const MeasuredTurn& turn : *turns) {
                QVERIFY(!turn.rounds.empty() && !turn.rounds.front().counts);
                if (turn.lap == 0)
                    continue; // on a very slow machine it has the rounds of the warm-up, too
                int count = 0;
                for (std::size_t r = 0; r < turn.rounds.size(); ++r) {
                    const TimedRound& round = turn.rounds[r];
                    QCOMPARE(round.counts, r > 0); // whether it was begun in this turn or not
                    QVERIFY(round.ms > 0 && round.lap == turn.lap);
                    count += round.counts;
                    if (round.counts)
                        counted[turn.decode].insert(round.record.round);
                }
                QVERIFY(count <= DecodesInTurn::countedRounds);
                QCOMPARE(turn.firstTokens.size(), std::size_t(turn.rounds.front().record.round == 0));
                texts += turn.endsText && turn.decode == 1;
            }
        }
        QVERIFY(decodes.haveAllEnded());
        QCOMPARE(int(counted[1].size()), tokensToWrite - 1); // all but the first
        QCOMPARE(*counted[1].begin(), 1);
    }

    /// Each pass through a text gives the same rounds, so that only their times differ.
    void passesAreTheSame()
    {
        DecodesInTurn decodes({beginOf("two-model"), beginOf("plain")});
        std::map<std::pair<int, int>, std::vector<TokenId>> known;
        for (int lap = 0; lap < 40; ++lap) {
            const auto turns = decodes.lap({});
            for (const MeasuredTurn& turn : *turns)
                for (const TimedRound& round : turn.rounds) {
                    std::vector<TokenId> tokens;
                    for (const CommittedToken& token : round.record.committed)
                        tokens.push_back(token.token);
                    const auto [there, isNew] = known.emplace(std::pair{turn.decode, round.record.round}, tokens);
                    QVERIFY(isNew || there->second == tokens);
                }
        }
        QCOMPARE(known.count({1, tokensToWrite - 1}), std::size_t(1));
        QCOMPARE(known.count({1, tokensToWrite}), std::size_t(0));
    }

    /// Stopped in the middle of a lap, it goes on from there; what was finished comes with the next lap and does not
    /// count.
    void stoppedItGoesOn()
    {
        DecodesInTurn decodes({beginOf("two-model"), beginOf("plain")});
        QVERIFY(decodes.lap({}).has_value());
        std::atomic<bool> stop = true;
        Progress progress;
        progress.cancelled = &stop;
        bool isStopped = false;
        try {
            (void)decodes.lap(progress);
        } catch (const Cancelled&) {
            isStopped = true;
        }
        QVERIFY(isStopped);
        std::vector<int> rounds;
        for (int lap = 0; lap < 4; ++lap) {
            const auto turns = decodes.lap({});
            for (const MeasuredTurn& turn : *turns)
                if (turn.decode == 1)
                    for (const TimedRound& round : turn.rounds)
                        rounds.push_back(round.record.round);
        }
        for (std::size_t i = 1; i < rounds.size(); ++i)
            QVERIFY(rounds[i] == rounds[i - 1] + 1 || rounds[i] == 0);
    }

    void whatCannotBeginSaysWhy()
    {
        DecodesInTurn decodes({[](const Progress&) -> Result<std::unique_ptr<MeasuredDecode>> {
            return fail("There is no memory for it.");
        }});
        const auto lap = decodes.lap({});
        QVERIFY(!lap && lap.error().sentence == "There is no memory for it.");
    }
};

DRAFTSCOPE_TEST(TestDecodesInTurn)
#include "test_decodes_in_turn.moc"
