// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>

class QAction;

namespace draftscope {

/// Whether moments move (Motion): as a person has chosen in the menu, else as the desktop wants it. Where neither has
/// said anything they do, but in windows of tests and pictures, which keep nothing.
class MotionSetting : public QObject {
    Q_OBJECT
public:
    explicit MotionSetting(bool isKept, QObject* parent);
    /// For a menu: checked while moments move.
    [[nodiscard]] QAction* action() const { return m_action; }
    void remember() const;
    void recall();

private:
    void choose(bool on);
    void askDesktop();
    void show();

    QAction* m_action;
    std::optional<bool> m_chosen;
    bool m_desktopWants; ///< motion
};

/// Whether a desktop's setting, as the settings portal of freedesktop.org names and answers it, asks for less motion;
/// nothing for a setting that says nothing of it.
[[nodiscard]] std::optional<bool> wantsLessMotion(const QString& space, const QString& key, const QVariant& value);

} // namespace draftscope
