// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/main_window.h"

#include <utility>

#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QStatusBar>
#include <QTextDocument>

#include "gui/controls/message_bar.h"
#include "gui/controls/wheel_over_fields.h"
#include "gui/language/language.h"
#include "gui/step/setup_bar.h"
#include "gui/step/step_workspace.h"
#include "gui/window/motion_setting.h"
#include "gui/window/plain_decoding_offer.h"
#include "gui/window/projector_mode.h"
#include "gui/window/recent_files.h"
#include "gui/window/trace_saving.h"
#include "gui/window/window_keys.h"
#include "gui/window/window_look.h"
#include "gui/window/window_place.h"
#include "gui/window/workspace_frame.h"
#include "gui/window/workspace_state_keeper.h"
#include "gui/workspace/workspace.h"
#include "widgets/style/elided_label.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/label_place.h"

namespace draftscope {

namespace {

constexpr QSize firstSize{1600, 1000};

} // namespace

MainWindow::MainWindow(Navigation& navigation, Memory memory, QWidget* parent)
    : QMainWindow(parent), m_navigation(navigation), m_memory(memory), m_unstyled(std::in_place),
      m_messages(new MessageBar), m_keys(new WindowKeys(*this, *m_messages)), m_projector(new ProjectorMode(*this)),
      m_motion(new MotionSetting(memory == Memory::kept, this)),
      m_recent(new RecentFiles(memory == Memory::kept, this)),
      m_session(new WorkspaceStateKeeper(navigation, memory == Memory::kept, this)),
      m_saving(new TraceSaving(*this, navigation, memory == Memory::kept)),
      m_frame(new WorkspaceFrame(*this, *m_messages)), m_look(new WindowLook(this)), m_where(new QLabel),
      m_said(new ElidedLabel(ElidedLabel::First::end))
{
    setWindowTitle(QStringLiteral("Draftscope"));
    setAcceptDrops(true);
    new FocusRing(this);
    new WheelOverFields(this);
    setCentralWidget(m_frame);
    makeStatusBar();
    const QList<QAction*> speedActions = makeSpeedActions();
    makeWorkspaces(speedActions);
    makeMenus();
    followNavigation();
    m_unstyled.reset();
    resize(firstSize);
    if (m_memory == Memory::kept)
        recall();
    showWorkspace(*m_frame->all().front());
    m_keys->goHome();
    refresh();
}

void MainWindow::makeStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    m_said->setObjectName(QStringLiteral("sentence"));
    m_said->setTextFormat(Qt::PlainText); // a token may look like a tag
    m_where->setObjectName(QStringLiteral("where"));
    m_said->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_said->setContentsMargins(12, 3, 0, 3);
    m_where->setContentsMargins(14, 3, 14, 3);
    statusBar()->addWidget(new LabelPlace(m_said), 1);
    statusBar()->addPermanentWidget(new LabelPlace(m_where));
    connect(m_frame, &WorkspaceFrame::lowChanged, this, [this](bool isLow) {
        const int words = isLow ? 1 : 3;
        m_said->setContentsMargins(12, words, 0, words);
        m_where->setContentsMargins(14, words, 14, words);
    });
}

void MainWindow::followNavigation()
{
    connect(&m_navigation, &Navigation::shown, this, &MainWindow::refresh);
    connect(&m_navigation.player(), &Player::activityChanged, this, &MainWindow::refreshActivity);
    connect(&m_navigation, &Navigation::recordingReplaced, m_messages, &MessageBar::dismiss);
    connect(&m_navigation, &Navigation::recordingReplaced, this, &MainWindow::noteOpened);
    new PlainDecodingOffer(m_navigation, *m_messages, this); // behind what shows the problem
    connect(m_session, &WorkspaceStateKeeper::problem, m_messages, &MessageBar::showProblem);
    connect(m_projector, &ProjectorMode::changed, &m_step->setupBar(), &SetupBar::setForRoom);
    connect(m_saving, &TraceSaving::changed, this, [this] {
        refreshWords();
        refreshTitle();
    });
    connect(&m_navigation.starter(), &RunStarter::loadingProgressed, m_messages, &MessageBar::showLoading);
    connect(&m_navigation.run().computation(), &Computation::readingProgressed, m_messages, &MessageBar::showLoading);
    connect(m_messages, &MessageBar::cancelRequested, &m_navigation, [this] {
        m_navigation.player().activity() == Player::Activity::loading ? m_navigation.starter().cancelLoading()
                                                                      : m_navigation.player().pause();
    });
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return m_keys->goToTabStop(next);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::LanguageChange || !m_frame->current())
        return;
    m_frame->nameTabs();
    refresh();
    m_frame->fitNowAndSoon();
    for (Workspace* workspace : m_frame->all())
        workspace->retranslate();
}

