// SPDX-License-Identifier: MIT
// Attention.
#include <cstdint>
#include <span>

#include "engine/backend/cuda/kernels/attention.cuh"
#include "engine/backend/cuda/launch.h"
#include "engine/backend/cuda/pass_rows.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

PassShape shapeOf(int heads, int kvHeads, int headSize, int slotCount)
{
    PassShape shape{};
    shape.heads = heads;
    shape.kvHeads = kvHeads;
    shape.headSize = headSize;
    shape.headStride = (headSize + 7) / 8 * 8;
    shape.headTiles = tilesOf(headSize);
    shape.rotaryPairs = headSize / 2;
    shape.attendedTiles = tilesOf(heads * headSize);
    shape.slotCount = slotCount;
    shape.splitCount = splitsOf(slotCount);
    return shape;
}

float scaleOf(const PassShape& shape)
{
    return 1.0f / std::sqrt(float(shape.headSize));
}

/// One row for each length, whose path runs through slots in some order: a shared prefix, then ancestors, then itself.
struct Paths {
    PassInput input{};
    std::vector<int> list;
    std::vector<std::vector<int>> slotsOf; ///< by row

    Paths(const std::vector<int>& lengths, int prefix, int slotCount)
    {
        std::vector<int> order(static_cast<std::size_t>(slotCount));
        for (int i = 0; i < slotCount; ++i)
            order[std::size_t(i)] = int(std::int64_t(i) * 7919 % slotCount); // slotCount is no multiple of 7919
        list = order;
        input.rowCount = int(lengths.size());
        for (std::size_t r = 0; r < lengths.size(); ++r) {
            const int shared = std::min(prefix, lengths[r] - 1), own = lengths[r] - 1 - shared, ownFirst = int(3 * r);
            PassRow& row = input.rows[r];
            row = {0, 0, order[std::size_t(slotCount - 1) - r], 0, shared, ownFirst, own};
            std::vector<int>& path = slotsOf.emplace_back(order.begin(), order.begin() + shared);
            path.insert(path.end(), order.begin() + ownFirst, order.begin() + ownFirst + own);
            path.push_back(row.slot);
        }
        orderForAttention(input, list);
    }
};

