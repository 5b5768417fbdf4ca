// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lanes/race_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <QEvent>
#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double leastBlockWidth = 3;
constexpr double leastGapWidth = 5; ///< pixels: rounds that are narrower stand without gaps between them
constexpr double namesInLetters = 24, tokensInLetters = 12;
constexpr double trackInLines = 2.5, blocksInLines = 1.1, wordsInLines = 1.1, axisInLines = 1.8, legendInLines = 1.5;

double textHeight()
{
    return QFontMetricsF(Theme::font()).height();
}

double letterWidth()
{
    return Theme::smallMetrics().averageCharWidth();
}

constexpr std::size_t mostBytes = 4; ///< of a character in UTF-8

bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Of a text in UTF-8, those behind its last whole character, which the next token may complete.
std::size_t unfinishedBytes(std::string_view text)
{
    for (std::size_t back = 1; back < mostBytes && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if (continuesCharacter(text[text.size() - back]))
            continue;
        const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return length > back ? back : 0;
    }
    return 0;
}

} // namespace

double RaceLane::milliseconds() const
{
    double sum = 0;
    for (const Round& round : rounds)
        sum += round.bar.total();
    return sum;
}

RaceStand standAt(const RaceLane& lane, double milliseconds)
{
    RaceStand stand;
    double end = 0;
    for (const RaceLane::Round& round : lane.rounds) {
        end += round.bar.total();
        if (end > milliseconds + 1e-9)
            break;
        ++stand.rounds;
        stand.tokens += round.committed;
    }
    return stand;
}

QString textAt(const RaceLane& lane, int rounds, int letters)
{
    const std::size_t count = std::min(std::size_t(std::max(0, rounds)), lane.rounds.size());
    const std::string_view all = lane.text;
    std::string_view text = all.substr(0, count > 0 ? lane.rounds[count - 1].textEnd : lane.textBegin);
    text.remove_suffix(unfinishedBytes(text));
    std::size_t begin = text.size() - std::min(text.size(), mostBytes * std::size_t(std::max(0, letters)));
    while (begin < text.size() && continuesCharacter(text[begin]))
        ++begin;
    return tokenText(text.substr(begin));
}

std::vector<RaceLane> toOneLength(std::vector<RaceLane> lanes)
{
    int least = std::numeric_limits<int>::max();
    for (const RaceLane& lane : lanes) {
        int tokens = 0;
        for (const RaceLane::Round& round : lane.rounds)
            tokens += round.committed;
        if (tokens > 0)
            least = std::min(least, tokens);
    }
    for (RaceLane& lane : lanes) {
        int tokens = 0;
        std::size_t count = 0;
        while (count < lane.rounds.size() && tokens < least)
            tokens += lane.rounds[count++].committed;
        lane.rounds.resize(count);
        if (count > 0 && tokens > least)
            lane.rounds.back().committed -= tokens - least;
    }
    return lanes;
}

RaceView::RaceView(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("race"));
    setAccessibleName(tr("Race"));
}

void RaceView::setLanes(std::vector<RaceLane> lanes)
{
    const bool wasAtEnd = m_clock >= duration();
    m_lanes = std::move(lanes);
    m_milestones.clear();
    for (const RaceLane& lane : m_lanes) {
        Milestones& all = m_milestones.emplace_back();
        double end = 0;
        int tokens = 0;
        for (const RaceLane::Round& round : lane.rounds) {
            all.ends.push_back(end += round.bar.total());
            all.tokens.push_back(tokens += round.committed);
        }
    }
    updateGeometry();
    setClock(wasAtEnd ? duration() : m_clock);
}

void RaceView::setNothing(const QString& sentence)
{
    m_nothing = sentence;
    update();
}

void RaceView::setClock(double milliseconds)
{
    m_clock = std::clamp(milliseconds, 0.0, duration());
    setAccessibleDescription(description());
    update();
}

double RaceView::duration() const
{
    double longest = 0;
    for (const Milestones& lane : m_milestones)
        longest = std::max(longest, lane.ends.empty() ? 0.0 : lane.ends.back());
    return longest;
}

