// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace draftscope {

// Byte-level vocabularies (Radford et al. 2019, GPT-2) are files of text, so they write each of the 256 bytes as a
// character that can be seen: the printable ones of Latin-1 stand for themselves, the others are U+0100, U+0101, ... in
// their order. A space is U+0120.

/// The bytes that a piece stands for; nothing where a character of it stands for none.
[[nodiscard]] std::optional<std::string> bytesOfByteLevelPiece(std::string_view piece);

/// How a byte-level vocabulary writes these bytes.
[[nodiscard]] std::string byteLevelPieceOf(std::string_view bytes);

} // namespace draftscope
