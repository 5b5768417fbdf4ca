// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/session/stop_conditions.h"

class QCheckBox;
class QLabel;
class QLineEdit;

namespace draftscope {

class Navigation;
class NumberField;

/// "Stop when": a line a condition.
class StopConditionsBox : public QWidget {
    Q_OBJECT
public:
    explicit StopConditionsBox(Navigation& navigation, QWidget* parent = nullptr);

private:
    void fill();
    void offerResidual();
    void sayTips();
    void send();
    void addTokens();
    QCheckBox* addLine(const QString& words, const char* name, QWidget* field = nullptr);

    Navigation& m_navigation;
    QCheckBox *m_rejection, *m_allAccepted, *m_acceptance, *m_residual, *m_token, *m_round, *m_end;
    NumberField *m_acceptanceLimit, *m_residualLimit, *m_roundNumber;
    QLineEdit* m_tokenText;
    QLabel* m_tokens;
    bool m_isFilling = false;
};

} // namespace draftscope
