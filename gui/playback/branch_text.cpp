// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/branch_text.h"

#include <algorithm>

#include <QStringList>

#include "widgets/words/round_words.h"

namespace draftscope {

namespace {

/// About the tokens that a round committed, by their index into the text.
void addChosen(std::map<int, QString>& words, const RoundRecord& round)
{
    for (std::size_t i = 0; i < round.committed.size() && !round.overrides.empty(); ++i) {
        const int node = round.committed[i].node;
        if (node < 0)
            continue;
        QStringList chosen{chosenToken(round.nodes[std::size_t(node)]), chosenVerdict(round, node)};
        chosen.removeAll(QString());
        if (!chosen.isEmpty())
            words[round.prefixLength + int(i)] = chosen.join(QStringLiteral(", "));
    }
}

} // namespace

void BranchText::clear()
{
    *this = {};
}

void BranchText::goTo(const Recording& recording, int branch)
{
    if (branch != m_branch) {
        clear();
        m_branch = branch;
        for (const TokenId token : recording.header().promptTokens)
            m_tokens.push_back({token, TokenSource::prompt, -1});
    }
    for (; m_rounds < recording.roundCount(branch) && recording.round(branch, m_rounds).isFinished(); ++m_rounds) {
        const RoundRecord& round = recording.round(branch, m_rounds);
        m_tokens.insert(m_tokens.end(), round.committed.begin(), round.committed.end());
        for (const CommittedToken& token : round.committed)
            m_occurs[std::size_t(token.source)] = true;
        addChosen(m_chosen, round);
    }
}

std::vector<TokenSource> BranchText::sources() const
{
    std::vector<TokenSource> sources;
    for (const auto source : {TokenSource::plain, TokenSource::accepted, TokenSource::residual, TokenSource::bonus})
        if (m_occurs[std::size_t(source)])
            sources.push_back(source);
    return sources;
}

std::optional<int> firstOtherToken(const std::vector<CommittedToken>& text, std::size_t begin,
                                   const std::vector<CommittedToken>& other)
{
    for (std::size_t i = begin; i < std::min(text.size(), other.size()); ++i)
        if (text[i].token != other[i].token)
            return int(i);
    return std::nullopt;
}

int tokensAt(const Recording& recording, Position at)
{
    if (at.round >= recording.roundCount(at.branch))
        return int(recording.header().promptTokens.size());
    const RoundRecord& round = recording.round(at.branch, at.round);
    const bool isOver = round.isFinished() && at.moment >= int(round.moments.size());
    return round.prefixLength + (isOver ? int(round.committed.size()) : 0);
}

} // namespace draftscope
