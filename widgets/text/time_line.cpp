// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/time_line.h"

#include <algorithm>
#include <utility>

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QSignalBlocker>

#include "widgets/style/theme.h"
#include "widgets/style/tool_tip.h"

namespace draftscope {

namespace {

constexpr double aroundLine = 12, captionGap = 12;
/// In lines of small letters: marks above, cells, marks below.
constexpr double aboveInLines = 0.55, cellsInLines = 1.35, belowInLines = 0.45, belowInLowLines = 0.3;
constexpr double widestInLines = 1.9;
constexpr int frameMs = 16, roundsOfPage = 10;
constexpr double toCome = 0.42; ///< opacity of rounds that have not been reached

double line()
{
    return QFontMetricsF(Theme::barFont(0.85)).height();
}

/// Darker the more drafts were accepted, but never too dark for the number on it.
QColor fillOf(double share)
{
    return Theme::tintUnderWords(Role::accepted, 0.3 + 0.4 * std::clamp(share, 0.0, 1.0));
}

QPainterPath diamond(QPointF centre, double radius)
{
    QPainterPath path(centre - QPointF(0, radius));
    for (const QPointF& corner : {QPointF(radius, 0), QPointF(0, radius), QPointF(-radius, 0)})
        path.lineTo(centre + corner);
    path.closeSubpath();
    return path;
}

/// Pointing down.
QPainterPath triangle(QPointF tip, double size)
{
    QPainterPath path(tip);
    path.lineTo(tip + QPointF(-0.6 * size, -size));
    path.lineTo(tip + QPointF(0.6 * size, -size));
    path.closeSubpath();
    return path;
}

} // namespace

TimeLine::TimeLine(QWidget* parent) : QAbstractSlider(parent)
{
    setObjectName(QStringLiteral("timeLine"));
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time line of rounds"));
    setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
    setRange(0, 0);
    setPageStep(roundsOfPage);
    m_drag.setSingleShot(true);
    m_drag.setInterval(frameMs);
    connect(&m_drag, &QTimer::timeout, this, [this] {
        if (m_draggedTo >= 0)
            setValue(m_draggedTo);
    });
    connect(this, &QAbstractSlider::valueChanged, this, &TimeLine::describe);
    describe();
}

// --- what it shows

void TimeLine::clear()
{
    const QSignalBlocker blocker(this);
    m_rounds.clear();
    m_marks.clear();
    setRange(0, 0);
    describe();
    update();
}

void TimeLine::append(const TimeLineRound& round)
{
    m_rounds.append(round);
    const QSignalBlocker blocker(this);
    setMaximum(m_rounds.count());
    update();
}

void TimeLine::replaceLast(const TimeLineRound& round)
{
    m_rounds.replaceLast(round);
    update();
}

void TimeLine::showRound(int value, bool isOver)
{
    if (value == this->value() && isOver == m_isOver)
        return describe(); // rounds may have come, and the last one may have grown
    m_isOver = isOver;
    const QSignalBlocker blocker(this);
    setValue(value);
    describe();
    update();
}

void TimeLine::setMarks(std::vector<TimeLineMark> marks)
{
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    describe();
    update();
}

// --- where things are

QString TimeLine::caption() const
{
    return roundCount() == 0 ? tr("No round yet")
        : value() == 0       ? tr("%1 to come").arg(roundCount())
                             : tr("Round %1 of %2").arg(value()).arg(roundCount());
}

/// The same for all rounds, so that the cells stay where they are.
double TimeLine::captionWidth() const
{
    const QString digits(std::max<qsizetype>(2, QString::number(roundCount()).size()), QLatin1Char('0'));
    return std::max(QFontMetricsF(Theme::barFont(0.85)).horizontalAdvance(tr("Round %1 of %2").arg(digits, digits)),
                    QFontMetricsF(Theme::barFont(0.85)).horizontalAdvance(tr("No round yet")));
}

QRectF TimeLine::track() const
{
    const double left = aroundLine + captionWidth() + captionGap;
    const double above = m_isLow ? belowInLowLines : aboveInLines, below = m_isLow ? belowInLowLines : belowInLines;
    const double rows = (above + cellsInLines + below) * line();
    const double top = (height() - rows) / 2 + above * line();
    return {std::round(left), std::round(top), std::max(0.0, std::floor(width() - left - aroundLine)),
            std::round(cellsInLines * line())};
}

TimeLine::Places TimeLine::places() const
{
    const QRectF cells = track();
    return {cells, {roundCount(), cells.width(), widestInLines * line()}};
}

QRectF TimeLine::Places::cell(int number) const
{
    const double left = track.left() + layout.leftOf(number), right = track.left() + layout.rightOf(number);
    return {left, track.top(), right - left - 1, track.height()};
}

QRectF TimeLine::cellRect(int round) const
{
    return places().cellOf(round);
}

int TimeLine::roundAt(QPointF point) const
{
    const Places now = places();
    return now.layout.roundAt(point.x() - now.track.left());
}

// --- painting

void TimeLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::color(Role::surface));
    painter.fillRect(QRectF(0, 0, width(), 1), Theme::color(Role::line));
    painter.setFont(Theme::barFont(0.85));
    painter.setPen(Theme::color(Role::muted));
    const Places now = places();
    const QRectF& cells = now.track;
    painter.drawText(QRectF(aroundLine, cells.top(), captionWidth() + 2, cells.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, caption());
    painter.fillRect(QRectF(cells.left(), cells.bottom(), cells.width(), 1), Theme::color(Role::line));
    if (roundCount() == 0)
        return;
    for (int cell = 0; cell < now.layout.cellCount(); ++cell) {
        const int first = now.layout.firstRound(cell);
        painter.setOpacity(first < value() - (m_isOver ? 0 : 1) ? 1 : Theme::opacity(toCome));
        paintCell(painter, now.cell(cell), m_rounds.span(first, now.layout.roundsOf(cell)));
    }
    painter.setOpacity(1);
    painter.setRenderHint(QPainter::Antialiasing);
    paintMarks(painter, now);
    paintShown(painter, now);
}

