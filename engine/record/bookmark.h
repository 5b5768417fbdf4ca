// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/record/records.h"

namespace draftscope {

/// A moment of a recording that a person has marked, to find it again.
struct BookmarkRecord {
    Position at;
    std::string name; ///< UTF-8; empty where it has none
    friend bool operator==(const BookmarkRecord&, const BookmarkRecord&) = default;
};

} // namespace draftscope
