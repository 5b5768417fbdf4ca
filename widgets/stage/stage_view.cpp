// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_view.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/stage/stage_painter.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/scrolled_drawing.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"
#include "widgets/words/tree_words.h"

namespace draftscope {

StageView::StageView(QWidget* parent) : ScrolledView(parent), m_motion(*viewport())
{
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Stage"));
}

void StageView::setRound(const RoundRecord& round, const Recording* recording)
{
    const bool isAnother = !m_round || m_round->round != round.round || m_round->moments != round.moments;
    m_round = round;
    m_recording = recording;
    m_motion.follow(m_round);
    relayout();
    describe();
    if (isAnother) // else a person may have scrolled to look at something
        follow();
    viewport()->update();
}

void StageView::clear(const QString& invitation)
{
    m_round.reset();
    m_motion.follow(m_round);
    m_recording = nullptr;
    m_invitation = invitation;
    relayout();
    describe();
    viewport()->update();
}

void StageView::setSelectedContext(int context)
{
    if (m_selected == context)
        return;
    m_selected = context;
    viewport()->update();
}

QString StageView::description() const
{
    if (!m_round || !m_recording)
        return m_invitation;
    QStringList parts;
    for (std::size_t n = 0; n < m_round->nodes.size(); ++n) {
        const NodeRecord& node = m_round->nodes[n];
        QString part = quoted(*m_recording, node.token);
        if (const QString chosen = chosenToken(node); !chosen.isEmpty())
            part += QStringLiteral(" (%1)").arg(chosen);
        part += QStringLiteral(" q ") + number(node.q);
        if (node.verdict != Verdict::notJudged) {
            const auto [a, u] = compared(node.acceptance, verdictU(*m_round, node));
            const QString chosen = chosenVerdict(*m_round, int(n));
            part += tr(", p %1, acceptance %2, %3 %4: %5")
                        .arg(number(node.p), a, verdictUWord(*m_round), u, wordFor(node.verdict))
                + (chosen.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(chosen));
        }
        parts << part;
    }
    if (m_round->draw)
        parts << (m_round->takesLikeliest() ? tr("%1 taken (%2)") : tr("%1 drawn (%2)"))
                     .arg(quoted(*m_recording, m_round->draw->token), wordFor(m_round->draw->source));
    return tr("Round %1. ").arg(m_round->round + 1) + parts.join(QStringLiteral("; "));
}

void StageView::relayout()
{
    const QFontMetricsF metrics(Theme::font());
    const TraceHeader header = m_recording ? m_recording->header() : TraceHeader();
    m_layout = StageLayout::chain(m_round ? stageColumnCount(*m_round, header) : 0, QSizeF(viewport()->size()),
                                  metrics.height(), m_round && hasDrafts(*m_round));
    m_current = std::min(m_current, int(m_layout.columns.size()) - 1);
    setUpScrollBars(*this, m_layout.contentSize);
}

void StageView::follow()
{
    if (!m_round || m_round->moments.empty() || m_layout.columns.empty())
        return;
    const Moment& now = m_round->moments.back();
    const int last = int(m_layout.columns.size()) - 1;
    const int drawn = drawnColumn(*m_round, last + 1);
    const int about = now.kind == MomentKind::verify ? 0
        : now.node >= 0                              ? std::min(now.node, last)
                                                     : (drawn < 0 ? last : drawn);
    const QRectF frame = m_layout.columns[std::size_t(about)].frame;
    const auto show = [](QScrollBar* bar, double from, double to) {
        bar->setValue(std::min(std::max(bar->value(), int(std::ceil(to)) - bar->pageStep()), int(from)));
    };
    const double beside = m_layout.contentSize.width() - m_layout.columns.back().frame.right();
    show(horizontalScrollBar(), about == 0 ? 0 : frame.left() - m_layout.labels.right(), frame.right() + beside);
    // A draft is drawn at the top of its column, a verdict further down, and what is drawn in its place at the end.
    const StageColumn& column = m_layout.columns[std::size_t(about)];
    const bool isReplaced = now.node < 0 && about == drawn && drawn < int(m_round->nodes.size());
    const double end = now.kind == MomentKind::draft ? 0
        : isReplaced                                 ? m_layout.contentSize.height()
                                                     : column.verdict.bottom() + 4;
    verticalScrollBar()->setValue(std::max(0, int(std::ceil(end)) - verticalScrollBar()->pageStep()));
}

int StageView::contextOfColumn(int column) const
{
    if (!m_round || column < 0)
        return -1;
    if (column < int(m_round->nodes.size()))
        return m_round->nodes[std::size_t(column)].parent + 1;
    return drawnColumn(*m_round, int(m_layout.columns.size())) == column ? m_round->draw->context : -1;
}

int StageView::columnAt(QPoint viewportPoint) const
{
    if (horizontalScrollBar()->value() > 0 && viewportPoint.x() < m_layout.labels.right())
        return -1; // the names of the rows cover it
    return m_layout.columnAt(QPointF(viewportPoint) + scrolledTo(*this));
}

void StageView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_round || !m_recording) {
        painter.setPen(Theme::color(Role::muted));
        painter.setFont(Theme::font(1.15));
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), int(Qt::AlignCenter) | int(Qt::TextWordWrap),
                         m_invitation);
        return;
    }
    painter.translate(-scrolledTo(*this));
    StagePainter(painter, *m_round, *m_recording, m_layout, m_motion.progress())
        .paint(m_selected, horizontalScrollBar()->value());
    if (hasFocus() && m_current >= 0)
        paintFocus(painter, m_layout.columns[std::size_t(m_current)].token.adjusted(-4, -4, 4, 4), 7);
}

