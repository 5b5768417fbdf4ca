// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tree_painter.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include "engine/record/end_of_text.h"
#include "widgets/style/fitted_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct TreePainterWords {
    Q_DECLARE_TR_FUNCTIONS(TreePainterWords)
};

constexpr double thinnest = 0.8, thickest = 6.5; ///< edges of q = 0 and q = 1
constexpr double pathAtLeast = 2.2;
constexpr double prunedOpacity = 0.55;

/// .41 where 0.41 has no room; 1.00 and <0.001 stay.
QString withoutZero(const QString& words)
{
    return words.startsWith(QStringLiteral("0.")) ? words.mid(1) : words;
}

} // namespace

TreePainter::TreePainter(QPainter& painter, const RoundRecord& round, const RoundRecord& whole,
                         const Recording& recording, const TreeLayout& layout)
    : m_painter(painter), m_round(round), m_whole(whole), m_recording(recording), m_layout(layout),
      m_verified(round.isVerified()),
      m_isDecided(round.draw.has_value() || round.isFinished() || endingNode(round, recording.header()) >= 0)
{
    const std::vector<bool> unreached = outOfReach(round);
    for (std::size_t node = 0; node < layout.nodes.size(); ++node)
        m_states.push_back(stateOf(int(node), node < unreached.size() && unreached[node]));
    if (const Moment now = round.moments.empty() ? Moment{} : round.moments.back(); now.kind == MomentKind::draft)
        m_current = levelOf(round, now);
    else if (now.kind == MomentKind::judge)
        m_current = {now.node, now.node + 1};
}

TreePainter::State TreePainter::stateOf(int node, bool isUnreached) const
{
    if (node >= int(m_round.nodes.size()))
        return State::toCome;
    const NodeRecord& record = m_round.nodes[std::size_t(node)];
    if (record.verdict != Verdict::notJudged)
        return record.verdict == Verdict::accepted ? State::accepted : State::rejected;
    if (record.pruned)
        return State::pruned;
    return m_isDecided || isUnreached ? State::unreached : State::drafted;
}

void TreePainter::paint(int selectedContext, int selectedItem, const QRectF& inSight)
{
    paintSelectedContext(selectedContext);
    std::vector<int> order(m_states.size());
    for (std::size_t n = 0; n < order.size(); ++n)
        order[n] = int(n);
    std::ranges::stable_sort(order, {}, [this](int node) { return m_states[std::size_t(node)]; });
    for (const int node : order)
        if (edgeRect(node).intersects(inSight))
            paintEdgeOf(node, m_states[std::size_t(node)]);
    if (m_round.draw && m_layout.draw)
        paintEdge(m_round.draw->context == 0 ? m_layout.root : m_layout.rectOf(m_round.draw->context - 1),
                  *m_layout.draw, roleOf(m_round.draw->source), 2.6, Qt::SolidLine, 1);
    paintRoot();
    for (const int node : order)
        if (m_layout.rectOf(node).intersects(inSight))
            paintNode(node, m_states[std::size_t(node)]);
    if (m_round.draw && m_layout.draw)
        paintDraw();
    if (selectedItem >= 0 && selectedItem < m_layout.itemCount() && !m_layout.rectOf(selectedItem).isEmpty()) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(Theme::color(Role::text), 1.4));
        const double out = 3;
        m_painter.drawRoundedRect(m_layout.rectOf(selectedItem).adjusted(-out, -out, out, out), 7, 7);
    }
}

/// All that was drafted, or drawn, after the context whose distribution is shown. It lies together in one column.
void TreePainter::paintSelectedContext(int context)
{
    QRectF ground;
    for (std::size_t n = 0; n < m_round.nodes.size(); ++n)
        if (m_round.nodes[n].parent + 1 == context)
            ground |= m_layout.nodes[n]; // nothing where it is left out
    if (m_round.draw && m_layout.draw && m_round.draw->context == context)
        ground |= *m_layout.draw;
    if (ground.isEmpty())
        return;
    const double out = std::min(7.0, m_layout.root.height() * 0.2);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(Theme::color(Role::page));
    m_painter.drawRoundedRect(ground.adjusted(-out * 1.6, -out, out * 1.6, out), 8, 8);
}

double TreePainter::lineWidth(double width) const
{
    return width * std::clamp(m_layout.fontScale, 0.45, 1.3);
}

