// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/token.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// What a person wants of the round in progress or, between rounds, of the next one: tokens, random numbers and
/// verdicts of nodes that it has not come to; and changes of sampler and K, which the next round writes down.
class RoundInputs {
public:
    /// Nothing is forced of any node.
    [[nodiscard]] bool empty() const { return m_tokens.empty() && m_verdicts.empty(); }
    [[nodiscard]] std::optional<TokenId> token(int node) const { return at(m_tokens, node); }
    [[nodiscard]] ForcedVerdict verdict(int node) const { return at(m_verdicts, node).value_or(ForcedVerdict{}); }

    void setToken(int node, TokenId token) { m_tokens[node] = token; }
    /// Of a u and a verdict for the same node the later one counts.
    void setU(int node, double u) { m_verdicts[node] = {u, std::nullopt}; }
    void setVerdict(int node, bool accepted) { m_verdicts[node] = {std::nullopt, accepted}; }
    /// Of nodes: the round is over.
    void clear()
    {
        m_tokens.clear();
        m_verdicts.clear();
    }

    void addChange(const OverrideRecord& change) { m_changes.push_back(change); }
    void setChanges(std::vector<OverrideRecord> changes) { m_changes = std::move(changes); }
    [[nodiscard]] const std::vector<OverrideRecord>& changes() const { return m_changes; }
    [[nodiscard]] std::vector<OverrideRecord> takeChanges() { return std::exchange(m_changes, {}); }

private:
    template <class Value>
    [[nodiscard]] static std::optional<Value> at(const std::map<int, Value>& values, int node)
    {
        const auto found = values.find(node);
        return found == values.end() ? std::nullopt : std::optional<Value>(found->second);
    }

    std::map<int, TokenId> m_tokens;
    std::map<int, ForcedVerdict> m_verdicts;
    std::vector<OverrideRecord> m_changes; ///< of sampler and K
};

} // namespace draftscope
