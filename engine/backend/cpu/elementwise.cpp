// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/elementwise.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "engine/backend/cpu/bf16_product.h"
#include "engine/backend/cpu/kernels.h"
#include "engine/backend/cpu/quantised_product.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr int lanes = int(hn::MaxLanes(Tag()));

/// loadPart() and storePart() at a tail, apart from them: what is done for every vector then fits into its caller.
HWY_NOINLINE Vector loadTail(const float* x, int i, int size)
{
    alignas(64) float part[16] = {};
    if (i < size)
        std::memcpy(part, x + i, std::size_t(size - i) * sizeof(float));
    return hn::Load(tag, part);
}

HWY_NOINLINE void storeTail(Vector v, float* x, int i, int size)
{
    alignas(64) float part[16];
    hn::Store(v, tag, part);
    std::memcpy(x + i, part, std::size_t(std::max(0, size - i)) * sizeof(float));
}

/// The vector at x + i, zeros from `size` on: a tail goes through the same arithmetic as whole vectors.
HWY_INLINE Vector loadPart(const float* x, int i, int size)
{
    return i + lanes <= size ? hn::LoadU(tag, x + i) : loadTail(x, i, size);
}

HWY_INLINE void storePart(Vector v, float* x, int i, int size)
{
    if (i + lanes <= size)
        hn::StoreU(v, tag, x + i);
    else
        storeTail(v, x, i, size);
}

bool convertsFloat16Here()
{
#if HWY_ARCH_X86
    return HWY_TARGET <= HWY_AVX2; // the newer, the smaller
#else
    return HWY_TARGET == HWY_NEON;
#endif
}

void roundToFloat16Here(const float* in, int count, Float16* out, int padded)
{
    const hn::Rebind<hwy::float16_t, Tag> halves;
    const Vector largest = hn::Set(tag, 65504.0f);
    for (int i = 0; i < padded; i += lanes) {
        const Vector x = loadPart(in, i, count);
        const Vector within = hn::Max(hn::Neg(largest), hn::Min(largest, x)); // a number also where x is none
        hn::StoreU(hn::DemoteTo(halves, hn::IfThenElse(hn::IsNaN(x), x, within)), halves,
                   reinterpret_cast<hwy::float16_t*>(out + i));
    }
}

void rmsNormHere(const float* x, const float* weight, int size, float epsilon, float* out)
{
    Vector squares = hn::Zero(tag);
    for (int i = 0; i < size; i += lanes) {
        const Vector v = loadPart(x, i, size);
        squares = hn::MulAdd(v, v, squares);
    }
    const float mean = hn::GetLane(hn::SumOfLanes(tag, squares)) / float(size);
    const Vector factor = hn::Set(tag, 1.0f / std::sqrt(mean + epsilon));
    for (int i = 0; i < size; i += lanes)
        storePart(hn::Mul(loadPart(weight, i, size), hn::Mul(loadPart(x, i, size), factor)), out, i, size);
}

void layerNormHere(const float* x, const float* weight, const float* bias, int size, float epsilon, float* out)
{
    Vector sum = hn::Zero(tag);
    for (int i = 0; i < size; i += lanes)
        sum = hn::Add(sum, loadPart(x, i, size));
    const Vector mean = hn::Set(tag, hn::GetLane(hn::SumOfLanes(tag, sum)) / float(size));
    Vector squares = hn::Zero(tag);
    for (int i = 0; i < size; i += lanes) {
        const auto isThere = hn::FirstN(tag, std::size_t(std::min(lanes, size - i)));
        const Vector v = hn::IfThenElseZero(isThere, hn::Sub(loadPart(x, i, size), mean));
        squares = hn::MulAdd(v, v, squares);
    }
    const float variance = hn::GetLane(hn::SumOfLanes(tag, squares)) / float(size);
    const Vector factor = hn::Set(tag, 1.0f / std::sqrt(variance + epsilon));
    for (int i = 0; i < size; i += lanes) {
        const Vector normal = hn::Mul(hn::Sub(loadPart(x, i, size), mean), factor);
        storePart(hn::Add(hn::Mul(loadPart(weight, i, size), normal), loadPart(bias, i, size)), out, i, size);
    }
}

/// (1 + tanh u) / 2 is the logistic function of 2u.
HWY_INLINE Vector geluTanhOf(Vector v)
{
    constexpr float twiceRoot = 1.5957691216f, cubic = 0.044715f; // 2 * sqrt(2 / pi)
    const Vector one = hn::Set(tag, 1.0f), most = hn::Set(tag, 88.0f);
    const Vector cube = hn::Mul(hn::Mul(v, v), v);
    const Vector u = hn::Mul(hn::Set(tag, twiceRoot), hn::Add(v, hn::Mul(hn::Set(tag, cubic), cube)));
    const Vector e = hn::Exp(tag, hn::Min(hn::Neg(u), most));
    return hn::Div(v, hn::Add(one, e));
}

void geluTanhHere(float* x, int size)
{
    for (int i = 0; i < size; i += lanes)
        storePart(geluTanhOf(loadPart(x, i, size)), x, i, size);
}

void gegluHere(float* gate, const float* up, int size)
{
    for (int i = 0; i < size; i += lanes)
        storePart(hn::Mul(geluTanhOf(loadPart(gate, i, size)), loadPart(up, i, size)), gate, i, size);
}

