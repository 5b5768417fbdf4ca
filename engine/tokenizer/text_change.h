// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/tokenizer/expression.h"
#include "engine/tokenizer/unicode_text.h"

namespace draftscope {

class CharacterMap;

/// One of the changes that a tokenizer makes to a text before it splits it ("normalizer" of Hugging Face's tokenizers).
struct TextChange {
    enum class Kind {
        normalForm,
        smallLetters,
        strip,
        stripAccents, ///< marks
        replaceText,  ///< `from` by `to`
        replaceFound, ///< what `expression` finds by `to`
        prepend,      ///< `to`, where there is text
        bert,         ///< of BERT
        nmt,          ///< of sentencepiece's nmt_nfkc: some control characters go, some become spaces
        characterMap, ///< of sentencepiece
        byteLevel,    ///< every byte becomes a character that can be seen (byte_level_alphabet.h)
    };
    struct Bert {
        bool cleansText = true, padsChinese = true, stripsAccents = true, takesSmallLetters = true;
    };

    Kind kind = Kind::normalForm;
    NormalForm form = NormalForm::c;
    bool stripsBegin = true, stripsEnd = true;
    std::string from = {}, to = {};
    std::optional<Expression> expression = {};
    Bert bert = {};
    std::shared_ptr<const CharacterMap> map = {};

    [[nodiscard]] static TextChange replaced(std::string from, std::string to)
    {
        return {.kind = Kind::replaceText, .from = std::move(from), .to = std::move(to)};
    }
};

/// A text of valid UTF-8 after all changes, one behind the other. Errors: of normal forms and of expressions, and a
/// text that grows to a multiple of its size that no published tokenizer makes of one.
[[nodiscard]] Result<std::string> changed(const std::vector<TextChange>& changes, std::string text);

/// `text` with `to` in the place of every `from`, from left to right. Throws std::length_error where that has more than
/// `most` bytes.
[[nodiscard]] std::string replacedAll(std::string_view text, std::string_view from, std::string_view to,
                                      std::size_t most = std::string().max_size());

/// Sentencepiece's rules of normalisation (precompiled_charsmap) as Hugging Face's tokenizers apply them: to a cluster
/// of characters that belong together where it has less than six bytes, or to its characters.
class CharacterMap {
public:
    /// An Error where the rules are damaged; `name` is for it.
    [[nodiscard]] static Result<std::shared_ptr<const CharacterMap>> create(std::string bytes, std::string_view name);
    /// Throws std::length_error where the result has more than `most` bytes.
    [[nodiscard]] std::string apply(std::string_view text, std::size_t most) const;

private:
    CharacterMap() = default;
    [[nodiscard]] std::optional<std::string_view> replacement(std::string_view part) const;

    std::vector<std::uint32_t> m_units;
    std::string m_replacements;
};

} // namespace draftscope
