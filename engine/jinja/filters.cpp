// SPDX-License-Identifier: MIT
#include "engine/jinja/filters.h"

#include <algorithm>

namespace draftscope::jinja {

FilterFunction filterNamed(std::string_view name)
{
    for (const std::span<const Filter> filters : {textFilters(), numberFilters(), sequenceFilters(), orderFilters()})
        if (const auto found = std::ranges::find(filters, name, &Filter::name); found != filters.end())
            return found->apply;
    return nullptr;
}

bool isFilterOfJinja(std::string_view name)
{
    constexpr std::string_view others[] = {"filesizeformat", "pprint",   "random", "striptags",
                                           "urlize",         "wordwrap", "xmlattr"};
    return std::ranges::find(others, name) != std::end(others) || filterNamed(name) != nullptr;
}

} // namespace draftscope::jinja
