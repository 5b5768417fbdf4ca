// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tree_view.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include "widgets/stage/tree_painter.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/scrolled_drawing.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/tree_words.h"

namespace draftscope {

namespace {

constexpr double zoomStep = 1.15; ///< a notch of the wheel

} // namespace

TreeView::TreeView(QWidget* parent) : ScrolledView(parent), m_motion(*viewport())
{
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Draft tree"));
}

void TreeView::setRound(const RoundRecord& round, const RoundRecord& whole, const Recording* recording)
{
    const bool isAnother = m_round != round; // of another moment, or the same one of another branch
    m_recording = recording;
    if (!isAnother && m_whole == whole)
        return;
    m_round = round;
    m_motion.follow(m_round);
    m_whole = whole;
    if (isAnother)
        m_selectedItem = -1;
    relayout();
    describe();
    if (isAnother) // else a person may have scrolled to look at something
        follow();
    viewport()->update();
}

void TreeView::clear()
{
    m_round.reset();
    m_motion.follow(m_round);
    m_whole.reset();
    m_recording = nullptr;
    m_selectedItem = -1;
    relayout();
    describe();
    viewport()->update();
}

void TreeView::setSelectedContext(int context)
{
    if (m_selected == context)
        return;
    m_selected = context;
    if (contextOf(m_selectedItem) != context)
        m_selectedItem = -1;
    viewport()->update();
}

QString TreeView::description() const
{
    return m_round && m_recording ? treeInWords(*m_round, *m_recording) : QString();
}

// --- what is in sight

void TreeView::setZoom(TreeZoom zoom)
{
    if (zoom == m_zoom)
        return;
    m_zoom = zoom;
    relayout();
    if (m_zoom.kind != TreeZoom::Kind::wanted)
        follow();
    viewport()->update();
    emit zoomChanged();
}

void TreeView::zoomBy(double factor)
{
    zoomAround(QRectF(viewport()->rect()).center(), factor);
}

/// What lies at the point stays there, as near as cards that change their shape allow.
void TreeView::zoomAround(QPointF viewportPoint, double factor)
{
    const QPointF below = viewportPoint + scrolledTo(*this);
    const QSizeF before = m_layout.contentSize;
    setZoom({TreeZoom::Kind::wanted, std::clamp(m_layout.scale * factor, TreeZoom::smallest, TreeZoom::largest)});
    const QSizeF after = m_layout.contentSize;
    horizontalScrollBar()->setValue(int(below.x() * after.width() / before.width() - viewportPoint.x()));
    verticalScrollBar()->setValue(int(below.y() * after.height() / before.height() - viewportPoint.y()));
}

void TreeView::setFollowing(bool on)
{
    m_follows = on;
    follow();
}

void TreeView::relayout()
{
    const QFontMetricsF metrics(Theme::font());
    m_layout = m_whole ? TreeLayout::of(*m_whole, QSizeF(viewport()->size()), metrics.height(), m_zoom) : TreeLayout();
    m_current = std::min(m_current, m_layout.itemCount() - 1);
    setUpScrollBars(*this, m_layout.contentSize);
}

/// Whatever has to do with the moment, as far as there is room for all of it; at least the card that it is about.
void TreeView::follow()
{
    if (!m_follows || !m_round || m_round->moments.empty())
        return;
    const Moment& now = m_round->moments.back();
    const auto cardOf = [&](int node) {
        return node < 0 || m_layout.rectOf(node).isEmpty() ? m_layout.root : m_layout.rectOf(node);
    };
    QRectF about = m_layout.root, all = about, beside;
    switch (now.kind) {
    case MomentKind::draft: {
        const Level level = levelOf(*m_round, now);
        bool isFirst = true;
        for (int node = level.first; node < level.end; ++node) {
            if (m_layout.rectOf(node).isEmpty()) // left out
                continue;
            about = isFirst ? cardOf(node) : about;
            all = (isFirst ? about : all) | cardOf(node) | cardOf(m_round->nodes[std::size_t(node)].parent);
            isFirst = false;
        }
        break;
    }
    case MomentKind::verify:
        break;
    case MomentKind::judge:
        about = all = cardOf(now.node);
        for (const int sibling : childrenOf(*m_round, m_round->nodes[std::size_t(now.node)].parent + 1))
            all |= cardOf(sibling);
        all |= cardOf(m_round->nodes[std::size_t(now.node)].parent);
        break;
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
    case MomentKind::commit: {
        const int end = m_round->draw ? m_round->draw->context - 1 : m_round->acceptedEnd();
        about = all = m_round->draw && m_layout.draw ? *m_layout.draw : cardOf(end);
        // With the drafts that were rejected where it was drawn, if there is room for them.
        beside = about;
        for (const int sibling : m_round->draw ? childrenOf(*m_round, m_round->draw->context) : std::vector<int>())
            if (m_round->nodes[std::size_t(sibling)].verdict == Verdict::rejected)
                beside |= cardOf(sibling);
        for (int node = end; node >= 0; node = m_round->nodes[std::size_t(node)].parent)
            all |= cardOf(node);
        all |= m_layout.root | beside;
        break;
    }
    }
    const QSizeF room(viewport()->width(), viewport()->height() - m_layout.captionHeight);
    if (beside.width() <= room.width() && beside.height() <= room.height())
        about = beside.isEmpty() ? about : beside;
    bringIntoSight(all.width() <= room.width() && all.height() <= room.height() ? all : about);
    bringIntoSight(about);
}

void TreeView::bringIntoSight(const QRectF& rect)
{
    const auto show = [](QScrollBar* bar, double from, double to) {
        bar->setValue(int(std::min(std::max(double(bar->value()), std::ceil(to) - bar->pageStep()), from)));
    };
    constexpr double around = 12;
    show(horizontalScrollBar(), rect.left() - around, rect.right() + around);
    show(verticalScrollBar(), rect.top() - around - m_layout.captionHeight, rect.bottom() + around);
}

void TreeView::paintEvent(QPaintEvent*)
{
    if (!m_round || !m_recording)
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-scrolledTo(*this));
    const double progress = m_motion.progress();
    const std::optional<TreeLayout> moving =
        progress < 1 ? std::optional(m_layout.arriving(*m_round, progress)) : std::nullopt;
    const TreeLayout& layout = moving ? *moving : m_layout;
    TreePainter tree(painter, *m_round, *m_whole, *m_recording, layout);
    tree.paint(m_selected, m_selectedItem, QRectF(scrolledTo(*this), QSizeF(viewport()->size())));
    if (hasFocus() && isShown(m_current))
        paintFocus(painter, m_layout.rectOf(m_current).adjusted(-4, -4, 4, 4), 7);
    painter.resetTransform();
    tree.paintCaptions(scrolledTo(*this).x(), viewport()->width());
}

