// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "gui/navigation/navigation.h"

namespace draftscope {

/// What is known of Setup before it is loaded: whether its models go together, what a run would take, and what the
/// target makes of the prompt. It is asked of the RunPlanner a moment after the last change, and once each. The
/// navigation outlives it. Lives on the window's thread.
class SetupPlans : public QObject {
    Q_OBJECT
public:
    explicit SetupPlans(Navigation& navigation, QObject* parent = nullptr);

    /// A restart would load something else than what runs.
    [[nodiscard]] bool isToBeLoaded() const;
    [[nodiscard]] const RunPlanned& plan() const { return m_plan; }
    [[nodiscard]] const PromptPreview& preview() const { return m_preview; } ///< empty until it is known
    /// Why the pair of models does not fit; empty where it does, or is being looked at.
    [[nodiscard]] const QString& pairSentence() const { return m_pairSentence; }

    void checkPair();
    void forgetPair() { m_pairSentence.clear(); }
    /// Asks what that would take, unless it has been asked; forgets what was, where nothing would be loaded.
    void planSoon();
    void forgetPlan();
    /// Asks what the target makes of the prompt, unless it has been asked.
    void previewSoon();

signals:
    void changed(); ///< the plan or the pair
    void previewed(const draftscope::PromptPreview& preview);

private:
    Navigation& m_navigation;
    QString m_pairSentence;
    RunPlanned m_plan;
    PromptPreview m_preview;
    RunSetup m_plannedFor;            ///< memorySetup() of what is being planned or was
    RunSetup m_previewedFor;          ///< the parts of a setup that decide what the target gets
    QTimer m_planSoon, m_previewSoon; ///< so that a prompt being typed is not planned for letter by letter
};

} // namespace draftscope
