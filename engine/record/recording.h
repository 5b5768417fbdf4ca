// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/record/records.h"

namespace draftscope {

/// Bytes that a round occupies beside the record itself, roughly.
[[nodiscard]] std::size_t memoryUse(const RoundRecord& round);

/// A whole decode in memory: header, the bytes of every token that occurs, branches and their rounds. The live
/// session's owner appends to it, the trace reader fills it, and the window shows it; there is no other copy of the
/// history. Not thread-safe: it belongs to one thread.
class Recording {
public:
    Recording()
    {
        m_branches.push_back({});
        m_rounds.emplace_back();
    }
    explicit Recording(TraceHeader header) : Recording() { m_header = std::move(header); }

    [[nodiscard]] const TraceHeader& header() const { return m_header; }
    void setHeader(TraceHeader header) { m_header = std::move(header); }
    void addEndToken(TokenId token) { m_header.endTokens.push_back(token); }

    void addToken(TokenId token, std::string bytes) { m_tokens.insert_or_assign(token, std::move(bytes)); }
    [[nodiscard]] bool knowsToken(TokenId token) const { return m_tokens.contains(token); }
    /// Adds what the recording does not know of the prompt; bytesOf(TokenId) gives a token's bytes.
    template <class BytesOf>
    void learnPrompt(const BytesOf& bytesOf)
    {
        for (const TokenId token : m_header.promptTokens)
            learn(token, bytesOf);
    }
    /// The same for every token that a round mentions.
    template <class BytesOf>
    void learnTokens(const RoundRecord& round, const BytesOf& bytesOf)
    {
        learn(round.root, bytesOf);
        for (const NodeRecord& node : round.nodes)
            learn(node.token, bytesOf);
        for (const DistributionRecord& context : round.contexts)
            for (const DistributionEntry& entry : context.top)
                learn(entry.token, bytesOf);
        for (const CommittedToken& token : round.committed)
            learn(token.token, bytesOf);
        if (round.draw)
            learn(round.draw->token, bytesOf);
    }
    /// The token's bytes (not necessarily UTF-8); empty if the recording does not know it.
    [[nodiscard]] std::string_view tokenBytes(TokenId token) const;
    [[nodiscard]] const std::unordered_map<TokenId, std::string>& tokens() const { return m_tokens; }

    [[nodiscard]] const std::vector<BranchRecord>& branches() const { return m_branches; }
    /// Opens a branch that shares `at.round` rounds of at.branch and `at.moment` moments of the next; returns its
    /// number.
    int fork(Position at, std::string reason);
    void nameBranch(int branch, std::string name) { m_branches[std::size_t(branch)].name = std::move(name); }
    /// Precondition: not branch 0, where all others come from.
    void setBranchRemoved(int branch, bool isRemoved);

    /// Rounds of a branch, shared ones included; the last may be unfinished.
    [[nodiscard]] int roundCount(int branch) const;
    [[nodiscard]] const RoundRecord& round(int branch, int round) const;
    /// Replaces the branch's unfinished last round of the same number, or appends. Round numbers have no gaps.
    void put(int branch, RoundRecord round);

    /// The last recorded moment of a branch.
    [[nodiscard]] Position end(int branch) const;
    /// Tokens in the text before `round` of a branch, prompt first.
    [[nodiscard]] std::vector<CommittedToken> tokensBefore(int branch, int round) const;
    /// What Session::resume() needs to go to `at`, small enough to hand to another thread: a single branch 0, the
    /// rounds before at.round with nothing but what they drafted and committed, what drafters learn of them and what
    /// the caches did. The moment is {0, at.round, at.moment} in it.
    [[nodiscard]] Recording spineTo(Position at) const;
    /// Bytes that the rounds occupy, roughly; for the memory benchmark.
    [[nodiscard]] std::size_t memoryUse() const;

    /// A token that no round has shown yet.
    template <class BytesOf>
    void learn(TokenId token, const BytesOf& bytesOf)
    {
        if (token >= 0 && !knowsToken(token))
            addToken(token, bytesOf(token));
    }

private:
    TraceHeader m_header;
    std::unordered_map<TokenId, std::string> m_tokens;
    std::vector<BranchRecord> m_branches;
    std::vector<std::vector<RoundRecord>> m_rounds; ///< by branch: only its own rounds, from its forkRound on
};

} // namespace draftscope