RaceStand RaceView::standOf(std::size_t lane) const
{
    const Milestones& all = m_milestones[lane];
    const auto rounds = int(std::upper_bound(all.ends.begin(), all.ends.end(), m_clock + 1e-9) - all.ends.begin());
    return {rounds, rounds > 0 ? all.tokens[std::size_t(rounds - 1)] : 0};
}

QString RaceView::description() const
{
    QStringList words;
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        words << tr("%1: %2 tokens").arg(m_lanes[lane].name).arg(standOf(lane).tokens);
    return tr("After %1: %2").arg(durationText(m_clock), words.join(QStringLiteral(", ")));
}

QRectF RaceView::track(std::size_t lane) const
{
    const double line = textHeight(), left = namesInLetters * letterWidth();
    const double right = width() - tokensInLetters * letterWidth();
    return {left, legendInLines * line + double(lane) * trackInLines * line, std::max(10.0, right - left),
            blocksInLines * line};
}

QRectF RaceView::wordsRect(std::size_t lane) const
{
    const QRectF blocks = track(lane);
    return {blocks.left(), blocks.bottom() + 1, width() - blocks.left(), wordsInLines * textHeight()};
}

QString RaceView::wordsOf(std::size_t lane) const
{
    const QFontMetricsF metrics(Theme::tokenFont(0.9));
    const double room = wordsRect(lane).width();
    const int letters = int(room / std::max(1.0, metrics.averageCharWidth())) + 8;
    return metrics.elidedText(textAt(m_lanes[lane], standOf(lane).rounds, letters), Qt::ElideLeft, room);
}

RaceView::Scale RaceView::scale() const
{
    if (m_lanes.empty() || duration() <= 0)
        return {};
    return {0, track(0).width() / duration()};
}

void RaceView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (duration() <= 0) {
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_nothing);
        return;
    }
    const Scale current = scale();
    paintAxis(painter, current);
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        paintLane(painter, lane, current);
}

void RaceView::paintLane(QPainter& painter, std::size_t at, const Scale& scale) const
{
    const RaceLane& lane = m_lanes[at];
    const QRectF rect = track(at);
    painter.setFont(Theme::smallFont());
    const double side = laneSwatchSide();
    paintLaneSwatch(painter, QRectF(0, rect.center().y() - side / 2, side, side), int(at));
    painter.setPen(Theme::color(Role::text));
    const double behind = side + 0.7 * letterWidth();
    const QRectF names(behind, rect.top(), rect.left() - letterWidth() - behind, rect.height());
    painter.drawText(names, Qt::AlignLeft | Qt::AlignVCenter,
                     Theme::smallMetrics().elidedText(lane.name, Qt::ElideRight, names.width()));
    painter.save();
    painter.setClipRect(rect);
    // From the round that the left edge cuts through.
    const std::vector<double>& ends = m_milestones[at].ends;
    const auto first = std::size_t(std::upper_bound(ends.begin(), ends.end(), scale.begin) - ends.begin());
    double begin = first > 0 ? ends[first - 1] : 0;
    const auto xOf = [&](double ms) { return rect.left() + (ms - scale.begin) * scale.pixelsPerMs; };
    for (std::size_t r = first; r < lane.rounds.size() && begin <= m_clock && xOf(begin) <= rect.right(); ++r) {
        RaceLane::Round round = lane.rounds[r];
        // Rounds that are too narrow to be told apart are one block.
        while (r + 1 < lane.rounds.size() && round.bar.total() * scale.pixelsPerMs < leastBlockWidth) {
            const RaceLane::Round& next = lane.rounds[++r];
            for (const Phase& phase : allPhases())
                round.bar.*phase.time += next.bar.*phase.time;
            round.committed += next.committed;
        }
        const double end = begin + round.bar.total();
        double from = begin;
        for (const Phase& phase : allPhases()) {
            const double ms = round.bar.*phase.time;
            const double left = xOf(from), right = xOf(std::min(from + ms, m_clock));
            if (right > left && right > rect.left() && left < rect.right())
                fill(painter, QRectF(left, rect.top(), right - left, rect.height()), phase);
            from += ms;
        }
        if (end <= m_clock) {
            const QRectF whole(xOf(begin), rect.top(), xOf(end) - xOf(begin), rect.height());
            if (whole.width() >= leastGapWidth)
                painter.fillRect(QRectF(whole.right() - 1.2, rect.top(), 1.2, rect.height()),
                                 Theme::color(Role::surface));
            const QString words = QStringLiteral("+%1").arg(round.committed);
            const double wide = Theme::smallMetrics().horizontalAdvance(words) + 6;
            if (whole.width() > wide + 4) { // a label that can be read over any phase
                const QRectF label(whole.center().x() - wide / 2, whole.top() + 3, wide, whole.height() - 6);
                painter.fillRect(label, Theme::color(Role::surface));
                painter.setPen(Theme::color(Role::text));
                painter.drawText(label, Qt::AlignCenter, words);
            }
        }
        begin = end;
    }
    painter.restore();
    painter.setFont(Theme::tokenFont(0.9));
    painter.setPen(Theme::color(Role::text));
    const QString words = wordsOf(at);
    QRectF written = wordsRect(at);
    written.setWidth(std::min(written.width(), QFontMetricsF(painter.font()).horizontalAdvance(words) + 3));
    painter.fillRect(written, Theme::color(Role::surface)); // the lines of the axis end there
    painter.drawText(written, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, words);
    const RaceStand stand = standOf(at);
    painter.setFont(Theme::font(0.85, true));
    painter.setPen(Theme::color(Role::text));
    painter.drawText(
        QRectF(rect.right() + letterWidth(), rect.top(), width() - rect.right() - letterWidth(), rect.height()),
        Qt::AlignLeft | Qt::AlignVCenter, tr("%1 tokens").arg(stand.tokens));
}

