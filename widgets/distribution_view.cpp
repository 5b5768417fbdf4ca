// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include "widgets/distribution_sentence.h"
#include "widgets/focus_ring.h"
#include "widgets/item_keys.h"
#include "widgets/round_tree.h"
#include "widgets/round_words.h"
#include "widgets/theme.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

double lineHeight()
{
    return QFontMetricsF(Theme::font(0.92)).height();
}
double legendHeight()
{
    return lineHeight() * 1.9;
}

/// The font at this scale, or smaller where the words would not fit.
QFont fitting(const QString& words, double width, double scale)
{
    // On screens with more pixels letters are up to a few percent wider than they are measured here.
    const double needed = 1.04 * QFontMetricsF(Theme::font(scale)).horizontalAdvance(words);
    return Theme::font(needed > width ? std::max(0.6, scale * width / needed) : scale);
}

constexpr int mostRows = 16;       ///< more would be read by nobody; the rest is in the tail
constexpr double smallestLog = -4; // a bar of the log scale begins at 10^-4

} // namespace

DistributionView::DistributionView(QWidget* parent) : QWidget(parent), m_motion(*this)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Distribution"));
}

void DistributionView::setContext(const RoundRecord& round, int context, const Recording* recording)
{
    m_round = round;
    m_context = context;
    m_recording = recording;
    m_motion.follow(m_round);
    relayout();
}

void DistributionView::clear()
{
    m_round.reset();
    m_motion.follow(m_round);
    m_recording = nullptr;
    relayout();
}

void DistributionView::setLogScale(bool on)
{
    m_logScale = on;
    update();
}

void DistributionView::setBeforeSampler(bool on)
{
    m_beforeSampler = on;
    relayout();
}

const DistributionRecord* DistributionView::record() const
{
    if (!m_round || m_context < 0 || std::size_t(m_context) >= m_round->contexts.size())
        return nullptr;
    return &m_round->contexts[std::size_t(m_context)];
}

const NodeRecord* DistributionView::proposed(TokenId token) const
{
    const NodeRecord* found = nullptr;
    for (const int child : m_round ? childrenOf(*m_round, m_context) : std::vector<int>()) {
        const NodeRecord& node = m_round->nodes[std::size_t(child)];
        if (node.token == token && (!found || node.verdict == Verdict::accepted))
            found = &node;
    }
    return found;
}

QString DistributionView::where() const
{
    return m_round && m_recording ? where(*m_round, m_context, *m_recording) : QString();
}

QString DistributionView::where(const RoundRecord& round, int context, const Recording& recording)
{
    if (context < 0 || std::size_t(context) > round.nodes.size())
        return {};
    const TokenId before = context == 0 ? round.root : round.nodes[std::size_t(context - 1)].token;
    const int depth = context == 0 ? 0 : round.nodes[std::size_t(context - 1)].depth;
    return tr("position %1 · after %2").arg(round.prefixLength + depth).arg(quoted(recording, before));
}

QString DistributionView::subtitle() const
{
    const QString where = this->where();
    return m_beforeSampler && !where.isEmpty() ? tr("before the sampler · %1").arg(where) : where;
}

QString DistributionView::sentence() const
{
    return m_round && m_recording ? distributionSentence(*m_round, m_context, *m_recording) : QString();
}

/// What depends on size and content alike; painting only looks it up.
void DistributionView::relayout()
{
    m_rows.clear();
    m_sentence = sentence();
    if (m_beforeSampler && record())
        m_sentence =
            (tr("The bars are the models' softmax before the sampler, not p and q.") + QLatin1Char(' ') + m_sentence)
                .trimmed();
    const double roomForRows = height() - legendHeight() - lineHeight() * 1.8;
    m_rowHeight = std::clamp(roomForRows / mostRows, lineHeight() * 2.15, lineHeight() * 3);
    m_words.clear();
    if (const DistributionRecord* here = record()) {
        chooseRows(*here, std::size_t(std::clamp(int(roomForRows / m_rowHeight), 0, mostRows)));
        nameRows(*here);
    }
    m_current = std::min(m_current, rowCount() - 1);
    describe();
    update();
}

