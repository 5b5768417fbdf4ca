// SPDX-License-Identifier: MIT
#include "engine/jinja/parameters.h"

#include <algorithm>

#include "engine/jinja/operators.h"

namespace draftscope::jinja {

Parameters::Parameters(std::string_view function, const Arguments& arguments,
                       std::initializer_list<std::string_view> names, std::size_t required)
    : m_function(function)
{
    std::ranges::copy(names, m_names.begin());
    if (arguments.positional.size() > names.size())
        stopRun("{} takes {} arguments at most and is given {}", function, names.size(), arguments.positional.size());
    for (std::size_t i = 0; i < arguments.positional.size(); ++i)
        m_values[i] = &arguments.positional[i];
    for (const auto& [name, value] : arguments.named) {
        const auto* found = std::ranges::find(names, name);
        if (found == names.end())
            stopRun("{} takes no argument \"{}\"", function, name);
        const Value*& place = m_values[std::size_t(found - names.begin())];
        if (place)
            stopRun("{} is given \"{}\" twice", function, name);
        place = &value;
    }
    for (std::size_t i = 0; i < required; ++i)
        if (!m_values[i])
            stopRun("{} needs the argument \"{}\"", function, m_names[i]);
}

std::int64_t Parameters::whole(std::size_t at, std::int64_t defaultValue) const
{
    if (!m_values[at] || m_values[at]->isNone())
        return defaultValue;
    return wholeNumber(*m_values[at], fmt::format("\"{}\" of {}", m_names[at], m_function));
}

bool Parameters::isTrue(std::size_t at, bool defaultValue) const
{
    return m_values[at] ? truth(*m_values[at]) : defaultValue;
}

const std::string& Parameters::text(std::size_t at) const
{
    if (!m_values[at]->isText())
        stopRun("\"{}\" of {} is a {} instead of a text", m_names[at], m_function, m_values[at]->typeName());
    return m_values[at]->bytes();
}

const std::string* Parameters::textOrNone(std::size_t at) const
{
    return !m_values[at] || m_values[at]->isNone() ? nullptr : &text(at);
}

} // namespace draftscope::jinja
