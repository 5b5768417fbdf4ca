// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

#include "gui/navigation/status_sentence.h"

namespace draftscope {

/// The sentence of the status line, which goes as soon as it is no longer true. Lives on the window's thread.
class StatusLine : public QObject {
    Q_OBJECT
public:
    /// `shown`: what is on screen now.
    explicit StatusLine(std::function<Shown()> shown, QObject* parent = nullptr);

    [[nodiscard]] const QString& text() const { return m_sentence.text(); } ///< empty where there is nothing to say
    void say(const QString& sentence, TrueFor trueFor = TrueFor::moment);
    void review();                         ///< something else is shown: what is no longer true is no longer said
    void follow() { m_sentence.follow(); } ///< StatusSentence::follow()
    [[nodiscard]] bool follows() const { return m_sentence.follows(); }
    void land() { m_sentence.land(m_shown()); } ///< StatusSentence::land()

signals:
    void changed(); ///< text() has: by say(), or it is no longer true

private:
    std::function<Shown()> m_shown;
    StatusSentence m_sentence;
};

} // namespace draftscope
