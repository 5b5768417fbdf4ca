// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QKeyEvent;

namespace draftscope {

/// What a key asks of a view that has a current item: a token, a draft, a bar, a row. The keys are those that the
/// transport leaves: Space, Left, Right, Home and End mean the same wherever the focus is.
enum class ItemKey { previous, next, up, down, pageUp, pageDown, first, last, activate, menu };

/// Ctrl+Left and Ctrl+Right, Up and Down, Page Up and Page Down, Ctrl+Home and Ctrl+End, Enter, Menu.
[[nodiscard]] std::optional<ItemKey> itemKeyOf(const QKeyEvent& event);

/// Where a key leads from `current` among `count` items in a single row, `page` of which are in sight; -1 where there
/// are none. Up and Down are the same as one back and one on there.
[[nodiscard]] int movedBy(ItemKey key, int current, int count, int page);

} // namespace draftscope
