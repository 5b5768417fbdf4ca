// SPDX-License-Identifier: MIT
#include "engine/cli/terminal.h"

#include <cstdlib>
#include <limits>

#include "engine/cli/output.h"
#include "engine/core/printable.h"

namespace draftscope {
namespace {

/// product.md's colours as a terminal's 24-bit ones.
std::string_view escapeOf(TokenSource source)
{
    switch (source) {
    case TokenSource::prompt:
        return "\033[2m";
    case TokenSource::accepted:
        return "\033[38;2;27;138;90m";
    case TokenSource::residual:
        return "\033[38;2;164;70;143m";
    case TokenSource::bonus:
        return "\033[38;2;42;147;201m";
    case TokenSource::plain:
        break;
    }
    return "";
}

} // namespace

bool showsColours(std::FILE* stream)
{
    const char* noColour = std::getenv("NO_COLOR");
    return isTerminal(stream) && (!noColour || !*noColour);
}

std::string coloured(TokenSource source, std::string_view text)
{
    const std::string_view escape = escapeOf(source);
    return escape.empty() ? std::string(text) : fmt::format("{}{}\033[0m", escape, text);
}

std::string faded(std::string_view text)
{
    return coloured(TokenSource::prompt, text);
}

std::string visible(std::string_view bytes)
{
    std::string text;
    for (std::size_t end; (end = bytes.find_first_of(" \n")) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
        text += printableName(bytes.substr(0, end));
        text += bytes[end] == ' ' ? "␣" : "⏎";
    }
    return text + printableName(bytes);
}

std::string padded(std::string_view text, std::size_t width)
{
    std::size_t columns = 0;
    for (const char c : text)
        columns += ((unsigned char)c & 0xC0) != 0x80;
    return std::string(text) + std::string(columns < width ? width - columns : 0, ' ');
}

std::string figureRow(std::string_view what, std::string_view value)
{
    return fmt::format("{}  {}\n", padded(what, 34), value);
}

std::string shown(const std::optional<double>& value, int decimals)
{
    return value ? fmt::format("{:.{}f}", *value, decimals) : "–";
}

void field(JsonLine& line, std::string_view key, const std::optional<double>& value)
{
    line.field(key, value.value_or(std::numeric_limits<double>::quiet_NaN()));
}

} // namespace draftscope