void TreePainter::paintEdge(const QRectF& from, const QRectF& to, Role role, double width, Qt::PenStyle style,
                            double opacity)
{
    const QPointF begin = TreeLayout::rightOf(from), end = TreeLayout::leftOf(to);
    const double half = (end.x() - begin.x()) * 0.55;
    QPainterPath path(begin);
    path.cubicTo(begin + QPointF(half, 0), end - QPointF(half, 0), end);
    m_painter.setOpacity(opacity);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(Theme::color(role), lineWidth(width), style, Qt::FlatCap));
    m_painter.drawPath(path);
    m_painter.setOpacity(1);
}

/// Where the edge to a node lies; nothing where the node is left out. Its curve stays between its ends.
QRectF TreePainter::edgeRect(int node) const
{
    if (m_layout.rectOf(node).isEmpty())
        return {};
    const int parent = m_whole.nodes[std::size_t(node)].parent;
    const QPointF begin = TreeLayout::rightOf(parent < 0 ? m_layout.root : m_layout.rectOf(parent));
    const QPointF end = TreeLayout::leftOf(m_layout.rectOf(node));
    const double half = lineWidth(thickest) / 2;
    return QRectF(begin, end).normalized().adjusted(-half, -half, half, half);
}

void TreePainter::paintEdgeOf(int node, State state)
{
    const NodeRecord& record = m_whole.nodes[std::size_t(node)];
    if (m_layout.rectOf(node).isEmpty())
        return;
    const QRectF from = record.parent < 0 ? m_layout.root : m_layout.rectOf(record.parent);
    const QRectF to = m_layout.rectOf(node);
    const double share = std::isnan(record.q) ? 0 : std::clamp(record.q, 0.0, 1.0);
    const double wide = thinnest + (thickest - thinnest) * share;
    switch (state) {
    case State::toCome:
        return paintEdge(from, to, Role::line, thinnest, Qt::DashLine, 1);
    case State::drafted:
        return paintEdge(from, to, Role::draft, wide, Qt::SolidLine, 0.75);
    case State::unreached:
        return paintEdge(from, to, Role::notJudged, wide, Qt::SolidLine, 0.45);
    case State::pruned:
        return paintEdge(from, to, Role::notJudged, wide, Qt::DotLine, 0.45);
    case State::rejected:
        return paintEdge(from, to, Role::rejected, wide, Qt::SolidLine, 1);
    case State::accepted:
        return paintEdge(from, to, Role::accepted, std::max(wide, pathAtLeast), Qt::SolidLine, 1);
    }
}

// --- cards

QRectF TreePainter::tokenRow(const QRectF& card) const
{
    const double inset = m_layout.isCompact ? 0 : card.height() * 0.08;
    QRectF row = card.adjusted(0, inset, 0, -inset);
    row.setHeight(row.height() * (m_layout.isCompact ? 0.77 : 0.56));
    return row;
}

QRectF TreePainter::wordsRow(const QRectF& card) const
{
    const double pad = 6 * m_layout.fontScale;
    QRectF row = card.adjusted(pad, 0, -pad, -card.height() * 0.06);
    row.setTop(row.bottom() - card.height() * 0.38);
    return row;
}

void TreePainter::paintFrame(const QRectF& rect, Role border, double width, Qt::PenStyle style, bool filled,
                             double opacity)
{
    // What lies behind must not shine through a faded card.
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(filled ? Theme::tint(border, Theme::isDark() ? 0.22 : 0.12) : Theme::color(Role::surface));
    m_painter.drawRoundedRect(rect, 5, 5);
    m_painter.setOpacity(opacity);
    m_painter.setBrush(Qt::NoBrush);
    QPen pen(Theme::color(border), width, style, Qt::FlatCap);
    if (style == Qt::DashLine)
        pen.setDashPattern({4, 3});
    m_painter.setPen(pen);
    m_painter.drawRoundedRect(rect, 5, 5);
    m_painter.setOpacity(1);
}

