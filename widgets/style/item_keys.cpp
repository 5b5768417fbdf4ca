// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/item_keys.h"

#include <algorithm>

#include <QKeyEvent>

namespace draftscope {

std::optional<ItemKey> itemKeyOf(const QKeyEvent& event)
{
    struct Binding {
        Qt::Key key;
        Qt::KeyboardModifiers modifiers;
        ItemKey means;
    };
    static const Binding bindings[] = {
        {Qt::Key_Left, Qt::ControlModifier, ItemKey::previous},
        {Qt::Key_Right, Qt::ControlModifier, ItemKey::next},
        {Qt::Key_Up, Qt::NoModifier, ItemKey::up},
        {Qt::Key_Down, Qt::NoModifier, ItemKey::down},
        {Qt::Key_PageUp, Qt::NoModifier, ItemKey::pageUp},
        {Qt::Key_PageDown, Qt::NoModifier, ItemKey::pageDown},
        {Qt::Key_Home, Qt::ControlModifier, ItemKey::first},
        {Qt::Key_End, Qt::ControlModifier, ItemKey::last},
        {Qt::Key_Return, Qt::NoModifier, ItemKey::activate},
        {Qt::Key_Enter, Qt::NoModifier, ItemKey::activate},
        {Qt::Key_Menu, Qt::NoModifier, ItemKey::menu},
    };
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    for (const Binding& binding : bindings)
        if (binding.key == event.key() && binding.modifiers == modifiers)
            return binding.means;
    return std::nullopt;
}

int movedBy(ItemKey key, int current, int count, int page)
{
    const auto moved = [&] {
        switch (key) {
        case ItemKey::previous:
        case ItemKey::up:
            return current - 1;
        case ItemKey::next:
        case ItemKey::down:
            return current + 1;
        case ItemKey::pageUp:
            return current - page;
        case ItemKey::pageDown:
            return current + page;
        case ItemKey::first:
            return 0;
        case ItemKey::last:
            return count - 1;
        case ItemKey::activate:
        case ItemKey::menu:
            break;
        }
        return current;
    };
    return count > 0 ? std::clamp(moved(), 0, count - 1) : -1;
}

} // namespace draftscope
