// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution/distribution_painter.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "engine/record/told_part.h"
#include "widgets/style/motion.h"
#include "widgets/style/number_text.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The font at this scale, or smaller where the words would not fit.
QFont fitting(const QString& words, double width, double scale)
{
    // On screens with more pixels letters are up to a few percent wider than they are measured here.
    const double needed = 1.04 * QFontMetricsF(Theme::font(scale)).horizontalAdvance(words);
    return Theme::font(needed > width ? std::max(0.6, scale * width / needed) : scale);
}

constexpr double smallestLog = -4; // a bar of the log scale begins at 10^-4

} // namespace

DistributionPainter::DistributionPainter(QPainter& painter, const DistributionRows& rows, bool logScale,
                                         double progress)
    : m_painter(painter), m_rows(rows), m_here(*rows.record()), m_round(*rows.round()), m_logScale(logScale),
      m_progress(progress)
{
}

void DistributionPainter::paint()
{
    paintLegend();
    for (int row = 0; row < m_rows.count(); ++row)
        paintRow(row);
    paintTail(m_rows.rect(m_rows.count()));
}

double DistributionPainter::barLength(double probability, double width) const
{
    if (!m_logScale)
        return std::clamp(probability / m_rows.scaleEnd(), 0.0, 1.0) * width;
    return probability <= 0 ? 0 : std::clamp(1 - std::log10(probability) / smallestLog, 0.0, 1.0) * width;
}

double DistributionPainter::progressOf(MomentKind kind) const
{
    return !m_round.moments.empty() && m_round.moments.back().kind == kind ? m_progress : 1;
}

/// Of the residual's bars, when the draft here has just been rejected: they grow out of what p has over q.
double DistributionPainter::residualGrown() const
{
    const Moment now = m_round.moments.empty() ? Moment{} : m_round.moments.back();
    const bool isRejection = now.kind == MomentKind::judge && now.node >= 0
        && m_round.nodes[std::size_t(now.node)].verdict == Verdict::rejected
        && m_round.nodes[std::size_t(now.node)].parent + 1 == m_rows.context();
    return isRejection ? slowingDown(m_progress) : 1;
}

void DistributionPainter::paintLegend()
{
    std::vector<std::pair<Role, QString>> entries;
    const bool hasResidual = m_rows.hasResidualBars();
    const RemainderRecord* const left = hasResidual ? m_round.remainderAt(m_rows.context()) : nullptr;
    if (m_here.hasQ)
        entries.emplace_back(Role::draft, m_rows.isBeforeSampler() ? tr("draft, before the sampler") : tr("draft q"));
    if (m_here.hasP)
        entries.emplace_back(Role::target,
                             m_rows.isBeforeSampler()
                                 ? m_here.hasQ ? tr("target, before") : tr("target, before the sampler")
                                 : left        ? tr("p, taken")
                                 : hasResidual ? tr("min(p, q)")
                                               : tr("target p"));
    const QString scale = m_logScale ? tr("log") : tr("to %1").arg(decimal(m_rows.scaleEnd(), 'g', 3));
    const double side = DistributionRows::lineHeight() * 0.6, between = side + DistributionRows::lineHeight() * 0.8;
    if (hasResidual) {
        const QString full = left ? tr("p, left: %1").arg(number(left->mass)) : tr("residual max(0, p − q)");
        entries.emplace_back(Role::residual, full);
        QString all = scale;
        for (const auto& [role, words] : entries)
            all += words;
        if (!left && QFontMetricsF(Theme::font(0.92)).horizontalAdvance(all) > m_rows.view().width() - 28 - between * 3)
            entries.back().second = tr("residual");
    }
    if (const auto limit = m_rows.threshold())
        entries.emplace_back(Role::rejected, tr("threshold %1").arg(number(*limit)));
    QString all = scale;
    for (const auto& [role, words] : entries)
        all += words;
    m_painter.setFont(fitting(all, m_rows.view().width() - 28 - between * double(entries.size()), 0.92));

    double x = 14;
    for (const auto& [role, words] : entries) {
        m_painter.fillRect(QRectF(x, (DistributionRows::legendHeight() - side) / 2, side, side), Theme::color(role));
        m_painter.setPen(Theme::color(role));
        m_painter.drawText(QRectF(x + side + 5, 0, m_rows.view().width(), DistributionRows::legendHeight()),
                           Qt::AlignLeft | Qt::AlignVCenter, words);
        x += between + m_painter.fontMetrics().horizontalAdvance(words);
    }
    m_painter.setPen(Theme::color(Role::muted));
    m_painter.drawText(QRectF(x, 0, m_rows.view().width() - 14 - x, DistributionRows::legendHeight()),
                       Qt::AlignRight | Qt::AlignVCenter, scale);
}

