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

std::map<unsigned char*, std::size_t, std::less<>>::const_iterator SimulatedMemory::find(const void* address) const
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

SimulatedMemory::Contents SimulatedMemory::contents() const
{
    Contents all;
    all.reserve(m_blocks.size());
    for (const auto& [memory, bytes] : m_blocks)
        all.emplace_back(memory, memory + bytes);
    return all;
}

void SimulatedMemory::restore(const Contents& contents) const
{
    auto kept = contents.begin();
    for (const auto& [memory, bytes] : m_blocks)
        std::memcpy(memory, (kept++)->data(), bytes);
}

bool SimulatedMemory::holds(const Contents& contents) const
{
    auto kept = contents.begin();
    return std::all_of(m_blocks.begin(), m_blocks.end(), [&kept](const auto& block) {
        return std::memcmp(block.first, (kept++)->data(), block.second) == 0;
    });
}

std::vector<SimulatedMemory::Piece> SimulatedMemory::changedSince(const Contents& before) const
{
    constexpr std::size_t most = 256;
    std::vector<Piece> pieces;
    auto kept = before.begin();
    for (const auto& [memory, bytes] : m_blocks) {
        const unsigned char* const old = (kept++)->data();
        for (std::size_t at = 0; at < bytes; at += most)
            if (const std::size_t size = std::min(most, bytes - at); std::memcmp(memory + at, old + at, size) != 0)
                pieces.push_back({memory + at, {old + at, old + at + size}});
    }
    return pieces;
}

} // namespace simt
