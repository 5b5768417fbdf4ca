// SPDX-License-Identifier: MIT
#pragma once

// The core of every matrix product of a pass: a block computes tiles of 16 outputs for all rows, its warps share the
// width. Which warp takes which columns and the order in which their sums are added follow from the weight's shape
// alone, so a row gets the same bits whatever other rows are in the pass. W says how weights lie: T itself, or a
// quantised form.

#include "engine/backend/cuda/kernels/gemm_block.cuh"
#include "engine/backend/cuda/kernels/norm_squares.cuh"

namespace draftscope::cuda {

/// Both operands of a product: weights [outputs, width] and activations [rows, width], tiled (fragments.cuh).
template <class T, class W = T>
struct GemmOperands {
    using Weight = W;

    const W* weights;
    const T* activations;
    int outputTiles, columnTiles;
    const float* bias = nullptr; ///< [outputTiles * 16], what is added to products; null: nothing
    bool hasLeast = false;       ///< of quantised weights: WeightKind
    float unit = 1;              ///< likewise
};

/// A block's product, of gemmThreads threads and gemmSharedBytes<T, W>(rowTiles) bytes: block b has the output tiles
/// outputTiles * b …. Fetch the first weights, wait for the kernel before, then run.
template <class T, int rowTiles, class W = T>
class SkinnyGemm {
public:
    static constexpr int outputTiles = outputTilesFor<T, W>(rowTiles);

    /// Sends for the first weights, and reads biases; no kernel writes them.
    __device__ SkinnyGemm(const GemmOperands<T, W>& operands)
        : m_operands(operands), m_firstTile(int(blockIdx.x) * outputTiles)
    {
#pragma unroll
        for (int stage = 0; stage < stages - 1; ++stage)
            fetchWeights(stage, warp() + stage * gemmWarps);
        if (const int output = int(threadIdx.x); output < outputTiles * tileSize) {
            const int all = operands.outputTiles * tileSize, first = m_firstTile * tileSize;
            biases()[output] = operands.bias && first + output < all ? operands.bias[first + output] : 0.0f;
        }
    }

    /// The rows from firstRow on of all that there are, as many as the product takes.
    [[nodiscard]] static __device__ RowChoice rowsFrom(int firstRow, int all, const int* rows = nullptr)
    {
        return {rows, firstRow, min(all - firstRow, rowTiles * rowTileSize)};
    }
    /// The tile of outputs that the block's o-th is; may be one that does not exist.
    [[nodiscard]] __device__ int tile(int o) const
    {
        return m_firstTile + o;
    }
    /// Biases become a part of the sums, for who does not scale rows: so they take no registers. Instead of bias().
    __device__ void beginWithBiases()
    {
        if (!m_operands.bias || warp() > 0)
            return;
#pragma unroll
        for (int o = 0; o < outputTiles; ++o)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int row = min(tile(o), m_operands.outputTiles - 1) * tileSize + i / 2 * 8 + lane() / 4;
                const float bias = m_operands.bias[row] / m_operands.unit;
#pragma unroll
                for (int r = 0; r < rowTiles; ++r)
                    m_sums[o][r][i] = bias;
            }
    }

    /// What is added to the product that this lane has of the o-th tile: in its upper half of 8 outputs, or in its
    /// lower one. To be read by finish().
    [[nodiscard]] static __device__ float bias(int o, int half)
    {
        return biases()[o * tileSize + half * 8 + lane() / 4];
    }
    [[nodiscard]] static __device__ int warp()
    {
        return int(threadIdx.x / 32);
    }
    [[nodiscard]] static __device__ int lane()
    {
        return int(threadIdx.x % 32);
    }

    /// What rowScale() is of each row, to be read by finish(). Called by all threads.
    __device__ void scaleRows(const NormSquares& norm, RowChoice choice)
    {
        for (int i = warp(); i < choice.count; i += gemmWarps) {
            const float scale = rowScale(norm, choice.at(i));
            if (lane() == 0)
                scales()[i] = scale;
        }
    }