/// The token in the middle, its mark at the right; where both have no room beside each other the token is cut.
void TreePainter::paintToken(const QRectF& rect, TokenId token, const QString& mark, Role markRole, Role words,
                             bool bold)
{
    const double scale = m_layout.fontScale;
    const QFont markFont = Theme::font(0.95 * scale, true);
    const double pad = std::max(3.0, 5 * scale);
    const double markWidth = mark.isEmpty() ? 0 : QFontMetricsF(markFont).horizontalAdvance(mark) + pad;
    const QString text = tokenText(m_recording, token, Spaces::visible);
    const double room = std::max(rect.width() - 2 * pad - markWidth, 4.0);
    const QFont font = fittingTokenFont(text, room, 1.05 * scale, 0.84 * scale, bold);
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(text, Qt::ElideMiddle, room);
    QRectF place = rect.adjusted(pad, 0, -pad - markWidth, 0);
    if (metrics.horizontalAdvance(shown) < rect.width() - 2 * (pad + markWidth))
        place.setLeft(rect.left() + pad + markWidth); // in the middle of the card, not of what the mark leaves
    m_painter.setFont(font);
    m_painter.setPen(Theme::color(words));
    m_painter.drawText(place, int(Qt::AlignCenter) | int(Qt::TextDontClip), shown);
    if (mark.isEmpty())
        return;
    m_painter.setFont(markFont);
    m_painter.setPen(Theme::color(markRole));
    m_painter.drawText(rect.adjusted(0, 0, -pad, 0), int(Qt::AlignRight) | int(Qt::AlignVCenter), mark);
}

/// q over p along the lower edge of a card that has no room for numbers.
void TreePainter::paintBars(const QRectF& rect, const NodeRecord& node, double opacity)
{
    // On whole pixels: they are too thin to be smoothed.
    const double high = std::max(1.0, std::round(rect.height() * 0.08)), wide = rect.width() - 10;
    const double bottom = std::floor(rect.bottom() - std::max(1.0, high * 0.6));
    const auto bar = [&](double y, double share, Role role) {
        if (std::isnan(share)) // it is not known
            return;
        m_painter.fillRect(
            QRectF(std::round(rect.left()) + 5, y, std::max(1.0, wide * std::clamp(share, 0.0, 1.0)), high),
            Theme::color(role));
    };
    // Short bars without a ground would look like underlines of the token.
    m_painter.setOpacity(opacity);
    m_painter.fillRect(QRectF(std::round(rect.left()) + 5, bottom - 2 * high, wide, 2 * high),
                       Theme::tint(Role::notJudged, 0.24));
    bar(bottom - 2 * high, node.q, Role::draft);
    if (m_verified && !node.pruned)
        bar(bottom - high, node.p, Role::target);
    m_painter.setOpacity(1);
}

void TreePainter::paintRoot()
{
    paintFrame(m_layout.root, Role::text, lineWidth(1.4), Qt::SolidLine, false, 1);
    paintToken(m_layout.root, m_round.root, {}, Role::text, Role::text, false);
}

void TreePainter::paintNode(int node, State state)
{
    const QRectF card = m_layout.rectOf(node);
    if (state == State::toCome)
        return paintFrame(card, Role::line, lineWidth(1.3), Qt::DashLine, false, 1);
    const NodeRecord& record = m_round.nodes[std::size_t(node)];
    const bool isLive = state != State::unreached && state != State::pruned;
    const Role border = state == State::drafted ? Role::draft : roleOf(record.verdict);
    const double width = state == State::accepted ? 2.4 : isLive ? 1.6 : 1.2;
    paintFrame(card, border, lineWidth(width), state == State::pruned ? Qt::DashLine : Qt::SolidLine,
               m_current.contains(node), state == State::pruned ? Theme::opacity(prunedOpacity) : 1);
    const double opacity = state == State::pruned ? Theme::opacity(prunedOpacity) : 1;
    m_painter.setOpacity(opacity);
    paintToken(tokenRow(card), record.token, markOf(record.verdict), roleOf(record.verdict),
               isLive ? Role::text : Role::muted, state == State::accepted);
    m_painter.setOpacity(1);
    if (m_layout.isCompact) {
        paintBars(card, record, isLive ? 1 : 0.4);
    } else {
        const QString q = number(record.q), p = number(record.p);
        QString words = QStringLiteral("q ") + q, shorter = QStringLiteral("q ") + withoutZero(q);
        if (state == State::pruned) {
            words += QStringLiteral("  ") + TreePainterWords::tr("pruned");
            shorter += QLatin1Char(' ') + TreePainterWords::tr("pruned");
        } else if (m_verified) {
            words += QStringLiteral("  p ") + p;
            shorter += QStringLiteral(" p ") + withoutZero(p);
        }
        paintFitted(m_painter, wordsRow(card), words + orShorter + shorter,
                    {Role::muted, Qt::AlignCenter, false, 0.82 * m_layout.fontScale, 0.62 * m_layout.fontScale});
    }
    if (record.forcedToken || record.forcedU || record.forcedVerdict) { // a person had a hand in it
        const double radius = lineWidth(2.4);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(Theme::color(Role::text));
        m_painter.drawEllipse(card.topLeft() + QPointF(radius * 2.2, radius * 2.2), radius, radius);
    }
}

