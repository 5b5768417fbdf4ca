// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace draftscope {

/// How far a lesson has come: a bar a step, those up to the one shown filled, and "4 of 7". A click goes to a step.
class LessonStepsStrip : public QWidget {
    Q_OBJECT
public:
    explicit LessonStepsStrip(QWidget* parent = nullptr);
    void setSteps(int shown, int count); ///< `shown` from 0
    [[nodiscard]] QString words() const; ///< "4 of 7"
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void stepClicked(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] int pitch() const; ///< from bar to bar, in pixels
    int m_shown = 0, m_count = 0;
};

} // namespace draftscope
