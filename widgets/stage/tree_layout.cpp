// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tree_layout.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "widgets/style/motion.h"
#include "widgets/words/round_tree.h"

namespace draftscope {

namespace {

/// Lengths of a card and what is around it, in lines of its own font.
struct Measures {
    double cardHeight, siblings, cousins; ///< the latter two: from middle to middle at least
    double tightCard, roomyCard, tightGap, roomyGap;
};
constexpr Measures full{2.45, 2.85, 3.35, 5.6, 7.6, 1.7, 4.2};
constexpr Measures compact{1.52, 1.65, 1.84, 4.6, 7.6, 1.5, 3.4};
constexpr double outerMargin = 0.5, captions = 1.7, pathRow = 1.5, mostStretch = 1.6;

// A card with numbers is drawn down to this scale; below it a compact one takes its place, a little larger than the
// scale says, so that it can be read longer.
constexpr double smallestFull = 0.92, compactFont = 1.12, smallestReadable = 0.655, largestOnItsOwn = 1.3;

/// What has a card, parents first: a node, or the drawn token as the last child of its context.
struct Card {
    int item;   ///< of the layout
    int parent; ///< among the cards; -1 for the root
};

std::vector<Card> cardsOf(const RoundRecord& round)
{
    std::vector<Card> cards;
    std::vector<int> cardOf(round.nodes.size() + 1, -2); // by context; -2 where there is none
    cardOf[0] = -1;
    const bool leavesOut = round.nodes.size() > TreeLayout::mostWithPruned;
    const auto add = [&](int item, int context) {
        if (cardOf[std::size_t(context)] == -2)
            return;
        cards.push_back({item, cardOf[std::size_t(context)]});
        if (item < int(round.nodes.size()))
            cardOf[std::size_t(item + 1)] = int(cards.size()) - 1;
    };
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        if (!leavesOut || !round.nodes[n].pruned)
            add(int(n), round.nodes[n].parent + 1);
    if (round.draw)
        add(int(round.nodes.size()), round.draw->context);
    return cards;
}

std::vector<int> parentsOf(const std::vector<Card>& cards)
{
    std::vector<int> parents;
    for (const Card& card : cards)
        parents.push_back(card.parent);
    return parents;
}

std::vector<int> depthsOf(const std::vector<int>& parents)
{
    std::vector<int> depths;
    for (const int parent : parents)
        depths.push_back(parent < 0 ? 1 : depths[std::size_t(parent)] + 1);
    return depths;
}

/// The middles of what lies highest and lowest in a column.
struct Extent {
    double top, bottom;
};

/// Those of each column of a subtree, from that of its own root on. Moving it, a new root in front of it and what is
/// put below it cost no more than the shallower of two subtrees has columns: a chain of thousands must not cost their
/// square.
class Contour {
public:
    [[nodiscard]] std::size_t size() const { return m_deepestFirst.size(); }
    [[nodiscard]] bool isEmpty() const { return m_deepestFirst.empty(); }
    [[nodiscard]] Extent at(std::size_t depth) const
    {
        const Extent& stored = m_deepestFirst[size() - 1 - depth];
        return {stored.top + m_offset, stored.bottom + m_offset};
    }
    void move(double by) { m_offset += by; }
    void addRoot() { m_deepestFirst.push_back({-m_offset, -m_offset}); }
    /// Of both, one below the other.
    void putBelow(Contour&& next)
    {
        const bool isDeeper = next.size() > size();
        Contour& deeper = isDeeper ? next : *this;
        const Contour& other = isDeeper ? *this : next;
        for (std::size_t depth = 0; depth < other.size(); ++depth) {
            Extent& stored = deeper.m_deepestFirst[deeper.size() - 1 - depth];
            if (isDeeper)
                stored.top = other.at(depth).top - deeper.m_offset;
            else
                stored.bottom = other.at(depth).bottom - deeper.m_offset;
        }
        if (isDeeper)
            *this = std::move(next);
    }

private:
    std::vector<Extent> m_deepestFirst;
    double m_offset = 0; ///< of all that is stored
};

/// Puts subtrees as close below one another as their columns allow. With `upwards` the last child is put first, and the
/// others above it.
class Packing {
public:
    Packing(const std::vector<int>& parents, const Measures& measures, bool upwards)
        : m_measures(measures), m_upwards(upwards), m_children(parents.size() + 1), m_offsets(parents.size()),
          m_contours(parents.size() + 1)
    {
        for (std::size_t item = 0; item < parents.size(); ++item)
            m_children[std::size_t(parents[item] + 1)].push_back(int(item));
        for (std::size_t of = m_children.size(); of-- > 0;)
            place(of);
    }
    /// Of an item, from its parent's middle.
    [[nodiscard]] double offset(std::size_t item) const { return m_upwards ? -m_offsets[item] : m_offsets[item]; }

private:
    /// `of`: an item + 1, or 0 for the root; its children have been placed.
    void place(std::size_t of)
    {
        std::vector<int>& children = m_children[of];
        if (m_upwards)
            std::ranges::reverse(children);
        Contour below;
        for (const int child : children) {
            Contour& next = m_contours[std::size_t(child + 1)];
            double offset = below.isEmpty() ? 0 : -std::numeric_limits<double>::infinity();
            for (std::size_t d = 0; d < std::min(below.size(), next.size()); ++d)
                offset = std::max(
                    offset, below.at(d).bottom - next.at(d).top + (d == 0 ? m_measures.siblings : m_measures.cousins));
            m_offsets[std::size_t(child)] = offset;
            next.move(offset);
            below.putBelow(std::move(next));
        }
        const double middle = children.empty()
            ? 0
            : (m_offsets[std::size_t(children.front())] + m_offsets[std::size_t(children.back())]) / 2;
        for (const int child : children)
            m_offsets[std::size_t(child)] -= middle;
        below.move(-middle);
        below.addRoot();
        m_contours[of] = std::move(below);
    }

