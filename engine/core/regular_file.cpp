// SPDX-License-Identifier: MIT
#include "engine/core/regular_file.h"

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace draftscope {

namespace {

const char* kindOf(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

tl::unexpected<Error> notOpened(const std::filesystem::path& path, int error)
{
    if (error == ENOENT)
        return tl::unexpected<Error>(errorOf(message("The file {} does not exist: check its name.", path.string()),
                                             Message{systemReason(error)}));
    return tl::unexpected<Error>(errorOf(
        message("The file {} cannot be opened ({}): check its permissions.", path.string(), systemReason(error)),
        Message{systemReason(error)}));
}

tl::unexpected<Error> notRegular(const std::filesystem::path& path, mode_t mode)
{
    return fail("{} is {}, not a regular file: choose a file.", path.string(), kindOf(mode));
}

} // namespace

Result<RegularFile> RegularFile::open(const std::filesystem::path& path)
{
    struct stat facts = {};
    if (::stat(path.c_str(), &facts) != 0)
        return notOpened(path, errno);
    if (!S_ISREG(facts.st_mode))
        return notRegular(path, facts.st_mode);
    // O_NONBLOCK: in case a pipe has taken the file's place since; it means nothing for a regular file.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return notOpened(path, errno);
    RegularFile file(path, descriptor);
    if (::fstat(descriptor, &facts) != 0)
        return notOpened(path, errno);
    if (!S_ISREG(facts.st_mode))
        return notRegular(path, facts.st_mode);
    file.m_size = static_cast<std::uint64_t>(facts.st_size);
    file.m_changedSeconds = facts.st_mtim.tv_sec;
    file.m_changedNanoseconds = facts.st_mtim.tv_nsec;
    return file;
}

RegularFile::RegularFile(RegularFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(other.m_size),
      m_changedSeconds(other.m_changedSeconds), m_changedNanoseconds(other.m_changedNanoseconds)
{
}

RegularFile& RegularFile::operator=(RegularFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_size, other.m_size);
    std::swap(m_changedSeconds, other.m_changedSeconds);
    std::swap(m_changedNanoseconds, other.m_changedNanoseconds);
    return *this;
}

RegularFile::~RegularFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

bool RegularFile::hasChanged() const
{
    struct stat facts = {};
    return ::fstat(m_descriptor, &facts) != 0 || static_cast<std::uint64_t>(facts.st_size) != m_size
        || facts.st_mtim.tv_sec != m_changedSeconds || facts.st_mtim.tv_nsec != m_changedNanoseconds;
}

Result<std::size_t> RegularFile::read(std::span<char> buffer)
{
    while (true) {
        const ssize_t count = ::read(m_descriptor, buffer.data(), buffer.size());
        if (count >= 0)
            return static_cast<std::size_t>(count);
        if (errno != EINTR)
            return fail("The file {} cannot be read to its end ({}): check the disk.", m_path.string(),
                        systemReason(errno));
    }
}

Result<bool> RegularFile::readToEnd(const std::function<bool(std::uint64_t)>& goesOn,
                                    const std::function<void(std::span<const std::byte>)>& take)
{
    std::vector<char> buffer(std::size_t(1) << 20);
    for (std::uint64_t done = 0; goesOn(done);) {
        const auto count = read(buffer);
        if (!count)
            return tl::unexpected(count.error());
        if (*count == 0)
            return true;
        take(std::as_bytes(std::span(buffer).first(*count)));
        done += *count;
    }
    return false;
}

} // namespace draftscope
