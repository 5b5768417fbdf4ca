// SPDX-License-Identifier: MIT
// What a window says of a run that is broken on purpose, and what has come of it; and of one that is not.
#include <QAbstractButton>
#include <QTemporaryDir>

#include "gui/step/fault_bar.h"
#include "gui/worker/background_speed.h"
#include "tests/test_main.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/text/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// Greedy, so that every token that differs from plain decoding is the fault's.
RunSetup greedySetup(const std::string& fault)
{
    RunSetup setup = test::quickSetup(80);
    setup.settings.sampler.temperature = 0;
    setup.settings.fault = fault;
    return setup;
}

bool isFreelyDecoded(const WindowFixture& run)
{
    return until([&] { return run.navigation.speedOfRun().background().stage() == BackgroundSpeed::Stage::done; });
}

} // namespace

class TestFaultBar : public QObject {
    Q_OBJECT
private slots:
    void aFaultIsSaidAndWhatComesOfIt()
    {
        WindowFixture run(greedySetup("keep-rejected-kv"));
        auto* bar = run.find<FaultBar>();
        QVERIFY(bar && !bar->isVisible()); // nothing runs yet
        QVERIFY(run.start());
        QVERIFY(bar->isVisible());
        QVERIFY2(bar->accessibleName().startsWith("Broken on purpose (keep-rejected-kv), not lossless: "),
                 qPrintable(bar->accessibleName()));
        QVERIFY(bar->effect().isEmpty()); // nothing to compare
        QVERIFY(run.rounds(1));
        QVERIFY(isFreelyDecoded(run));
        QVERIFY(run.await([&] { run.navigation.player().continueToStop(); })); // to the end
        const auto difference = run.navigation.speedOfRun().differenceFromPlain();
        QVERIFY(difference && difference->index);
        const int prompt = int(run.navigation.recording().header().promptTokens.size()), at = *difference->index;
        QVERIFY2(bar->effect().startsWith(
                     QStringLiteral("From token %1 behind the prompt on, the text is not what the target alone writes "
                                    "at temperature 0. Distance from the target's distribution (")
                         .arg(at - prompt + 1)),
                 qPrintable(bar->effect()));
        // All before it is the same, it is not, and the text has a mark there.
        const std::vector<TokenId>& plain = run.navigation.speedOfRun().background().plainTokens();
        const std::vector<CommittedToken> text = run.navigation.playhead().text();
        for (int i = prompt; i < at; ++i)
            QCOMPARE(text[std::size_t(i)].token, plain[std::size_t(i - prompt)]);
        QVERIFY(text[std::size_t(at)].token != plain[std::size_t(at - prompt)]);
        QCOMPARE(run.find<TextView>()->difference(), at);
        run.window.showWorkspace("compare");
        QVERIFY(!bar->isVisible());
        run.window.showWorkspace("step");
        QVERIFY(bar->isVisible());
    }

    /// Above temperature 0 no token is wrong by itself, but what it was drawn from is.
    void aSampledRunSaysHowFarItsDistributionIs()
    {
        RunSetup setup = test::quickSetup(60);
        setup.settings.fault = "p-instead-of-residual";
        WindowFixture run(setup);
        QVERIFY(run.start());
        auto* bar = run.find<FaultBar>();
        QVERIFY(bar->effect().isEmpty()); // nothing is verified yet
        QVERIFY(run.rounds(4));
        const Recording& recording = run.navigation.recording();
        double sum = 0;
        int count = 0;
        for (int r = 0; r < 4; ++r) {
            const RoundRecord& round = recording.round(0, r);
            for (const CommittedToken& token : round.committed) {
                const int context =
                    token.node < 0 ? round.draw->context : round.nodes[std::size_t(token.node)].parent + 1;
                sum += *round.contexts[std::size_t(context)].distance;
                ++count;
            }
        }
        QVERIFY(count >= 4 && sum > 0);
        const auto here =
            recording.round(0, 3).contexts[std::size_t(run.navigation.playhead().selection().context())].distance;
        QVERIFY(here);
        QCOMPARE(bar->effect(),
                 QStringLiteral("Distance from the target's distribution (total variation, 0 to 1): %1 on average over "
                                "%2 tokens, %3 at the position shown.")
                     .arg(sum / count, 0, 'f', 3)
                     .arg(count)
                     .arg(*here, 0, 'f', 3));
        run.navigation.player().first();
        QVERIFY(bar->effect().isEmpty());
    }

    void withoutItTheSameIsDecodedAsTheTargetWould()
    {
        WindowFixture run(greedySetup("keep-rejected-kv"));
        QVERIFY(run.start());
        QVERIFY(run.rounds(1));
        auto* bar = run.find<FaultBar>();
        run.find<QAbstractButton>("mend")->click();
        QVERIFY(until([&] { return run.navigation.recording().header().fault.empty(); }));
        QVERIFY(until([&] { return run.navigation.run().computation().canCompute() && !bar->isVisible(); }));
        QVERIFY(run.rounds(1));
        QVERIFY(isFreelyDecoded(run));
        QVERIFY(run.await([&] { run.navigation.player().continueToStop(); }));
        const auto difference = run.navigation.speedOfRun().differenceFromPlain();
        QVERIFY(difference && !difference->index);
        QVERIFY2(difference->compared > 40, qPrintable(QString::number(difference->compared)));
        QCOMPARE(run.find<TextView>()->difference(), -1);
    }

    void aTraceSaysItTooAndOffersNothing()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("broken.jsonl");
        QVERIFY(test::saveRounds(greedySetup("skip-bonus"), 2, path));
        WindowFixture reader;
        reader.navigation.starter().openTrace(path.toStdString());
        auto* bar = reader.find<FaultBar>();
        QVERIFY(until([&] { return bar->isVisible(); }));
        QVERIFY(bar->accessibleName().contains("skip-bonus"));
        QVERIFY(!reader.find<QAbstractButton>("mend")->isVisible());
    }

    void aboveTemperatureZeroNothingIsCompared()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.rounds(2));
        QVERIFY(isFreelyDecoded(run));
        QVERIFY(!run.navigation.speedOfRun().background().plainTokens().empty());
        QVERIFY(!run.navigation.speedOfRun().differenceFromPlain());
        QVERIFY(!run.find<FaultBar>()->isVisible());
    }

    // --- the tool bar

    void allThreeNumbersAreThereAtEveryWidth_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("hasWords");
        QTest::addRow("1024") << 1024 << false;
        QTest::addRow("1280") << 1280 << true;
        QTest::addRow("1920") << 1920 << true;
    }
    void allThreeNumbersAreThereAtEveryWidth()
    {
        QFETCH(int, width);
        WindowFixture run(test::quickSetup(), {width, 800});
        QVERIFY(run.start());
        QVERIFY(run.rounds(2));
        int numbers = 0;
        for (const QLabel* label : run.find<MetricStrip>()->findChildren<QLabel*>())
            if (label->isVisible() && label->objectName() != "muted")
                ++numbers;
        QCOMPARE(numbers, 3);
        bool hasWords = false;
        for (const QToolButton* button : run.window.findChildren<QToolButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Round ▶▶"))
                hasWords = true;
        QTEST(hasWords, "hasWords");
        for (const QToolButton* button : run.window.findChildren<QToolButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("▶▶"))
                QCOMPARE(button->accessibleName(), QStringLiteral("Round ▶▶"));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestFaultBar)
#include "test_fault_bar.moc"
