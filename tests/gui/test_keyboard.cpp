// SPDX-License-Identifier: MIT
// The whole window with the keyboard alone.
#include <set>

#include <QAbstractButton>
#include <QAccessible>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QToolBar>

#include "gui/tab_order.h"
#include "gui/walk.h"
#include "widgets/distribution_view.h"
#include "widgets/events_view.h"
#include "widgets/moment_bar.h"
#include "widgets/phase_chart.h"
#include "widgets/stage_view.h"
#include "widgets/text_view.h"
#include "widgets/tokens_per_step_chart.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

using Activity = Navigation::Activity;

struct KeyboardWindow : WindowFixture {
    explicit KeyboardWindow(QSize size = {1280, 800}) : WindowFixture(test::quickSetup(), size) {}

    [[nodiscard]] static QWidget* focus() { return QApplication::focusWidget(); }
    [[nodiscard]] bool isHome() const { return focus() == &window.workspace(); }
    /// Every stop that Tab comes to, from home until it comes round.
    std::vector<QWidget*> tabStops(Qt::Key key = Qt::Key_Tab)
    {
        window.workspace().setFocus();
        std::vector<QWidget*> stops;
        constexpr std::size_t most = 200;
        const Qt::KeyboardModifiers modifiers = key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier;
        for (press(key, modifiers); stops.size() < most; press(key, modifiers)) {
            if (!stops.empty() && focus() == stops.front())
                return stops;
            stops.push_back(focus());
        }
        return {};
    }
    /// Presses Tab until the widget has the focus.
    bool tabTo(const QWidget* widget)
    {
        window.workspace().setFocus();
        constexpr int most = 200;
        for (int i = 0; i < most && focus() != widget; ++i)
            press(Qt::Key_Tab);
        return focus() == widget;
    }
    template <class View>
    [[nodiscard]] View* view() const
    {
        return window.findChild<View*>();
    }
    [[nodiscard]] QAction* action(const QString& text) const
    {
        for (auto* candidate : window.findChildren<QAction*>())
            if (candidate->text() == text)
                return candidate;
        return nullptr;
    }
};

QString nameOf(QWidget* widget)
{
    if (!widget->accessibleName().isEmpty()) // of a box Qt gives what is chosen
        return widget->accessibleName();
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
    return interface ? interface->text(QAccessible::Name) : QString();
}

/// For messages: "QComboBox Target".
QString describe(QWidget* widget)
{
    return QStringLiteral("%1 “%2” %3")
        .arg(QLatin1String(widget->metaObject()->className()), nameOf(widget), widget->objectName());
}

QImage pictureOf(QWidget& window)
{
    return window.grab().toImage();
}

/// Pixels within a rectangle that differ between two pictures.
int differences(const QImage& a, const QImage& b, const QRect& where)
{
    int count = 0;
    const QRect rect = where.intersected(a.rect());
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        for (int x = rect.left(); x <= rect.right(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y);
    return count;
}

} // namespace