template <class T, int headSlices>
std::string attends(int heads, int kvHeads, int headSize, const std::vector<int>& lengths, int prefix, int window = 0,
                    float cap = 0)
{
    Stream stream;
    const int longest = *std::max_element(lengths.begin(), lengths.end()), slotCount = longest + 70;
    const PassShape shape = shapeOf(heads, kvHeads, headSize, slotCount);
    const Paths paths(lengths, prefix, slotCount);
    const Table<T> keys(slotCount * kvHeads, shape.headStride, 1), values(slotCount * kvHeads, shape.headStride, 2);
    Table<float> queries(64 * heads, shape.headStride, 3, 3);
    for (int r = 0; r < queries.rows; ++r) // what lies behind a head is zero
        for (int e = headSize; e < shape.headStride; ++e)
            queries.values[std::size_t(r * shape.headStride + e)] = 0;
    const auto cacheKeys = onDevice(stream, keys.values), cacheValues = onDevice(stream, values.values);
    const auto queryMemory = onDevice(stream, queries.values);
    const auto input = onDevice(stream, std::vector<PassInput>{paths.input});
    const auto list = onDevice(stream, paths.list);
    const std::size_t splits = std::size_t(64 * heads * shape.splitCount);
    const auto splitWeights = deviceMemory<float>(2 * splits),
               splitValues = deviceMemory<float>(splits * std::size_t(shape.headStride));
    const auto attended = onDevice(stream, std::vector<T>(std::size_t(64 * shape.attendedTiles * 16), T{}));
    const auto [grid, threads, warpsOfPairs] =
        AttentionGrid::of<T>(shape, int(lengths.size()), paths.input.groupCount, splitsOf(longest));
    const AttentionArguments<T> arguments = {attended.data(),
                                             {reinterpret_cast<float2*>(splitWeights.data()), splitValues.data()},
                                             {queryMemory.data(), cacheKeys.data(), cacheValues.data()},
                                             input.data(),
                                             list.data(),
                                             scaleOf(shape),
                                             cap,
                                             window,
                                             splitsOf(longest),
                                             warpsOfPairs};
    if (cap > 0)
        launch<attentionKernel<T, headSlices, true, true>>(stream, grid, threads, 0, arguments, shape);
    else if (window > 0)
        launch<attentionKernel<T, headSlices, true, false>>(stream, grid, threads, 0, arguments, shape);
    else
        launch<attentionKernel<T, headSlices, false, false>>(stream, grid, threads, 0, arguments, shape);
    launch<mergeKernel<T>>(stream, dim3(unsigned(heads), unsigned(lengths.size())), 256, 0, attended.data(),
                           arguments.splits, input.data(), shape, window);
    const auto result = fromDevice(stream, attended);
    std::string wrong;
    for (int r = 0; r < int(lengths.size()) && wrong.empty(); ++r)
        for (int h = 0; h < heads; ++h) {
            std::span<const int> path = paths.slotsOf[std::size_t(r)];
            if (window > 0 && path.size() > std::size_t(window))
                path = path.last(std::size_t(window));
            const auto at = [&](int slot) { return slot * kvHeads + h / (heads / kvHeads); };
            std::vector<double> scores;
            for (const int slot : path) {
                double score = 0;
                for (int e = 0; e < headSize; ++e)
                    score += double(floatOf(ofFloat<T>(queries.at(r * heads + h, e)))) * keys(at(slot), e);
                score *= double(scaleOf(shape));
                scores.push_back(cap > 0 ? double(cap) * std::tanh(score / double(cap)) : score);
            }
            const double most = *std::max_element(scores.begin(), scores.end());
            double sum = 0;
            for (double& score : scores)
                sum += score = std::exp(score - most);
            for (int e = 0; e < headSize; ++e) {
                double expected = 0;
                for (std::size_t k = 0; k < path.size(); ++k)
                    expected += scores[k] / sum * values(at(path[k]), e);
                double spread = 0;
                for (std::size_t k = 0; k < path.size(); ++k)
                    spread += scores[k] / sum * std::fabs(values(at(path[k]), e) - expected);
                // Weights are off by what their exponents are, a few units of the size of a score; each of them is
                // rounded to T, which moves the mean by its share of the spread; and the result is.
                wrong += differs("attended", r, h * headSize + e,
                                 floatOf(result[activationIndex(r, h * headSize + e, shape.attendedTiles)]), expected,
                                 2e-5 + halfUnit<T> * 1.01 * (std::fabs(expected) + spread));
            }
        }
    return wrong;
}

/// What is infinite or no number in one row's own keys and values stays with that row, though a warp takes both: of
/// siblings with the one in the middle, and of a chain with the last.
template <class T>
std::string keepsRowsApart(bool isChain)
{
    const std::vector<int> ancestors = {6, 7, 0, 1};
    const int broken = isChain ? 2 : 1;
    Stream stream;
    constexpr int slotCount = 8, headSize = 8, rows = 3;
    const PassShape shape = shapeOf(1, 1, headSize, slotCount);
    const Table<float> queries(64, headSize, 3);
    Table<T> keys(slotCount, headSize, 1), values(slotCount, headSize, 2);
    PassInput input = plainRows(rows); // row r: slots 6, 7 and r
    for (int r = 0; r < rows; ++r) {
        input.rows[r].prefixFirst = 0;
        input.rows[r].prefixCount = 2;
        input.rows[r].ancestorFirst = 2;
        input.rows[r].ancestorCount = isChain ? r : 0;
    }
    orderForAttention(input, ancestors);
    const auto run = [&] {
        const auto queryMemory = onDevice(stream, queries.values), splits = deviceMemory<float>(64 * (headSize + 2));
        const auto cacheKeys = onDevice(stream, keys.values), cacheValues = onDevice(stream, values.values);
        const auto inputMemory = onDevice(stream, std::vector<PassInput>{input});
        const auto list = onDevice(stream, ancestors);
        const auto attended = onDevice(stream, std::vector<T>(std::size_t(64 * shape.attendedTiles * 16), T{}));
        const auto [grid, threads, warpsOfPairs] = AttentionGrid::of<T>(shape, rows, 1, 1);
        const AttentionArguments<T> arguments = {attended.data(),
                                                 {reinterpret_cast<float2*>(splits.data()), splits.data() + 128},
                                                 {queryMemory.data(), cacheKeys.data(), cacheValues.data()},
                                                 inputMemory.data(),
                                                 list.data(),
                                                 scaleOf(shape),
                                                 0,
                                                 0,
                                                 1,
                                                 warpsOfPairs};
        launch<attentionKernel<T, 1, false, false>>(stream, grid, threads, 0, arguments, shape);
        const auto result = fromDevice(stream, attended);
        std::vector<float> others;
        for (int row = 0; row < rows; ++row)
            for (int e = 0; e < headSize; ++e)
                if (row != broken)
                    others.push_back(floatOf(result[activationIndex(row, e, shape.attendedTiles)]));
        return others;
    };
    const auto expected = run();
    for (int e = 0; e < headSize; ++e) {
        keys.values[std::size_t(broken * headSize + e)] = ofFloat<T>(e == 0 ? INFINITY : 1.0f);
        values.values[std::size_t(broken * headSize + e)] = ofFloat<T>(e < 4 ? INFINITY : NAN);
    }
    return difference("the other rows", run(), expected);
}

