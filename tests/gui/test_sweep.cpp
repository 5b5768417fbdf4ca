// SPDX-License-Identifier: MIT
// Sweeps: what can be varied, what is measured, what is said of it, and where the chosen setting goes.
#include <QLineEdit>
#include <QMenu>

#include "compare_fixture.h"
#include "engine/session/shapes.h"
#include "gui/compare/measuring_bar.h"
#include "gui/compare/sweep_panel.h"
#include "gui/export/view_picture.h"
#include "gui/forms/prompt_list_box.h"
#include "gui/setup/model_catalogue.h"
#include "tests/test_main.h"
#include "widgets/lanes/sweep_view.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

struct SweepFixture : CompareFixture {
    explicit SweepFixture(const RunSetup& setup = laneSetup("two-model", 10)) : CompareFixture(setup) {}

    [[nodiscard]] SweepPanel& panel() { return window.compare().sweep(); }
    [[nodiscard]] Sweep& sweep() { return panel().sweep(); }
    [[nodiscard]] QToolButton& sweepButton() { return *panel().findChild<MeasuringBar*>()->findChild<QToolButton*>(); }
    [[nodiscard]] QComboBox& boxCalled(const QString& name)
    {
        for (auto* box : panel().findChildren<QComboBox*>())
            if (box->accessibleName() == name)
                return *box;
        qFatal("no such list");
    }
    void chooseIn(const QString& name, const QString& words)
    {
        QComboBox& box = boxCalled(name);
        box.setCurrentIndex(box.findText(words));
    }
    [[nodiscard]] QLineEdit& values(int axis) { return *panel().findChildren<QLineEdit*>().at(axis); }
    [[nodiscard]] QToolButton* buttonThatBegins(const QString& words)
    {
        for (auto* candidate : panel().findChildren<QToolButton*>())
            if (candidate->isVisible() && candidate->text().startsWith(words))
                return candidate;
        return nullptr;
    }
    [[nodiscard]] QString sentence() { return panel().findChild<QLabel*>("sweepSentence")->text(); }
    bool open(const std::vector<RunSetup>& setups)
    {
        if (!start() || !add(setups))
            return false;
        window.compare().below().setCurrentWidget(&panel());
        return panel().isVisible();
    }
    bool run()
    {
        test::click(&sweepButton(), {5, 5});
        return sweep().measurement().isRunning() && until([this] { return !sweep().measurement().isRunning(); });
    }
};

QString errorOf(const QString& words, SweepSetting setting)
{
    const auto values = sweepValuesIn(words, setting);
    return values ? QString() : QString::fromStdString(values.error().sentence);
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT
    /// All figures of every setting leave the window, and a picture that says what it shows.
    static void checkExports(SweepFixture& run)
    {
        const ExportedView exported = run.panel().exported();
        const QStringList lines = exported.csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 1 + 3); // plain decoding once
        QVERIFY(lines[0].startsWith("way,K,prompts,tokens_per_step,"));
        const auto column = lines[0].split(',').indexOf("tokens_per_step");
        const auto speed = lines[0].split(',').indexOf("speed_up");
        QVERIFY(column > 0 && speed > 0);
        QCOMPARE(lines[1].split(',')[0], "plain decoding");
        for (int point = 0; point < 3; ++point) {
            const QStringList cells = lines[2 + point].split(',');
            QCOMPARE(cells.size(), lines[0].split(',').size());
            QCOMPARE(cells[1].toDouble(), run.sweep().valueAt(point, 0));
            const FiguresOverPrompts& figures = run.sweep().figuresAt(point);
            QCOMPARE(cells[column].toDouble(), *valueIn(figures, SweepFigure::tokensPerStep));
            QCOMPARE(cells[speed].toDouble(), *valueIn(figures, SweepFigure::measuredSpeedUp));
        }
        const QString report = exported.markdown();
        QVERIFY(report.startsWith("# Comparison of ways to decode"));
        for (const char* words :
             {"| swept |", "| machine |", "| K 3 |", "| plain decoding |", "| best by tokens per step |"})
            QVERIFY2(report.contains(words), words);
        const QString svg = QString::fromUtf8(ViewPicture(exported).svg());
        for (const char* words : {"tokens per step", "plain decoding", ">K<", "Draftscope"})
            QVERIFY2(svg.contains(words), words);
    }

