// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/main_window.h"

#include <utility>

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QTextDocument>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/session/faults.h"
#include "gui/compare/compare_actions.h"
#include "gui/compare/compare_workspace.h"
#include "gui/controls/message_bar.h"
#include "gui/controls/rejection_switch.h"
#include "gui/controls/speed_control.h"
#include "gui/controls/wheel_over_fields.h"
#include "gui/language/engine_words.h"
#include "gui/language/language.h"
#include "gui/navigation/undo_history.h"
#include "gui/panels/setup_panel.h"
#include "gui/step/fault_bar.h"
#include "gui/step/setup_bar.h"
#include "gui/step/step_workspace.h"
#include "gui/step/time_line_of_run.h"
#include "gui/window/bookmark_actions.h"
#include "gui/window/motion_setting.h"
#include "gui/window/plain_decoding_offer.h"
#include "gui/window/projector_mode.h"
#include "gui/window/recent_files.h"
#include "gui/window/transport_actions.h"
#include "gui/window/window_keys.h"
#include "gui/window/window_place.h"
#include "gui/window/workspace_state_keeper.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/style/elided_label.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/label_place.h"
#include "widgets/text/time_line.h"
#include "widgets/words/round_words.h"

namespace draftscope {

namespace {

constexpr QSize firstSize{1600, 1000};

} // namespace

MainWindow::MainWindow(Navigation& navigation, Memory memory, QWidget* parent)
    : QMainWindow(parent), m_navigation(navigation), m_memory(memory), m_unstyled(std::in_place),
      m_workspace(new StepWorkspace(navigation)), m_messages(new MessageBar), m_fault(new FaultBar(navigation)),
      m_setupBar(new SetupBar(navigation)), m_transport(new TransportActions(navigation, this)),
      m_bookmarks(new BookmarkActions(navigation, this)), m_timeLine(new TimeLine),
      m_speed(new SpeedControl(navigation.transport(), SpeedControl::Beats::moments)), m_metrics(new MetricStrip),
      m_keys(new WindowKeys(*this, *m_workspace, *m_messages)), m_projector(new ProjectorMode(*this)),
      m_motion(new MotionSetting(memory == Memory::kept, this)),
      m_recent(new RecentFiles(memory == Memory::kept, this)),
      m_session(new WorkspaceStateKeeper(navigation, memory == Memory::kept, this)),
      m_history(new UndoHistory(navigation, this)), m_lanes(new Lanes(navigation.thread(), this)),
      m_compareActions(new CompareActions(*m_lanes, navigation, this)),
      m_compare(new CompareWorkspace(*m_lanes, *m_compareActions)),
      m_compareSpeed(new SpeedControl(m_lanes->transport(), SpeedControl::Beats::rounds)), m_pages(new QStackedWidget),
      m_tabs(new QTabBar), m_where(new QLabel), m_said(new ElidedLabel(ElidedLabel::First::end)),
      m_rejections(new RejectionSwitch(navigation)), m_themes(new QActionGroup(this)),
      m_languages(new QActionGroup(this))
{
    setWindowTitle(QStringLiteral("Draftscope"));
    setAcceptDrops(true);
    new FocusRing(this);
    new WheelOverFields(this);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_setupBar);
    layout->addWidget(m_messages);
    layout->addWidget(m_fault);
    m_workspace->setPassingBars({m_messages, m_fault});
    m_pages->addWidget(m_workspace);
    m_pages->addWidget(m_compare);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_timeLine);
    setCentralWidget(centre);
    makeMenus();
    makeToolBar();
    makeCompareToolBar();
    makeWorkspaceTabs();
    new TimeLineOfRun(navigation, *m_timeLine, this);
    connect(m_timeLine, &TimeLine::menuRequested, this, [this](QPoint at) {
        QMenu* menu = m_bookmarks->makeMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(at);
    });
    statusBar()->setSizeGripEnabled(false);
    m_said->setObjectName(QStringLiteral("sentence"));
    m_said->setTextFormat(Qt::PlainText); // a token may look like a tag
    m_where->setObjectName(QStringLiteral("where"));
    m_said->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_said->setContentsMargins(12, 3, 0, 3);
    m_where->setContentsMargins(14, 3, 14, 3);
    statusBar()->addWidget(new LabelPlace(m_said), 1);
    statusBar()->addWidget(m_rejections);
    statusBar()->addPermanentWidget(new LabelPlace(m_where));

    connect(&navigation, &Navigation::shown, this, &MainWindow::refresh);
    connect(&navigation, &Navigation::speedChanged, this, &MainWindow::refreshMetrics);
    connect(&navigation, &Navigation::activityChanged, this, &MainWindow::refreshActivity);
    connect(&navigation, &Navigation::recordingReplaced, m_messages, &MessageBar::dismiss);
    connect(&navigation, &Navigation::recordingReplaced, this, &MainWindow::noteOpened);
    connect(&navigation, &Navigation::failed, m_messages, &MessageBar::showProblem);
    new PlainDecodingOffer(navigation, *m_messages, this); // behind what shows the problem
    connect(m_session, &WorkspaceStateKeeper::problem, m_messages, &MessageBar::showProblem);
    connect(&navigation, &Navigation::sentenceChanged, this, &MainWindow::refreshSentence);
    connect(m_projector, &ProjectorMode::changed, m_setupBar, &SetupBar::setForRoom);
    connect(m_setupBar, &SetupBar::fieldWanted, m_workspace->findChild<SetupPanel*>(), &SetupPanel::goToField);
    connect(&navigation, &Navigation::whatIfsWouldBeLost, this, &MainWindow::askToSave);
    connect(&navigation, &Navigation::saveEnded, this, [this](bool isSaved) {
        if (!isSaved)
            m_afterSaving = nullptr;
        m_closesAfterSaving &= isSaved && m_navigation.isSaving();
        refreshSentence();
        refreshTitle();
        if (m_navigation.isSaving())
            return;
        if (const auto goOn = std::exchange(m_afterSaving, nullptr))
            goOn();
    });
    for (const auto signal : {&Navigation::loadingProgressed, &Navigation::readingProgressed})
        connect(&navigation, signal, m_messages, &MessageBar::showLoading);
    connect(m_messages, &MessageBar::cancelRequested, &navigation, [&navigation] {
        navigation.activity() == Navigation::Activity::loading ? navigation.cancelLoading() : navigation.pause();
    });
    m_unstyled.reset();
    resize(firstSize);
    if (m_memory == Memory::kept)
        recall();
    m_keys->goHome();
    navigation.setDecodesFreely(true);
    refresh();
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return m_keys->goToTabStop(next);
}

