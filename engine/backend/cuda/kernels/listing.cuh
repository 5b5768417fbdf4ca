// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/candidates.cuh"
#include "engine/backend/cuda/kernels/siblings.cuh"
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

/// Normalised entries as candidates.
template <class Entries>
struct EntryRow {
    using Key = std::uint64_t;
    Entries entries;
    int count;

    template <class Visit>
    __device__ void forEach(const Visit& visit) const
    {
        forEachEntry(entries, count, [&](double entry, int id) { visit(keyOfProbability(entry), id); });
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
    __device__ void add(int token)
    {
        if (const int place = atomicAdd(&blockShared<ListMemory>().count, 1); place < m_capacity)
            m_tokens[place].token = token;
    }
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
    /// Visits this thread's share of what was added, with its place in the list.
    template <class Visit>
    __device__ int forEach(const Visit& visit) const
    {
        __syncthreads();
        const int count = min(blockShared<ListMemory>().count, m_capacity); // more only of numbers that are none
        for (int i = block::thread(); i < count; i += block::threads())
            visit(m_tokens[i], i);
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

/// What a thread saw of entries, before they are listed.
struct SeenEntries {
    std::uint64_t largestKey = 0;
    unsigned positive = 0;

    __device__ void see(double entry)
    {
        largestKey = max(largestKey, keyOfProbability(entry));
        positive += entry > 0 ? 1 : 0;
    }
};

/// Adds the largest of `count` entries. Where fewer than topTokens are over 0, the smallest ids of those that are 0
/// follow them. What was seen times `factor` are the entries. Of the whole block.
template <class Entries>
__device__ void listEntries(TokenList& list, const Entries& entries, int count, const SeenEntries& seen, double factor,
                            int topTokens)
{
    unsigned positive = scanOverBlock(seen.positive).total;
    const unsigned wanted = unsigned(topTokens);
    std::uint64_t reached = 1;
    if (positive > wanted)
        reached = std::uint64_t(reachedByMany(unsigned(seen.largestKey >> 32), topTokens)) << 32;
    if (reached > 1)
        reached = keyOfProbability(std::bit_cast<double>(reached) * factor);
    list.addLargest(EntryRow<Entries>{entries, count}, 62, reached, topTokens);

    for (int first = 0; positive < wanted && first < topTokens; first += block::threads()) {
        const int id = first + block::thread();
        const bool isZero = id < topTokens && !(entries(id) > 0);
        const Scan<unsigned> zeros = scanOverBlock(isZero ? 1u : 0u);
        if (isZero && positive + zeros.before < wanted)
            list.add(id);
        positive += zeros.total;
    }
}

/// Adds the largest of the residual over all of the vocabulary and returns its mass.
inline __device__ double listResidual(TokenList& list, Residual& residual, int topTokens)
{
    Mass sum{};
    SeenEntries seen;
    forEachEntry(residual, residual.p.count, [&](double entry, int) {
        sum.add(entry);
        seen.see(entry);
    });
    const double mass = scanOverBlock(sum).total.value();
    if (!(mass > 0))
        return 0;
    residual.factor = 1.0 / mass;
    listEntries(list, residual, residual.p.count, seen, residual.factor, topTokens);
    return mass;
}

/// What of the sampler changes distributions at all.
[[nodiscard]] inline __device__ bool changesNothing(const RoundSampler& sampler)
{
    return !sampler.isGreedy && sampler.inverseTemperature == 1.0f && sampler.topK == 0 && sampler.topP >= 1.0
        && sampler.minP <= 0.0;
}

/// Where the numbers of a context lie. -1: it has none.
struct ContextNumbers {
    int row = -1;   ///< of the target's pass: p and the target's logits
    int place = -1; ///< of q
    int level = 0;  ///< of its children, from 0 on
};

/// Of the block'th context that is listed: first come those of the target's rows.
[[nodiscard]] inline __device__ ContextNumbers numbersOf(int block, int rows, const ListedParents& parents,
                                                         const RoundRequest& question, const RoundResult& answer)
{
    ContextNumbers numbers;
    if (block < rows) {
        if (block > answer.nodeCount)
            return numbers;
        const PlannedContext& planned = question.contexts[block];
        numbers.row = block;
        if (parents.tree || (planned.childCount > 0 && planned.firstChild < answer.nodeCount))
            numbers.place = planned.place;
        for (int above = planned.above; above >= 0; above = question.contexts[above].above)
            ++numbers.level;
    } else if (const int parent = block - rows, node = parents.tree->fed[parent];
               node >= 0 && parents.tree->nodes[node].verifyRow < 0) {
        numbers.place = parent;
        numbers.level = 1 + (parent - 1) / parents.width;
    }
    return numbers;
}

/// What was drafted behind a context, pruned nodes too.
struct DraftedChildren {
    const RoundNode* nodes = nullptr; ///< of a tree that does not grow
    const Candidate* grown = nullptr; ///< else
    int count = 0;

    [[nodiscard]] static __device__ DraftedChildren of(const ContextNumbers& context, const ListedParents& parents,
                                                       const RoundRequest& question, const RoundResult& answer)
    {
        if (context.place < 0)
            return {};
        if (parents.tree)
            return {nullptr, parents.tree->nodes + context.place * parents.width, parents.width};
        const PlannedContext& planned = question.contexts[context.row];
        return {answer.nodes + planned.firstChild, nullptr, planned.childCount};
    }
    [[nodiscard]] __device__ int token(int child) const { return grown ? grown[child].token : nodes[child].token; }
    [[nodiscard]] __device__ double q(int child) const { return grown ? grown[child].q : nodes[child].q; }
};

/// Lists the largest of what is left of p as the `count` nodes from `first` on are rejected one after another, and says
/// how much of p that is. Of the whole block. CPU twin: ResidualJudging::rejectInTurn().
inline __device__ void listRemainders(TokenList& list, Remaining& remaining, int first, int count,
                                      const ListedContexts& out, int topTokens, const RoundResult& answer)
{
    auto& siblings = blockShared<SiblingMemory>();
    double mass = 1;
    for (int child = 0; child < count; ++child) {
        const int token = answer.nodes[first + child].token;
        const double without = max(0.0, 1 - remaining(token)); // what rejecting the token alone leaves
        SeenEntries seen;
        const double difference = takeAway(remaining, siblings, child, token, [&](double entry) { seen.see(entry); });
        mass *= remaining.draws == DrawRule::deterministic ? without : difference;
        if (block::thread() == 0)
            out.masses[first + child] = mass;
        const double factor = difference > 0 ? 1.0 / difference : 1.0;
        if (!(difference > 0)) { // nothing was left, so all is as it was
            seen = {};
            forEachEntry(remaining, remaining.p.count, [&](double entry, int) { seen.see(entry); });
        }
        listEntries(list, remaining, remaining.p.count, seen, factor, topTokens);
        if (remaining.draws == DrawRule::withoutReplacement && child + 1 < count)
            static_cast<void>(takeOut(remaining.drawn.q, siblings, child, token));
    }
}

/// Lists the tokens of a context that is written down; none behind an end-of-text token. Grid: drafted nodes + 1, and
/// the parents of a tree that grows by value. CPU twin: DistributionRecorder.
static __global__ void __launch_bounds__(1024)
    listingKernel(ListedContexts out, int rows, ListedParents parents, DeviceDistributions p, DeviceDistributions q,
                  const float* targetLogits, DraftLogits draftLogits, const RoundRequest* question,
                  const RoundResult* answer)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int listed = int(blockIdx.x), count = min(out.topTokens, min(p.vocabulary, p.tokenizerSize));
    const ContextNumbers context = numbersOf(listed, rows, parents, *question, *answer);
    const bool hasP = context.row >= 0, hasQ = context.place >= 0;
    if (!hasP && !hasQ) {
        if (block::thread() == 0)
            out.contexts[listed] = {0.0, 0, 0};
        return;
    }
    const bool wantsBefore = !changesNothing(question->sampler);
    const int capacity = out.capacity;
    TokenList list(out.tokens + std::size_t(listed) * std::size_t(capacity), capacity);
    const DraftedChildren children = DraftedChildren::of(context, parents, *question, *answer);
    const bool isDrawn = hasP && context.row == answer->drawnContext && answer->drawnToken >= 0;
    if (block::thread() == 0 && count > 0) {
        for (int child = 0; child < children.count; ++child)
            list.add(children.token(child));
        if (isDrawn)
            list.add(answer->drawnToken);
    }
    // The rule for drafts without chance takes a q that is one-hot away.
    const bool leavesPWithoutQ = question->greedyVerifier != 0 || question->draws != DrawRule::deterministic
        || (children.count > 0 && children.q(0) == 1);
    const int firstJudged = hasP ? question->contexts[context.row].firstChild : 0;
    const int judged =
        hasP && out.remainders > 0 && !question->greedyVerifier ? question->contexts[context.row].childCount : 0;
    const int remainders = judged > 1 || !leavesPWithoutQ ? judged : 0;

    Before pBefore{}, qBefore{};
    Residual residual = {hasP ? Probabilities::of(p, context.row) : Probabilities{},
                         hasQ ? Probabilities::of(q, context.place) : Probabilities{}, 1.0};
    Remaining remaining = {
        residual.p,
        {question->draws != DrawRule::deterministic ? residual.q : Probabilities{}, &blockShared<SiblingMemory>(), 0},
        0,
        question->draws};
    double mass = 0;
    if (count > 0 && hasP)
        pBefore = listLogits(list, targetLogits + std::size_t(context.row) * std::size_t(p.vocabulary),
                             min(p.vocabulary, p.tokenizerSize), count, wantsBefore);
    if (count > 0 && hasQ)
        qBefore = listLogits(list,
                             draftLogits.first
                                 + std::size_t(draftLogits.areByLevel ? context.level : context.place)
                                     * std::size_t(q.vocabulary),
                             min(q.vocabulary, q.tokenizerSize), count, wantsBefore);
    if (count > 0 && hasP && hasQ && leavesPWithoutQ)
        mass = listResidual(list, residual, count);
    if (count > 0)
        listRemainders(list, remaining, firstJudged, remainders, out, count, *answer);
    const bool isRemainderDrawn =
        isDrawn && !leavesPWithoutQ && remainders > 0; // from what its rejected children have left
    const int total = list.forEach([&](ListedToken& one, int place) {
        const int id = one.token;
        one.p = residual.p(id);
        one.q = residual.q(id);
        one.residual = mass > 0 ? residual(id) : isRemainderDrawn ? remaining(id) : 0;
        one.pBefore = wantsBefore ? pBefore(id) : one.p;
        one.qBefore = wantsBefore ? qBefore(id) : one.q;
        for (Remaining left = remaining; left.count > 0; --left.count)
            out.remainderOf[std::size_t(firstJudged + left.count - 1) * std::size_t(capacity) + std::size_t(place)] =
                left(id);
    });
    if (block::thread() == 0)
        out.contexts[listed] = {mass, total, remainders};
}

} // namespace draftscope::cuda
