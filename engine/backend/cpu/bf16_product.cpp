// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/bf16_product.h"

#if defined(__AVX512BF16__)
#pragma GCC diagnostic ignored "-Wuninitialized" // GCC 12 finds fault with its own header
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>

namespace draftscope::cpu {
namespace {

constexpr std::size_t block = 32; ///< columns that one instruction takes
constexpr int group = 4;          ///< weight rows that meet all activation rows before the next ones are read

inline __m512bh load(const std::uint16_t* values)
{
    return (__m512bh)_mm512_loadu_si512(values);
}

/// The columns behind the last whole block; what is not there is 0 and adds nothing.
inline __m512bh loadLast(const std::uint16_t* values, std::size_t count)
{
    return (__m512bh)_mm512_maskz_loadu_epi16(__mmask32((std::uint64_t(1) << count) - 1), values);
}

/// Adds up the lanes of four vectors, each in the same order, out [4]: a transposition shares its steps among them.
inline void sumLanes(__m512 a, __m512 b, __m512 c, __m512 d, float* out)
{
    const __m512 ac = _mm512_add_ps(_mm512_unpacklo_ps(a, c), _mm512_unpackhi_ps(a, c));
    const __m512 bd = _mm512_add_ps(_mm512_unpacklo_ps(b, d), _mm512_unpackhi_ps(b, d));
    const __m512 all = _mm512_add_ps(_mm512_unpacklo_ps(ac, bd), _mm512_unpackhi_ps(ac, bd));
    const __m512 halves = _mm512_add_ps(all, _mm512_shuffle_f32x4(all, all, _MM_SHUFFLE(1, 0, 3, 2)));
    const __m512 sums = _mm512_add_ps(halves, _mm512_shuffle_f32x4(halves, halves, _MM_SHUFFLE(2, 3, 0, 1)));
    _mm_storeu_ps(out, _mm512_castps512_ps128(sums));
}

/// Writes the dot products of an activation row with `weightRows` weight rows from weightRow on, of which sums [group]
/// has the lanes.
template <int weightRows>
inline void put(const Bf16Product& product, int weightRow, int row, const __m512 (&sums)[group])
{
    float dots[group];
    sumLanes(sums[0], sums[1], sums[2], sums[3], dots);
    float* out = product.out + std::size_t(row) * product.outStride + std::size_t(weightRow);
    for (int w = 0; w < weightRows; ++w)
        out[w] = product.add ? out[w] + dots[w] : dots[w];
}

/// One activation row takes as long as its weights take from memory: they are read as one stream.
template <int weightRows>
void multiplyOneRow(const Bf16Product& product, int weightRow)
{
    constexpr std::size_t bytesAhead = 4096;
    const std::size_t whole = product.columns / block * block;
    const std::uint16_t* weights = product.weights + std::size_t(weightRow) * product.columns;
    __m512 sums[group] = {_mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps()};
    for (int w = 0; w < weightRows; ++w, weights += product.columns) {
        __m512 sum = _mm512_setzero_ps();
        for (std::size_t column = 0; column < whole; column += block) {
            _mm_prefetch(reinterpret_cast<const char*>(weights + column) + bytesAhead, _MM_HINT_T0);
            sum = _mm512_dpbf16_ps(sum, load(weights + column), load(product.activations + column));
        }
        if (whole < product.columns)
            sum = _mm512_dpbf16_ps(sum, loadLast(weights + whole, product.columns - whole),
                                   load(product.activations + whole));
        sums[w] = sum;
    }
    put<weightRows>(product, weightRow, 0, sums);
}

/// Asks memory for weights that later groups need, some cache lines with every block that is computed, in the order in
/// which they lie there.
template <int lines>
class Prefetcher {
public:
    explicit Prefetcher(const std::uint16_t* from) : m_at(reinterpret_cast<const char*>(from)) {}
    void step()
    {
#pragma GCC unroll 4
        for (int line = 0; line < lines; ++line)
            _mm_prefetch(m_at + 64 * line, _MM_HINT_T0);
        m_at += 64 * lines;
    }

private:
    const char* m_at;
};

template <int weightRows, int activationRows, int fetchedLines>
void tile(const Bf16Product& product, int weightRow, int row, const std::uint16_t* toFetch)
{
    const std::size_t columns = product.columns, whole = columns / block * block;
    const std::uint16_t* weights = product.weights + std::size_t(weightRow) * columns;
    const std::uint16_t* activations = product.activations + std::size_t(row) * product.stride;
    Prefetcher<fetchedLines> prefetcher(toFetch);

    __m512 sums[activationRows][group]; // every loop over it is unrolled, so that it lies in registers
#pragma GCC unroll 8
    for (int r = 0; r < activationRows; ++r) {
#pragma GCC unroll 8
        for (int w = 0; w < group; ++w)
            sums[r][w] = _mm512_setzero_ps();
    }
    for (std::size_t column = 0; column < whole; column += block) {
        prefetcher.step();
        __m512bh weight[weightRows];
#pragma GCC unroll 8
        for (int w = 0; w < weightRows; ++w)
            weight[w] = load(weights + std::size_t(w) * columns + column);
#pragma GCC unroll 8
        for (int r = 0; r < activationRows; ++r) {
            const __m512bh x = load(activations + std::size_t(r) * product.stride + column);
#pragma GCC unroll 8
            for (int w = 0; w < weightRows; ++w)
                sums[r][w] = _mm512_dpbf16_ps(sums[r][w], weight[w], x);
        }
    }
    if (whole < columns) {
#pragma GCC unroll 8
        for (int w = 0; w < weightRows; ++w) {
            const __m512bh weight = loadLast(weights + std::size_t(w) * columns + whole, columns - whole);
#pragma GCC unroll 8
            for (int r = 0; r < activationRows; ++r)
                sums[r][w] =
                    _mm512_dpbf16_ps(sums[r][w], weight, load(activations + std::size_t(r) * product.stride + whole));
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < activationRows; ++r)
        put<weightRows>(product, weightRow, row + r, sums[r]);
}

/// Activation rows that the next tile takes of so many that are left.
constexpr int tileRows(int left)
{
    return left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

/// All tiles of a group of weight rows. They share the work of asking for weights that are needed later: those that lie
/// as far ahead as memory is slow, and at least a group.
template <int weightRows, int fetchedLines>
void multiplyGroup(const Bf16Product& product, int weightRow)
{
    constexpr std::size_t leastAhead = 8192 / sizeof(std::uint16_t);
    const std::size_t size = std::size_t(group) * product.columns;
    const std::uint16_t* toFetch =
        product.weights + std::size_t(weightRow) * product.columns + (size < leastAhead ? leastAhead : size);
    for (int row = 0; row < product.activationRows; row += tileRows(product.activationRows - row)) {
        switch (tileRows(product.activationRows - row)) {
        case 1:
            tile<weightRows, 1, fetchedLines>(product, weightRow, row, toFetch);
            break;
        case 2:
            tile<weightRows, 2, fetchedLines>(product, weightRow, row, toFetch);
            break;
        default:
            tile<weightRows, 4, fetchedLines>(product, weightRow, row, toFetch);
        }
        toFetch += product.columns * std::size_t(fetchedLines);
    }
}

template <int weightRows>
void multiplyGroups(const Bf16Product& product, int begin, int end)
{
    for (int weightRow = begin; weightRow < end; weightRow += weightRows) {
        if (product.activationRows <= 4) // one tile, or two of which one is small
            multiplyGroup<weightRows, 4>(product, weightRow);
        else if (product.activationRows <= 8)
            multiplyGroup<weightRows, 2>(product, weightRow);
        else
            multiplyGroup<weightRows, 1>(product, weightRow);
    }
}

} // namespace

bool hasBf16Product()
{
    return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw");
}

void multiplyBf16(const Bf16Product& product, int begin, int end)
{
    if (product.activationRows == 1) {
        int weightRow = begin;
        for (; weightRow + group <= end; weightRow += group)
            multiplyOneRow<group>(product, weightRow);
        for (; weightRow < end; ++weightRow)
            multiplyOneRow<1>(product, weightRow);
        return;
    }
    const int groupsEnd = begin + (end - begin) / group * group;
    multiplyGroups<group>(product, begin, groupsEnd);
    multiplyGroups<1>(product, groupsEnd, end);
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
