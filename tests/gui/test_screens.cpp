// SPDX-License-Identifier: MIT
// The window on the screens that people have: the stage with all its rows and its sentence is the last thing to shrink.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QProcess>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTabBar>
#include <QToolBar>

#include "gui/centre_room.h"
#include "gui/language.h"
#include "gui/projector_mode.h"
#include "gui/tab_order.h"
#include "tests/test_main.h"
#include "widgets/distribution_view.h"
#include "widgets/sentence_strip.h"
#include "widgets/stage_view.h"
#include "widgets/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

enum class Room { usual, projector };

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
        navigation.setDecodesFreely(false);
        navigation.setStopConditions({.onRejection = true});
        return start() && rounds(2) && await([this] { navigation.continueToStop(); }) && step();
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
    void cleanup()
    {
        setLanguage(Language::english);
        Theme::apply(*qApp, ThemeKind::light);
    }
    void theStageIsWhole_data();
    void theStageIsWhole();
};

void TestScreens::theStageIsWhole_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<ThemeKind>("theme");
    QTest::addColumn<Room>("room");
    for (const Language language : {Language::english, Language::german})
        for (const Room room : {Room::usual, Room::projector})
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
    QVERIFY(run.navigation.round()->draw && run.navigation.round()->draw->source == TokenSource::residual);
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
        const int drawn = run.navigation.nodeInQuestion();
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
    for (const QString& line : wrong)
        qWarning().noquote() << line; // Qt Test cuts long messages
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
}

DRAFTSCOPE_WINDOW_TEST(TestScreens)
#include "test_screens.moc"
