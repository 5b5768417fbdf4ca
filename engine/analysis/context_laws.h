// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/model/model.h"
#include "engine/sampling/distribution.h"
#include "engine/speculation/text_cache.h"

namespace draftscope {

/// A model's logits after a prompt and after the prompt and one token more, each computed once.
class ContextLogits {
public:
    /// `pass` has a slot for each token of the prompt and one more, and is of `model`.
    ContextLogits(const Model& model, std::unique_ptr<ForwardPass> pass, std::span<const TokenId> prompt);
    /// After the prompt (noToken) or after the prompt and `token`; [vocab]. Throws UnusableLogits.
    [[nodiscard]] std::span<const float> after(TokenId token);

private:
    const Model& m_model;
    TextCache m_cache;
    std::unordered_map<TokenId, std::vector<float>> m_logits;
};

/// The same as distributions of one sampler, padded or cut to `vocabulary` entries.
class ContextLaws {
public:
    ContextLaws(ContextLogits& logits, SamplerSettings sampler, int tokenizerSize, int vocabulary)
        : m_logits(logits), m_sampler(sampler), m_tokenizerSize(tokenizerSize), m_vocabulary(vocabulary)
    {
    }
    [[nodiscard]] const Distribution& after(TokenId token);

private:
    ContextLogits& m_logits;
    SamplerSettings m_sampler;
    int m_tokenizerSize, m_vocabulary;
    std::unordered_map<TokenId, Distribution> m_laws;
};

} // namespace draftscope
