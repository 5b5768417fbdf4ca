// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/navigation/moment_player.h"
#include "gui/worker/stage_measuring.h"
#include "gui/worker/whole_vocabulary.h"

namespace draftscope {

/// What the models of a decode are asked for at the moment shown beside going on: how long the stages of a pass take,
/// and p and q of the whole vocabulary. What it is given outlives it. Lives on the window's thread.
class RunMeasurements : public QObject {
    Q_OBJECT
public:
    RunMeasurements(Decode& decode, const Player& player, SessionThread& thread, QObject* parent = nullptr);

    /// Measures where the time of a pass goes, stage by stage: one row of the target after the text shown, on what the
    /// run is on. Ends in stagesMeasured() or stagesNotMeasured(). Whatever else is asked of the models ends it, too.
    void measureStages();
    void cancelStages();
    [[nodiscard]] bool areStagesMeasured() const { return m_stages.isMeasuring(); } ///< now
    /// Why measureStages() would not do it now, a sentence; else empty.
    [[nodiscard]] QString whyNoStages() const;

    /// p, q and residual of every token at the context that the playhead shows; askForVocabulary() has it computed.
    [[nodiscard]] WholeVocabulary& vocabulary() { return m_whole; }
    /// Why it cannot, a sentence; else empty.
    [[nodiscard]] QString whyNoVocabulary() const;
    /// Ends in vocabulary().changed(). Precondition: it can.
    void askForVocabulary();

    void endStages(const QString& why) { m_stages.end(why); } ///< something else is asked of the models
    void giveBack(const QString& why);                        ///< another run is asked for, or this one is lost

signals:
    void changed(); ///< measuring of stages has begun or ended
    void stagesMeasured(const draftscope::StageTimes& times);
    void stagesNotMeasured(const QString& sentence);

private:
    Decode& m_decode;
    Run& m_run = m_decode.run();
    Playhead& m_playhead = m_decode.playhead();
    const Player& m_player;
    StageMeasuring m_stages;
    WholeVocabulary m_whole;
};

} // namespace draftscope
