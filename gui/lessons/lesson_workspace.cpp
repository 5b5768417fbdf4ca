// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_workspace.h"

#include <algorithm>

#include <QAction>
#include <QDesktopServices>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>
#include <QUrl>

#include "engine/lessons/lesson_files.h"
#include "gui/controls/message_bar.h"
#include "gui/language/engine_words.h"
#include "gui/language/language.h"
#include "gui/lessons/glossary_window.h"
#include "gui/lessons/lesson_list.h"
#include "gui/lessons/lesson_page_widget.h"
#include "gui/lessons/lesson_return_bar.h"
#include "gui/lessons/lesson_setups.h"
#include "gui/lessons/lesson_sheet.h"
#include "gui/lessons/lesson_steps_strip.h"
#include "gui/lessons/lesson_views.h"
#include "gui/lessons/lesson_words.h"
#include "gui/lessons/question_card.h"
#include "gui/playback/moment_name.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

LessonWorkspace::LessonWorkspace(const WorkspaceSurroundings& surroundings)
    : m_surroundings(surroundings), m_navigation(new Navigation(surroundings.navigation.thread(), this)),
      m_driver(new LessonDriver(*m_navigation, this)), m_page(new LessonPageWidget(*m_driver)),
      m_return(new LessonReturnBar), m_strip(new LessonStepsStrip), m_hint(new QLabel)
{
    // In the lesson's time: a lecturer does not wait half a minute for a figure.
    m_navigation->speedOfRun().setRule({.halfWidth = 0.05, .leastLaps = 8, .leastSeconds = 2, .mostSeconds = 8});
    makeActions();
    makeToolBar();
    m_film.setSingleShot(true);
    connect(&m_film, &QTimer::timeout, this, &LessonWorkspace::arriveInFilm);
    connect(m_driver, &LessonDriver::stepChanged, this, &LessonWorkspace::refresh);
    connect(m_driver, &LessonDriver::readyChanged, this, &LessonWorkspace::refresh);
    connect(&m_driver->answers(), &LessonAnswers::changed, this, &LessonWorkspace::refresh);
    connect(m_driver, &LessonDriver::doneChanged, this, &LessonWorkspace::refreshDone);
    connect(m_navigation, &Navigation::shown, this, &Workspace::wordsChanged);
    connect(&m_navigation->starter(), &RunStarter::loadingProgressed, &surroundings.messages, &MessageBar::showLoading);
    connect(m_navigation, &Navigation::recordingReplaced, &surroundings.messages, &MessageBar::loadingEnded);
    connect(&m_page->views(), &LessonViews::clicked, &m_driver->answers(), &LessonAnswers::click);
    connect(&m_page->sheet(), &LessonSheet::linkActivated, this, &LessonWorkspace::follow);
    connect(&m_page->sheet(), &LessonSheet::linkHovered, this, &LessonWorkspace::hover);
    connect(&m_page->list(), &LessonList::lessonWanted, this,
            [this](int lesson) { showLesson(m_page->list().lessons()[std::size_t(lesson)], 0); });
    connect(&m_page->list(), &LessonList::filmWanted, this, [this] { playFilm(false); });
    connect(&m_page->list(), &LessonList::fileWanted, this, &LessonWorkspace::fileWanted);
    connect(m_return, &LessonReturnBar::returnWanted, this, &Workspace::wanted);
    connect(m_strip, &LessonStepsStrip::stepClicked, m_driver, &LessonDriver::goTo);
}

LessonWorkspace::~LessonWorkspace() = default;

QString LessonWorkspace::title() const
{
    return tr("Lessons");
}

QString LessonWorkspace::toolTip() const
{
    return tr("The method, step by step, on a live run");
}

QWidget& LessonWorkspace::page()
{
    return *m_page;
}

Workspace::Bars LessonWorkspace::bars()
{
    return {.tools = {m_toolBar}};
}

LessonLanguage LessonWorkspace::language() const
{
    return numberStyle() == NumberStyle::german ? LessonLanguage::german : LessonLanguage::english;
}

