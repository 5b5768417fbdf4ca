// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include "engine/record/records.h"
#include "widgets/style/item_keys.h"

namespace draftscope {

/// How large a tree is drawn: as large as fits but never too small to read, all of it whatever its size, or as a person
/// wants it.
struct TreeZoom {
    enum class Kind { readable, whole, wanted };
    Kind kind = Kind::readable;
    double scale = 1; ///< Kind::wanted
    static constexpr double smallest = 0.1, largest = 3;
    friend bool operator==(const TreeZoom&, const TreeZoom&) = default;
};

/// A column of the tree: the last committed token, then a depth each; the token that ends the round stands at the depth
/// behind its context.
struct TreeColumn {
    int depth = 0; ///< 0: the context
    double left = 0, width = 0;
    bool hasNodes = false; ///< else only the drawn token
    int leftOut = 0;       ///< nodes of this depth that have no card
};

/// Geometry of a round that is a tree: a tidy one, growing to the right. Children lie in their order, a parent in the
/// middle of its first and last child, and nothing overlaps. No painting, no words. Units are logical pixels.
///
/// Things are numbered as items: node n is item n, the token that ends the round is the item behind the last node.
struct TreeLayout {
    /// A round with more nodes than this shows none of those that were pruned.
    static constexpr std::size_t mostWithPruned = 64;

    QRectF root;
    std::vector<QRectF> nodes;  ///< empty rectangles for those that are left out
    std::optional<QRectF> draw; ///< the token that ends the round, where it has one
    std::vector<TreeColumn> columns;
    double captionHeight = 0; ///< of the rows above, which stay in sight
    /// The lower one of them repeats the accepted path, where not all of the tree is in sight; else 0.
    double pathHeight = 0;
    double scale = 1; ///< that was chosen
    double fontScale = 1;
    bool isCompact = false; ///< a line a card, without numbers
    QSizeF contentSize;

    /// `lineHeight` is that of the user interface font at scale 1.
    [[nodiscard]] static TreeLayout of(const RoundRecord& round, QSizeF view, double lineHeight, TreeZoom zoom = {});

    /// The same while what the last moment of the round has changed is on its way (Motion): cards that it added come
    /// out of those that they were drafted after, and a card that it judged is a little larger at first.
    [[nodiscard]] TreeLayout arriving(const RoundRecord& round, double progress) const;

    [[nodiscard]] int drawItem() const { return draw ? int(nodes.size()) : -1; }
    [[nodiscard]] int itemCount() const { return int(nodes.size()) + (draw ? 1 : 0); }
    [[nodiscard]] QRectF rectOf(int item) const;
    /// The item at a point; -1 for none.
    [[nodiscard]] int itemAt(QPointF point) const;
    /// The middle of a side: where the edge to what lies left of it ends, or those to its children begin.
    [[nodiscard]] static QPointF leftOf(const QRectF& card) { return {card.left(), card.center().y()}; }
    [[nodiscard]] static QPointF rightOf(const QRectF& card) { return {card.right(), card.center().y()}; }
};

/// Where a key leads from an item of a tree: to its parent, its first child, its neighbours in the column, the ends of
/// the round. Stays where there is nothing. `round` may have fewer nodes than the layout, and no drawn token yet.
[[nodiscard]] int itemBeside(const RoundRecord& round, const TreeLayout& layout, int item, ItemKey key);

} // namespace draftscope
