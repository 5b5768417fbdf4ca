// SPDX-License-Identifier: MIT
#include "tests/simt/shared_memory.h"

#include <algorithm>
#include <cstring>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

namespace simt {

namespace {

constexpr std::size_t zone = 256; ///< bytes before and behind, and the alignment
constexpr unsigned char zonePattern = 0xA5;
constexpr unsigned char garbage = 0xFF;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool patternIsChecked = false; // AddressSanitizer sees the access itself
#else
constexpr bool patternIsChecked = true;
#endif

} // namespace

void SharedMemory::Freed::operator()(unsigned char* memory) const
{
    ::operator delete[](memory, std::align_val_t(zone));
}

void SharedMemory::prepare(Region& region, std::size_t bytes)
{
    if (!region.memory || region.capacity < bytes) {
        region.capacity = bytes;
        region.memory.reset(static_cast<unsigned char*>(::operator new[](bytes + 2 * zone, std::align_val_t(zone))));
    }
    region.begin = region.memory.get() + zone;
    region.bytes = bytes;
    const std::size_t behind = region.capacity - bytes + zone;
    ASAN_UNPOISON_MEMORY_REGION(region.memory.get(), region.capacity + 2 * zone);
    std::memset(region.memory.get(), zonePattern, zone);
    std::memset(region.begin, garbage, bytes);
    std::memset(region.begin + bytes, zonePattern, behind);
    ASAN_POISON_MEMORY_REGION(region.memory.get(), zone);
    ASAN_POISON_MEMORY_REGION(region.begin + bytes, behind);
}

bool SharedMemory::isIntact(const Region& region)
{
    const auto untouched = [](unsigned char byte) { return byte == zonePattern; };
    return std::all_of(region.memory.get(), region.begin, untouched)
        && std::all_of(region.begin + region.bytes, region.begin + region.bytes + zone, untouched);
}

void SharedMemory::begin(std::size_t dynamicBytes)
{
    m_pieces.clear();
    m_staticBytes = 0;
    prepare(m_dynamic, dynamicBytes);
}

void SharedMemory::clear()
{
    if (m_dynamic.bytes > 0)
        std::memset(m_dynamic.begin, garbage, m_dynamic.bytes);
    for (Piece& piece : m_pieces)
        std::memset(piece.region.begin, garbage, piece.region.bytes);
}

bool SharedMemory::isIntact() const
{
    if (!patternIsChecked)
        return true;
    return isIntact(m_dynamic)
        && std::all_of(m_pieces.begin(), m_pieces.end(), [](const Piece& piece) { return isIntact(piece.region); });
}

void* SharedMemory::piece(const void* key, std::size_t bytes, std::size_t alignment)
{
    for (const Piece& piece : m_pieces)
        if (piece.key == key)
            return piece.region.begin;
    m_staticBytes = (m_staticBytes + alignment - 1) / alignment * alignment + bytes;
    m_pieces.push_back({key, {}});
    prepare(m_pieces.back().region, bytes);
    return m_pieces.back().region.begin;
}

} // namespace simt
