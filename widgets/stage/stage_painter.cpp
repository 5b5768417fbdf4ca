// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_painter.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include "engine/record/end_of_text.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/motion.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct StagePainterWords {
    Q_DECLARE_TR_FUNCTIONS(StagePainterWords)
};

constexpr double halfLine = 0.85; ///< size of letters where a and u stand below one another
constexpr double leastGauge = 5;  ///< pixels: in a lower one a dart cannot be seen

/// "q = 0.26", "q < 0.001".
QString equation(const QString& name, const QString& value)
{
    return value.startsWith(QLatin1Char('<')) ? name + QStringLiteral(" < ") + value.mid(1)
                                              : name + QStringLiteral(" = ") + value;
}

} // namespace

int stageColumnCount(const RoundRecord& round, const TraceHeader& header)
{
    const int nodes = int(round.nodes.size());
    if (endingNode(round, header) >= 0) // nothing is drawn behind it
        return nodes;
    return (round.isVerified() ? nodes : std::max(nodes, round.draftLength)) + 1;
}

int drawnColumn(const RoundRecord& round, int columnCount)
{
    if (!round.draw)
        return -1;
    for (std::size_t node = 0; node < round.nodes.size() && int(node) < columnCount; ++node)
        if (round.nodes[node].parent + 1 == round.draw->context)
            return int(node);
    return columnCount - 1;
}

bool hasDrafts(const RoundRecord& round)
{
    return !round.nodes.empty() || (round.draftLength > 0 && !round.isVerified());
}

StagePainter::StagePainter(QPainter& painter, const RoundRecord& round, const Recording& recording,
                           const StageLayout& layout, double progress)
    : m_painter(painter), m_round(round), m_recording(recording), m_layout(layout), m_progress(progress),
      m_verified(round.isVerified()),
      m_isDecided(round.draw.has_value() || round.isFinished() || endingNode(round, recording.header()) >= 0)
{
}

double StagePainter::progressOf(MomentKind kind, const NodeRecord* node) const
{
    const Moment now = m_round.moments.empty() ? Moment{} : m_round.moments.back();
    return now.kind == kind && (!node || now.node == int(node - m_round.nodes.data())) ? m_progress : 1;
}

void StagePainter::paint(int selectedContext, double scrolled)
{
    if (m_layout.columns.empty())
        return;
    m_saysGaugesShorter = saysGaugesShorter();
    fitVerdicts();
    const int drawn = drawnColumn(m_round, int(m_layout.columns.size()));
    const Moment now = m_round.moments.empty() ? Moment{} : m_round.moments.back();
    const int nodes = int(m_round.nodes.size());
    for (int i = 0; i < int(m_layout.columns.size()); ++i) {
        const StageColumn& column = m_layout.columns[std::size_t(i)];
        const bool isNode = i < nodes;
        const int context = isNode ? m_round.nodes[std::size_t(i)].parent + 1
            : m_round.draw         ? m_round.draw->context
                                   : -1;
        const bool isLast = i + 1 == int(m_layout.columns.size());
        if (context >= 0 && context == selectedContext && (isNode || nodes == 0 || context == nodes)) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(Theme::color(Role::page));
            m_painter.drawRoundedRect(column.frame, 8, 8);
        }
        if (isNode)
            paintNode(m_round.nodes[std::size_t(i)], column, now.node == i && now.kind != MomentKind::verify);
        else if (isLast && i == drawn)
            paintDraw(*m_round.draw, column);
        else
            paintPending(column,
                         !isLast         ? QString()
                             : drawn < 0 ? StagePainterWords::tr("next")
                                         : StagePainterWords::tr("no bonus") + orShorter + QStringLiteral("–"));
        if (isNode && i == drawn)
            paintReplacement(*m_round.draw, column);
    }
    if (hasDrafts(m_round))
        paintLabels(scrolled);
}

