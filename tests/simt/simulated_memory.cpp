// SPDX-License-Identifier: MIT
#include "tests/simt/simulated_memory.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace simt {

namespace {

constexpr std::align_val_t alignment{256};
constexpr unsigned char garbage = 0xFF;
constexpr unsigned char guardPattern = 0xA5;
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t guardBytes = 0; // so that AddressSanitizer's own begin at once
#else
constexpr std::size_t guardBytes = 64;
#endif

} // namespace

void* SimulatedMemory::allocate(std::size_t bytes)
{
    auto* memory = static_cast<unsigned char*>(::operator new[](bytes + guardBytes, alignment, std::nothrow));
    if (!memory)
        return nullptr;
    std::memset(memory, garbage, bytes);
    std::memset(memory + bytes, guardPattern, guardBytes);
    m_blocks.emplace(memory, bytes);
    m_bytes += bytes;
    return memory;
}

void SimulatedMemory::release(void* memory)
{
    const auto block = m_blocks.find(static_cast<unsigned char*>(memory));
    if (block == m_blocks.end())
        return;
    m_bytes -= block->second;
    m_blocks.erase(block);
    ::operator delete[](memory, alignment);
}

std::map<const unsigned char*, std::size_t>::const_iterator SimulatedMemory::find(const void* address) const
{
    const auto* byte = static_cast<const unsigned char*>(address);
    auto block = m_blocks.upper_bound(byte);
    if (block == m_blocks.begin())
        return m_blocks.end();
    --block;
    return byte < block->first + block->second ? block : m_blocks.end();
}

bool SimulatedMemory::contains(const void* address) const
{
    return find(address) != m_blocks.end();
}

std::size_t SimulatedMemory::bytesFrom(const void* address) const
{
    const auto block = find(address);
    if (block == m_blocks.end())
        return 0;
    return static_cast<std::size_t>(block->first + block->second - static_cast<const unsigned char*>(address));
}

bool SimulatedMemory::isIntact() const
{
    return std::all_of(m_blocks.begin(), m_blocks.end(), [](const auto& block) {
        const unsigned char* end = block.first + block.second;
        return std::all_of(end, end + guardBytes, [](unsigned char byte) { return byte == guardPattern; });
    });
}

} // namespace simt