void MainWindow::makeToolBar()
{
    auto* bar = m_toolBar = new QToolBar(tr("Transport"));
    bar->setObjectName(QStringLiteral("transport"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(m_transport->restart);
    bar->addSeparator();
    for (QAction* action : {m_transport->previousRound, m_transport->previousMoment, m_transport->play,
                            m_transport->nextMoment, m_transport->nextRound, m_transport->toStop})
        bar->addAction(action);
    QWidget* play = bar->widgetForAction(m_transport->play);
    play->setObjectName(QStringLiteral("play"));
    for (QAction* action : bar->actions())
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action)))
            button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    bar->addSeparator();
    bar->addWidget(m_speed);
    bar->addWidget(m_metrics);
    addToolBar(bar);
}

/// The same width for both words of the buttons.
void MainWindow::fitPlay()
{
    for (QWidget* play :
         {m_toolBar->widgetForAction(m_transport->play), m_compareToolBar->widgetForAction(m_compareActions->play)}) {
        const QFontMetrics metrics = play->fontMetrics();
        play->setMinimumWidth(30
                              + std::max(metrics.horizontalAdvance(TransportActions::wordForPlay()),
                                         metrics.horizontalAdvance(TransportActions::wordForPause())));
    }
}

/// In a low window the bars leave their room to the stage.
void MainWindow::fitHeight()
{
    constexpr double lowest = 37; // lines
    const bool isLow = height() < lowest * QFontMetricsF(Theme::barFont()).height();
    if (std::exchange(m_isLow, isLow) == isLow)
        return;
    for (QWidget* bar : {static_cast<QWidget*>(menuBar()), static_cast<QWidget*>(m_toolBar),
                         static_cast<QWidget*>(m_compareToolBar)}) {
        bar->setProperty("isLow", isLow);
        bar->style()->polish(bar);
        bar->updateGeometry();
    }
    const int words = isLow ? 1 : 3;
    m_workspace->setLow(isLow);
    m_timeLine->setLow(isLow);
    m_setupBar->setLow(isLow);
    m_said->setContentsMargins(12, words, 0, words);
    m_where->setContentsMargins(14, words, 14, words);
}

/// Called after the language or the size of letters has changed. It fits the tool bars at once, and again when every
/// button has its new words and font.
void MainWindow::fitToolBars()
{
    const auto fit = [this] {
        fitHeight();
        fitPlay();
        fitSpeed();
        fitCompareToolBar();
    };
    fit();
    QMetaObject::invokeMethod(this, fit, Qt::QueuedConnection);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::LanguageChange || !m_compareToolBar)
        return;
    refresh();
    refreshSentence();
    fitToolBars();
    emit m_navigation.bookmarksChanged(); // the marks of the time line have words, too
}

