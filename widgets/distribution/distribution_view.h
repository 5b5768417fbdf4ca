// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/distribution/distribution_rows.h"
#include "widgets/style/drawn_view.h"
#include "widgets/style/motion.h"

namespace draftscope {

/// p, q, min(p, q) and the residual over the likeliest tokens at one position, and the rest as one row. What happened
/// there it says in a sentence for people who cannot see it; the stage shows that.
class DistributionView : public DrawnView {
    Q_OBJECT
public:
    explicit DistributionView(QWidget* parent = nullptr);

    /// `context` indexes round.contexts: 0 after the root, n + 1 after node n.
    void setContext(const RoundRecord& round, int context, const Recording* recording);
    void clear();
    void setLogScale(bool on);
    void setBeforeSampler(bool on);      ///< the softmax of the unchanged logits instead of p and q
    [[nodiscard]] QString where() const; ///< "position 5 · after “to”"
    /// The same of any round; empty where it has no such context.
    [[nodiscard]] static QString where(const RoundRecord& round, int context, const Recording& recording);
    [[nodiscard]] QString subtitle() const; ///< the same and, where it is so, that the bars are of before the sampler
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QRectF rowRect(int row) const { return m_rows.rect(row); }
    [[nodiscard]] int rowCount() const { return m_rows.count(); } ///< with a token of their own, in sight
    [[nodiscard]] QString rowWords(int row) const { return m_rows.words(row); }
    /// That of a row; noToken for the row of all others.
    [[nodiscard]] TokenId tokenOfRow(int row) const;
    [[nodiscard]] int currentRow() const { return current(); } ///< that the keys have gone to; -1 for none
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    [[nodiscard]] int itemCount() const override { return rowCount(); }
    [[nodiscard]] int itemsOfPage() const override { return rowCount(); }
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] bool hasRound() const { return m_rows.round() && m_rows.recording(); }
    void relayout();
    [[nodiscard]] QString toolTipOf(int row) const;

    DistributionRows m_rows;
    bool m_logScale = false;
    Motion m_motion;
    QString m_sentence;
};

} // namespace draftscope
