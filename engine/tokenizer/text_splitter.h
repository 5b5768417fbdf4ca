// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/tokenizer/expression.h"

namespace draftscope {

/// What a step of splitting does with what its expression finds; the behaviours of Hugging Face's tokenizers.
enum class SplitRule {
    isolate,      ///< what is found is a part, and so is what lies between
    drop,         ///< what is found is dropped; what lies between is a part
    contiguous,   ///< as isolate, but what is found without anything between is one part
    withPrevious, ///< what is found belongs to the part before it
    withNext,     ///< what is found belongs to the part behind it
};

struct SplitStep {
    std::string expression; ///< as Hugging Face's tokenizers and tiktoken write it
    SplitRule rule = SplitRule::isolate;
    bool isInverted = false; ///< what lies between stands for what is found, and the other way round
};

/// A part of a text: something that was found, or what lies between.
struct TextSpan {
    std::size_t begin = 0, end = 0;
    bool isFound = false;
};

/// The parts that a rule makes of spans that cover a text one behind the other, in order; none is empty.
[[nodiscard]] std::vector<TextSpan> partsBy(SplitRule rule, const std::vector<TextSpan>& spans);

/// Spans of what an expression finds in a text and of what lies between.
[[nodiscard]] Result<std::vector<TextSpan>> spansOf(const Expression& expression, std::string_view text,
                                                    bool isInverted);

/// More steps than any published tokenizer has.
inline constexpr std::size_t mostSplitSteps = 16;

/// Cuts a text into the parts that byte-pair encoding treats one by one ("pre-tokenizer"), by regular expressions.
/// Immutable, and may be used from several threads.
class TextSplitter {
public:
    /// Each step cuts the parts of the step before. Errors: more steps than mostSplitSteps, and an expression that
    /// cannot be read. `name` says whose they are.
    [[nodiscard]] static Result<std::unique_ptr<const TextSplitter>> create(const std::vector<SplitStep>& steps,
                                                                            std::string_view name,
                                                                            bool isOfUnicode16 = true);

    /// Calls `take` for every part of a text of valid UTF-8, in order. An Error where an expression needs more memory
    /// for the text than it may have.
    [[nodiscard]] Result<void> split(std::string_view text, const std::function<void(std::string_view)>& take) const;
    /// Whether parts of a text can be left out.
    [[nodiscard]] bool dropsText() const;

private:
    struct Step {
        Expression expression;
        SplitRule rule;
        bool isInverted;
    };
    TextSplitter() = default;
    [[nodiscard]] Result<void> splitFrom(std::size_t step, std::string_view text,
                                         const std::function<void(std::string_view)>& take) const;

    std::vector<Step> m_steps;
};

} // namespace draftscope
