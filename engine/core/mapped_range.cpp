// SPDX-License-Identifier: MIT
#include "engine/core/mapped_range.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

#include <sys/mman.h>
#include <unistd.h>

namespace draftscope {

/// What the signal handler reads. Entries are never freed, only used again, so that it can walk their list at any time.
struct MappedRange::Entry {
    std::atomic<std::uintptr_t> begin = 0, end = 0; ///< begin 0: no range now
    std::atomic<bool> lost = false, taken = true;
    Entry* next = nullptr;
};

/// The list of all ranges, and the handler. Everything here is async-signal-safe once installed: lock-free atomics, and
/// mmap(), which is a plain system call on Linux.
struct BusErrors {
    static_assert(std::atomic<std::uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

    static inline std::atomic<MappedRange::Entry*> first = nullptr;
    static inline struct sigaction previous = {};
    static inline std::uintptr_t pageSize = 4096;

    static void install()
    {
        static std::once_flag once;
        std::call_once(once, [] {
            pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
            struct sigaction action = {};
            action.sa_sigaction = handle;
            action.sa_flags = SA_SIGINFO | SA_ONSTACK;
            sigemptyset(&action.sa_mask);
            ::sigaction(SIGBUS, &action, &previous);
        });
    }

    static MappedRange::Entry* take()
    {
        for (MappedRange::Entry* entry = first.load(); entry; entry = entry->next)
            if (bool expected = false; entry->taken.compare_exchange_strong(expected, true))
                return entry;
        auto* entry = new MappedRange::Entry;
        entry->next = first.load();
        while (!first.compare_exchange_weak(entry->next, entry)) {}
        return entry;
    }

    /// Puts zeros from the page of `address` to the end of its range: a file that was cut has nothing behind the cut.
    static bool replaced(std::uintptr_t address)
    {
        for (MappedRange::Entry* entry = first.load(); entry; entry = entry->next) {
            const std::uintptr_t begin = entry->begin.load(), end = entry->end.load();
            if (begin == 0 || address < begin || address >= end)
                continue;
            const std::uintptr_t page = address / pageSize * pageSize;
            void* const got = ::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
            entry->lost.store(true);
            return got != MAP_FAILED;
        }
        return false;
    }

    static void handle(int signal, siginfo_t* info, void* context)
    {
        const int error = errno;
        const bool isFault = info->si_code > 0; // sent by the kernel and not by kill()
        if (isFault && replaced(reinterpret_cast<std::uintptr_t>(info->si_addr))) {
            errno = error;
            return;
        }
        if (previous.sa_flags & SA_SIGINFO) {
            previous.sa_sigaction(signal, info, context);
        } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
            previous.sa_handler(signal);
        } else { // the instruction is tried again and ends the program as it would have without a handler
            ::sigaction(SIGBUS, &previous, nullptr);
            if (!isFault)
                ::raise(signal);
        }
        errno = error;
    }
};

MappedRange::MappedRange(const void* data, std::size_t size)
{
    BusErrors::install();
    m_entry = BusErrors::take();
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    m_entry->lost.store(false);
    m_entry->end.store(begin + size);
    m_entry->begin.store(begin);
}

MappedRange::~MappedRange()
{
    m_entry->begin.store(0);
    m_entry->taken.store(false);
}

bool MappedRange::wasLost() const
{
    return m_entry->lost.load();
}

} // namespace draftscope