void TimeLine::paintCell(QPainter& painter, const QRectF& cell, const TimeLineSpan& span) const
{
    const double reach = std::max(1, m_rounds.reach()), perRound = cell.height() / (reach * span.count);
    const auto upTo = [&](double height) { return QRectF(cell.left(), cell.bottom() - height, cell.width(), height); };
    constexpr double least = 2; ///< of what is there at all
    if (span.drafted == 0) {
        painter.fillRect(upTo(least), Theme::color(Role::notJudged));
    } else {
        const double box = std::max(least, std::round(perRound * double(span.reach)));
        painter.fillRect(upTo(box), Theme::tint(Role::notJudged, 0.3));
        const double filled = std::round(perRound * double(span.accepted));
        if (filled < least) // nothing, or next to nothing of many
            painter.fillRect(upTo(least), Theme::color(Role::rejected));
        else
            painter.fillRect(upTo(filled),
                             fillOf(double(span.accepted) / double(std::max<std::int64_t>(1, span.reach))));
    }
    const QString number = QString::number(span.accepted);
    if (span.count > 1 || span.drafted == 0
        || cell.width() < QFontMetricsF(Theme::barFont(0.85)).horizontalAdvance(number) + 5)
        return;
    painter.setPen(Theme::color(Role::text));
    painter.drawText(cell, Qt::AlignCenter, number);
}

/// One of a kind in a cell: more would lie on each other.
void TimeLine::paintMarks(QPainter& painter, const Places& now) const
{
    const QRectF& cells = now.track;
    const TimeLineLayout& layout = now.layout;
    const double dot = 0.11 * line(), below = cells.bottom() + 0.27 * line();
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::color(Role::muted));
    for (int cell = 0; cell < layout.cellCount(); ++cell)
        if (m_rounds.span(layout.firstRound(cell), layout.roundsOf(cell)).stops > 0)
            painter.drawEllipse(QPointF(now.cell(cell).center().x(), below), dot, dot);
    int lastBookmark = -1, lastFork = -1; // cells: marks are sorted by round
    for (const TimeLineMark& mark : m_marks) {
        const int number = layout.cellOf(std::min(mark.round, roundCount() - 1));
        if (std::exchange(mark.kind == TimeLineMark::Kind::bookmark ? lastBookmark : lastFork, number) == number)
            continue;
        const QRectF cell = now.cell(number);
        if (mark.kind == TimeLineMark::Kind::bookmark) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(Theme::color(Role::target));
            painter.drawPath(triangle({cell.center().x(), cells.top() - 2}, 0.45 * line()));
        } else {
            painter.setPen(QPen(Theme::color(Role::text), 1.2));
            painter.setBrush(Theme::color(Role::surface));
            painter.drawPath(diamond({cell.center().x(), below}, 0.25 * line()));
        }
    }
}

