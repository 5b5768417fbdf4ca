// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QWidget>

#include "gui/setup/run_setup.h"

class QCheckBox;
class QComboBox;

namespace draftscope {

class NumberField;
class PromptListBox;

/// Setup's fields of a batch under one title: how many sequences decode together, which prompts they have, and how they
/// lie in the K/V caches. What does not apply is disabled, and its tool tip says why.
class BatchBox : public QWidget {
    Q_OBJECT
public:
    explicit BatchBox(QWidget* parent = nullptr);
    void showBatchOf(const RunSetup& setup);

signals:
    void edited(const std::function<void(draftscope::RunSetup&)>& change);
    void failed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void listRemedies();
    void showPrompts(const RunSetup& setup);
    void showReasons();

    NumberField* m_sequences;
    PromptListBox* m_prompts;
    QCheckBox* m_isSynchronised;
    QComboBox* m_shortDraft;
    RunSetup m_setup; ///< shown last
    bool m_isFilling = false;
};

} // namespace draftscope
