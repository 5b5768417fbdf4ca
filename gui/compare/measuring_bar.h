// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QWidget>

#include "gui/compare/measurement.h"

class QLabel;
class QProgressBar;
class QToolButton;

namespace draftscope {

/// A button that starts a measurement, or stops it, and how far that is.
class MeasuringBar : public QWidget {
    Q_OBJECT
public:
    /// `start`: what the button says while nothing is measured.
    MeasuringBar(Measurement& measurement, std::function<QString()> start, QWidget* parent = nullptr);
    /// What is said while nothing is measured; `canStart`: the button can be clicked then; `goesOn`: that goes on where
    /// it was stopped.
    void setIdle(bool canStart, const QString& words, bool goesOn = false);
    /// What is measured, where something else is shown; else empty.
    void setSubject(const QString& subject);
    [[nodiscard]] QString words() const;

signals:
    void startRequested();

private:
    void refresh();

    Measurement& m_measurement;
    std::function<QString()> m_start;
    QString m_idle, m_subject;
    bool m_canStart = true, m_goesOn = false;
    QToolButton* m_button;
    QProgressBar* m_progress;
    QLabel* m_words;
};

/// "about 40 s left", "about 3 min left"
[[nodiscard]] QString timeLeftInWords(double seconds);

} // namespace draftscope
