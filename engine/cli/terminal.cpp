// SPDX-License-Identifier: MIT
#include "engine/cli/terminal.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

#include <unistd.h>

#include "engine/core/utf8.h"

namespace draftscope {
namespace {

int writeError = 0;

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

bool isTerminal(std::FILE* stream)
{
    return isatty(fileno(stream)) == 1;
}

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
    while (!bytes.empty()) {
        const std::size_t valid = validUtf8Length(bytes);
        for (const char c : bytes.substr(0, valid)) {
            if (c == ' ')
                text += "␣";
            else if (c == '\n')
                text += "⏎";
            else if ((unsigned char)c < 0x20 || c == 0x7F)
                text += fmt::format("\\x{:02X}", int((unsigned char)c));
            else
                text += c;
        }
        bytes.remove_prefix(valid);
        if (!bytes.empty()) {
            text += fmt::format("\\x{:02X}", int((unsigned char)bytes[0]));
            bytes.remove_prefix(1);
        }
    }
    return text;
}

std::string padded(std::string_view text, std::size_t width)
{
    std::size_t columns = 0;
    for (const char c : text)
        columns += ((unsigned char)c & 0xC0) != 0x80;
    return std::string(text) + std::string(columns < width ? width - columns : 0, ' ');
}

std::string shown(const std::optional<double>& value, int decimals)
{
    return value ? fmt::format("{:.{}f}", *value, decimals) : "–";
}

void field(JsonLine& line, std::string_view key, const std::optional<double>& value)
{
    line.field(key, value.value_or(std::numeric_limits<double>::quiet_NaN()));
}

void print(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        writeError = writeError ? writeError : errno;
}

Result<void> finishOutput()
{
    if (std::fflush(stdout) != 0 && !writeError)
        writeError = errno;
    if (writeError)
        return fail("The output could not be written ({}): make room or write somewhere else.",
                    std::error_code(writeError, std::generic_category()).message());
    return {};
}

} // namespace draftscope
