// SPDX-License-Identifier: MIT
#pragma once

// The functions of engine/backend/cuda/platform.h on the executor. Included by platform.h alone.

#include "tests/simt/half_conversions.h"
#include "tests/simt/platform_warp.h"

namespace draftscope::cuda {

inline float toFloat(BFloat16 value)
{
    return simt::floatOfBFloat16(value.bits);
}
inline float toFloat(Float16 value)
{
    return simt::floatOfFloat16(value.bits);
}
inline float toFloat(float value)
{
    return value;
}

template <>
inline BFloat16 fromFloat<BFloat16>(float value)
{
    return {simt::bfloat16OfFloat(value)};
}
template <>
inline Float16 fromFloat<Float16>(float value)
{
    return {simt::float16OfFloat(value)};
}
template <>
inline float fromFloat<float>(float value)
{
    return value;
}

template <class T>
std::uint32_t pack(float low, float high)
{
    return fromFloat<T>(low).bits | static_cast<std::uint32_t>(fromFloat<T>(high).bits) << 16;
}
template <class T>
float2 unpack(std::uint32_t pair)
{
    return {toFloat(T{static_cast<std::uint16_t>(pair)}), toFloat(T{static_cast<std::uint16_t>(pair >> 16)})};
}

template <class T>
T* dynamicShared()
{
    return static_cast<T*>(simt::dynamicSharedMemory());
}

namespace detail {
template <class T>
inline constexpr char blockSharedKey = 0; ///< its address tells one T from another
} // namespace detail
template <class T>
T& blockShared()
{
    static_assert(std::is_trivially_default_constructible_v<T>, "shared memory cannot be initialised");
    return *static_cast<T*>(simt::staticSharedMemory(&detail::blockSharedKey<T>, sizeof(T), alignof(T)));
}

template <>
inline void mma_m16n8k16<BFloat16>(float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                                   const float (&c)[4])
{
    simt::multiplyAccumulate(simt::floatOfBFloat16, d, a, b, c);
}
template <>
inline void mma_m16n8k16<Float16>(float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                                  const float (&c)[4])
{
    simt::multiplyAccumulate(simt::floatOfFloat16, d, a, b, c);
}

inline void ldmatrix_x4(std::uint32_t (&fragment)[4], const void* sharedRow)
{
    simt::loadMatrices(fragment, 4, false, sharedRow);
}
inline void ldmatrix_x4_trans(std::uint32_t (&fragment)[4], const void* sharedRow)
{
    simt::loadMatrices(fragment, 4, true, sharedRow);
}
inline void ldmatrix_x2(std::uint32_t (&fragment)[2], const void* sharedRow)
{
    simt::loadMatrices(fragment, 2, false, sharedRow);
}
inline void ldmatrix_x2_trans(std::uint32_t (&fragment)[2], const void* sharedRow)
{
    simt::loadMatrices(fragment, 2, true, sharedRow);
}

inline std::uint32_t movmatrix_trans(std::uint32_t pair)
{
    return simt::transposeMatrix(pair);
}

inline void cpAsync16(void* shared, const void* global)
{
    simt::copyAsync(shared, global, 16);
}
inline void cpAsync16(void* shared, const void* global, int valid)
{
    simt::copyAsync(shared, global, valid);
}
inline void cpAsyncCommit()
{
    simt::commitCopies();
}
template <int N>
void cpAsyncWait()
{
    simt::waitForCopies(N);
}

inline void waitForPreviousKernel()
{
    simt::waitForPreviousKernel();
}
inline void letNextKernelBegin()
{
    simt::letNextKernelBegin();
}

} // namespace draftscope::cuda
