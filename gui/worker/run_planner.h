// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/worker/session_thread.h"

namespace draftscope {

/// The draft that has to fit a setup's target: that of its method, and behind a server also one that only splits the
/// text; empty for none.
[[nodiscard]] std::string draftToCheck(const RunSetup& setup);

/// Tells before a run is loaded whether its models go together and what it would take. Of each only the last one asked
/// for is answered.
class RunPlanner : public QObject {
    Q_OBJECT
public:
    explicit RunPlanner(SessionThread& thread, QObject* parent = nullptr);
    ~RunPlanner() override;

    void checkPair(const std::string& target, const std::string& draft); ///< an empty draft: the target alone
    /// Says in planned() what a run would compute on, and what that takes.
    void plan(const RunSetup& setup);
    /// Says in previewed() what the target makes of the prompt.
    void preview(const RunSetup& setup);
    /// No planned() comes for what was asked before; for a caller that does not want it any more.
    void cancelPlan();
    void cancelPreview();
    /// A pair check does not go on, as a run that is to be loaded does not wait for it.
    void giveWay() { m_check.stop->store(true); }

signals:
    void pairChecked(const QString& sentence); ///< empty: the pair fits
    void planned(const draftscope::RunPlanned& plan);
    void previewed(const draftscope::PromptPreview& preview);

private:
    SessionThread& m_thread;
    Job m_check, m_plan, m_preview; ///< asked for last; number 0 if none is wanted
};

} // namespace draftscope