void StageView::changeEvent(QEvent* event)
{
    ScrolledView::changeEvent(event);
    if (changesSizes(*event))
        follow();
}

void StageView::resizeEvent(QResizeEvent* event)
{
    ScrolledView::resizeEvent(event);
    follow();
}

void StageView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int column = columnAt(event->pos());
    if (contextOfColumn(column) < 0)
        return;
    setCurrent(column);
    select(column);
}

void StageView::select(int column)
{
    const int context = contextOfColumn(column);
    if (context < 0)
        return;
    setSelectedContext(context);
    emit contextSelected(context);
}

void StageView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Keyboard)
        return; // the key has asked already
    event->setAccepted(askForMenu(columnAt(viewport()->mapFromGlobal(event->globalPos())), event->globalPos()));
}

bool StageView::askForMenu(int column, QPoint globalPosition)
{
    const bool isNode = m_round && column < int(m_round->nodes.size());
    const bool hasMenu =
        m_round && column >= 0 && (isNode || column + 1 < int(m_layout.columns.size())); // the last one ends the round
    if (hasMenu)
        emit nodeMenuRequested(column, globalPosition);
    return hasMenu;
}

// --- keys

void StageView::focusInEvent(QFocusEvent* event)
{
    ScrolledView::focusInEvent(event);
    for (int column = 0; m_current < 0 && column < int(m_layout.columns.size()); ++column)
        if (contextOfColumn(column) == m_selected)
            m_current = column;
    if (event->reason() != Qt::MouseFocusReason)
        setCurrent(std::max(0, m_current));
}

void StageView::setCurrent(int column)
{
    m_current = m_round ? std::min(column, int(m_layout.columns.size()) - 1) : -1;
    if (m_current >= 0) {
        const QRectF frame = m_layout.columns[std::size_t(m_current)].frame;
        QScrollBar* bar = horizontalScrollBar();
        bar->setValue(
            std::min(std::max(bar->value(), int(std::ceil(frame.right())) - bar->pageStep()), int(frame.left())));
    }
    describe();
    viewport()->update();
}

void StageView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || !m_round) {
        ScrolledView::keyPressEvent(event);
        return;
    }
    constexpr int page = 4;
    const int current = std::max(0, m_current);
    if (*key == ItemKey::activate)
        select(current);
    else if (*key == ItemKey::menu)
        askForMenu(current,
                   viewport()->mapToGlobal(
                       (m_layout.columns[std::size_t(current)].token.bottomLeft() - scrolledTo(*this)).toPoint()));
    else
        setCurrent(movedBy(*key, current, int(m_layout.columns.size()), page));
}

/// What a screen reader says: the draft that the keys have gone to, then the round.
void StageView::describe()
{
    QString words = description();
    if (hasFocus() && m_round && m_recording && m_current >= 0 && m_current < int(m_round->nodes.size()))
        words.prepend(tr("Draft %1: %2. ")
                          .arg(m_current + 1)
                          .arg(quoted(*m_recording, m_round->nodes[std::size_t(m_current)].token)));
    setAccessibleDescription(words);
}

QString StageView::toolTipAt(QPoint viewportPoint) const
{
    if (!m_round || !m_recording)
        return {};
    const int column = columnAt(viewportPoint), nodes = int(m_round->nodes.size());
    const bool isDrawn = column >= 0 && drawnColumn(*m_round, int(m_layout.columns.size())) == column;
    const double y = viewportPoint.y() + scrolledTo(*this).y();
    if (isDrawn && (column >= nodes || y >= m_layout.columns[std::size_t(column)].drawn.top()))
        return drawToolTip(*m_round, *m_recording);
    if (column >= 0)
        return column < nodes ? nodeToolTip(*m_round, column, *m_recording) : QString();
    return viewportPoint.x() < m_layout.labels.right() && !m_layout.columns.empty()
        ? rowToolTip(viewportPoint.y() + scrolledTo(*this).y())
        : QString();
}

/// What the name at the left of a row means.
QString StageView::rowToolTip(double y) const
{
    const StageColumn& first = m_layout.columns.front();
    const auto isIn = [y](const QRectF& above, const QRectF& below) { return y >= above.top() && y <= below.bottom(); };
    if (isIn(first.token, first.token))
        return tr("The tokens that are drafted, one after another.");
    if (isIn(first.q, first.qText))
        return tr("q: the probability that the draft gave the token, after temperature, top-k, top-p and min-p.");
    if (isIn(first.p, first.pText))
        return tr("p: the probability that the target gives the token in the same place, after the same temperature, "
                  "top-k, top-p and min-p.");
    if (isIn(first.gauge, first.gaugeText)) {
        if (hasThreshold(*m_round))
            return tr(
                "The threshold that the rule makes of p, as a dart: the token is accepted where its p is above it.");
        const QString a = m_round->nodes.empty() ? QStringLiteral("min(1, p/q)") : acceptanceWords(*m_round, 0);
        return m_round->isGreedy()
            ? tr(
                "a, the acceptance: 1 where the token is the target's likeliest, else 0. There is no chance, and no u.")
            : tr("a, the acceptance: %1, the probability with which the token is accepted. u, drawn evenly between 0 "
                 "and "
                 "1, is the dart: below a it accepts the token.")
                  .arg(a);
    }
    if (isIn(first.drawn, first.drawnText))
        return tr("The token that is drawn in the place of the rejected one, from what p has more than q there: the "
                  "residual.");
    if (isIn(first.verdict, first.verdict))
        return tr("Accepted, rejected, or not judged, because a draft before it was rejected or the text had ended.");
    return {};
}

QSize StageView::minimumSizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 10, line * 3}; // scrolls
}

QSize StageView::sizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 40, line * 15};
}

} // namespace draftscope
