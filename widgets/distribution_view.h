// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "engine/record/recording.h"
#include "widgets/motion.h"

namespace draftscope {

/// p, q, min(p, q) and the residual over the likeliest tokens at one position, and the rest as one row. What happened there it says in a
/// sentence to whoever does not see it; the stage shows that.
class DistributionView : public QWidget {
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
    [[nodiscard]] QRectF rowRect(int row) const;
    [[nodiscard]] int rowCount() const { return int(m_rows.size()); } ///< with a token of their own, in sight
    [[nodiscard]] QString rowWords(int row) const { return m_words.value(row); }
    [[nodiscard]] int currentRow() const { return m_current; } ///< that the keys have gone to; -1 for none
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] const DistributionRecord* record() const;
    /// The node that was drafted at this position with the token, the accepted one if there are several; null for none.
    [[nodiscard]] const NodeRecord* proposed(TokenId token) const;
    void relayout();
    void setCurrentRow(int row);
    void describe();
    void nameRows(const DistributionRecord& here);
    [[nodiscard]] QString toolTipOf(int row) const;
    void chooseRows(const DistributionRecord& here, std::size_t room);
    [[nodiscard]] double barLength(double probability, double width) const;
    [[nodiscard]] bool hasResidualBars(const DistributionRecord& here) const;
    /// Of the p of a listed token, what is left by the verdicts so far, or would be left once the first draft is rejected.
    [[nodiscard]] double leftOfP(std::size_t entry) const;
    /// How far what the last moment has changed has come, if it is of this kind; else 1.
    [[nodiscard]] double progressOf(MomentKind kind) const;
    [[nodiscard]] double residualGrown() const; ///< likewise the share of the residual's bars
    /// The threshold of typical acceptance here.
    [[nodiscard]] std::optional<double> threshold() const;
    void paintLegend(QPainter& painter, const DistributionRecord& here) const;
    void paintRow(QPainter& painter, int row) const;
    void paintTail(QPainter& painter, const QRectF& rect) const;

    std::optional<RoundRecord> m_round;
    int m_context = 0;
    const Recording* m_recording = nullptr;
    bool m_logScale = false, m_beforeSampler = false;
    std::vector<std::size_t> m_rows; ///< in sight, as indexes into the record's top
    QStringList m_words;             ///< of their tokens
    int m_current = -1;
    Motion m_motion;
    QString m_sentence;
    double m_rowHeight = 0;
    double m_scaleEnd = 1; ///< what a full bar stands for: neighbouring positions mostly share a scale
};

} // namespace draftscope
