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

/// What comes of a context beside its weights.
struct DistributionResult {
    double scale;
    int choice;     ///< the likeliest token, the smallest id on ties
    bool areUsable; ///< the logits; else the distribution is one-hot at a token of no meaning
};

/// Top-k, top-p and min-p over weights [size] whose sum is `sum`; says what to keep. `largestOfThread` is the key of
/// the largest weight that this thread has met.
[[nodiscard]] inline __device__ Cut<unsigned> cutOfFilters(const float* weights, int size, const Mass& sum,
                                                           unsigned largestOfThread, const RoundQuestion& question)
{
    Candidates<WeightRow> candidates({weights, size}, {1, anyId});
    const auto each = [&](const auto& visit) { candidates.forEach(visit); };
    const bool hasTopK = question.topK > 0 && question.topK < size;
    if (hasTopK) {
        candidates.tighten({reachedByMany(largestOfThread, question.topK), anyId});
        candidates.list();
        candidates.tighten(cutAfterCount<unsigned>(each, 30, question.topK));
    }
    if (question.topP < 1.0) {
        Mass left{};
        if (hasTopK)
            candidates.forEach([&](unsigned key, int) { left.add(double(__uint_as_float(key))); });
        const double total = hasTopK ? scanOverBlock(left).total.value() : sum.value();
        candidates.tighten(weightsFrom(total * (1.0 - question.topP) / double(size)));
        if (!candidates.isListed())
            candidates.list();
        candidates.tighten(cutAfterMass(each, question.topP * total));
    }
    if (question.minP > 0.0)
        candidates.tighten(weightsFrom(question.minP)); // of the largest weight, which is 1
    return candidates.cut();
}

/// logits [vocabulary] become context `context` of `out`; all threads may read it afterwards. Of the whole block. CPU
/// twin: distributionOf().
[[nodiscard]] inline __device__ DistributionResult distributionOf(const float* logits, const DeviceDistributions& out,
                                                                  int context, const RoundQuestion& question)
{
    float* const weights = out.weights + std::size_t(context) * std::size_t(out.vocabulary);
    const int size = min(out.vocabulary, out.tokenizerSize);
    const Best largest = largestLogit(logits, size);
    DistributionResult result = {1.0, largest.id, isUsableLargest(largest.key)};
    if (question.greedySampler || !result.areUsable) {
        for (int id = block::thread(); id < out.vocabulary; id += block::threads())
            weights[id] = id == largest.id ? 1.0f : 0.0f;
    } else {
        const float top = logits[largest.id], inverse = question.inverseTemperature;
        Best heaviest = {0, anyId};
        Mass sum = weighRow(weights, logits, size, [&](float logit, int id) {
            const float weight = id == largest.id ? 1.0f : exponential((logit - top) * inverse);
            if (const unsigned key = keyOfWeight(weight); key > heaviest.key)
                heaviest = {key, id};
            return weight;
        });
        for (int id = size + block::thread(); id < out.vocabulary; id += block::threads())
            weights[id] = 0;
        const unsigned heaviestOfThread = heaviest.key;
        result.choice = min(bestOverBlock(heaviest).id, size - 1);
        sum = scanOverBlock(sum).total;
        if ((question.topK > 0 && question.topK < size) || question.topP < 1.0 || question.minP > 0.0) {
            const Cut<unsigned> cut = cutOfFilters(weights, size, sum, heaviestOfThread, question);
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
