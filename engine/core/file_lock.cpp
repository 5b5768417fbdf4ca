// SPDX-License-Identifier: MIT
#include "engine/core/file_lock.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace draftscope {

bool lockFile(int descriptor)
{
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return false;
        if (errno != EINTR)
            return true;
    }
    return true;
}

Result<std::optional<HeldLock>> HeldLock::take(const std::filesystem::path& file)
{
    HeldLock lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (lock.m_descriptor < 0) {
        const std::string reason = systemReason(errno);
        return tl::unexpected<Error>(
            errorOf(message("{} cannot be made ({}): choose another folder.", file.string(), reason), Message{reason}));
    }
    if (!lockFile(lock.m_descriptor))
        return std::optional<HeldLock>();
    return std::optional<HeldLock>(std::move(lock));
}

HeldLock::~HeldLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace draftscope
