// SPDX-License-Identifier: GPL-3.0-or-later
// How tokens look in the text: as they were committed, as drafts, as what comes after the moment shown.
#include <algorithm>

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/style/focus_ring.h"
#include "widgets/style/theme.h"
#include "widgets/text/text_view.h"

namespace draftscope {

void TextView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(0, -verticalScrollBar()->value());
    const double top = verticalScrollBar()->value() + event->rect().top() - reachOfMarks;
    const double bottom = verticalScrollBar()->value() + event->rect().bottom() + 1 + reachOfMarks;
    const auto first =
        std::partition_point(m_boxes.begin(), m_boxes.end(), [top](const Box& box) { return box.rect.bottom() < top; });
    const auto happened = std::size_t(m_happened), standIn = happened + foretold();
    for (auto box = first; box != m_boxes.end() && box->rect.top() <= bottom; ++box) {
        const auto i = std::size_t(box - m_boxes.begin());
        if (i < happened)
            paintBox(painter, *box, m_text[i]);
        else if (i >= standIn)
            paintToCome(painter, *box, m_text[i]);
        if (int(i) == m_marks.selected || int(i) == m_marks.aboutToken)
            paintOutline(painter, *box);
        if (m_chosen.contains(int(i)))
            paintMark(painter, *box);
        if (int(i) == m_marks.difference)
            paintDifference(painter, *box);
    }
    for (std::size_t i = 0; i < m_draftBoxes.size(); ++i)
        paintDraft(painter, m_draftBoxes[i], m_drafts[i]);
    if (m_marks.aboutDraft >= 0)
        paintOutline(painter, m_draftBoxes[std::size_t(m_marks.aboutDraft)]);
    if (hasFuture())
        paintNow(painter);
    if (hasFocus() && m_marks.current >= 0)
        paintFocus(painter, m_boxes[std::size_t(m_marks.current)].rect.adjusted(-3, -3, 3, 3));
}

void TextView::paintBox(QPainter& painter, const Box& box, const CommittedToken& token) const
{
    if (box.rect.width() <= 0)
        return;
    const bool isPrompt = token.source == TokenSource::prompt;
    if (!isPrompt) {
        const Role role = token.source == TokenSource::plain ? Role::notJudged : roleOf(token.source);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::tint(role, Theme::isDark() ? 0.28 : 0.16));
        painter.drawRoundedRect(box.rect, 3, 3);
        painter.fillRect(QRectF(box.rect.left() + 1.5, box.rect.bottom() - 2, box.rect.width() - 3, 2),
                         Theme::color(role));
    }
    painter.setFont(Theme::tokenFont(scale));
    painter.setPen(Theme::color(extentOf(token.token, !isPrompt).isName ? Role::muted : Role::text));
    painter.drawText(box.rect, Qt::AlignCenter, words(token.token, !isPrompt));
}

/// No ground, dots for the line below, and fainter letters.
void TextView::paintToCome(QPainter& painter, const Box& box, const CommittedToken& token) const
{
    if (box.rect.width() <= 0)
        return;
    const Role role = token.source == TokenSource::plain ? Role::notJudged : roleOf(token.source);
    painter.setPen(QPen(Theme::tint(role, 0.75), 1.4, Qt::DotLine));
    const double y = box.rect.bottom() - 1;
    painter.drawLine(QPointF(box.rect.left() + 2, y), QPointF(box.rect.right() - 2, y));
    painter.setFont(Theme::tokenFont(scale));
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(box.rect, Qt::AlignCenter, words(token.token, token.source != TokenSource::prompt));
}

/// A line where what has happened ends.
void TextView::paintNow(QPainter& painter) const
{
    const Box* last = lastHappened();
    const QRectF rect = last ? last->rect : QRectF(margin - 2, m_margin, 0, tokenHeight());
    const double reach = 0.06 * m_lineHeight;
    painter.fillRect(QRectF(rect.right() + 1.5, rect.top() - reach, 2, rect.height() + 2 * reach),
                     Theme::color(Role::text));
}

void TextView::paintOutline(QPainter& painter, const Box& box)
{
    if (box.rect.width() <= 0)
        return;
    painter.setPen(QPen(Theme::color(Role::text), 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.rect.adjusted(-1.5, -1.5, 1.5, 1.5), 4, 4);
}

/// A dot in the corner: a person had a hand in this token.
void TextView::paintMark(QPainter& painter, const Box& box)
{
    constexpr double radius = 2.2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::color(Role::text));
    painter.drawEllipse(QPointF(box.rect.right() - radius, box.rect.top() + radius), radius, radius);
}

/// A frame around the token and a line before it: from here on the texts are two.
void TextView::paintDifference(QPainter& painter, const Box& box) const
{
    const double reach = 0.09 * m_lineHeight;
    painter.setPen(QPen(Theme::color(Role::text), 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.rect.adjusted(-1, -1, 1, 1), 4, 4);
    painter.fillRect(QRectF(box.rect.left() - 3.2, box.rect.top() - reach, 2.4, box.rect.height() + 2 * reach),
                     Theme::color(Role::text));
}

void TextView::paintDraft(QPainter& painter, const Box& box, const NodeRecord& node) const
{
    const Role role = node.verdict == Verdict::notJudged ? Role::draft : roleOf(node.verdict);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::tint(role, Theme::isDark() ? 0.22 : 0.13));
    painter.drawRoundedRect(box.rect, 3, 3);
    painter.setPen(QPen(Theme::color(role), 1.4, Qt::DashLine));
    const double y = box.rect.bottom() - 1;
    painter.drawLine(QPointF(box.rect.left() + 2, y), QPointF(box.rect.right() - 2, y));
    QFont font = Theme::tokenFont(scale);
    font.setStrikeOut(node.verdict == Verdict::rejected);
    painter.setFont(font);
    painter.setPen(Theme::color(Role::text));
    painter.drawText(box.rect, Qt::AlignCenter, words(node.token, true));
    if (node.forcedToken || node.forcedU || node.forcedVerdict)
        paintMark(painter, box);
}

} // namespace draftscope
