// SPDX-License-Identifier: MIT
#include "engine/cli/strict_options.h"

#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace draftscope {
namespace {

template <class Number>
std::string wanted()
{
    if constexpr (std::is_integral_v<Number>)
        return fmt::format("a whole number from {} to {}", std::numeric_limits<Number>::min(),
                           std::numeric_limits<Number>::max());
    else
        return "a number";
}

template <class Number>
Number numberIn(const std::string& name, const std::string& text)
{
    Number number{};
    const char* const textEnd = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), textEnd, number);
    if (error != std::errc() || end != textEnd || !std::isfinite(double(number)))
        throw CLI::ValidationError(fmt::format("{} takes {}, and \"{}\" is none", name, wanted<Number>(), text));
    return number;
}

/// `take` gets the text that was given and throws where it will not do.
template <class Take>
CLI::Option* add(CLI::App& command, const std::string& name, const std::string& description, const char* type,
                 const Take& take)
{
    const CLI::callback_t callback = [take](const CLI::results_t& results) {
        take(results.front());
        return true;
    };
    return command.add_option(name, callback, description)->type_name(type);
}

template <class Number, class Value>
CLI::Option* addNumberOf(CLI::App& command, const std::string& name, Value& value, const std::string& description,
                         const char* type)
{
    return add(command, name, description, type,
               [name, &value](const std::string& text) { value = numberIn<Number>(name, text); });
}

template <class Text>
CLI::Option* addNameOf(CLI::App& command, const std::string& name, Text& value, const std::string& description)
{
    return add(command, name, description, "TEXT", [name, &value](const std::string& text) {
        if (text.empty())
            throw CLI::ValidationError(fmt::format("{} takes a name, and \"\" is none", name));
        value = text;
    });
}

} // namespace

CLI::Option* addNumber(CLI::App& command, const std::string& name, int& value, const std::string& description)
{
    return addNumberOf<int>(command, name, value, description, "INT");
}

CLI::Option* addNumber(CLI::App& command, const std::string& name, std::optional<int>& value,
                       const std::string& description)
{
    return addNumberOf<int>(command, name, value, description, "INT");
}

CLI::Option* addNumber(CLI::App& command, const std::string& name, std::uint64_t& value, const std::string& description)
{
    return addNumberOf<std::uint64_t>(command, name, value, description, "UINT");
}

CLI::Option* addNumber(CLI::App& command, const std::string& name, double& value, const std::string& description)
{
    return addNumberOf<double>(command, name, value, description, "FLOAT");
}

CLI::Option* addName(CLI::App& command, const std::string& name, std::string& value, const std::string& description)
{
    return addNameOf(command, name, value, description);
}

CLI::Option* addName(CLI::App& command, const std::string& name, std::filesystem::path& value,
                     const std::string& description)
{
    return addNameOf(command, name, value, description);
}

CLI::Option* addSwitch(CLI::App& command, const std::string& name, bool& value, const std::string& description)
{
    return command.add_flag(name, value, description)->disable_flag_override();
}

} // namespace draftscope