void StagePainter::paintLabels(double scrolled)
{
    const QRectF strip(scrolled, 0, m_layout.labels.right(), m_layout.contentSize.height());
    if (scrolled > 0) {
        m_painter.fillRect(strip, Theme::color(Role::surface));
        m_painter.setPen(Theme::color(Role::line));
        m_painter.drawLine(strip.topRight(), strip.bottomRight());
    }
    const StageColumn& first = m_layout.columns.front();
    const double line = QFontMetricsF(Theme::font()).height();
    const auto label = [&](const QRectF& row, const QString& words) {
        QRectF rect = m_layout.labels.translated(scrolled, 0);
        rect.setTop(row.center().y() - line / 2);
        rect.setHeight(line);
        text(rect, words, Role::muted, Qt::AlignLeft | Qt::AlignVCenter);
    };
    label(first.token, StagePainterWords::tr("Draft"));
    label(first.q | first.qText, StagePainterWords::tr("q"));
    label(first.p | first.pText, StagePainterWords::tr("Target p"));
    if (!m_round.nodes.empty()) {
        QRectF gauge = first.gauge;
        if (m_layout.gaugeWords == GaugeWords::bare) // so that it stands clear of the words below it
            gauge.moveBottom(std::min(gauge.bottom(), first.gaugeText.center().y() - 0.95 * line + gauge.height() / 2));
        label(gauge, hasThreshold(m_round) ? verdictUWord(m_round) : acceptanceWords(m_round, 0));
        if (m_layout.gaugeWords == GaugeWords::bare)
            label(first.gaugeText,
                  hasThreshold(m_round)
                      ? StagePainterWords::tr("p · threshold") + orShorter + StagePainterWords::tr("p · t")
                      : StagePainterWords::tr("a · u"));
    }
    label(first.verdict, StagePainterWords::tr("Verdict"));
    if (const int drawn = drawnColumn(m_round, int(m_layout.columns.size()));
        drawn >= 0 && drawn < int(m_round.nodes.size()))
        label(first.drawn, StagePainterWords::tr("Instead"));
}

void StagePainter::paintNode(const NodeRecord& node, const StageColumn& column, bool isCurrent)
{
    const bool rejected = node.verdict == Verdict::rejected;
    const bool discarded = node.verdict == Verdict::notJudged && m_isDecided;
    const double opacity = discarded ? Theme::discardedOpacity() : 1;
    const double drafted = slowingDown(progressOf(MomentKind::draft, &node));
    const double judged = atTheEnd(progressOf(MomentKind::judge, &node)); // the dart falls first
    if (rejected) {
        m_painter.setOpacity(judged);
        m_painter.setPen(QPen(Theme::color(Role::rejected), 1.6));
        m_painter.setBrush(Theme::tint(Role::rejected, Theme::isDark() ? 0.13 : 0.07));
        m_painter.drawRoundedRect(column.frame, 8, 8);
        m_painter.setOpacity(1);
    }
    const Role border = node.verdict != Verdict::notJudged && judged > 0 ? roleOf(node.verdict)
        : discarded                                                      ? Role::notJudged
                                                                         : Role::draft;
    paintTokenBox(column.token, tokenText(m_recording, node.token, Spaces::visible), border, isCurrent,
                  opacity * drafted);
    if (node.token == untoldToken)
        paintHatching(column.token, opacity * drafted);

    const int left = int(Qt::AlignLeft) | int(Qt::AlignVCenter);
    const Role words = discarded ? Role::notJudged : Role::muted;
    paintBar(column.q, node.q * drafted, Role::draft, opacity);
    // Who chose it stands above the token; where that is too low, beside q.
    const QRectF above(column.token.left(), column.frame.top() - 1, column.token.width(),
                       column.token.top() - column.frame.top());
    const bool fitsAbove = above.height() > QFontMetricsF(Theme::font(0.6)).height();
    const QString q = number(node.q), chosen = chosenToken(node);
    const QString beside =
        chosen.isEmpty() || fitsAbove ? QString() : QLatin1Char(' ') + StagePainterWords::tr("(by you)");
    text(column.qText, equation(QStringLiteral("q"), q) + beside + orShorter + q + beside, words, left);
    if (m_verified) {
        paintBar(column.p, node.p * slowingDown(progressOf(MomentKind::verify)), Role::target, opacity);
        text(column.pText, equation(QStringLiteral("p"), number(node.p)) + orShorter + number(node.p), words, left);
    }
    if (node.acceptance)
        paintGauge(node, column);
    if (node.verdict != Verdict::notJudged) {
        m_painter.setOpacity(judged);
        paintVerdict(node, column);
        m_painter.setOpacity(1);
    } else if (discarded)
        text(column.verdict, m_marksOnly ? QStringLiteral("–") : StagePainterWords::tr("not judged"), Role::notJudged,
             left, false, m_verdictScale, m_verdictScale);
    if (!chosen.isEmpty() && fitsAbove)
        text(above, chosen + orShorter + StagePainterWords::tr("by you"), Role::muted,
             Qt::AlignRight | Qt::AlignVCenter, false, 0.75, 0.6);
}

