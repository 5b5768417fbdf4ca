// SPDX-License-Identifier: MIT
// The window on the screens that people have: the stage with all its rows and its sentence is the last thing to shrink.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QProcess>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QToolBar>

#include "compare_fixture.h"
#include "gui/compare/lane_card.h"
#include "gui/compare/lanes.h"
#include "gui/language/language.h"
#include "gui/step/centre_room.h"
#include "gui/step/panel_order.h"
#include "gui/window/projector_mode.h"
#include "tests/test_main.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/sentence_strip.h"
#include "widgets/stage/stage_view.h"
#include "widgets/text/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

enum class Room { desktop, projector };

/// At the moment that a residual is drawn.
struct ScreenWindow : WindowFixture {
    explicit ScreenWindow(QSize size) : WindowFixture(setup(), size) {}
    static RunSetup setup()
    {
        RunSetup setup = test::quickSetup(40);
        setup.settings.draftLength = 5;
        return setup;
    }
    bool goToResidual()
    {
        navigation.speedOfRun().setWanted(false);
        navigation.player().transport().setStopConditions({.onRejection = true});
        return start() && rounds(2) && await([this] { navigation.player().continueToStop(); }) && step();
    }
    void settle() const
    {
        for (int i = 0; i < 4; ++i) {
            QCoreApplication::processEvents();
            QTest::qWait(5);
        }
    }
    void resizeTo(QSize size)
    {
        window.resize(size);
        settle();
    }
    [[nodiscard]] StageView& stage() const { return *find<StageView>(); }
    [[nodiscard]] DockPanel& panel(const char* name) const { return *window.workspace().panel(name); }
};

QRect inWindow(const QWidget& widget)
{
    return {widget.mapTo(widget.window(), QPoint()), widget.size()};
}

QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 %2 \"%3\"")
        .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), widget.property("text").toString());
}

/// Controls that lie outside of what they are in, or over each other, or whose words are cut.
QStringList cutControls(const QWidget& in)
{
    QStringList found;
    std::vector<const QWidget*> seen;
    for (const auto* control : in.findChildren<QWidget*>()) {
        const bool isControl = qobject_cast<const QAbstractButton*>(control) || qobject_cast<const QComboBox*>(control);
        if (!isControl || !control->isVisible() || control->objectName() == QLatin1String("qt_toolbar_ext_button")
            || control->height() == 0 || qobject_cast<const QTabBar*>(control->parentWidget()))
            continue;
        if (const DockPanel* panel = panelOf(const_cast<QWidget*>(control)); panel && !panel->isInSight())
            continue; // behind a tab
        bool scrolls = false;
        for (const QWidget* at = control->parentWidget(); at; at = at->parentWidget())
            scrolls |= qobject_cast<const QAbstractScrollArea*>(at) != nullptr;
        if (scrolls)
            continue;
        const QRect rect = inWindow(*control), around = inWindow(*control->parentWidget());
        if (!around.contains(rect) || !in.rect().contains(rect))
            found << nameOf(*control) + " is cut";
        if (qobject_cast<const QAbstractButton*>(control) && control->width() < control->minimumSizeHint().width())
            found << nameOf(*control) + " is too narrow";
        for (const QWidget* other : seen)
            if (other->parentWidget() == control->parentWidget() && inWindow(*other).intersects(rect))
                found << nameOf(*control) + " lies over " + nameOf(*other);
        seen.push_back(control);
    }
    return found;
}

} // namespace

class TestScreens : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setLanguage(Language::english); }
    void theStageIsWhole_data();
    void theStageIsWhole();
    void theStageIsWholeAtEveryScale_data();
    void theStageIsWholeAtEveryScale();
    void chartsGiveTheirRoomUpAndComeBack();
    void whatPeopleHaveArrangedComesBack();
    void largerLettersAreThoseOfTheStageAndTheSentence();
    void altAndADigitGiveTheFocusToTheView();
    void theTabsBelowTheLanesStayWhereTheyAre();
    void lanesAreNoWiderThanTheirPage_data();
    void lanesAreNoWiderThanTheirPage();
    void roomsAreSharedStageFirst();
};

void TestScreens::theStageIsWhole_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<ThemeKind>("theme");
    QTest::addColumn<Room>("room");
    for (const Language language : {Language::english, Language::german})
        for (const Room room : {Room::desktop, Room::projector})
            for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark})
                QTest::addRow("%s, %s, %s", language == Language::german ? "German" : "English",
                              room == Room::projector ? "projector" : "usual",
                              theme == ThemeKind::dark ? "dark" : "light")
                    << language << theme << room;
}

