// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QKeySequence>
#include <QTimer>

#include "engine/analysis/speed_measurement.h"
#include "gui/worker/session_thread.h"

namespace draftscope {

/// The key of "Measure the speed again", in Step and Compare.
inline constexpr QKeyCombination measureAgainKey = Qt::CTRL | Qt::Key_M;

/// The background measurement of how fast decodes of one prompt are beside each other: a run and plain decoding of its
/// prompt, or the lanes of a comparison. They decode without pauses in small turns (DecodesInTurn), in sessions of
/// their own that are not seen, so that their speeds can be compared however the run itself is stepped, until the
/// speed-ups are known well enough or the time is up (MeasuringRule). They compute only while they may and the thread
/// rests, from a moment after that on; what is posted there stops them within milliseconds, and they go on where they
/// stood. Lives on the window's thread.
class BackgroundSpeed : public QObject {
    Q_OBJECT
public:
    /// `unasked`: measureAgain() is waited for. `waiting`: they could not start, for instance for want of memory, and
    /// try again when they are allowed to once more or when another session has gone. `failed` stays.
    enum class Stage { nothing, unasked, due, starting, standing, computing, done, waiting, failed };

    explicit BackgroundSpeed(SessionThread& thread, QObject* parent = nullptr);
    ~BackgroundSpeed() override;

    struct Subject {
        RunSetup setup;
        int plain = -1; ///< the subject that it is compared with, itself where it is plain decoding; below 0: none
        /// of the run that it stands for; its models' files are to be the same. Without a target: not looked at
        TraceHeader header = {};
    };
    /// Measures others; nothing has been measured. `beside`: the run on whose backend they are; 0: what each setup
    /// says.
    void begin(std::vector<Subject> subjects, int beside);
    void forget();       ///< of none
    void measureAgain(); ///< what was measured is forgotten
    void setAllowed(bool isAllowed);
    /// Their sessions go, with the memory that they take. What they have measured stays, unless they begin again to
    /// measure more.
    void giveBack();
    void setRule(const MeasuringRule& rule) { m_rule = rule; } ///< of the next begin() or measureAgain()
    /// Whether begin() measures at once, as by default, or measureAgain() alone does.
    void setMeasuresUnasked(bool measuresUnasked) { m_measuresUnasked = measuresUnasked; }

    [[nodiscard]] Stage stage() const { return m_stage; }
    /// Its figures are to be shown when it isDone().
    [[nodiscard]] const SpeedMeasurement& measurement() const { return m_measurement; }
    [[nodiscard]] bool isMeasured() const { return m_stage == Stage::done && m_measurement.isDone(); }
    /// What a subject has written behind the prompt, as far as it is known.
    [[nodiscard]] const std::vector<TokenId>& tokens(int subject) const { return m_tokens.at(std::size_t(subject)); }
    [[nodiscard]] const std::vector<TokenId>& plainTokens()
        const; ///< of the first that is plain decoding; empty without one
    [[nodiscard]] const std::vector<Subject>& subjects() const { return m_subjects; }
    /// They may compute and are not through: more is coming without being asked for.
    [[nodiscard]] bool isPending() const;
    /// How far the measurement has come, 0 to 1: of its time, or of the width of the intervals, whichever is further.
    [[nodiscard]] double share() const;
    /// Why they failed or wait, a sentence; else empty.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    [[nodiscard]] static QString whyUnasked(); ///< why nothing is measured at that stage, a sentence

signals:
    void changed(); ///< stage, times, or whether they are pending

private:
    void beginAt(Stage stage, std::vector<Subject> subjects, int beside);
    void arm();
    void goOn();
    void start();
    void makeWay();
    void endSessions(Stage stage);
    void fail(const QString& sentence, Stage stage);
    void retry();
    void reset();
    void onReady(int job, const std::vector<MeasuredStart>& starts);
    void onTurns(int job, const std::vector<MeasuredTurn>& lap);
    void onPaused(int job);

    SessionThread& m_thread;
    std::vector<Subject> m_subjects;
    int m_beside = 0;
    MeasuringRule m_rule;
    SpeedMeasurement m_measurement;
    std::vector<std::vector<TokenId>> m_tokens; ///< by subject
    Stage m_stage = Stage::nothing;
    bool m_isAllowed = false, m_measuresUnasked = true;
    int m_ended = 0; ///< the last job whose sessions were given back
    Job m_job;       ///< number 0 where there are no sessions, nor any being made
    Job m_command;   ///< the same number; its flag ends the command at hand
    QString m_problem;
    QTimer m_rest; ///< until they go on
};

} // namespace draftscope
