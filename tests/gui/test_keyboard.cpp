// SPDX-License-Identifier: MIT
// Where the Tab key stops, what shows it, and what Space, Escape and the keys of panels do there.
#include <set>

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QToolBar>

#include "gui/controls/tab_order.h"
#include "gui/language/language.h"
#include "gui/panels/panels.h"
#include "gui/panels/setup_panel.h"
#include "gui/step/panel_order.h"
#include "keyboard_fixture.h"
#include "tests/test_main.h"
#include "widgets/charts/phase_chart.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/text/events_view.h"
#include "widgets/text/text_view.h"

using namespace draftscope;
using test::describe;
using test::KeyboardWindow;
using test::nameOf;
using test::until;

namespace {

using Activity = Player::Activity;

/// Pixels that differ between two pictures of the same size.
int differences(const QImage& a, const QImage& b)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y);
    return count;
}

/// Numbers of the panels below the stage, which are tabs of one another; the first is in front after a start.
std::vector<int> tabs()
{
    std::vector<int> numbers;
    for (std::size_t i = 0; i < allPanels().size(); ++i)
        if (allPanels()[i].place == Place::bottom)
            numbers.push_back(int(i));
    return numbers;
}

/// "Open in File": what has a letter that an entry before it in the same menu has; Alt and the letter choose neither.
QStringList entriesWithATakenLetter(const QList<QAction*>& actions, const QString& menu)
{
    QStringList found;
    std::set<QString> letters;
    for (const QAction* action : actions) {
        const QString letter = QKeySequence::mnemonic(action->text()).toString();
        if (!letter.isEmpty() && !letters.insert(letter).second)
            found << action->text() + " in " + menu;
        if (action->menu())
            found << entriesWithATakenLetter(action->menu()->actions(), action->text());
    }
    return found;
}

} // namespace

