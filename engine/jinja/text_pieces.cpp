// SPDX-License-Identifier: MIT
#include "engine/jinja/text_pieces.h"

#include <algorithm>
#include <limits>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/failure.h"

namespace draftscope::jinja {

namespace {

std::vector<std::string_view> splitAtSpace(std::string_view text, std::size_t cuts)
{
    std::vector<std::string_view> pieces;
    for (text = strippedLeft(text); !text.empty(); text = strippedLeft(text)) {
        takeSteps();
        if (pieces.size() == cuts) {
            pieces.push_back(strippedRight(text));
            break;
        }
        std::string_view rest = text;
        std::size_t length = 0;
        while (!rest.empty() && !isSpace(takeCharacter(rest)))
            length = text.size() - rest.size();
        pieces.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return pieces;
}

std::vector<std::string_view> splitAtSpaceFromEnd(std::string_view text, std::size_t cuts)
{
    std::vector<std::string_view> pieces;
    for (text = strippedRight(text); !text.empty(); text = strippedRight(text)) {
        takeSteps();
        if (pieces.size() == cuts) {
            pieces.push_back(strippedLeft(text));
            break;
        }
        std::string_view rest = text;
        std::size_t begin = text.size();
        while (!rest.empty() && !isSpace(takeLastCharacter(rest)))
            begin = rest.size();
        pieces.push_back(text.substr(begin));
        text = text.substr(0, begin);
    }
    std::ranges::reverse(pieces);
    return pieces;
}

} // namespace

std::size_t countOf(std::string_view text, std::string_view sought)
{
    if (sought.empty())
        return countCharacters(text) + 1;
    takeSteps(text.size() / 256);
    std::size_t count = 0;
    for (std::size_t at = text.find(sought); at != std::string_view::npos; at = text.find(sought, at + sought.size()))
        ++count;
    return count;
}

std::string withReplaced(std::string_view text, std::string_view old, std::string_view replacement, std::int64_t count)
{
    const std::size_t all = countOf(text, old);
    std::size_t left = count < 0 ? all : std::min(all, std::size_t(count));
    takeSteps(left / 16);
    if (replacement.size() > old.size() && left > 0)
        takeBytes(left > std::numeric_limits<std::size_t>::max() / replacement.size()
                      ? std::numeric_limits<std::size_t>::max()
                      : left * (replacement.size() - old.size()));
    std::string result;
    if (old.empty()) { // before each character, and at the end
        for (; left > 0; --left) {
            result += replacement;
            if (text.empty())
                break;
            appendCharacter(result, takeCharacter(text));
        }
        return result += text;
    }
    for (; left > 0; --left) {
        const std::size_t at = text.find(old);
        (result += text.substr(0, at)) += replacement;
        text.remove_prefix(at + old.size());
    }
    return result += text;
}

std::vector<std::string_view> splitPieces(std::string_view text, const std::string* separator, std::size_t cuts,
                                          bool isFromEnd)
{
    if (!separator)
        return isFromEnd ? splitAtSpaceFromEnd(text, cuts) : splitAtSpace(text, cuts);
    if (separator->empty())
        stopRun("a text is split at an empty separator");
    std::vector<std::string_view> pieces;
    while (pieces.size() < cuts) {
        const std::size_t at = isFromEnd ? text.rfind(*separator) : text.find(*separator);
        if (at == std::string_view::npos)
            break;
        takeSteps();
        const std::size_t behind = at + separator->size();
        pieces.push_back(isFromEnd ? text.substr(behind) : text.substr(0, at));
        text = isFromEnd ? text.substr(0, at) : text.substr(behind);
    }
    pieces.push_back(text);
    if (isFromEnd)
        std::ranges::reverse(pieces);
    return pieces;
}

std::vector<std::string_view> splitLines(std::string_view text, bool keepsEnds)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        takeSteps();
        std::string_view rest = text;
        std::size_t length = text.size(), behind = text.size();
        while (!rest.empty()) {
            const std::size_t at = text.size() - rest.size();
            if (const char32_t character = takeCharacter(rest); isLineBreak(character)) {
                if (character == '\r' && rest.starts_with('\n'))
                    rest.remove_prefix(1);
                length = at;
                behind = text.size() - rest.size();
                break;
            }
        }
        lines.push_back(text.substr(0, keepsEnds ? behind : length));
        text.remove_prefix(behind);
    }
    return lines;
}

} // namespace draftscope::jinja
