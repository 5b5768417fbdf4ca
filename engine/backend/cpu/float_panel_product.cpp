// SPDX-License-Identifier: MIT
// Activation rows times f32, f16 or bf16 weights in panels (panel_layout.h). A lane of a vector is a weight row, so a
// column of a panel meets one activation of each row, and no sum goes over lanes. A dot product is the sum over
// stretches of columns of sums in the order of the columns, whatever tile it is computed in: so its bits depend on its
// two rows only.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/float_panel_product.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/float_panel_product.h"
#include "engine/backend/cpu/panel_layout.h"
#include "engine/backend/cpu/unrolled-inl.h"
#include "engine/model/pass_limits.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, floatPanelRows>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr int lanes = int(hn::MaxLanes(Tag()));
constexpr int panelVectors = floatPanelRows / lanes;

constexpr bool manyRegisters = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON;
/// Sums that a tile keeps in registers: fewer than eight would wait for one another, as a multiply-add takes four
/// cycles and two begin in one.
constexpr int tileSums = manyRegisters ? 16 : 8;
constexpr int registers = manyRegisters ? 32 : 16;
/// Columns that are summed up at a time: all activation rows meet them while the nearest cache has them.
constexpr int stretchColumns = 256;
constexpr int mostRows = maxRowsPerPass; ///< activation rows that share a stretch

/// Keeps a vector in a register, and what is computed in the order in which it is written. GCC would load what several
/// multiplications share again for each of them, and a sum that came around sooner than the others would wait for
/// itself.
HWY_INLINE Vector kept(Vector v)
{
#if HWY_COMPILER_GCC_ACTUAL && HWY_TARGET == HWY_AVX3
    asm volatile("" : "+v"(v.raw));
#elif HWY_COMPILER_GCC_ACTUAL && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4)
    asm volatile("" : "+x"(v.raw));
#endif
    return v;
}

/// sum + w * activation, in the register of the sum: GCC would let it move to that of an operand, run out of registers
/// and keep sums in memory.
HWY_INLINE Vector plusProduct(Vector sum, Vector w, Vector activation)
{
#if HWY_COMPILER_GCC_ACTUAL && HWY_TARGET == HWY_AVX2 && !defined(HWY_DISABLE_BMI2_FMA)
    asm volatile("vfmadd231ps %2, %1, %0" : "+x"(sum.raw) : "x"(w.raw), "x"(activation.raw));
    return sum;
#else
    return kept(hn::MulAdd(w, activation, sum));
#endif
}

/// Two columns of `lanes` rows.
template <WeightType type>
class ColumnPair {
public:
    /// `pair`: where the two columns of the panel begin. A load of bf16 has both, which are told apart in registers.
    HWY_INLINE ColumnPair(const std::uint8_t* pair, int vector)
        : m_at(pair + std::size_t(vector * lanes) * (isBf16 ? 4 : bytesPer(type)))
    {
        if constexpr (isBf16)
            m_both = kept(hn::LoadU(tag, reinterpret_cast<const float*>(m_at)));
    }
    /// As f32: the first (0) or the second (1).
    template <int which>
    [[nodiscard]] HWY_INLINE Vector column() const
    {
        if constexpr (isBf16) {
            const hn::RebindToUnsigned<Tag> words;
            const auto both = hn::BitCast(words, m_both);
            return hn::BitCast(tag, which == 0 ? hn::ShiftLeft<16>(both) : hn::And(both, hn::Set(words, 0xFFFF0000u)));
        } else if constexpr (type == WeightType::f16) {
            const hn::Rebind<hwy::float16_t, Tag> halves;
            return hn::PromoteTo(
                tag, hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(m_at) + which * floatPanelRows));
        } else {
            return hn::LoadU(tag, reinterpret_cast<const float*>(m_at) + which * floatPanelRows);
        }
    }

private:
    static constexpr bool isBf16 = type == WeightType::bf16;
    const std::uint8_t* m_at;
    Vector m_both = hn::Zero(tag); ///< of bf16
};

/// What a tile adds up: `columns` of some panels, the bytes of one apart, and of activation rows, `stride` floats
/// apart.
struct Stretch {
    const std::uint8_t* weights;
    std::size_t panelBytes;
    int columns; ///< even
    const float* activations;
    std::size_t stride;
    float* sums;       ///< [rows, sumsStride]
    bool isFirst;      ///< of the columns: `sums` are overwritten
    std::size_t ahead; ///< where memory is asked for later weights, so that it works meanwhile: bytes from `weights`
    std::size_t aheadOfAPair; ///< bytes by which that moves on at each pair of columns
};
constexpr int mostVectors = panelVectors > 4 ? panelVectors : 4; ///< of weights that a tile walks together
constexpr std::size_t sumsStride = std::size_t(mostVectors * lanes);

