// SPDX-License-Identifier: MIT
#include "engine/core/memory_map.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace draftscope {

Result<std::shared_ptr<const MemoryMap>> MemoryMap::open(const std::filesystem::path& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        if (errno == ENOENT)
            return fail("The file {} does not exist: check its name.", path.string());
        return fail("The file {} cannot be opened ({}): check its permissions.", path.string(), std::strerror(errno));
    }
    struct stat facts = {};
    const bool known = ::fstat(file, &facts) == 0;
    if (!known || !S_ISREG(facts.st_mode) || facts.st_size == 0) {
        ::close(file);
        if (known && S_ISREG(facts.st_mode))
            return fail("The file {} is empty: download it again.", path.string());
        return fail("{} is not a regular file: choose a file.", path.string());
    }
    const auto size = static_cast<std::size_t>(facts.st_size);
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    const int error = errno;
    ::close(file); // the mapping keeps the file
    if (data == MAP_FAILED)
        return fail("The file {} cannot be mapped ({}): free some memory and try again.", path.string(),
                    std::strerror(error));
    return std::shared_ptr<const MemoryMap>(new MemoryMap(path, static_cast<const std::byte*>(data), size));
}

MemoryMap::MemoryMap(std::filesystem::path path, const std::byte* data, std::size_t size)
    : m_path(std::move(path)), m_data(data), m_size(size)
{
}

MemoryMap::~MemoryMap()
{
    ::munmap(const_cast<std::byte*>(m_data), m_size);
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
