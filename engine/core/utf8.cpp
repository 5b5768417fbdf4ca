// SPDX-License-Identifier: MIT
#include "engine/core/utf8.h"

#include <algorithm>

namespace draftscope {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct Lead {
    std::size_t length = 0;                ///< of the sequence; 0 for a byte that begins none
    unsigned char low = 0x80, high = 0xBF; ///< allowed range of the second byte
};

Lead leadOf(unsigned char byte)
{
    if (byte < 0x80)
        return {1};
    if (byte >= 0xC2 && byte <= 0xDF)
        return {2};
    if (byte >= 0xE0 && byte <= 0xEF)
        return {3, byte == 0xE0 ? (unsigned char)0xA0 : (unsigned char)0x80,
                byte == 0xED ? (unsigned char)0x9F : (unsigned char)0xBF};
    if (byte >= 0xF0 && byte <= 0xF4)
        return {4, byte == 0xF0 ? (unsigned char)0x90 : (unsigned char)0x80,
                byte == 0xF4 ? (unsigned char)0x8F : (unsigned char)0xBF};
    return {};
}

/// How many bytes of the sequence at the front are there and in order; `lead` says how many there should be.
std::size_t matched(std::string_view text, const Lead& lead)
{
    const std::size_t available = std::min(lead.length, text.size());
    for (std::size_t i = 1; i < available; ++i) {
        const auto byte = (unsigned char)text[i];
        if (byte < (i == 1 ? lead.low : 0x80) || byte > (i == 1 ? lead.high : 0xBF))
            return i;
    }
    return available;
}

} // namespace

std::size_t validUtf8Length(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const Lead lead = leadOf((unsigned char)text[at]);
        if (lead.length == 0 || matched(text.substr(at), lead) < lead.length)
            break;
        at += lead.length;
    }
    return at;
}

std::string asUtf8(std::string_view text)
{
    if (isUtf8(text))
        return std::string(text);
    Utf8Stream stream;
    std::string repaired = stream.add(text);
    repaired += stream.finish();
    return repaired;
}

std::string Utf8Stream::add(std::string_view bytes)
{
    m_pending += bytes;
    std::string text;
    std::string_view rest = m_pending;
    while (true) {
        const std::size_t valid = validUtf8Length(rest);
        text += rest.substr(0, valid);
        rest.remove_prefix(valid);
        if (rest.empty())
            break;
        const Lead lead = leadOf((unsigned char)rest[0]);
        const std::size_t begun = std::max<std::size_t>(1, matched(rest, lead));
        if (lead.length > 0 && begun == rest.size())
            break;
        text += replacement;
        rest.remove_prefix(begun);
    }
    m_pending = std::string(rest);
    return text;
}

std::string Utf8Stream::finish()
{
    const bool kept = !m_pending.empty();
    m_pending.clear();
    return kept ? std::string(replacement) : std::string();
}

} // namespace draftscope
