// SPDX-License-Identifier: MIT
// The tokens of a GGUF file (tokenizer.ggml.*) and what they are, as llama.cpp reads them, which is what such files are
// made for: https://github.com/ggml-org/llama.cpp/blob/master/src/llama-vocab.cpp, of 2026. Keys:
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/tokenizer/added_tokens.h"

namespace draftscope {

class Gguf;

/// What a token of a GGUF file is. A control token may be an unused one at once, so these are bits.
enum GgufTokenKind : unsigned char {
    ggufNormal = 1,
    ggufUnknown = 2,
    ggufControl = 4,
    ggufUserDefined = 8,
    ggufUnused = 16,
    ggufByte = 32,
};

struct GgufTokens {
    std::vector<std::string> texts;    ///< by id
    std::vector<unsigned char> kinds;  ///< by id; bits of GgufTokenKind
    std::vector<TokenId> ends;         ///< each of them ends a text, ascending
    std::vector<TokenId> spaceTakers;  ///< white space behind them belongs to them (Phi-3), ascending
    std::vector<TokenId> spaceFinders; ///< white space in front of them belongs to them, ascending
    TokenId bos = noToken, eos = noToken, unknown = noToken;
    std::optional<bool> addsBos; ///< where the file says so

    [[nodiscard]] bool is(TokenId token, unsigned kinds_) const
    {
        return token >= 0 && std::size_t(token) < kinds.size() && (kinds[std::size_t(token)] & kinds_) != 0;
    }
    /// Those that are found in a text before anything else: control, user-defined and unknown ones.
    [[nodiscard]] std::vector<AddedToken> found() const;
};

/// Errors name the file: no tokens, types that are missing or not known, more tokens than a vocabulary has. Tokens of
/// known texts become control ones, whatever their types ("<|im_end|>"), and some of these end a text.
[[nodiscard]] Result<GgufTokens> readGgufTokens(const Gguf& file);

} // namespace draftscope