void TreeView::changeEvent(QEvent* event)
{
    ScrolledView::changeEvent(event);
    if (changesSizes(*event))
        follow();
}

void TreeView::resizeEvent(QResizeEvent* event)
{
    ScrolledView::resizeEvent(event);
    follow();
}

// --- items

bool TreeView::isShown(int item) const
{
    if (!m_round || item < 0 || item >= m_layout.itemCount() || m_layout.rectOf(item).isEmpty())
        return false;
    return item < int(m_round->nodes.size()) || (item == m_layout.drawItem() && m_round->draw.has_value());
}

int TreeView::contextOf(int item) const
{
    if (!isShown(item))
        return -1;
    return item < int(m_round->nodes.size()) ? m_round->nodes[std::size_t(item)].parent + 1 : m_round->draw->context;
}

int TreeView::itemAt(QPoint viewportPoint) const
{
    if (viewportPoint.y() < m_layout.captionHeight)
        return -1;
    const int item = m_layout.itemAt(QPointF(viewportPoint) + scrolledTo(*this));
    return isShown(item) ? item : -1;
}

void TreeView::select(int item)
{
    const int context = contextOf(item);
    if (context < 0)
        return;
    m_selected = context;
    m_selectedItem = item;
    viewport()->update();
    emit contextSelected(context, item < int(m_round->nodes.size()) ? item : -1);
}

