// SPDX-License-Identifier: MIT
// Included before Highway in every file with kernels, so that all of them are compiled for the same instruction sets:
// SSE2, SSE4, AVX2 and AVX-512 on x86, NEON on ARM; SSSE3 would never be the best one, and the kernels keep vectors in
// arrays, which SVE's sizeless types forbid.
#pragma once

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS                                                                                           \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_WASM_EMU256 | HWY_WASM)
#endif
