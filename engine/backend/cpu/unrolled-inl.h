// SPDX-License-Identifier: MIT
// Loops with constant indices. Included by the files that Highway compiles once for each instruction set, behind
// highway.h, hence the guard that Highway's own -inl.h files have.
#if defined(DRAFTSCOPE_UNROLLED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DRAFTSCOPE_UNROLLED_INL_H_
#undef DRAFTSCOPE_UNROLLED_INL_H_
#else
#define DRAFTSCOPE_UNROLLED_INL_H_
#endif

#include <utility>

// For lambdas: inlined before the compiler decides what may live in registers.
#undef INLINED
#define INLINED HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

/// Calls body(std::integral_constant<int, i>) for i in [0, count): with constant indices the compiler keeps arrays of
/// vectors in registers, which it does not in a loop that it unrolls later.
template <int count, class Body>
HWY_INLINE void unrolled(const Body& body)
{
    [&]<int... i>(std::integer_sequence<int, i...>) INLINED
    {
        (body(std::integral_constant<int, i>()), ...);
    }
    (std::make_integer_sequence<int, count>());
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