void TestScreens::theStageIsWhole()
{
    QFETCH(const Language, language);
    QFETCH(const ThemeKind, theme);
    QFETCH(const Room, room);
    setLanguage(language);
    ScreenWindow run({1280, 800});
    run.window.setTheme(theme);
    QVERIFY(run.goToResidual());
    QVERIFY(run.navigation.playhead().round()->draw
            && run.navigation.playhead().round()->draw->source == TokenSource::residual);
    if (room == Room::projector)
        run.window.projector().begin(ProjectorMode::Screen::asItIs);
    QStringList wrong;
    if (qEnvironmentVariableIsSet("SCREENS"))
        for (auto* w : run.window.findChildren<QWidget*>())
            if (w->minimumSizeHint().width() > 500 || w->minimumWidth() > 500)
                qWarning().noquote() << nameOf(*w) << w->minimumSizeHint() << w->minimumSize();
    for (const QSize size :
         {QSize(640, 480), QSize(800, 600), QSize(853, 533), QSize(960, 540), QSize(1024, 768), QSize(1280, 720),
          QSize(1280, 800), QSize(1536, 864), QSize(1920, 1080), QSize(2560, 1440), QSize(3840, 2160)}) {
        run.resizeTo(size);
        const auto say = [&](const QString& what) {
            wrong << QStringLiteral("%1x%2: %3").arg(size.width()).arg(size.height()).arg(what);
        };
        if (run.window.size() != size)
            say(QStringLiteral("is %1x%2").arg(run.window.width()).arg(run.window.height()));
        const StageView& stage = run.stage();
        const int viewport = stage.viewport()->height();
        if (stage.verticalScrollBar()->maximum() > 0)
            say(QStringLiteral("the stage has %1 of %2 pixels")
                    .arg(viewport)
                    .arg(stage.stageLayout().contentSize.height()));
        const int drawn = run.navigation.playhead().selection().nodeInQuestion();
        const StageColumn& column = stage.stageLayout().columns[std::size_t(std::max(0, drawn))];
        const QRectF inSight(stage.horizontalScrollBar()->value(), stage.verticalScrollBar()->value(),
                             stage.viewport()->width(), viewport);
        for (const QRectF& row :
             {column.token, column.q, column.p, column.gauge, column.verdict, column.drawn, column.drawnText})
            if (!inSight.contains(row))
                say(QStringLiteral("a row of column %1 is out of sight").arg(drawn));
        const auto* sentence = run.find<SentenceStrip>();
        if (sentence->shown() != sentence->sentence() || sentence->sentence().isEmpty())
            say("the sentence is cut: " + sentence->shown());
        const auto* text = run.find<TextView>();
        if (text->viewport()->height() < text->usableHeight())
            say(QStringLiteral("the text has %1 of %2 pixels")
                    .arg(text->viewport()->height())
                    .arg(text->usableHeight()));
        const double letters = QFontInfo(Theme::font()).pixelSize() / double(size.height());
        if (room == Room::projector && letters < 0.0299)
            say(QStringLiteral("letters are %1 of the height").arg(letters));
        for (const QString& cut : cutControls(run.window))
            say(cut);
        if (qEnvironmentVariableIsSet("SCREENS"))
            run.window.grab().save(
                qEnvironmentVariable("SCREENS")
                + QStringLiteral("/%1-%2x%3.png").arg(QTest::currentDataTag()).arg(size.width()).arg(size.height()));
    }
    run.window.projector().end();
    run.window.setTheme(ThemeKind::light); // while the window is there, as all tests do
    for (const QString& line : wrong)
        qWarning().noquote() << line; // Qt Test cuts long messages
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
}

void TestScreens::theStageIsWholeAtEveryScale_data()
{
    QTest::addColumn<QString>("scale");
    for (const char* scale : {"1.25", "1.5", "2"})
        QTest::newRow(scale) << QString(scale);
}

/// In a process of its own: the scale counts from its start.
void TestScreens::theStageIsWholeAtEveryScale()
{
    QFETCH(const QString, scale);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), scale);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QCoreApplication::arguments().front(),
                  {QStringLiteral("theStageIsWhole:German, usual, light"),
                   QStringLiteral("theStageIsWhole:English, projector, dark")});
    QVERIFY(process.waitForFinished(test::patience));
    const QByteArray said = process.readAll();
    QVERIFY2(process.exitCode() == 0 && said.contains("4 passed"),
             said.constData()); // with what begins and ends a test
}

