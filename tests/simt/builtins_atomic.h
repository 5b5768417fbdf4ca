// SPDX-License-Identifier: MIT
#pragma once

/// Atomic functions: one thread runs at a time, so they are what they compute. The same types as on a device.

#include <algorithm>
#include <concepts>

namespace simt {
template <class T>
concept AtomicInteger = std::same_as<T, int> || std::same_as<T, unsigned> || std::same_as<T, unsigned long long>;
template <class T>
concept AtomicNumber = AtomicInteger<T> || std::same_as<T, float> || std::same_as<T, double>;
/// A parameter from which T is not deduced, so that atomicAdd(&counter, 1) compiles for every counter.
template <class T>
using Plain = std::type_identity_t<T>;

template <class T, class Change>
T exchangeWith(T* address, const Change& change)
{
    const T old = *address;
    *address = static_cast<T>(change(old));
    return old;
}
} // namespace simt

template <simt::AtomicNumber T>
T atomicAdd(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T old) {
        if constexpr (std::same_as<T, int>) // wraps around
            return static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value));
        else
            return old + value;
    });
}
template <class T>
requires std::same_as<T, int> || std::same_as<T, unsigned> T atomicSub(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address,
                              [&](T old) { return static_cast<unsigned>(old) - static_cast<unsigned>(value); });
}
template <class T>
requires simt::AtomicInteger<T> || std::same_as<T, long long> T atomicMax(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T old) { return std::max(old, value); });
}
template <class T>
requires simt::AtomicInteger<T> || std::same_as<T, long long> T atomicMin(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T old) { return std::min(old, value); });
}
template <class T>
requires simt::AtomicInteger<T> || std::same_as<T, float> T atomicExch(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T) { return value; });
}
template <class T>
requires simt::AtomicInteger<T> || std::same_as<T, unsigned short> T atomicCAS(T* address, simt::Plain<T> compare,
                                                                               simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T old) { return old == compare ? value : old; });
}
template <simt::AtomicInteger T>
T atomicAnd(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T old) { return old & value; });
}
template <simt::AtomicInteger T>
T atomicOr(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T old) { return old | value; });
}
template <simt::AtomicInteger T>
T atomicXor(T* address, simt::Plain<T> value)
{
    return simt::exchangeWith(address, [&](T old) { return old ^ value; });
}
/// Counts up to `limit` and then from 0 again.
inline unsigned atomicInc(unsigned* address, unsigned limit)
{
    return simt::exchangeWith(address, [&](unsigned old) { return old >= limit ? 0u : old + 1; });
}
