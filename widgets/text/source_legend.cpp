// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/source_legend.h"

#include <QPainter>

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr double dots = 0.9; ///< in heights of letters

} // namespace

SourceLegend::SourceLegend(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("How a token was committed"));
}

void SourceLegend::setSources(const std::vector<TokenSource>& sources, bool hasFuture)
{
    if (sources == m_sources && hasFuture == m_hasFuture)
        return;
    m_sources = sources;
    m_hasFuture = hasFuture;
    updateGeometry();
    update();
}

void SourceLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(Theme::barFont(0.9));
    double x = 0;
    for (const TokenSource source : m_sources) {
        const Role role = source == TokenSource::plain ? Role::notJudged : roleOf(source);
        const double side = painter.fontMetrics().height() * 0.55;
        painter.fillRect(QRectF(x, (height() - side) / 2.0, side, side), Theme::color(role));
        x += side + 5;
        const QString words = wordFor(source);
        painter.setPen(source == TokenSource::plain ? Theme::color(Role::muted) : Theme::color(role));
        painter.drawText(QRectF(x, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += painter.fontMetrics().horizontalAdvance(words) + 14;
    }
    if (!m_hasFuture)
        return;
    const double side = painter.fontMetrics().height() * dots;
    painter.setPen(QPen(Theme::color(Role::muted), 1.4, Qt::DotLine));
    painter.drawLine(QPointF(x, height() / 2.0 + side / 3), QPointF(x + side, height() / 2.0 + side / 3));
    painter.drawText(QRectF(x + side + 5, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, tr("to come"));
}

QSize SourceLegend::sizeHint() const
{
    const QFontMetrics metrics(Theme::barFont(0.9));
    int width = 0;
    for (const TokenSource source : m_sources)
        width += int(metrics.height() * 0.55) + 5 + metrics.horizontalAdvance(wordFor(source)) + 14;
    if (m_hasFuture)
        width += int(metrics.height() * dots) + 5 + metrics.horizontalAdvance(tr("to come")) + 14;
    return {width, metrics.height()};
}

} // namespace draftscope
