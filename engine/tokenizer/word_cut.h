// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/tokenizer/text_splitter.h"

namespace draftscope {

/// A part of a text that a vocabulary's model makes tokens of.
struct TextWord {
    std::string text = {};
    bool beginsText = false;
};

/// One of the ways in which a tokenizer cuts texts into words ("pre_tokenizer" of Hugging Face's tokenizers).
struct WordCut {
    enum class Kind {
        expression,     ///< what it finds, by `rule`; `text` is how it is written
        text,           ///< the same for a literal text
        byteLevel,      ///< GPT-2's expression, and every byte becomes a character that can be seen
        metaspace,      ///< spaces become `text`, which begins a word
        punctuation,    ///< by `rule`
        digits,         ///< by `rule`
        whiteSpace,     ///< is dropped
        wordsAndMarks,  ///< white space is dropped, and what is a word is parted from what is none
        bert,           ///< white space is dropped, and each punctuation mark is a word
        unicodeScripts, ///< scripts are parted from each other, as in sentencepiece's training
        fixedLength,    ///< of `length` characters
    };
    enum class Prefix { always, first, never };

    Kind kind = Kind::expression;
    SplitRule rule = SplitRule::isolate;
    bool isInverted = false;
    std::optional<Expression> expression = {};
    std::string text = {};
    bool addsSpacePrefix = false, usesExpression = true; ///< of byteLevel
    Prefix prefix = Prefix::always;                      ///< of metaspace
    bool splits = true;                                  ///< of metaspace
    std::size_t length = 0;

    [[nodiscard]] static WordCut byExpression(Expression found) { return {.expression = std::move(found)}; }
};

/// The words of a part of a text, none empty. Errors: of expressions.
[[nodiscard]] Result<std::vector<TextWord>> wordsOf(const std::vector<WordCut>& cuts, TextWord part);

} // namespace draftscope
