// SPDX-License-Identifier: MIT
// Comparisons that are saved, opened again, and written down for others.
#include <algorithm>

#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QTemporaryDir>

#include "compare_fixture.h"
#include "foreign_model.h"
#include "gui/compare/beside_dialog.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/lane_card.h"
#include "gui/compare/measuring_bar.h"
#include "gui/forms/prompt_list_box.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

struct SavedFixture : CompareFixture {
    explicit SavedFixture(const RunSetup& setup = laneSetup("two-model", 8)) : CompareFixture(setup) {}

    [[nodiscard]] FiguresPanel& figures() { return window.compare().figures(); }
    [[nodiscard]] std::string file(const QString& name) const { return folder.filePath(name).toStdString(); }
    [[nodiscard]] QString read(const QString& name) const
    {
        QFile opened(folder.filePath(name));
        return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
    }
    [[nodiscard]] QStringList cells() const
    {
        QStringList words;
        const LaneTable& table = window.compare().table();
        for (int row = 0; row < table.rowCount(); ++row)
            for (int column = 0; column < table.columnCount(); ++column)
                words << table.item(row, column)->text();
        return words;
    }
    bool decodeList(int plain = 1)
    {
        QFile lines(folder.filePath("asked.jsonl"));
        if (!lines.open(QIODevice::WriteOnly))
            return false;
        for (int i = 0; i < 4; ++i)
            lines.write(QString("{\"prompt\": \"Once there were %1 cats\"}\n").arg(i + 2).toUtf8());
        lines.close();
        figures().promptList().openFile(file("asked.jsonl"));
        figures().findChild<MeasuringBar*>()->findChild<QToolButton*>()->click();
        return until([this] { return !figures().measurement().isRunning(); })
            && figures().measurement().decodes().over(0, plain).prompts == 4;
    }

    /// Opens a comparison where there are lanes, and answers what is asked.
    bool openInstead(const QString& name, const QString& answer)
    {
        window.compare().open(file(name), navigation.starter().setup());
        QMessageBox* question = this->question();
        for (QAbstractButton* candidate : question ? question->buttons() : QList<QAbstractButton*>())
            if (candidate->text().remove('&') == answer) {
                candidate->click();
                return until([this] { return !this->question() && !lanes.player().isLoading(); });
            }
        return false;
    }
    [[nodiscard]] QMessageBox* question() const { return window.compare().findChild<QMessageBox*>(); }

    QTemporaryDir folder;
};

} // namespace

class TestComparisonFiles : public QObject {
    Q_OBJECT
private slots:
    void aComparisonIsOpenedAgain()
    {
        RunSetup odd = laneSetup("two-model", 8);
        odd.settings.draftLength = 3;
        odd.settings.sampler.temperature = 1.25;
        odd.settings.seed = 11;
        SavedFixture run(odd);
        RunSetup tree = odd;
        chooseShape(tree.settings, "best-first");
        setOption(tree.settings, "tree-nodes", 5);
        RunSetup plain = odd;
        chooseMethod(plain.settings, "plain");
        QVERIFY(run.start() && run.add({odd, plain, tree}) && run.decodeList());
        const QStringList saved = run.cells();
        const std::vector<RunSetup> setups{run.lanes.lane(0).setup(), run.lanes.lane(1).setup(),
                                           run.lanes.lane(2).setup()};
        run.window.compare().save(run.file("all.json"));
        QCOMPARE(run.lanes.sentence(), QString("Saved as all.json."));
        run.lanes.clear();
        QVERIFY(run.add({laneSetup("prompt-lookup", 20)})); // goes
        QVERIFY(run.openInstead("all.json", "Replace"));
        QVERIFY2(run.problem().isEmpty(), qPrintable(run.problem()));
        QCOMPARE(run.lanes.count(), 3);
        for (int i = 0; i < 3; ++i) {
            const SessionSettings &now = run.lanes.lane(i).setup().settings, &then = setups[std::size_t(i)].settings;
            QCOMPARE(now.method, then.method);
            QCOMPARE(now.shape, then.shape);
            QCOMPARE(now.seed, then.seed);
            QCOMPARE(now.maxTokens, 8);
            QVERIFY(now.sampler == then.sampler && now.options == then.options);
            QCOMPARE(run.lanes.lane(i).setup().prompt, setups[std::size_t(i)].prompt);
            QCOMPARE(run.lanes.lane(i).recording().header().draftLength, i == 1 ? 0 : 3);
        }
        QCOMPARE(run.cells(), saved);
        QVERIFY2(run.figures().findChild<MeasuringBar*>()->words().startsWith("As they were saved on "),
                 qPrintable(run.figures().findChild<MeasuringBar*>()->words()));
        QCOMPARE(run.figures().promptList().title(), QString("all.json (4)"));
        // Its prompts are decoded again, and what was saved makes way.
        run.figures().findChild<MeasuringBar*>()->findChild<QToolButton*>()->click();
        QVERIFY(until([&] { return !run.figures().measurement().isRunning(); }));
        QVERIFY(!run.figures().showsSaved());
        QCOMPARE(run.cells()[1], saved[1]); // the same tokens per step, whatever the times
    }

