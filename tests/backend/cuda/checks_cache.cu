// SPDX-License-Identifier: MIT
// Queries, keys and values on their way into the cache, with rotary positions.

#include "engine/backend/cuda/kernels/queries_keys_values.cuh"
#include "engine/backend/cuda/kernels/row_placement.h"
#include "engine/backend/cuda/launch.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

/// Queries, keys and values of rows at some positions, rotated.
template <class T, int rowTiles>
std::string projects(int headSize, bool interleaved, int rows, int rotaryPairs = 0, float scale = 1)
{
    constexpr int heads = 4, kvHeads = 2, width = 200, slotCount = 100;
    Stream stream;
    PassShape shape{};
    shape.heads = heads;
    shape.kvHeads = kvHeads;
    shape.headSize = headSize;
    shape.headStride = (headSize + 7) / 8 * 8;
    shape.headTiles = tilesOf(headSize);
    shape.rotaryPairs = rotaryPairs > 0 ? rotaryPairs : headSize / 2;
    shape.interleavedRope = interleaved;
    const int outputs = (heads + 2 * kvHeads) * headSize, tiles = (heads + 2 * kvHeads) * shape.headTiles;
    const Table<T> weights(outputs, width, 1), activations(rows, width, 2, 0.2f);
    std::vector<T> tiled(std::size_t(tiles * 16) * std::size_t(tilesOf(width) * 16), T{});
    const RowPlacement placement{RowPlacement::Kind::heads, interleaved, 0, headSize, shape.rotaryPairs};
    for (int r = 0; r < outputs; ++r)
        for (int c = 0; c < width; ++c)
            tiled[weightIndex(placement.of(r), c, tilesOf(width))] = weights.at(r, c);
    const Table<float> frequencies(2, shape.rotaryPairs, 4, 0.5f); // every third row is of another set
    std::vector<float> squares(std::size_t(64 * squaresStride(1)), 0.0f);
    for (int r = 0; r < 64; ++r) // 25 / 100 + 0.75: a scale of 1
        squares[std::size_t(r * squaresStride(1))] = 25;
    PassInput rowsOfPass = plainRows(rows);
    for (int r = 0; r < rows; ++r) {
        rowsOfPass.rows[r].position = 13 * r;
        rowsOfPass.rows[r].rotation = r % 3 == 2 ? 1 : 0;
        rowsOfPass.rows[r].slot = (r * 37 + 5) % slotCount;
    }
    const auto deviceWeights = onDevice(stream, tiled);
    const auto deviceActivations = onDevice(stream, activations.tiled(8, activationIndex));
    const auto deviceFrequencies = onDevice(stream, frequencies.values), deviceSquares = onDevice(stream, squares);
    const auto input = onDevice(stream, std::vector<PassInput>{rowsOfPass});
    const std::size_t cacheSize = std::size_t(slotCount * kvHeads * shape.headStride);
    const auto queries = onDevice(stream, std::vector<float>(std::size_t(64 * heads * shape.headStride), 0.0f));
    const auto keys = onDevice(stream, std::vector<T>(cacheSize, T{})),
               values = onDevice(stream, std::vector<T>(cacheSize, T{}));
    const GemmOperands<T> operands = {deviceWeights.data(), deviceActivations.data(), tiles, tilesOf(width)};
    const unsigned grid = unsigned((tiles + outputTilesFor<T>(rowTiles) - 1) / outputTilesFor<T>(rowTiles));
    launch<queriesKeysValuesKernel<T, rowTiles>>(stream, grid, gemmThreads, gemmSharedBytes<T>(rowTiles),
                                                 AttentionMemory<T>{queries.data(), keys.data(), values.data()},
                                                 operands, NormSquares{deviceSquares.data(), 100, 1, 0.75f, 1},
                                                 input.data(), DeviceRotation{deviceFrequencies.data(), scale}, shape,
                                                 0, 0);
    const auto gotQueries = fromDevice(stream, queries);
    const auto gotKeys = fromDevice(stream, keys), gotValues = fromDevice(stream, values);
    std::string wrong;
    for (int r = 0; r < rows && wrong.empty(); ++r)
        for (int head = 0; head < heads + 2 * kvHeads; ++head)
            for (int pair = 0; pair < headSize / 2; ++pair) {
                const bool isRotated = pair < shape.rotaryPairs, areNeighbours = interleaved || !isRotated;
                const int element = areNeighbours ? 2 * pair : pair,
                          partner = element + (areNeighbours ? 1 : shape.rotaryPairs);
                double first = 0, second = 0;
                for (int c = 0; c < width; ++c) {
                    first += weights(head * headSize + element, c) * activations(r, c);
                    second += weights(head * headSize + partner, c) * activations(r, c);
                }
                if (head < heads + kvHeads && isRotated) {
                    const double angle = double(float(13 * r) * frequencies.at(r % 3 == 2 ? 1 : 0, pair)),
                                 a = first * double(scale), b = second * double(scale);
                    first = a * std::cos(angle) - b * std::sin(angle);
                    second = b * std::cos(angle) + a * std::sin(angle);
                }
                const auto check = [&](int e, double expected) {
                    const std::size_t inCache = std::size_t(
                        (rowsOfPass.rows[r].slot * kvHeads + (head - heads + kvHeads) % kvHeads) * shape.headStride
                        + e);
                    const double got = head < heads
                        ? double(gotQueries[std::size_t((r * heads + head) * shape.headStride + e)])
                        : double(floatOf((head < heads + kvHeads ? gotKeys : gotValues)[inCache]));
                    const double rounding = head < heads ? 0 : halfUnit<T> * 1.01 * std::fabs(expected);
                    wrong += differs("head", head, r * 1000 + e, got, expected, 1e-4 + rounding);
                };
                check(element, first);
                check(partner, second);
            }
    return wrong;
}

template <class T>
std::string projections()
{
    return projects<T, 1>(10, false, 3) + projects<T, 1>(10, true, 8) + projects<T, 2>(32, false, 12)
        + projects<T, 4>(6, true, 20) + projects<T, 8>(64, false, 40) + projects<T, 1>(20, false, 8, 6)
        + projects<T, 1>(20, true, 3, 4, 1.3f);
}

} // namespace

std::vector<DeviceCheck> cacheChecks()
{
    return {{"queries, keys and values, bf16", projections<BFloat16>},
            {"queries, keys and values, f16", projections<Float16>},
            {"queries, keys and values, f32", projections<float>}};
}

} // namespace draftscope::test