QStringList StagePainter::verdictWords(const NodeRecord& node) const
{
    const QString mark = markOf(node.verdict) + QLatin1Char(' '), word = mark + wordFor(node.verdict);
    const QString chosen = chosenVerdict(m_round, int(&node - m_round.nodes.data()));
    return chosen.isEmpty()
        ? QStringList{word, mark.trimmed()}
        : QStringList{word + QStringLiteral(", ") + chosen, word + StagePainterWords::tr(", by you"),
                      mark + StagePainterWords::tr("by you"), mark.trimmed() + QLatin1Char('*')};
}

/// All verdicts of a round have letters of one size. What a person chose is said shorter before the others become
/// smaller, and where even the usual words have no room, marks stand for all of them.
void StagePainter::fitVerdicts()
{
    constexpr double smallest = 0.72;
    const double room = m_layout.columns.front().verdict.width() + 2;
    m_verdictScale = 1;
    m_marksOnly = false;
    const auto needed = [&](const QString& words) {
        return QFontMetricsF(Theme::font(1, true)).horizontalAdvance(words);
    };
    double widest = 0;
    for (const Verdict verdict :
         {Verdict::accepted, Verdict::rejected}) // so that they stay as they are from moment to moment
        widest = std::max(widest, needed(markOf(verdict) + QLatin1Char(' ') + wordFor(verdict)));
    widest = std::max(widest, QFontMetricsF(Theme::font(1)).horizontalAdvance(StagePainterWords::tr("not judged")));
    if (widest <= room)
        return;
    m_verdictScale = room / widest * 0.99;
    m_marksOnly = m_verdictScale < smallest;
    if (m_marksOnly)
        m_verdictScale = 1;
}

void StagePainter::paintVerdict(const NodeRecord& node, const StageColumn& column)
{
    const QStringList words = verdictWords(node);
    const QFont font = Theme::font(m_verdictScale, true);
    const QFontMetricsF metrics(font);
    const double room = column.verdict.width() + 4; // letters of that size are not as exactly as wide
    QString shown = words.last();
    for (const QString& each : m_marksOnly ? QStringList{words.last()} : words)
        if (metrics.horizontalAdvance(each) <= room) {
            shown = each;
            break;
        }
    m_painter.setFont(font);
    m_painter.setPen(Theme::color(roleOf(node.verdict)));
    m_painter.drawText(column.verdict.adjusted(0, 0, 3, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, shown);
}

void StagePainter::paintPending(const StageColumn& column, const QString& words)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(Theme::color(Role::line), 1.3, Qt::DashLine));
    m_painter.drawRoundedRect(column.token, 5, 5);
    text(column.token, words, Role::notJudged, Qt::AlignCenter);
}

StagePainter::DrawnWith StagePainter::drawnWith(const DrawRecord& draw) const
{
    if (std::size_t(draw.context) >= m_round.contexts.size())
        return {};
    const auto& top = m_round.contexts[std::size_t(draw.context)].top;
    const auto found =
        std::find_if(top.begin(), top.end(), [&](const DistributionEntry& e) { return e.token == draw.token; });
    if (found == top.end())
        return {};
    const bool isOfP = draw.source != TokenSource::residual || hasThreshold(m_round) // which leaves no residual
        || m_recording.header().fault == "p-instead-of-residual";
    return isOfP ? DrawnWith{QStringLiteral("p"), found->p}
                 : DrawnWith{StagePainterWords::tr("residual"), found->residual};
}

/// What a moment draws comes while the moment is shown, and is there from then on.
double StagePainter::progressOfDraw() const
{
    return !m_round.moments.empty() && m_round.moments.back().kind != MomentKind::commit ? m_progress : 1;
}

