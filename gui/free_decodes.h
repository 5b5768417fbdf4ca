// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <QTimer>

#include "engine/analysis/speed.h"
#include "gui/session_thread.h"

namespace draftscope {

/// A run's prompt decoded twice more, in sessions of their own that nobody sees: with the run's own setup, and plainly with the same
/// target, sampler, seed and token limit on the same backend. Both decode whole rounds in turn, so that their speeds can be
/// compared however the run itself is stepped. They compute only while they may and the thread rests, from a moment after
/// that on; what is posted there stops them within milliseconds, and they go on where they stood.
/// Lives on the window's thread.
class FreeDecodes : public QObject {
    Q_OBJECT
public:
    /// `waiting`: they could not start, for instance for want of memory, and try again when they are allowed to once more or when
    /// another session has gone. `failed` stays.
    enum class Stage { nothing, due, starting, standing, computing, done, waiting, failed };

    explicit FreeDecodes(SessionThread& thread, QObject* parent = nullptr);
    ~FreeDecodes() override;

    /// Of another run, which was begun with this setup; nothing has been measured.
    void begin(int run, const RunSetup& setup, const TraceHeader& header);
    void forget(); ///< of none
    void setAllowed(bool isAllowed);
    /// Their sessions go, with the memory that they take. What they have measured stays, unless they begin again to measure more.
    void giveBack();

    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] const RoundTimes& ownTimes() const { return m_decodes[own].times; } ///< with the run's setup
    [[nodiscard]] const RoundTimes& plainTimes() const { return m_decodes[plain].times; }
    /// What plain decoding has written behind the prompt.
    [[nodiscard]] const std::vector<TokenId>& plainTokens() const { return m_decodes[plain].tokens; }
    /// They may compute and are not through: more is coming without anybody asking for it.
    [[nodiscard]] bool isPending() const;
    [[nodiscard]] const QString& problem() const
    {
        return m_problem;
    } ///< why they failed or wait, a sentence; else empty

signals:
    void changed(); ///< stage, times, or whether they are pending

private:
    enum Which { own, plain };
    struct Decode {
        RunSetup setup;
        Job job;     ///< number 0 where there is no session, nor one being made
        Job command; ///< the same number; its flag ends the command at hand
        bool isReady = false;
        bool isComputing = false;
        bool hasEnded = false;
        RoundTimes times;
        double milliseconds = 0;     ///< of them
        std::vector<TokenId> tokens; ///< committed
    };

    [[nodiscard]] Decode* decodeOf(int job);
    void arm();
    void goOn();
    void start();
    void makeWay();
    void endSessions(Stage stage);
    void fail(const QString& sentence, Stage stage);
    void retry();
    void onStarted(int job, const RunStarted& started);
    void onAdvanced(int job, const std::vector<RoundRecord>& rounds);
    void onPaused(int job, EndReason end);

    SessionThread& m_thread;
    int m_run = 0;
    TraceHeader m_header; ///< of the run
    Stage m_stage = Stage::nothing;
    bool m_isAllowed = false;
    std::array<Decode, 2> m_decodes;
    QString m_problem;
    QTimer m_rest; ///< until they go on
};

} // namespace draftscope
