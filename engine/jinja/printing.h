// SPDX-License-Identifier: MIT
// Values as Python prints them.
#pragma once

#include <string>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// Python's str(). throws Failure: what prints an address, as a function or a generator, has no text of its own.
[[nodiscard]] std::string printed(const Value& value);
/// Python's repr(), as items of lists print.
[[nodiscard]] std::string represented(const Value& value);
/// Python's repr() of a float: the shortest digits that give it back.
[[nodiscard]] std::string printedReal(double value);

/// As Python's json.dumps() has them.
struct JsonStyle {
    bool isAscii = false; ///< all other characters are escaped
    bool isIndented = false;
    std::string indent; ///< of a level
    std::string itemSeparator = ", ", keySeparator = ": ";
    bool sortsKeys = false;
};

/// throws Failure: what JSON has no words for.
[[nodiscard]] std::string jsonText(const Value& value, const JsonStyle& style);

} // namespace draftscope::jinja