void DistributionPainter::paintRow(int row)
{
    const QRectF rect = m_rows.rect(row);
    const std::size_t entry = m_rows.entry(row);
    const TokenId token = m_here.top[entry].token;
    const NodeRecord* node = m_rows.proposed(token);
    const bool isProposed = node != nullptr, isDrawn = m_rows.isDrawn(token);
    const bool judged = node && node->verdict != Verdict::notJudged;
    const Role note = isDrawn ? roleOf(m_round.draw->source)
        : isProposed          ? (judged             ? roleOf(node->verdict)
                                     : node->pruned ? Role::muted
                                                    : Role::draft)
                              : Role::muted;
    if (isProposed || isDrawn) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(Theme::tint(note, Theme::isDark() ? 0.18 : 0.09));
        m_painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 5, 5);
    }
    const Bars bars = barsOf(row);
    const double room = bars.left - rect.left() - 10;
    m_painter.setFont(Theme::tokenFont());
    m_painter.setPen(Theme::color(Role::text));
    m_painter.drawText(QRectF(rect.left() + 6, rect.top(), room, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                       m_painter.fontMetrics().elidedText(m_rows.words(row), Qt::ElideMiddle, int(room + 10) - 10));
    paintBars(bars, entry);
    if (isProposed || isDrawn)
        paintNotes(rect, bars, token, note);
}

DistributionPainter::Bars DistributionPainter::barsOf(int row) const
{
    const QRectF rect = m_rows.rect(row);
    const DistributionEntry& entry = m_here.top[m_rows.entry(row)];
    const double left =
        rect.left() + std::min(rect.width() * 0.34, QFontMetricsF(Theme::tokenFont()).averageCharWidth() * 12);
    const double numbers =
        QFontMetrics(Theme::font(0.86), m_painter.device()).horizontalAdvance(QStringLiteral(" <0.001 "));
    const double height = std::min(rect.height() * 0.3, DistributionRows::lineHeight() * 0.72);
    // A draft's bar stands where it will when the target's comes below it; a context that nothing was drafted in has
    // one bar.
    return {left,
            std::max(10.0, rect.right() - left - numbers),
            height,
            rect.center().y() - height * 1.15,
            rect.center().y() + height * (m_here.hasQ ? 0.15 : -0.5),
            m_rows.isBeforeSampler() ? entry.pBefore : entry.p,
            m_rows.isBeforeSampler() ? entry.qBefore : entry.q};
}

void DistributionPainter::paintBars(const Bars& bars, std::size_t entry)
{
    m_painter.setFont(Theme::font(0.86));
    const double numbers = m_painter.fontMetrics().horizontalAdvance(QStringLiteral(" <0.001 "));
    const auto strip = [&](double y, double from, double to, Role role) {
        if (to > from)
            m_painter.fillRect(QRectF(bars.left + from, y, std::max(1.0, to - from), bars.height), Theme::color(role));
    };
    const auto value = [&](double y, double after, double probability) {
        m_painter.setPen(Theme::color(Role::muted));
        m_painter.drawText(QRectF(bars.left + after + 5, y - 6, numbers, bars.height + 12),
                           Qt::AlignLeft | Qt::AlignVCenter, number(probability));
    };
    if (m_here.hasQ) {
        strip(bars.yq, 0, barLength(bars.q, bars.full) * slowingDown(progressOf(MomentKind::draft)), Role::draft);
        value(bars.yq, barLength(bars.q, bars.full), bars.q);
    }
    if (!m_here.hasP)
        return;
    const double taken = m_rows.hasResidualBars() ? std::max(0.0, bars.p - m_rows.leftOfP(entry)) : bars.p;
    const double shared = barLength(taken, bars.full), whole = barLength(bars.p, bars.full);
    const double seen = whole * slowingDown(progressOf(MomentKind::verify));
    strip(bars.yp, 0, std::min(shared, seen), Role::target);
    strip(bars.yp, shared, std::min(between(shared, whole, residualGrown()), seen), Role::residual);
    const auto limit = m_rows.threshold();
    value(bars.yp, std::max(whole, limit ? barLength(*limit, bars.full) : 0), bars.p);
    if (limit) { // p has to reach beyond
        const double x = bars.left + barLength(*limit, bars.full);
        m_painter.setPen(QPen(Theme::color(Role::rejected), 1.5));
        m_painter.drawLine(QPointF(x, bars.yp - 3), QPointF(x, bars.yp + bars.height + 3));
    }
}

