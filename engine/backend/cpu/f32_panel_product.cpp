// SPDX-License-Identifier: MIT
// A panel becomes f32 once for all activation rows, which are f32 as well. Products of even columns and of odd ones have sums of
// their own, in the order of the columns, so bits depend on the two rows only.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/f32_panel_product.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

#include "engine/backend/cpu/quantised_product.h"
#include "engine/backend/cpu/unrolled-inl.h"
// behind unrolled-inl.h
#include "engine/backend/cpu/panel_weights-inl.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

/// out [column * panelRows + row] = a group of a panel in f32, for the rows of lanes from part * lanes on.
template <WeightType type>
HWY_INLINE void expandGroup(const std::uint8_t* header, const std::uint8_t* group, int part, float* out)
{
    constexpr PanelLayout layout = panelLayout(type);
    constexpr int vectors = groupVectors / layout.scalesOfGroup;
    const std::uint8_t* q = group + layout.scales + std::size_t(part * lanes * 4);
    unrolled<layout.scalesOfGroup>([&](auto half) INLINED {
        const GroupScales<type> scales(header + std::size_t(part * lanes * 2), group + std::size_t(part * lanes), half);
        Words fours[vectors];
        unrolled<vectors>([&](auto n) INLINED { fours[n] = loadVector<layout.bits, half * vectors + n>(q); });
        float* to = out + std::size_t(half * vectors) * 4 * panelRows + part * lanes;
        for (const Words four : fours)
            for (int shift = 24; shift >= 0; shift -= 8, to += panelRows) {
                const Words upper = hn::ShiftLeftSame(four, shift); // the column in the upper byte
                const Ints column = layout.bits == 8 ? hn::ShiftRight<24>(hn::BitCast(intTag, upper))
                                                     : hn::BitCast(intTag, hn::ShiftRight<24>(upper));
                Floats weight = hn::Mul(hn::ConvertTo(rowTag, column), scales.scale);
                if constexpr (GroupScales<type>::hasOffset)
                    weight = hn::Add(weight, scales.offset);
                hn::StoreU(weight, rowTag, to);
            }
    });
}

template <WeightType type>
HWY_NOINLINE void expandPanel(const std::uint8_t* at, int columns, float* out)
{
    constexpr PanelLayout layout = panelLayout(type);
    for (const std::uint8_t* const end = at + panelBytes(type, columns); at < end;) {
        const std::uint8_t* const header = at;
        at += layout.header;
        for (int group = 0; group < layout.groups; ++group, at += layout.group, out += groupSize * panelRows)
            for (int part = 0; part < panelRows / lanes; ++part)
                expandGroup<type>(header, at, part, out);
    }
}

/// dots [rows][panelRows] = activation rows, `stride` floats apart, times an expanded panel.
template <int rows>
HWY_NOINLINE void multiplyExpandedRows(const float* panel, int columns, const float* activations, std::size_t stride,
                                       float (*dots)[panelRows])
{
    for (int part = 0; part < panelRows / lanes; ++part) {
        Floats even[rows], odd[rows];
        unrolled<rows>([&](auto r) INLINED { even[r] = odd[r] = hn::Zero(rowTag); });
        const float* w = panel + part * lanes;
        for (int column = 0; column < columns; column += 2, w += 2 * panelRows) {
            const Floats first = hn::LoadU(rowTag, w), second = hn::LoadU(rowTag, w + panelRows);
            unrolled<rows>([&](auto r) INLINED {
                const float* x = activations + std::size_t(r) * stride + column;
                even[r] = hn::MulAdd(first, hn::Set(rowTag, x[0]), even[r]);
                odd[r] = hn::MulAdd(second, hn::Set(rowTag, x[1]), odd[r]);
            });
        }
        unrolled<rows>([&](auto r) INLINED { hn::StoreU(hn::Add(even[r], odd[r]), rowTag, dots[r] + part * lanes); });
    }
}

/// Activation rows from `row` on, as many as it takes together; how many they were.
int multiplyMostExpandedRows(const MatrixProduct& product, const float* panel, int row, float (*dots)[panelRows])
{
    const float* const activations = product.activations + std::size_t(row) * product.stride;
    switch (product.rows - row) {
    case 1:
        multiplyExpandedRows<1>(panel, product.weights.columns, activations, product.stride, dots);
        return 1;
    case 2:
    case 3:
        multiplyExpandedRows<2>(panel, product.weights.columns, activations, product.stride, dots);
        return 2;
    default:
        multiplyExpandedRows<4>(panel, product.weights.columns, activations, product.stride, dots);
        return 4;
    }
}

template <WeightType type>
void multiplyExpanded(const MatrixProduct& product, int begin, int end)
{
    const int columns = product.weights.columns;
    const auto* const panels = static_cast<const std::uint8_t*>(product.weights.data);
    static thread_local std::vector<float> expanded;
    expanded.resize(std::size_t(columns) * panelRows);
    for (int first = begin / panelRows * panelRows; first < end; first += panelRows) {
        expandPanel<type>(panels + std::size_t(first / panelRows) * panelBytes(type, columns), columns,
                          expanded.data());
        const int from = begin > first ? begin : first, until = end < first + panelRows ? end : first + panelRows;
        float dots[4][panelRows];
        for (int row = 0; row < product.rows;) {
            const int count = multiplyMostExpandedRows(product, expanded.data(), row, dots);
            for (int r = 0; r < count; ++r) {
                float* out = product.out + std::size_t(row + r) * product.outStride;
                for (int n = from; n < until; ++n)
                    out[n] = product.add ? out[n] + dots[r][n - first] : dots[r][n - first];
            }
            row += count;
        }
    }
}

void multiplyFloatPanelsHere(const MatrixProduct& product, int begin, int end)
{
    callWithQuantisedType(product.weights.type, [&](auto type) { multiplyExpanded<type>(product, begin, end); });
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(multiplyFloatPanelsHere);

void multiplyPanelsInF32(const MatrixProduct& product, int begin, int end)
{
    HWY_DYNAMIC_DISPATCH(multiplyFloatPanelsHere)(product, begin, end);
}

} // namespace draftscope::cpu
#endif