void TreeView::setCurrent(int item)
{
    m_current = isShown(item) ? item : -1;
    if (m_current >= 0)
        bringIntoSight(m_layout.rectOf(m_current));
    describe();
    viewport()->update();
}

void TreeView::mousePressEvent(QMouseEvent* event)
{
    const int item = itemAt(event->pos());
    if (event->button() != Qt::LeftButton || item < 0)
        return;
    setCurrent(item);
    select(item);
}

/// Beside the cards: all of the tree, or as it was.
void TreeView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (itemAt(event->pos()) >= 0)
        return mousePressEvent(event);
    setZoom({m_zoom.kind == TreeZoom::Kind::whole ? TreeZoom::Kind::readable : TreeZoom::Kind::whole});
}

void TreeView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        ScrolledView::wheelEvent(event);
        return;
    }
    const double notches = event->angleDelta().y() / 120.0;
    if (m_round && notches != 0)
        zoomAround(event->position(), std::pow(zoomStep, notches));
    event->accept();
}

void TreeView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Keyboard)
        return; // the key has asked already
    event->setAccepted(askForMenu(itemAt(viewport()->mapFromGlobal(event->globalPos())), event->globalPos()));
}

bool TreeView::askForMenu(int item, QPoint globalPosition)
{
    const bool isNode = m_round && item >= 0 && item < int(m_round->nodes.size());
    if (isNode)
        emit nodeMenuRequested(item, globalPosition);
    return isNode;
}

// --- keys

void TreeView::focusInEvent(QFocusEvent* event)
{
    ScrolledView::focusInEvent(event);
    if (event->reason() == Qt::MouseFocusReason || !m_round)
        return;
    if (!isShown(m_current)) {
        const auto chosen = childrenOf(*m_round, m_selected);
        m_current = m_selectedItem >= 0 ? m_selectedItem : chosen.empty() ? -1 : chosen.front();
    }
    setCurrent(isShown(m_current) ? m_current : itemBeside(*m_round, m_layout, -1, ItemKey::first));
}

void TreeView::focusOutEvent(QFocusEvent* event)
{
    ScrolledView::focusOutEvent(event);
    describe();
}

void TreeView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || !m_round || m_layout.itemCount() == 0) {
        ScrolledView::keyPressEvent(event);
        return;
    }
    if (!isShown(m_current))
        m_current = itemBeside(*m_round, m_layout, -1, ItemKey::first);
    if (!isShown(m_current))
        return;
    if (*key == ItemKey::activate)
        select(m_current);
    else if (*key == ItemKey::menu)
        askForMenu(m_current,
                   viewport()->mapToGlobal((m_layout.rectOf(m_current).bottomLeft() - scrolledTo(*this)).toPoint()));
    else
        setCurrent(itemBeside(*m_round, m_layout, m_current, *key));
}

/// What a screen reader says: the draft, or the last token, that the keys have gone to, then the round.
void TreeView::describe()
{
    QString words = description();
    if (hasFocus() && m_recording && isShown(m_current))
        words.prepend((m_current < int(m_round->nodes.size()) ? nodeInWords(*m_round, m_current, *m_recording)
                                                              : drawInWords(*m_round, *m_recording))
                      + QLatin1Char(' '));
    setAccessibleDescription(words);
}

QString TreeView::toolTipAt(QPoint viewportPoint) const
{
    if (!m_round || !m_recording)
        return {};
    if (m_layout.root.contains(QPointF(viewportPoint) + scrolledTo(*this)))
        return rootToolTip(*m_round, *m_recording);
    const int item = itemAt(viewportPoint);
    if (item < 0)
        return {};
    return item < int(m_round->nodes.size()) ? nodeToolTip(*m_round, item, *m_recording)
                                             : drawToolTip(*m_round, *m_recording);
}

QSize TreeView::minimumSizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 10, line * 3}; // scrolls
}

QSize TreeView::sizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 40, line * 15};
}

} // namespace draftscope
