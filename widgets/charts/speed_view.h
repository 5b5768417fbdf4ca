// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/drawn_view.h"
#include "widgets/words/speed_figures.h"

namespace draftscope {

/// A bar each for plain decoding, which is 1, the speed-up that was measured and the one that the formula expects, on
/// one scale with a line at 1.
class SpeedView : public DrawnView {
    Q_OBJECT
public:
    enum Bar { plain, measured, expected };
    static constexpr int bars = 3;

    explicit SpeedView(QWidget* parent = nullptr);
    /// `mark` stands behind figures in whose verdicts a person had a hand.
    void setFigures(const SpeedFigures& figures, const QString& mark = {});
    /// Speed over that of plain decoding; nothing where it is not known.
    [[nodiscard]] std::optional<double> valueOf(Bar bar) const;
    [[nodiscard]] QString sentenceOf(Bar bar) const;
    [[nodiscard]] QRectF rowRect(Bar bar) const;
    [[nodiscard]] QRectF barRect(Bar bar) const; ///< empty where nothing is known
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemsOfPage() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double xOf(double factor) const;
    [[nodiscard]] double largest() const;
    void paintAxis(QPainter& painter) const;
    void paintInterval(QPainter& painter, const Interval& interval) const;
    [[nodiscard]] double wordsBehind(Bar bar) const;
    void paintWords(QPainter& painter, Bar bar) const;

    SpeedFigures m_figures;
    QString m_mark;
};

} // namespace draftscope
