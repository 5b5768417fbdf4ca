// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/record/recording.h"
#include "widgets/stage/stage_layout.h"
#include "widgets/style/theme.h"

class QPainter;

namespace draftscope {

/// Columns that a round needs: its nodes (those still to be drafted, too, so that nothing jumps while drafting) and the
/// token that ends it.
[[nodiscard]] int stageColumnCount(const RoundRecord& round, const TraceHeader& header);
/// The column of the position that the drawn token fills: that of the rejected draft in whose place it is drawn, or the
/// one behind all drafts; -1 where none is drawn.
[[nodiscard]] int drawnColumn(const RoundRecord& round, int columnCount);
/// A round that drafts, or will.
[[nodiscard]] bool hasDrafts(const RoundRecord& round);

/// Paints a chain round into a layout; the same painter serves the screen and exported pictures. `progress` (Motion)
/// says how far what the last moment has changed has come: a token and its q, all p, a dart that falls, the token that
/// ends the round.
class StagePainter {
public:
    StagePainter(QPainter& painter, const RoundRecord& round, const Recording& recording, const StageLayout& layout,
                 double progress = 1);
    /// Where the columns have been scrolled by `scrolled` pixels, the names of the rows stay where they are, over the
    /// columns.
    void paint(int selectedContext, double scrolled = 0);

    /// What stands below the gauge of a node that has been judged, a line each: "a = 0.89  u = 0.30", or shorter.
    [[nodiscard]] QStringList gaugeWords(const NodeRecord& node, bool shorter) const;
    /// A column has no room for that, so that all of the round say it shorter.
    [[nodiscard]] bool saysGaugesShorter() const;

private:
    void paintLabels(double scrolled);
    void paintNode(const NodeRecord& node, const StageColumn& column, bool isCurrent);
    void paintVerdict(const NodeRecord& node, const StageColumn& column);
    void paintPending(const StageColumn& column, const QString& words);
    void paintDraw(const DrawRecord& draw, const StageColumn& column);
    /// The same below the draft that was rejected at its position.
    void paintReplacement(const DrawRecord& draw, const StageColumn& column);
    /// What was drawn with: the residual's probability of the token, or p's, and which of them.
    struct DrawnWith {
        QString name;
        std::optional<double> value;
    };
    [[nodiscard]] DrawnWith drawnWith(const DrawRecord& draw) const;
    [[nodiscard]] double progressOfDraw() const;
    void paintDart(const QRectF& gauge, double u, double progress);
    /// `progress` if the last moment is of this kind and about this node, else 1.
    [[nodiscard]] double progressOf(MomentKind kind, const NodeRecord* node = nullptr) const;
    void paintBar(const QRectF& rect, double share, Role role, double opacity);
    void paintHatching(const QRectF& rect, double opacity);
    void paintGauge(const NodeRecord& node, const StageColumn& column);
    /// `share`: how much of it is filled as a bar.
    void paintTokenBox(const QRectF& rect, const QString& text, Role border, bool filled, double opacity,
                       std::optional<double> share = {});
    void fitVerdicts();
    [[nodiscard]] QStringList verdictWords(const NodeRecord& node) const; ///< the longest first
    void text(const QRectF& rect, const QString& variants, Role role, int flags, bool bold = false, double scale = 0.92,
              double smallest = 0.7);

    QPainter& m_painter;
    const RoundRecord& m_round;
    const Recording& m_recording;
    const StageLayout& m_layout;
    double m_progress;
    bool m_verified;
    bool m_isDecided; ///< no further draft will be judged
    bool m_saysGaugesShorter = false;
    double m_verdictScale = 1; ///< letters of all verdicts, and how many words fit
    bool m_marksOnly = false;
};

} // namespace draftscope
