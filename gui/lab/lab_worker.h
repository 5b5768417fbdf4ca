// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QObject>
#include <QString>

#include "engine/analysis/lossless_trial.h"
#include "gui/lab/lab_setup.h"
#include "gui/worker/model_store.h"

namespace draftscope {

/// A trial of the lab has a number, and flags that any thread may set: `pause` stops it between two texts, after which
/// it can go on; `stop` ends it for good, within milliseconds.
struct LabJob {
    int number = 0;
    int stretch = 0; ///< of its draws: the last one counts
    std::shared_ptr<std::atomic<bool>> pause = std::make_shared<std::atomic<bool>>(false);
    std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
};

/// How the trials of a job stand: one a side.
struct LabFigures {
    std::vector<TrialFigures> sides;
    double textsPerSecond = 0; ///< of each side, lately; 0: not known
    std::string backend;
};
using SentLabFigures = std::shared_ptr<const LabFigures>; ///< a queued signal copies what it takes

/// Makes trials and draws their texts in turn, on a thread of its own: every function but the constructor is called
/// there, every answer is a queued signal.
class LabWorker : public QObject {
    Q_OBJECT
public:
    LabWorker() = default;

    /// Loads what the setup names and makes a trial for each of the settings. Ends with progressed(), where nothing is
    /// drawn yet, or failed().
    void open(const LabJob& job, const LabSetup& setup, const std::vector<SessionSettings>& sides,
              const BackendChoice& backend);
    /// Draws until each trial has so many texts, or it is to pause: progressed() several times a second, and
    /// then paused(). `isGentle`: so slowly at first that one sees single texts come, and faster the more there are.
    void draw(const LabJob& job, int texts, bool isGentle);

signals:
    void progressed(int job, const draftscope::SentLabFigures& figures);
    void paused(int job, int stretch);
    void failed(int job, const QString& sentence);

private:
    Result<void> make(const LabJob& job, const LabSetup& setup, const std::vector<SessionSettings>& sides,
                      const BackendChoice& backend);
    void drawTo(int texts);
    void tell();
    /// Calls, and says what went wrong. False: the trials are gone.
    template <class Call>
    bool guarded(const LabJob& job, Call call);

    ModelStore m_models;
    LabJob m_job;
    std::vector<std::unique_ptr<LosslessTrial>> m_trials;
    double m_textsPerSecond = 0;
};

} // namespace draftscope

Q_DECLARE_METATYPE(draftscope::SentLabFigures)