    const Measures& m_measures;
    bool m_upwards;
    std::vector<std::vector<int>> m_children; ///< by item + 1
    std::vector<double> m_offsets;
    std::vector<Contour> m_contours; ///< by item + 1
};

/// Middles in lines, the highest at 0.
struct Middles {
    double root = 0;
    std::vector<double> items;
    double span = 0;
};

/// Both ways of packing keep the distances and have parents in the middle, so their mean does, too; and it leaves small
/// subtrees halfway between large ones.
Middles middlesOf(const std::vector<int>& parents, const Measures& measures)
{
    const Packing down(parents, measures, false), up(parents, measures, true);
    Middles middles;
    double top = 0, bottom = 0;
    for (std::size_t item = 0; item < parents.size(); ++item) {
        const double from = parents[item] < 0 ? 0 : middles.items[std::size_t(parents[item])];
        const double y = from + (down.offset(item) + up.offset(item)) / 2;
        middles.items.push_back(y);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
    }
    middles.root = -top;
    for (double& y : middles.items)
        y -= top;
    middles.span = bottom - top;
    return middles;
}

/// What there is to lay out, and how much room it takes where it is tight.
struct Plan {
    const Measures& measures;
    Middles middles;
    int columns;
    [[nodiscard]] double width() const
    {
        return columns * measures.tightCard + (columns - 1) * measures.tightGap + 2 * outerMargin;
    }
    [[nodiscard]] double height() const { return middles.span + measures.cardHeight + 2 * outerMargin; }
    /// The largest font at which it fits, as a multiple of the font at scale 1.
    [[nodiscard]] double largestFont(QSizeF room, double line) const
    {
        return std::min(room.width() / (width() * line), room.height() / (height() * line));
    }
};

struct Choice {
    double scale, font;
    bool isCompact;
};

double fontAt(double scale)
{
    return scale < smallestFull ? scale * compactFont : scale;
}

Choice choose(const Plan& asFull, const Plan& asCompact, QSizeF room, double line, TreeZoom zoom)
{
    double scale = zoom.scale;
    if (zoom.kind != TreeZoom::Kind::wanted) {
        const double least = zoom.kind == TreeZoom::Kind::whole ? TreeZoom::smallest : smallestReadable;
        scale = asFull.largestFont(room, line);
        if (scale < smallestFull)
            scale = std::min(asCompact.largestFont(room, line) / compactFont, smallestFull - 0.001);
        scale = std::clamp(scale, least, largestOnItsOwn);
    }
    scale = std::clamp(scale, TreeZoom::smallest, TreeZoom::largest);
    return {scale, fontAt(scale), scale < smallestFull};
}

} // namespace

TreeLayout TreeLayout::of(const RoundRecord& round, QSizeF view, double lineHeight, TreeZoom zoom)
{
    const std::vector<Card> cards = cardsOf(round);
    const std::vector<int> parents = parentsOf(cards), depths = depthsOf(parents);
    const int columnCount = 1 + (depths.empty() ? 0 : *std::ranges::max_element(depths));
    const Plan asFull{full, middlesOf(parents, full), columnCount};
    const Plan asCompact{compact, middlesOf(parents, compact), columnCount};

    TreeLayout layout;
    layout.captionHeight = captions * lineHeight;
    QSizeF room(view.width(), view.height() - layout.captionHeight);
    const Choice choice = choose(asFull, asCompact, room, lineHeight, zoom);
    layout.scale = choice.scale;
    layout.fontScale = choice.font;
    layout.isCompact = choice.isCompact;
    const Plan& plan = choice.isCompact ? asCompact : asFull;
    if (plan.largestFont(room, lineHeight) < choice.font * 0.999) {
        layout.pathHeight = pathRow * lineHeight;
        layout.captionHeight += layout.pathHeight;
        room.rheight() -= layout.pathHeight;
    }
    const Measures& measures = plan.measures;
    const double line = lineHeight * choice.font;

    // What room is left makes gaps and cards wider, and rows further apart, up to a point; then it stays around the
    // tree.
    const double spareWidth = std::max(0.0, room.width() - plan.width() * line);
    const double widerGaps = columnCount > 1
        ? std::min(spareWidth * 0.55 / (columnCount - 1), (measures.roomyGap - measures.tightGap) * line)
        : 0;
    const double widerCards = std::min((spareWidth - widerGaps * (columnCount - 1)) / columnCount,
                                       (measures.roomyCard - measures.tightCard) * line);
    const double gap = measures.tightGap * line + widerGaps, card = measures.tightCard * line + widerCards;
    const double high = measures.cardHeight * line, span = plan.middles.span * line;
    const double roomForRows = room.height() - high - 2 * outerMargin * line;
    const double stretch = span > 0 ? std::clamp(roomForRows / span, 1.0, mostStretch) : 1;
    const double width = columnCount * card + (columnCount - 1) * gap + 2 * outerMargin * line;
    const double height = span * stretch + high + 2 * outerMargin * line;
    layout.contentSize = {std::max(view.width(), width), std::max(view.height(), height + layout.captionHeight)};

    const double left = outerMargin * line + std::max(0.0, view.width() - width) * 0.35;
    const double top = layout.captionHeight + outerMargin * line + std::max(0.0, room.height() - height) / 2;
    const auto rect = [&](int depth, double middle) {
        return QRectF(left + depth * (card + gap), top + middle * line * stretch, card, high);
    };
    for (int depth = 0; depth < columnCount; ++depth)
        layout.columns.push_back({depth, rect(depth, 0).left(), card, depth == 0});
    layout.root = rect(0, plan.middles.root);
    layout.nodes.resize(round.nodes.size());
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const QRectF place = rect(depths[i], plan.middles.items[i]);
        if (const auto item = std::size_t(cards[i].item); item < round.nodes.size()) {
            layout.nodes[item] = place;
            layout.columns[std::size_t(depths[i])].hasNodes = true;
        } else {
            layout.draw = place;
        }
    }
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        if (const auto depth = std::size_t(round.nodes[n].depth);
            layout.nodes[n].isEmpty() && depth < layout.columns.size())
            ++layout.columns[depth].leftOut;
    return layout;
}