void MainWindow::refresh()
{
    m_saving->action()->setEnabled(m_navigation.run().isThere());
    refreshWords();
    refreshTitle();
}

/// The trace or the models, and whether there are what-ifs that no trace keeps.
void MainWindow::refreshTitle()
{
    const TraceHeader& header = m_navigation.recording().header();
    const std::filesystem::path& trace = m_navigation.starter().trace();
    const bool haveOneName = header.draft && header.draft->name == header.target.name;
    const auto nameOf = [&](const ModelRecord& model) {
        return haveOneName ? model.name + ' ' + model.weightType : model.name;
    };
    const std::string what = !trace.empty() ? trace.filename().string()
        : header.draft                      ? nameOf(header.target) + " + " + nameOf(*header.draft)
                                            : header.target.name;
    const QString program = QStringLiteral("Draftscope");
    const QString title = m_navigation.run().isThere()
        ? QString::fromStdString(what) + QStringLiteral("[*] – ") + program // [*] is where Qt puts its mark
        : program;
    if (title != windowTitle())
        setWindowTitle(title);
    setWindowFilePath(QString::fromStdString(trace.string()));
    setWindowModified(m_navigation.run().changes().areUnsaved());
}

void MainWindow::refreshActivity()
{
    const auto activity = m_navigation.player().activity();
    if (activity == Player::Activity::loading) {
        m_messages->showLoading(-1, tr("Loading…"));
        return;
    }
    m_messages->loadingEnded();
}

/// Of the status bar.
void MainWindow::refreshWords()
{
    const Workspace* const shown = m_frame->current();
    if (!shown)
        return;
    const Workspace::Where where = shown->where();
    m_where->setToolTip(where.toolTip);
    m_where->setText(where.words);
    const QString sentence =
        m_saving->closesLater() ? tr("The window closes when the trace is saved.") : shown->sentence();
    m_said->setText(sentence);
    m_said->setToolTip(sentence.isEmpty() ? QString() : Qt::convertFromPlainText(sentence, Qt::WhiteSpaceNormal));
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_frame->fit();
}

// --- from one time to the next

/// Windows close before they are gone, panels that float, too: a field in there takes what has been typed, and tells
/// everybody. All of them are still there now.
MainWindow::~MainWindow()
{
    hide();
    for (QDockWidget* panel : findChildren<QDockWidget*>())
        if (panel->isFloating())
            panel->hide();
}

void MainWindow::setTheme(ThemeKind theme)
{
    m_look->setTheme(theme);
}

void MainWindow::setTextSize(double points)
{
    m_look->setTextSize(points);
}

Result<void> MainWindow::showOnly(const QStringList& panels)
{
    return m_step->showOnly(panels);
}

void MainWindow::remember()
{
    QSettings settings;
    settings.remove(QStringLiteral("window/geometry")); // of earlier versions, which kept wrong sizes
    savePlace(*this, settings);
    m_look->remember(settings);
    for (const Workspace* workspace : m_frame->all())
        workspace->remember(settings);
    m_motion->remember();
    keepLanguage();
    m_session->keep();
}

void MainWindow::recall()
{
    const QSettings settings;
    m_look->recall(settings);
    m_motion->recall();
    putInPlace(*this, savedPlace(settings), firstSize);
    for (Workspace* workspace : m_frame->all())
        workspace->recall(settings);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_navigation.player().pause();
    for (Workspace* workspace : m_frame->all())
        workspace->pause();
    if (!m_saving->mayClose()) {
        event->ignore();
        return;
    }
    m_projector->end(); // what is kept is what was there before
    if (m_memory == Memory::kept)
        remember();
    QMainWindow::closeEvent(event);
}

} // namespace draftscope