/// The likeliest, and whatever was proposed or drawn here.
void DistributionView::chooseRows(const DistributionRecord& here, std::size_t room)
{
    m_rows.resize(std::min(room, here.top.size()));
    std::iota(m_rows.begin(), m_rows.end(), std::size_t(0));
    const auto isTheMatter = [&](std::size_t entry) {
        const TokenId token = here.top[entry].token;
        return proposed(token)
            || (m_round->draw && m_round->draw->context == m_context && m_round->draw->token == token);
    };
    std::size_t replaced = m_rows.size();
    for (std::size_t entry = here.top.size(); entry-- > m_rows.size();) {
        if (!isTheMatter(entry))
            continue;
        while (replaced > 0 && isTheMatter(m_rows[replaced - 1]))
            --replaced;
        if (replaced > 0)
            m_rows[--replaced] = entry;
    }
    double largest = 0;
    for (const std::size_t row : m_rows) {
        const DistributionEntry& entry = here.top[row];
        largest = std::max({largest, double(m_beforeSampler ? entry.pBefore : entry.p),
                            double(m_beforeSampler ? entry.qBefore : entry.q)});
    }
    m_scaleEnd = largest <= 0.1 ? 0.1 : largest <= 0.2 ? 0.2 : largest <= 0.5 ? 0.5 : 1;
}

/// Several tokens of a vocabulary may have the same bytes, one of them as a byte: their ids tell them apart.
void DistributionView::nameRows(const DistributionRecord& here)
{
    if (!m_recording)
        return;
    QStringList texts;
    for (const std::size_t row : m_rows)
        texts << tokenText(*m_recording, here.top[row].token, Spaces::visible);
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const QString& text = texts[qsizetype(row)];
        m_words << (texts.count(text) == 1 ? text
                                           : QStringLiteral("%1 · %2").arg(text).arg(here.top[m_rows[row]].token));
    }
}

QString DistributionView::toolTipOf(int row) const
{
    constexpr int exact = 6; // decimals
    const DistributionRecord& here = *record();
    const std::size_t index = m_rows[std::size_t(row)];
    const DistributionEntry& entry = here.top[index];
    QStringList lines{tokenInDetail(*m_recording, entry.token)}, now, before;
    if (here.hasQ) {
        now << QStringLiteral("q = ") + number(entry.q, exact);
        before << tr("draft %1").arg(number(entry.qBefore, exact));
    }
    if (here.hasP) {
        now << QStringLiteral("p = ") + number(entry.p, exact);
        before << tr("target %1").arg(number(entry.pBefore, exact));
    }
    lines << now.join(QStringLiteral("   "));
    if (here.hasP && (m_round->remainderAt(m_context) || (here.hasQ && leavesPWithoutQ(*m_round, m_context)))) {
        const RemainderRecord* const left = m_round->remainderAt(m_context);
        lines << tr("residual = %1").arg(number(left ? left->values[index] : entry.residual, exact));
    }
    lines << tr("before the sampler: %1").arg(before.join(QStringLiteral(", ")));
    return asToolTip(lines);
}

bool DistributionView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int row = 0; row < rowCount() && record() && m_recording; ++row)
        if (rowRect(row).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), toolTipOf(row), this, rowRect(row).toRect());
            return true;
        }
    QToolTip::hideText();
    return true;
}

void DistributionView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    relayout();
}

void DistributionView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event))
        relayout();
}

// --- keys

void DistributionView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    setCurrentRow(std::max(0, m_current));
}

void DistributionView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || *key == ItemKey::menu || *key == ItemKey::activate)
        QWidget::keyPressEvent(event);
    else
        setCurrentRow(movedBy(*key, m_current, rowCount(), rowCount()));
}

void DistributionView::setCurrentRow(int row)
{
    m_current = std::min(row, rowCount() - 1);
    describe();
    update();
}

/// What a screen reader says: the row that the keys have gone to, then what happened here.
void DistributionView::describe()
{
    QStringList parts;
    const DistributionRecord* here = record();
    if (here && m_recording && hasFocus() && m_current >= 0) {
        const DistributionEntry& entry = here->top[m_rows[std::size_t(m_current)]];
        QString row = quoted(*m_recording, entry.token);
        if (here->hasP)
            row += (m_beforeSampler ? tr(", target %1") : tr(", p %1"))
                       .arg(number(m_beforeSampler ? entry.pBefore : entry.p));
        if (here->hasQ)
            row += (m_beforeSampler ? tr(", draft %1") : tr(", q %1"))
                       .arg(number(m_beforeSampler ? entry.qBefore : entry.q));
        if (hasResidualBars(*here))
            row += tr(", left %1").arg(number(leftOfP(m_rows[std::size_t(m_current)])));
        parts << row + QLatin1Char('.');
    }
    if (!m_sentence.isEmpty())
        parts << m_sentence;
    setAccessibleDescription(parts.join(QLatin1Char(' ')));
}

