// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/candidates.cuh"
#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/sampling/exponential.h"

namespace draftscope::cuda {

/// Weights of a context as candidates: those that are not 0 have a key from 1 on.
struct WeightRow {
    using Key = unsigned;
    const float* weights;
    int count;

    template <class Visit>
    __device__ void forEach(const Visit& visit) const
    {
        forEachOf(weights, count, [&](float weight, int id) { visit(keyOfWeight(weight), id); });
    }
};

/// The largest logit by keyOfAnyLogit(), and the smallest id that has it. Of the whole block.
[[nodiscard]] inline __device__ Best largestLogit(const float* logits, int count)
{
    Best best = {0, anyId};
    forEachOf(logits, count, [&](float logit, int id) {
        if (const unsigned key = keyOfAnyLogit(logit); key > best.key)
            best = {key, id};
    });
    return bestOverBlock(best);
}

/// How a logit becomes a weight.
struct Weighing {
    float top, inverseTemperature;
    int largest; ///< the token of the largest logit, `top`
};

/// Logits become weights, for the tokens first … of a context. Returns this thread's share of their sum, and the
/// heaviest of them.
[[nodiscard]] inline __device__ Mass weighTokens(float* weights, const float* logits, int first, int count,
                                                 const Weighing& how, Best& heaviest)
{
    return weighRow(weights + first, logits + first, count, [&](float logit, int offset) {
        const int id = first + offset;
        const float weight = id == how.largest ? 1.0f : exponential((logit - how.top) * how.inverseTemperature);
        if (const unsigned key = keyOfWeight(weight); key > heaviest.key)
            heaviest = {key, id};
        return weight;
    });
}

/// Some neighbouring tokens of a context, which one of its blocks takes.
struct TokensOfPart {
    int first, count;

    [[nodiscard]] static __device__ TokensOfPart of(int part, int parts, int size)
    {
        const int most = (size + 4 * parts - 1) / (4 * parts) * 4, first = min(part * most, size);
        return {first, min(most, size - first)};
    }
};

/// Largest logit and heaviest token of all parts of a context, and their sum. Of the whole block.
struct WholeContext {
    Best largest, heaviest;
    Mass sum;

    [[nodiscard]] static __device__ WholeContext of(const DeviceDistributions& all, int context)
    {
        const int parts = partsOf(all.vocabulary);
        ContextPart mine = {0, 0, anyId, anyId, 0, 0};
        if (block::thread() < parts)
            mine = all.parts[context * parts + block::thread()];
        return {bestOverBlock({mine.largestKey, mine.largest}), bestOverBlock({mine.heaviestKey, mine.heaviest}),
                scanOverBlock(Mass{mine.coarse, mine.fine}).total};
    }
};

/// The largest logit of each part of the contexts from firstContext on. Grid (parts, contexts).
static __global__ void __launch_bounds__(1024)
    findLargestKernel(DeviceDistributions out, int firstContext, ContextLogits logits)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int parts = int(gridDim.x), size = min(out.vocabulary, out.tokenizerSize);
    const auto [first, count] = TokensOfPart::of(int(blockIdx.x), parts, size);
    Best largest = largestLogit(logits.of(int(blockIdx.y)) + first, count);
    if (largest.id != anyId)
        largest.id += first;
    if (block::thread() == 0)
        out.parts[(firstContext + int(blockIdx.y)) * parts + int(blockIdx.x)] = {largest.key, 0, largest.id,
                                                                                 anyId,       0, 0};
}

/// The weights of each part, and what else ContextPart says. Grid as before.
static __global__ void __launch_bounds__(1024)
    weighKernel(DeviceDistributions out, int firstContext, ContextLogits logits, const RoundSampler* sampler)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int parts = int(gridDim.x), size = min(out.vocabulary, out.tokenizerSize);
    const int context = firstContext + int(blockIdx.y);
    const Best largest = WholeContext::of(out, context).largest;
    if (sampler->isGreedy || !isUsableLargest(largest.key))
        return;
    const auto [first, count] = TokensOfPart::of(int(blockIdx.x), parts, size);
    const float* const row = logits.of(int(blockIdx.y));
    const float top = row[largest.id];
    Best heaviest = {0, anyId};
    const Mass mass = weighTokens(out.weights + std::size_t(context) * std::size_t(out.vocabulary), row, first, count,
                                  {top, sampler->inverseTemperature, largest.id}, heaviest);
    const Best heaviestOfAll = bestOverBlock(heaviest);
    const Mass sum = scanOverBlock(mass).total;
    if (block::thread() == 0) {
        ContextPart& mine = out.parts[context * parts + int(blockIdx.x)];
        mine.heaviestKey = heaviestOfAll.key;
        mine.heaviest = heaviestOfAll.id;
        mine.coarse = sum.coarse;
        mine.fine = sum.fine;
    }
}