void TreePainter::paintDraw()
{
    const DrawRecord& draw = *m_round.draw;
    const Role role = roleOf(draw.source);
    const QRectF card = *m_layout.draw;
    paintFrame(card, role, lineWidth(2), Qt::SolidLine, true, 1);
    paintToken(tokenRow(card), draw.token, markOf(draw.source), role, Role::text, true);
    if (!m_layout.isCompact)
        paintFitted(m_painter, wordsRow(card), wordFor(draw.source),
                    {role, Qt::AlignCenter, true, 0.82 * m_layout.fontScale, 0.62 * m_layout.fontScale});
}

void TreePainter::paintCaptions(double scrolled, double width)
{
    m_painter.fillRect(QRectF(0, 0, width, m_layout.captionHeight), Theme::color(Role::surface));
    const QRectF row(0, 0, width, m_layout.captionHeight - m_layout.pathHeight);
    // Captions may be wider than cards, up to the middle between two columns.
    double between = 40;
    for (std::size_t i = 1; i < m_layout.columns.size(); ++i) {
        const TreeColumn& before = m_layout.columns[i - 1];
        between = std::min(between, m_layout.columns[i].left - before.left - before.width);
    }
    const double room = std::max(0.0, between / 2 - 2);
    for (const TreeColumn& column : m_layout.columns) {
        if (!column.hasNodes && !m_round.draw)
            continue;
        const QString number = QString::number(column.depth);
        const QString words = column.depth == 0
            ? TreePainterWords::tr("context") + orShorter + TreePainterWords::tr("root")
            : column.leftOut > 0 // which is decided with what the target's pass takes
            ? (m_verified ? TreePainterWords::tr("depth %1, %2 pruned")
                          : TreePainterWords::tr("depth %1, %2 not shown"))
                    .arg(number)
                    .arg(column.leftOut)
                + orShorter + TreePainterWords::tr("depth %1, −%2").arg(number).arg(column.leftOut) + orShorter
                + TreePainterWords::tr("%1, −%2").arg(number).arg(column.leftOut)
            : column.hasNodes ? TreePainterWords::tr("depth %1").arg(number) + orShorter + number
                              : wordFor(m_round.draw->source);
        // Nor wider than what is in sight, where the first and the last column end.
        const double end = std::max(m_layout.contentSize.width(), width) - 4;
        const double own = std::max(0.0, std::min({room, column.left, end - column.left - column.width}));
        paintFitted(m_painter, {column.left - scrolled - own, 0, column.width + 2 * own, row.height()}, words,
                    {Role::muted, Qt::AlignCenter, false, 0.92, 0.6});
    }
    if (m_layout.pathHeight > 0)
        paintPath(scrolled);
}

/// The accepted path once more, a token a column, so that it is in sight wherever the tree is scrolled to.
void TreePainter::paintPath(double scrolled)
{
    const QRectF row(0, m_layout.captionHeight - m_layout.pathHeight, 0, m_layout.pathHeight);
    const auto say = [&](const QRectF& card, TokenId token, const QString& mark, Role role) {
        const QFont font = Theme::tokenFont(0.92);
        const double room = card.width() + 8;
        const QString words = QFontMetricsF(font).elidedText(
            (mark + QLatin1Char(' ') + tokenText(m_recording, token, Spaces::visible)).trimmed(), Qt::ElideRight, room);
        m_painter.setFont(font);
        m_painter.setPen(Theme::color(role));
        m_painter.drawText(QRectF(card.left() - scrolled - 4, row.top(), room, row.height()), Qt::AlignCenter, words);
    };
    say(m_layout.root, m_round.root, {}, Role::text);
    for (std::size_t n = 0; n < m_round.nodes.size(); ++n)
        if (const NodeRecord& node = m_round.nodes[n]; node.verdict == Verdict::accepted)
            say(m_layout.nodes[n], node.token, markOf(node.verdict), roleOf(node.verdict));
    if (m_round.draw && m_layout.draw)
        say(*m_layout.draw, m_round.draw->token, markOf(m_round.draw->source), roleOf(m_round.draw->source));
    m_painter.setPen(QPen(Theme::color(Role::line), 1));
    m_painter.drawLine(QPointF(0, m_layout.captionHeight - 0.5),
                       QPointF(m_layout.contentSize.width(), m_layout.captionHeight - 0.5));
}

} // namespace draftscope
