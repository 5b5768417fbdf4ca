// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

#include "gui/window/command_line.h"

namespace draftscope {

class AnimationJob;
class Navigation;

/// Decodes as far as an animation wants, makes it, and is done: what --animation does.
class AnimationShot : public QObject {
    Q_OBJECT
public:
    /// `done` gets whether it is there, and the sentence. Call before the run is started.
    AnimationShot(Navigation& navigation, AnimationOptions options, std::function<void(bool, const QString&)> done,
                  QObject* parent = nullptr);

private:
    void goOn();
    void make(int lastRound);
    void finish(bool isWritten, const QString& sentence);

    Navigation& m_navigation;
    AnimationOptions m_options;
    std::function<void(bool, const QString&)> m_done;
    AnimationJob* m_job = nullptr;
};

} // namespace draftscope