QRectF DistributionView::rowRect(int row) const
{
    return {10, legendHeight() + row * m_rowHeight, width() - 20.0, m_rowHeight};
}

double DistributionView::barLength(double probability, double width) const
{
    if (!m_logScale)
        return std::clamp(probability / m_scaleEnd, 0.0, 1.0) * width;
    return probability <= 0 ? 0 : std::clamp(1 - std::log10(probability) / smallestLog, 0.0, 1.0) * width;
}

void DistributionView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(0.92));
    const DistributionRecord* here = record();
    if (!here || !m_recording) {
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(rect().adjusted(16, 16, -16, -16), int(Qt::AlignCenter) | int(Qt::TextWordWrap),
                         m_round && m_round->contexts.empty() && !m_round->moments.empty()
                             ? tr("This round was recorded without distributions.")
                             : tr("p and q of the selected position appear here."));
        return;
    }
    paintLegend(painter, *here);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        paintRow(painter, int(row));
    if (hasFocus() && m_current >= 0)
        paintFocus(painter, rowRect(m_current));
    QRectF tail = rowRect(int(m_rows.size()));
    tail.setHeight(lineHeight() * 1.5);
    paintTail(painter, tail);
}

/// p is split in what drafts have taken of it, or would, and what the round's rule leaves for the token in their place.
bool DistributionView::hasResidualBars(const DistributionRecord& here) const
{
    return here.hasP && !m_beforeSampler
        && (m_round->remainderAt(m_context) || (here.hasQ && leavesPWithoutQ(*m_round, m_context)));
}

double DistributionView::leftOfP(std::size_t entry) const
{
    const DistributionRecord& here = *record();
    if (const RemainderRecord* const left = m_round->remainderAt(m_context))
        return double(left->values[entry]) * left->mass;
    return std::max(0.0, double(here.top[entry].p) - double(here.top[entry].q));
}

double DistributionView::progressOf(MomentKind kind) const
{
    return m_round && !m_round->moments.empty() && m_round->moments.back().kind == kind ? m_motion.progress() : 1;
}

/// Of the residual's bars, when the draft here has just been rejected: they grow out of what p has over q.
double DistributionView::residualGrown() const
{
    const Moment now = m_round->moments.empty() ? Moment{} : m_round->moments.back();
    const bool isRejection = now.kind == MomentKind::judge && now.node >= 0
        && m_round->nodes[std::size_t(now.node)].verdict == Verdict::rejected
        && m_round->nodes[std::size_t(now.node)].parent + 1 == m_context;
    return isRejection ? slowingDown(m_motion.progress()) : 1;
}

std::optional<double> DistributionView::threshold() const
{
    const DistributionRecord* const here = record();
    return here && here->hasP && !m_beforeSampler ? here->numbers.threshold : std::nullopt;
}

