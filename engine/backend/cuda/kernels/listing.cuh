// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/candidates.cuh"
#include "engine/backend/cuda/kernels/entries.cuh"
#include "engine/sampling/exponential.h"

namespace draftscope::cuda {

/// Logits as candidates.
struct LogitRow {
    using Key = unsigned;
    const float* logits;
    int count;

    template <class Visit>
    __device__ void forEach(const Visit& visit) const
    {
        forEachOf(logits, count, [&](float logit, int id) { visit(keyOfLogit(logit), id); });
    }
};

/// The normalised residual as candidates.
struct ResidualRow {
    using Key = std::uint64_t;
    Residual residual;
    int count;

    template <class Visit>
    __device__ void forEach(const Visit& visit) const
    {
        forEachEntry(residual, count, [&](double entry, int id) { visit(keyOfProbability(entry), id); });
    }
};

struct ListMemory {
    int count;
};

/// The list of a context's tokens. Of the whole block, but add().
class TokenList {
public:
    __device__ TokenList(ListedToken* tokens, int capacity) : m_tokens(tokens), m_capacity(capacity)
    {
        if (block::thread() == 0)
            blockShared<ListMemory>().count = 0;
        __syncthreads();
    }
    /// Of a thread.
    __device__ void add(int token) { m_tokens[atomicAdd(&blockShared<ListMemory>().count, 1)].token = token; }
    /// The `count` largest, the smaller ids on ties; `reached` is a key that so many reach.
    template <class Row>
    __device__ void addLargest(const Row& row, int bits, typename Row::Key reached, int count)
    {
        Candidates<Row> candidates(row, {reached, anyId});
        candidates.list();
        candidates.tighten(
            cutAfterCount<typename Row::Key>([&](const auto& visit) { candidates.forEach(visit); }, bits, count));
        candidates.forEach([&](typename Row::Key, int id) { add(id); });
    }
    /// Visits this thread's share of what was added.
    template <class Visit>
    __device__ int forEach(const Visit& visit) const
    {
        __syncthreads();
        const int count = min(blockShared<ListMemory>().count, m_capacity); // more only of numbers that are none
        for (int i = block::thread(); i < count; i += block::threads())
            visit(m_tokens[i]);
        return count;
    }

private:
    ListedToken* m_tokens;
    int m_capacity;
};

/// The softmax of unchanged logits: the distribution itself where the sampler changes nothing.
struct Before {
    const float* logits; ///< null: there is none
    float top;
    int largest, count;
    double scale;

