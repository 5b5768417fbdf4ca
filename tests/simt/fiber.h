// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#if defined(__x86_64__) && !defined(SIMT_UCONTEXT)
#define SIMT_ASSEMBLY 1
// Pushes what the System V ABI says a call must keep, saves the stack pointer, loads the other one, and pops what is
// there.
extern "C" void simt_switch(void** save, void* load);
#else
#define SIMT_ASSEMBLY 0
#endif

namespace simt {

/// A stack of its own with a saved place in a program. Switching is cooperative and costs a few nanoseconds: on x86-64
/// a handful of instructions that save the registers a call must keep (not the floating-point modes), elsewhere
/// ucontext. AddressSanitizer is told of every switch.
class Fiber {
public:
    using Entry = void (*)();

    /// The stack of the caller, so that fibers can switch back to it.
    Fiber() = default;
    /// A new stack; the first switch to it calls `entry`, which must never return.
    explicit Fiber(Entry entry);
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// Leaves `from`, which must be the one running, and goes on where `to` was left. Returns when another fiber
    /// switches back.
    static void change(Fiber& from, Fiber& to)
    {
#if SIMT_ASSEMBLY && !defined(__SANITIZE_ADDRESS__)
        simt_switch(&from.m_stackPointer, to.m_stackPointer);
#else
        changeAndTell(from, to);
#endif
    }
    /// Asks the processor for what a change to this fiber reads first.
    void prefetch() const
    {
        const char* top = static_cast<const char*>(m_stackPointer);
        for (int line = 0; line < 6; ++line)
            __builtin_prefetch(top + 64 * line);
    }
    /// To be called first in `entry`.
    static void entered();
    /// Forgets where a fiber was left, so that the next switch to it calls its entry again. What lay on its stack is
    /// dropped without destructors.
    void restart();

private:
    static void changeAndTell(Fiber& from, Fiber& to);

    void* m_stackPointer = nullptr; ///< or the ucontext_t
    char* m_mapping = nullptr;
    const void* m_bottom = nullptr; ///< lowest address of the stack
    std::size_t m_size = 0;
    void* m_fakeStack = nullptr; ///< AddressSanitizer's
    Entry m_entry = nullptr;
};

} // namespace simt