template <class T>
std::string keepsRowsApart()
{
    return keepsRowsApart<T>(false) + keepsRowsApart<T>(true);
}

/// Rows whose paths part have a warp each, in blocks of their own: without these only the first row is there.
std::string rowsHaveWarps()
{
    using T = BFloat16;
    const auto warpsOf = [](int heads, int kvHeads, int rows) {
        return AttentionGrid::of<T>(shapeOf(heads, kvHeads, 8, 100), rows, 1, 1).warpsOfPairs;
    };
    std::string wrong =
        difference("warps",
                   std::vector{warpsOf(1, 1, 1), warpsOf(1, 1, 5), warpsOf(1, 1, 64), warpsOf(8, 2, 64),
                               warpsOf(3, 1, 64), warpsOf(5, 1, 64), warpsOf(12, 1, 64), warpsOf(16, 1, 64)},
                   {1, 5, 8, 2, 4, 3, 2, 1});
    Stream stream;
    constexpr int headSize = 8, rows = 3;
    const PassShape shape = shapeOf(1, 1, headSize, rows);
    const auto memory = deviceMemory<float>(64 * (headSize + 2) + 64);
    const auto queries = onDevice(stream, std::vector<float>(64 * headSize, 1.0f));
    const auto cache = onDevice(stream, std::vector<T>(rows * headSize, ofFloat<T>(1)));
    const auto input = onDevice(stream, std::vector<PassInput>{plainRows(rows)}); // without a prefix
    const auto attended = onDevice(stream, std::vector<T>(std::size_t(64 * shape.attendedTiles * 16), T{}));
    auto [grid, threads, warpsOfPairs] = AttentionGrid::of<T>(shape, rows, 1, 1);
    const AttentionArguments<T> arguments = {attended.data(),
                                             {reinterpret_cast<float2*>(memory.data()), memory.data() + 128},
                                             {queries.data(), cache.data(), cache.data()},
                                             input.data(),
                                             nullptr,
                                             scaleOf(shape),
                                             0,
                                             0,
                                             1,
                                             warpsOfPairs};
    for (const bool isWhole : {false, true}) {
        launch<attentionKernel<T, 1, false, false>>(stream, dim3(isWhole ? grid.x : 1, grid.y, grid.z), threads, 0,
                                                    arguments, shape);
        const auto result = fromDevice(stream, attended);
        for (int r = 0; r < rows; ++r)
            wrong += differs("attended", r, 0, floatOf(result[activationIndex(r, 0, shape.attendedTiles)]),
                             isWhole || r == 0 ? 1 : 0, 0);
    }
    // A chain needs none of its own.
    PassInput chain = plainRows(rows);
    for (int r = 0; r < rows; ++r)
        chain.rows[r].ancestorCount = r;
    const std::vector<int> ancestors = {0, 1};
    orderForAttention(chain, ancestors);
    const auto chainInput = onDevice(stream, std::vector<PassInput>{chain});
    const auto list = onDevice(stream, ancestors);
    const auto chainAttended = onDevice(stream, std::vector<T>(std::size_t(64 * shape.attendedTiles * 16), T{}));
    AttentionArguments<T> ofChain = arguments;
    ofChain.input = chainInput.data();
    ofChain.list = list.data();
    ofChain.attended = chainAttended.data();
    launch<attentionKernel<T, 1, false, false>>(stream, dim3(1, grid.y, grid.z), threads, 0, ofChain, shape);
    const auto result = fromDevice(stream, chainAttended);
    for (int r = 0; r < rows; ++r)
        wrong += differs("attended", r, 0, floatOf(result[activationIndex(r, 0, shape.attendedTiles)]), 1, 0);
    return wrong;
}

