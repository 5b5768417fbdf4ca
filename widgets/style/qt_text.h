// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <QString>

namespace draftscope {

/// The engine's words, which are UTF-8, as Qt takes them.
[[nodiscard]] inline QString qtText(std::string_view words)
{
    return QString::fromUtf8(words.data(), qsizetype(words.size()));
}

} // namespace draftscope
