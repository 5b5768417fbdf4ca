// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/recording.h"
#include "widgets/stage_layout.h"
#include "widgets/theme.h"

class QPainter;

namespace draftscope {

/// Columns that a round needs: its nodes (those still to be drafted, too, so that nothing jumps while drafting) and the
/// token that ends it.
[[nodiscard]] int stageColumnCount(const RoundRecord& round, const TraceHeader& header);

/// Paints a chain round into a layout; the same painter serves the screen and exported pictures. `progress` (Motion) says how far what the
/// last moment has changed has come: a token and its q, all p, a dart that falls, the token that ends the round.
class StagePainter {
public:
    StagePainter(QPainter& painter, const RoundRecord& round, const Recording& recording, const StageLayout& layout,
                 double progress = 1);
    /// Where the columns have been scrolled by `scrolled` pixels, the names of the rows stay where they are, over the columns.
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
    void paintDart(const QRectF& gauge, double u, double progress);
    /// `progress` if the last moment is of this kind and about this node, else 1.
    [[nodiscard]] double progressOf(MomentKind kind, const NodeRecord* node = nullptr) const;
    void paintBar(const QRectF& rect, double share, Role role, double opacity);
    void paintGauge(const NodeRecord& node, const StageColumn& column);
    void paintTokenBox(const QRectF& rect, const QString& text, Role border, bool filled, double opacity);
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
};

} // namespace draftscope