private slots:
    void valuesAreReadAsTheyAreWritten()
    {
        using Values = std::vector<double>;
        QCOMPARE(*sweepValuesIn("1, 2,4", SweepSetting::draftLength), (Values{1, 2, 4}));
        QCOMPARE(*sweepValuesIn("8, 2-4, 3", SweepSetting::nodes), (Values{2, 3, 4, 8}));
        QCOMPARE(*sweepValuesIn("1, 0, 0.25", SweepSetting::temperature), (Values{0, 0.25, 1}));
        for (const auto setting : {SweepSetting::draftLength, SweepSetting::temperature, SweepSetting::nodes})
            QVERIFY(sweepValuesIn(defaultValues(setting), setting).has_value());
        for (const char* wrong : {"", "0", "65", "1.5", "two", "5-2", "1-2-3", "1,,2", "nan", "inf", "1e9"})
            QVERIFY2(test::isSentence(errorOf(wrong, SweepSetting::draftLength)), wrong);
        for (const char* wrong : {"-1", "101", "1-2", "nan"})
            QVERIFY2(test::isSentence(errorOf(wrong, SweepSetting::temperature)), wrong);
    }

    void whatCanBeVaried()
    {
        using Settings = std::vector<SweepSetting>;
        QCOMPARE(sweepSettingsOf(laneSetup("plain")), Settings{});
        QCOMPARE(sweepSettingsOf(laneSetup()), (Settings{SweepSetting::draftLength, SweepSetting::temperature}));
        RunSetup tree = laneSetup();
        chooseShape(tree.settings, "best-first");
        QCOMPARE(sweepSettingsOf(tree).back(), SweepSetting::nodes);
    }

    /// One setting: every point is what the definitions make of its own decodes and of plain decoding of the same
    /// prompt.
    void oneSettingIsAChart()
    {
        SweepFixture run;
        QVERIFY(run.open({laneSetup("plain", 10), laneSetup("two-model", 10)}));
        QCOMPARE(run.boxCalled("Lane that is swept").count(), 1); // plain decoding has nothing to vary
        run.values(0).setText("1, 3, 6");
        QVERIFY(run.run());
        QCOMPARE(run.sweep().points(), 3);
        QCOMPARE(run.sweep().measurement().done(), 4); // plain decoding once
        const SweepDrawing& drawing = run.panel().view().drawing();
        QCOMPARE(drawing.axes.size(), std::size_t(1));
        const auto plain = run.sweep().measurement().decodes().at(0, 0);
        for (int point = 0; point < 3; ++point) {
            const auto decode = run.sweep().measurement().decodes().at(point + 1, 0);
            QVERIFY(decode && plain);
            QCOMPARE(decode->times.stepsPerRound().value_or(0) <= run.sweep().valueAt(point, 0), true);
            const Speed speed = speedOf(decode->times, &plain->times, false);
            QCOMPARE(drawing.points[std::size_t(point)].value, speed.measuredSpeedUp);
        }
        for (const SweepDrawing::Point& point : drawing.points)
            QCOMPARE(point.plain, std::optional<double>(1));
        run.chooseIn("Figure of the sweep", "tokens per step");
        const SweepDrawing& steps = run.panel().view().drawing();
        int best = 0;
        for (int point = 0; point < 3; ++point) {
            const auto decode = run.sweep().measurement().decodes().at(point + 1, 0);
            QCOMPARE(steps.points[std::size_t(point)].value, decode->metrics.tokensPerStep());
            if (*steps.points[std::size_t(point)].value > *steps.points[std::size_t(best)].value)
                best = point;
        }
        QCOMPARE(steps.best, best);
        checkExports(run);
        const QString words = QString("%1 is the best of 3 settings over 1 prompt: %2 tokens per step")
                                  .arg(steps.nameOf(best))
                                  .arg(*steps.points[std::size_t(best)].value, 0, 'f', 2);
        QVERIFY2(run.sentence().startsWith(words), qPrintable(run.sentence()));
        QVERIFY(test::isSentence(run.sentence()));
    }

    void theBestSettingIsApplied()
    {
        SweepFixture run;
        QVERIFY(run.open({laneSetup("two-model", 10), laneSetup("plain", 10)}) && run.rounds(1));
        run.values(0).setText("2, 5");
        QVERIFY(run.run());
        const int point = 1 - run.sweep().highest(SweepFigure::measuredSpeedUp); // not the one that is proposed
        test::click(&run.panel().view(), run.panel().view().cellRect(point).center().toPoint());
        QVERIFY2(run.sentence().contains(". Chosen: K "), qPrintable(run.sentence()));
        QToolButton* toLane = run.buttonThatBegins("Set lane 1 to K");
        QVERIFY(toLane);
        test::click(toLane, {5, 5});
        QVERIFY(until([&] { return !run.lanes.player().isLoading(); }));
        QCOMPARE(run.lanes.lane(0).setup().settings.draftLength, int(run.sweep().valueAt(point, 0)));
        QCOMPARE(run.lanes.lane(0).recording().header().draftLength, int(run.sweep().valueAt(point, 0)));
        QCOMPARE(run.lanes.lane(0).rounds(), 0);
        QCOMPARE(run.lanes.lane(1).rounds(), 1);
        QVERIFY(run.rounds(2));
        const int wanted = run.navigation.starter().setup().settings.topTokens;
        QVERIFY(wanted > 0);
        test::click(run.buttonThatBegins("Take to Step"), {5, 5});
        QCOMPARE(run.window.shownWorkspace().name(), "step");
        QVERIFY(until([&] { return run.navigation.player().activity() == Player::Activity::paused; }));
        QCOMPARE(run.navigation.run().setup().settings.draftLength, int(run.sweep().valueAt(point, 0)));
        QCOMPARE(run.navigation.run().setup().settings.topTokens, wanted);
    }

    /// Models and heads that fit the target, chosen in a list; the best one is said and applied like any other setting.
    /// Settings whose intervals meet are no winners: it is said in words, and none is marked.
    void noDifferenceIsSaid()
    {
        SweepFixture run;
        QVERIFY(run.open({laneSetup("prompt-lookup", 10), laneSetup("plain", 10)}));
        run.values(0).setText("62, 63, 64"); // they never find that much to copy: the same decode three times
        QVERIFY(run.run());
        const Sweep& sweep = run.sweep();
        for (int point = 0; point < 3; ++point) {
            const auto interval = sweep.intervalAt(point, SweepFigure::measuredSpeedUp);
            QVERIFY(interval && interval->contains(*sweep.figuresAt(point).speed.measuredSpeedUp));
            QVERIFY(run.panel().view().sentenceOf(point).contains(", interval "));
        }
        const auto first = *sweep.intervalAt(0, SweepFigure::measuredSpeedUp),
                   second = *sweep.intervalAt(1, SweepFigure::measuredSpeedUp),
                   third = *sweep.intervalAt(2, SweepFigure::measuredSpeedUp);
        const bool meets = first.overlaps(second) && second.overlaps(third) && first.overlaps(third);
        QVERIFY(!meets || sweep.best(SweepFigure::measuredSpeedUp) == -1);
        QVERIFY2(!meets || run.sentence().startsWith("No difference between K "), qPrintable(run.sentence()));
        QVERIFY(!meets || run.panel().view().drawing().best == -1);
    }

    void draftsAreCompared()
    {
        SweepFixture run;
        QVERIFY(run.open({laneSetup("two-model", 10), laneSetup("plain", 10)}));
        const auto* catalogue = run.window.findChild<ModelCatalogue*>();
        QVERIFY(until([&] { return catalogue->isComplete(); }));
        run.chooseIn("What is varied", "draft");
        QVERIFY(!run.values(0).isVisible());
        QToolButton* drafts = nullptr;
        for (auto* each : run.panel().findChildren<QToolButton*>())
            if (each->isVisible() && each->accessibleName() == "Drafts that are compared")
                drafts = each;
        QVERIFY(drafts);
        const QList<QAction*> offered = drafts->menu()->actions();
        QStringList titles;
        for (const QAction* each : offered)
            titles << each->text();
        QVERIFY2(titles.contains("EAGLE") && titles.contains("Medusa"), qPrintable(titles.join(", ")));
        QVERIFY(!titles.contains(catalogue->find(run.lanes.lane(0).setup().target)->title)); // it is the target itself
        QCOMPARE(drafts->text(), QString("%1 of %1 drafts ▾").arg(titles.size()));
        for (QAction* each : offered) // what is ticked with the mouse
            if (each->isChecked() != (each == offered.front() || each->text() == "EAGLE"))
                each->trigger();
        QCOMPARE(drafts->text(), QString("2 of %1 drafts ▾").arg(titles.size()));
        QVERIFY(run.run());
        const Sweep& sweep = run.sweep();
        QCOMPARE(sweep.points(), 2);
        QCOMPARE(sweep.setupAt(0), run.lanes.lane(0).setup()); // its own draft comes first
        QCOMPARE(sweep.setupAt(1).settings.method, "eagle");
        QCOMPARE(sweep.setupAt(1).settings.draftLength, run.lanes.lane(0).setup().settings.draftLength);
        const SweepDrawing& drawing = run.panel().view().drawing();
        QCOMPARE(drawing.axes[0].names, (std::vector<QString>{titles.front(), "EAGLE"}));
        QVERIFY(drawing.points[0].value && drawing.points[1].value);
        QCOMPARE(drawing.nameOf(1), "draft EAGLE");
        // Which is faster is the machine's business: the best is named where it is one.
        const int best = sweep.best(SweepFigure::measuredSpeedUp),
                  highest = sweep.highest(SweepFigure::measuredSpeedUp);
        QVERIFY(highest >= 0 && (best == highest || best == -1));
        QVERIFY2(best >= 0
                     ? run.sentence().startsWith(drawing.nameOf(best) + " is the best of 2 settings over 1 prompt")
                     : run.sentence().startsWith("No difference between ") && run.sentence().contains("draft EAGLE"),
                 qPrintable(run.sentence()));
        const ExportedView exported = run.panel().exported();
        QVERIFY(exported.csv().startsWith("way,draft,prompts,"));
        QVERIFY(exported.csv().contains("\ndraft EAGLE,EAGLE,1,"));
        QVERIFY(exported.markdown().contains("| draft EAGLE |"));
        QVERIFY(QString::fromUtf8(ViewPicture(exported).svg()).contains(">EAGLE<"));
        // A click, and the lane drafts with the head.
        run.panel().view().choose(1);
        emit run.panel().view().pointChosen(1);
        test::click(run.buttonThatBegins("Set lane 1 to draft EAGLE"), {5, 5});
        QVERIFY(until([&] { return !run.lanes.player().isLoading(); }));
        QCOMPARE(run.lanes.lane(0).setup().settings.method, "eagle");
        QVERIFY(run.rounds(1));
        // None ticked: nothing to do, and it says so.
        run.chooseIn("What is varied", "draft");
        for (QAction* each : drafts->menu()->actions())
            each->setChecked(false);
        QVERIFY(!run.sweepButton().isEnabled());
        QVERIFY(run.panel().findChild<MeasuringBar*>()->words().startsWith("No draft is ticked"));
    }

    void draftsBesideAnotherSettingAreAHeatMap()
    {
        SweepFixture run;
        QVERIFY(run.open({laneSetup("eagle", 8)}));
        QVERIFY(until([&] { return run.window.findChild<ModelCatalogue*>()->isComplete(); }));
        run.chooseIn("What is varied", "K");
        run.chooseIn("What is varied besides", "draft");
        run.values(0).setText("2, 4");
        QVERIFY(run.run());
        const SweepDrawing& drawing = run.panel().view().drawing();
        QVERIFY(drawing.rows() >= 3); // a model, and heads
        for (int point = 0; point < run.sweep().points(); ++point) {
            QVERIFY2(drawing.points[std::size_t(point)].value, qPrintable(drawing.points[std::size_t(point)].why));
            QCOMPARE(run.sweep().setupAt(point).settings.draftLength, int(run.sweep().valueAt(point, 0)));
        }
        QVERIFY(!run.panel().view().grab().isNull());
    }

    void twoSettingsAreAHeatMap()
    {
        RunSetup tree = laneSetup("two-model", 8);
        chooseShape(tree.settings, "best-first");
        SweepFixture run;
        QVERIFY(run.open({tree}));
        run.chooseIn("What is varied besides", "nodes");
        run.values(0).setText("2, 4");
        run.values(1).setText("2, 4, 8");
        QVERIFY(run.run());
        const SweepDrawing& drawing = run.panel().view().drawing();
        QCOMPARE(drawing.columns(), 2);
        QCOMPARE(drawing.rows(), 3);
        QCOMPARE(run.sweep().setupAt(5).settings.draftLength, 4);
        QCOMPARE(optionOf(run.sweep().setupAt(5).settings, "tree-nodes"), 8);
        QCOMPARE(drawing.nameOf(5), QString("K 4, nodes 8"));
        for (const SweepDrawing::Point& point : drawing.points)
            QVERIFY(point.value.has_value());
        run.chooseIn("What is varied besides", "K");
        QVERIFY(!run.sweepButton().isEnabled()); // the same twice
    }

    /// What a temperature costs plain decoding, too, is no speed-up.
    void plainDecodingHasTheTemperatureOfItsPoint()
    {
        SweepFixture run;
        QVERIFY(run.open({laneSetup("two-model", 10)}));
        run.chooseIn("What is varied", "K");
        run.chooseIn("What is varied besides", "temperature");
        run.values(0).setText("2, 4");
        run.values(1).setText("0, 0.7");
        QVERIFY(run.run());
        const Measurement& measurement = run.sweep().measurement();
        QCOMPARE(run.sweep().points(), 4);
        QCOMPARE(measurement.asked(), 6); // plain decoding at each temperature
        for (int point = 0; point < 4; ++point) {
            RunSetup plain = run.sweep().setupAt(point);
            QCOMPARE(plain.settings.sampler.temperature, point < 2 ? 0 : 0.7);
            chooseMethod(plain.settings, "plain");
            int way = -1;
            for (int each = 0; each < int(measurement.setups().size()); ++each) {
                const SessionSettings& settings = measurement.setups()[std::size_t(each)].settings;
                if (settings.method == "plain" && settings.sampler == plain.settings.sampler)
                    way = each;
            }
            QVERIFY(way >= 0);
            const auto decode = measurement.decodes().at(2 + point, 0), beside = measurement.decodes().at(way, 0);
            QVERIFY(decode && beside);
            QCOMPARE(run.sweep().figuresAt(point).speed.measuredSpeedUp,
                     speedOf(decode->times, &beside->times, false).measuredSpeedUp);
            QCOMPARE(run.sweep().plainAt(point).speed.tokensPerSecond, beside->times.tokensPerSecond());
        }
    }

    void whatIsDecodedIsKept()
    {
        SweepFixture run;
        QVERIFY(run.open({laneSetup("two-model", 10)}));
        PromptListBox& list = run.panel().promptList();
        list.setCurrentIndex(1);
        emit list.activated(1);
        run.values(0).setText("1-4");
        test::click(&run.sweepButton(), {5, 5});
        QVERIFY(until([&] { return run.sweep().measurement().done() >= 7; }));
        QVERIFY(run.panel().findChild<MeasuringBar*>()->words().contains("of 110 decodes · about "));
        test::click(&run.sweepButton(), {5, 5});
        QVERIFY(!run.sweep().measurement().isRunning());
        const int prompts = run.sweep().plainAt(0).prompts;
        QVERIFY(prompts >= 1);
        for (int point = 0; point < 4; ++point)
            QCOMPARE(run.sweep().figuresAt(point).prompts, prompts); // the same for all
        QVERIFY(test::isSentence(run.sentence()));
        QCOMPARE(run.sweepButton().text(), QString("▶ Go on"));
        run.values(0).setText("1-3");
        QCOMPARE(run.sweepButton().text(), QString("▶ Sweep"));
        run.values(0).setText("1,2,3,4");
        QCOMPARE(run.sweepButton().text(), QString("▶ Go on"));
        const int done = run.sweep().measurement().done();
        test::click(&run.sweepButton(), {5, 5});
        QVERIFY(run.sweep().measurement().isRunning() && run.sweep().measurement().done() >= done);
        QVERIFY(until([&] { return run.sweep().measurement().done() > done; }));
    }

    void aPointThatCannotBeSaysWhy()
    {
        RunSetup tree = laneSetup("two-model", 8);
        chooseShape(tree.settings, "best-first");
        tree.settings.verifier = "without-replacement"; // not at temperature 0
        SweepFixture run;
        QVERIFY(run.open({tree}));
        run.chooseIn("What is varied", "temperature");
        run.values(0).setText("0, 0.8");
        QVERIFY(run.run());
        const SweepDrawing& drawing = run.panel().view().drawing();
        QVERIFY(!drawing.points[0].value && drawing.points[1].value);
        QVERIFY2(test::isSentence(drawing.points[0].why), qPrintable(drawing.points[0].why));
        QVERIFY(run.panel().view().sentenceOf(0).endsWith(drawing.points[0].why));
        run.values(0).setText("warm");
        test::click(&run.sweepButton(), {5, 5});
        QVERIFY2(run.problem().startsWith("\"warm\" is no temperature"), qPrintable(run.problem()));
        run.chooseIn("What is varied besides", "K");
        run.values(0).setText("0, 0.1, 0.2, 0.3, 0.4, 0.5");
        run.values(1).setText("1-64");
        test::click(&run.sweepButton(), {5, 5});
        const int points = run.sweep().points();
        QVERIFY(run.add({laneSetup("prompt-lookup", 8)}));
        run.chooseIn("Lane that is swept", "2 · prompt lookup");
        run.panel().view().choose(1);
        test::click(&run.sweepButton(), {5, 5});
        QVERIFY2(run.problem().startsWith("That are 384 settings"), qPrintable(run.problem()));
        // What there was stays: its points, the one that is chosen, the lane that it belongs to.
        QCOMPARE(run.sweep().points(), points);
        QCOMPARE(run.panel().view().chosen(), 1);
        QVERIFY(run.buttonThatBegins("Set lane 1 to"));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestSweep)
#include "test_sweep.moc"
