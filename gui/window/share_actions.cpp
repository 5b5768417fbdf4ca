// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/share_actions.h"

#include <algorithm>

#include <QAction>
#include <QFileDialog>
#include <QMenu>
#include <QTimer>

#include "gui/export/file_names.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "gui/share/animation_dialog.h"
#include "gui/share/handout_dialog.h"
#include "gui/window/main_window.h"
#include "gui/window/open_file.h"
#include "widgets/style/number_text.h"

namespace draftscope {

namespace {

/// As its trace would be called, with another ending.
QString nameForShared(const Navigation& navigation, const QString& ending)
{
    const RunSetup& running = navigation.run().setup();
    const TraceHeader& header = navigation.recording().header();
    const bool isOfTrace = !navigation.starter().trace().empty() || running.batch.isBatch();
    return nameForTrace(header, isOfTrace ? header.prompt : running.prompt).remove(QStringLiteral(".trace.jsonl.zst"))
        + ending;
}

} // namespace

std::vector<WebPageSequence> webPageSequencesOf(const Navigation& navigation)
{
    const Recordings& all = navigation.run().recordings();
    if (!all.isBatch())
        return {{&all.current(), navigation.playhead().position().branch, 0, navigation.bookmarks().all()}};
    std::vector<WebPageSequence> sequences;
    for (int i = 0; i < all.count(); ++i)
        if (all.firstRound(i) >= 0)
            sequences.push_back({&all.of(i), 0, all.firstRound(i)});
    return sequences;
}

ShareActions::ShareActions(MainWindow& window, Navigation& navigation, bool isKept)
    : QObject(&window), webPage(new QAction(tr("One &web page…"), this)),
      animation(new QAction(tr("&Animation…"), this)), handout(new QAction(tr("&Handout…"), this)),
      saveScene(new QAction(tr("Save sc&ene…"), this)), m_navigation(navigation), m_isKept(isKept), m_window(window)
{
    webPage->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_W);
    webPage->setToolTip(tr("The run as a file for a browser, in which it is stepped through"));
    animation->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    animation->setToolTip(tr("A round or the whole run as a moving picture for slides"));
    handout->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_H);
    handout->setToolTip(tr("A lesson on paper, with its pictures and answers"));
    saveScene->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_S);
    saveScene->setToolTip(tr("Run, moment, panels and looks, to be opened again just so"));
    connect(webPage, &QAction::triggered, this, &ShareActions::askForWebPage);
    connect(animation, &QAction::triggered, this, &ShareActions::askForAnimation);
    connect(handout, &QAction::triggered, this, &ShareActions::askForHandout);
    connect(saveScene, &QAction::triggered, this, &ShareActions::askForScene);
    connect(&navigation, &Navigation::shown, this, &ShareActions::refresh);
    connect(&navigation.player(), &Player::activityChanged, this, &ShareActions::refresh);
    connect(&navigation, &Navigation::recordingReplaced, this, [this] {
        m_arriving = std::exchange(m_begun, {});
        if (m_arriving && !isShown(*m_arriving)) // it was refused or could not be loaded, and this is another one
            m_arriving.reset();
        if (m_arriving)
            QTimer::singleShot(0, this, &ShareActions::goToMoment); // when all is said of the run
    });
    connect(&navigation.starter(), &RunStarter::loadingGivenUp, this, [this] { m_begun.reset(); });
    refresh();
}

void ShareActions::fill(QMenu& menu)
{
    menu.addActions({webPage, animation, handout});
    menu.setToolTipsVisible(true);
}

void ShareActions::refresh()
{
    const bool isThere = m_navigation.run().isThere()
        && m_navigation.recording().roundCount(m_navigation.playhead().position().branch) > 0;
    webPage->setEnabled(isThere);
    animation->setEnabled(isThere);
    saveScene->setEnabled(m_navigation.run().isThere());
}

void ShareActions::askForFile(const QString& title, const QString& filter, const QString& ending,
                              const std::function<void(const std::filesystem::path&)>& then, QWidget* parent,
                              const QString& name)
{
    auto* dialog = new QFileDialog(parent ? parent : &m_window, title, lastFolder(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(ending.mid(1));
    dialog->selectFile(freeNameIn(lastFolder(), name.isEmpty() ? nameForShared(m_navigation, ending) : name));
    connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString& path) {
        noteFolderOf(path, m_isKept);
        then(path.toStdString());
    });
    dialog->open();
}

void ShareActions::askForWebPage()
{
    m_navigation.player().pause();
    askForFile(tr("Save the run as one web page"), tr("Web pages (*.html)"), QStringLiteral(".html"),
               [this](const std::filesystem::path& path) { saveWebPage(path); });
}

void ShareActions::saveWebPage(const std::filesystem::path& path)
{
    const std::vector<WebPageSequence> sequences = webPageSequencesOf(m_navigation);
    const auto current = std::ranges::find(sequences, &m_navigation.recording(), &WebPageSequence::recording);
    WebPageOptions options{.language = numberStyle() == NumberStyle::german ? "de" : "en",
                           .at = m_navigation.playhead().position()};
    if (current != sequences.end())
        options.sequence = int(current - sequences.begin());
    const auto saved = draftscope::saveWebPage(path, sequences, options);
    if (saved)
        emit done(tr("The run is in %1: open it with a browser.").arg(QString::fromStdString(path.string())));
    else
        emit failed(engineWords(saved.error()));
}

void ShareActions::askForHandout()
{
    auto* dialog = new HandoutDialog(m_navigation.thread().backend(), &m_window);
    connect(dialog, &HandoutDialog::made, this, &ShareActions::done);
    connect(dialog, &HandoutDialog::failed, this, &ShareActions::failed);
    connect(dialog, &HandoutDialog::fileWanted, this, [this, dialog](const QString& name) {
        askForFile(
            tr("Save the handout"), tr("PDF (*.pdf)"), QStringLiteral(".pdf"),
            [dialog](const std::filesystem::path& path) { dialog->make(path); }, dialog, name);
    });
    dialog->open();
}

void ShareActions::askForAnimation()
{
    m_navigation.player().pause();
    auto* dialog = new AnimationDialog(m_navigation, &m_window);
    connect(dialog, &AnimationDialog::made, this, &ShareActions::done);
    connect(dialog, &AnimationDialog::failed, this, &ShareActions::failed);
    connect(dialog, &AnimationDialog::fileWanted, this, [this, dialog] {
        askForFile(
            tr("Save the animation"), tr("Animated pictures (*.webp)"), QStringLiteral(".webp"),
            [dialog](const std::filesystem::path& path) { dialog->make(path); }, dialog);
    });
    dialog->open();
}

} // namespace draftscope
