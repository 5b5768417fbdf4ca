// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/events_model.h"

#include <algorithm>

#include "widgets/style/theme.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

void EventsModel::setRecording(const Recording* recording, int branch, Drafts drafts)
{
    setDrafts(drafts);
    const int rounds = recording ? recording->roundCount(branch) : 0;
    const bool sameRun = recording == m_recording && branch == m_branch && rounds >= int(m_ends.size());
    if (!sameRun || rounds == 0) {
        beginResetModel();
        m_recording = recording;
        m_branch = branch;
        m_ends.clear();
        for (int r = 0; r < rounds; ++r)
            m_ends.push_back((m_ends.empty() ? 0 : m_ends.back()) + int(recording->round(branch, r).moments.size()));
        m_acceptance.clear();
        endResetModel();
        lookAtAcceptances(0);
        return;
    }
    // Only the last known round can have grown; rounds after it are new.
    const int known = std::max(0, int(m_ends.size()) - 1);
    lookAtAcceptances(known);
    std::vector<int> ends; // of rounds from that one on
    int end = known > 0 ? m_ends[std::size_t(known - 1)] : 0;
    for (int r = known; r < rounds; ++r)
        ends.push_back(end += int(recording->round(branch, r).moments.size()));
    const int before = rowCount(), after = end;
    const auto take = [&] {
        m_ends.resize(std::size_t(known));
        m_ends.insert(m_ends.end(), ends.begin(), ends.end());
    };
    if (after < before) {
        beginResetModel();
        take();
        endResetModel();
    } else if (after > before) {
        beginInsertRows({}, before, after - 1);
        take();
        endInsertRows();
        const int begun =
            known > 0 ? m_ends[std::size_t(known - 1)] : 0; // what came before in that round may say more now
        if (begun < before)
            emit dataChanged(index(begun, 0), index(before - 1, columnCountTotal - 1));
    }
}

/// A run is found to draft trees when it has drafted one.
void EventsModel::setDrafts(Drafts drafts)
{
    if (drafts == m_drafts)
        return;
    m_drafts = drafts;
    if (rowCount() > 0)
        emit dataChanged(index(0, moment), index(rowCount() - 1, moment));
    emit headerDataChanged(Qt::Horizontal, acceptance, acceptance);
}

void EventsModel::lookAtAcceptances(int firstRound)
{
    const QString before = m_acceptance, differs = tr("acceptance");
    const int rounds = m_recording ? m_recording->roundCount(m_branch) : 0;
    for (int r = firstRound; r < rounds && m_acceptance != differs; ++r) {
        const RoundRecord& record = m_recording->round(m_branch, r);
        for (int node = 0; node < int(record.nodes.size()); ++node)
            if (const QString words = acceptanceWords(record, node); words != m_acceptance)
                m_acceptance = m_acceptance.isEmpty() ? words : differs;
    }
    if (m_acceptance != before)
        emit headerDataChanged(Qt::Horizontal, acceptance, acceptance);
}

Position EventsModel::positionOf(int row) const
{
    const auto end = std::upper_bound(m_ends.begin(), m_ends.end(), row);
    const int index = int(end - m_ends.begin());
    const int before = index == 0 ? 0 : m_ends[std::size_t(index - 1)];
    return {m_branch, index, row - before + 1};
}

int EventsModel::rowOf(Position position) const
{
    if (position.branch != m_branch || position.round < 0 || position.round >= int(m_ends.size())
        || position.moment < 1)
        return -1;
    const int before = position.round == 0 ? 0 : m_ends[std::size_t(position.round - 1)];
    const int row = before + position.moment - 1;
    return row < m_ends[std::size_t(position.round)] ? row : -1;
}

int EventsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_ends.empty() ? 0 : m_ends.back();
}

int EventsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columnCountTotal;
}

QVariant EventsModel::data(const QModelIndex& index, int role) const
{
    if (!m_recording || !index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole && index.column() >= p && index.column() <= u)
        return int(Qt::AlignRight) | int(Qt::AlignVCenter);
    if (role == Qt::FontRole && index.column() == token)
        return Theme::tokenFont();
    const Position position = positionOf(index.row());
    const RoundRecord& record = m_recording->round(m_branch, position.round);
    const Moment& at = record.moments[std::size_t(position.moment - 1)];
    if (role == Qt::DisplayRole)
        return cell(record, at, index.column());
    if (role == Qt::ForegroundRole && index.column() == outcome) {
        if (at.kind == MomentKind::judge)
            return Theme::color(roleOf(record.nodes[std::size_t(at.node)].verdict));
        if (at.kind == MomentKind::residual || at.kind == MomentKind::bonus)
            return Theme::color(roleOf(record.draw->source));
    }
    return {};
}

