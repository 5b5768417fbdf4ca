// SPDX-License-Identifier: MIT
// An empty Compare offers what people compare first: a click or a key makes the lanes.
#include <QPushButton>

#include "compare_fixture.h"
#include "gui/compare/first_comparisons.h"
#include "gui/setup/model_catalogue.h"
#include "setup_fields.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

QList<QPushButton*> offers(const CompareFixture& run)
{
    return run.window.compare().findChildren<QPushButton*>("firstComparison");
}

/// "two-model K5 tales-0.8m 0.8" of each lane.
QStringList lanesOf(const CompareFixture& run)
{
    QStringList words;
    for (int i = 0; i < run.lanes.count(); ++i) {
        const RunSetup& setup = run.lanes.lane(i).setup();
        words << QString("%1 %2")
                     .arg(setup.settings.method.c_str())
                     .arg(setup.settings.method == "plain" ? 0 : setup.settings.draftLength);
    }
    return words;
}

bool areKnown(const CompareFixture& run)
{
    auto* catalogue = run.find<ModelCatalogue>();
    return until([&] { return catalogue->isComplete(); });
}

} // namespace

class TestFirstComparisons : public QObject {
    Q_OBJECT
private slots:
    void init() { test::hideModelsOfTheUser(); }

    void eachMakesItsLanes_data()
    {
        QTest::addColumn<int>("offer");
        QTest::addColumn<bool>("byKey");
        QTest::addColumn<QStringList>("lanes");
        const std::pair<const char*, QStringList> all[] = {
            {"plain", {"plain 0", "two-model 4"}},
            {"drafts", {"plain 0", "two-model 4", "two-model 4"}},
            {"lengths", {"plain 0", "two-model 2", "two-model 5", "two-model 8"}},
            {"methods", {"plain 0", "two-model 4", "medusa 4", "prompt-lookup 4"}},
            {"temperatures", {"two-model 4", "two-model 4"}},
        };
        for (int i = 0; i < int(std::size(all)); ++i)
            for (const bool byKey : {false, true})
                QTest::newRow(qPrintable(QString(all[i].first) + (byKey ? " by key" : " by click")))
                    << i << byKey << all[i].second;
    }
    void eachMakesItsLanes()
    {
        QFETCH(const int, offer);
        QFETCH(const bool, byKey);
        QFETCH(const QStringList, lanes);
        RunSetup setup = laneSetup();
        setup.settings.draftLength = 4;
        CompareFixture run(setup);
        QVERIFY(run.start() && areKnown(run));
        run.window.showWorkspace("compare");
        QCOMPARE(offers(run).size(), 5);
        for (const QPushButton* each : offers(run))
            QVERIFY2(each->isVisible() && each->isEnabled() && each->toolTip().contains(" ("),
                     qPrintable(each->text() + ": " + each->toolTip()));
        if (byKey)
            run.press(Qt::Key(Qt::Key_1 + offer));
        else
            test::click(offers(run).at(offer));
        QVERIFY2(until([&] { return run.lanes.count() == lanes.size() && !run.lanes.player().isLoading(); }),
                 qPrintable(run.problem()));
        QVERIFY2(run.problem().isEmpty(), qPrintable(run.problem()));
        QCOMPARE(lanesOf(run), lanes);
        for (int i = 0; i < run.lanes.count(); ++i)
            QVERIFY(run.lanes.lane(i).run().isThere());
        if (offer == 1)
            QVERIFY(run.lanes.lane(1).setup().draft != run.lanes.lane(2).setup().draft);
        if (offer == 4) {
            QVERIFY(run.lanes.lane(0).setup().settings.sampler.isGreedy());
            QCOMPARE(run.lanes.lane(1).setup().settings.sampler.temperature, 1.0);
        }
        run.press(Qt::Key_1); // there are lanes now: nothing is added
        QCOMPARE(run.lanes.count(), int(lanes.size()));
        run.lanes.clear();
        QVERIFY(offers(run).at(offer)->isEnabled());
    }

    /// Where Step decodes plainly its draft drafts, or copies of the text do.
    void ofAPlainRun()
    {
        RunSetup setup = laneSetup("plain");
        QCOMPARE(lanesOf(FirstComparison::plainBeside, setup, nullptr).lanes.at(1).settings.method,
                 std::string("two-model"));
        setup.draft.clear();
        for (const FirstComparison each : {FirstComparison::plainBeside, FirstComparison::lengths})
            QCOMPARE(lanesOf(each, setup, nullptr).lanes.at(1).settings.method, std::string("prompt-lookup"));
    }

    /// What cannot be compared is not offered, and the tool tip says why.
    void aDraftAloneIsNoComparison()
    {
        const FirstLanes drafts = lanesOf(FirstComparison::drafts, laneSetup(), nullptr);
        QVERIFY(drafts.lanes.empty());
        QVERIFY2(test::isSentence(drafts.whyNone) && drafts.whyNone.startsWith("Fewer than two draft models"),
                 qPrintable(drafts.whyNone));
    }

private:
    static FirstLanes lanesOf(FirstComparison comparison, const RunSetup& setup, const ModelCatalogue* catalogue)
    {
        return draftscope::lanesOf(comparison, setup, catalogue);
    }
    static QStringList lanesOf(const CompareFixture& run) { return ::lanesOf(run); }
};

DRAFTSCOPE_WINDOW_TEST(TestFirstComparisons)
#include "test_first_comparisons.moc"
