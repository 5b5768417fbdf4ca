// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

/// What a step of splitting does with what its expression finds.
enum class SplitRule {
    isolate,   ///< what is found is a part, and so is what lies between
    keepFound, ///< what is found is a part; the rest is dropped
    dropFound, ///< what is found is dropped; what lies between is a part
};

struct SplitStep {
    std::string expression; ///< as Hugging Face's tokenizers and tiktoken write it
    SplitRule rule = SplitRule::isolate;
};

/// Cuts a text into the parts that byte-pair encoding treats one by one ("pre-tokenizer"), by regular expressions. Immutable, and may be
/// used from several threads.
class TextSplitter {
public:
    /// Each step cuts the parts of the step before. An expression that cannot be read is an Error; `name` says whose it is.
    [[nodiscard]] static Result<std::shared_ptr<const TextSplitter>> create(const std::vector<SplitStep>& steps,
                                                                            std::string_view name);
    ~TextSplitter();

    /// Calls `take` for every part of a text of valid UTF-8, in order. An Error where an expression needs more memory for the text than
    /// it may have.
    [[nodiscard]] Result<void> split(std::string_view text, const std::function<void(std::string_view)>& take) const;

private:
    struct Step;
    struct Work;
    TextSplitter();
    [[nodiscard]] Result<void> splitFrom(std::size_t step, std::string_view text, Work& work,
                                         const std::function<void(std::string_view)>& take) const;

    std::vector<Step> m_steps;
};

/// The expression with its \s and \S written out as Unicode's White_Space, which is what they mean to the engines that these
/// expressions were written for; PCRE2 has one character more.
[[nodiscard]] std::string withUnicodeSpaces(std::string_view expression);

} // namespace draftscope
