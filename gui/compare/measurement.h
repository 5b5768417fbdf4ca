// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>

#include "engine/catalogue/prompts.h"
#include "gui/worker/session_thread.h"

namespace draftscope {

/// Decodes prompts with several setups, and all of it again until the speed-ups are known as well as the rule wants
/// them or the time is up. A prompt is decoded by up to three setups and plain decoding of it at a time, in small turns
/// (DecodesInTurn), to the end of each text. What else the window wants of the worker comes in between. Lives on the
/// window's thread.
class Measurement : public QObject {
    Q_OBJECT
public:
    explicit Measurement(SessionThread& thread, QObject* parent = nullptr);
    ~Measurement() override;

    /// Each setup decodes all prompts in the place of its own; there is one of each at least. Goes on where it was
    /// stopped if these are the same as before; else it forgets what there was.
    void start(std::vector<RunSetup> setups, std::vector<Prompt> prompts);
    void stop(); ///< what has been decoded stays
    /// While it is held nothing is asked of the worker; what a group has decoded of the prompt at hand is dropped and
    /// comes again.
    void setHeld(bool held);
    /// Of the next start(). Every prompt is decoded once, however long that takes.
    void setRule(const MeasuringRule& rule) { m_rule = rule; }

    [[nodiscard]] bool isRunning() const { return m_isRunning; } ///< held or not
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    [[nodiscard]] const std::vector<RunSetup>& setups() const { return m_setups; } ///< ways of decodes()
    [[nodiscard]] const std::vector<Prompt>& prompts() const { return m_prompts; }
    [[nodiscard]] const DecodesByPrompt& decodes() const { return m_decodes; }
    /// The number of a setup among those, whatever its prompt; -1 for none of them.
    [[nodiscard]] int wayOf(const RunSetup& setup) const;
    /// Plain decoding of a way's target on its backend, with its sampler where there is that; -1 for none.
    [[nodiscard]] int plainOf(int way) const;
    [[nodiscard]] int done() const { return m_done; } ///< decodes, each counted once, however often it is repeated
    [[nodiscard]] int asked() const { return m_decodes.ways() * m_decodes.prompts(); }
    [[nodiscard]] int repetitions() const { return m_repetitions; } ///< that are over
    [[nodiscard]] int changes() const { return m_changes; }         ///< of decodes(), counted
    /// The times are to be shown: everything was decoded as often as it takes.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] bool isSettled() const { return m_isSettled; } ///< and not only because the time was up
    [[nodiscard]] bool isStopped() const { return !m_isRunning && done() > 0 && !m_isComplete; } ///< before its end
    /// By how long it has taken so far; nothing before anything is decoded.
    [[nodiscard]] std::optional<double> secondsLeft() const;
    /// Of decodes(), kept until these change.
    [[nodiscard]] const FiguresOverPrompts& figures(int way, int plain) const;
    [[nodiscard]] const Steadiness& steadiness() const;

signals:
    void progressed(); ///< something has been decoded, or it has started or stopped, or is held or not
    void failed(const QString& sentence);

private:
    void makeGroups();
    void goOn();
    void takeTurns();
    void drop();
    void end();
    void endVisit();
    void endRepetition();
    void takeIn();
    [[nodiscard]] bool areSettled() const;
    [[nodiscard]] double secondsSoFar() const;
    void onReady(int job, const std::vector<MeasuredStart>& starts);
    void onTurns(int job, const std::vector<MeasuredTurn>& lap);
    void onPaused(int job);
    void onFailed(int job, const QString& sentence);
    void onLost(int job, const QString& sentence);

    SessionThread& m_thread;
    std::vector<RunSetup> m_setups;
    std::vector<Prompt> m_prompts;
    DecodesByPrompt m_decodes;
    MeasuringRule m_rule{.mostSeconds = 60};
    std::vector<std::vector<int>> m_groups; ///< ways that decode a prompt beside each other
    struct At {
        int prompt = 0, group = 0;
    } m_at; ///< what is decoded at present
    int m_repetitions = 0, m_done = 0, m_changes = 0, m_lap = 0, m_threads = 0;
    bool m_isRunning = false, m_isHeld = false, m_isComplete = false, m_isSettled = false;
    double m_secondsBefore = 0; ///< that it ran until it was stopped or held
    struct Made {
        int changes = -1;
        std::map<std::pair<int, int>, FiguresOverPrompts> figures;
        Steadiness steadiness;
    };
    [[nodiscard]] Made& made() const;
    mutable Made m_made; ///< of m_decodes
    /// The turns that the worker has to decode next, and how far it is.
    struct Visit {
        Job job;                           ///< number 0 while nothing is asked for
        std::vector<MeasuredTurn> turns;   ///< of the job
        std::vector<bool> hasEnded;        ///< its decodes: a whole text was decoded, or it cannot be
        std::vector<QString> whyNot;       ///< its decodes
        std::vector<MeasuredStart> starts; ///< its decodes
    } m_visit;
    QElapsedTimer m_since;
};

} // namespace draftscope