/// Rows of some sequences, and what their paths run through: node i of a sequence hangs from parentOf(i), the root of
/// all is 0.
struct Forest {
    std::vector<std::vector<int>> prefixes, ancestors; ///< by sequence, by row
    Rows rows;
    int slotCount = 0;

    template <class ParentOf>
    Forest(const std::vector<int>& prefixLengths, int nodes, const ParentOf& parentOf)
    {
        const int sequences = int(prefixLengths.size());
        for (int s = 0; s < sequences; ++s) {
            std::vector<int>& prefix = prefixes.emplace_back();
            for (int i = 0; i < prefixLengths[std::size_t(s)]; ++i) // backwards: slots may lie anywhere
                prefix.push_back(slotCount + prefixLengths[std::size_t(s)] - 1 - i);
            slotCount += prefixLengths[std::size_t(s)];
        }
        for (const auto& prefix : prefixes)
            rows.prefixes.emplace_back(prefix);
        ancestors.reserve(std::size_t(sequences * nodes)); // rows point into them
        for (int node = 0; node < nodes; ++node)
            for (int s = 0; s < sequences; ++s) { // sequences in turn
                std::vector<int>& path = ancestors.emplace_back();
                if (node > 0) {
                    const std::size_t parent = std::size_t(parentOf(node) * sequences + s);
                    path = ancestors[parent];
                    path.push_back(rows.rows[parent].slot);
                }
                rows.rows.push_back({0, 0, s, slotCount++, path, false});
            }
    }
};

/// Bits of every row among the others, and of some of them alone.
template <class T>
std::string dependsOnPathsOnly(const Forest& forest, int heads, int kvHeads, int step, int window = 0)
{
    constexpr int headSize = 8;
    Stream stream;
    const PassShape shape = shapeOf(heads, kvHeads, headSize, forest.slotCount);
    const Table<T> keys(forest.slotCount * kvHeads, headSize, 1), values(forest.slotCount * kvHeads, headSize, 2);
    const Table<float> queries(maxRows * heads, headSize, 3, 3);
    const auto cacheKeys = onDevice(stream, keys.values), cacheValues = onDevice(stream, values.values);
    const auto queryMemory = onDevice(stream, queries.values);
    const std::size_t splits = std::size_t(maxRows * heads * shape.splitCount);
    const auto splitWeights = deviceMemory<float>(2 * splits), splitValues = deviceMemory<float>(splits * headSize);
    const auto rowsOf = [&](std::size_t first, std::size_t count) {
        PassRows taken;
        taken.take(forest.rows, first, count);
        const auto input = onDevice(stream, std::vector<PassInput>{taken.input()});
        const auto list = onDevice(stream, taken.list());
        const auto attended =
            onDevice(stream, std::vector<T>(std::size_t(maxTiledRows * shape.attendedTiles * 16), T{}));
        const int splitCount = splitsOf(taken.longestPath());
        const auto [grid, threads, warpsOfPairs] =
            AttentionGrid::of<T>(shape, int(count), taken.input().groupCount, splitCount);
        const AttentionArguments<T> arguments = {
            attended.data(),
            {reinterpret_cast<float2*>(splitWeights.data()), splitValues.data()},
            {queryMemory.data() + first * std::size_t(heads * headSize), cacheKeys.data(), cacheValues.data()},
            input.data(),
            list.data(),
            scaleOf(shape),
            0,
            window,
            splitCount,
            warpsOfPairs};
        if (window > 0)
            launch<attentionKernel<T, 1, true, false>>(stream, grid, threads, 0, arguments, shape);
        else
            launch<attentionKernel<T, 1, false, false>>(stream, grid, threads, 0, arguments, shape);
        launch<mergeKernel<T>>(stream, dim3(unsigned(heads), unsigned(count)), 32, 0, attended.data(), arguments.splits,
                               input.data(), shape, window);
        const auto result = fromDevice(stream, attended);
        std::vector<std::vector<float>> rows(count);
        for (std::size_t row = 0; row < count; ++row)
            for (int e = 0; e < heads * headSize; ++e)
                rows[row].push_back(floatOf(result[activationIndex(int(row), e, shape.attendedTiles)]));
        return rows;
    };
    const std::size_t count = forest.rows.rows.size();
    const auto all = rowsOf(0, count);
    for (std::size_t row = 0; row < count; row += std::size_t(step))
        if (rowsOf(row, 1).front() != all[row])
            return "Row " + std::to_string(row) + " of " + std::to_string(count) + " has other bits alone. ";
    return all[0] == all[1] ? "Rows are alike. " : "";
}

