// SPDX-License-Identifier: MIT
// A tile is a panel of weights and some activation rows. Of each group of 32 columns it sums up products of whole
// numbers, of all weight rows at a time, one in each 32-bit lane, and adds the sum times both scales to f32 sums. What
// is added to stored q (storedZero()), and m of the types that have one, meets the sum of the group's activations.
// Groups are added in the order of the columns, whatever the tile, so bits depend on the two rows only.
#include <cstdint>
#include <cstring>

#define DRAFTSCOPE_WANTS_AVX3_DL // it has VNNI
#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/quantised_product.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/panel_layout.h"
#include "engine/backend/cpu/quantised_product.h"
#include "engine/backend/cpu/unrolled-inl.h"
// behind unrolled-inl.h
#include "engine/backend/cpu/panel_weights-inl.h"
// behind panel_weights-inl.h
#include "engine/backend/cpu/byte_products-inl.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

/// Activation rows of a tile that the registers have room for.
constexpr int mostTileRows = HWY_TARGET == HWY_AVX3_DL ? 8 : 4;

/// Adds a group of the panel to the sums of each activation row. `activations` are `stride` groups apart.
template <WeightType type, class Vectors, int rows>
HWY_INLINE void addGroup(const std::uint8_t* header, const std::uint8_t* group, const ActivationGroup* activations,
                         std::size_t stride, int part, typename Vectors::Floats (&sums)[rows])
{
    constexpr PanelLayout layout = panelLayout(type, panelRows);
    constexpr int count = groupVectors / layout.scalesOfGroup, lanes = Vectors::lanes;
    constexpr typename Vectors::RowTag tag;
    const std::uint8_t* q = group + layout.scales + std::size_t(part * lanes * 4);
    const ActivationGroup* x[rows];
    unrolled<rows>([&](auto r) INLINED {
        x[r] = activations + std::size_t(r) * stride;
        // In a register: GCC would keep the distance of each row's every column from the first row, in memory.
        asm("" : "+r"(x[r]));
    });
    unrolled<layout.scalesOfGroup>([&](auto half) INLINED {
        using Products = ByteProducts<layout.bits, Vectors>;
        Products products[rows];
        unrolled<count>([&](auto n) INLINED {
            constexpr int k = half * count + n;
            const auto weights = Products::prepared(loadVector<layout.bits, k, Vectors>(q));
            unrolled<rows>([&](auto r) INLINED { products[r].template add<n>(weights, x[r]->q + 4 * k); });
        });
        using Scales = GroupScales<type, Vectors>;
        const Scales scales(header + std::size_t(part * lanes * 2), group + std::size_t(part * lanes), half);
        unrolled<rows>([&](auto r) INLINED {
            const auto scale = hn::Mul(scales.scale, hn::Set(tag, x[r]->scale));
            const int whole = layout.scalesOfGroup == 2 ? x[r]->halves[half] : x[r]->whole();
            sums[r] = hn::MulAdd(hn::ConvertTo(tag, products[r].sum(whole)), scale, sums[r]);
            if constexpr (Scales::hasOffset) {
                const float sum = layout.scalesOfGroup == 2 ? x[r]->scale * float(whole) : x[r]->sum;
                sums[r] = hn::MulAdd(scales.offset, hn::Set(tag, sum), sums[r]);
            }
        });
    });
}

/// Lanes [begin, end) of `dots` to out, or added to it.
template <class Vectors>
HWY_INLINE void put(typename Vectors::Floats dots, int begin, int end, bool add, float* out)
{
    constexpr typename Vectors::RowTag tag;
    constexpr int lanes = Vectors::lanes;
    if (begin <= 0 && end >= lanes) {
        hn::StoreU(add ? hn::Add(hn::LoadU(tag, out), dots) : dots, tag, out);
        return;
    }
    float all[lanes];
    hn::StoreU(dots, tag, all);
    for (int i = begin > 0 ? begin : 0; i < (end < lanes ? end : lanes); ++i)
        out[i] = add ? out[i] + all[i] : all[i];
}

