// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>

class QSettings;

namespace draftscope {

/// Which steps of which lessons have been gone through: all that is kept of lessons from start to start.
class LessonProgress {
public:
    [[nodiscard]] std::set<int> of(const std::string& lesson) const;
    void set(const std::string& lesson, std::set<int> steps) { m_done[lesson] = std::move(steps); }
    void forget() { m_done.clear(); }
    void recall(const QSettings& settings);
    void remember(QSettings& settings) const;

private:
    std::map<std::string, std::set<int>> m_done; ///< steps from 0, by the lesson's name
};

} // namespace draftscope