void StagePainter::paintDraw(const DrawRecord& draw, const StageColumn& column)
{
    const Role role = roleOf(draw.source);
    const double drawn = progressOfDraw(), shown = slowingDown(drawn);
    paintTokenBox(column.token, tokenText(m_recording, draw.token, Spaces::visible), role, true, shown);
    const int left = int(Qt::AlignLeft) | int(Qt::AlignVCenter);
    if (const auto [name, value] = drawnWith(draw); value) {
        paintBar(column.p, shown * *value, role, 1);
        text(column.pText, equation(name, number(value)) + orShorter + number(value), Role::muted, left);
    }
    // Where u falls on all that could be drawn, one token after another.
    if (const std::optional<double> u = drawU(m_round)) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(Theme::tint(role, 0.3));
        m_painter.drawRoundedRect(column.gauge, 3, 3);
        paintDart(column.gauge, *u, drawn);
    }
    const QString u = number(drawU(m_round));
    const bool isShort = m_saysGaugesShorter && m_layout.gaugeWords == GaugeWords::oneLine;
    text(column.gaugeText, isShort ? QStringLiteral("u ") + u : equation(QStringLiteral("u"), u), Role::muted, left);
    const QString mark = markOf(draw.source);
    text(column.verdict, (mark.isEmpty() ? QString() : mark + QLatin1Char(' ')) + wordFor(draw.source), role, left,
         true, m_verdictScale);
}

/// The token's box is a bar as well: as full as what it was drawn from gives the token.
void StagePainter::paintReplacement(const DrawRecord& draw, const StageColumn& column)
{
    const Role role = roleOf(draw.source);
    const double drawn = progressOfDraw(), shown = slowingDown(drawn);
    const auto [name, value] = drawnWith(draw);
    const std::optional<double> u = drawU(m_round);
    paintTokenBox(column.drawn, tokenText(m_recording, draw.token, Spaces::visible), role, true, shown, value);
    const bool hasGauge = u && column.drawnGauge.height() >= leastGauge;
    if (hasGauge) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(Theme::tint(role, 0.3));
        m_painter.drawRoundedRect(column.drawnGauge, 3, 3);
        paintDart(column.drawnGauge, *u, drawn);
    }
    const QString mark = markOf(draw.source) + QLatin1Char(' '),
                  what = value ? equation(name, number(value)) : wordFor(draw.source);
    const QString withU = u ? QStringLiteral("  ") + equation(QStringLiteral("u"), number(u)) : QString();
    text(column.drawnText,
         mark + what + withU + orShorter + mark + what + orShorter + mark + (value ? number(value) : QString()), role,
         int(Qt::AlignLeft) | int(Qt::AlignVCenter), true);
}

/// What is not known.
void StagePainter::paintHatching(const QRectF& rect, double opacity)
{
    m_painter.setOpacity(opacity);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(QBrush(Theme::color(Role::line), Qt::BDiagPattern));
    m_painter.drawRoundedRect(rect, 5, 5);
    m_painter.setOpacity(1);
}

void StagePainter::paintBar(const QRectF& rect, double share, Role role, double opacity)
{
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(Theme::tint(Role::notJudged, 0.24));
    m_painter.drawRoundedRect(rect, 2.5, 2.5);
    if (std::isnan(share)) { // it is not known
        paintHatching(rect, opacity);
        return;
    }
    QRectF filled = rect;
    filled.setWidth(std::max(1.5, rect.width() * std::clamp(share, 0.0, 1.0)));
    m_painter.setOpacity(opacity);
    m_painter.setBrush(Theme::color(role));
    m_painter.drawRoundedRect(filled, 2.5, 2.5);
    m_painter.setOpacity(1);
}

/// Green up to what the token's acceptance is, red above; u, or the threshold, as a dart: it lands in the green when
/// the token is accepted.
void StagePainter::paintGauge(const NodeRecord& node, const StageColumn& column)
{
    const QRectF& rect = column.gauge;
    QPainterPath clip;
    clip.addRoundedRect(rect, 3, 3);
    m_painter.save();
    m_painter.setClipPath(clip);
    const double split = rect.left() + rect.width() * std::clamp(*node.acceptance, 0.0, 1.0);
    m_painter.fillRect(QRectF(rect.topLeft(), QPointF(split, rect.bottom())), Theme::tint(Role::accepted, 0.45));
    m_painter.fillRect(QRectF(QPointF(split, rect.top()), rect.bottomRight()), Theme::tint(Role::rejected, 0.28));
    m_painter.restore();
    const std::optional<double> drawn = verdictU(m_round, node);
    if (drawn)
        paintDart(rect, *drawn, progressOf(MomentKind::judge, &node));
    const int left = int(Qt::AlignLeft) | int(Qt::AlignVCenter);
    const QRectF& row = column.gaugeText;
    const QStringList lines = gaugeWords(node, m_saysGaugesShorter);
    if (m_layout.gaugeWords == GaugeWords::twoLines) {
        const QRectF half(row.left(), row.top(), row.width(), row.height() / 2);
        text(half, lines[0], Role::muted, left, false, halfLine);
        text(half.translated(0, half.height()), lines[1], Role::muted, left, false, halfLine);
    } else if (m_layout.gaugeWords == GaugeWords::bare) {
        text(row, lines[0], Role::muted, left, false, 0.92, 0.6);
    } else {
        text(row, lines[0], Role::muted, left);
    }
}