void LessonWorkspace::makeActions()
{
    const auto make = [this](const QList<QKeySequence>& keys, auto does) {
        auto* action = new QAction(this);
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, this, does);
        m_page->addAction(action);
        return action;
    };
    // What presenters send, and what Step has for going on and back.
    m_actions.next =
        make({Qt::Key_PageDown, Qt::Key_Space, Qt::Key_Right, Qt::Key_Down, Qt::Key_N}, &LessonWorkspace::goOn);
    m_actions.back = make({Qt::Key_PageUp, Qt::SHIFT | Qt::Key_Space, Qt::Key_Left, Qt::Key_Up, Qt::Key_P},
                          &LessonWorkspace::goBack);
    m_actions.first = make({Qt::Key_Home}, [this] { m_driver->goTo(0); });
    m_actions.last = make({Qt::Key_End}, [this] { m_driver->goTo(m_driver->stepCount() - 1); });
    m_actions.tryIt = make({Qt::Key_T}, &LessonWorkspace::tryIt);
    m_actions.projector = make({}, &LessonWorkspace::projectorWanted);
    m_actions.open = make({}, &LessonWorkspace::fileWanted);
    m_actions.playFilm = make({}, [this] { playFilm(false); });
    m_actions.glossary = make({}, [this] { showGlossary(); });
    m_actions.forget = make({}, [this] {
        m_progress.forget();
        m_driver->setDone({});
        refreshDone();
    });
    for (int choice = 0; choice < 9; ++choice)
        m_actions.choices.push_back(make({Qt::Key(Qt::Key_1 + choice)}, [this, choice] {
            for (QuestionCard* card : m_page->sheet().cards())
                if (card->question() == m_driver->answers().openQuestion())
                    card->chooseByKey(choice);
        }));
    for (std::size_t choice = 0; choice < m_actions.choices.size(); ++choice)
        m_actions.choices[choice]->setText(QString::number(choice + 1));
    refreshWords();
}

void LessonWorkspace::makeToolBar()
{
    m_toolBar = new QToolBar(tr("Steps of the lesson"));
    m_toolBar->setObjectName(QStringLiteral("lessonTransport"));
    m_toolBar->setMovable(false);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_toolBar->addActions({m_actions.back, m_actions.next});
    m_toolBar->widgetForAction(m_actions.next)->setObjectName(QStringLiteral("play"));
    m_hint->setObjectName(QStringLiteral("muted"));
    m_hint->setContentsMargins(8, 0, 14, 0);
    m_hintAction = m_toolBar->addWidget(m_hint);
    m_toolBar->addWidget(m_strip);
    auto* room = new QWidget;
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(room);
    m_toolBar->addActions({m_actions.tryIt, m_actions.projector});
    for (QAction* action : m_toolBar->actions())
        if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(action)))
            button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the lesson
}

void LessonWorkspace::addMenus(QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&Lessons"));
    menu->addActions({m_actions.next, m_actions.back, m_actions.first, m_actions.last});
    menu->addSeparator();
    menu->addAction(m_actions.tryIt);
    menu->addSeparator();
    m_list = menu->addMenu(tr("The lessons"));
    connect(m_list, &QMenu::aboutToShow, this, &LessonWorkspace::loadList);
    menu->addActions({m_actions.playFilm, m_actions.open});
    menu->addSeparator();
    menu->addActions({m_actions.glossary, m_actions.forget});
}

void LessonWorkspace::refreshWords()
{
    m_actions.next->setText(tr("Next ▶"));
    m_actions.next->setToolTip(tr("Next step; first the answer, where a question is open (Page Down)"));
    m_actions.back->setText(tr("◀ Back"));
    m_actions.back->setToolTip(tr("The step before (Page Up)"));
    m_actions.first->setText(tr("First step"));
    m_actions.last->setText(tr("Last step"));
    m_actions.tryIt->setText(tr("Let me try"));
    m_actions.tryIt->setToolTip(tr("Opens this very decode in Step, at this moment (T)"));
    m_actions.projector->setText(tr("Projector"));
    m_actions.projector->setToolTip(tr("Large letters for a room (F11)"));
    m_actions.open->setText(tr("Open a lesson…"));
    m_actions.playFilm->setText(tr("In 60 seconds"));
    m_actions.glossary->setText(tr("Glossary…"));
    m_actions.forget->setText(tr("Forget what is done"));
    m_hint->setText(tr("Page Down, or a presenter's button"));
}

