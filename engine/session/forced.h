// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>

#include "engine/core/token.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// What a person wants of nodes that a round has not come to, by node.
class Forced {
public:
    [[nodiscard]] bool empty() const { return m_tokens.empty() && m_verdicts.empty(); }
    [[nodiscard]] std::optional<TokenId> token(int node) const { return at(m_tokens, node); }
    [[nodiscard]] ForcedVerdict verdict(int node) const { return at(m_verdicts, node).value_or(ForcedVerdict{}); }

    void setToken(int node, TokenId token) { m_tokens[node] = token; }
    /// Of a u and a verdict for the same node the later one counts.
    void setU(int node, double u) { m_verdicts[node] = {u, std::nullopt}; }
    void setVerdict(int node, bool accepted) { m_verdicts[node] = {std::nullopt, accepted}; }
    void clear()
    {
        m_tokens.clear();
        m_verdicts.clear();
    }

private:
    template <class Value>
    [[nodiscard]] static std::optional<Value> at(const std::map<int, Value>& values, int node)
    {
        const auto found = values.find(node);
        return found == values.end() ? std::nullopt : std::optional<Value>(found->second);
    }

    std::map<int, TokenId> m_tokens;
    std::map<int, ForcedVerdict> m_verdicts;
};

} // namespace draftscope