/// A tree of 64 nodes and its root over 8,000 keys, chains, and sequences whose rows come in turn.
template <class T>
std::string paths()
{
    const auto some = [](int node) { return (node * 7 + node / 5) % node; };
    const auto chain = [](int node) { return node - 1; };
    const auto twoChains = [](int node) { return node < 3 ? 0 : node - 2; };
    const std::vector<int> eight = {20, 300, 8000, 64, 31, 1, 97, 4100}, many(32, 50);
    return dependsOnPathsOnly<T>(Forest({8000}, 65, some), 1, 1, 9)
        + dependsOnPathsOnly<T>(Forest({50}, 65, chain), 2, 1, 1)
        + dependsOnPathsOnly<T>(Forest({8000}, 65, twoChains), 1, 1, 13)
        + dependsOnPathsOnly<T>(Forest(eight, 8, some), 3, 1, 5)
        + dependsOnPathsOnly<T>(Forest(many, 2, chain), 2, 2, 7)
        + dependsOnPathsOnly<T>(Forest({300}, 65, some), 1, 1, 5, 100)
        + dependsOnPathsOnly<T>(Forest({90}, 65, chain), 2, 1, 3, 33)
        + dependsOnPathsOnly<T>(Forest(eight, 8, chain), 3, 1, 5, 7);
}

template <class T>
std::string attention()
{
    const std::vector<int> many = {1, 2, 31, 32, 33, 63, 64, 65, 96, 97, 129};
    return attends<T, 1>(4, 2, 10, many, 40) + attends<T, 1>(2, 2, 64, {1, 70}, 100)
        + attends<T, 2>(3, 1, 80, {5, 130, 64}, 64) + attends<T, 2>(2, 1, 128, {40, 200}, 30)
        + attends<T, 4>(1, 1, 256, {33, 66}, 20) + attends<T, 1>(1, 1, 8, {4096, 4097, 4300, 8193, 9000}, 4095)
        + attends<T, 1>(4, 2, 10, many, 40, 33) + attends<T, 1>(4, 2, 10, many, 40, 1)
        + attends<T, 2>(3, 1, 80, {5, 130, 64, 300}, 64, 70) + attends<T, 4>(1, 1, 256, {33, 66}, 20, 20)
        + attends<T, 1>(1, 1, 8, {4096, 4300, 9000}, 4095, 1000) + attends<T, 1>(4, 2, 10, many, 40, 0, 0.7f)
        + attends<T, 2>(3, 1, 80, {5, 130, 64, 300}, 64, 70, 1) + attends<T, 4>(1, 1, 256, {33, 66}, 20, 0, 2);
}

} // namespace

std::vector<DeviceCheck> attentionChecks()
{
    return {{"attention, bf16", attention<BFloat16>},
            {"attention, f16", attention<Float16>},
            {"attention, f32", attention<float>},
            {"rows apart, bf16", keepsRowsApart<BFloat16>},
            {"rows apart, f16", keepsRowsApart<Float16>},
            {"rows apart, f32", keepsRowsApart<float>},
            {"paths, bf16", paths<BFloat16>},
            {"paths, f16", paths<Float16>},
            {"paths, f32", paths<float>},
            {"rows have warps", rowsHaveWarps}};
}

} // namespace draftscope::test
