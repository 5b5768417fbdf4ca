// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
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

/// More steps than any published tokenizer has.
inline constexpr std::size_t mostSplitSteps = 16;

/// Cuts a text into the parts that byte-pair encoding treats one by one ("pre-tokenizer"), by regular expressions. Immutable, and may be
/// used from several threads.
class TextSplitter {
public:
    /// Each step cuts the parts of the step before. Errors: more steps than mostSplitSteps, and an expression that cannot be read or
    /// means something else here than in Oniguruma, for which such files are written. `name` says whose they are.
    [[nodiscard]] static Result<std::unique_ptr<const TextSplitter>> create(const std::vector<SplitStep>& steps,
                                                                            std::string_view name);
    ~TextSplitter();

    /// What splitting takes in memory, for as many texts as one thread splits after one another.
    struct Work;
    struct FreeWork {
        void operator()(Work* work) const;
    };
    [[nodiscard]] std::unique_ptr<Work, FreeWork> makeWork() const;

    /// Calls `take` for every part of a text of valid UTF-8, in order. An Error where an expression needs more memory for the text than
    /// it may have.
    [[nodiscard]] Result<void> split(std::string_view text, Work& work,
                                     const std::function<void(std::string_view)>& take) const;
    /// Whether parts of a text can be left out.
    [[nodiscard]] bool dropsText() const;

private:
    struct Step;
    TextSplitter();
    [[nodiscard]] Result<void> splitFrom(std::size_t step, std::string_view text, Work& work,
                                         const std::function<void(std::string_view)>& take) const;

    std::vector<Step> m_steps;
};

/// The expression with its \s and \S written out as Unicode's White_Space, which is what they mean to Oniguruma; PCRE2 has one character
/// more. Nothing where it has something else that the two understand differently: sets within sets and &&, \h, \H, ^, $, and \S
/// within a set.
[[nodiscard]] std::optional<std::string> asPcre2(std::string_view expression);

} // namespace draftscope
