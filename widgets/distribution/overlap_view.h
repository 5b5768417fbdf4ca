// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/record/recording.h"
#include "widgets/distribution/overlap_layout.h"
#include "widgets/style/drawn_view.h"

namespace draftscope {

/// p and q at a position over its tokens, by falling p, with what they have in common shaded, and the sum of that, 1 -
/// TV(p, q): with this probability speculative sampling accepts a draft from q there. What the record does not know is
/// said to lie between two numbers.
class OverlapView : public DrawnView {
    Q_OBJECT
public:
    explicit OverlapView(QWidget* parent = nullptr);

    /// `context` indexes round.contexts: 0 after the root, n + 1 after node n.
    void setContext(const RoundRecord& round, int context, const Recording* recording);
    void clear();
    /// Of all drafts of the run so far, what the probability stands beside.
    void setMeasured(int accepted, int judged);

    [[nodiscard]] QString headline() const;                        ///< "Σ min(p, q) = 1 − TV(p, q) = 0.560"
    [[nodiscard]] QString origin() const;                          ///< how that is known, or within which bounds
    [[nodiscard]] QString sentence() const;                        ///< what it means, and what the run has measured
    [[nodiscard]] OverlapLayout layoutOf(const QSize& size) const; ///< without columns where there is nothing to draw
    /// "“fly”: p 0.110, q 0.480, min(p, q) 0.110."
    [[nodiscard]] QString sentenceOf(const OverlapColumn& column) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] const DistributionRecord* record() const;
    [[nodiscard]] QString whyNothing() const; ///< a sentence, where there is nothing to draw
    [[nodiscard]] std::vector<TokenId> matters() const;
    [[nodiscard]] double sentenceHeight(double width) const;
    void paintAxis(QPainter& painter, const OverlapLayout& layout) const;
    void paintColumns(QPainter& painter, const OverlapLayout& layout) const;
    void paintOutlines(QPainter& painter, const OverlapLayout& layout) const;
    void paintLegend(QPainter& painter, const QRectF& room, bool hasBounds) const;

    std::optional<RoundRecord> m_round;
    int m_context = 0;
    const Recording* m_recording = nullptr;
    std::optional<Overlap> m_overlap;
    int m_accepted = 0, m_judged = 0;
};

} // namespace draftscope
