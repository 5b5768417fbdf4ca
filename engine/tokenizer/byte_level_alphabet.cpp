// SPDX-License-Identifier: MIT
#include "engine/tokenizer/byte_level_alphabet.h"

#include <array>
#include <cstdint>

namespace draftscope {

namespace {

constexpr unsigned firstStandIn = 0x100;

constexpr bool standsForItself(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
}

struct Alphabet {
    std::array<std::uint16_t, 256> characters = {}; ///< by byte
    std::array<std::int16_t, 0x200> bytes = {};     ///< by character; -1: none
};

constexpr Alphabet makeAlphabet()
{
    Alphabet alphabet;
    for (auto& byte : alphabet.bytes)
        byte = -1;
    unsigned standIn = firstStandIn;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const unsigned character = standsForItself(byte) ? byte : standIn++;
        alphabet.characters[byte] = std::uint16_t(character);
        alphabet.bytes[character] = std::int16_t(byte);
    }
    return alphabet;
}

constexpr Alphabet alphabet = makeAlphabet();

} // namespace

std::optional<std::string> bytesOfByteLevelPiece(std::string_view piece)
{
    std::string bytes;
    for (std::size_t at = 0; at < piece.size();) {
        // All characters of the alphabet have one or two bytes of UTF-8.
        unsigned character = static_cast<unsigned char>(piece[at++]);
        if (character >= 0x80) {
            if ((character & 0xe0) != 0xc0 || at == piece.size())
                return std::nullopt;
            character = (character & 0x1f) << 6 | (static_cast<unsigned char>(piece[at++]) & 0x3f);
        }
        if (character >= alphabet.bytes.size() || alphabet.bytes[character] < 0)
            return std::nullopt;
        bytes += char(alphabet.bytes[character]);
    }
    return bytes;
}

std::string byteLevelPieceOf(std::string_view bytes)
{
    std::string piece;
    for (const char byte : bytes) {
        const unsigned character = alphabet.characters[static_cast<unsigned char>(byte)];
        if (character < 0x80) {
            piece += char(character);
        } else {
            piece += char(0xc0 | character >> 6);
            piece += char(0x80 | (character & 0x3f));
        }
    }
    return piece;
}

} // namespace draftscope
