// SPDX-License-Identifier: MIT
// The worker itself: whose turn it is, and what runs share.
#include <map>

#include "compare_fixture.h"
#include "gui/worker/session_worker.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::laneSetup;

class TestTurns : public QObject {
    Q_OBJECT
private slots:
    /// The worker itself: after every round that it sends, runs that go on are within a round of each other.
    void turnsAreFair()
    {
        SessionWorker worker({});
        worker.setGatheringTime({}); // each round is sent by itself, however fast the machine is
        const std::vector<Job> jobs{Job{1}, Job{2}, Job{3}};
        const RunSetup setups[] = {laneSetup("two-model", 80), laneSetup("plain", 80), laneSetup("prompt-lookup", 80)};
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            worker.start(jobs[i], setups[i]);
            worker.adopt(jobs[i].number, 0);
        }
        std::map<int, int> finished, ended;
        int unfair = 0, sent = 0;
        const auto look = [&] {
            int least = 1'000'000, most = 0;
            for (const Job& job : jobs)
                if (!ended[job.number]) {
                    least = std::min(least, finished[job.number]);
                    most = std::max(most, finished[job.number]);
                }
            unfair += most > least + 1;
        };
        connect(&worker, &SessionWorker::advanced, this, [&](int job, int, const SentRounds& rounds) {
            finished[job] += int(rounds->size());
            ++sent;
            look();
            worker.acknowledge();
            if (job == 3 && finished[3] >= 10)
                jobs[2].stop->store(true); // it leaves, and the others go on
        });
        connect(&worker, &SessionWorker::paused, this, [&](int job) { ended[job] = finished[job]; });
        worker.advanceInTurn(jobs, 30);
        QCOMPARE(sent, finished[1] + finished[2] + finished[3]);
        QCOMPARE(unfair, 0);
        QCOMPARE(ended[2], 30); // plain decoding has that many tokens to go
        QVERIFY(ended[3] >= 10 && ended[3] < 30);
        QVERIFY(ended[1] > 0);
        worker.advanceInTurn({jobs[1], Job{9}}, 31); // an unknown one ends at once
        QCOMPARE(ended[2], 31);
        QVERIFY(ended.contains(9));
    }

    void lanesShareTheirModels()
    {
        SessionWorker worker({});
        QSignalSpy progressed(&worker, &SessionWorker::progressed), started(&worker, &SessionWorker::started);
        RunSetup setup = laneSetup("plain");
        worker.start(Job{1}, setup);
        worker.adopt(1, 0);
        QCOMPARE(started.count(), 1);
        progressed.clear();
        setup.target = resolveModel(setup.target)->string() + "/../" + resolveModel(setup.target)->filename().string();
        worker.start(Job{2}, setup); // the same by another path
        QCOMPARE(started.count(), 2);
        for (const auto& told : progressed)
            QVERIFY2(!told[2].toString().startsWith("Opening"), qPrintable(told[2].toString()));
        worker.adopt(2, 0);
        worker.release(1); // the other one keeps them
        progressed.clear();
        worker.start(Job{3}, setup);
        QCOMPARE(started.count(), 3);
        for (const auto& told : progressed)
            QVERIFY2(!told[2].toString().startsWith("Opening"), qPrintable(told[2].toString()));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTurns)
#include "test_turns.moc"