void MainWindow::refresh()
{
    const TraceHeader& header = m_navigation.recording().header();
    const bool hasRecording = m_navigation.hasRecording();
    if (m_saveTrace)
        m_saveTrace->setEnabled(hasRecording);
    m_metrics->setBackend(QString::fromStdString(header.backend));
    const Metrics& metrics = m_navigation.metrics();
    m_metrics->setChosen(metrics.chosen(), metrics.judged());
    refreshMetrics();
    refreshWhere();
    refreshTitle();
}

/// The trace or the models, and whether there are what-ifs that no trace keeps.
void MainWindow::refreshTitle()
{
    const TraceHeader& header = m_navigation.recording().header();
    const std::filesystem::path& trace = m_navigation.trace();
    const bool haveOneName = header.draft && header.draft->name == header.target.name;
    const auto nameOf = [&](const ModelRecord& model) {
        return haveOneName ? model.name + ' ' + model.weightType : model.name;
    };
    const std::string what = !trace.empty() ? trace.filename().string()
        : header.draft                      ? nameOf(header.target) + " + " + nameOf(*header.draft)
                                            : header.target.name;
    const QString program = QStringLiteral("Draftscope");
    const QString title = m_navigation.hasRecording()
        ? QString::fromStdString(what) + QStringLiteral("[*] – ") + program // [*] is where Qt puts its mark
        : program;
    if (title != windowTitle())
        setWindowTitle(title);
    setWindowFilePath(QString::fromStdString(trace.string()));
    setWindowModified(m_navigation.hasUnsavedWhatIfs());
}

void MainWindow::refreshMetrics()
{
    const SpeedFigures figures = m_navigation.speedFigures();
    m_metrics->setWhyNoSpeedUp(figures.whyNone);
    m_metrics->setMetrics(figures.metrics.tokensPerStep(), figures.speed.measuredSpeedUp,
                          figures.metrics.acceptanceRate());
}

void MainWindow::refreshWhere()
{
    if (m_shown == Workspace::compare) {
        m_where->setToolTip({});
        m_where->setText(whereInCompare());
        return;
    }
    const TraceHeader& header = m_navigation.recording().header();
    const bool hasRecording = m_navigation.hasRecording();
    const Position at = m_navigation.position();
    const auto& round = m_navigation.round();
    QString where = !hasRecording ? QString()
        : m_navigation.isBatch()  ? whereInBatch()
        : !round || at.moment == 0
        ? tr("Before round %1").arg(at.round + 1)
        : tr("Round %1 · %2")
              .arg(at.round + 1)
              .arg(nameOf(
                  round->moments.back(), round->moments, m_navigation.playhead().drafts(),
                  nodeName(*round, round->moments.back(), m_navigation.recording(), m_navigation.playhead().drafts())));
    if (m_navigation.recording().branches().size() > 1)
        where += tr(" · branch %1").arg(at.branch);
    if (hasRecording && !header.fault.empty())
        where += tr(" · broken on purpose (%1), not lossless").arg(QString::fromStdString(header.fault));
    m_where->setToolTip(hasRecording ? engineWords(faultSentence(header.fault)) : QString());
    m_where->setText(where);
}

QString MainWindow::whereInBatch() const
{
    const Playhead& playhead = m_navigation.playhead();
    const Position at = playhead.shared();
    const std::vector<Moment> all =
        at.moment > 0 ? playhead.recordings().moments(at.branch, at.round) : std::vector<Moment>();
    const QString where = at.moment == 0
        ? tr("Before round %1").arg(at.round + 1)
        : tr("Round %1 · %2")
              .arg(at.round + 1)
              .arg(nameOf(all[std::size_t(at.moment) - 1], {all.begin(), all.begin() + at.moment}, playhead.drafts()));
    const Recordings& sequences = playhead.recordings();
    const int first = sequences.firstRound(sequences.currentSequence());
    return where + tr(" · sequence %1 of %2").arg(sequences.currentSequence() + 1).arg(sequences.count())
        + (first > 0 ? tr(", which began in round %1").arg(first + 1) : QString());
}

void MainWindow::refreshActivity()
{
    const auto activity = m_navigation.activity();
    if (activity == Navigation::Activity::loading) {
        m_messages->showLoading(-1, tr("Loading…"));
        return;
    }
    m_messages->loadingEnded();
}

void MainWindow::refreshSentence()
{
    const QString sentence = m_closesAfterSaving ? tr("The window closes when the trace is saved.")
        : m_shown == Workspace::compare          ? sentenceOfCompare()
                                                 : m_navigation.sentence();
    m_said->setText(sentence);
    m_said->setToolTip(sentence.isEmpty() ? QString() : Qt::convertFromPlainText(sentence, Qt::WhiteSpaceNormal));
}

