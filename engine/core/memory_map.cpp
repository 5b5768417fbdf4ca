// SPDX-License-Identifier: MIT
#include "engine/core/memory_map.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

namespace draftscope {

Result<std::shared_ptr<const MemoryMap>> MemoryMap::open(const std::filesystem::path& path)
{
    auto file = RegularFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    if (file->size() == 0)
        return fail("The file {} is empty: download it again.", path.string());
    const auto size = static_cast<std::size_t>(file->size());
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->descriptor(), 0); // the mapping keeps the file
    const int error = errno;
    if (data == MAP_FAILED)
        return fail("The file {} cannot be mapped ({}): free some memory and try again.", path.string(),
                    std::strerror(error));
    return std::shared_ptr<const MemoryMap>(new MemoryMap(path, std::move(*file), static_cast<const std::byte*>(data)));
}

MemoryMap::MemoryMap(std::filesystem::path path, RegularFile file, const std::byte* data)
    : m_path(std::move(path)), m_file(std::move(file)), m_data(data), m_size(std::size_t(m_file.size())),
      m_range(std::in_place, m_data, m_size)
{
}

MemoryMap::~MemoryMap()
{
    m_range.reset(); // before other memory can have the addresses
    ::munmap(const_cast<std::byte*>(m_data), m_size);
}

Result<void> MemoryMap::unchanged() const
{
    if (m_range->wasLost() || m_file.hasChanged())
        return fail("The file {} was changed or shortened while it was in use: load it again when it is whole.",
                    m_path.string());
    return {};
}

void MemoryMap::willNeed(std::size_t offset, std::size_t length) const
{
    if (offset >= m_size)
        return;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t begin = offset / page * page; // madvise wants a page's start
    const std::size_t end = offset + std::min(length, m_size - offset);
    ::madvise(const_cast<std::byte*>(m_data) + begin, end - begin, MADV_WILLNEED);
}

} // namespace draftscope
