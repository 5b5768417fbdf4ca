// SPDX-License-Identifier: MIT
#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolTip>

#include "engine/trace/trace_file.h"
#include "gui/controls/empty_workspace.h"
#include "gui/controls/number_field.h"
#include "gui/panels/panels.h"
#include "gui/panels/what_if_menu.h"
#include "gui/step/panel_order.h"
#include "tests/test_main.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/text/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::entry;
using test::until;
using test::WindowFixture;

/// What the window says before a person has to ask: what a field does, what there is room for, why something cannot be
/// done, and what is open.
class TestHints : public QObject {
    Q_OBJECT

private slots:
    void everyNumberOfSetupSaysWhatItDoes()
    {
        WindowFixture run;
        for (const char* name : {"Draft length K", "Max tokens", "Temperature", "Top-p", "Top-k (0: all)", "Min-p"}) {
            const auto* field = numberField(run, name);
            QVERIFY2(field, name);
            QVERIFY2(field->toolTip().contains("usually") && field->toolTip().endsWith('.'), name);
            QCOMPARE(field->parentWidget()->toolTip(), field->toolTip()); // where its name is
        }
        for (auto* line : run.window.findChildren<QLineEdit*>())
            if (line->accessibleName() == "Seed")
                QVERIFY(line->toolTip().contains("same seed"));
        for (const char* name :
             {"stopRejection", "stopAllAccepted", "stopAcceptance", "stopAcceptanceValue", "stopResidual",
              "stopResidualValue", "stopToken", "stopTokenValue", "stopRound", "stopRoundValue", "stopEnd"})
            QVERIFY2(run.find<QWidget>(name)->toolTip().startsWith("Stops"), name);
    }

    void setupSaysWhatThereIsRoomFor()
    {
        WindowFixture run(test::quickSetup(60));
        QVERIFY(run.start());
        const auto* note = run.find<QLabel>("roomNote");
        const TraceHeader& header = run.navigation.recording().header();
        const int room = header.target.context - int(header.promptTokens.size());
        QVERIFY(room > 60);
        QTest::qWait(400); // it has been asked
        QVERIFY(!note->isVisible());
        numberField(run, "Max tokens")->setValue(room);
        QVERIFY(!note->isVisible());
        numberField(run, "Max tokens")->setValue(room + 1);
        QVERIFY(until([&] { return note->isVisible(); }));
        QCOMPARE(note->text(),
                 QStringLiteral("After the prompt there is room for %1 tokens: the context of %2 holds %3.")
                     .arg(room)
                     .arg(QString::fromStdString(header.target.name))
                     .arg(header.target.context));
        auto* prompt = run.find<QPlainTextEdit>();
        prompt->setPlainText(prompt->toPlainText() + " a cat");
        QVERIFY2(!note->isVisible(), "not known yet");
        QVERIFY(until([&] { return note->text().contains(QStringLiteral("room for %1 tokens").arg(room - 2)); }));
    }