    /// Multiplies, then for each output tile o and row tile of the choice one whole warp calls finish(o, rowTile, sums,
    /// scales): sums as multiplyTiles() leaves them, scales [choice.count] of scaleRows().
    template <class Finish>
    __device__ void run(RowChoice choice, const Finish& finish)
    {
        if constexpr (stagesActivations<T, W>(rowTiles))
            multiplyStaged(choice);
        else
            multiply(choice);
        float4* const all = dynamicShared<float4>(); // [warps][warpPieces][lanes], of which rowTiles are taken
#pragma unroll
        for (int o = 0; o < outputTiles; ++o) {
            if (o > 0)
                __syncthreads(); // the sums of the tile before have been read
#pragma unroll
            for (int r = 0; r < rowTiles; ++r)
                all[pieceOf(warp(), r)] = float4{m_sums[o][r][0], m_sums[o][r][1], m_sums[o][r][2], m_sums[o][r][3]};
            __syncthreads();
            if (warp() >= rowTiles || tile(o) >= m_operands.outputTiles || warp() * rowTileSize >= choice.count)
                continue;
            float sums[4] = {};
#pragma unroll
            for (int w = 0; w < gemmWarps; ++w) {
                const float4 part = all[pieceOf(w, warp())];
                sums[0] += part.x;
                sums[1] += part.y;
                sums[2] += part.z;
                sums[3] += part.w;
            }
            finish(o, warp(), sums, scales());
        }
    }

private:
    static constexpr int stages = ringStages<T, W>(rowTiles), pieces = weightPieces<W>;

    [[nodiscard]] static __device__ float* scales()
    {
        return dynamicShared<float>() + gemmWarps * warpPieces<T, W>(rowTiles) * 32 * 4;
    }
    [[nodiscard]] static __device__ float* biases()
    {
        return scales() + rowTiles * rowTileSize;
    }
    /// This lane's i-th piece among those of a warp.
    [[nodiscard]] static __device__ int pieceOf(int warp, int i)
    {
        return (warp * warpPieces<T, W>(rowTiles) + i) * 32 + lane();
    }
    /// A lane copies and reads the same pieces, and leaves its sums there, so that no lane waits for another.
    [[nodiscard]] static __device__ uint4* weightsOf(int stage, int o)
    {
        return dynamicShared<uint4>() + pieceOf(warp(), stage * outputTiles + o);
    }