/// What comes of a context beside its weights.
struct DistributionResult {
    double scale;
    int choice;     ///< the likeliest token, the smallest id on ties
    bool areUsable; ///< the logits; else the distribution is one-hot at a token of no meaning
};

/// Top-k, top-p and min-p over weights [size] whose sum is `sum`; says what to keep. `largestOfThread` is the key of
/// the largest weight that this thread has met.
[[nodiscard]] inline __device__ Cut<unsigned> cutOfFilters(const float* weights, int size, const Mass& sum,
                                                           unsigned largestOfThread, const RoundSampler& sampler)
{
    Candidates<WeightRow> candidates({weights, size}, {1, anyId});
    const auto each = [&](const auto& visit) { candidates.forEach(visit); };
    const bool hasTopK = sampler.topK > 0 && sampler.topK < size;
    if (hasTopK) {
        candidates.tighten({reachedByMany(largestOfThread, sampler.topK), anyId});
        candidates.list();
        candidates.tighten(cutAfterCount<unsigned>(each, 30, sampler.topK));
    }
    if (sampler.topP < 1.0) {
        Mass left{};
        if (hasTopK)
            candidates.forEach([&](unsigned key, int) { left.add(double(__uint_as_float(key))); });
        const double total = hasTopK ? scanOverBlock(left).total.value() : sum.value();
        candidates.tighten(weightsFrom(total * (1.0 - sampler.topP) / double(size)));
        if (!candidates.isListed())
            candidates.list();
        candidates.tighten(cutAfterMass(each, sampler.topP * total));
    }
    if (sampler.minP > 0.0)
        candidates.tighten(weightsFrom(sampler.minP)); // of the largest weight, which is 1
    return candidates.cut();
}

/// logits [vocabulary] become context `context` of `out`; all threads may read it afterwards. Where `out` has parts,
/// these have been weighed. Of the whole block. CPU twin: distributionOf().
[[nodiscard]] inline __device__ DistributionResult distributionOf(const float* logits, const DeviceDistributions& out,
                                                                  int context, const RoundSampler& sampler)
{
    float* const weights = out.weights + std::size_t(context) * std::size_t(out.vocabulary);
    const int size = min(out.vocabulary, out.tokenizerSize);
    WholeContext whole{};
    if (out.parts)
        whole = WholeContext::of(out, context);
    const Best largest = out.parts ? whole.largest : largestLogit(logits, size);
    DistributionResult result = {1.0, largest.id, isUsableLargest(largest.key)};
    if (sampler.isGreedy || !result.areUsable) {
        for (int id = block::thread(); id < out.vocabulary; id += block::threads())
            weights[id] = id == largest.id ? 1.0f : 0.0f;
    } else {
        for (int id = size + block::thread(); id < out.vocabulary; id += block::threads())
            weights[id] = 0;
        Best heaviest = {0, anyId};
        const bool hasTopK = sampler.topK > 0 && sampler.topK < size;
        if (!out.parts) {
            const Mass mine = weighTokens(weights, logits, 0, size,
                                          {logits[largest.id], sampler.inverseTemperature, largest.id}, heaviest);
            whole.heaviest = bestOverBlock(heaviest);
            whole.sum = scanOverBlock(mine).total;
        } else if (hasTopK) {
            forEachOf(weights, size, [&](float weight, int) { heaviest.key = max(heaviest.key, keyOfWeight(weight)); });
        }
        result.choice = min(whole.heaviest.id, size - 1);
        Mass sum = whole.sum;
        if (hasTopK || sampler.topP < 1.0 || sampler.minP > 0.0) {
            const Cut<unsigned> cut = cutOfFilters(weights, size, sum, heaviest.key, sampler);
            sum = weighRow(weights, weights, size,
                           [&](float weight, int id) { return cut.keeps(keyOfWeight(weight), id) ? weight : 0.0f; });
            sum = scanOverBlock(sum).total;
        }
        result.scale = 1.0 / sum.value();
    }
    if (block::thread() == 0)
        out.scales[context] = result.scale;
    __syncthreads();
    return result;
}

} // namespace draftscope::cuda
