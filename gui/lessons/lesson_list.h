// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <vector>

#include <QListWidget>

#include "engine/lessons/lesson.h"

namespace draftscope {

/// The lessons, with a tick for those that have been gone through; below them the one that plays by itself, and a way
/// to open another file.
class LessonList : public QListWidget {
    Q_OBJECT
public:
    explicit LessonList(QWidget* parent = nullptr);

    void setLessons(std::vector<Lesson> lessons, bool hasFilm);
    [[nodiscard]] const std::vector<Lesson>& lessons() const { return m_lessons; }
    void setDone(std::set<std::string> names);      ///< lessons all of whose steps are done
    void setCurrentLesson(const std::string& name); ///< empty, or one that is not listed: none
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void lessonWanted(int lesson); ///< index into lessons()
    void filmWanted();
    void fileWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void chosen(QListWidgetItem* item);

    std::vector<Lesson> m_lessons;
    std::set<std::string> m_done;
    std::string m_current;
    bool m_hasFilm = false;
};

} // namespace draftscope
