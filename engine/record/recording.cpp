// SPDX-License-Identifier: MIT
#include "engine/record/recording.h"

#include <cassert>

namespace draftscope {

std::string_view Recording::tokenBytes(TokenId token) const
{
    const auto found = m_tokens.find(token);
    return found == m_tokens.end() ? std::string_view() : std::string_view(found->second);
}

int Recording::fork(Position at, std::string reason)
{
    assert(at.branch >= 0 && at.branch < int(m_branches.size()));
    assert(at.round >= 0 && at.round <= roundCount(at.branch));
    const int branch = int(m_branches.size());
    std::vector<RoundRecord> own;
    // A parent stopped in the middle of a round may have been stored without it: then the branch begins with the round.
    if (at.moment > 0 && at.round < roundCount(at.branch))
        own.push_back(atMoment(round(at.branch, at.round), at.moment));
    m_branches.push_back({branch, at.branch, at.round, at.moment, std::move(reason)});
    m_rounds.push_back(std::move(own));
    return branch;
}

void Recording::setBranchRemoved(int branch, bool isRemoved)
{
    assert(branch > 0 && branch < int(m_branches.size()));
    m_branches[std::size_t(branch)].isRemoved = isRemoved;
}

int Recording::roundCount(int branch) const
{
    const auto index = std::size_t(branch);
    return m_branches[index].forkRound + int(m_rounds[index].size());
}

const RoundRecord& Recording::round(int branch, int round) const
{
    assert(round >= 0 && round < roundCount(branch));
    while (round < m_branches[std::size_t(branch)].forkRound)
        branch = m_branches[std::size_t(branch)].parent;
    const int first = m_branches[std::size_t(branch)].forkRound;
    return m_rounds[std::size_t(branch)][std::size_t(round - first)];
}

void Recording::put(int branch, RoundRecord round)
{
    std::vector<RoundRecord>& own = m_rounds[std::size_t(branch)];
    const int count = roundCount(branch);
    assert(round.round == count || (round.round == count - 1 && !own.empty()));
    if (round.round == count)
        own.push_back(std::move(round));
    else
        own.back() = std::move(round);
}

Position Recording::end(int branch) const
{
    const int count = roundCount(branch);
    if (count == 0)
        return {branch, 0, 0};
    return {branch, count - 1, int(round(branch, count - 1).moments.size())};
}

std::vector<CommittedToken> Recording::tokensBefore(int branch, int round) const
{
    std::vector<CommittedToken> text;
    for (const TokenId token : m_header.promptTokens)
        text.push_back({token, TokenSource::prompt, -1});
    for (int r = 0; r < round; ++r) {
        const std::vector<CommittedToken>& committed = this->round(branch, r).committed;
        text.insert(text.end(), committed.begin(), committed.end());
    }
    return text;
}

Recording Recording::spineTo(Position at) const
{
    Recording spine(m_header);
    for (int r = 0; r <= at.round && r < roundCount(at.branch); ++r) {
        const RoundRecord& whole = round(at.branch, r);
        if (r + 1 >= at.round) { // the round itself, and the one before it, which is shown where `at` is between rounds
            spine.put(0, whole);
            continue;
        }
        RoundRecord bare;
        bare.round = r;
        bare.prefixLength = whole.prefixLength;
        bare.nodes = whole.nodes;
        bare.sideRows = whole.sideRows;
        bare.likeliest = whole.likeliest;
        bare.committed = whole.committed;
        bare.cacheChanges = whole.cacheChanges;
        spine.put(0, std::move(bare));
    }
    return spine;
}

namespace {

template <class Element>
std::size_t bytesOf(const std::vector<Element>& vector)
{
    return vector.capacity() * sizeof(Element);
}

} // namespace

std::size_t memoryUse(const RoundRecord& round)
{
    std::size_t sum = bytesOf(round.nodes) + bytesOf(round.contexts) + bytesOf(round.committed) + bytesOf(round.moments)
        + bytesOf(round.overrides) + bytesOf(round.cacheChanges) + bytesOf(round.times.draftSteps)
        + round.verifier.capacity();
    for (const DistributionRecord& context : round.contexts)
        sum += bytesOf(context.top);
    return sum;
}

std::size_t Recording::memoryUse() const
{
    std::size_t sum = 0;
    for (const std::vector<RoundRecord>& rounds : m_rounds) {
        sum += bytesOf(rounds);
        for (const RoundRecord& round : rounds)
            sum += draftscope::memoryUse(round);
    }
    return sum;
}

} // namespace draftscope