void LessonWorkspace::retranslate()
{
    refreshWords();
    m_isListed = false;
    if (!m_isInSight)
        return;
    loadList();
    // The lesson goes on in the other language, where it has that.
    if (!m_driver->isOpen() || m_driver->lesson().language == language())
        return;
    if (const auto file = lessonFile(m_driver->lesson().name, language()))
        if (auto lesson = readLesson(*file); lesson && lesson->language == language())
            showLesson(std::move(*lesson), m_driver->step());
}

void LessonWorkspace::loadList()
{
    if (std::exchange(m_isListed, true))
        return;
    auto lessons = shippedLessons(language());
    if (!lessons) {
        emit failed(engineSentence(lessons.error()));
        return;
    }
    if (m_list) {
        m_list->clear();
        for (const Lesson& lesson : *lessons)
            m_list->addAction(qtText(lesson.title), this, [this, lesson] {
                emit wanted();
                showLesson(lesson, 0);
            });
    }
    m_page->list().setLessons(std::move(*lessons), lessonFile(playedLesson, language()).has_value());
    refreshDone();
}

void LessonWorkspace::setInSight(bool on)
{
    m_isInSight = on;
    for (QAction* action : {m_actions.next, m_actions.back, m_actions.first, m_actions.last, m_actions.tryIt})
        action->setEnabled(on);
    for (QAction* action : m_actions.choices)
        action->setEnabled(on);
    if (!on) {
        m_driver->rest();
        return;
    }
    m_return->hide();
    loadList();
    m_driver->wake();
    if (!m_driver->isOpen() && !m_page->list().lessons().empty())
        showLesson(m_page->list().lessons().front(), 0);
    refresh();
}

void LessonWorkspace::pause()
{
    m_film.stop();
    m_driver->rest();
}

void LessonWorkspace::showLesson(Lesson lesson, int step)
{
    const std::string name = lesson.name;
    m_film.stop();
    m_driver->open(std::move(lesson), step);
    m_driver->setDone(m_progress.of(name));
    m_page->list().setCurrentLesson(name);
}

Result<void> LessonWorkspace::open(const std::string& nameOrPath, int step)
{
    const auto file = lessonFile(nameOrPath, language());
    if (!file)
        return tl::unexpected(file.error());
    auto lesson = readLesson(*file);
    if (!lesson)
        return tl::unexpected(lesson.error());
    if (step >= int(lesson->steps.size()))
        return fail("The lesson {} has {} steps: there is no step {}.", lesson->name, lesson->steps.size(), step + 1);
    showLesson(std::move(*lesson), step);
    emit wanted();
    return {};
}

void LessonWorkspace::playFilm(bool again)
{
    const auto file = lessonFile(playedLesson, language());
    auto lesson = file ? readLesson(*file) : tl::unexpected(file.error());
    if (!lesson) {
        emit failed(engineSentence(lesson.error()));
        return;
    }
    showLesson(std::move(*lesson), 0);
    m_playsAgain = again;
    emit wanted();
    m_film.start(int(1000 * m_driver->current().seconds));
}

/// The time of a step is over.
void LessonWorkspace::arriveInFilm()
{
    if (!m_driver->problem().isEmpty())
        return;                 // which the page says
    if (!m_driver->isReady()) { // its run is not there yet
        m_film.start(200);
        return;
    }
    for (std::size_t i = 0; i < m_driver->current().questions().size() && m_driver->answers().openQuestion() >= 0; ++i)
        m_driver->answers().reveal(m_driver->answers().openQuestion());
    if (m_driver->step() + 1 < m_driver->stepCount())
        m_driver->next();
    else if (m_playsAgain)
        m_driver->goTo(0);
    else
        return;
    m_film.start(int(1000 * m_driver->current().seconds));
}

void LessonWorkspace::goOn()
{
    if (!m_driver->isOpen())
        return; // no lesson came with the program
    const bool plays = m_film.isActive();
    if (!m_driver->next())
        showNextLesson();
    if (plays)
        m_film.start(int(1000 * m_driver->current().seconds));
}