/// The numbers need their room more than the speed's words and those of the buttons do.
void MainWindow::fitSpeed()
{
    const auto needed = [this] {
        for (QLayout* layout : {m_speed->layout(), m_toolBar->layout()}) // they would find out later
            layout->invalidate();
        return m_toolBar->sizeHint().width() - m_metrics->sizeHint().width() + m_metrics->widthOfAll();
    };
    m_transport->setShort(false);
    m_speed->setCompact(false);
    m_speed->setCompact(needed() > width());
    m_transport->setShort(needed() > width());
    // Last, its slider: keys and the menu Run say the speed, too.
    for (QAction* action : m_toolBar->actions())
        if (m_toolBar->widgetForAction(action) == m_speed) {
            action->setVisible(true);
            action->setVisible(
                m_toolBar->sizeHint().width() - m_metrics->sizeHint().width() + m_metrics->widthOfNumbers() <= width());
        }
    for (QAction* action : m_toolBar->actions()) // signs say nothing to whoever does not see them
        if (QWidget* button = m_toolBar->widgetForAction(action); button && action != m_transport->play)
            button->setAccessibleName(action->text());
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    fitHeight();
    fitSpeed();
    fitCompareToolBar();
}

void MainWindow::setTheme(ThemeKind theme)
{
    m_theme = theme;
    Theme::apply(*qApp, m_theme, m_textSize, m_viewScale);
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toInt() == int(theme));
}

void MainWindow::setTextSize(double points)
{
    m_textSize = std::clamp(points, smallestText, largestText);
    Theme::apply(*qApp, m_theme, m_textSize, m_viewScale);
    fitToolBars();
}

void MainWindow::setViewScale(double scale)
{
    if (scale == m_viewScale)
        return;
    m_viewScale = scale;
    Theme::apply(*qApp, m_theme, m_textSize, m_viewScale);
}

// --- from one time to the next

/// Windows close before they are gone, panels that float, too: a field in there takes what has been typed, and tells
/// everybody. All of them are still there now.
MainWindow::~MainWindow()
{
    hide();
    for (DockPanel* panel : m_workspace->panels())
        if (panel->isFloating())
            panel->hide();
}

Result<void> MainWindow::showOnly(const QStringList& panels)
{
    auto shown = m_workspace->showOnly(panels);
    if (shown)
        m_keepsLayout = false;
    return shown;
}

void MainWindow::remember()
{
    QSettings settings;
    for (const char* old : {"window/geometry", "step/layout"}) // of earlier versions, which kept wrong sizes
        settings.remove(QLatin1String(old));
    savePlace(*this, settings);
    if (m_keepsLayout)
        settings.setValue(QStringLiteral("step/panels"), m_workspace->saveLayout());
    settings.setValue(QStringLiteral("theme"), int(m_theme));
    settings.setValue(QStringLiteral("textSize"), m_textSize);
    settings.setValue(QStringLiteral("compare/lock"), int(m_lanes->lock()));
    settings.setValue(QStringLiteral("setup/allFields"), m_workspace->findChild<SetupPanel*>()->showsAllFields());
    settings.setValue(QStringLiteral("play/stopsAtRejections"), m_navigation.stopConditions().onRejection);
    m_motion->remember();
    keepLanguage();
    m_session->keep();
}

void MainWindow::recall()
{
    const QSettings settings;
    m_textSize =
        std::clamp(settings.value(QStringLiteral("textSize"), m_textSize).toDouble(), smallestText, largestText);
    setTheme(
        ThemeKind(std::clamp(settings.value(QStringLiteral("theme"), 0).toInt(), 0, int(ThemeKind::highContrast))));
    m_workspace->findChild<SetupPanel*>()->showAllFields(
        settings.value(QStringLiteral("setup/allFields"), false).toBool());
    StopConditions stops = m_navigation.stopConditions();
    stops.onRejection = settings.value(QStringLiteral("play/stopsAtRejections"), stops.onRejection).toBool();
    m_navigation.setStopConditions(stops);
    m_motion->recall();
    m_lanes->setLock(LaneLock(std::clamp(settings.value(QStringLiteral("compare/lock"), 0).toInt(), 0, 2)));
    putInPlace(*this, savedPlace(settings), firstSize);
    m_workspace->restoreLayout(settings.value(QStringLiteral("step/panels")).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_navigation.pause();
    m_lanes->pause();
    const bool discards = std::exchange(m_discards, false);
    if (m_navigation.isSaving()) { // not in the middle of it, and a failure must be seen
        m_afterSaving = [this] { close(); };
        m_closesAfterSaving = true;
        refreshSentence();
        event->ignore();
        return;
    }
    if (m_navigation.hasUnsavedWhatIfs() && !discards) {
        const auto discard = [this] {
            m_discards = true;
            close();
        };
        askToSave(discard, [this] { close(); });
        event->ignore();
        return;
    }
    m_projector->end(); // what is kept is what was there before
    if (m_memory == Memory::kept)
        remember();
    QMainWindow::closeEvent(event);
}

} // namespace draftscope
