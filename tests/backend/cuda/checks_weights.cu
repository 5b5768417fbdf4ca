// SPDX-License-Identifier: MIT
// Weights on their way into tiles, and embeddings out of them.
#include "engine/backend/cuda/kernels/embed.cuh"
#include "engine/backend/cuda/launch.h"
#include "engine/backend/cuda/repack.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

template <class T>
constexpr WeightType typeOf = WeightType::f32;
template <>
constexpr WeightType typeOf<BFloat16> = WeightType::bf16;
template <>
constexpr WeightType typeOf<Float16> = WeightType::f16;

/// A matrix in two pieces lands where its placement says, converted, and nothing else is touched.
template <class T, class From>
std::string repacks(const RowPlacement& placement, int rowTiles)
{
    Stream stream;
    constexpr int rows = 40, columns = 37, columnTiles = 3;
    const Table<From> matrix(rows, columns, 3);
    const T untouched = ofFloat<T>(-9.0f);
    std::vector<T> expected(std::size_t(rowTiles * columnTiles * 256), untouched);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            expected[weightIndex(placement.of(r), c, columnTiles)] = ofFloat<T>(floatOf(matrix.at(r, c)));
    const auto raw = onDevice(stream, matrix.values);
    const auto weights = onDevice(stream, std::vector<T>(expected.size(), untouched));
    auto* const tiles = reinterpret_cast<unsigned char*>(weights.data());
    launchRepack<T>(stream, tiles, {}, {raw.data(), typeOf<From>, 0, 25, columns}, placement);
    launchRepack<T>(stream, tiles, {}, {raw.data() + 25 * columns, typeOf<From>, 25, 15, columns}, placement);
    std::vector<float> got, wanted;
    for (const T value : fromDevice(stream, weights))
        got.push_back(floatOf(value));
    for (const T value : expected)
        wanted.push_back(floatOf(value));
    return difference("weights", got, wanted);
}

std::string repacking()
{
    using Kind = RowPlacement::Kind;
    const RowPlacement heads{Kind::heads, false, 2, 10, 5}, interleaved{Kind::heads, true, 0, 20, 10},
        inPart{Kind::heads, false, 2, 10, 3};
    return repacks<BFloat16, BFloat16>({}, 3) + repacks<Float16, Float16>({Kind::gate}, 5)
        + repacks<float, BFloat16>({Kind::up}, 5) + repacks<float, Float16>(heads, 6)
        + repacks<BFloat16, BFloat16>(interleaved, 4) + repacks<float, float>(heads, 6)
        + repacks<BFloat16, float>(inPart, 6);
}

/// No two rows go to the same place, and pairs go side by side.
std::string placements()
{
    using Kind = RowPlacement::Kind;
    std::string wrong;
    for (const auto& [interleaved, pairs] : {std::pair(false, 10), {true, 10}, {false, 6}}) {
        const RowPlacement placement{Kind::heads, interleaved, 1, 20, pairs};
        std::vector<int> seen(16 * 8, 0);
        for (int row = 0; row < 60; ++row)
            ++seen[std::size_t(placement.of(row))];
        for (int i = 0; i < 16 * 8; ++i) // a tile before, then three heads of two tiles with 8 and 2 pairs
            wrong += differs("rows in a place", 0, i, seen[std::size_t(i)],
                             i >= 16 && i < 112 && ((i - 16) % 32 < 16 || i % 8 < 2), 0);
        wrong += differs("a pair's second", 0, 0, placement.of(interleaved ? 3 : pairs + 1),
                         placement.of(interleaved ? 2 : 1) + 8, 0);
    }
    wrong += differs("up beside gate", 0, 0, (RowPlacement{Kind::up}).of(13), (RowPlacement{Kind::gate}).of(13) + 8, 0);
    return wrong;
}

/// Multiplied by a scale and with the positions of rows added, or as they are.
template <class T>
std::string embeds(bool hasPositions)
{
    Stream stream;
    constexpr int vocabulary = 50, hidden = 40, tiles = 3, rows = 11;
    const Table<T> embedding(vocabulary, hidden, 8);
    Table<float> norm(1, tiles * 16, 2), positions(rows + 2, tiles * 16, 4);
    for (int i = 0; i < positions.rows; ++i) // zero behind hidden
        std::fill_n(positions.values.begin() + i * tiles * 16 + hidden, tiles * 16 - hidden, 0.0f);
    const float scale = hasPositions ? 1.3f : 1.0f;
    const auto added = onDevice(stream, positions.values);
    const auto table = onDevice(stream, embedding.tiled(16, weightIndex));
    const auto weights = onDevice(stream, norm.values), values = deviceMemory<float>(64 * tiles * 16);
    const auto squares = deviceMemory<float>(std::size_t(64 * squaresStride(tiles)));
    const auto scaled = deviceMemory<T>(64 * tiles * 16);
    PassInput rowsOfPass = plainRows(rows);
    for (int r = 0; r < rows; ++r)
        rowsOfPass.rows[r].token = (r * 17 + 3) % vocabulary, rowsOfPass.rows[r].position = rows + 1 - r;
    const auto input = onDevice(stream, std::vector<PassInput>{rowsOfPass});
    launch<embedKernel<T>>(stream, dim3(tiles, 2), 32, 0,
                           ResidualStream<T>{values.data(), scaled.data(), squares.data(), weights.data(), tiles},
                           TokenEmbedding<T>{{{table.data(), {}}, tiles}, scale, hasPositions ? added.data() : nullptr},
                           input.data());
    const auto stream32 = fromDevice(stream, values), sums = fromDevice(stream, squares);
    const auto next = fromDevice(stream, scaled);
    std::string wrong;
    for (int r = 0; r < rows; ++r)
        for (int t = 0; t < tiles; ++t) {
            double square = 0;
            for (int c = t * 16; c < t * 16 + 16; ++c) {
                float expected = c < hidden ? floatOf(embedding.at(rowsOfPass.rows[r].token, c)) * scale : 0.0f;
                if (hasPositions)
                    expected += positions.at(rowsOfPass.rows[r].position, c);
                wrong += differs("stream", r, c, stream32[streamIndex(r, c, tiles)], expected, 0);
                wrong += differs("scaled", r, c, floatOf(next[activationIndex(r, c, tiles)]),
                                 floatOf(ofFloat<T>(expected * norm.at(0, c))), 0);
                square += double(expected) * double(expected);
            }
            wrong += differs("squares", r, t, sums[std::size_t(r * squaresStride(tiles) + t)], square, 1e-6 * square);
        }
    return wrong;
}

template <class T>
std::string embeds()
{
    return embeds<T>(false) + embeds<T>(true);
}

} // namespace

std::vector<DeviceCheck> weightChecks()
{
    return {{"repacking", repacking},
            {"placements", placements},
            {"embedding, bf16", embeds<BFloat16>},
            {"embedding, f16", embeds<Float16>},
            {"embedding, f32", embeds<float>}};
}

} // namespace draftscope::test
