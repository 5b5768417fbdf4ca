// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QRectF>
#include <QStringList>

#include "engine/record/recording.h"

namespace draftscope {

/// The tokens of one position that a view has room for, where their rows lie, and what their bars say. Apart from
/// painting.
class DistributionRows {
public:
    /// `context` indexes round.contexts; no round shows nothing.
    void setContext(std::optional<RoundRecord> round, int context, const Recording* recording);
    void setBeforeSampler(bool on) { m_beforeSampler = on; }
    /// Chooses the rows that a view of this size has room for.
    void layOut(QSizeF view);

    [[nodiscard]] const std::optional<RoundRecord>& round() const { return m_round; }
    [[nodiscard]] int context() const { return m_context; }
    [[nodiscard]] const Recording* recording() const { return m_recording; }
    [[nodiscard]] bool isBeforeSampler() const { return m_beforeSampler; }
    /// Null where the round has no such context.
    [[nodiscard]] const DistributionRecord* record() const;

    [[nodiscard]] int count() const { return int(m_rows.size()); }                      ///< with a token of their own
    [[nodiscard]] std::size_t entry(int row) const { return m_rows[std::size_t(row)]; } ///< index into the record's top
    [[nodiscard]] QString words(int row) const { return m_words.value(row); }           ///< of the token
    [[nodiscard]] QRectF rect(int row) const; ///< row count() is that of all other tokens
    [[nodiscard]] double scaleEnd() const { return m_scaleEnd; }
    [[nodiscard]] QSizeF view() const { return m_view; }
    [[nodiscard]] static double lineHeight();
    [[nodiscard]] static double legendHeight();

    /// The node that was drafted at this position with the token, the accepted one if there are several; null for none.
    [[nodiscard]] const NodeRecord* proposed(TokenId token) const;
    /// Whether the round's own draw took the token here.
    [[nodiscard]] bool isDrawn(TokenId token) const;
    /// Whether the round's rule leaves something of p for the token in the place of a rejected draft.
    [[nodiscard]] bool hasResidual() const;
    /// Whether p is split in what drafts have taken of it, or would, and what is left.
    [[nodiscard]] bool hasResidualBars() const { return !m_beforeSampler && hasResidual(); }
    /// Of the p of a listed token, what is left by the verdicts so far, or would be left once the first draft is
    /// rejected.
    [[nodiscard]] double leftOfP(std::size_t entry) const;
    /// The threshold of typical acceptance here.
    [[nodiscard]] std::optional<double> threshold() const;

private:
    void chooseRows(const DistributionRecord& here, std::size_t room);
    void nameRows(const DistributionRecord& here);

    std::optional<RoundRecord> m_round;
    int m_context = 0;
    const Recording* m_recording = nullptr;
    bool m_beforeSampler = false;
    std::vector<std::size_t> m_rows; ///< in sight, as indexes into the record's top
    QStringList m_words;             ///< of their tokens
    QSizeF m_view;
    double m_rowHeight = 0;
    double m_scaleEnd = 1; ///< what a full bar stands for: neighbouring positions mostly share a scale
};

} // namespace draftscope
