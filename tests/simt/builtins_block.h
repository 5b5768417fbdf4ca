// SPDX-License-Identifier: MIT
#pragma once

/// What threads of a block say to each other and to memory.

#include "tests/simt/executor.h"

inline void __syncthreads(simt::Place place = simt::Place::current())
{
    simt::barrier(false, place);
}
inline int __syncthreads_count(int predicate, simt::Place place = simt::Place::current())
{
    return static_cast<int>(simt::barrier(predicate != 0, place).count);
}
inline int __syncthreads_or(int predicate, simt::Place place = simt::Place::current())
{
    return simt::barrier(predicate != 0, place).count > 0;
}
inline int __syncthreads_and(int predicate, simt::Place place = simt::Place::current())
{
    const simt::BarrierResult result = simt::barrier(predicate != 0, place);
    return result.count == result.threads;
}

// One thread runs at a time and sees all that others wrote.
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __nanosleep(unsigned)
{
    simt::yieldThread();
}
[[noreturn]] inline void __trap()
{
    simt::fault("__trap");
}

// clang-format off
template <class T> T __ldg(const T* address) { return *address; }
template <class T> T __ldca(const T* address) { return *address; }
template <class T> T __ldcg(const T* address) { return *address; }
template <class T> T __ldcs(const T* address) { return *address; }
template <class T> T __ldlu(const T* address) { return *address; }
template <class T> T __ldcv(const T* address) { return *address; }
template <class T> void __stwb(T* address, T value) { *address = value; }
template <class T> void __stcg(T* address, T value) { *address = value; }
template <class T> void __stcs(T* address, T value) { *address = value; }
template <class T> void __stwt(T* address, T value) { *address = value; }
// clang-format on
