// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>
#include <vector>

#include <QObject>
#include <QTimer>

#include "engine/lessons/lesson_page.h"
#include "gui/lessons/lesson_answers.h"
#include "gui/navigation/navigation.h"

namespace draftscope {

/// Leads a navigation through a lesson: what a step runs is decoded, its moment is shown, its fields can be filled and
/// its questions judged. It draws nothing. Lives on the window's thread.
class LessonDriver : public QObject {
    Q_OBJECT
public:
    explicit LessonDriver(Navigation& navigation, QObject* parent = nullptr);
    ~LessonDriver() override;

    void open(Lesson lesson, int step = 0); ///< step from 0
    [[nodiscard]] bool isOpen() const { return m_lesson.has_value(); }
    [[nodiscard]] const Lesson& lesson() const { return *m_lesson; } ///< precondition: isOpen()
    [[nodiscard]] int step() const { return m_step; }
    [[nodiscard]] int stepCount() const { return isOpen() ? int(m_lesson->steps.size()) : 0; }
    [[nodiscard]] const LessonStep& current() const { return m_lesson->steps[std::size_t(m_step)]; }
    [[nodiscard]] Navigation& navigation() const { return m_navigation; }

    void goTo(int step);
    /// What a presenter's button does: answers the first open question, or goes to the next step. False at the end.
    bool next();
    bool previous();   ///< false at the beginning
    void goToMoment(); ///< the views show again what the step is about
    void rest();       ///< out of sight: nothing plays, nothing is measured
    void wake();

    /// The run of the step is decoded to its end and its moment is shown, so that the next three may be called.
    [[nodiscard]] bool isReady() const { return m_run != nullptr; }
    /// Why it will not be, a sentence for engineWords(); else empty.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    [[nodiscard]] LessonScene asked() const { return {*m_run, m_places.at}; }
    [[nodiscard]] LessonScene answered() const { return {*m_run, m_places.answered()}; }
    [[nodiscard]] const LessonRun& run() const { return *m_run; }

    [[nodiscard]] LessonAnswers& answers() { return m_answers; } ///< to the questions of the step
    [[nodiscard]] const LessonAnswers& answers() const { return m_answers; }

    /// Steps of this lesson that have been gone through; kept by the owner of this.
    [[nodiscard]] const std::set<int>& done() const { return m_done; }
    void setDone(std::set<int> steps);

signals:
    void stepChanged();  ///< another step, or another lesson; its run may not be there yet
    void readyChanged(); ///< isReady() or problem()
    void measured();     ///< what a step waits for is there
    void doneChanged();

private:
    void begin();
    void decode();
    void onReplaced();
    void onStood();
    void onSpeed();
    void stand();
    void showPlace(const LessonPlace& place);
    void playTo(const LessonPlace& to);
    void playOn();
    void fail(const QString& sentence);
    void noteDone();

    Navigation& m_navigation;
    std::optional<Lesson> m_lesson;
    int m_step = 0;
    std::optional<LessonSetup> m_decoded; ///< that the navigation's run is of
    bool m_isWaitingForRun = false, m_isDecoding = false, m_isAwake = false;
    unsigned m_chance = 0; ///< which fault `--break any` is
    std::unique_ptr<LessonRun> m_run;
    StepPlaces m_places;
    QString m_problem;
    LessonAnswers m_answers{*this};
    std::set<int> m_done;
    QTimer m_playing; ///< from `at` to `to`
    bool m_playsByRounds = false;
};

} // namespace draftscope