    void lanesAreReplacedOnlyWhereThatIsWanted()
    {
        SavedFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.decodeList());
        run.window.compare().save(run.file("pair.json"));
        QVERIFY(run.playToTheEnd());
        const QStringList figures = run.cells();
        const auto tokens = run.tokens(0);
        run.window.compare().open(run.file("pair.json"), run.navigation.starter().setup());
        QVERIFY(run.question() && run.question()->isVisible());
        QCOMPARE(run.question()->text(),
                 QString("pair.json takes the place of the 2 lanes that are here, of what they have decoded and of "
                         "their figures. Open it?"));
        QCOMPARE(run.question()->defaultButton(), run.question()->button(QMessageBox::Cancel));
        QTest::keyClick(run.question(), Qt::Key_Return); // loses nothing
        QVERIFY(until([&] { return !run.question(); }));
        QCOMPARE(run.tokens(0), tokens);
        QCOMPARE(run.cells(), figures);
        run.window.compare().open(run.file("pair.json"), run.navigation.starter().setup());
        QTest::keyClick(run.question(), Qt::Key_Escape);
        QVERIFY(until([&] { return !run.question(); }));
        QCOMPARE(run.tokens(0), tokens);
        QVERIFY(run.lanes.player().haveEnded());
        QVERIFY(run.openInstead("pair.json", "Replace"));
        QCOMPARE(run.lanes.recordedRounds(), 0);
        QVERIFY(run.figures().showsSaved());
        // A lane that is added has a row that says why there is nothing in it yet; what is saved stays what it was.
        QVERIFY(run.add({laneSetup("prompt-lookup", 8)}));
        QCOMPARE(run.window.compare().table().rowCount(), 3);
        QStringList numbers; // no two lanes share one
        for (int row = 0; row < 3; ++row)
            numbers
                << run.window.compare().table().item(row, LaneTable::lane)->text().section(QStringLiteral(" · "), 0, 0);
        numbers.removeDuplicates();
        QCOMPARE(numbers.size(), 3);
        QCOMPARE(run.cells().mid(0, figures.size()), figures);
        QVERIFY(run.cells().at(figures.size()).contains("Prompt lookup"));
        run.window.compare().save(run.file("again.json"));
        QCOMPARE(run.read("again.json"), run.read("pair.json"));
    }

    /// Messages get the target's template again, those of the list, too.
    void messagesStayMessages()
    {
        QTemporaryDir models;
        RunSetup setup = laneSetup("plain", 8);
        setup.target = test::talker(models.path()).toStdString();
        setup.draft.clear();
        setup.prompt = "Hi";
        setup.isChat = true;
        setup.system = "Be brief.";
        setup.turns = {{"user", "A"}, {"assistant", "B"}};
        SavedFixture run(setup);
        QVERIFY(run.start() && run.add({setup}) && run.decodeList(-1));
        run.window.compare().save(run.file("chat.json"));
        RunSetup other = setup;
        other.isChat = false;
        other.system.reset();
        other.turns.clear();
        other.prompt = "Once";
        run.lanes.clear();
        run.window.compare().open(run.file("chat.json"), other);
        QVERIFY(until([&] { return run.lanes.count() == 1 && !run.lanes.player().isLoading(); }));
        const RunSetup& lane = run.lanes.lane(0).setup();
        QVERIFY(lane.isChat);
        QCOMPARE(lane.prompt, std::string("Hi"));
        QCOMPARE(lane.system, std::optional<std::string>("Be brief."));
        QCOMPARE(QString::fromStdString(run.lanes.lane(0).recording().header().prompt),
                 QString("<|system|>\nBe brief.<|endoftext|>\n<|user|>\nA<|endoftext|>\n<|assistant|>\nB<|endoftext|>\n"
                         "<|user|>\nHi<|endoftext|>\n<|assistant|>\n"));
    }

    void withoutModelsThereAreTheFigures()
    {
        SavedFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.decodeList());
        const QStringList saved = run.cells();
        auto comparison = run.figures().comparison();
        QVERIFY(comparison);
        for (ComparedLane& lane : comparison->lanes) {
            lane.header.target.path = "/nowhere/at/all";
            lane.header.target.parameters = 1;
        }
        QVERIFY(saveComparison(run.file("gone.json"), *comparison).has_value());
        QVERIFY(run.openInstead("gone.json", "Replace"));
        QVERIFY(until([&] { return run.lanes.count() == 0; }));
        QVERIFY2(run.problem().contains("/nowhere/at/all") && test::isSentence(run.problem()),
                 qPrintable(run.problem()));
        QCOMPARE(run.cells(), saved);
        QVERIFY(run.window.compare().table().isVisible());
        // Without lanes, another list has nothing to show but how to begin.
        const int list = run.figures().promptList().currentIndex();
        emit run.figures().promptList().activated(0);
        QVERIFY(!run.window.compare().table().isVisible());
        emit run.figures().promptList().activated(list);
        QVERIFY(run.window.compare().table().isVisible());
        run.window.compare().save(run.file("again.json")); // and can be saved once more
        QCOMPARE(run.read("again.json"), run.read("gone.json"));
    }

    void theRoundsOfLanesReplayWithoutModels()
    {
        SavedFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.playToTheEnd());
        const std::vector<CommittedToken> text = run.lanes.lane(0).playhead().text();
        const int rounds = run.lanes.lane(0).rounds();
        QVERIFY(rounds > 1);
        run.window.compare().save(run.file("whole.json"));
        auto comparison = loadComparison(run.file("whole.json"));
        QVERIFY(comparison && comparison->lanes.size() == 2 && !comparison->lanes[0].trace.empty());
        for (ComparedLane& lane : comparison->lanes)
            lane.header.target.path = "/nowhere/at/all";
        QVERIFY(saveComparison(run.file("gone.json"), *comparison).has_value());
        QVERIFY(run.openInstead("gone.json", "Replace"));
        QVERIFY(until([&] { return run.lanes.count() == 2 && !run.lanes.player().isLoading(); }));
        QVERIFY(until([&] { return run.problem().startsWith("Lane 2 shows the rounds that were saved"); }));
        QVERIFY2(run.problem().contains("/nowhere/at/all") && test::isSentence(run.problem()),
                 qPrintable(run.problem()));
        Lane& lane = run.lanes.lane(0);
        QCOMPARE(lane.rounds(), rounds);
        QVERIFY(!lane.run().computation().canCompute() && lane.hasEnded());
        QCOMPARE(run.lanes.player().place(), 0);
        run.lanes.player().nextRound();
        QCOMPARE(lane.shownRounds(), 1);
        // Each card says so, whatever the message was of last.
        for (const LaneCard* card : run.window.findChildren<LaneCard*>()) {
            QVERIFY(card->lane().whyReplayed().contains("/nowhere/at/all"));
            QVERIFY(std::ranges::any_of(card->findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->text().endsWith("as saved") && label->toolTip().endsWith(card->lane().whyReplayed());
            }));
        }
        run.lanes.player().last();
        QVERIFY(run.lanes.lane(0).playhead().text() == text);
        run.lanes.player().nextRound(); // nothing comes after it, and nothing is asked of models
        QCOMPARE(lane.shownRounds(), rounds);
        // Decoding again wants the models: the rounds stay.
        run.lanes.player().restart();
        QVERIFY(until([&] { return !run.lanes.player().isLoading(); }));
        QCOMPARE(run.lanes.lane(0).rounds(), rounds);
        // Rounds that are damaged are none.
        for (ComparedLane& each : comparison->lanes)
            each.trace = "garbage";
        QVERIFY(saveComparison(run.file("damaged.json"), *comparison).has_value());
        QVERIFY(run.openInstead("damaged.json", "Replace"));
        QVERIFY(until([&] { return run.lanes.count() == 0; }));
        QVERIFY(test::isSentence(run.problem()));
    }

    void othersGetTablesAndReports()
    {
        SavedFixture run;
        QVERIFY(run.start());
        run.window.compare().save(run.file("none.json"));
        QVERIFY2(run.problem().startsWith("There is nothing to save yet"), qPrintable(run.problem()));
        QVERIFY(run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.playToTheEnd() && run.measured());
        run.window.compare().save(run.file("one.csv"));
        QCOMPARE(run.read("one.csv"), run.window.compare().table().csv());
        run.window.compare().save(run.file("one.md"));
        const QString report = run.read("one.md");
        QVERIFY(report.contains("# Comparison of ways to decode\n\n- "));
        run.window.compare().save(run.file("one.html"));
        const QString page = run.read("one.html");
        QVERIFY(page.startsWith("<!doctype html>") && page.contains("class=\"conclusion\""));
        run.window.compare().save(run.file("one.pdf"));
        QVERIFY(run.read("one.pdf").startsWith("%PDF-"));
        QVERIFY2(report.contains("| Plain decoding | ") && report.contains("| prompts | one prompt |"),
                 qPrintable(report));
        QVERIFY(!report.contains("quartiles"));
        run.window.compare().save("/nowhere/one.json");
        QVERIFY2(run.problem().contains("/nowhere") && test::isSentence(run.problem()), qPrintable(run.problem()));
        const int lanes = run.lanes.count();
        run.window.compare().open(run.file("one.md"), run.navigation.starter().setup());
        QVERIFY2(run.problem().contains("seems to be a report of a comparison"), qPrintable(run.problem()));
        QCOMPARE(run.lanes.count(), lanes); // what was there stays
    }

    /// What has changed between two saved ones, in words, and where it is saved.
    void twoAreSetBesideEachOther()
    {
        const QTemporaryDir folder;
        const auto saved = [&](const char* name, double speedUp) {
            ComparisonFile file;
            file.machine = "M";
            ComparedLane lane;
            lane.header.method = "two-model";
            lane.header.target.name = "tales";
            lane.maxTokens = 10;
            lane.way = {"1 · Two models", "K 4", 9, std::vector<FigureValue>(comparedFigures().size())};
            lane.way.figures[6] = {speedUp, std::nullopt, Interval{speedUp - 0.05, speedUp + 0.05}};
            file.lanes = {lane};
            const std::filesystem::path path = folder.filePath(name).toStdString();
            return saveComparison(path, file) ? path : std::filesystem::path();
        };
        BesideDialog dialog(nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QVERIFY(dialog.words().contains("Choose two comparisons"));
        dialog.open(BesideDialog::Side::before, "/nowhere.json");
        QVERIFY(dialog.findChildren<QLabel*>().size() > 2);
        dialog.open(BesideDialog::Side::before, saved("a.json", 1.4));
        dialog.open(BesideDialog::Side::after, saved("b.json", 1.6));
        QVERIFY2(dialog.words().contains("beyond noise") && dialog.words().contains("1.60 (1.55 to 1.65)"),
                 qPrintable(dialog.words()));
        dialog.save(folder.filePath("c.md").toStdString());
        QFile report(folder.filePath("c.md"));
        QVERIFY(report.open(QIODevice::ReadOnly) && report.readAll().startsWith("# Two comparisons"));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestComparisonFiles)
#include "test_comparison_files.moc"
