// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/bf16_product.h"

#if defined(__AVX512BF16__)
#pragma GCC diagnostic ignored "-Wuninitialized" // GCC 12 finds fault with its own header
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>

#include <cstring>

namespace draftscope::cpu {
namespace {

constexpr int panelRows = bf16PanelRows;        ///< each a lane of a vector
constexpr std::size_t pairSize = 2 * panelRows; ///< elements of a panel that one instruction takes: two columns
constexpr int mostTileRows = 8;                 ///< of activations that meet a panel together

/// A dot product is the sum of two, that of every other pair of columns from the first on and that of the others, each
/// in the order of the columns: with one alone a single row would wait for the instruction before.
constexpr int sumsOfARow = 2;

inline __m512bh pairOfColumns(const std::uint16_t* weights)
{
    return (__m512bh)_mm512_load_si512(weights);
}

/// Two activations, for every row of a panel.
inline __m512bh twoActivations(const std::uint16_t* activations)
{
    int both;
    std::memcpy(&both, activations, sizeof both);
    return (__m512bh)_mm512_set1_epi32(both);
}

/// A panel, of whose rows some are wanted.
struct Panel {
    const std::uint16_t* weights;
    std::size_t pairs; ///< of columns
    int firstRow;
    __mmask16 wanted;
};

/// Where memory is asked for later weights while a tile computes, and by how many bytes that moves on at each pair of
/// columns.
struct Fetching {
    const char* from;
    std::size_t bytesOfAPair;
};

template <int rows>
void multiplyTile(const Bf16Product& product, const Panel& panel, int row, Fetching fetching)
{
    const std::uint16_t* activations[rows];
    __m512 sums[rows][sumsOfARow]; // every loop over it is unrolled, so that it lies in registers
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
        activations[r] = product.activations + std::size_t(row + r) * product.stride;
        sums[r][0] = sums[r][1] = _mm512_setzero_ps();
    }
    const std::uint16_t* weights = panel.weights;
    std::size_t pair = 0;
    for (; pair + sumsOfARow <= panel.pairs; pair += sumsOfARow) {
#pragma GCC unroll 2
        for (std::size_t i = 0; i < sumsOfARow; ++i) {
            _mm_prefetch(fetching.from, _MM_HINT_T0);
            fetching.from += fetching.bytesOfAPair;
            const __m512bh w = pairOfColumns(weights + i * pairSize);
#pragma GCC unroll 8
            for (int r = 0; r < rows; ++r)
                sums[r][i] = _mm512_dpbf16_ps(sums[r][i], w, twoActivations(activations[r] + 2 * (pair + i)));
        }
        weights += sumsOfARow * pairSize;
    }
    if (pair < panel.pairs) {
        const __m512bh w = pairOfColumns(weights);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
            sums[r][0] = _mm512_dpbf16_ps(sums[r][0], w, twoActivations(activations[r] + 2 * pair));
    }
    float* out = product.out + std::size_t(row) * product.outStride + panel.firstRow;
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r, out += product.outStride) {
        const __m512 dots = _mm512_add_ps(sums[r][0], sums[r][1]);
        _mm512_mask_storeu_ps(out, panel.wanted,
                              product.add ? _mm512_add_ps(_mm512_maskz_loadu_ps(panel.wanted, out), dots) : dots);
    }
}

void multiplyTile(const Bf16Product& product, const Panel& panel, int row, int rows, Fetching fetching)
{
    switch (rows) {
    case 1:
        return multiplyTile<1>(product, panel, row, fetching);
    case 2:
        return multiplyTile<2>(product, panel, row, fetching);
    case 3:
        return multiplyTile<3>(product, panel, row, fetching);
    case 4:
        return multiplyTile<4>(product, panel, row, fetching);
    case 5:
        return multiplyTile<5>(product, panel, row, fetching);
    case 6:
        return multiplyTile<6>(product, panel, row, fetching);
    case 7:
        return multiplyTile<7>(product, panel, row, fetching);
    default:
        return multiplyTile<mostTileRows>(product, panel, row, fetching);
    }
}

/// All activation rows, in tiles of almost the same number of them. One tile takes as long as its weights take from
/// memory; where there are more, each asks for its share of the next panel.
void multiplyPanel(const Bf16Product& product, const Panel& panel)
{
    constexpr std::size_t pairBytes = pairSize * sizeof(std::uint16_t), bytesAhead = 4096;
    const int tiles = (product.activationRows + mostTileRows - 1) / mostTileRows;
    const std::size_t bytes = panel.pairs * pairBytes;
    Fetching fetching = {reinterpret_cast<const char*>(panel.weights) + (tiles == 1 ? bytesAhead : bytes),
                         pairBytes / std::size_t(tiles)};
    for (int tile = 0, row = 0; tile < tiles; ++tile) {
        const int rows = (product.activationRows - row + tiles - tile - 1) / (tiles - tile);
        multiplyTile(product, panel, row, rows, fetching);
        row += rows;
        fetching.from += bytes / std::size_t(tiles);
    }
}

} // namespace

bool hasBf16Product()
{
    return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw");
}

void multiplyBf16(const Bf16Product& product, int begin, int end)
{
    const std::size_t pairs = (product.columns + 1) / 2;
    for (int first = begin / panelRows * panelRows; first < end; first += panelRows) {
        unsigned wanted = (1u << panelRows) - 1;
        if (first < begin)
            wanted &= wanted << (begin - first);
        if (end - first < panelRows)
            wanted &= (1u << (end - first)) - 1;
        multiplyPanel(
            product,
            {product.weights + std::size_t(first / panelRows) * pairs * pairSize, pairs, first, __mmask16(wanted)});
    }
}

void roundToBf16(const float* in, std::size_t columns, std::uint16_t* out, std::size_t stride)
{
    for (std::size_t i = 0; i < stride; i += 16) {
        const std::size_t left = i < columns ? columns - i : 0;
        const __mmask16 mask = left >= 16 ? __mmask16(0xffff) : __mmask16((1u << left) - 1);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i),
                            (__m256i)_mm512_cvtneps_pbh(_mm512_maskz_loadu_ps(mask, in + i)));
    }
}

} // namespace draftscope::cpu

#else

namespace draftscope::cpu {

bool hasBf16Product()
{
    return false;
}
void multiplyBf16(const Bf16Product&, int, int) {}
void roundToBf16(const float*, std::size_t, std::uint16_t*, std::size_t) {}

} // namespace draftscope::cpu

#endif
