// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// A regular expression of a tokenizer's file, compiled. Immutable, and may be used from several threads.
class Expression {
public:
    /// Of an expression as Oniguruma reads it. An Error where it cannot be read; `name` says whose it is.
    /// `isOfUnicode16`: as Hugging Face's tokenizers, and not only 15.1, as llama.cpp.
    [[nodiscard]] static Result<Expression> create(std::string_view expression, std::string_view name,
                                                   bool isOfUnicode16 = true);

    /// Calls `found` with begin and end of all that it finds in a text of valid UTF-8, from left to right, as Oniguruma
    /// does: what is empty is found, but not right behind what was found before. An Error where it needs more memory
    /// for the text than it may have.
    [[nodiscard]] Result<void> find(std::string_view text,
                                    const std::function<void(std::size_t, std::size_t)>& found) const;

private:
    struct Code;
    Expression(std::shared_ptr<const Code> code, bool isOfUnicode16)
        : m_code(std::move(code)), m_isOfUnicode16(isOfUnicode16)
    {
    }
    std::shared_ptr<const Code> m_code;
    bool m_isOfUnicode16 = true;
};

} // namespace draftscope
