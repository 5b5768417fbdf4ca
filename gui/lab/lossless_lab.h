// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>
#include <QThread>

#include "gui/lab/lab_table.h"
#include "gui/lab/lab_worker.h"

namespace draftscope {

/// The trials of the lab: what they are made of, how they stand, and what a person may ask of them. Lives on the
/// window's thread; texts are drawn on one of its own, and those of the table on another.
class LosslessLab : public QObject {
    Q_OBJECT
public:
    enum class State {
        empty,   ///< nothing has been drawn with this setup
        opening, ///< models are loaded
        running,
        paused,   ///< texts are missing
        finished, ///< there are as many as were wanted
        refused   ///< the setup cannot be tested: problem()
    };

    explicit LosslessLab(const BackendChoice& backend, QObject* parent = nullptr);
    ~LosslessLab() override; ///< gives up what is being drawn

    [[nodiscard]] const LabSetup& setup() const { return m_setup; }
    /// More texts let the trial go on. Any other change ends it, and begins it anew if it was running.
    void setSetup(const LabSetup& setup);
    void setBackend(const BackendChoice& backend) { m_backend = backend; } ///< from the next start on
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QString problem() const;                                         ///< of refused, a sentence
    [[nodiscard]] const std::optional<LabSides>& sides() const { return m_sides; } ///< nothing where refused
    /// Null before anything is open; [0] is the left side.
    [[nodiscard]] const LabFigures* figures() const { return m_figures.get(); }
    [[nodiscard]] int texts() const; ///< that each side has
    [[nodiscard]] LabTable& table() { return m_table; }

    void start(); ///< or goes on
    void pause();
    void toggle(); ///< one or the other
    void startAgain();
    void sayAgain();   ///< in another language
    void startTable(); ///< Every rule, every bug…, with this setup; or goes on with it
    /// Begins slowly, so that single texts are seen, and faster the more there are; else as fast as it can.
    void setGentle(bool on) { m_isGentle = on; }
    [[nodiscard]] bool isGentle() const { return m_isGentle; }

signals:
    void setupChanged();
    void changed(); ///< state or figures

private:
    void end();
    void open(bool thenDraws);
    void draw();
    void setState(State state);
    void check();

    LabSetup m_setup = defaultLabSetup();
    BackendChoice m_backend;
    std::optional<LabSides> m_sides;
    QString m_problem; ///< as engineSentence() gives it
    State m_state = State::empty;
    bool m_isGentle = true, m_drawsWhenOpen = false;
    LabJob m_job;
    int m_lastJob = 0;
    SentLabFigures m_figures;
    QThread m_thread;
    LabWorker* m_worker;
    LabTable m_table;
};

} // namespace draftscope