class TestKeyboard : public QObject {
    Q_OBJECT

private slots:
    void afterTheStartSpacePlays()
    {
        KeyboardWindow run;
        QVERIFY2(run.isHome(), qPrintable(run.focus() ? describe(run.focus()) : "nothing"));
        QVERIFY(run.start());
        QVERIFY(run.isHome());
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.activity(), Activity::playing);
        run.press(Qt::Key_Space);
    }

    void everyStopShowsTheFocusAndHasAName_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("tab");
        for (const char* tab : {"tokens-per-step", "time", "events"}) {
            QTest::addRow("light, small, %s", tab) << int(ThemeKind::light) << QSize(1280, 800) << QString(tab);
            QTest::addRow("dark, large, %s", tab) << int(ThemeKind::dark) << QSize(1920, 1080) << QString(tab);
        }
    }

    void everyStopShowsTheFocusAndHasAName()
    {
        QFETCH(const int, theme);
        QFETCH(const QSize, size);
        QFETCH(const QString, tab);
        KeyboardWindow run(size);
        run.window.setTheme(ThemeKind(theme));
        QVERIFY(run.start() && run.rounds(3));
        run.window.workspace().panel(tab)->raise();
        run.navigation.goTo({0, 1, 3});
        QVERIFY(until([&] { return run.window.workspace().panel(tab)->isInSight(); }));
        const auto stops = run.tabStops();
        QVERIFY(stops.size() > 30);
        for (QWidget* stop : stops) {
            QVERIFY2(!nameOf(stop).isEmpty(), qPrintable(describe(stop)));
            stop->setFocus(Qt::TabFocusReason);
            QCOMPARE(run.focus(), stop);
            QCoreApplication::processEvents();
            const QImage with = pictureOf(run.window);
            // What of the widget can be seen: not scrolled away, not behind something else.
            const QRect where = stop->visibleRegion().boundingRect().translated(stop->mapTo(&run.window, QPoint()));
            QVERIFY2(where.height() >= std::min(stop->height(), 20), qPrintable(describe(stop)));
            run.window.workspace().setFocus();
            QCoreApplication::processEvents();
            const int changed = differences(with, pictureOf(run.window), where);
            constexpr int least = 100; // of the line around the smallest one
            QVERIFY2(changed >= least, qPrintable(describe(stop) + QStringLiteral(": %1").arg(changed)));
        }
        run.window.setTheme(ThemeKind::light);
    }

    void theOrderIsThatOfReading()
    {
        KeyboardWindow run({1600, 1000});
        QVERIFY(run.start() && run.rounds(2));
        const auto stops = run.tabStops();
        QStringList blocks;
        for (QWidget* stop : stops) {
            const DockPanel* panel = panelOf(stop);
            const QString block = panel ? panel->objectName() : qobject_cast<QTabBar*>(stop) ? "tabs" : "transport";
            if (blocks.isEmpty() || blocks.last() != block)
                blocks << block;
        }
        QCOMPARE(blocks,
                 (QStringList{"transport", "setup", "text", "stage", "tabs", "tokens-per-step", "distribution"}));
        QStringList setup;
        for (QWidget* stop : stops)
            if (panelOf(stop) && panelOf(stop)->objectName() == "setup")
                setup << nameOf(stop);
        QCOMPARE(
            setup.mid(0, 13).join(", "),
            "Target, Method, Draft, Draft length K, Verifier, Temperature, Top-p, Top-k (0: all), Min-p, Seed, Max "
            "tokens, Examples ▾, Prompt");
        auto backwards = run.tabStops(Qt::Key_Backtab);
        std::reverse(backwards.begin(), backwards.end());
        std::rotate(backwards.begin(), std::find(backwards.begin(), backwards.end(), stops.front()), backwards.end());
        QCOMPARE(backwards, stops);
    }

    void everyControlIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(2));
        std::set<QWidget*> reached;
        for (const char* tab : {"tokens-per-step", "time", "events"}) {
            run.window.workspace().panel(tab)->raise();
            QVERIFY(until([&] { return run.window.workspace().panel(tab)->isInSight(); }));
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
            QVERIFY2(run.navigation.activity() == Activity::playing, qPrintable(describe(stop)));
            run.press(Qt::Key_Space);
            QVERIFY2(run.navigation.activity() == Activity::paused, qPrintable(describe(stop)));
        }
    }

    void spaceClosesNoPanel()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        for (QWidget* stop : run.tabStops()) {
            if (qobject_cast<QComboBox*>(stop) || stop->inherits("QToolButton")) // those open lists and start things
                continue;
            stop->setFocus(Qt::TabFocusReason);
            run.press(Qt::Key_Space);
            run.navigation.pause();
            for (const DockPanel* panel : run.window.workspace().panels())
                QVERIFY2(!panel->isHidden(), qPrintable(describe(stop)));
        }
    }

    void theTransportsKeysWorkInEveryView()
    {
        KeyboardWindow run({1600, 1000});
        QVERIFY(run.start() && run.rounds(3));
        for (QWidget* view :
             std::initializer_list<QWidget*>{run.view<TextView>(), run.view<StageView>(), run.view<MomentBar>(),
                                             run.view<TokensPerStepChart>(), run.view<DistributionView>()}) {
            QVERIFY(run.tabTo(view));
            run.press(Qt::Key_Home);
            QCOMPARE(run.navigation.position(), (Position{0, 0, 0}));
            run.press(Qt::Key_Right);
            run.press(Qt::Key_Right);
            QCOMPARE(run.navigation.position(), (Position{0, 0, 2}));
            run.press(Qt::Key_Left);
            QCOMPARE(run.navigation.position(), (Position{0, 0, 1}));
            run.press(Qt::Key_End);
            QCOMPARE(run.navigation.position(), run.navigation.recording().end(0));
            QCOMPARE(run.focus(), view);
        }
    }

    void everyTokenIsReached()
    {
        KeyboardWindow run({1600, 1000});
        QVERIFY(run.start() && run.rounds(4));
        auto* view = run.view<TextView>();
        QVERIFY(run.tabTo(view));
        const int prompt = int(run.navigation.recording().header().promptTokens.size());
        QCOMPARE(view->current(), view->tokenCount() - 1); // where reading goes on
        std::set<int> seen{view->current()};
        run.press(Qt::Key_Home, Qt::ControlModifier);
        for (int i = 0; i < view->tokenCount(); ++i) {
            seen.insert(view->current());
            run.press(Qt::Key_Right, Qt::ControlModifier);
        }
        for (int i = 0; i < view->tokenCount(); ++i)
            QVERIFY2(seen.count(i) || view->tokenRect(i).width() <= 0, qPrintable(QString::number(i)));
        QVERIFY(view->accessibleDescription().contains(QStringLiteral("position %1").arg(view->tokenCount() - 1)));

        while (view->current() > prompt)
            run.press(Qt::Key_Left, Qt::ControlModifier);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.selectedToken(), std::optional(prompt));
        QCOMPARE(run.navigation.position().round, 0);
        QCOMPARE(run.focus(), view);
    }

    void upAndDownGoFromLineToLineInTheText()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(8));
        auto* view = run.view<TextView>();
        QVERIFY(run.tabTo(view));
        run.press(Qt::Key_Home, Qt::ControlModifier);
        double y = view->tokenRect(view->current()).center().y();
        int lines = 0;
        for (int before = -1; before != view->current(); ++lines) {
            before = view->current();
            const QRectF rect = view->tokenRect(before);
            run.press(Qt::Key_Down);
            if (view->current() == before)
                break;
            const QRectF now = view->tokenRect(view->current());
            QVERIFY2(now.center().y() > y && now.top() < rect.bottom() + rect.height(),
                     "the next line, not a later one");
            y = now.center().y();
        }
        QVERIFY(lines > 2);
        for (int i = 0; i < lines; ++i)
            run.press(Qt::Key_Up);
        QCOMPARE(view->tokenRect(view->current()).top(), view->tokenRect(0).top());
        run.press(Qt::Key_PageDown);
        QVERIFY(view->tokenRect(view->current()).top() > view->tokenRect(0).top());
    }

    void everyDraftIsReachedAndItsMenuOpens()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        auto* stage = run.view<StageView>();
        QVERIFY(run.tabTo(stage));
        run.press(Qt::Key_Home, Qt::ControlModifier);
        const int drafts = int(run.navigation.round()->nodes.size());
        for (int draft = 0; draft < drafts; ++draft) {
            QCOMPARE(stage->currentColumn(), draft);
            QVERIFY2(stage->accessibleDescription().startsWith(QStringLiteral("Draft %1:").arg(draft + 1)),
                     qPrintable(stage->accessibleDescription()));
            run.press(Qt::Key_Return);
            QCOMPARE(run.navigation.context(), run.navigation.round()->nodes[std::size_t(draft)].parent + 1);
            run.press(Qt::Key_Menu);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu && test::entry(*menu, "Draft another token"));
            QVERIFY(menu->actions().first()->text().endsWith(QString::number(draft + 1)));
            QTest::keyClick(menu, Qt::Key_Escape);
            QVERIFY(until([] { return !QApplication::activePopupWidget(); }));
            QCOMPARE(run.focus(), stage);
            run.press(draft % 2 ? Qt::Key_Down : Qt::Key_Right, draft % 2 ? Qt::NoModifier : Qt::ControlModifier);
        }
        QCOMPARE(stage->currentColumn(), drafts); // the token that ends the round
        run.press(Qt::Key_Menu);
        QVERIFY(!QApplication::activePopupWidget());
        run.press(Qt::Key_Up);
        QCOMPARE(stage->currentColumn(), drafts - 1);
    }

    void everyMomentOfTheRoundIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY(run.tabTo(run.view<MomentBar>()));
        const int moments = int(run.round(0).moments.size());
        run.press(Qt::Key_Home, Qt::ControlModifier);
        for (int moment = 1; moment <= moments; ++moment) {
            run.press(Qt::Key_Return);
            QCOMPARE(run.navigation.position(), (Position{0, 0, moment}));
            run.press(Qt::Key_Right, Qt::ControlModifier);
        }
    }

    void everyBarIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(5));
        auto* chart = run.view<TokensPerStepChart>();
        QVERIFY(run.tabTo(chart));
        for (int round = 4; round > 0; --round) {
            QVERIFY2(chart->accessibleDescription().startsWith(QStringLiteral("Round %1:").arg(round + 1)),
                     qPrintable(chart->accessibleDescription()));
            run.press(Qt::Key_Left, Qt::ControlModifier);
        }
        run.press(Qt::Key_Down);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.position(), endOfRound(run.navigation.recording(), 0, 1));
        run.press(Qt::Key_End);
        test::click(chart->viewport(), chart->columnRect(2).center().toPoint());
        QCOMPARE(run.navigation.position(), endOfRound(run.navigation.recording(), 0, 2));

        run.press(Qt::Key_End);
        run.window.workspace().panel("time")->raise();
        auto* times = run.view<PhaseChart>();
        QVERIFY(until([&] { return run.window.workspace().panel("time")->isInSight(); }));
        QVERIFY(run.tabTo(times));
        run.press(Qt::Key_Home, Qt::ControlModifier);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.position(), endOfRound(run.navigation.recording(), 0, 0));
    }

    void everyRowIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(2));
        auto* distribution = run.view<DistributionView>();
        QVERIFY(run.tabTo(distribution));
        QVERIFY(distribution->rowCount() > 2);
        std::set<QString> descriptions;
        for (int row = 0; row < distribution->rowCount(); ++row) {
            QCOMPARE(distribution->currentRow(), row);
            descriptions.insert(distribution->accessibleDescription());
            run.press(Qt::Key_Down);
        }
        QCOMPARE(int(descriptions.size()), distribution->rowCount());

        run.window.workspace().panel("events")->raise();
        QVERIFY(until([&] { return run.window.workspace().panel("events")->isInSight(); }));
        QTableView* table = run.view<EventsView>()->table();
        QVERIFY(run.tabTo(table));
        const int rows = table->model()->rowCount();
        QCOMPARE(table->currentIndex().row(), rows - 1);
        for (int row = rows - 2; row >= 0; --row) {
            run.press(Qt::Key_Up);
            QCOMPARE(table->currentIndex().row(), row);
        }
        run.press(Qt::Key_Down);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.position(), (Position{0, 0, 2}));
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
        for (int i = 0; i < 5; ++i) {
            run.press(Qt::Key_F6);
            visited << panelOf(run.focus())->objectName();
        }
        QCOMPARE(visited, (QStringList{"setup", "text", "stage", "tokens-per-step", "distribution"}));
        run.press(Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(panelOf(run.focus())->objectName(), "tokens-per-step");
        run.press(Qt::Key_W, Qt::ControlModifier);
        QVERIFY(run.window.workspace().panel("tokens-per-step")->isHidden());
        QVERIFY(until([&] { return run.isHome(); }));
        run.press(Qt::Key_W, Qt::ControlModifier);
        QVERIFY2(run.lastSaid().contains("F6"), qPrintable(run.lastSaid()));
        run.action("Tokens per step")->trigger(); // of the View menu
        QVERIFY(!run.window.workspace().panel("tokens-per-step")->isHidden());
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
        QVERIFY(until([&] { return run.window.workspace().panel("time")->isInSight(); }));
        QCOMPARE(run.focus(), bar);
        run.press(Qt::Key_Tab);
        QCOMPARE(panelOf(run.focus())->objectName(), "time");
        run.window.workspace().panel("events")->raise(); // and what is behind a tab keeps no focus
        QVERIFY(until([&] { return run.isHome(); }));
    }

    void aFocusedButtonThatCannotDoAnythingLetsGo()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.step());
        auto* back = qobject_cast<QAbstractButton*>(
            run.window.findChild<QToolBar*>("transport")->widgetForAction(run.action("◀ Step")));
        QVERIFY(run.tabTo(back));
        run.press(Qt::Key_Space); // to the beginning
        QCOMPARE(run.navigation.position(), (Position{0, 0, 0}));
        QVERIFY(!back->isEnabled());
        QVERIFY(until([&] { return run.isHome(); }));
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.activity(), Activity::playing);
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
    }
};

QTEST_MAIN(TestKeyboard)
#include "test_keyboard.moc"
