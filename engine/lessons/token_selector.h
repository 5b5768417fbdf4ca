// SPDX-License-Identifier: MIT
// Tokens by what they are in a round: "draft 2", "drawn", "likeliest".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/lessons/lesson_scene.h"
#include "engine/lessons/words.h"

namespace draftscope {

struct TokenSelector {
    enum class Kind : std::uint8_t {
        ofStep, ///< the one that the moment is about
        draft,  ///< `number`, from 1, to `last`
        rejected,
        accepted,
        notJudged,
        drawn,
        bonus,
        likeliest,
        favourite,
        residualTop,
        top, ///< `number`, from 1, in the list of the distribution
        named,
    };
    Kind kind = Kind::ofStep;
    int number = 0, last = 0; ///< `last` counts for drafts only
    std::string text = {};    ///< named: without the space before it
    friend bool operator==(const TokenSelector&, const TokenSelector&) = default;
};

/// Reads one, if one comes next; else nothing is read. `draft 2 to 4` is one selector of several tokens.
[[nodiscard]] std::optional<TokenSelector> takeSelector(WordReader& reader);

/// All places that a selector means: none, where the round has no such token at the moment of the scene.
[[nodiscard]] std::vector<LessonToken> placesOf(const TokenSelector& selector, const LessonScene& scene);

/// The one that a field is of. Error: there is none.
[[nodiscard]] Result<LessonToken> placeOf(const TokenSelector& selector, const LessonScene& scene);

} // namespace draftscope