void TestScreens::chartsGiveTheirRoomUpAndComeBack()
{
    ScreenWindow run({1280, 800});
    QVERIFY(run.goToResidual());
    DockPanel& chart = run.panel("tokens-per-step");
    const auto placesOf = [&run] {
        QStringList places;
        for (const DockPanel* panel : run.window.workspace().panels())
            places << QStringLiteral("%1 %2 %3,%4 %5x%6")
                          .arg(panel->objectName())
                          .arg(panel->isInSight())
                          .arg(panel->isInSight() ? panel->x() : 0)
                          .arg(panel->isInSight() ? panel->y() : 0)
                          .arg(panel->isInSight() ? panel->width() : 0)
                          .arg(panel->isInSight() ? panel->height() : 0);
        return places;
    };
    run.settle();
    const QStringList before = placesOf();
    QVERIFY(chart.isInSight() && chart.y() > run.panel("stage").geometry().bottom());
    run.resizeTo({800, 600});
    QVERIFY2(!chart.isInSight() && !chart.isHidden(), "it has become a tab");
    QVERIFY(run.window.workspace().tabifiedDockWidgets(&run.panel("distribution")).contains(&chart));
    QTest::keyClick(&run.window, Qt::Key_4, Qt::AltModifier); // and is a key away
    run.settle();
    QVERIFY(chart.isInSight());
    run.panel("distribution").raise();
    run.resizeTo({640, 480});
    QVERIFY(!chart.isInSight());
    run.resizeTo({1280, 800});
    QCOMPARE(placesOf().join('\n'), before.join('\n'));
}

void TestScreens::whatPeopleHaveArrangedComesBack()
{
    ScreenWindow run({1280, 800});
    QVERIFY(run.goToResidual());
    PanelArea& workspace = run.window.workspace();
    workspace.splitDockWidget(&run.panel("distribution"), &run.panel("events"), Qt::Vertical);
    emit run.panel("events").topLevelChanged(false); // as where a person drops it
    QTest::qWait(150);
    QVERIFY(!workspace.hasDefaultLayout());
    const QRect events = run.panel("events").geometry(), stage = run.panel("stage").geometry();
    run.resizeTo({700, 500});
    QVERIFY(run.stage().verticalScrollBar()->maximum() == 0);
    QVERIFY(!workspace.hasDefaultLayout());
    run.resizeTo({1280, 800});
    QCOMPARE(run.panel("events").geometry(), events);
    QCOMPARE(run.panel("stage").geometry(), stage);
}

void TestScreens::largerLettersAreThoseOfTheStageAndTheSentence()
{
    ScreenWindow run({1280, 800});
    QVERIFY(run.goToResidual());
    const auto* sentence = run.find<SentenceStrip>();
    run.settle();
    double token = run.stage().stageLayout().columns.front().verdict.height();
    const double words = sentence->letters();
    for (int step = 0; step < 3; ++step) {
        for (int times = 0; times < 2; ++times)
            QTest::keyClick(&run.window, Qt::Key_Plus, Qt::ControlModifier);
        run.settle();
        const double now = run.stage().stageLayout().columns.front().verdict.height();
        QVERIFY2(now > token, qPrintable(QStringLiteral("%1 after %2").arg(now).arg(token)));
        // The stage comes first: where it lacks room the sentence takes a smaller part of the larger size.
        QVERIFY2(sentence->letters() > words,
                 qPrintable(QStringLiteral("%1 after %2").arg(sentence->letters()).arg(words)));
        QCOMPARE(sentence->shown(), sentence->sentence());
        token = now;
    }
    run.window.setTextSize(10.5);
}

void TestScreens::altAndADigitGiveTheFocusToTheView()
{
    ScreenWindow run({1280, 800});
    QVERIFY(run.goToResidual());
    run.navigation.player().transport().setStopConditions({});
    const Qt::Key keys[] = {Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5,    Qt::Key_7,
                            Qt::Key_8, Qt::Key_9, Qt::Key_0, Qt::Key_Minus};
    for (const Qt::Key key : keys) {
        run.press(key, Qt::AltModifier);
        run.settle();
        QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus && panelOf(focus));
        QVERIFY2(!qobject_cast<QAbstractButton*>(focus) && !qobject_cast<QComboBox*>(focus)
                     && !focus->inherits("QLineEdit"),
                 qPrintable(panelOf(focus)->objectName() + " gives it to " + nameOf(*focus)));
        run.press(Qt::Key_Space);
        QVERIFY2(run.navigation.player().activity() == Player::Activity::playing, qPrintable(nameOf(*focus)));
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.navigation.player().activity() != Player::Activity::playing; }));
    }
}