void DistributionView::paintLegend(QPainter& painter, const DistributionRecord& here) const
{
    std::vector<std::pair<Role, QString>> entries;
    const bool hasResidual = hasResidualBars(here);
    const RemainderRecord* const left = hasResidual ? m_round->remainderAt(m_context) : nullptr;
    if (here.hasQ)
        entries.emplace_back(Role::draft, m_beforeSampler ? tr("draft, before the sampler") : tr("draft q"));
    if (here.hasP)
        entries.emplace_back(Role::target,
                             m_beforeSampler   ? here.hasQ ? tr("target, before") : tr("target, before the sampler")
                                   : left ? tr("p, taken")
                                 : hasResidual ? tr("min(p, q)")
                                               : tr("target p"));
    const QString scale = m_logScale ? tr("log") : tr("to %1").arg(m_scaleEnd);
    const double side = lineHeight() * 0.6, between = side + lineHeight() * 0.8;
    if (hasResidual) {
        const QString full = left ? tr("p, left: %1").arg(number(left->mass)) : tr("residual max(0, p − q)");
        entries.emplace_back(Role::residual, full);
        QString all = scale;
        for (const auto& [role, words] : entries)
            all += words;
        if (!left && QFontMetricsF(Theme::font(0.92)).horizontalAdvance(all) > width() - 28 - between * 3)
            entries.back().second = tr("residual");
    }
    if (const auto limit = threshold())
        entries.emplace_back(Role::rejected, tr("threshold %1").arg(number(*limit)));
    QString all = scale;
    for (const auto& [role, words] : entries)
        all += words;
    painter.setFont(fitting(all, width() - 28 - between * double(entries.size()), 0.92));

    double x = 14;
    for (const auto& [role, words] : entries) {
        painter.fillRect(QRectF(x, (legendHeight() - side) / 2, side, side), Theme::color(role));
        painter.setPen(Theme::color(role));
        painter.drawText(QRectF(x + side + 5, 0, width(), legendHeight()), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += between + painter.fontMetrics().horizontalAdvance(words);
    }
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(QRectF(x, 0, width() - 14 - x, legendHeight()), Qt::AlignRight | Qt::AlignVCenter, scale);
}

void DistributionView::paintRow(QPainter& painter, int row) const
{
    const QRectF rect = rowRect(row);
    const std::size_t index = m_rows[std::size_t(row)];
    const DistributionRecord& here = *record();
    const DistributionEntry& entry = here.top[index];
    const NodeRecord* node = proposed(entry.token);
    const bool isProposed = node != nullptr;
    const bool isDrawn = m_round->draw && m_round->draw->context == m_context && m_round->draw->token == entry.token;
    const bool judged = node && node->verdict != Verdict::notJudged;
    const Role note = isDrawn ? roleOf(m_round->draw->source)
        : isProposed          ? (judged             ? roleOf(node->verdict)
                                     : node->pruned ? Role::muted
                                                    : Role::draft)
                              : Role::muted;
    if (isProposed || isDrawn) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::tint(note, Theme::isDark() ? 0.18 : 0.09));
        painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 5, 5);
    }
    const double labelWidth = std::min(rect.width() * 0.34, QFontMetricsF(Theme::tokenFont()).averageCharWidth() * 12);
    painter.setFont(Theme::tokenFont());
    painter.setPen(Theme::color(Role::text));
    painter.drawText(QRectF(rect.left() + 6, rect.top(), labelWidth - 10, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_words[row], Qt::ElideMiddle, int(labelWidth) - 10));

    painter.setFont(Theme::font(0.86));
    const double left = rect.left() + labelWidth,
                 numbers = painter.fontMetrics().horizontalAdvance(QStringLiteral(" <0.001 "));
    const double full = std::max(10.0, rect.right() - left - numbers);
    const double bar = std::min(rect.height() * 0.3, lineHeight() * 0.72);
    // A draft's bar stands where it will when the target's comes below it; a context that nothing was drafted in has one bar.
    const double yq = rect.center().y() - bar * 1.15, yp = rect.center().y() + bar * (here.hasQ ? 0.15 : -0.5);
    const auto strip = [&](double y, double from, double to, Role role) {
        if (to > from)
            painter.fillRect(QRectF(left + from, y, std::max(1.0, to - from), bar), Theme::color(role));
    };
    const auto value = [&](double y, double after, double probability) {
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(left + after + 5, y - 6, numbers, bar + 12), Qt::AlignLeft | Qt::AlignVCenter,
                         number(probability));
    };
    const double p = m_beforeSampler ? entry.pBefore : entry.p, q = m_beforeSampler ? entry.qBefore : entry.q;
    if (here.hasQ) {
        strip(yq, 0, barLength(q, full) * slowingDown(progressOf(MomentKind::draft)), Role::draft);
        value(yq, barLength(q, full), q);
    }
    if (here.hasP) {
        const double shared = barLength(hasResidualBars(here) ? std::max(0.0, p - leftOfP(index)) : p, full);
        const double whole = barLength(p, full), seen = whole * slowingDown(progressOf(MomentKind::verify));
        strip(yp, 0, std::min(shared, seen), Role::target);
        strip(yp, shared, std::min(between(shared, whole, residualGrown()), seen), Role::residual);
        const auto limit = threshold();
        value(yp, std::max(barLength(p, full), limit ? barLength(*limit, full) : 0), p);
        if (limit) { // p has to reach beyond
            const double x = left + barLength(*limit, full);
            painter.setPen(QPen(Theme::color(Role::rejected), 1.5));
            painter.drawLine(QPointF(x, yp - 3), QPointF(x, yp + bar + 3));
        }
    }
    // A note stands in the middle of its row where neither bar reaches it, otherwise beside the shorter one; where both leave too
    // little room, its mark has to do.
    const QFontMetricsF numberMetrics(Theme::font(0.86)), noteMetrics(Theme::font(0.86, true));
    painter.setFont(Theme::font(0.86, true));
    painter.setPen(Theme::color(note));
    const auto endOf = [&](double probability, double atLeast) { // of a bar's number, which stands behind the threshold
        return left + std::max(barLength(probability, full), atLeast) + 10
            + numberMetrics.horizontalAdvance(number(probability));
    };
    const double endOfP = endOf(p, threshold() ? barLength(*threshold(), full) : 0), endOfQ = endOf(q, 0);
    const bool isBelow = here.hasP && (!here.hasQ || p < q);
    const auto say = [&](const QString& words, const QString& mark, bool below) {
        const QString all = mark.isEmpty() ? words : words + QLatin1Char(' ') + mark;
        const double right = rect.right() - 6, needed = noteMetrics.horizontalAdvance(all) + 2;
        const double end = below ? endOfP : endOfQ;
        const double longest = std::max(here.hasP ? endOfP : 0, here.hasQ ? endOfQ : 0);
        const auto put = [&](double from, double y, const QString& what) {
            painter.drawText(QRectF(from, y - 6, right - from, bar + 12), Qt::AlignRight | Qt::AlignVCenter, what);
        };
        if (here.hasQ && !here.hasP) // the lower line is empty yet
            put(left, yp, noteMetrics.elidedText(all, Qt::ElideRight, right - left));
        else if (isDrawn != isProposed && needed <= right - longest)
            put(longest, rect.center().y() - bar / 2, all);
        else if (needed <= right - end)
            put(end, below ? yp : yq, all);
        else if (!mark.isEmpty())
            put(end, below ? yp : yq, mark);
        else if (!here.hasQ) { // one bar in the middle: there is a line below it, a low one in a low row
            const QRectF room(left, yp + bar, right - left, rect.bottom() - 1 - yp - bar);
            painter.setFont(Theme::font(0.86 * std::clamp(room.height() / noteMetrics.height(), 0.75, 1.0), true));
            painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, all);
            painter.setFont(Theme::font(0.86, true));
        }
    };
    if (isDrawn)
        say(m_round->takesLikeliest() ? tr("taken") : tr("drawn"), markOf(m_round->draw->source), isBelow);
    if (isProposed)
        say(node->pruned            ? tr("pruned")
                : node->forcedToken ? chosenToken(*node)
                                    : tr("proposed"),
            markOf(node->verdict), isBelow != isDrawn);
}

