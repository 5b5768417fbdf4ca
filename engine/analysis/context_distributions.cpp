// SPDX-License-Identifier: MIT
#include "engine/analysis/context_distributions.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/model/backend.h"

namespace draftscope {

const PossibleToken* find(const PossibleTokens& tokens, TokenId token)
{
    const auto found = std::ranges::lower_bound(tokens, token, {}, &PossibleToken::token);
    return found != tokens.end() && found->token == token ? &*found : nullptr;
}

ContextDistributions::ContextDistributions(std::unique_ptr<ForwardPass> pass, std::vector<TokenId> prompt,
                                           SamplerSettings sampler, int tokenizerSize,
                                           const std::atomic<bool>* cancelled)
    : m_pass(std::move(pass)), m_prompt(std::move(prompt)), m_sampler(sampler), m_tokenizerSize(tokenizerSize),
      m_cancelled(cancelled), m_contexts(1), m_slots(std::size_t(m_pass->slotCount()))
{
    std::iota(m_slots.begin(), m_slots.end(), 0);
}

int ContextDistributions::after(int context, TokenId token)
{
    for (const auto& [next, child] : m_contexts[std::size_t(context)].children)
        if (next == token)
            return child;
    const int child = int(m_contexts.size());
    m_contexts[std::size_t(context)].children.emplace_back(token, child);
    m_contexts.push_back({context, token, {}, {}});
    m_bytes += sizeof(Context) + sizeof(std::pair<TokenId, int>);
    return child;
}

const PossibleTokens& ContextDistributions::at(int context)
{
    Context& known = m_contexts[std::size_t(context)];
    if (known.next.empty())
        compute(known);
    return known.next;
}

void ContextDistributions::forgetBeyond(std::size_t bytes)
{
    if (m_bytes <= bytes)
        return;
    m_contexts.assign(1, {});
    m_bytes = 0;
}

void ContextDistributions::compute(Context& context)
{
    m_path = m_prompt;
    for (const Context* node = &context; node->parent >= 0; node = &m_contexts[std::size_t(node->parent)])
        m_path.push_back(node->token);
    std::reverse(m_path.begin() + std::ptrdiff_t(m_prompt.size()), m_path.end());

    Rows rows;
    rows.prefixes.assign(1, {});
    rows.cancelled = m_cancelled;
    m_logits.resize(std::size_t(m_pass->config().vocabularySize));
    for (std::size_t i = 0; i < m_path.size(); ++i) {
        const bool isLast = i + 1 == m_path.size();
        rows.rows.assign(
            1, Row{m_path[i], int(i), 0, int(i), std::span<const int>(m_slots).first(i), isLast, int(m_path.size())});
        m_pass->run(rows, isLast ? std::span<float>(m_logits) : std::span<float>());
    }
    distributionOf(m_logits, m_sampler, m_tokenizerSize, m_distribution);
    double below = 0;
    for (std::size_t id = 0; id < m_distribution.size(); ++id) {
        const double p = m_distribution[id];
        if (p > 0)
            context.next.push_back({TokenId(id), p, below});
        below += p;
    }
    if (context.next.empty()) // NaN, for instance
        throw BackendFailure("A model gave no token a probability: its weights are damaged, or overflow.");
    m_bytes += context.next.size() * sizeof(PossibleToken);
}

} // namespace draftscope