void softCapHere(float* x, int size, float cap)
{
    const Vector most = hn::Set(tag, cap);
    for (int i = 0; i < size; i += lanes)
        storePart(hn::Mul(most, hn::Tanh(tag, hn::Div(loadPart(x, i, size), most))), x, i, size);
}

void swigluHere(float* gate, const float* up, int size)
{
    const Vector one = hn::Set(tag, 1.0f), most = hn::Set(tag, 88.0f);
    for (int i = 0; i < size; i += lanes) {
        const Vector g = loadPart(gate, i, size);
        const Vector e = hn::Exp(tag, hn::Min(hn::Neg(g), most));
        storePart(hn::Mul(hn::Div(g, hn::Add(one, e)), loadPart(up, i, size)), gate, i, size);
    }
}

void halvesToFloats(const hwy::float16_t* in, int size, float* out)
{
    const hn::Rebind<hwy::float16_t, Tag> halves;
    alignas(64) hwy::float16_t part[16];
    for (int i = 0; i < size; i += lanes) {
        std::memcpy(part, in + i, std::size_t(std::min(lanes, size - i)) * 2);
        storePart(hn::PromoteTo(tag, hn::Load(halves, part)), out, i, size);
    }
}

const char* targetNameHere()
{
    return hwy::TargetName(HWY_TARGET);
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "engine/backend/cpu/cpu_forward_pass.h"

namespace draftscope {

namespace cpu {

HWY_EXPORT(convertsFloat16Here);
HWY_EXPORT(roundToFloat16Here);
HWY_EXPORT(rmsNormHere);
HWY_EXPORT(layerNormHere);
HWY_EXPORT(geluTanhHere);
HWY_EXPORT(swigluHere);
HWY_EXPORT(gegluHere);
HWY_EXPORT(softCapHere);
HWY_EXPORT(halvesToFloats);
HWY_EXPORT(targetNameHere);

void packActivations(Packing packing, const float* in, int columns, float* out)
{
    if (packing == Packing::int8Groups)
        return quantiseActivations(in, columns, reinterpret_cast<ActivationGroup*>(out));
    if (packing == Packing::bf16)
        return roundToBf16(in, std::size_t(columns), reinterpret_cast<std::uint16_t*>(out),
                           std::size_t(paddedTo(packedMultiple, columns)));
    std::fill(std::copy_n(in, columns, out), out + paddedTo(packedMultiple, columns), 0.0f);
}

bool convertsFloat16()
{
    return HWY_DYNAMIC_DISPATCH(convertsFloat16Here)();
}

void roundToFloat16(const float* in, int count, Float16* out, int padded)
{
    HWY_DYNAMIC_DISPATCH(roundToFloat16Here)(in, count, out, padded);
}

void rmsNorm(const float* x, const float* weight, int size, float epsilon, float* out)
{
    HWY_DYNAMIC_DISPATCH(rmsNormHere)(x, weight, size, epsilon, out);
}

void layerNorm(const float* x, const float* weight, const float* bias, int size, float epsilon, float* out)
{
    HWY_DYNAMIC_DISPATCH(layerNormHere)(x, weight, bias, size, epsilon, out);
}

void geluTanh(float* x, int size)
{
    HWY_DYNAMIC_DISPATCH(geluTanhHere)(x, size);
}

void gelu(float* x, int size)
{
    constexpr float rootOfHalf = 0.70710678119f;
    std::transform(x, x + size, x, [](float each) { return 0.5f * each * (1 + std::erf(each * rootOfHalf)); });
}

void gegluExact(float* gate, const float* up, int size)
{
    gelu(gate, size);
    std::transform(gate, gate + size, up, gate, std::multiplies());
}

void swiglu(float* gate, const float* up, int size)
{
    HWY_DYNAMIC_DISPATCH(swigluHere)(gate, up, size);
}

void geglu(float* gate, const float* up, int size)
{
    HWY_DYNAMIC_DISPATCH(gegluHere)(gate, up, size);
}

void softCap(float* x, int size, float cap)
{
    HWY_DYNAMIC_DISPATCH(softCapHere)(x, size, cap);
}

void readRow(const MatrixView& matrix, int row, float* out)
{
    const auto* bytes = static_cast<const unsigned char*>(matrix.data) + std::size_t(row) * matrix.rowBytes();
    switch (matrix.type) {
    case WeightType::f32:
        std::memcpy(out, bytes, matrix.rowBytes());
        break;
    case WeightType::f16:
        HWY_DYNAMIC_DISPATCH(halvesToFloats)(reinterpret_cast<const hwy::float16_t*>(bytes), matrix.columns, out);
        break;
    case WeightType::bf16:
        for (int i = 0; i < matrix.columns; ++i) {
            std::uint16_t high;
            std::memcpy(&high, bytes + std::size_t(i) * 2, 2);
            const std::uint32_t bits = std::uint32_t(high) << 16;
            std::memcpy(&out[i], &bits, 4);
        }
        break;
    default:
        toFloats(matrix.type, reinterpret_cast<const std::byte*>(bytes), {out, std::size_t(matrix.columns)});
    }
}

/// In this namespace, because Highway looks for a name in the one that surrounds it.
static const char* targetName()
{
    return HWY_DYNAMIC_DISPATCH(targetNameHere)();
}

} // namespace cpu

std::string cpuTargetName()
{
    return cpu::targetName();
}

} // namespace draftscope
#endif
