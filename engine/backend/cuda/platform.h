// SPDX-License-Identifier: MIT
#pragma once

/// What kernels are written in, and all that a kernel file (.cuh) includes. nvcc compiles it to the real thing. Without
/// CUDA the same file is compiled by g++ against the SIMT executor under tests/simt, which is found as <simt/simt.h> on
/// the include path of the target simt_cuda; nothing else in the engine may include this header.
///
/// A kernel may use the usual words and functions of CUDA C++ (__syncthreads, __shfl_*_sync, atomics, expf ...; the
/// list is tests/simt/builtins*.h) and, for what needs PTX, the functions below, which have two versions that agree bit
/// by bit unless said otherwise. House rules:
///  - dynamic shared memory is dynamicShared<T>(), static shared memory is a struct taken with blockShared<T>(); a
///   plain
///    `__shared__` variable compiles too, but the executor does not fill it with garbage before each block;
///  - every lane of a warp calls what is said to be "of the whole warp";
///  - nvcc contracts a * b + c to a fused multiply-add as it likes (-fmad=true, the default), and may choose
///   differently
///    for each number of row tiles that a kernel is compiled for. So where a product could meet a sum, a kernel says
///    __fmaf_rn, __fmul_rn or __fadd_rn, which are never contracted: a row has the same bits among any number of rows;
///  - no kernel waits for another block: the executor runs blocks one after the other, in any order.

#include <cstddef>
#include <cstdint>

#include "engine/backend/cuda/half_types.h" // IWYU pragma: export

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#elif __has_include(<simt/simt.h>)
#include <simt/simt.h>
#else
#error "platform.h is for nvcc, or for the target simt_cuda with the SIMT executor on its include path."
#endif

namespace draftscope::cuda {

// ---- Conversions. Exact towards float; to nearest even towards 16 bits, with subnormals; overflow of f16 is infinity.
// ---- Any NaN becomes some NaN: 0x7FFF in 16 bits.
[[nodiscard]] __device__ float toFloat(BFloat16 value);
[[nodiscard]] __device__ float toFloat(Float16 value);
[[nodiscard]] __device__ float toFloat(float value);
/// `fromFloat<BFloat16>(x)`; T is BFloat16, Float16 or float.
template <class T>
[[nodiscard]] __device__ T fromFloat(float value);
/// Two 16-bit numbers in a register, `low` in bits 0 to 15 (the smaller address). T is BFloat16 or Float16.
template <class T>
[[nodiscard]] __device__ std::uint32_t pack(float low, float high);
/// The reverse: x is the low one.
template <class T>
[[nodiscard]] __device__ float2 unpack(std::uint32_t pair);

// ---- Shared memory.
/// The block's dynamic shared memory, as large as the launch said; aligned to 128 bytes.
template <class T>
[[nodiscard]] __device__ T* dynamicShared();
/// A T in static shared memory, the same for every thread of the block and every call with this T in a kernel. T is an
/// aggregate without initialisers, usually a struct of its kernel; its contents are undefined at first. At most 48 KiB.
template <class T>
[[nodiscard]] __device__ T& blockShared();

// ---- Tensor cores; all of the whole warp (32 lanes of one warp, converged).
/// d = a · b + c with a [16, 16], b [16, 8], c and d [16, 8]; T is BFloat16 or Float16, sums are float. d may be c.
/// Fragments as in PTX mma.m16n8k16, with g = lane / 4 and t = lane % 4, two columns k, k + 1 packed in a register:
///   a[0] = A[g][2t], a[1] = A[g + 8][2t], a[2] = A[g][2t + 8], a[3] = A[g + 8][2t + 8]   (each and its right
/// neighbour)
///   b[0] = B[2t][g], b[1] = B[2t + 8][g]                                                 (each and the one below)
///   c[0] = C[g][2t], c[1] = C[g][2t + 1], c[2] = C[g + 8][2t], c[3] = C[g + 8][2t + 1] A column of d depends on that
/// column of b and c alone, bit by bit. The two versions differ in the last bits: the host takes c and adds the 16
/// exact products in order of k, rounding each time; the hardware's order and rounding are its own.
template <class T>
__device__ void mma_m16n8k16(float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                             const float (&c)[4]);

/// Loads 8×8 matrices of 16-bit elements from shared memory. Lane 8 i + r gives the address of row r of matrix i (16
/// bytes, aligned to 16); fragment[i] is matrix i's row lane / 4, elements 2 (lane % 4) and the next. `_trans` gives
/// the transposed matrices. Addresses of lanes from 16 on are ignored by x2. The a of mma is an x4 of the four quarters
/// of a row-major A in the order (0,0), (8,0), (0,8), (8,8); the b is an x2 of a B stored as [n, k], or an x2_trans of
/// [k, n].
__device__ void ldmatrix_x4(std::uint32_t (&fragment)[4], const void* sharedRow);
__device__ void ldmatrix_x4_trans(std::uint32_t (&fragment)[4], const void* sharedRow);
__device__ void ldmatrix_x2(std::uint32_t (&fragment)[2], const void* sharedRow);
__device__ void ldmatrix_x2_trans(std::uint32_t (&fragment)[2], const void* sharedRow);

/// The 8×8 matrix of 16-bit elements that a warp holds, lane l elements 2 (l % 4) and the next of row l / 4,
/// transposed. So a half of an mma's sums, packed, becomes half of the b of another.
[[nodiscard]] __device__ std::uint32_t movmatrix_trans(std::uint32_t pair);

// ---- Copies.
/// Starts a copy of 16 bytes from global to shared memory, both aligned to 16, past L1. The data is there for this
/// thread after cpAsyncWait, for others after a barrier behind that.
__device__ void cpAsync16(void* shared, const void* global);
/// The same, but only the first `valid` bytes (0 to 16) are read and the rest is zero.
__device__ void cpAsync16(void* shared, const void* global, int valid);
/// Ends a group of copies of this thread.
__device__ void cpAsyncCommit();
/// Waits until at most N of this thread's groups are still on their way; 0 waits for all copies that were committed.
template <int N>
__device__ void cpAsyncWait();

// ---- Kernels in a row. A kernel that is put into a stream with launchEarly (launch.h) may begin before the one in
//   front
// ---- of it has ended, to fetch what no kernel writes; it must call waitForPreviousKernel().
/// Returns when all kernels before this one have ended and what they wrote can be seen. At once where kernels do not
/// overlap. To be called by every thread, and before letNextKernelBegin(): who waits for this kernel has then waited
/// for those before it, too.
__device__ void waitForPreviousKernel();
/// From here on the next kernel may begin, if it was launched early and there is room beside this one.
__device__ void letNextKernelBegin();

} // namespace draftscope::cuda

#if defined(__CUDACC__)
#include "engine/backend/cuda/platform_ptx.h" // IWYU pragma: export
#else
#include <simt/platform_host.h>
#endif