QString EventsModel::cell(const RoundRecord& record, const Moment& at, int column) const
{
    const bool isDraw = at.kind == MomentKind::residual || at.kind == MomentKind::bonus || at.kind == MomentKind::plain;
    const NodeRecord* node = at.node >= 0 ? &record.nodes[std::size_t(at.node)] : nullptr;
    const Level level = at.kind == MomentKind::draft ? levelOf(record, at) : Level{at.node, at.node + 1};
    const NumberPair judged =
        node && at.kind == MomentKind::judge ? compared(node->acceptance, verdictU(record, *node), 3) : NumberPair();
    switch (column) {
    case round:
        return QString::number(record.round + 1);
    case moment:
        return nameOf(at, record.moments, m_drafts); // its token stands beside it
    case token:
        if (level.count() > 1)
            return tokensOf(record, level);
        if (node)
            return tokenText(*m_recording, node->token, Spaces::visible);
        return isDraw && record.draw ? tokenText(*m_recording, record.draw->token, Spaces::visible) : QString();
    case p:
        return node && at.kind == MomentKind::judge ? number(node->p, 3) : QString();
    case q:
        return node && level.count() == 1 ? number(node->q, 3) : QString();
    case acceptance:
        return judged.first;
    case u:
        if (level.count() > 1)
            return {};
        if (node)
            return at.kind == MomentKind::judge ? judged.second : number(draftU(record, *node), 3);
        return isDraw && record.draw ? number(drawU(record), 3) : QString();
    case outcome:
        return outcomeOf(record, at);
    default:
        return {};
    }
}

/// All of them, so that each can be found by the filter.
QString EventsModel::tokensOf(const RoundRecord& record, const Level& level) const
{
    QStringList tokens;
    for (int node = level.first; node < level.end; ++node)
        tokens << tokenText(*m_recording, record.nodes[std::size_t(node)].token, Spaces::visible);
    return tokens.join(QStringLiteral(" · "));
}

QString EventsModel::draftOutcome(const RoundRecord& record, const Level& level) const
{
    if (level.count() == 1)
        return record.nodes[std::size_t(level.first)].forcedToken ? chosenToken(record.nodes[std::size_t(level.first)])
                                                                  : tr("drafted");
    QString words = tr("%1 drafted").arg(level.count());
    for (int node = level.first; node < level.end; ++node)
        if (record.nodes[std::size_t(node)].forcedToken)
            words += QStringLiteral(", ") + quoted(*m_recording, record.nodes[std::size_t(node)].token)
                + QLatin1Char(' ') + chosenToken(record.nodes[std::size_t(node)]);
    return words;
}

QString EventsModel::outcomeOf(const RoundRecord& record, const Moment& at) const
{
    switch (at.kind) {
    case MomentKind::draft:
        return draftOutcome(record, levelOf(record, at));
    case MomentKind::verify: {
        const int pruned = prunedCount(record), rows = int(record.nodes.size()) - pruned + 1;
        return (rows == 1 ? tr("target pass over 1 row") : tr("target pass over %1 rows").arg(rows))
            + (pruned > 0 ? tr(", %1 drafts pruned").arg(pruned) : QString());
    }
    case MomentKind::judge: {
        const NodeRecord& node = record.nodes[std::size_t(at.node)];
        const QString chosen = chosenVerdict(record, at.node);
        return markOf(node.verdict) + QLatin1Char(' ') + wordFor(node.verdict)
            + (chosen.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(chosen));
    }
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
        return record.draw
            ? (markOf(record.draw->source) + QLatin1Char(' ') + (record.takesLikeliest() ? tr("taken") : tr("drawn")))
                  .trimmed()
            : QString();
    case MomentKind::commit:
        return record.committed.size() == 1 ? tr("1 token committed")
                                            : tr("%1 tokens committed").arg(record.committed.size());
    }
    return {};
}

/// In a tree, what is left of p behind a rejected sibling is what min(1, p/q) is not of.
QString EventsModel::acceptanceHeading() const
{
    const RoundRecord any = roundOfRule();
    const QString words = m_acceptance.isEmpty() ? acceptanceWords(any, 0) : m_acceptance;
    return m_drafts == Drafts::levels && !hasThreshold(any) ? tr("acceptance") : words;
}

/// A round by the run's rule with a draft, for what can be said before there is one.
RoundRecord EventsModel::roundOfRule() const
{
    RoundRecord any;
    if (m_recording) {
        any.verifier = m_recording->header().verifier;
        any.traits = m_recording->header().traits;
    }
    any.nodes.resize(1);
    return any;
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section >= p && section <= u)
        return int(Qt::AlignRight) | int(Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case round:
        return tr("Round");
    case moment:
        return tr("Moment");
    case token:
        return tr("Token");
    case p:
        return QStringLiteral("p");
    case q:
        return QStringLiteral("q");
    case acceptance:
        return acceptanceHeading();
    case u:
        return hasThreshold(roundOfRule()) ? tr("u, threshold") : QStringLiteral("u");
    case outcome:
        return tr("Outcome");
    default:
        return {};
    }
}

} // namespace draftscope
