// SPDX-License-Identifier: MIT
#include "engine/core/version.h"

namespace draftscope {

std::string version()
{
    return DRAFTSCOPE_VERSION;
}

std::string programAndVersion(char between)
{
    return std::string("draftscope") + between + version();
}

} // namespace draftscope
