// SPDX-License-Identifier: MIT
// A character map's trie, walked; character_map.cpp says how it is stored, and checks that walking it is safe.
#include <cstring>
#include <stdexcept>

#include <utf8proc.h>

#include "engine/tokenizer/sentencepiece_check.h"
#include "engine/tokenizer/text_change.h"

namespace draftscope {

Result<std::shared_ptr<const CharacterMap>> CharacterMap::create(std::string bytes, std::string_view name)
{
    if (auto checked = checkCharacterMap(bytes, name); !checked)
        return tl::unexpected(checked.error());
    std::shared_ptr<CharacterMap> map(new CharacterMap);
    std::uint32_t trieBytes = 0;
    if (bytes.size() > sizeof trieBytes) {
        std::memcpy(&trieBytes, bytes.data(), sizeof trieBytes);
        map->m_units.resize(trieBytes / sizeof(std::uint32_t));
        std::memcpy(map->m_units.data(), bytes.data() + sizeof trieBytes, trieBytes);
        map->m_replacements = bytes.substr(sizeof trieBytes + trieBytes);
    }
    return map;
}

/// Of the rules that the part begins with the shortest one counts.
std::optional<std::string_view> CharacterMap::replacement(std::string_view part) const
{
    const auto offset = [](std::uint32_t unit) { return (unit >> 10) << ((unit & 0x200U) >> 6); };
    if (m_units.empty())
        return std::nullopt;
    std::uint32_t at = offset(m_units[0]);
    for (const char byte : part) {
        const auto label = static_cast<unsigned char>(byte);
        if (label == 0)
            break;
        at ^= label;
        const std::uint32_t unit = m_units[at];
        if ((unit & 0x8000'00FFU) != label)
            break;
        at ^= offset(unit);
        if ((unit >> 8 & 1) != 0) {
            const std::string_view rest = std::string_view(m_replacements).substr(m_units[at] & 0x7FFF'FFFFU);
            return rest.substr(0, rest.find('\0'));
        }
    }
    return std::nullopt;
}

std::string CharacterMap::apply(std::string_view text, std::size_t most) const
{
    constexpr std::size_t longestCluster = 6; ///< bytes; from here on characters are looked up one by one
    std::string result;
    const auto addCluster = [&](std::string_view cluster) {
        if (cluster.size() < longestCluster)
            if (const auto found = replacement(cluster)) {
                result += *found;
                return;
            }
        for (std::size_t at = 0; at < cluster.size();) {
            const std::string_view part = cluster.substr(at, characterAt(cluster, at).size);
            result += replacement(part).value_or(part);
            at += part.size();
        }
    };
    utf8proc_int32_t state = 0, last = -1;
    std::size_t begin = 0;
    forEachCharacter(text, [&](std::int32_t code, std::size_t at) {
        if (last >= 0 && utf8proc_grapheme_break_stateful(last, code, &state)) {
            addCluster(text.substr(begin, at - begin));
            begin = at;
            if (result.size() > most)
                throw std::length_error("a text grows");
        }
        last = code;
    });
    addCluster(text.substr(begin));
    return result;
}

} // namespace draftscope
