// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/draft_groups_chart.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QPainter>

#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double aroundGroups = 10, besideGroups = 10;

/// The context of what is said here.
struct DraftGroupWords {
    Q_DECLARE_TR_FUNCTIONS(DraftGroupWords)
};

double rowOfGroups()
{
    return 1.45 * QFontMetricsF(Theme::font(0.92)).height();
}

} // namespace

QString draftGroupLabel(const DraftGroup& group)
{
    const std::pair<std::string_view, QString> kinds[] = {
        {"word begin", DraftGroupWords::tr("word begin")},   {"inside a word", DraftGroupWords::tr("inside a word")},
        {"number", DraftGroupWords::tr("number")},           {"punctuation", DraftGroupWords::tr("punctuation")},
        {"white space", DraftGroupWords::tr("white space")}, {"code", DraftGroupWords::tr("code")},
        {"special", DraftGroupWords::tr("special")}};
    for (const auto& [name, words] : kinds)
        if (name == group.label)
            return words;
    return withDecimalMark(qtText(group.label));
}

QString sentenceOf(const DraftGroup& group)
{
    const auto accepted = group.acceptance();
    const QString share = accepted ? decimal(100 * *accepted, 'f', 1) : QStringLiteral("–");
    return group.meanLost() ? DraftGroupWords::tr("%1: %2 % of %3 judged drafts accepted; %4 of p lost on average.")
                                  .arg(draftGroupLabel(group), share, grouped(group.judged), number(group.meanLost()))
                            : DraftGroupWords::tr("%1: %2 % of %3 judged drafts accepted.")
                                  .arg(draftGroupLabel(group), share, grouped(group.judged));
}

DraftGroupsChart::DraftGroupsChart(QWidget* parent) : DrawnView(parent)
{
    setObjectName(QStringLiteral("draftGroups"));
    setAccessibleName(tr("Acceptance by group"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DraftGroupsChart::setGroups(std::vector<DraftGroup> groups)
{
    std::erase_if(groups, [](const DraftGroup& group) { return group.judged == 0; });
    const bool isOtherSize = groups.size() != m_groups.size();
    m_groups = std::move(groups);
    if (isOtherSize)
        updateGeometry();
    itemsChanged();
}

QString DraftGroupsChart::description() const
{
    QStringList sentences;
    for (const DraftGroup& group : m_groups)
        sentences << sentenceOf(group);
    return sentences.join(QLatin1Char('\n'));
}

double DraftGroupsChart::labelWidth() const
{
    const QFontMetricsF metrics(Theme::font(0.92));
    double widest = 0;
    for (const DraftGroup& group : m_groups)
        widest = std::max(widest, metrics.horizontalAdvance(draftGroupLabel(group)));
    return std::min(widest, 0.35 * width());
}

QString DraftGroupsChart::numbersOf(const DraftGroup& group) const
{
    return tr("%1 % of %2").arg(decimal(100 * group.acceptance().value_or(0), 'f', 0), grouped(group.judged));
}

double DraftGroupsChart::numbersWidth() const
{
    double widest = 0;
    for (const DraftGroup& group : m_groups)
        widest = std::max(widest, Theme::smallMetrics().horizontalAdvance(numbersOf(group)));
    return widest;
}

QRectF DraftGroupsChart::rowRect(int row) const
{
    return {aroundGroups / 2, 2 + row * rowOfGroups(), width() - aroundGroups, rowOfGroups()};
}

QRectF DraftGroupsChart::trackRect(int row) const
{
    const QRectF rect = rowRect(row);
    const double left = aroundGroups + labelWidth() + besideGroups,
                 right = width() - aroundGroups - numbersWidth() - besideGroups;
    return {left, rect.top() + 0.22 * rect.height(), std::max(10.0, right - left), 0.56 * rect.height()};
}

QRectF DraftGroupsChart::barRect(int row) const
{
    QRectF rect = trackRect(row);
    rect.setWidth(rect.width() * m_groups[std::size_t(row)].acceptance().value_or(0));
    return rect;
}

void DraftGroupsChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int row = 0; row < int(m_groups.size()); ++row) {
        const DraftGroup& group = m_groups[std::size_t(row)];
        const QRectF rect = rowRect(row), track = trackRect(row);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::tint(Role::line, 0.6));
        painter.drawRoundedRect(track, 2, 2);
        painter.setBrush(Theme::tint(Role::accepted, 0.75));
        painter.drawRoundedRect(barRect(row), 2, 2);
        if (const auto lost = group.meanLost()) {
            const double x = track.left() + track.width() * (1 - *lost);
            painter.setPen(QPen(Theme::color(Role::text), 2));
            painter.drawLine(QPointF(x, track.top() - 2), QPointF(x, track.bottom() + 2));
        }
        paintFitted(painter, {aroundGroups, rect.top(), labelWidth() + 2, rect.height()}, draftGroupLabel(group),
                    {.role = Role::text, .flags = Qt::AlignLeft | Qt::AlignVCenter});
        paintFitted(painter, {track.right() + besideGroups, rect.top(), numbersWidth() + 2, rect.height()},
                    numbersOf(group), {.role = Role::muted, .flags = Qt::AlignRight | Qt::AlignVCenter, .scale = 0.85});
        if (hasFocus() && row == current())
            paintFocus(painter, rect, 3);
    }
}

int DraftGroupsChart::itemCount() const
{
    return int(m_groups.size());
}

int DraftGroupsChart::itemsOfPage() const
{
    return itemCount();
}

QString DraftGroupsChart::toolTipAt(QPoint position) const
{
    for (int row = 0; row < itemCount(); ++row)
        if (rowRect(row).contains(position))
            return asToolTip({sentenceOf(m_groups[std::size_t(row)]),
                              tr("The line is where the overlap of p and q would have the acceptance.")});
    return {};
}

QString DraftGroupsChart::spokenWords() const
{
    return current() < 0 ? description() : sentenceOf(m_groups[std::size_t(current())]);
}

QSize DraftGroupsChart::sizeHint() const
{
    const double line = QFontMetricsF(Theme::font()).height();
    return {int(20 * line), int(4 + double(std::max<std::size_t>(m_groups.size(), 1)) * rowOfGroups())};
}

QSize DraftGroupsChart::minimumSizeHint() const
{
    return {int(10 * QFontMetricsF(Theme::font()).height()), sizeHint().height()};
}

} // namespace draftscope
