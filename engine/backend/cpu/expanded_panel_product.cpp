// SPDX-License-Identifier: MIT
// A panel becomes f32, a stretch of it at a time, and meets all activation rows, which are f32 as well. Products of
// even columns and of odd ones have sums of their own, in the order of the columns, so bits depend on the two rows
// only.
#include <cstddef>
#include <cstdint>

#define DRAFTSCOPE_WANTS_AVX3_DL // panels are as quantised_product.cpp wants them
#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/expanded_panel_product.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

#include "engine/backend/cpu/quantised_product.h"
#include "engine/backend/cpu/unrolled-inl.h"
// behind unrolled-inl.h
#include "engine/backend/cpu/panel_weights-inl.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

using Vectors = RowVectors<panelRows>;
using Floats = Vectors::Floats;
constexpr Vectors::RowTag rowTag;
constexpr int lanes = Vectors::lanes;

/// out [column * panelRows + row] = a group of a panel in f32, for the rows of lanes from part * lanes on.
template <WeightType type>
HWY_INLINE void expandGroup(const std::uint8_t* header, const std::uint8_t* group, int part, float* out)
{
    constexpr PanelLayout layout = panelLayout(type, panelRows);
    constexpr int vectors = groupVectors / layout.scalesOfGroup;
    const std::uint8_t* q = group + layout.scales + std::size_t(part * lanes * 4);
    unrolled<layout.scalesOfGroup>([&](auto half) INLINED {
        const GroupScales<type, Vectors> scales(header + std::size_t(part * lanes * 2),
                                                group + std::size_t(part * lanes), half);
        Vectors::Words fours[vectors];
        unrolled<vectors>([&](auto n) INLINED { fours[n] = loadVector<layout.bits, half * vectors + n, Vectors>(q); });
        float* to = out + std::size_t(half * vectors) * 4 * panelRows + part * lanes;
        for (const Vectors::Words four : fours)
            for (int shift = 24; shift >= 0; shift -= 8, to += panelRows) {
                const Vectors::Words upper = hn::ShiftLeftSame(four, shift); // the column in the upper byte
                const auto column = layout.bits == 8 ? hn::ShiftRight<24>(hn::BitCast(Vectors::IntTag(), upper))
                                                     : hn::BitCast(Vectors::IntTag(), hn::ShiftRight<24>(upper));
                Floats weight = hn::Mul(hn::ConvertTo(rowTag, column), scales.scale);
                if constexpr (GroupScales<type, Vectors>::hasOffset)
                    weight = hn::Add(weight, scales.offset);
                hn::StoreU(weight, rowTag, to);
            }
    });
}

template <WeightType type>
HWY_NOINLINE void expandPanel(const std::uint8_t* at, int columns, float* out)
{
    constexpr PanelLayout layout = panelLayout(type, panelRows);
    for (const std::uint8_t* const end = at + panelBytes(layout, columns); at < end;) {
        const std::uint8_t* const header = at;
        at += layout.header;
        for (int group = 0; group < layout.groups; ++group, at += layout.group, out += groupSize * panelRows)
            for (int part = 0; part < panelRows / lanes; ++part)
                expandGroup<type>(header, at, part, out);
    }
}

/// Of activation rows with a panel: what even columns have come to, and odd ones.
using Sums = float[2][panelRows];

/// Adds the products of some columns of activation rows, `stride` floats apart, and an expanded panel.
template <int rows>
HWY_NOINLINE void addProducts(const float* panel, int columns, const float* activations, std::size_t stride, Sums* sums)
{
    for (int part = 0; part < panelRows / lanes; ++part) {
        Floats even[rows], odd[rows];
        unrolled<rows>([&](auto r) INLINED {
            even[r] = hn::LoadU(rowTag, sums[r][0] + part * lanes);
            odd[r] = hn::LoadU(rowTag, sums[r][1] + part * lanes);
        });
        const float* w = panel + part * lanes;
        for (int column = 0; column < columns; column += 2, w += 2 * panelRows) {
            const Floats first = hn::LoadU(rowTag, w), second = hn::LoadU(rowTag, w + panelRows);
            unrolled<rows>([&](auto r) INLINED {
                const float* x = activations + std::size_t(r) * stride + column;
                even[r] = hn::MulAdd(first, hn::Set(rowTag, x[0]), even[r]);
                odd[r] = hn::MulAdd(second, hn::Set(rowTag, x[1]), odd[r]);
            });
        }
        unrolled<rows>([&](auto r) INLINED {
            hn::StoreU(even[r], rowTag, sums[r][0] + part * lanes);
            hn::StoreU(odd[r], rowTag, sums[r][1] + part * lanes);
        });
    }
}

void addAllProducts(const float* panel, int columns, const float* activations, std::size_t stride, int rows, Sums* sums)
{
    int row = 0;
    for (; row + 4 <= rows; row += 4)
        addProducts<4>(panel, columns, activations + std::size_t(row) * stride, stride, sums + row);
    for (; row + 2 <= rows; row += 2)
        addProducts<2>(panel, columns, activations + std::size_t(row) * stride, stride, sums + row);
    if (row < rows)
        addProducts<1>(panel, columns, activations + std::size_t(row) * stride, stride, sums + row);
}

/// Activation rows [row, row + rows) times a panel, of whose rows [begin, end) are wanted. A stretch of the panel is
/// expanded at a time, which the nearest cache holds.
template <WeightType type, int mostRows>
void multiplyPanel(const MatrixProduct& product, int panel, int begin, int end, int row, int rows)
{
    constexpr int stretch = 256; // columns: whole blocks of every type
    alignas(64) float expanded[stretch * panelRows];
    Sums sums[mostRows] = {};
    const int columns = product.weights.columns;
    const auto* const at = static_cast<const std::uint8_t*>(product.weights.data)
        + std::size_t(panel) * panelBytes(panelLayout(type, panelRows), columns);
    const float* const activations = product.activations + std::size_t(row) * product.stride;
    for (int column = 0; column < columns; column += stretch) {
        const int count = columns - column < stretch ? columns - column : stretch;
        expandPanel<type>(at + panelBytes(panelLayout(type, panelRows), column), count, expanded);
        addAllProducts(expanded, count, activations + column, product.stride, rows, sums);
    }
    for (int r = 0; r < rows; ++r) {
        float* out = product.out + std::size_t(row + r) * product.outStride;
        for (int n = begin; n < end; ++n) {
            const float dot = sums[r][0][n - panel * panelRows] + sums[r][1][n - panel * panelRows];
            out[n] = product.add ? out[n] + dot : dot;
        }
    }
}

template <WeightType type>
void multiplyExpanded(const MatrixProduct& product, int begin, int end)
{
    constexpr int mostRows = 64; // of activations that share an expanded panel
    for (int panel = begin / panelRows; panel * panelRows < end; ++panel) {
        const int first = panel * panelRows;
        const int from = begin > first ? begin : first, until = end < first + panelRows ? end : first + panelRows;
        for (int row = 0; row < product.rows; row += mostRows)
            multiplyPanel<type, mostRows>(product, panel, from, until, row,
                                          product.rows - row < mostRows ? product.rows - row : mostRows);
    }
}

void multiplyExpandedHere(const MatrixProduct& product, int begin, int end)
{
    callWithQuantisedType(product.weights.type, [&](auto type) { multiplyExpanded<type>(product, begin, end); });
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(multiplyExpandedHere);

void multiplyPanelsInF32(const MatrixProduct& product, int begin, int end)
{
    HWY_DYNAMIC_DISPATCH(multiplyExpandedHere)(product, begin, end);
}

} // namespace draftscope::cpu
#endif
