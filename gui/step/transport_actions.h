// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

namespace draftscope {

class Navigation;

/// The transport's actions with their keys, for the tool bar and the Run menu alike.
class TransportActions : public QObject {
    Q_OBJECT
public:
    explicit TransportActions(Navigation& navigation, QObject* parent = nullptr);
    /// Only the actions of the workspace in sight have their keys.
    void setInSight(bool on);
    /// Buttons with their signs alone, for a narrow tool bar; menus say words in any case.
    void setShort(bool on);

    /// What the button says, by what it would do.
    [[nodiscard]] static QString wordForPlay();
    [[nodiscard]] static QString wordForPause();

    QAction *play, *nextMoment, *previousMoment, *nextRound, *previousRound, *finishRound;
    QAction *toStop, *stop, *first, *last, *stopAtToken, *restart;

private:
    template <class Owner>
    QAction* add(const QString& text, const QString& tip, const QKeySequence& key, Owner& owner, void (Owner::*does)());
    void refresh();
    Navigation& m_navigation;
    bool m_isInSight = true;
};

} // namespace draftscope
