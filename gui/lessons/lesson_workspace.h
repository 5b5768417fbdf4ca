// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>

#include "gui/lessons/lesson_driver.h"
#include "gui/lessons/lesson_progress.h"
#include "gui/workspace/workspace.h"

class QAction;
class QLabel;
class QMenu;

namespace draftscope {

class GlossaryWindow;
class LessonPageWidget;
class LessonReturnBar;
class LessonStepsStrip;

/// Lessons on a run of their own: a path that a person is led along, step by step.
class LessonWorkspace : public Workspace {
    Q_OBJECT
public:
    explicit LessonWorkspace(const WorkspaceSurroundings& surroundings);
    ~LessonWorkspace() override;

    [[nodiscard]] QString name() const override { return QStringLiteral("lessons"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString toolTip() const override;
    [[nodiscard]] QWidget& page() override;
    [[nodiscard]] Bars bars() override;
    void addMenus(QMenuBar& bar) override;
    void setInSight(bool on) override;
    [[nodiscard]] bool isPlaying() const override { return m_film.isActive(); }
    void pause() override;
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Where where() const override;
    void fitToolBars(int width) override;
    void retranslate() override;
    void remember(QSettings& settings) const override;
    void recall(const QSettings& settings) override;

    [[nodiscard]] LessonDriver& driver() const { return *m_driver; }
    [[nodiscard]] LessonPageWidget& lessonPage() const { return *m_page; }
    [[nodiscard]] LessonReturnBar& returnBar() const { return *m_return; } ///< for above Step
    /// A file or one of the program's own, at a step from 0, which comes into sight. Error: it cannot be opened.
    [[nodiscard]] Result<void> open(const std::string& nameOrPath, int step = 0);
    /// The lesson that plays by itself; `again`: once it is at its end, from its beginning.
    void playFilm(bool again);
    void setForRoom(bool on);
    void showGlossary(const QString& term = {});

signals:
    void stepWanted(const draftscope::RunSetup& setup, draftscope::Position shared); ///< to be tried in Step
    void projectorWanted();
    void fileWanted(); ///< a lesson's: asks which

private:
    void makeActions();
    void makeToolBar();
    void showLesson(Lesson lesson, int step);
    void loadList();
    void refresh();
    void refreshDone();
    void refreshWords();
    void goOn();
    void goBack();
    void showNextLesson();
    void tryIt();
    void follow(const QString& address);
    void hover(const QString& address, QPoint at);
    void arriveInFilm();
    [[nodiscard]] LessonLanguage language() const;

    WorkspaceSurroundings m_surroundings;
    Navigation* m_navigation; ///< of the lessons alone
    LessonDriver* m_driver;
    LessonPageWidget* m_page;
    LessonReturnBar* m_return;
    LessonStepsStrip* m_strip;
    QToolBar* m_toolBar = nullptr;
    QLabel* m_hint;
    QAction* m_hintAction = nullptr;
    QMenu* m_list = nullptr;
    struct Actions {
        QAction *next, *back, *first, *last, *tryIt, *projector, *open, *playFilm, *glossary, *forget;
        std::vector<QAction*> choices; ///< the keys 1 to 9
    } m_actions{};
    LessonProgress m_progress;
    QPointer<GlossaryWindow> m_glossaryWindow;
    QTimer m_film; ///< until the next step of what plays by itself
    bool m_isInSight = false, m_playsAgain = false, m_isListed = false, m_isForRoom = false;
};

} // namespace draftscope