void RaceView::paintAxis(QPainter& painter, const Scale& scale) const
{
    const QRectF top = track(0), bottom = wordsRect(m_lanes.size() - 1);
    const double line = textHeight();
    painter.setFont(Theme::smallFont());
    const double step = axisStep(7 * letterWidth() * 1.6 / scale.pixelsPerMs);
    const double end = scale.begin + top.width() / scale.pixelsPerMs;
    for (double ms = std::ceil(scale.begin / step) * step; ms <= end + 1e-9; ms += step) {
        const double x = top.left() + (ms - scale.begin) * scale.pixelsPerMs;
        painter.setPen(Theme::color(Role::line));
        painter.drawLine(QPointF(x, top.top()), QPointF(x, bottom.bottom() + 3));
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x - 60, bottom.bottom() + 3, 120, line), Qt::AlignHCenter | Qt::AlignTop,
                         tr("%1 ms").arg(decimal(ms, 'g', 6)));
    }
    double x = top.left();
    for (const Phase& phase : allPhases()) {
        const QString words = wordOf(phase);
        fill(painter, QRectF(x, 0.35 * line, 0.5 * line, 0.5 * line), phase);
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x + 0.75 * line, 0, 200, 1.2 * line), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += Theme::smallMetrics().horizontalAdvance(words) + 1.9 * line;
    }
    const double clock = top.left() + (m_clock - scale.begin) * scale.pixelsPerMs;
    painter.setPen(QPen(Theme::color(Role::text), 1.2));
    painter.drawLine(QPointF(clock, top.top() - 3), QPointF(clock, bottom.bottom() + 3));
    painter.drawText(QRectF(top.left(), 0, top.width(), 1.2 * line), Qt::AlignRight | Qt::AlignVCenter,
                     durationText(m_clock));
}

void RaceView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event))
        updateGeometry();
}

QSize RaceView::sizeHint() const
{
    return minimumSizeHint();
}

QSize RaceView::minimumSizeHint() const
{
    const double lines = legendInLines + trackInLines * double(std::max<std::size_t>(1, m_lanes.size())) + axisInLines;
    return {320, int(lines * textHeight())};
}

} // namespace draftscope
