// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/record/recording.h"
#include "widgets/stage/tree_layout.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_tree.h"

class QPainter;

namespace draftscope {

/// Paints a round that is a tree into a layout; the same painter serves the screen and exported pictures. `whole` is
/// the round as far as it is recorded, which the layout is of; what it has more than the round shown is still to come.
class TreePainter {
public:
    TreePainter(QPainter& painter, const RoundRecord& round, const RoundRecord& whole, const Recording& recording,
                const TreeLayout& layout);
    /// `selectedContext`: its drafts have a ground of their own. `selectedItem`: the one chosen among them; -1 for
    /// none. Cards and edges outside of `inSight` are left out.
    void paint(int selectedContext, int selectedItem, const QRectF& inSight);
    /// The rows above, for a tree that is scrolled by `scrolled` to the left, in `width` pixels.
    void paintCaptions(double scrolled, double width);

private:
    enum class State { toCome, drafted, unreached, pruned, rejected, accepted }; ///< the later ones are painted on top
    [[nodiscard]] State stateOf(int node, bool isUnreached) const;
    void paintSelectedContext(int context);
    void paintEdge(const QRectF& from, const QRectF& to, Role role, double width, Qt::PenStyle style, double opacity);
    void paintEdgeOf(int node, State state);
    [[nodiscard]] QRectF edgeRect(int node) const;
    void paintRoot();
    void paintNode(int node, State state);
    void paintDraw();
    void paintPath(double scrolled);
    void paintFrame(const QRectF& rect, Role border, double width, Qt::PenStyle style, bool filled, double opacity);
    void paintToken(const QRectF& rect, TokenId token, const QString& mark, Role markRole, Role words, bool bold);
    void paintBars(const QRectF& rect, const NodeRecord& node, double opacity);
    [[nodiscard]] QRectF tokenRow(const QRectF& card) const;
    [[nodiscard]] QRectF wordsRow(const QRectF& card) const;
    [[nodiscard]] double lineWidth(double width) const;

    QPainter& m_painter;
    const RoundRecord& m_round;
    const RoundRecord& m_whole;
    const Recording& m_recording;
    const TreeLayout& m_layout;
    bool m_verified;
    bool m_isDecided; ///< no further draft will be judged
    std::vector<State> m_states;
    Level m_current; ///< what the moment shown is about
};

} // namespace draftscope