    [[nodiscard]] __device__ float weight(float logit, int id) const
    {
        return id == largest ? 1.0f : exponential((logit - top) * 1.0f);
    }
    [[nodiscard]] __device__ double operator()(int id) const
    {
        return logits && id < count ? double(weight(logits[id], id)) * scale : 0.0;
    }
};

/// Lists the largest of `count` logits and sums up their softmax, if it is `wanted`.
inline __device__ Before listLogits(TokenList& list, const float* logits, int count, int topTokens, bool isWanted)
{
    Best best = {0, anyId};
    forEachOf(logits, count, [&](float logit, int id) {
        if (const unsigned key = keyOfLogit(logit); key > best.key)
            best = {key, id};
    });
    list.addLargest(LogitRow{logits, count}, 32, reachedByMany(best.key, topTokens), topTokens);
    best = bestOverBlock(best);
    Before before = {logits, 0, min(best.id, count - 1), count, 1};
    if (!isWanted)
        return before;
    before.top = logits[before.largest];
    const Mass sum = massOfRow(logits, count, [&](float logit, int id) { return before.weight(logit, id); });
    before.scale = 1.0 / scanOverBlock(sum).total.value();
    return before;
}

/// Adds the largest of the residual over all of the vocabulary and returns its mass. Where fewer than topTokens are
/// over 0, the smallest ids of those that are 0 follow them.
inline __device__ double listResidual(TokenList& list, Residual& residual, int topTokens)
{
    Mass sum{};
    std::uint64_t largestOfThread = 0;
    unsigned positive = 0;
    forEachEntry(residual, residual.p.count, [&](double entry, int) {
        sum.add(entry);
        largestOfThread = max(largestOfThread, keyOfProbability(entry));
        positive += entry > 0 ? 1 : 0;
    });
    const double mass = scanOverBlock(sum).total.value();
    if (!(mass > 0))
        return 0;
    positive = scanOverBlock(positive).total;
    const unsigned wanted = unsigned(topTokens);
    std::uint64_t reached = 1;
    if (positive > wanted)
        reached = std::uint64_t(reachedByMany(unsigned(largestOfThread >> 32), topTokens)) << 32;
    residual.factor = 1.0 / mass;
    if (reached > 1)
        reached = keyOfProbability(std::bit_cast<double>(reached) * residual.factor);
    list.addLargest(ResidualRow{residual, residual.p.count}, 62, reached, topTokens);

    for (int first = 0; positive < wanted && first < topTokens; first += block::threads()) {
        const int id = first + block::thread();
        const bool isZero = id < topTokens && !(residual(id) > 0);
        const Scan<unsigned> zeros = scanOverBlock(isZero ? 1u : 0u);
        if (isZero && positive + zeros.before < wanted)
            list.add(id);
        positive += zeros.total;
    }
    return mass;
}

/// What of the sampler changes distributions at all.
[[nodiscard]] inline __device__ bool changesNothing(const RoundSampler& sampler)
{
    return !sampler.isGreedy && sampler.inverseTemperature == 1.0f && sampler.topK == 0 && sampler.topP >= 1.0
        && sampler.minP <= 0.0;
}

/// Lists the tokens of a context that is written down; none behind an end-of-text token. Grid: drafted nodes + 1. CPU
/// twin: DistributionRecorder.
static __global__ void __launch_bounds__(1024)
    listingKernel(ListedContext* contexts, ListedToken* tokens, int topTokens, DeviceDistributions p,
                  DeviceDistributions q, const float* targetLogits, const float* draftLogits,
                  const RoundQuestion* question, const RoundAnswer* answer)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int context = int(blockIdx.x), count = min(topTokens, min(p.vocabulary, p.tokenizerSize));
    if (context > answer->nodeCount) {
        if (block::thread() == 0)
            contexts[context] = {0.0, 0};
        return;
    }
    const bool hasQ = context < answer->nodeCount, wantsBefore = !changesNothing(question->sampler);
    const int capacity = listedCapacity(topTokens);
    TokenList list(tokens + std::size_t(context) * std::size_t(capacity), capacity);
    if (block::thread() == 0 && count > 0 && hasQ)
        list.add(answer->nodes[context].token);
    if (block::thread() == 0 && count > 0 && context == answer->drawnContext && answer->drawnToken >= 0)
        list.add(answer->drawnToken);

    Before pBefore{}, qBefore{};
    Residual residual = {Probabilities::of(p, context), {}, 1.0};
    double mass = 0;
    if (count > 0)
        pBefore = listLogits(list, targetLogits + std::size_t(context) * std::size_t(p.vocabulary),
                             min(p.vocabulary, p.tokenizerSize), count, wantsBefore);
    if (count > 0 && hasQ) {
        qBefore = listLogits(list, draftLogits + std::size_t(context) * std::size_t(q.vocabulary),
                             min(q.vocabulary, q.tokenizerSize), count, wantsBefore);
        residual.q = Probabilities::of(q, context);
        mass = listResidual(list, residual, count);
    }
    const int listed = list.forEach([&](ListedToken& out) {
        const int id = out.token;
        out.p = residual.p(id);
        out.q = residual.q(id);
        out.residual = mass > 0 ? residual(id) : 0;
        out.pBefore = wantsBefore ? pBefore(id) : out.p;
        out.qBefore = wantsBefore ? qBefore(id) : out.q;
    });
    if (block::thread() == 0)
        contexts[context] = {mass, listed};
}

} // namespace draftscope::cuda
