// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <QDoubleSpinBox>

namespace draftscope {

/// A number with arrows. The arrows stay within what makes sense; typing does not, so that a wrong number is answered with a
/// sentence instead of being changed behind one's back.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT
public:
    NumberField(double least, double most, double step, int decimals, QWidget* parent = nullptr)
        : QDoubleSpinBox(parent), m_least(least), m_most(most)
    {
        setRange(-99'999, 999'999);
        setDecimals(decimals);
        setSingleStep(step);
        setKeyboardTracking(false);
        setAccelerated(true);
        setLocale(QLocale::c());
    }

    void stepBy(int steps) override { setValue(std::clamp(value() + steps * singleStep(), m_least, m_most)); }

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override
    {
        return (value() < m_most ? StepUpEnabled : StepNone) | (value() > m_least ? StepDownEnabled : StepNone);
    }

private:
    double m_least, m_most;
};

} // namespace draftscope
