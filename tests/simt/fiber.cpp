// SPDX-License-Identifier: MIT
#include "tests/simt/fiber.h"

#include <cstdint>
#include <new>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if SIMT_ASSEMBLY
// It returns where the other fiber called it: nearly always the same place as here, so that the processor has predicted
// it, and the returns behind it.
asm(R"(
    .text
    .p2align 4
    .globl simt_switch
    .hidden simt_switch
    .type simt_switch, @function
simt_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size simt_switch, . - simt_switch
)");
#else
#include <ucontext.h>
#endif

namespace simt {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t stackBytes = 256 * 1024;
#else
constexpr std::size_t stackBytes = 128 * 1024;
#endif

#if defined(__SANITIZE_ADDRESS__)
Fiber* left = nullptr; ///< by the switch under way
#endif

} // namespace

Fiber::Fiber(Entry entry) : m_entry(entry)
{
    // A page that may not be touched lies below the stack, so that an overflow is a fault and not a riddle.
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* mapping =
        mmap(nullptr, stackBytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED)
        throw std::bad_alloc();
    mprotect(mapping, page, PROT_NONE);
    m_mapping = static_cast<char*>(mapping);
    m_bottom = m_mapping + page;
    // Stacks that all end at the same place of a page would fight for the same lines of the cache.
    static unsigned made = 0;
    m_size = stackBytes - made++ % 32 * 128;
    restart();
}

Fiber::~Fiber()
{
#if !SIMT_ASSEMBLY
    delete static_cast<ucontext_t*>(m_stackPointer);
#endif
    if (m_mapping) {
#if defined(__SANITIZE_ADDRESS__)
        __asan_unpoison_memory_region(m_bottom, m_size);
#endif
        munmap(m_mapping, stackBytes + static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
    }
}

void Fiber::restart()
{
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(m_bottom, m_size);
    m_fakeStack = nullptr;
#endif
#if SIMT_ASSEMBLY
    // As simt_switch leaves a stack: six registers, then where to go on; and a return address of nowhere for the entry.
    void** top = reinterpret_cast<void**>(static_cast<char*>(const_cast<void*>(m_bottom)) + m_size);
    *--top = nullptr;
    *--top = reinterpret_cast<void*>(m_entry);
    for (int i = 0; i < 6; ++i)
        *--top = nullptr;
    m_stackPointer = top;
#else
    delete static_cast<ucontext_t*>(m_stackPointer);
    auto* context = new ucontext_t;
    getcontext(context);
    context->uc_stack.ss_sp = const_cast<void*>(m_bottom);
    context->uc_stack.ss_size = m_size;
    context->uc_link = nullptr;
    makecontext(context, m_entry, 0);
    m_stackPointer = context;
#endif
}

void Fiber::changeAndTell(Fiber& from, Fiber& to)
{
#if defined(__SANITIZE_ADDRESS__)
    left = &from;
    __sanitizer_start_switch_fiber(&from.m_fakeStack, to.m_bottom, to.m_size);
#endif
#if SIMT_ASSEMBLY
    simt_switch(&from.m_stackPointer, to.m_stackPointer);
#else
    if (!from.m_stackPointer)
        from.m_stackPointer = new ucontext_t;
    swapcontext(static_cast<ucontext_t*>(from.m_stackPointer), static_cast<ucontext_t*>(to.m_stackPointer));
#endif
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(from.m_fakeStack, &left->m_bottom, &left->m_size);
#endif
}

void Fiber::entered()
{
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &left->m_bottom, &left->m_size);
#endif
}

} // namespace simt
