// SPDX-License-Identifier: MIT
#include "engine/analysis/context_laws.h"

#include "engine/sampling/usable_logits.h"

namespace draftscope {

ContextLogits::ContextLogits(const Model& model, std::unique_ptr<ForwardPass> pass, std::span<const TokenId> prompt)
    : m_model(model), m_cache(std::move(pass), promptCountOf(prompt))
{
    std::vector<float>& logits = m_logits[noToken];
    logits.resize(std::size_t(m_cache.config().vocabularySize));
    m_cache.feed(prompt, logits);
    requireUsable(logits, m_model.tokenizer->size(), m_model.name, m_cache.cachedCount());
}

std::span<const float> ContextLogits::after(TokenId token)
{
    const auto [entry, isNew] = m_logits.try_emplace(token);
    if (isNew) {
        entry->second.resize(std::size_t(m_cache.config().vocabularySize));
        const int position = m_cache.cachedCount();
        const Row row{token, position, 0, m_cache.take(position, token), {}, true};
        m_cache.run({&row, 1}, entry->second);
        m_cache.releaseSpeculative();
        requireUsable(entry->second, m_model.tokenizer->size(), m_model.name, position + 1);
    }
    return entry->second;
}

const Distribution& ContextLaws::after(TokenId token)
{
    const auto [entry, isNew] = m_laws.try_emplace(token);
    if (isNew) {
        distributionOf(m_logits.after(token), m_sampler, m_tokenizerSize, entry->second);
        entry->second.resize(std::size_t(m_vocabulary), 0.0);
    }
    return entry->second;
}

} // namespace draftscope
