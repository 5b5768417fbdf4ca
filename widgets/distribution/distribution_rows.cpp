// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution/distribution_rows.h"

#include <algorithm>
#include <numeric>

#include "widgets/style/theme.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int mostRows = 16; ///< more are not read; the rest is in the tail

} // namespace

double DistributionRows::lineHeight()
{
    return QFontMetricsF(Theme::font(0.92)).height();
}

double DistributionRows::legendHeight()
{
    return lineHeight() * 1.9;
}

void DistributionRows::setContext(std::optional<RoundRecord> round, int context, const Recording* recording)
{
    m_round = std::move(round);
    m_context = context;
    m_recording = recording;
}

const DistributionRecord* DistributionRows::record() const
{
    if (!m_round || m_context < 0 || std::size_t(m_context) >= m_round->contexts.size())
        return nullptr;
    return &m_round->contexts[std::size_t(m_context)];
}

const NodeRecord* DistributionRows::proposed(TokenId token) const
{
    const NodeRecord* found = nullptr;
    for (const int child : m_round ? childrenOf(*m_round, m_context) : std::vector<int>()) {
        const NodeRecord& node = m_round->nodes[std::size_t(child)];
        if (node.token == token && (!found || node.verdict == Verdict::accepted))
            found = &node;
    }
    return found;
}

bool DistributionRows::isDrawn(TokenId token) const
{
    return m_round && m_round->draw && m_round->draw->context == m_context && m_round->draw->token == token;
}

void DistributionRows::layOut(QSizeF view)
{
    m_view = view;
    m_rows.clear();
    m_words.clear();
    const double roomForRows = view.height() - legendHeight() - lineHeight() * 1.8;
    m_rowHeight = std::clamp(roomForRows / mostRows, lineHeight() * 2.15, lineHeight() * 3);
    if (const DistributionRecord* here = record()) {
        chooseRows(*here, std::size_t(std::clamp(int(roomForRows / m_rowHeight), 0, mostRows)));
        nameRows(*here);
    }
}

/// The likeliest, and whatever was proposed or drawn here.
void DistributionRows::chooseRows(const DistributionRecord& here, std::size_t room)
{
    m_rows.resize(std::min(room, here.top.size()));
    std::iota(m_rows.begin(), m_rows.end(), std::size_t(0));
    const auto isTheMatter = [&](std::size_t entry) {
        const TokenId token = here.top[entry].token;
        return proposed(token) || isDrawn(token);
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
void DistributionRows::nameRows(const DistributionRecord& here)
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

QRectF DistributionRows::rect(int row) const
{
    const double height = row < count() ? m_rowHeight : lineHeight() * 1.5;
    return {10, legendHeight() + row * m_rowHeight, m_view.width() - 20.0, height};
}

bool DistributionRows::hasResidual() const
{
    const DistributionRecord* const here = record();
    return here && here->hasP
        && (m_round->remainderAt(m_context) || (here->hasQ && leavesPWithoutQ(*m_round, m_context)));
}

double DistributionRows::leftOfP(std::size_t entry) const
{
    const DistributionRecord& here = *record();
    if (const RemainderRecord* const left = m_round->remainderAt(m_context))
        return double(left->values[entry]) * left->mass;
    return std::max(0.0, double(here.top[entry].p) - double(here.top[entry].q));
}

std::optional<double> DistributionRows::threshold() const
{
    const DistributionRecord* const here = record();
    return here && here->hasP && !m_beforeSampler ? here->numbers.threshold : std::nullopt;
}

} // namespace draftscope