QStringList StagePainter::gaugeWords(const NodeRecord& node, bool shorter) const
{
    const auto [a, u] = compared(node.acceptance, verdictU(m_round, node));
    const QString nameA = hasThreshold(m_round) ? QStringLiteral("p") : QStringLiteral("a");
    const QString nameU = verdictUWord(m_round);
    if (m_layout.gaugeWords == GaugeWords::bare)
        return {QStringLiteral("%1 · %2").arg(a, u)};
    if (m_layout.gaugeWords == GaugeWords::twoLines)
        return shorter ? QStringList{a, u} : QStringList{equation(nameA, a), equation(nameU, u)};
    return {shorter ? QStringLiteral("%1 %2 %3 %4").arg(nameA, a, nameU.left(1), u)
                    : equation(nameA, a) + QStringLiteral("  ") + equation(nameU, u)};
}

bool StagePainter::saysGaugesShorter() const
{
    const double scale = m_layout.gaugeWords == GaugeWords::twoLines ? halfLine : FittedText().scale;
    const QRectF& row = m_layout.columns.front().gaugeText; // all are as wide
    return std::ranges::any_of(m_round.nodes, [&](const NodeRecord& node) {
        const QStringList lines = node.acceptance ? gaugeWords(node, false) : QStringList();
        return std::ranges::any_of(lines, [&](const QString& words) { return !fits(words, row, {.scale = scale}); });
    });
}

/// u on a gauge from 0 to 1. It falls from the row above.
void StagePainter::paintDart(const QRectF& gauge, double u, double progress)
{
    const double above = std::min(gauge.top() - m_layout.columns.front().p.top(), 4 * gauge.height() + 20);
    const double x = gauge.left() + gauge.width() * std::clamp(u, 0.0, 1.0);
    const double y = (falling(progress) - 1) * above;
    m_painter.setPen(QPen(Theme::color(Role::text), 1.8));
    m_painter.drawLine(QPointF(x, gauge.top() - 5 + y), QPointF(x, gauge.bottom() + 2 + y));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(Theme::color(Role::text));
    m_painter.drawPolygon(QPolygonF({QPointF(x - 4.5, gauge.top() - 9 + y), QPointF(x + 4.5, gauge.top() - 9 + y),
                                     QPointF(x, gauge.top() - 2 + y)}));
}

void StagePainter::paintTokenBox(const QRectF& rect, const QString& words, Role border, bool filled, double opacity,
                                 std::optional<double> share)
{
    m_painter.setOpacity(opacity);
    m_painter.setPen(QPen(Theme::color(border), 1.6));
    m_painter.setBrush(filled ? Theme::tint(border, Theme::isDark() ? 0.22 : 0.12) : Theme::color(Role::surface));
    m_painter.drawRoundedRect(rect, 5, 5);
    if (share) {
        const QRectF full = rect.adjusted(2, 2, -2, -2);
        m_painter.fillRect(QRectF(full.topLeft(), QSizeF(full.width() * std::clamp(*share, 0.0, 1.0), full.height())),
                           Theme::tintUnderWords(border, Theme::isDark() ? 0.5 : 0.35));
    }
    const double room = rect.width() - 8;
    const QFont font = fittingTokenFont(words, room, 1.05, 0.78);
    m_painter.setFont(font);
    m_painter.setPen(Theme::color(Role::text));
    m_painter.drawText(rect, Qt::AlignCenter, QFontMetricsF(font).elidedText(words, Qt::ElideMiddle, room));
    m_painter.setOpacity(1);
}

void StagePainter::text(const QRectF& rect, const QString& variants, Role role, int flags, bool bold, double scale,
                        double smallest)
{
    paintFitted(m_painter, rect, variants, {role, flags, bold, scale, smallest});
}

} // namespace draftscope
