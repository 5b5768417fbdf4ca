// SPDX-License-Identifier: MIT
// Included before Highway in every file with kernels, so that all of them are compiled for the same instruction sets:
// SSE2, SSE4, AVX2 and AVX-512 on x86, NEON on ARM, and Highway's own fallbacks. All others are disabled, also those
// that later versions of Highway bring: SSSE3 would never be the best one, the kernels keep vectors in arrays, which
// SVE's sizeless types forbid, and how many registers and lanes a kernel counts on is known of these targets only. A
// file that multiplies bytes defines DRAFTSCOPE_WANTS_AVX3_DL first and is compiled for Highway's AVX3_DL (Ice Lake,
// Zen 4), which has VNNI, instead of AVX3, whose panels would be those of AVX2.
#pragma once

#if defined(DRAFTSCOPE_WANTS_AVX3_DL)
#define HWY_WANT_AVX3_DL
#define DRAFTSCOPE_AVX512 HWY_AVX3_DL
#else
#define DRAFTSCOPE_AVX512 HWY_AVX3
#endif

#ifndef HWY_DISABLED_TARGETS
// Bits 14 and 29 are HWY_SSE2 and HWY_NEON_WITHOUT_AES, which Highway 1.0.3 does not have yet.
#define HWY_DISABLED_TARGETS                                                                                           \
    (0x7FFFFFFFFFFFFFFFLL                                                                                              \
     & ~((1LL << 14) | HWY_SSE4 | HWY_AVX2 | DRAFTSCOPE_AVX512 | HWY_NEON | (1LL << 29) | HWY_EMU128 | HWY_SCALAR))
#endif
