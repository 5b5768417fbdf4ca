// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>

#include "engine/model/prompts.h"
#include "gui/session_thread.h"

namespace draftscope {

/// Decodes prompts with several setups, a prompt each in turn and another one first each time, so that all of them see the
/// machine alike. One decode at a time is asked of the worker: whatever else the window wants of it comes in between. The
/// first decode after each start is not counted, because caches and clocks are cold then. Lives on the window's thread.
class Measurement : public QObject {
    Q_OBJECT
public:
    explicit Measurement(SessionThread& thread, QObject* parent = nullptr);
    ~Measurement() override;

    /// Each setup decodes all prompts in the place of its own; there is one of each at least. Goes on where it was stopped if
    /// these are the same as before; else it forgets what there was.
    void start(std::vector<RunSetup> setups, std::vector<Prompt> prompts);
    void stop(); ///< what has been decoded stays
    /// While it is held nothing is asked of the worker; the decode at hand is dropped and comes again.
    void setHeld(bool held);

    [[nodiscard]] bool isRunning() const { return m_isRunning; } ///< held or not
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    [[nodiscard]] const std::vector<RunSetup>& setups() const { return m_setups; } ///< ways of decodes()
    [[nodiscard]] const std::vector<Prompt>& prompts() const { return m_prompts; }
    [[nodiscard]] const DecodesByPrompt& decodes() const { return m_decodes; }
    /// The number of a setup among those, whatever its prompt; -1 for none of them.
    [[nodiscard]] int wayOf(const RunSetup& setup) const;
    [[nodiscard]] int done() const { return m_next; } ///< decodes
    [[nodiscard]] int asked() const { return m_decodes.ways() * m_decodes.prompts(); }
    [[nodiscard]] bool isStopped() const { return !m_isRunning && done() > 0 && done() < asked(); } ///< before its end
    /// By how long each setup has taken for a prompt so far; nothing before the first decode.
    [[nodiscard]] std::optional<double> secondsLeft() const;

signals:
    void progressed(); ///< a decode is done, or it has started or stopped, or is held or not
    void failed(const QString& sentence);

private:
    void goOn();
    void drop();
    void end();
    void takeNext();
    void onDecoded(int job, const DecodeFigures& figures);
    void onFailed(int job, const QString& sentence);
    void onLost(int job, const QString& sentence);
    /// Which way decodes which prompt as that decode.
    [[nodiscard]] std::pair<int, int> decodeAt(int number) const;

    SessionThread& m_thread;
    std::vector<RunSetup> m_setups;
    std::vector<Prompt> m_prompts;
    DecodesByPrompt m_decodes;
    std::vector<double> m_seconds; ///< that each way has taken
    int m_next = 0;
    bool m_isRunning = false, m_isHeld = false;
    bool m_isWarm = false; ///< a decode since the start has been left uncounted
    Job m_job;             ///< number 0 while nothing is asked for
    QElapsedTimer m_sinceAsked;
};

} // namespace draftscope