void DistributionPainter::paintNotes(const QRectF& rect, const Bars& bars, TokenId token, Role role)
{
    const NodeRecord* node = m_rows.proposed(token);
    const bool isProposed = node != nullptr, isDrawn = m_rows.isDrawn(token);
    // A note stands in the middle of its row where neither bar reaches it, otherwise beside the shorter one; where both
    // leave too little room, its mark has to do.
    const QFontMetricsF numberMetrics(Theme::font(0.86)), noteMetrics(Theme::font(0.86, true));
    m_painter.setFont(Theme::font(0.86, true));
    m_painter.setPen(Theme::color(role));
    const auto endOf = [&](double probability, double atLeast) { // of a bar's number, which stands behind the threshold
        return bars.left + std::max(barLength(probability, bars.full), atLeast) + 10
            + numberMetrics.horizontalAdvance(number(probability));
    };
    const double endOfP = endOf(bars.p, m_rows.threshold() ? barLength(*m_rows.threshold(), bars.full) : 0),
                 endOfQ = endOf(bars.q, 0);
    const bool isBelow = m_here.hasP && (!m_here.hasQ || bars.p < bars.q);
    const auto say = [&](const QString& words, const QString& mark, bool below) {
        const QString all = mark.isEmpty() ? words : words + QLatin1Char(' ') + mark;
        const double right = rect.right() - 6, needed = noteMetrics.horizontalAdvance(all) + 2;
        const double end = below ? endOfP : endOfQ;
        const double longest = std::max(m_here.hasP ? endOfP : 0, m_here.hasQ ? endOfQ : 0);
        const auto put = [&](double from, double y, const QString& what) {
            m_painter.drawText(QRectF(from, y - 6, right - from, bars.height + 12), Qt::AlignRight | Qt::AlignVCenter,
                               what);
        };
        if (m_here.hasQ && !m_here.hasP) // the lower line is empty yet
            put(bars.left, bars.yp, noteMetrics.elidedText(all, Qt::ElideRight, right - bars.left));
        else if (isDrawn != isProposed && needed <= right - longest)
            put(longest, rect.center().y() - bars.height / 2, all);
        else if (needed <= right - end)
            put(end, below ? bars.yp : bars.yq, all);
        else if (!mark.isEmpty())
            put(end, below ? bars.yp : bars.yq, mark);
        else if (!m_here.hasQ) { // one bar in the middle: there is a line below it, a low one in a low row
            const QRectF room(bars.left, bars.yp + bars.height, right - bars.left,
                              rect.bottom() - 1 - bars.yp - bars.height);
            m_painter.setFont(Theme::font(0.86 * std::clamp(room.height() / noteMetrics.height(), 0.75, 1.0), true));
            m_painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, all);
            m_painter.setFont(Theme::font(0.86, true));
        }
    };
    if (isDrawn)
        say(m_round.takesLikeliest() ? tr("taken") : tr("drawn"), markOf(m_round.draw->source), isBelow);
    if (isProposed)
        say(node->pruned            ? tr("pruned")
                : node->forcedToken ? chosenToken(*node)
                                    : tr("proposed"),
            markOf(node->verdict), isBelow != isDrawn);
}

/// All tokens without a row of their own, those that the window has no room for included.
void DistributionPainter::paintTail(const QRectF& rect)
{
    int tokens = m_here.tailTokens + int(m_here.top.size());
    double p = m_here.tailP, q = m_here.tailQ;
    for (const DistributionEntry& entry : m_here.top) {
        p += entry.p;
        q += entry.q;
    }
    for (int row = 0; row < m_rows.count(); ++row) {
        --tokens;
        p -= m_here.top[m_rows.entry(row)].p;
        q -= m_here.top[m_rows.entry(row)].q;
    }
    const bool isUnknown = m_here.hasP && !m_rows.isBeforeSampler() && m_rows.recording()
        && isTailUnknown(m_rows.recording()->header(), m_round.sampler);
    if (isUnknown) { // hatched: which of them has it is not known
        QColor colour = Theme::color(Role::muted);
        colour.setAlphaF(0.55F);
        m_painter.fillRect(
            QRectF(rect.left(), rect.top() + 1, rect.width() * std::clamp(m_here.tailP, 0.0, 1.0), rect.height() - 2),
            QBrush(colour, Qt::BDiagPattern));
    }
    QString words = isUnknown ? tr("%1 other tokens, not told by the server").arg(grouped(tokens))
                              : tr("%1 other tokens").arg(grouped(tokens));
    if (!m_rows.isBeforeSampler() && m_here.hasP)
        words += QStringLiteral("   p = ") + number(p);
    if (!m_rows.isBeforeSampler() && m_here.hasQ)
        words += QStringLiteral("   q = ") + number(q);
    m_painter.setFont(fitting(words, rect.width() - 6, 0.92));
    m_painter.setPen(Theme::color(Role::muted));
    m_painter.drawText(rect.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
}

} // namespace draftscope
