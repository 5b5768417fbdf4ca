// SPDX-License-Identifier: MIT
#include <QDateTime>
#include <QTemporaryDir>

#include "foreign_model.h"
#include "tests/fixtures/damaged_checkpoint.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

using Activity = Player::Activity;

} // namespace

/// A device that fails in the middle of a run: a sentence, what is recorded stays, and another run can begin.
class TestLostDevice : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("DRAFTSCOPE_CUDA_MODULE", DRAFTSCOPE_FAILING_MODULE); }
    void init() { qputenv("DRAFTSCOPE_PASSES", "30"); }

    void aRunEndsWithASentence_data()
    {
        QTest::addColumn<double>("speed");
        QTest::newRow("by the clock") << 50.0;
        QTest::newRow("as fast as it goes") << Player::fastest;
    }
    void aRunEndsWithASentence()
    {
        QFETCH(const double, speed);
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        QCOMPARE(QString::fromStdString(run.navigation.recording().header().backend), "A device that fails");
        run.navigation.player().transport().setSpeed(speed);
        run.navigation.player().playOrPause();
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QCOMPARE(run.problem(), "The device has fallen out of its slot.");
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QTest::qWait(100);
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QVERIFY(!run.navigation.run().computation().canCompute());
        const int rounds = run.navigation.recording().roundCount(0);
        QVERIFY2(rounds > 0, "what was recorded stays");
    }

    void whatComesAfterwardsIsRefused()
    {
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        run.navigation.player().continueToStop();
        QVERIFY(until([&] { return !run.navigation.run().computation().canCompute(); }));
        run.failed.clear();
        run.navigation.player().last();
        run.navigation.player().nextRound();
        QVERIFY2(run.lastFailed().contains("restart"), qPrintable(run.lastFailed()));
        run.failed.clear();
        run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.5}}, Position{0, 0, 0});
        QVERIFY2(run.lastFailed().contains("restart"), qPrintable(run.lastFailed()));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
    }

    /// A NaN in a model's weights ends a run like a device that fails, and the device stays.
    void aNanInTheDraftEndsARun()
    {
        qputenv("DRAFTSCOPE_PASSES", "100000");
        QTemporaryDir folder;
        const auto draft = std::filesystem::path(folder.path().toStdString()) / "bad";
        constexpr std::uint64_t fourthToken = 1745,
                                hiddenSize = 64; // the first round drafts it, the second one feeds it
        fixtures::copyWithNan(DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama", draft, "model.embed_tokens.weight",
                              fourthToken * hiddenSize);
        RunSetup setup = test::quickSetup(400);
        setup.target = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";
        setup.draft = draft.string();
        setup.prompt = "Hello";
        setup.settings.sampler.greedy = true;
        WindowFixture run(setup);
        QVERIFY(run.start());
        run.navigation.player().continueToStop();
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY2(run.problem().startsWith("The logits of bad at position ")
                     && run.problem().contains("of the text are NaN or infinite"),
                 qPrintable(run.problem()));
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QVERIFY(!run.navigation.run().computation().canCompute());
        QVERIFY2(run.navigation.recording().roundCount(0) >= 1, "what was recorded stays");
        QVERIFY(run.round(0).isFinished());
        run.failed.clear();
        run.navigation.player().last();
        run.navigation.player().nextRound();
        QVERIFY2(run.lastFailed().contains("restart") && !run.lastFailed().contains("device"),
                 qPrintable(run.lastFailed()));
        run.navigation.starter().setSetup(test::quickSetup(400));
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(run.problem().isEmpty());
    }

    /// What was computed from a file that another program has written to may be wrong. The sentence says to load it
    /// again, and a restart does.
    void aModelThatChangedIsLoadedAgain()
    {
        QTemporaryDir folder;
        RunSetup setup = test::quickSetup(400);
        setup.target = setup.draft = test::copyOfRandomModel(folder.path(), "model").toStdString();
        setup.prompt = "Hello";
        WindowFixture run(setup);
        QVERIFY(run.start() && run.rounds(2));
        QFile weights(folder.filePath("model/model.safetensors"));
        QVERIFY(weights.open(QIODevice::ReadWrite));
        QVERIFY(weights.setFileTime(QDateTime::currentDateTime().addSecs(60), QFileDevice::FileModificationTime));
        weights.close();
        run.navigation.player().nextRound();
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY2(run.problem().contains("was changed or shortened") && run.problem().contains("load it again"),
                 qPrintable(run.problem()));
        QVERIFY(run.start());
        const int before = run.navigation.recording().roundCount(0);
        QVERIFY(run.rounds(before + 2));
        QVERIFY2(run.problem().isEmpty(), qPrintable(run.problem()));
    }

    void anotherRunCanBegin()
    {
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        run.navigation.player().continueToStop();
        QVERIFY(until([&] { return !run.navigation.run().computation().canCompute(); }));
        qputenv("DRAFTSCOPE_PASSES", "100000");
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(run.problem().isEmpty());
        QCOMPARE(run.navigation.recording().roundCount(0), 3);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLostDevice)
#include "test_lost_device.moc"