template <WeightType type, int panels, int rows>
HWY_NOINLINE void addStretch(const Stretch& s)
{
    constexpr int vectors = panels * panelVectors;
    constexpr std::size_t pairBytes = 2 * floatPanelRows * bytesPer(type);
    Vector sums[rows][vectors];
    const float* x[rows];
    unrolled<rows>([&](auto r) INLINED {
        x[r] = s.activations + std::size_t(r) * s.stride;
        // In a register: GCC would keep the distance of each row's every column from the first row, in memory.
        asm("" : "+r"(x[r]));
        unrolled<vectors>([&](auto v) INLINED { sums[r][v] = hn::Zero(tag); });
    });
    const std::uint8_t *at = s.weights, *ahead = at + s.ahead;
    const std::size_t panelBytes = s.panelBytes, aheadOfAPair = s.aheadOfAPair;
    for (int column = 0; column < s.columns; column += 2, at += pairBytes, ahead += aheadOfAPair) {
        unrolled<panels>([&](auto p) INLINED {
            unrolled<int(pairBytes + 63) / 64>([&](auto line) INLINED {
                hwy::Prefetch(ahead + std::size_t(p) * panelBytes + std::size_t(line) * 64);
            });
        });
        const auto weightsOf = [&](int v) INLINED {
            return ColumnPair<type>(at + std::size_t(v / panelVectors) * panelBytes, v % panelVectors);
        };
        const auto multiply = [&](const Vector* w, int which) INLINED {
            unrolled<rows>([&](auto r) INLINED {
                const Vector activation = kept(hn::Set(tag, x[r][column + which]));
                unrolled<vectors>([&](auto v) INLINED { sums[r][v] = plusProduct(sums[r][v], w[v], activation); });
            });
        };
        if constexpr (rows * vectors + 2 * vectors + 1 > registers) {
            // Of a pair of columns one at a time: the other has to be loaded again, but no sum has to leave its
            // register.
            unrolled<2>([&](auto which) INLINED {
                Vector w[vectors];
                unrolled<vectors>([&](auto v) INLINED { w[v] = kept(weightsOf(v).template column<which>()); });
                multiply(w, which);
            });
        } else {
            const auto pairs = [&]<int... v>(std::integer_sequence<int, v...>) INLINED
            {
                return std::array{weightsOf(v)...};
            }
            (std::make_integer_sequence<int, vectors>());
            unrolled<2>([&](auto which) INLINED {
                Vector w[vectors];
                unrolled<vectors>([&](auto v) INLINED { w[v] = pairs[v].template column<which>(); });
                multiply(w, which);
            });
        }
    }
    unrolled<rows>([&](auto r) INLINED {
        unrolled<vectors>([&](auto v) INLINED {
            float* const to = s.sums + std::size_t(r) * sumsStride + std::size_t(v * lanes);
            hn::StoreU(s.isFirst ? sums[r][v] : hn::Add(hn::LoadU(tag, to), sums[r][v]), tag, to);
        });
    });
}

/// Activation rows of a tile of so many panels, for which it has sums.
template <int panels>
constexpr int rowsOfTile = panels* panelVectors >= tileSums ? 1
    : panels* panelVectors * 8 <= tileSums                  ? 8
                                                            : tileSums / (panels * panelVectors);
/// The most that the last tile may have: as many as there are registers for, beside the weights of a column and an
/// activation. Where registers are many, tiles have eight rows anyway.
template <int panels>
constexpr int rowsOfLastTile = panels > 1 || manyRegisters
    ? rowsOfTile<panels>
    : std::max(rowsOfTile<1>, (registers - panelVectors - 1) / panelVectors);

/// How many of the rows that are left the next tile takes.
template <int panels>
constexpr int rowsOfNextTile(int left)
{
    if (left > rowsOfLastTile<panels>)
        return rowsOfTile<panels>;
    return left >= rowsOfTile<panels> || left < 4 ? left : 4;
}

template <WeightType type, int panels>
void addTile(const Stretch& s, int rows)
{
    unrolled<rowsOfLastTile<panels>>([&](auto before) {
        constexpr int these = before + 1;
        if constexpr (these == rowsOfNextTile<panels>(these))
            if (rows == these)
                addStretch<type, panels, these>(s);
    });
}

/// All `rows` activation rows with a stretch of the panels.
template <WeightType type, int panels>
void addRows(Stretch s, int rows)
{
    constexpr std::size_t pairBytes = 2 * floatPanelRows * bytesPer(type);
    std::size_t tiles = 0;
    for (int left = rows; left > 0; left -= rowsOfNextTile<panels>(left))
        ++tiles;
    // One tile takes as long as its weights take from memory. Where there are more, each asks for its share of the next
    // stretch.
    const std::size_t bytes = std::size_t(s.columns / 2) * pairBytes;
    s.ahead = tiles == 1 ? 4096 : bytes;
    s.aheadOfAPair = pairBytes / tiles;
    while (rows > 0) {
        const int these = rowsOfNextTile<panels>(rows);
        addTile<type, panels>(s, these);
        rows -= these;
        s.activations += std::size_t(these) * s.stride;
        s.sums += std::size_t(these) * sumsStride;
        s.ahead += bytes / tiles;
    }
}