TreeLayout TreeLayout::arriving(const RoundRecord& round, double progress) const
{
    TreeLayout moving = *this;
    if (round.moments.empty())
        return moving;
    const double share = slowingDown(progress);
    const auto comeFrom = [&](QRectF& card, const QRectF& parent) {
        if (!card.isEmpty())
            card.moveTopLeft(parent.topLeft() + (card.topLeft() - parent.topLeft()) * share);
    };
    const auto cardBefore = [&](int context) { return context == 0 ? root : rectOf(context - 1); };
    const Moment now = round.moments.back();
    switch (now.kind) {
    case MomentKind::draft:
        for (int node = levelOf(round, now).first; node < levelOf(round, now).end && node < int(nodes.size()); ++node)
            comeFrom(moving.nodes[std::size_t(node)], cardBefore(round.nodes[std::size_t(node)].parent + 1));
        break;
    case MomentKind::judge:
        if (now.node >= 0 && now.node < int(nodes.size()) && !rectOf(now.node).isEmpty()) {
            const double more = (1 - share) * 0.12;
            QRectF& card = moving.nodes[std::size_t(now.node)];
            card.adjust(-card.width() * more, -card.height() * more, card.width() * more, card.height() * more);
        }
        break;
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
        if (moving.draw && round.draw)
            comeFrom(*moving.draw, cardBefore(round.draw->context));
        break;
    case MomentKind::verify:
    case MomentKind::commit:
        break;
    }
    return moving;
}

