// SPDX-License-Identifier: MIT
// A round as some lines of Python: draft, verify, accept or reject, repair, bonus, roll back. One listing for each
// verifier and shape. It is no picture of the algorithm but the algorithm: python_script.h puts the very lines between
// the numbers of a record and has Python run them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/explain/formula.h"
#include "engine/record/recordings.h"

namespace draftscope {

/// What happens in a round, as lines of code see it; sets of these are their sums.
namespace code {
inline constexpr unsigned draft = 1, verify = 2, judge = 4, accept = 8, reject = 16, residual = 32, bonus = 64,
                          commit = 128;
} // namespace code

/// What stands beside a line.
enum class CodeValue : std::uint8_t {
    none,
    draftLength, ///< K = 5
    drafts,      ///< the tokens so far
    pass,        ///< one pass, 6 distributions
    index,       ///< i = 2, x = “She”
    acceptance,  ///< 0.31 / 0.62 = 0.50
    verdict,     ///< u = 0.81 ≥ 0.50
    likeliest,   ///< argmax p
    ruleNumber,  ///< ρ, the threshold, p_i
    mass,        ///< what is left of p
    drawn,       ///< the token that ends the round
    givenBack,   ///< slots
};

struct CodeLine {
    std::string_view text; ///< Python, four blanks a level
    unsigned runBy = 0;    ///< what happens when it is run
    unsigned litBy = 0;    ///< of that, what it is about
    CodeValue value = CodeValue::none;
    std::string_view log = {}; ///< a statement that a script has before it, on its level, so that it prints the numbers
};

/// How drafts come to be, as far as a record tells.
enum class DraftedBy : std::uint8_t {
    chance, ///< drawn from q
    choice, ///< the likeliest tokens of q, or copies: without chance
    nothing ///< plain decoding
};

struct CodeListing {
    std::string_view verifier;
    bool isTree = false;
    DraftedBy draftedBy = DraftedBy::chance;
    bool hasOwnQ = false; ///< siblings were drawn from different q's
    std::vector<CodeLine> lines = {};
};

/// The listing of a round; none where its verifier is not known. `whole`: the round as far as it is recorded.
[[nodiscard]] std::optional<CodeListing> listingOf(const TraceHeader& header, const RoundRecord& whole);
/// Of a verifier; for tests, and where there is no round yet.
[[nodiscard]] std::optional<CodeListing> listingFor(std::string_view verifier, bool isTree, DraftedBy draftedBy,
                                                    bool hasOwnQ = false);

/// A line at a moment.
struct ShownLine {
    std::string_view text;
    bool hasRun = false; ///< in this round, up to the moment
    bool isLit = false;  ///< it is what the moment is about
    Terms value;         ///< beside it, with the numbers of the moment; empty where there is nothing to say
    Words words;         ///< or in words
    friend bool operator==(const ShownLine&, const ShownLine&) = default;
};
/// The listing of the round at a position as it is at that moment; nothing before the first moment, and where the
/// verifier is not known.
[[nodiscard]] std::optional<std::vector<ShownLine>> codeAt(const Recording& recording, Position at);
/// The next recorded moment of the branch that runs a line of the listing of the round at `at`: in that round, or a
/// later one whose listing has the same line. Nothing where there is none.
[[nodiscard]] std::optional<Position> nextRunOf(const Recording& recording, Position at, int line);

/// What is said beside lines, for translations.
[[nodiscard]] std::vector<std::string_view> allCodeWords();

/// In English, with "▶" before the line that is lit and values behind.
[[nodiscard]] std::string plainText(const std::vector<ShownLine>& lines, const Recording& recording);

} // namespace draftscope
