// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/record/records.h"

namespace draftscope {

/// A moment of a recording that somebody wants to find again.
struct BookmarkRecord {
    Position at;
    std::string name; ///< UTF-8; empty where nobody gave it one
    friend bool operator==(const BookmarkRecord&, const BookmarkRecord&) = default;
};

} // namespace draftscope
