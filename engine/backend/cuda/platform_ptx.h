// SPDX-License-Identifier: MIT
#pragma once

// The functions of platform.h for a device of compute capability 8.0 or later. Included by platform.h alone.

namespace draftscope::cuda {

__device__ __forceinline__ float toFloat(BFloat16 value)
{
    return __uint_as_float(static_cast<unsigned>(value.bits) << 16);
}
__device__ __forceinline__ float toFloat(Float16 value)
{
    return __half2float(__ushort_as_half(value.bits));
}
__device__ __forceinline__ float toFloat(float value)
{
    return value;
}

template <>
__device__ __forceinline__ BFloat16 fromFloat<BFloat16>(float value)
{
    return {__bfloat16_as_ushort(__float2bfloat16_rn(value))};
}
template <>
__device__ __forceinline__ Float16 fromFloat<Float16>(float value)
{
    return {__half_as_ushort(__float2half_rn(value))};
}
template <>
__device__ __forceinline__ float fromFloat<float>(float value)
{
    return value;
}

template <>
__device__ __forceinline__ std::uint32_t pack<BFloat16>(float low, float high)
{
    std::uint32_t pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}
template <>
__device__ __forceinline__ std::uint32_t pack<Float16>(float low, float high)
{
    std::uint32_t pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}
template <>
__device__ __forceinline__ float2 unpack<BFloat16>(std::uint32_t pair)
{
    return {__uint_as_float(pair << 16), __uint_as_float(pair & 0xffff0000u)};
}
template <>
__device__ __forceinline__ float2 unpack<Float16>(std::uint32_t pair)
{
    return {toFloat(Float16{static_cast<std::uint16_t>(pair)}),
            toFloat(Float16{static_cast<std::uint16_t>(pair >> 16)})};
}

template <class T>
__device__ T* dynamicShared()
{
    extern __shared__ __align__(128) unsigned char draftscopeDynamicShared[];
    return reinterpret_cast<T*>(draftscopeDynamicShared);
}
template <class T>
__device__ T& blockShared()
{
    __shared__ T memory;
    return memory;
}

template <>
__device__ __forceinline__ void mma_m16n8k16<BFloat16>(float (&d)[4], const std::uint32_t (&a)[4],
                                                       const std::uint32_t (&b)[2], const float (&c)[4])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%10, %11, %12, %13};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]),
                   "f"(c[3]));
}
template <>
__device__ __forceinline__ void mma_m16n8k16<Float16>(float (&d)[4], const std::uint32_t (&a)[4],
                                                      const std::uint32_t (&b)[2], const float (&c)[4])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%10, %11, %12, %13};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]),
                   "f"(c[3]));
}

namespace detail {
__device__ __forceinline__ unsigned sharedAddress(const void* shared)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
} // namespace detail

// "memory": the compiler must not move these above the stores or barriers that fill the tile.
__device__ __forceinline__ void ldmatrix_x4(std::uint32_t (&fragment)[4], const void* sharedRow)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
                 : "r"(detail::sharedAddress(sharedRow))
                 : "memory");
}
__device__ __forceinline__ void ldmatrix_x4_trans(std::uint32_t (&fragment)[4], const void* sharedRow)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
                 : "r"(detail::sharedAddress(sharedRow))
                 : "memory");
}
__device__ __forceinline__ void ldmatrix_x2(std::uint32_t (&fragment)[2], const void* sharedRow)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(fragment[0]), "=r"(fragment[1])
                 : "r"(detail::sharedAddress(sharedRow))
                 : "memory");
}
__device__ __forceinline__ void ldmatrix_x2_trans(std::uint32_t (&fragment)[2], const void* sharedRow)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(fragment[0]), "=r"(fragment[1])
                 : "r"(detail::sharedAddress(sharedRow))
                 : "memory");
}

__device__ __forceinline__ std::uint32_t movmatrix_trans(std::uint32_t pair)
{
    std::uint32_t transposed;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(transposed) : "r"(pair));
    return transposed;
}

__device__ __forceinline__ void cpAsync16(void* shared, const void* global)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(detail::sharedAddress(shared)),
                 "l"(__cvta_generic_to_global(global))
                 : "memory");
}
__device__ __forceinline__ void cpAsync16(void* shared, const void* global, int valid)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(detail::sharedAddress(shared)),
                 "l"(__cvta_generic_to_global(global)), "r"(valid)
                 : "memory");
}
__device__ __forceinline__ void cpAsyncCommit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int N>
__device__ void cpAsyncWait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

__device__ __forceinline__ void waitForPreviousKernel()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
__device__ __forceinline__ void letNextKernelBegin()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

} // namespace draftscope::cuda