    [[nodiscard]] __device__ const T* weightTile(int o, int column) const
    {
        // A tile that is not there: its sums are thrown away.
        const std::size_t row = std::size_t(min(tile(o), m_operands.outputTiles - 1));
        return m_operands.weights + (row * std::size_t(m_operands.columnTiles) + std::size_t(column)) * 256;
    }
    /// Sends for the weights of a column of tiles or records, if there is one. Each call is one group of copies.
    __device__ void fetchWeights(int stage, int column)
    {
        sendForWeights(stage, column);
        cpAsyncCommit();
    }
    __device__ void sendForWeights(int stage, int column)
    {
        if constexpr (isQuantisedForm<W>) {
            if (column < recordsOf(m_operands.columnTiles))
#pragma unroll
                for (int o = 0; o < outputTiles; ++o)
                    fetchRecord(stage, o, column);
        } else if (column < m_operands.columnTiles) {
#pragma unroll
            for (int o = 0; o < outputTiles; ++o)
                cpAsync16(weightsOf(stage, o), weightTile(o, column) + lane() * 8);
        }
    }
    /// What has arrived in a stage.
    static __device__ void readWeights(WeightFragment<T> (&weights)[outputTiles], int stage)
    {
#pragma unroll
        for (int o = 0; o < outputTiles; ++o) {
            const uint4 bits = *weightsOf(stage, o);
            weights[o] = {{bits.x, bits.y, bits.z, bits.w}};
        }
    }
    /// A stage's activations, two row tiles from 2 * pair on: 16 bytes a lane, which are pieces of two lanes.
    [[nodiscard]] static __device__ uint4* activationsOf(int stage, int pair)
    {
        return dynamicShared<uint4>() + pieceOf(warp(), stages * outputTiles + stage * (rowTiles / 2) + pair);
    }
    /// A lane's pieces of a record: whole numbers, then scales.
    [[nodiscard]] static __device__ uint4* recordPiece(int stage, int o, int piece)
    {
        return dynamicShared<uint4>() + pieceOf(warp(), (stage * outputTiles + o) * (pieces + 1) + piece);
    }
    __device__ void fetchRecord(int stage, int o, int column)
    {
        const int row = min(tile(o), m_operands.outputTiles - 1) * tileSize; // as in weightTile()
        const W* const record =
            m_operands.weights + recordAt(W::form, row, column * recordColumns, m_operands.columnTiles);
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece)
            cpAsync16(recordPiece(stage, o, piece), record + piece * 512 + lane() * 16);
        cpAsync16(recordPiece(stage, o, pieces), record + scalesAt(W::form, lane() / 4, 0));
    }

    /// The warp's sums over its share of the columns.
    __device__ void multiply(RowChoice choice)
    {
        const int columnTiles = m_operands.columnTiles;
        ActivationLane<T> lanes[rowTiles];
#pragma unroll
        for (int r = 0; r < rowTiles; ++r)
            lanes[r] = ActivationLane<T>(columnTiles, choice, r, lane());
        if constexpr (sizeof(T) == 4) {
            for (int column = warp(); column < columnTiles; column += gemmWarps) {
                WeightFragment<T> weights[outputTiles];
                ActivationFragment<T> activations[rowTiles];
                for (int o = 0; o < outputTiles; ++o)
                    weights[o].lanes = weightTile(o, column) + lane() / 4 * 32;
                for (int r = 0; r < rowTiles; ++r)
                    lanes[r].load(activations[r], m_operands.activations, column);
                multiplyColumn(weights, activations);
            }
        } else if constexpr (isQuantisedForm<W>) {
            multiplyRecords(lanes);
        } else {
            // Activations come from L2 and are sent for fewer tiles ahead than weights.
            constexpr int ahead = 4;
            static_assert(stages % ahead == 0);
            ActivationFragment<T> activations[ahead][rowTiles];
            const auto loadActivations = [&](int slot, int column) {
                if (column < columnTiles)
#pragma unroll
                    for (int r = 0; r < rowTiles; ++r)
                        lanes[r].load(activations[slot][r], m_operands.activations, column);
            };
#pragma unroll
            for (int slot = 0; slot < ahead; ++slot)
                loadActivations(slot, warp() + slot * gemmWarps);
            for (int first = warp(); first < columnTiles; first += stages * gemmWarps) {
#pragma unroll
                for (int stage = 0; stage < stages; ++stage) {
                    const int column = first + stage * gemmWarps;
                    if (column >= columnTiles)
                        break;
                    cpAsyncWait<stages - 2>(); // for this stage's weights alone
                    WeightFragment<T> weights[outputTiles];
                    readWeights(weights, stage);
                    fetchWeights((stage + stages - 1) % stages, column + (stages - 1) * gemmWarps);
                    multiplyColumn(weights, activations[stage % ahead]);
                    loadActivations(stage % ahead, column + ahead * gemmWarps);
                }
            }
        }
    }

    /// The same where activations are staged, too: they are sent for with the weights of their column, and a lane reads
    /// what others have copied.
    __device__ void multiplyStaged(RowChoice choice)
    {
        static_assert(rowTiles % 2 == 0);
        static_assert(stages * outputTiles >= rowTiles); // sums will lie where weights did, which no other lane reads
        const int columnTiles = m_operands.columnTiles;
        std::uint32_t from[rowTiles / 2]; // of the 16 bytes that this lane copies
        bool isThere[rowTiles / 2];
#pragma unroll
        for (int pair = 0; pair < rowTiles / 2; ++pair) {
            const int row = (2 * pair + lane() / 16) * rowTileSize + lane() % 16 / 2;
            isThere[pair] = row < choice.count;
            from[pair] =
                isThere[pair] ? std::uint32_t(activationIndex(choice.at(row), lane() % 2 * 4, columnTiles)) : 0;
        }
        const auto sendForActivations = [&](int stage, int column) {
            if (column < columnTiles)
#pragma unroll
                for (int pair = 0; pair < rowTiles / 2; ++pair)
                    cpAsync16(activationsOf(stage, pair),
                              m_operands.activations + (from[pair] + std::uint32_t(column) * 128u),
                              isThere[pair] ? 16 : 0);
        };
#pragma unroll
        for (int stage = 0; stage < stages - 1; ++stage) {
            sendForActivations(stage, warp() + stage * gemmWarps);
            cpAsyncCommit();
        }
        for (int first = warp(); first < columnTiles; first += stages * gemmWarps) {
#pragma unroll
            for (int stage = 0; stage < stages; ++stage) {
                const int column = first + stage * gemmWarps;
                if (column >= columnTiles)
                    break;
                cpAsyncWait<stages - 2>(); // for this stage's alone
                __syncwarp();              // all lanes' copies are there, and all have read the stage before
                WeightFragment<T> weights[outputTiles];
                readWeights(weights, stage);
                ActivationFragment<T> activations[rowTiles];
#pragma unroll
                for (int r = 0; r < rowTiles; ++r) {
                    const uint2 bits =
                        reinterpret_cast<const uint2*>(activationsOf(stage, r / 2) - lane())[r % 2 * 32 + lane()];
                    activations[r] = {{bits.x, bits.y}};
                }
                sendForWeights((stage + stages - 1) % stages, column + (stages - 1) * gemmWarps);
                sendForActivations((stage + stages - 1) % stages, column + (stages - 1) * gemmWarps);
                cpAsyncCommit();
                multiplyColumn(weights, activations);
            }
        }
    }

    /// The same of quantised weights, record by record.
    __device__ void multiplyRecords(const ActivationLane<T> (&lanes)[rowTiles])
    {
        int stage = 0;
        for (int column = warp(); column < recordsOf(m_operands.columnTiles); column += gemmWarps) {
            cpAsyncWait<stages - 2>(); // for this stage's weights alone
            uint4 quants[outputTiles][pieces], scales[outputTiles];
#pragma unroll
            for (int o = 0; o < outputTiles; ++o) {
#pragma unroll
                for (int piece = 0; piece < pieces; ++piece)
                    quants[o][piece] = *recordPiece(stage, o, piece);
                scales[o] = *recordPiece(stage, o, pieces);
            }
            fetchWeights((stage + stages - 1) % stages, column + (stages - 1) * gemmWarps);
            stage = (stage + 1) % stages;
#pragma unroll
            for (int group = 0; group < recordColumns / groupSize; ++group)
                multiplyGroup(lanes, quants, scales, group, column * (recordColumns / tileSize) + 2 * group);
        }
#pragma unroll
        for (int o = 0; o < outputTiles; ++o)
#pragma unroll
            for (int r = 0; r < rowTiles; ++r)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    m_sums[o][r][i] *= m_operands.unit;
    }

    /// Adds 32 columns, two tiles from `column` on.
    __device__ void multiplyGroup(const ActivationLane<T> (&lanes)[rowTiles],
                                  const uint4 (&quants)[outputTiles][pieces], const uint4 (&scales)[outputTiles],
                                  int group, int column)
    {
        if (column >= m_operands.columnTiles)
            return;
        const bool hasSecond = column + 1 < m_operands.columnTiles;
        WeightFragment<T> weights[outputTiles][2];
        float2 ofRows[outputTiles][2]; // rows g and g + 8
#pragma unroll
        for (int o = 0; o < outputTiles; ++o) {
#pragma unroll
            for (int tile = 0; tile < 2; ++tile)
                readFragment<T, W>(weights[o][tile], quants[o], 2 * group + tile);
            ofRows[o][0] = halvesOf(group == 0 ? scales[o].x : scales[o].z);
            ofRows[o][1] = halvesOf(group == 0 ? scales[o].y : scales[o].w);
        }
#pragma unroll
        for (int r = 0; r < rowTiles; ++r) {
            if (r % 2 == 0 && r > 0)
                __syncwarp(); // or ptxas loads activations for which it has no registers
            ActivationFragment<T> activations[2] = {};
            lanes[r].load(activations[0], m_operands.activations, column);
            if (hasSecond)
                lanes[r].load(activations[1], m_operands.activations, column + 1);
            float all[4] = {}; // of activations, that leasts are multiplied by
            if (m_operands.hasLeast) {
                const std::uint32_t ones = pack<T>(1, 1);
                for (int tile = 0; tile < 2; ++tile)
                    mma_m16n8k16<T>(all, {ones, ones, ones, ones}, activations[tile].registers, all);
            }
#pragma unroll
            for (int o = 0; o < outputTiles; ++o) {
                float lower[4] = {}, upper[4] = {};
                multiplyTiles<T>(lower, weights[o][0], activations[0]);
                if (m_operands.hasLeast)
                    multiplyTiles<T>(lower, weights[o][1], activations[1]);
                else
                    multiplyTiles<T>(upper, weights[o][1], activations[1]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const float2 scale = ofRows[o][i / 2];
                    m_sums[o][r][i] = __fmaf_rn(scale.x, lower[i], m_sums[o][r][i]);
                    m_sums[o][r][i] = __fmaf_rn(scale.y, m_operands.hasLeast ? all[i] : upper[i], m_sums[o][r][i]);
                }
            }
        }
    }

    __device__ void multiplyColumn(const WeightFragment<T> (&weights)[outputTiles],
                                   const ActivationFragment<T> (&activations)[rowTiles])
    {
#pragma unroll
        for (int o = 0; o < outputTiles; ++o)
#pragma unroll
            for (int r = 0; r < rowTiles; ++r)
                multiplyTiles<T>(m_sums[o][r], weights[o], activations[r]);
    }

    GemmOperands<T, W> m_operands;
    int m_firstTile;
    float m_sums[outputTiles][rowTiles][4] = {};
};

} // namespace draftscope::cuda