/// Activation rows [row, row + rows) times `panels` panels from `panel` on, of whose rows [begin, end) are wanted.
template <WeightType type, int panels>
void multiplyTogether(const MatrixProduct& product, int panel, int begin, int end, int row, int rows)
{
    alignas(64) float sums[mostRows * sumsStride];
    const std::size_t bytes = floatPanelBytes(type, product.weights.columns);
    Stretch s = {};
    s.weights = static_cast<const std::uint8_t*>(product.weights.data) + std::size_t(panel) * bytes;
    s.panelBytes = bytes;
    s.activations = product.activations + std::size_t(row) * product.stride;
    s.stride = product.stride;
    s.sums = sums;
    const int columns = paddedTo(2, product.weights.columns);
    for (int column = 0; column < columns; column += stretchColumns) {
        s.columns = columns - column < stretchColumns ? columns - column : stretchColumns;
        s.isFirst = column == 0;
        addRows<type, panels>(s, rows);
        s.weights += stretchColumns * floatPanelRows * bytesPer(type);
        s.activations += stretchColumns;
    }
    const int first = panel * floatPanelRows;
    const int from = begin > first ? begin : first;
    const int until = end < first + panels * floatPanelRows ? end : first + panels * floatPanelRows;
    const bool add = product.add;
    for (int r = 0; r < rows; ++r) {
        float* const out = product.out + std::size_t(row + r) * product.outStride;
        const float* const sum = sums + std::size_t(r) * sumsStride;
        int n = from;
        for (; n + lanes <= until; n += lanes) {
            const Vector dots = hn::LoadU(tag, sum + (n - first));
            hn::StoreU(add ? hn::Add(hn::LoadU(tag, out + n), dots) : dots, tag, out + n);
        }
        for (; n < until; ++n)
            out[n] = add ? out[n] + sum[n - first] : sum[n - first];
    }
}

/// Panels that many activation rows walk together. A few rows walk more of them, so that they keep as many sums busy.
constexpr int panelsOfMany = panelVectors >= 2 ? 1 : 2 / panelVectors, panelsOfFew = mostVectors / panelVectors;

/// Activation rows [row, row + rows) times panelsOfFew panels. Rows that tiles of many leave over walk them all
/// together.
template <WeightType type>
void multiplyRows(const MatrixProduct& product, int panel, int begin, int end, int row, int rows)
{
    constexpr int fullTile = rowsOfTile<panelsOfMany>, most = rowsOfLastTile<panelsOfMany>;
    int left = rows;
    while (left > most)
        left -= fullTile;
    int few = panelsOfFew > panelsOfMany && left < fullTile ? std::min(left, rowsOfTile<panelsOfFew>) : 0;
    if (const int joining = left - few; joining > 0 && (rows == left || fullTile + joining > most))
        few = 0; // the tile before has no room for the others
    const int many = rows - few;
    for (int p = 0; p < panelsOfFew && many > 0; p += panelsOfMany)
        multiplyTogether<type, panelsOfMany>(product, panel + p, begin, end, row, many);
    if (few > 0)
        multiplyTogether<type, panelsOfFew>(product, panel, begin, end, row + many, few);
}

template <WeightType type>
void multiplyFloats(const MatrixProduct& product, int begin, int end)
{
    const int panels = (end + floatPanelRows - 1) / floatPanelRows;
    const auto eachRows = [&](const auto& multiplyThese) {
        for (int row = 0; row < product.rows; row += mostRows)
            multiplyThese(row, product.rows - row < mostRows ? product.rows - row : mostRows);
    };
    int panel = begin / floatPanelRows;
    for (; panel + panelsOfFew <= panels; panel += panelsOfFew)
        eachRows([&](int row, int rows) { multiplyRows<type>(product, panel, begin, end, row, rows); });
    for (; panel + panelsOfMany <= panels; panel += panelsOfMany)
        eachRows(
            [&](int row, int rows) { multiplyTogether<type, panelsOfMany>(product, panel, begin, end, row, rows); });
    for (; panel < panels; ++panel)
        eachRows([&](int row, int rows) { multiplyTogether<type, 1>(product, panel, begin, end, row, rows); });
}

void multiplyFloatsHere(const MatrixProduct& product, int begin, int end)
{
    switch (product.weights.type) {
    case WeightType::f32:
        return multiplyFloats<WeightType::f32>(product, begin, end);
    case WeightType::f16:
        return multiplyFloats<WeightType::f16>(product, begin, end);
    case WeightType::bf16:
        return multiplyFloats<WeightType::bf16>(product, begin, end);
    default: // quantised: quantised_product.h
        break;
    }
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(multiplyFloatsHere);

void multiplyFloatPanels(const MatrixProduct& product, int begin, int end)
{
    HWY_DYNAMIC_DISPATCH(multiplyFloatsHere)(product, begin, end);
}

} // namespace draftscope::cpu
#endif