    void f9StopsAtADraftOfTheStage()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        auto* stage = run.find<StageView>();
        const RoundRecord& round = run.round(0);
        for (const std::size_t node : {std::size_t(0), std::size_t(1)}) {
            run.navigation.player().transport().setStopConditions({});
            test::click(stage->viewport(), stage->stageLayout().columns[node].token.center().toPoint());
            run.press(Qt::Key_F9);
            QCOMPARE(run.navigation.player().transport().stopConditions().tokens,
                     std::vector<TokenId>{round.nodes[node].token});
        }
        const TokenId last = run.navigation.playhead().text().back().token;
        run.navigation.player().goToToken(int(run.navigation.playhead().text().size()) - 1); // the text again
        run.navigation.player().transport().setStopConditions({});
        run.press(Qt::Key_F9);
        QCOMPARE(run.navigation.player().transport().stopConditions().tokens, std::vector<TokenId>{last});
        run.press(Qt::Key_Home);
        run.press(Qt::Key_F9);
        QVERIFY(run.lastSaid().startsWith("Click a token in the text or a draft on the stage first"));
    }

    void aTraceSaysWhyNothingCanBeTriedInIt()
    {
        const QTemporaryDir folder;
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        const std::filesystem::path file = folder.filePath("run.jsonl").toStdString();
        QVERIFY(saveTrace(file, run.navigation.recording()).has_value());
        QMenu live, replayed;
        fillWhatIfMenu(live, run.navigation, 0, &run.window);
        QVERIFY(!entry(live, "A trace cannot be changed"));
        QVERIFY(openTrace(run, file));
        run.press(Qt::Key_F10);
        fillWhatIfMenu(replayed, run.navigation, 0, &run.window);
        const QAction* why = entry(replayed, "A trace cannot be changed");
        QVERIFY(why && !why->isEnabled() && why == replayed.actions().at(1)); // below the menu's title
        QVERIFY(!entry(replayed, "Draft another token")->isEnabled());
    }

    void theTitleSaysWhatIsOpen()
    {
        const QTemporaryDir folder;
        WindowFixture run;
        QCOMPARE(run.window.windowTitle(), QString("Draftscope"));
        QVERIFY(run.start() && run.rounds(2));
        const TraceHeader& header = run.navigation.recording().header();
        QCOMPARE(run.window.windowTitle(),
                 QString::fromStdString(header.target.name + " + " + header.draft->name) + "[*] – Draftscope");
        QVERIFY(!run.window.isWindowModified());
        run.navigation.player().goTo({0, 0, 1});
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = false}},
                                            Position{0, 0, 5});
        }));
        QVERIFY(run.window.isWindowModified());
        const std::filesystem::path file = folder.filePath("what if.jsonl").toStdString();
        run.navigation.files().save(file);
        QVERIFY(until([&] { return !run.window.isWindowModified(); }));
        QVERIFY(openTrace(run, file));
        QCOMPARE(run.window.windowTitle(), QString("what if.jsonl[*] – Draftscope"));
        QCOMPARE(run.window.windowFilePath().toStdString(), file.string());
    }

    void aWorkspaceWithoutPanelsSaysHowTheyComeBack()
    {
        WindowFixture run;
        auto* empty = run.find<EmptyWorkspace>();
        QVERIFY(empty && !empty->isVisible());
        for (DockPanel* panel : run.window.workspace().panels())
            panel->close();
        QVERIFY(until([&] { return empty->isVisible(); }));
        QCOMPARE(empty->size(), run.window.workspace().size());
        auto* restore = run.find<QPushButton>("restoreLayout");
        const std::vector<QWidget*> stops = tabStopsIn(run.window.workspace());
        QVERIFY(std::find(stops.begin(), stops.end(), restore) != stops.end());
        test::click(restore, restore->rect().center());
        QVERIFY(until([&] { return !empty->isVisible(); }));
        const auto& panels = run.window.workspace().panels();
        for (std::size_t i = 0; i < panels.size(); ++i)
            QCOMPARE(panels[i]->isHidden(), allPanels()[i].isClosedAtFirst);
    }

    void aFileThatIsDroppedStaysWhereItIs()
    {
        WindowFixture run;
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/nowhere/run.jsonl")});
        const Qt::DropActions offered = Qt::CopyAction | Qt::MoveAction;
        QDragEnterEvent enter({100, 100}, offered, &data, Qt::LeftButton, Qt::ShiftModifier);
        enter.setDropAction(Qt::MoveAction);
        QCoreApplication::sendEvent(&run.window, &enter);
        QVERIFY(enter.isAccepted());
        QCOMPARE(enter.dropAction(), Qt::CopyAction);
        QDropEvent drop(QPointF(100, 100), offered, &data, Qt::LeftButton, Qt::ShiftModifier);
        drop.setDropAction(Qt::MoveAction);
        QCoreApplication::sendEvent(&run.window, &drop);
        QVERIFY(drop.isAccepted());
        QCOMPARE(drop.dropAction(), Qt::CopyAction);
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
    }

    void pillsShowWhatIsToCome()
    {
        WindowFixture run; // K is 4
        QVERIFY(run.start());
        auto* bar = run.find<MomentBar>();
        QCOMPARE(bar->pillCount(), 7); // Draft 1 to 4, Verify, Judge, Commit
        QVERIFY(run.step(2));
        QCOMPARE(bar->pillCount(), 7);
        const Position drafting = run.navigation.playhead().position();
        test::click(bar, bar->pillRect(4).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), drafting); // nothing is recorded of it
        QVERIFY(run.rounds(1));
        run.press(Qt::Key_Home);
        QCOMPARE(bar->pillCount(), 7);
        test::click(bar, bar->pillRect(4).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 5}));
    }

    void theTextTellsTheNumbersOfItsTokens()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        auto* text = run.find<TextView>();
        const RoundRecord& round = run.round(0);
        const auto tip = [&](int token) {
            const QRectF rect = text->tokenRect(token);
            text->verticalScrollBar()->setValue(int(rect.center().y()) - text->viewport()->height() / 2);
            const QPoint at = rect.center().toPoint() - QPoint(0, text->verticalScrollBar()->value());
            QHelpEvent event(QEvent::ToolTip, at, text->viewport()->mapToGlobal(at));
            QApplication::sendEvent(text->viewport(), &event);
            return QToolTip::text();
        };
        for (std::size_t i = 0; i < round.committed.size(); ++i) {
            const CommittedToken& token = round.committed[i];
            const QString words = tip(round.prefixLength + int(i));
            QVERIFY2(words.contains(QStringLiteral("id %1 ").arg(token.token)) && words.contains("bytes"),
                     qPrintable(words));
            const double u = token.node >= 0 ? *round.nodes[std::size_t(token.node)].u : round.draw->u;
            QVERIFY2(words.contains(QStringLiteral("u = ") + QString::number(u, 'f', 6).left(7)), qPrintable(words));
            QVERIFY2(token.node < 0 || words.contains("p = "), qPrintable(words));
        }
        QVERIFY(!tip(1).contains("p = ")); // of the prompt
    }

private:
    static NumberField* numberField(const WindowFixture& run, const QString& name)
    {
        for (auto* field : run.window.findChildren<NumberField*>())
            if (field->accessibleName() == name)
                return field;
        return nullptr;
    }
    static bool openTrace(WindowFixture& run, const std::filesystem::path& file)
    {
        QSignalSpy replaced(&run.navigation, &Navigation::recordingReplaced);
        run.navigation.starter().openTrace(file);
        return until([&] { return replaced.count() > 0; });
    }
};

DRAFTSCOPE_WINDOW_TEST(TestHints)
#include "test_hints.moc"