QRectF TreeLayout::rectOf(int item) const
{
    return item >= 0 && item < int(nodes.size()) ? nodes[std::size_t(item)] : draw.value_or(root);
}

int TreeLayout::itemAt(QPointF point) const
{
    for (int item = 0; item < itemCount(); ++item)
        if (rectOf(item).contains(point))
            return item;
    return -1;
}

int itemBeside(const RoundRecord& round, const TreeLayout& layout, int item, ItemKey key)
{
    const int nodes = int(round.nodes.size()), draw = round.draw ? layout.drawItem() : -1;
    int first = 0, last = nodes - 1;
    while (first < nodes && layout.rectOf(first).isEmpty())
        ++first;
    while (last >= 0 && layout.rectOf(last).isEmpty())
        --last;
    if (first == nodes)
        return draw;
    if (item < 0 || (item >= nodes && item != draw) || layout.rectOf(item).isEmpty())
        return first;
    const auto parentOf = [&](int of) {
        return of == draw ? round.draw->context - 1 : round.nodes[std::size_t(of)].parent;
    };
    const auto firstChildOf = [&](int of) {
        for (int n = of + 1; n < nodes && of != draw; ++n)
            if (parentOf(n) == of && !layout.rectOf(n).isEmpty())
                return n;
        return draw >= 0 && of != draw && parentOf(draw) == of ? draw : of;
    };
    const auto inColumn = [&](int steps) {
        std::vector<int> column;
        for (int other = 0; other < layout.itemCount(); ++other)
            if ((other < nodes || other == draw) && !layout.rectOf(other).isEmpty()
                && layout.rectOf(other).left() == layout.rectOf(item).left())
                column.push_back(other);
        std::ranges::stable_sort(column, {}, [&](int other) { return layout.rectOf(other).top(); });
        const auto here = std::ranges::find(column, item) - column.begin();
        return column[std::size_t(std::clamp<std::ptrdiff_t>(here + steps, 0, std::ssize(column) - 1))];
    };
    constexpr int page = 6;
    switch (key) {
    case ItemKey::previous:
        return parentOf(item) < 0 ? item : parentOf(item);
    case ItemKey::next:
        return firstChildOf(item);
    case ItemKey::up:
        return inColumn(-1);
    case ItemKey::down:
        return inColumn(1);
    case ItemKey::pageUp:
        return inColumn(-page);
    case ItemKey::pageDown:
        return inColumn(page);
    case ItemKey::first:
        return first;
    case ItemKey::last:
        return draw >= 0 ? draw : last;
    case ItemKey::activate:
    case ItemKey::menu:
        break;
    }
    return item;
}

} // namespace draftscope
