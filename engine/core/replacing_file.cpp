// SPDX-License-Identifier: MIT
#include "engine/core/replacing_file.h"

#include <cassert>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace draftscope {

namespace fs = std::filesystem;

namespace {

} // namespace

Result<ReplacingFile> ReplacingFile::create(const fs::path& path, std::string what)
{
    std::error_code error;
    if (fs::is_directory(path, error))
        return fail("{} is a folder: give the {} a name in it.", path.string(), what);
    fs::path beside = path.parent_path() / fmt::format(".{}.part{}", path.filename().string(), ::getpid());
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return fail("The {} {} cannot be created ({}): choose another place.", what, path.string(),
                    systemReason(errno));
    return ReplacingFile(path, std::move(beside), std::move(what), descriptor);
}

ReplacingFile::ReplacingFile(fs::path path, fs::path beside, std::string what, int descriptor)
    : m_path(std::move(path)), m_beside(std::move(beside)), m_what(std::move(what)), m_descriptor(descriptor)
{
}

ReplacingFile::ReplacingFile(ReplacingFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_beside(std::move(other.m_beside)), m_what(std::move(other.m_what)),
      m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

ReplacingFile::~ReplacingFile()
{
    if (m_descriptor < 0)
        return;
    ::close(m_descriptor);
    std::error_code ignored;
    fs::remove(m_beside, ignored);
}

Result<void> ReplacingFile::write(std::span<const std::byte> bytes) const
{
    assert(m_descriptor >= 0);
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count >= 0)
            bytes = bytes.subspan(std::size_t(count));
        else if (errno != EINTR)
            return fail("The {} {} cannot be written ({}): make room, or choose another place.", m_what,
                        m_path.string(), systemReason(errno));
    }
    return {};
}

Result<void> ReplacingFile::putInPlace()
{
    assert(m_descriptor >= 0);
    const bool isKept = ::fsync(m_descriptor) == 0 || errno == EINVAL; // some places keep nothing
    const bool isClosed = ::close(std::exchange(m_descriptor, -1)) == 0;
    if (isKept && isClosed && ::rename(m_beside.c_str(), m_path.c_str()) == 0)
        return {};
    const std::string reason = systemReason(errno);
    std::error_code ignored;
    fs::remove(m_beside, ignored);
    return fail("The {} {} cannot be put in place ({}): choose another name.", m_what, m_path.string(), reason);
}

Result<void> replaceFile(const std::filesystem::path& path, std::string_view bytes, std::string what)
{
    auto file = ReplacingFile::create(path, std::move(what));
    if (!file)
        return tl::unexpected(file.error());
    if (auto written = file->write(std::as_bytes(std::span(bytes))); !written)
        return written;
    return file->putInPlace();
}

} // namespace draftscope
