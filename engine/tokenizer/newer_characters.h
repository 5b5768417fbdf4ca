// SPDX-License-Identifier: MIT
// Characters that Unicode 15.0 to 16.0 added (DerivedAge.txt and UnicodeData.txt there). Debian 12's PCRE2 and utf8proc
// know Unicode 14 and its ICU 15.0; Hugging Face's tokenizers match expressions by Unicode 16, and llama.cpp by 15.1.
#pragma once

#include <cstdint>

namespace draftscope {

struct NewerCharacters {
    enum class Kind : std::uint8_t {
        capital,
        small,
        letter,
        han,
        modifier,
        mark,
        spacingMark,
        digit,
        number,
        punctuation,
        dash,
        symbol,
        mathSymbol,
        format,
    };
    std::int32_t first, last;
    Kind kind;
    bool isOf15; ///< of Unicode 15.1 or older
};

/// By code.
using NewerKind = NewerCharacters::Kind;
inline constexpr NewerCharacters newerCharacters[] = {
    // clang-format off
    {0x897, 0x897, NewerKind::mark, false}, {0xcf3, 0xcf3, NewerKind::spacingMark, true},
    {0xece, 0xece, NewerKind::mark, true}, {0x1b4e, 0x1b4f, NewerKind::punctuation, false},
    {0x1b7f, 0x1b7f, NewerKind::punctuation, false}, {0x1c89, 0x1c89, NewerKind::capital, false},
    {0x1c8a, 0x1c8a, NewerKind::small, false}, {0x2427, 0x2429, NewerKind::symbol, false},
    {0x2ffc, 0x2fff, NewerKind::symbol, true}, {0x31e4, 0x31e5, NewerKind::symbol, false},
    {0x31ef, 0x31ef, NewerKind::symbol, true}, {0xa7cb, 0xa7cc, NewerKind::capital, false},
    {0xa7cd, 0xa7cd, NewerKind::small, false}, {0xa7da, 0xa7da, NewerKind::capital, false},
    {0xa7db, 0xa7db, NewerKind::small, false}, {0xa7dc, 0xa7dc, NewerKind::capital, false},
    {0x105c0, 0x105f3, NewerKind::letter, false}, {0x10d40, 0x10d49, NewerKind::digit, false},
    {0x10d4a, 0x10d4d, NewerKind::letter, false}, {0x10d4e, 0x10d4e, NewerKind::modifier, false},
    {0x10d4f, 0x10d4f, NewerKind::letter, false}, {0x10d50, 0x10d65, NewerKind::capital, false},
    {0x10d69, 0x10d6d, NewerKind::mark, false}, {0x10d6e, 0x10d6e, NewerKind::dash, false},
    {0x10d6f, 0x10d6f, NewerKind::modifier, false}, {0x10d70, 0x10d85, NewerKind::small, false},
    {0x10d8e, 0x10d8f, NewerKind::mathSymbol, false}, {0x10ec2, 0x10ec4, NewerKind::letter, false},
    {0x10efc, 0x10efc, NewerKind::mark, false}, {0x10efd, 0x10eff, NewerKind::mark, true},
    {0x1123f, 0x11240, NewerKind::letter, true}, {0x11241, 0x11241, NewerKind::mark, true},
    {0x11380, 0x11389, NewerKind::letter, false}, {0x1138b, 0x1138b, NewerKind::letter, false},
    {0x1138e, 0x1138e, NewerKind::letter, false}, {0x11390, 0x113b5, NewerKind::letter, false},
    {0x113b7, 0x113b7, NewerKind::letter, false}, {0x113b8, 0x113ba, NewerKind::spacingMark, false},
    {0x113bb, 0x113c0, NewerKind::mark, false}, {0x113c2, 0x113c2, NewerKind::spacingMark, false},
    {0x113c5, 0x113c5, NewerKind::spacingMark, false}, {0x113c7, 0x113ca, NewerKind::spacingMark, false},
    {0x113cc, 0x113cd, NewerKind::spacingMark, false}, {0x113ce, 0x113ce, NewerKind::mark, false},
    {0x113cf, 0x113cf, NewerKind::spacingMark, false}, {0x113d0, 0x113d0, NewerKind::mark, false},
    {0x113d1, 0x113d1, NewerKind::letter, false}, {0x113d2, 0x113d2, NewerKind::mark, false},
    {0x113d3, 0x113d3, NewerKind::letter, false}, {0x113d4, 0x113d5, NewerKind::punctuation, false},
    {0x113d7, 0x113d8, NewerKind::punctuation, false}, {0x113e1, 0x113e2, NewerKind::mark, false},
    {0x116d0, 0x116e3, NewerKind::digit, false}, {0x11b00, 0x11b09, NewerKind::punctuation, true},
    {0x11bc0, 0x11be0, NewerKind::letter, false}, {0x11be1, 0x11be1, NewerKind::punctuation, false},
    {0x11bf0, 0x11bf9, NewerKind::digit, false}, {0x11f00, 0x11f01, NewerKind::mark, true},
    {0x11f02, 0x11f02, NewerKind::letter, true}, {0x11f03, 0x11f03, NewerKind::spacingMark, true},
    {0x11f04, 0x11f10, NewerKind::letter, true}, {0x11f12, 0x11f33, NewerKind::letter, true},
    {0x11f34, 0x11f35, NewerKind::spacingMark, true}, {0x11f36, 0x11f3a, NewerKind::mark, true},
    {0x11f3e, 0x11f3f, NewerKind::spacingMark, true}, {0x11f40, 0x11f40, NewerKind::mark, true},
    {0x11f41, 0x11f41, NewerKind::spacingMark, true}, {0x11f42, 0x11f42, NewerKind::mark, true},
    {0x11f43, 0x11f4f, NewerKind::punctuation, true}, {0x11f50, 0x11f59, NewerKind::digit, true},
    {0x11f5a, 0x11f5a, NewerKind::mark, false}, {0x1342f, 0x1342f, NewerKind::letter, true},
    {0x13439, 0x1343f, NewerKind::format, true}, {0x13440, 0x13440, NewerKind::mark, true},
    {0x13441, 0x13446, NewerKind::letter, true}, {0x13447, 0x13455, NewerKind::mark, true},
    {0x13460, 0x143fa, NewerKind::letter, false}, {0x16100, 0x1611d, NewerKind::letter, false},
    {0x1611e, 0x16129, NewerKind::mark, false}, {0x1612a, 0x1612c, NewerKind::spacingMark, false},
    {0x1612d, 0x1612f, NewerKind::mark, false}, {0x16130, 0x16139, NewerKind::digit, false},
    {0x16d40, 0x16d42, NewerKind::modifier, false}, {0x16d43, 0x16d6a, NewerKind::letter, false},
    {0x16d6b, 0x16d6c, NewerKind::modifier, false}, {0x16d6d, 0x16d6f, NewerKind::punctuation, false},
    {0x16d70, 0x16d79, NewerKind::digit, false}, {0x18cff, 0x18cff, NewerKind::letter, false},
    {0x1b132, 0x1b132, NewerKind::letter, true}, {0x1b155, 0x1b155, NewerKind::letter, true},
    {0x1cc00, 0x1ccef, NewerKind::symbol, false}, {0x1ccf0, 0x1ccf9, NewerKind::digit, false},
    {0x1cd00, 0x1ceb3, NewerKind::symbol, false}, {0x1d2c0, 0x1d2d3, NewerKind::number, true},
    {0x1df25, 0x1df2a, NewerKind::small, true}, {0x1e030, 0x1e06d, NewerKind::modifier, true},
    {0x1e08f, 0x1e08f, NewerKind::mark, true}, {0x1e4d0, 0x1e4ea, NewerKind::letter, true},
    {0x1e4eb, 0x1e4eb, NewerKind::modifier, true}, {0x1e4ec, 0x1e4ef, NewerKind::mark, true},
    {0x1e4f0, 0x1e4f9, NewerKind::digit, true}, {0x1e5d0, 0x1e5ed, NewerKind::letter, false},
    {0x1e5ee, 0x1e5ef, NewerKind::mark, false}, {0x1e5f0, 0x1e5f0, NewerKind::letter, false},
    {0x1e5f1, 0x1e5fa, NewerKind::digit, false}, {0x1e5ff, 0x1e5ff, NewerKind::punctuation, false},
    {0x1f6dc, 0x1f6dc, NewerKind::symbol, true}, {0x1f774, 0x1f776, NewerKind::symbol, true},
    {0x1f77b, 0x1f77f, NewerKind::symbol, true}, {0x1f7d9, 0x1f7d9, NewerKind::symbol, true},
    {0x1f8b2, 0x1f8bb, NewerKind::symbol, false}, {0x1f8c0, 0x1f8c1, NewerKind::symbol, false},
    {0x1fa75, 0x1fa77, NewerKind::symbol, true}, {0x1fa87, 0x1fa88, NewerKind::symbol, true},
    {0x1fa89, 0x1fa89, NewerKind::symbol, false}, {0x1fa8f, 0x1fa8f, NewerKind::symbol, false},
    {0x1faad, 0x1faaf, NewerKind::symbol, true}, {0x1fabb, 0x1fabd, NewerKind::symbol, true},
    {0x1fabe, 0x1fabe, NewerKind::symbol, false}, {0x1fabf, 0x1fabf, NewerKind::symbol, true},
    {0x1fac6, 0x1fac6, NewerKind::symbol, false}, {0x1face, 0x1facf, NewerKind::symbol, true},
    {0x1fada, 0x1fadb, NewerKind::symbol, true}, {0x1fadc, 0x1fadc, NewerKind::symbol, false},
    {0x1fadf, 0x1fadf, NewerKind::symbol, false}, {0x1fae8, 0x1fae8, NewerKind::symbol, true},
    {0x1fae9, 0x1fae9, NewerKind::symbol, false}, {0x1faf7, 0x1faf8, NewerKind::symbol, true},
    {0x1fbcb, 0x1fbef, NewerKind::symbol, false}, {0x2b739, 0x2b739, NewerKind::han, true},
    {0x2ebf0, 0x2ee5d, NewerKind::han, true}, {0x31350, 0x323af, NewerKind::han, true},
    // clang-format on
};

} // namespace draftscope
