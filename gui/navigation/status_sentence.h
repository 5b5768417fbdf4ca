// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

#include "engine/session/stop_conditions.h"
#include "gui/setup/run_setup.h"

namespace draftscope {

/// How long a sentence of the status line is true.
enum class TrueFor {
    moment,         ///< while the moment at which it was said is shown and nothing plays
    choice,         ///< the same, until a token, a stop condition or Setup is changed or a run is loaded, too
    standstill,     ///< the same as moment, until something is asked of the models, too
    stopConditions, ///< while the stop conditions of the run stay as they are
    run,            ///< while the run or trace is shown
};

/// What is on screen, as far as the truth of a sentence depends on it.
struct Shown {
    int run = 0;
    Position position;
    bool isPlaying = false, isLoading = false;
    int asked = 0; ///< of the models, so far
    std::optional<int> selectedToken;
    StopConditions stops;
    RunSetup setup;
};

/// The sentence of the status line. It goes as soon as it is no longer true: its owner calls review() whenever
/// something else is shown.
class StatusSentence {
public:
    [[nodiscard]] const QString& text() const { return m_text; }
    void say(const QString& text, TrueFor trueFor, const Shown& now);
    /// The sentence is about a command that is not done: it follows the moments that the command leads to, on its
    /// branch, until land().
    void follow() { m_follows = true; }
    [[nodiscard]] bool follows() const { return m_follows; }
    /// The command is done, or another one begins: from now on the sentence is about the moment shown.
    void land(const Shown& now);
    /// Returns whether the sentence has gone.
    bool review(const Shown& now);

private:
    [[nodiscard]] bool isTrue(const Shown& now) const;
    QString m_text;
    TrueFor m_trueFor = TrueFor::moment;
    Shown m_said; ///< what was shown when it was said, or landed
    bool m_follows = false;
};

} // namespace draftscope
