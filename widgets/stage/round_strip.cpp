// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/round_strip.h"

#include <algorithm>

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {
namespace {

constexpr double chipPad = 6, chipGap = 4;
constexpr int longestToken = 14; ///< characters; a longer one is cut, so that it leaves room for others

QString chipWords(const QString& mark, const Recording& recording, TokenId token)
{
    QString text = tokenText(recording, token, Spaces::visible);
    if (text.size() > longestToken)
        text = text.left(longestToken - 1) + QStringLiteral("…");
    return mark.isEmpty() ? text : mark + QLatin1Char(' ') + text;
}

double chipWidth(const RoundStrip::Chip& chip)
{
    return QFontMetricsF(chip.isToken ? Theme::tokenFont(0.85) : Theme::smallFont()).horizontalAdvance(chip.words)
        + 2 * chipPad;
}

} // namespace

RoundStrip::RoundStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("The round shown"));
}

void RoundStrip::setRound(const RoundRecord& round, const Recording& recording)
{
    std::vector<Chip> chips;
    const bool isWhole = isChain(round) || !round.isVerified();
    int left = 0;
    for (const NodeRecord& node : round.nodes)
        if (isWhole || node.verdict != Verdict::notJudged)
            chips.push_back({chipWords(markOf(node.verdict), recording, node.token), roleOf(node.verdict)});
        else
            ++left;
    if (left > 0)
        chips.push_back({tr("%1 not judged").arg(left), Role::muted, false});
    if (round.draw)
        chips.push_back(
            {chipWords(markOf(round.draw->source), recording, round.draw->token), roleOf(round.draw->source)});
    if (chips == m_chips)
        return;
    m_chips = std::move(chips);
    QStringList words;
    for (const Chip& chip : m_chips)
        words << chip.words;
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

void RoundStrip::clear()
{
    if (m_chips.empty())
        return;
    m_chips.clear();
    setAccessibleDescription({});
    update();
}

QSize RoundStrip::sizeHint() const
{
    return {200, minimumSizeHint().height()};
}

QSize RoundStrip::minimumSizeHint() const
{
    return {1, int(QFontMetricsF(Theme::tokenFont(0.85)).height()) + 5};
}

void RoundStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF room = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const auto more = [](std::size_t count) { return Chip{QStringLiteral("+%1").arg(count), Role::muted, false}; };
    // The last one ends the round: it has its place whatever comes before it.
    const double last = m_chips.empty() ? 0 : chipWidth(m_chips.back()) + chipGap;
    double x = room.left();
    const auto paint = [&](const Chip& chip) {
        const QRectF place(x, room.top(), std::min(chipWidth(chip), room.right() - x), room.height());
        if (place.width() < 2 * chipPad)
            return;
        if (chip.isToken) {
            painter.setPen(QPen(Theme::color(chip.role), 1,
                                chip.role == roleOf(Verdict::notJudged) ? Qt::DashLine : Qt::SolidLine));
            painter.setBrush(Theme::tintUnderWords(chip.role, 0.14));
            painter.drawRoundedRect(place, 3, 3);
        }
        painter.setFont(chip.isToken ? Theme::tokenFont(0.85) : Theme::smallFont());
        painter.setPen(Theme::color(chip.isToken ? Role::text : chip.role));
        painter.drawText(place, int(Qt::AlignCenter) | int(Qt::TextSingleLine), chip.words);
        x += place.width() + chipGap;
    };
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const bool isLast = i + 1 == m_chips.size();
        const Chip rest = more(m_chips.size() - 1 - i);
        const double kept = isLast ? 0 : last + (i + 2 < m_chips.size() ? chipWidth(rest) + chipGap : 0);
        if (!isLast && x + chipWidth(m_chips[i]) + chipGap + kept > room.right() + chipGap) {
            paint(rest);
            paint(m_chips.back());
            return;
        }
        paint(m_chips[i]);
    }
}

void RoundStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event))
        updateGeometry();
    update();
}

} // namespace draftscope
