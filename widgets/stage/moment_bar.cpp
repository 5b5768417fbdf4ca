// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/moment_bar.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_words.h"

namespace draftscope {

MomentBar::MomentBar(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Moments of the round"));
    setToolTip(tr("Click a moment to go there."));
}

void MomentBar::setMoments(std::vector<Moment> moments, int shown, Drafts drafts, std::vector<int> recorded,
                           std::vector<QString> nodes)
{
    m_recorded = std::move(recorded);
    const bool sameMoments = moments == m_moments && drafts == m_drafts && nodes == m_nodes;
    if (sameMoments && shown == m_shown)
        return;
    m_moments = std::move(moments);
    m_drafts = drafts;
    m_nodes = std::move(nodes);
    m_shown = shown;
    setCurrent(m_shown - 1);
    relayout();
    update();
}

void MomentBar::setCurrent(int moment)
{
    const int last = int(m_moments.size()) - 1;
    m_current = std::min(std::max(moment, 0), last);
    if (m_current >= 0)
        setAccessibleDescription(
            nameOf(m_moments[std::size_t(m_current)], m_moments, m_drafts, nodeOf(std::size_t(m_current))));
    update();
}

void MomentBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (!changesSizes(*event))
        return;
    setCurrent(m_current); // in the words of now
    relayout();
}

QRectF MomentBar::pillRect(int moment) const
{
    return m_pills.at(std::size_t(moment)).rect;
}

QString MomentBar::nodeOf(std::size_t moment) const
{
    return moment < m_nodes.size() ? m_nodes[moment] : QString();
}

void MomentBar::relayout()
{
    // The first pill of a run carries the word, the others only their number, or name: Draft 1 2 3.
    const auto layOut = [this](double padding, double gap) {
        m_pills.clear();
        const QFontMetricsF metrics(Theme::font(0.95));
        double x = 0;
        for (std::size_t i = 0; i < m_moments.size(); ++i) {
            const bool continues = i > 0 && m_moments[i - 1].kind == m_moments[i].kind;
            const QString node = nodeOf(i);
            const QString text = !continues ? nameOf(m_moments[i], m_moments, m_drafts, node)
                : m_moments[i].node < 0     ? QStringLiteral("…") // there are more, and their number is not known yet
                : node.isEmpty()            ? QString::number(numberOf(m_moments[i], m_moments, m_drafts))
                                            : node;
            const double width = std::max(metrics.horizontalAdvance(text) + 2 * padding, metrics.height() + padding);
            m_pills.push_back({QRectF(x, 3, width, height() - 6), text});
            x += width + gap;
        }
        return x;
    };
    const double line = QFontMetricsF(Theme::font(0.95)).height();
    if (layOut(line * 0.6, line * 0.35) > width() && layOut(line * 0.35, line * 0.15) > width())
        layOutDots();
}

/// Numbers become dots; the more there are, the thinner.
void MomentBar::layOutDots()
{
    constexpr double gap = 2, widestDot = 9, thinnestDot = 2;
    double words = 0;
    int dots = 0;
    for (std::size_t i = 0; i < m_pills.size(); ++i) {
        const bool continues = i > 0 && m_moments[i - 1].kind == m_moments[i].kind;
        if (continues && int(i) + 1 != m_shown) {
            m_pills[i].text.clear();
            ++dots;
        } else {
            words += m_pills[i].rect.width() + gap;
        }
    }
    const double dot = dots > 0 ? std::clamp((width() - words) / dots - gap, thinnestDot, widestDot) : 0;
    double x = 0;
    for (Pill& pill : m_pills) {
        if (pill.text.isEmpty())
            pill.rect.setWidth(dot);
        pill.rect.moveLeft(x);
        x += pill.rect.width() + gap;
    }
    if (x - gap > width()) // too narrow to read: closer together instead of leaving moments out
        for (Pill& pill : m_pills)
            pill.rect.moveLeft(pill.rect.left() * std::max(0.1, width() - m_pills.back().rect.width()) / x);
}

void MomentBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(0.95));
    for (std::size_t i = 0; i < m_pills.size(); ++i) {
        const bool isShown = int(i) + 1 == m_shown;
        const bool isPast = int(i) < m_shown;
        painter.setPen(Qt::NoPen);
        painter.setBrush(isShown ? Theme::color(Role::text) : Theme::tint(Role::notJudged, isPast ? 0.26 : 0.12));
        const bool isDot = m_pills[i].text.isEmpty();
        const double height = isDot ? m_pills[i].rect.height() / 2 : m_pills[i].rect.height();
        QRectF rect = m_pills[i].rect;
        rect.setTop(rect.center().y() - height / 2);
        rect.setHeight(height);
        const double radius = std::min(rect.width(), height) / 2;
        painter.drawRoundedRect(rect, radius, radius);
        painter.setPen(Theme::color(isShown ? Role::surface : isPast ? Role::text : Role::muted));
        painter.drawText(m_pills[i].rect, Qt::AlignCenter, m_pills[i].text);
    }
    if (hasFocus() && m_current >= 0) {
        const QRectF pill = m_pills[std::size_t(m_current)].rect.adjusted(-3, -3, 3, 3);
        paintFocus(painter, pill, pill.height() / 2);
    }
}

void MomentBar::resizeEvent(QResizeEvent*)
{
    relayout();
}

void MomentBar::mousePressEvent(QMouseEvent* event)
{
    for (std::size_t i = m_pills.size(); event->button() == Qt::LeftButton && i-- > 0;) {
        if (m_pills[i].rect.contains(event->position())) {
            askFor(int(i));
            return;
        }
    }
}

void MomentBar::askFor(int moment)
{
    const int recorded = m_recorded.empty() ? moment + 1 : m_recorded[std::size_t(moment)];
    if (recorded > 0)
        emit momentClicked(recorded);
}

void MomentBar::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    setCurrent(m_shown - 1);
}

void MomentBar::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    constexpr int page = 4;
    if (!key || *key == ItemKey::menu || m_current < 0)
        QWidget::keyPressEvent(event);
    else if (*key == ItemKey::activate)
        askFor(m_current);
    else
        setCurrent(movedBy(*key, m_current, int(m_moments.size()), page));
}

void MomentBar::setLow(bool on)
{
    if (on == m_isLow)
        return;
    m_isLow = on;
    updateGeometry();
}

int MomentBar::leastHeight() const
{
    return int(QFontMetricsF(Theme::font(0.95)).height()) + 9;
}

QSize MomentBar::sizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font(0.95)).height());
    return {line * 30, m_isLow ? leastHeight() : line + 16};
}

} // namespace draftscope