/// All tokens without a row of their own, those that the window has no room for included.
void DistributionView::paintTail(QPainter& painter, const QRectF& rect) const
{
    const DistributionRecord& here = *record();
    int tokens = here.tailTokens + int(here.top.size());
    double p = here.tailP, q = here.tailQ;
    for (const DistributionEntry& entry : here.top) {
        p += entry.p;
        q += entry.q;
    }
    for (const std::size_t row : m_rows) {
        --tokens;
        p -= here.top[row].p;
        q -= here.top[row].q;
    }
    QString words = tr("%1 other tokens").arg(QLocale(QLocale::English).toString(tokens));
    if (!m_beforeSampler && here.hasP)
        words += QStringLiteral("   p = ") + number(p);
    if (!m_beforeSampler && here.hasQ)
        words += QStringLiteral("   q = ") + number(q);
    painter.setFont(fitting(words, rect.width() - 6, 0.92));
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(rect.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
}

QSize DistributionView::minimumSizeHint() const
{
    return {int(lineHeight() * 14), int(legendHeight() + 3 * lineHeight() * 2.15 + lineHeight() * 1.8)};
}

QSize DistributionView::sizeHint() const
{
    return {int(lineHeight() * 20), int(legendHeight() + 9 * lineHeight() * 2.4 + lineHeight() * 1.8)};
}

} // namespace draftscope