class TestKeyboard : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setLanguage(Language::english); }

    void everyEntryOfAMenuHasALetterOfItsOwn()
    {
        for (const Language language : {Language::english, Language::german}) {
            setLanguage(language);
            const KeyboardWindow run;
            QVERIFY(run.window.menuBar()->actions().size() > 6);
            QCOMPARE(entriesWithATakenLetter(run.window.menuBar()->actions(), "the menu bar"), QStringList());
        }
    }

    void afterTheStartSpacePlays()
    {
        KeyboardWindow run;
        QVERIFY2(run.isHome(), qPrintable(run.focus() ? describe(run.focus()) : "nothing"));
        QVERIFY(run.start());
        QVERIFY(run.isHome());
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.player().activity(), Activity::playing);
        run.press(Qt::Key_Space);
    }

    void everyStopShowsTheFocusAndHasAName_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("tab"); // of allPanels(): those that are tabs of one another
        for (const int tab : tabs()) {
            QTest::addRow("light, small, panel %d", tab) << int(ThemeKind::light) << QSize(1280, 800) << tab;
            QTest::addRow("dark, large, panel %d", tab) << int(ThemeKind::dark) << QSize(1920, 1080) << tab;
        }
    }

    void everyStopShowsTheFocusAndHasAName()
    {
        QFETCH(const int, theme);
        QFETCH(const QSize, size);
        QFETCH(const int, tab);
        KeyboardWindow run(size);
        run.window.setTheme(ThemeKind(theme));
        QVERIFY(run.start() && run.rounds(3));
        DockPanel* const inFront = run.window.workspace().panels()[std::size_t(tab)];
        inFront->raise();
        run.navigation.player().goTo({0, 1, 3});
        QVERIFY(until([&] { return inFront->isInSight(); }));
        const auto stops = run.tabStops();
        QVERIFY(stops.size() > 30);
        const QRect window = run.window.rect();
        for (QWidget* stop : stops) {
            // All are looked at with the first tab in front, those of the tab with the others.
            const DockPanel* panel = panelOf(stop);
            if (tab != tabs().front() && panel != inFront)
                continue;
            QVERIFY2(!nameOf(stop).isEmpty(), qPrintable(describe(stop)));
            stop->setFocus(Qt::TabFocusReason);
            QCOMPARE(run.focus(), stop);
            QCoreApplication::processEvents();
            // What of the widget can be seen: not scrolled away, not behind something else.
            // An opaque viewport is in front of the area that it belongs to.
            QRegion seen = stop->visibleRegion();
            if (const auto* area = qobject_cast<QAbstractScrollArea*>(stop))
                seen += area->viewport()->visibleRegion().translated(area->viewport()->pos());
            const QRect where = seen.boundingRect().translated(stop->mapTo(&run.window, QPoint())).intersected(window);
            QVERIFY2(where.height() >= std::min(stop->height(), 20), qPrintable(describe(stop)));
            const QImage with = run.window.grab(where).toImage();
            run.window.workspace().setFocus();
            QCoreApplication::processEvents();
            const int changed = differences(with, run.window.grab(where).toImage());
            constexpr int least = 100; // of the line around the smallest one
            QVERIFY2(changed >= least, qPrintable(describe(stop) + QStringLiteral(": %1").arg(changed)));
        }
        run.window.setTheme(ThemeKind::light);
    }

    /// The list is made of the menus: no key of theirs is missing.
    void f1ListsTheKeys()
    {
        KeyboardWindow run;
        run.press(Qt::Key_F1);
        auto* dialog = run.window.findChild<QDialog*>();
        QVERIFY(dialog && until([&] { return dialog->isVisible(); }));
        const QString text = dialog->findChild<QTextBrowser*>()->toPlainText();
        int seen = 0;
        for (const QAction* action : run.window.findChildren<QAction*>())
            if (!action->shortcut().isEmpty() && !action->associatedObjects().isEmpty()) {
                ++seen;
                QVERIFY2(text.contains(action->shortcut().toString(QKeySequence::NativeText)),
                         qPrintable(action->text()));
            }
        QVERIFY(seen > 30);
        QVERIFY(text.contains("F11") && text.contains("Projector mode") && text.contains("Ctrl+wheel"));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(until([&] { return !run.window.findChild<QDialog*>(); }));
    }

    void theOrderIsThatOfReading()
    {
        KeyboardWindow run({1600, 1000});
        QVERIFY(run.start() && run.rounds(2));
        run.find<SetupPanel>()->showAllFields(true);
        const auto stops = run.tabStops();
        QStringList blocks;
        for (QWidget* stop : stops) {
            const DockPanel* panel = panelOf(stop);
            const QString block = panel                            ? panel->objectName()
                : qobject_cast<QTabBar*>(stop)                     ? "tabs"
                : stop->objectName() == QStringLiteral("timeLine") ? "time line"
                                                                   : "transport";
            if (blocks.isEmpty() || blocks.last() != block)
                blocks << block;
        }
        QCOMPARE(blocks,
                 (QStringList{"tabs", "transport", "setup", "text", "stage", "tabs", "tokens-per-step", "distribution",
                              "cache", "time line"}));
        QStringList setup;
        for (QWidget* stop : stops)
            if (panelOf(stop) && panelOf(stop)->objectName() == "setup")
                setup << nameOf(stop);
        QCOMPARE(setup.mid(0, 21).join(", "),
                 "Examples ▾, Prompt, Target, Method, Draft, Draft length K, Temperature, Seed, All fields, Shape, "
                 "Draws, Verifier, Copy first, Stop below, Schedule, Max tokens, Top-p, Top-k (0: all), Min-p, Break "
                 "it on purpose, Sequences together");
        auto backwards = run.tabStops(Qt::Key_Backtab);
        std::reverse(backwards.begin(), backwards.end());
        std::rotate(backwards.begin(), std::find(backwards.begin(), backwards.end(), stops.front()), backwards.end());
        QCOMPARE(backwards, stops);
    }

    void everyControlIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(2));
        run.find<SetupPanel>()->showAllFields(true);
        std::set<QWidget*> reached;
        for (DockPanel* panel : run.window.workspace().panels()) {
            panel->show(); // some are closed at first
            panel->raise();
            QVERIFY2(until([&] { return panel->isInSight(); }), qPrintable(panel->objectName()));
            for (QWidget* stop : run.tabStops())
                reached.insert(stop);
        }
        for (auto* widget : run.window.findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget)
                || qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QLineEdit*>(widget)
                || qobject_cast<QPlainTextEdit*>(widget) || qobject_cast<QSlider*>(widget)
                || qobject_cast<QAbstractItemView*>(widget) || qobject_cast<QTabBar*>(widget);
            const bool isPartOfOne = widget->focusProxy() || qobject_cast<QHeaderView*>(widget)
                || qobject_cast<QTabBar*>(widget->parentWidget()) || qobject_cast<QLineEdit*>(widget->parentWidget())
                || qobject_cast<QTableView*>(widget->parentWidget());
            const bool isCross = widget->objectName() == "panelClose"; // Ctrl+W and the View menu
            if (isControl && !isPartOfOne && !isCross && widget->isVisible() && widget->isEnabled()
                && widget->window() == &run.window && !widget->objectName().startsWith("qt_"))
                QVERIFY2(reached.count(widget), qPrintable(describe(widget)));
        }
        for (QWidget* view : std::initializer_list<QWidget*>{
                 run.view<TextView>(), run.view<StageView>(), run.view<MomentBar>(), run.view<TokensPerStepChart>(),
                 run.view<PhaseChart>(), run.view<DistributionView>(), run.view<EventsView>()->table()})
            QVERIFY2(reached.count(view), qPrintable(describe(view)));
    }

    void spacePlaysWhereverNoButtonOrFieldHasTheFocus()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(2));
        for (QWidget* stop : run.tabStops()) {
            const bool takesSpace = qobject_cast<QAbstractButton*>(stop) || qobject_cast<QComboBox*>(stop)
                || qobject_cast<QAbstractSpinBox*>(stop) || qobject_cast<QLineEdit*>(stop)
                || qobject_cast<QPlainTextEdit*>(stop);
            if (takesSpace)
                continue;
            stop->setFocus(Qt::TabFocusReason);
            run.press(Qt::Key_Space);
            QVERIFY2(run.navigation.player().activity() == Activity::playing, qPrintable(describe(stop)));
            run.press(Qt::Key_Space);
            QVERIFY2(run.navigation.player().activity() == Activity::paused, qPrintable(describe(stop)));
        }
    }

    void spaceClosesNoPanel()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        const auto closed = [&] {
            return std::ranges::count_if(run.window.workspace().panels(),
                                         [](const DockPanel* panel) { return panel->isHidden(); });
        };
        const auto closedAtFirst = closed();
        for (QWidget* stop : run.tabStops()) {
            QVERIFY2(stop->objectName() != "panelClose", qPrintable(describe(stop)));
            if (qobject_cast<QComboBox*>(stop) || stop->inherits("QToolButton")) // those open lists and start things
                continue;
            stop->setFocus(Qt::TabFocusReason);
            run.press(Qt::Key_Space);
            run.navigation.player().pause();
            QVERIFY2(closed() == closedAtFirst, qPrintable(describe(stop)));
        }
    }

    void escapeClosesTheErrorThenGoesHome()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        for (QWidget* stop : run.tabStops()) {
            run.window.messages().showProblem("It did not work: try something else.");
            stop->setFocus(Qt::TabFocusReason);
            run.press(Qt::Key_Escape);
            QVERIFY2(run.problem().isEmpty(), qPrintable(describe(stop)));
            QTest::qWait(1);
            QCOMPARE(run.focus(), stop);
            run.press(Qt::Key_Escape);
            QVERIFY2(until([&] { return run.isHome(); }), qPrintable(describe(stop)));
        }
        run.window.messages().showProblem("It did not work: try something else.");
        run.press(Qt::Key_Escape); // from home
        QVERIFY(run.problem().isEmpty() && run.isHome());
        run.window.messages().showProblem("It did not work: try something else.");
        QVERIFY(run.tabTo(run.find<QAbstractButton>("dismissMessage")));
        run.press(Qt::Key_Space);
        QVERIFY(run.problem().isEmpty());
        QVERIFY2(until([&] { return run.isHome(); }), "what had the focus has gone");
    }

    void panelsAreReachedAndClosedByKeys()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        QStringList visited;
        for (int i = 0; i < 6; ++i) {
            run.press(Qt::Key_F6);
            visited << panelOf(run.focus())->objectName();
        }
        QCOMPARE(visited, (QStringList{"setup", "text", "stage", "tokens-per-step", "distribution", "cache"}));
        for (const char* before : {"distribution", "tokens-per-step"}) {
            run.press(Qt::Key_F6, Qt::ShiftModifier);
            QCOMPARE(panelOf(run.focus())->objectName(), before);
        }
        run.press(Qt::Key_W, Qt::ControlModifier);
        QVERIFY(run.window.workspace().panel("tokens-per-step")->isHidden());
        QVERIFY(until([&] { return run.isHome(); }));
        run.press(Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(run.find<QLabel>("sentence")->text(),
                 QStringLiteral("Ctrl+W closes the panel that has the focus: press F6 to go to one."));
        run.action("Tokens per step")->trigger(); // of the View menu
        QVERIFY(!run.window.workspace().panel("tokens-per-step")->isHidden());
    }

    void theDefaultLayoutLeavesTheFocusWhereSpacePlays()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY(run.tabTo(run.view<StageView>()));
        run.action("Restore default layout")->trigger();
        QVERIFY(until([&] { return run.isHome(); }));
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.player().activity(), Activity::playing);
    }

    void tabsAreSwitchedByKeys()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        auto* bar = run.view<QTabBar>();
        for (auto* candidate : run.window.workspace().findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
            if (candidate->isVisible())
                bar = candidate;
        QVERIFY(run.tabTo(bar));
        run.press(Qt::Key_Right);
        QVERIFY(until([&] { return run.window.workspace().panel("acceptance")->isInSight(); }));
        QCOMPARE(run.focus(), bar);
        run.press(Qt::Key_Tab);
        QCOMPARE(panelOf(run.focus())->objectName(), "acceptance");
        run.window.workspace().panel("events")->raise(); // and what is behind a tab keeps no focus
        QVERIFY(until([&] { return run.isHome(); }));
    }

    void aMinimisedWindowKeepsTheFocusWhereItWas()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        QWidget* field = test::box(run, "Target");
        QVERIFY(run.tabTo(field));
        run.window.showMinimized();
        QTest::qWait(50);
        run.window.showNormal();
        QApplication::setActiveWindow(&run.window);
        QTest::qWait(50);
        QCOMPARE(run.window.focusWidget(), field);
    }

    void aFocusedButtonThatCannotDoAnythingLetsGo()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.step());
        auto* back = qobject_cast<QAbstractButton*>(
            run.window.findChild<QToolBar*>("transport")->widgetForAction(run.action("◀ Step")));
        QVERIFY(run.tabTo(back));
        run.press(Qt::Key_Space); // to the beginning
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 0}));
        QVERIFY(!back->isEnabled());
        QVERIFY(until([&] { return run.isHome(); }));
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.player().activity(), Activity::playing);
    }

    void aFieldOutOfSightIsScrolledTo()
    {
        KeyboardWindow run({1280, 620});
        QVERIFY(run.start());
        QWidget* last = run.find<QWidget>("stopEnd");
        QVERIFY(last->visibleRegion().isEmpty());
        QVERIFY(run.tabTo(last));
        QVERIFY(until([&] { return last->visibleRegion().boundingRect().height() == last->height(); }));
        run.press(Qt::Key_Home, Qt::ControlModifier);
        QVERIFY(run.tabTo(test::box(run, "Target")));
        QVERIFY(until([&] { return !test::box(run, "Target")->visibleRegion().isEmpty(); }));
    }

    void aFloatingPanelIsReachedToo()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        run.window.workspace().panel("distribution")->setFloating(true);
        QVERIFY(until([&] { return run.window.workspace().panel("distribution")->isInSight(); }));
        QApplication::setActiveWindow(&run.window);
        run.window.workspace().setFocus();
        run.press(Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(until([&] { return panelOf(run.focus()) && panelOf(run.focus())->objectName() == "distribution"; }));
        run.press(Qt::Key_Escape);
        QVERIFY(until([&] { return run.isHome(); }));
    }

    void rectanglesAreReadInRows()
    {
        // Two columns whose fields are not equally high, under a field that is as wide as both.
        const std::vector<QRect> rects{{100, 52, 80, 20}, {0, 0, 180, 30}, {0, 50, 80, 28}, {0, 90, 80, 20}};
        QCOMPARE(readingOrder(rects), (std::vector<std::size_t>{1, 2, 0, 3}));
        QVERIFY(readingOrder({}).empty());
        // What has no height yet is in it, too.
        QCOMPARE(readingOrder({QRect(0, 10, 5, 0), QRect(), QRect(0, 10, 5, 1)}), (std::vector<std::size_t>{1, 0, 2}));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestKeyboard)
#include "test_keyboard.moc"
