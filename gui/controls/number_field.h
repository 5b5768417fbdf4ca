// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <QApplication>
#include <QDoubleSpinBox>
#include <QEvent>

#include "widgets/style/number_text.h"

namespace draftscope {

/// A number with arrows. The arrows stay within what makes sense; typing does not, so that a wrong number is answered
/// with a sentence instead of being changed behind one's back. `decimals` are always shown, more where the number has
/// them.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT
public:
    NumberField(double least, double most, double step, int decimals, QWidget* parent = nullptr)
        : QDoubleSpinBox(parent), m_least(least), m_most(most), m_decimals(decimals)
    {
        setRange(-99'999, 999'999);
        setDecimals(decimals > 0 ? mostDecimals : 0);
        setSingleStep(step);
        setKeyboardTracking(false);
        setAccelerated(true);
        setLocale(QLocale::c());
    }

    [[nodiscard]] QString textFromValue(double value) const override
    {
        QString text = QString::number(value, 'f', decimals());
        const qsizetype least = text.indexOf('.') + 1 + m_decimals;
        while (decimals() > 0 && text.size() > least && text.endsWith('0'))
            text.chop(1);
        return numberStyle() == NumberStyle::german ? text.replace('.', ',') : text;
    }
    /// Both marks are taken, whatever the window speaks: a number may come from a paper or a trace.
    [[nodiscard]] double valueFromText(const QString& text) const override
    {
        return QDoubleSpinBox::valueFromText(withDecimalPoint(text));
    }
    QValidator::State validate(QString& text, int& at) const override
    {
        QString withPoint = withDecimalPoint(text);
        return QDoubleSpinBox::validate(withPoint, at);
    }

    /// Takes what has been typed into the field that has the focus, if one has: it counts before whatever is done next.
    static void takeWhatIsTyped()
    {
        if (auto* field = qobject_cast<NumberField*>(QApplication::focusWidget()))
            field->interpretText();
    }

    void stepBy(int steps) override
    {
        interpretText();
        setValue(std::clamp(value() + steps * singleStep(), m_least, m_most));
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QDoubleSpinBox::changeEvent(event);
        const bool isAsItWas =
            withDecimalPoint(text()) == withDecimalPoint(textFromValue(value())); // else it is being typed into
        if (event->type() == QEvent::LanguageChange && isAsItWas)
            setDecimals(decimals()); // writes its number again
    }
    [[nodiscard]] StepEnabled stepEnabled() const override
    {
        return (value() < m_most ? StepUpEnabled : StepNone) | (value() > m_least ? StepDownEnabled : StepNone);
    }

private:
    static constexpr int mostDecimals = 9;
    double m_least, m_most;
    int m_decimals;
};

} // namespace draftscope