void TestScreens::theTabsBelowTheLanesStayWhereTheyAre()
{
    ScreenWindow run({1280, 800});
    QVERIFY(run.goToResidual());
    run.window.lanes().add(run.navigation.run().setup());
    run.window.lanes().addPlain(run.navigation.run().setup());
    QVERIFY(until([&] { return run.window.lanes().count() == 2 && !run.window.lanes().player().isLoading(); }));
    run.window.showWorkspace("compare");
    auto* below = run.window.findChild<QTabWidget*>(QStringLiteral("below"));
    run.settle();
    for (const QSize size : {QSize(1280, 800), QSize(640, 480), QSize(1920, 1080)}) {
        run.resizeTo(size);
        QCOMPARE(run.window.size(), size);
        below->setCurrentIndex(0);
        run.settle();
        const QPoint place = below->tabBar()->mapTo(&run.window, QPoint());
        for (int tab = 1; tab < below->count(); ++tab) {
            below->setCurrentIndex(tab);
            run.settle();
            QCOMPARE(below->tabBar()->mapTo(&run.window, QPoint()), place);
        }
    }
}

void TestScreens::lanesAreNoWiderThanTheirPage_data()
{
    QTest::addColumn<Language>("language");
    QTest::newRow("English") << Language::english;
    QTest::newRow("German") << Language::german;
}

/// Where the texts differ, speeds are known, rounds are counted and one lane is marked as moved, so that a lane has all
/// of its words.
void TestScreens::lanesAreNoWiderThanTheirPage()
{
    QFETCH(const Language, language);
    setLanguage(language);
    test::CompareFixture run(test::laneSetup(), {1280, 800});
    run.window.showWorkspace("compare");
    QVERIFY(run.add({test::laneSetup("two-model", 30), test::laneSetup("plain", 30)}));
    QVERIFY(run.playToTheEnd() && run.measured());
    run.lanes.player().setLock(LaneLock::none);
    for (const QSize size : {QSize(1280, 800), QSize(800, 600), QSize(640, 480)}) {
        run.window.resize(size);
        for (int i = 0; i < 4; ++i)
            QTest::qWait(5);
        QCOMPARE(run.window.size(), size);
        for (int lane = 0; lane < 2; ++lane) {
            const QWidget& card = run.card(lane);
            const auto* page = qobject_cast<const QScrollArea*>(card.parentWidget()->parentWidget()->parentWidget());
            QVERIFY(page);
            QVERIFY2(card.width() <= page->viewport()->width(),
                     qPrintable(QStringLiteral("%1 of %2 px").arg(card.width()).arg(page->viewport()->width())));
            const auto* numbers = card.findChild<QLabel*>(QStringLiteral("numbers"));
            QVERIFY(numbers && !numbers->text().isEmpty());
            QVERIFY2(numbers->width() >= numbers->sizeHint().width(), qPrintable(numbers->text()));
        }
    }
}

void TestScreens::roomsAreSharedStageFirst()
{
    const CentreNeeds needs{
        .text = 100, .textHeader = 30, .stage = 250, .stageHeader = 30, .charts = 160, .oneLine = 40, .gap = 8};
    QCOMPARE(needs.withCharts(), 586);
    CentreNeeds low = needs;
    low.charts = 0;
    for (int height = 200; height < 1200; height += 13) {
        const CentreRoom all = centreRoom(height, needs), two = centreRoom(height, low);
        if (height >= needs.withCharts())
            QVERIFY(all.charts >= needs.charts && all.text >= 130 && all.stage >= 280);
        QCOMPARE(two.text + two.stage + 8, height);
        QVERIFY2(two.stage >= 250 || two.text == 40, "the text has one line before the stage gives up");
        QVERIFY(!two.stageIsBare || two.textIsBare);
        if (height >= 8 + 130 + 280)
            QVERIFY(!two.textIsBare && two.text >= 130 && two.stage >= 280);
    }
}

DRAFTSCOPE_WINDOW_TEST(TestScreens)
#include "test_screens.moc"