/// `rows` activation rows from `row` on times a panel, of whose rows [begin, end) are wanted. The first tile to meet
/// these weights asks for the next ones, so that memory works while the other tiles compute. Those ask for what they
/// are about to read: no slower than not to ask, and a template parameter less, which doubled what is compiled.
template <WeightType type, int rows>
HWY_NOINLINE void tile(const MatrixProduct& product, int panel, int begin, int end, int row)
{
    constexpr PanelLayout layout = panelLayout(type, panelRows);
    // One row waits for memory, where vectors of half the size were faster (Zen 4); both parts of a panel are summed up
    // together.
    constexpr bool isNarrow = panelRows == 16 && rows == 1;
    using Vectors = RowVectors<isNarrow ? panelRows / 2 : panelRows>;
    constexpr int lanes = Vectors::lanes, together = isNarrow ? 2 : 1;
    const std::size_t bytes = panelBytes(layout, product.weights.columns);
    // One row takes as long as its weights take from memory, and a few hardly longer; where there are more, the next
    // panel has time.
    constexpr bool areFew = rows <= 4 && panelRows == 16;
    const std::size_t ahead = row > 0 ? 0 : rows == 1 ? 4096 : areFew ? 8192 : bytes;
    const std::size_t stride = product.stride / activationGroupFloats;
    const auto* from = static_cast<const std::uint8_t*>(product.weights.data) + std::size_t(panel) * bytes;
    const auto* activations =
        reinterpret_cast<const ActivationGroup*>(product.activations + std::size_t(row) * product.stride);
    for (int part = 0; part < panelRows / lanes; part += together) {
        typename Vectors::Floats sums[together][rows];
        unrolled<together>([&](auto p) INLINED {
            unrolled<rows>([&](auto r) INLINED { sums[p][r] = hn::Zero(typename Vectors::RowTag()); });
        });
        const ActivationGroup* x = activations;
        for (const std::uint8_t* at = from; at < from + bytes;) {
            const std::uint8_t* header = at;
            at += layout.header;
            for (int group = 0; group < layout.groups; ++group, ++x, at += layout.group) {
                unrolled<int(layout.block / layout.groups + 63) / 64>(
                    [&](auto line) INLINED { hwy::Prefetch(at + ahead + std::size_t(line) * 64); });
                unrolled<together>(
                    [&](auto p) INLINED { addGroup<type, Vectors, rows>(header, at, x, stride, part + p, sums[p]); });
            }
        }
        unrolled<together>([&](auto p) INLINED {
            const int first = panel * panelRows + (part + p) * lanes;
            unrolled<rows>([&](auto r) INLINED {
                float* const out = product.out + std::size_t(row + r) * product.outStride + first;
                put<Vectors>(sums[p][r], begin - first, end - first, product.add, out);
            });
        });
    }
}

/// The most rows that a tile takes of those from `row` on; how many they were. Rows that are left over are one tile as
/// well, since every tile reads the whole panel.
template <WeightType type, int rows = mostTileRows>
int tileOfMostRows(const MatrixProduct& product, int panel, int begin, int end, int row)
{
    if constexpr (rows > 1)
        if (product.rows - row < rows)
            return tileOfMostRows<type, rows - 1>(product, panel, begin, end, row);
    tile<type, rows>(product, panel, begin, end, row);
    return rows;
}

template <WeightType type>
void multiplyType(const MatrixProduct& product, int begin, int end)
{
    for (int panel = begin / panelRows; panel * panelRows < end; ++panel) {
        const int from = begin > panel * panelRows ? begin : panel * panelRows;
        const int until = end < (panel + 1) * panelRows ? end : (panel + 1) * panelRows;
        for (int row = 0; row < product.rows;)
            row += tileOfMostRows<type>(product, panel, from, until, row);
    }
}

void multiplyPanelsHere(const MatrixProduct& product, int begin, int end)
{
    callWithQuantisedType(product.weights.type, [&](auto type) { multiplyType<type>(product, begin, end); });
}

int panelRowsHere()
{
    return panelRows;
}

void quantiseHere(const float* in, int columns, ActivationGroup* out)
{
    using Vectors = RowVectors<panelRows>;
    using Floats = Vectors::Floats;
    using Ints = Vectors::Ints;
    constexpr Vectors::RowTag rowTag;
    constexpr Vectors::IntTag intTag;
    constexpr int lanes = Vectors::lanes;
    const hn::Rebind<std::int8_t, Vectors::RowTag> bytes;
    for (int column = 0; column < columns; column += groupSize, in += groupSize, ++out) {
        Floats most = hn::Zero(rowTag), nothing = hn::Zero(rowTag);
        for (int i = 0; i < groupSize; i += lanes) {
            const Floats v = hn::LoadU(rowTag, in + i);
            most = hn::Max(most, hn::Abs(v));
            nothing = hn::MulAdd(v, hn::Zero(rowTag), nothing); // NaN where an activation is not finite
        }
        const float largest = hn::GetLane(hn::MaxOfLanes(rowTag, most));
        const Floats perUnit = hn::Set(rowTag, largest > 1e-35f ? 127 / largest : 0.0f);
        for (int half = 0; half < 2; ++half) {
            Ints sum = hn::Zero(intTag);
            for (int i = 16 * half; i < 16 * (half + 1); i += lanes) {
                const Ints q = hn::NearestInt(hn::Mul(hn::LoadU(rowTag, in + i), perUnit));
                sum = hn::Add(sum, q);
                hn::StoreU(hn::DemoteTo(bytes, q), bytes, out->q + i);
            }
            out->halves[half] = hn::GetLane(hn::SumOfLanes(intTag, sum));
        }
        out->scale = largest / 127 + hn::GetLane(hn::SumOfLanes(rowTag, nothing));
        out->sum = out->scale * float(out->whole());
    }
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(multiplyPanelsHere);
HWY_EXPORT(panelRowsHere);
HWY_EXPORT(quantiseHere);

int quantisedPanelRows()
{
    return HWY_DYNAMIC_DISPATCH(panelRowsHere)();
}

void multiplyPanels(const MatrixProduct& product, int begin, int end)
{
    HWY_DYNAMIC_DISPATCH(multiplyPanelsHere)(product, begin, end);
}

void quantiseActivations(const float* in, int columns, ActivationGroup* out)
{
    HWY_DYNAMIC_DISPATCH(quantiseHere)(in, columns, out);
}

} // namespace draftscope::cpu
#endif
