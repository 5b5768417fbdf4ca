// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "engine/record/bookmark.h"
#include "engine/record/recording.h"

namespace draftscope {

/// The order that a run keeps its bookmarks in: by round and moment, then by branch.
[[nodiscard]] bool comesBefore(const BookmarkRecord& a, const BookmarkRecord& b);

/// A name that a person gave, a bookmark's or a branch's, as it is kept: on one line, and not longer than 80 UTF-16
/// units. UTF-8.
[[nodiscard]] std::string keptName(const QString& given);

/// Bookmarks of a recording as a run keeps them, also those of other programs: in order, named as keptName() has it,
/// and one only of a moment, which branches may share; that one has the first name that it was given.
[[nodiscard]] std::vector<BookmarkRecord> inOrder(const Recording& recording, std::vector<BookmarkRecord> bookmarks);

} // namespace draftscope
