// SPDX-License-Identifier: MIT
#include "engine/core/file_lock.h"

#include <cerrno>

#include <sys/file.h>

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

} // namespace draftscope
