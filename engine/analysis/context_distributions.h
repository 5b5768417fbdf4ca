// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/model/forward_pass.h"
#include "engine/sampling/distribution.h"

namespace draftscope {

/// A token that may come next.
struct PossibleToken {
    TokenId token = noToken;
    double p = 0;
    double below = 0; ///< sum of p over smaller ids
};
/// A distribution without its zeros, in id order; entries sum to 1.
using PossibleTokens = std::vector<PossibleToken>;

/// The entry of a token, or null where it cannot come.
[[nodiscard]] const PossibleToken* find(const PossibleTokens& tokens, TokenId token);

/// What a model alone says after a prompt and any tokens behind it, for one sampler: the reference that speculative
/// decoding is compared with. Sends its own rows, one a token, each after all before it, and takes nothing of a session
/// or its caches. Each context is computed when it is first asked for and kept. Belongs to one thread.
class ContextDistributions {
public:
    static constexpr int root = 0; ///< the context of the prompt itself

    /// `pass` has a slot for each token of the prompt and of the longest context. Ids from tokenizerSize on are
    /// padding. cancelled: as Rows::cancelled.
    ContextDistributions(std::unique_ptr<ForwardPass> pass, std::vector<TokenId> prompt, SamplerSettings sampler,
                         int tokenizerSize, const std::atomic<bool>* cancelled = nullptr);

    /// The context after `context` and `token`. Computes nothing.
    [[nodiscard]] int after(int context, TokenId token);
    /// Not empty. Throws BackendFailure where the model gives no token a probability, and what passes throw.
    [[nodiscard]] const PossibleTokens& at(int context);
    /// Forgets all contexts but the root if they take more than so many bytes.
    void forgetBeyond(std::size_t bytes);

private:
    struct Context {
        int parent = -1;
        TokenId token = noToken;
        PossibleTokens next; ///< empty: not computed yet
        std::vector<std::pair<TokenId, int>> children;
    };
    void compute(Context& context);

    std::unique_ptr<ForwardPass> m_pass;
    std::vector<TokenId> m_prompt;
    SamplerSettings m_sampler;
    int m_tokenizerSize;
    const std::atomic<bool>* m_cancelled;
    std::vector<Context> m_contexts;
    std::size_t m_bytes = 0;
    std::vector<int> m_slots;    ///< 0, 1, 2, ..: a path's slots
    std::vector<TokenId> m_path; ///< kept for their memory
    std::vector<float> m_logits;
    Distribution m_distribution;
};

} // namespace draftscope