void TimeLine::paintShown(QPainter& painter, const Places& now) const
{
    const QRectF& cells = now.track;
    if (value() == 0) { // before all of them
        painter.fillRect(QRectF(cells.left() - 3, cells.top() - 2, 2, cells.height() + 4), Theme::color(Role::text));
        return;
    }
    constexpr double narrowest = 6, pen = 2;
    QRectF frame = now.cellOf(value() - 1).adjusted(-1, -2, 1, 2);
    if (frame.width() < narrowest)
        frame = QRectF(frame.center().x() - narrowest / 2, frame.top(), narrowest, frame.height());
    painter.setPen(QPen(Theme::color(Role::text), pen));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame, 2.5, 2.5);
}

// --- in words

QString TimeLine::wordsAt(int round) const
{
    const TimeLineLayout layout = places().layout;
    const int cell = layout.cellOf(round);
    const TimeLineSpan span = m_rounds.span(layout.firstRound(cell), layout.roundsOf(cell));
    const QString rounds = span.count == 1 ? tr("Round %1").arg(span.first + 1)
                                           : tr("Rounds %1 to %2").arg(span.first + 1).arg(span.first + span.count);
    const QString tokens = span.tokens == 1 ? tr("1 token") : tr("%1 tokens").arg(span.tokens);
    const QString drafts = span.drafted == 0 ? tr("nothing was drafted")
        : span.drafted == 1                  ? tr("%1 of 1 draft accepted").arg(span.accepted)
                                             : tr("%1 of %2 drafts accepted").arg(span.accepted).arg(span.drafted);
    QStringList sentences{tr("%1: %2, %3.").arg(rounds, tokens, drafts)};
    if (span.stops > 0)
        sentences << (span.count == 1 ? tr("A stop condition is met in it.")
                                      : tr("A stop condition is met in %1 of them.").arg(span.stops));
    constexpr int mostMarks = 4; ///< in words
    int marks = 0;
    for (const TimeLineMark& mark : m_marks)
        if (const int at = std::min(mark.round, roundCount() - 1); at >= span.first && at < span.first + span.count)
            if (++marks <= mostMarks)
                sentences << mark.words;
    if (marks > mostMarks)
        sentences << tr("%1 more marks.").arg(marks - mostMarks);
    return sentences.join(QLatin1Char('\n'));
}

void TimeLine::describe()
{
    const QString words = roundCount() == 0 ? tr("No round has begun yet.")
        : value() == 0                      ? tr("Before the first of %1 rounds.").arg(roundCount())
                       : wordsAt(std::min(value(), roundCount()) - 1).replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (words != accessibleDescription())
        setAccessibleDescription(words);
}

bool TimeLine::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const bool isOnTrack = help->pos().x() >= track().left();
        const int round = isOnTrack ? roundAt(help->pos()) : -1;
        showToolTip(help->globalPos(),
                    round < 0 ? tr("The rounds of this run: a cell is as high and as dark as drafts were accepted. "
                                   "Click or drag to go there.")
                              : wordsAt(round),
                    this);
        return true;
    }
    return QAbstractSlider::event(event);
}

// --- what changes

void TimeLine::changeEvent(QEvent* event)
{
    QAbstractSlider::changeEvent(event);
    if (changesSizes(*event)) {
        describe();
        updateGeometry();
        update();
    }
}

void TimeLine::setLow(bool on)
{
    if (on == m_isLow)
        return;
    m_isLow = on;
    updateGeometry();
    update();
}

QSize TimeLine::sizeHint() const
{
    return {600,
            m_isLow ? int((cellsInLines + 2 * belowInLowLines) * line()) + 3
                    : int((aboveInLines + cellsInLines + belowInLines) * line()) + 6};
}

QSize TimeLine::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

} // namespace draftscope
