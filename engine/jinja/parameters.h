// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// What a function is given, by its parameters' names and order.
class Parameters {
public:
    /// `required`: how many of the first there must be. throws Failure: too many, too few, twice, or a name that is
    /// none of them.
    Parameters(std::string_view function, const Arguments& arguments, std::initializer_list<std::string_view> names,
               std::size_t required = 0);
    /// Nothing where it is not given.
    [[nodiscard]] const Value* operator[](std::size_t at) const { return m_values[at]; }
    [[nodiscard]] bool isGiven(std::size_t at) const { return m_values[at] != nullptr; }
    [[nodiscard]] const Value& at(std::size_t place) const { return *m_values[place]; }
    // `usual` where it is not given or None. throws Failure: it has another type.
    [[nodiscard]] std::int64_t whole(std::size_t at, std::int64_t defaultValue) const;
    [[nodiscard]] bool isTrue(std::size_t at, bool defaultValue = false) const;
    /// Of a text.
    [[nodiscard]] const std::string& text(std::size_t at) const;
    [[nodiscard]] const std::string* textOrNone(std::size_t at) const;

private:
    static constexpr std::size_t most = 6;
    std::string_view m_function;
    std::array<const Value*, most> m_values{};
    std::array<std::string_view, most> m_names{};
};

} // namespace draftscope::jinja