/// Behind its last step: the presenter's button leads on to the next lesson.
void LessonWorkspace::showNextLesson()
{
    const std::vector<Lesson>& lessons = m_page->list().lessons();
    const auto here = std::ranges::find(lessons, m_driver->lesson().name, &Lesson::name);
    if (here != lessons.end() && here + 1 != lessons.end())
        showLesson(*(here + 1), 0);
}

void LessonWorkspace::goBack()
{
    m_film.stop();
    m_driver->previous();
}

void LessonWorkspace::tryIt()
{
    if (!m_driver->isReady())
        return;
    const FilledText toTry = fill(m_driver->current().toTry, m_driver->asked()).value_or(FilledText());
    m_return->offer(inQuotes(qtText(m_driver->lesson().title)), plainWords(toTry, &m_driver->asked().recording()));
    emit stepWanted(m_navigation->run().setup(), m_navigation->playhead().shared());
}

void LessonWorkspace::follow(const QString& address)
{
    if (address.startsWith(QLatin1String("glossary:"))) {
        showGlossary(QUrl::fromPercentEncoding(address.mid(9).toUtf8()));
    } else if (address.startsWith(QLatin1String("lesson:"))) {
        const LessonAddress wanted = lessonAddress(address.mid(7).toStdString());
        if (const auto opened = open(wanted.file, wanted.step - 1); !opened)
            emit failed(engineSentence(opened.error()));
    } else if (address.startsWith(QLatin1String("lesson-try:"))) {
        tryIt();
    } else if (address.startsWith(QLatin1String("https://"))) {
        QDesktopServices::openUrl(QUrl(address));
    }
}

void LessonWorkspace::hover(const QString& address, QPoint at)
{
    if (address.startsWith(QLatin1String("glossary:")))
        QToolTip::showText(at, GlossaryWindow::htmlOf(QUrl::fromPercentEncoding(address.mid(9).toUtf8())), m_page);
    else
        QToolTip::showText(at, address.startsWith(QLatin1String("https://")) ? address : QString(), m_page);
}

void LessonWorkspace::showGlossary(const QString& term)
{
    if (!m_glossaryWindow) {
        m_glossaryWindow = new GlossaryWindow(&m_surroundings.window);
        connect(m_glossaryWindow, &GlossaryWindow::lessonWanted, this, &LessonWorkspace::follow);
    }
    m_glossaryWindow->showTerm(term);
}

void LessonWorkspace::setForRoom(bool on)
{
    m_page->setForRoom(on);
    m_isForRoom = on;
    fitToolBars(m_surroundings.window.width());
}

void LessonWorkspace::refresh()
{
    m_strip->setSteps(m_driver->step(), m_driver->stepCount());
    m_actions.back->setEnabled(m_isInSight && m_driver->step() > 0);
    m_actions.tryIt->setEnabled(m_isInSight && m_driver->isReady());
    emit wordsChanged();
}

void LessonWorkspace::refreshDone()
{
    if (m_driver->isOpen())
        m_progress.set(m_driver->lesson().name, m_driver->done());
    std::set<std::string> whole;
    for (const Lesson& lesson : m_page->list().lessons())
        if (m_progress.of(lesson.name).size() >= lesson.steps.size())
            whole.insert(lesson.name);
    m_page->list().setDone(std::move(whole));
}

QString LessonWorkspace::sentence() const
{
    if (!m_driver->isOpen())
        return {};
    if (!m_driver->problem().isEmpty())
        return engineWords(m_driver->problem());
    return m_driver->isReady() ? QString() : tr("The run of this step is being decoded.");
}

Workspace::Where LessonWorkspace::where() const
{
    if (!m_driver->isReady())
        return {};
    return {nameOfMoment(m_navigation->playhead(), m_navigation->playhead().shared()),
            tr("The moment of the lesson's run that is shown")};
}

void LessonWorkspace::fitToolBars(int width)
{
    constexpr int roomy = 1150; // pixels, from which on there is room for the hint
    m_hintAction->setVisible(width >= roomy && !m_isForRoom);
}

void LessonWorkspace::remember(QSettings& settings) const
{
    m_progress.remember(settings);
}

void LessonWorkspace::recall(const QSettings& settings)
{
    m_progress.recall(settings);
    if (m_driver->isOpen())
        m_driver->setDone(m_progress.of(m_driver->lesson().name));
    else
        refreshDone();
}

} // namespace draftscope
