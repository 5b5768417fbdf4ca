// SPDX-License-Identifier: MIT
// Formulas and sentences with the numbers of a moment, as values: the window draws and translates them, the command
// line prints them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/record/recording.h"

namespace draftscope {

/// What a part of a formula is about, which says its colour.
enum class TermRole : std::uint8_t { plain, target, draft, residual, accepted, rejected, bonus, chance, muted };

/// A part of a formula, from left to right.
struct Term {
    enum class Kind : std::uint8_t {
        symbol,   ///< `text`, UTF-8: "min(1, ", "p(x)"
        relation, ///< `text`: "=", "<"; a line that is too long is broken before it
        number,   ///< `value` with `decimals`
        token,    ///< `token` of the recording
        fraction, ///< `above` over `below`
    };
    Kind kind = Kind::symbol;
    TermRole role = TermRole::plain;
    std::string text = {};
    double value = 0;
    int decimals = 3;
    TokenId token = noToken;
    std::vector<Term> above = {}, below = {};
    friend bool operator==(const Term&, const Term&) = default;
};
using Terms = std::vector<Term>;

/// A number and a token in a sentence.
struct WordNumber {
    double value = 0;
    int decimals = 3;
    friend bool operator==(const WordNumber&, const WordNumber&) = default;
};
struct WordToken {
    TokenId token = noToken;
    friend bool operator==(const WordToken&, const WordToken&) = default;
};
using WordArgument = std::variant<int, WordNumber, WordToken, std::string>;

/// A sentence in English with its arguments apart: `text` has %1, %2... in their places, so that it can be said in
/// another language. Empty: nothing is said.
struct Words {
    std::string_view text; ///< one of allWhySentences() or allCodeWords(), which live for ever
    std::vector<WordArgument> arguments = {};
    [[nodiscard]] bool empty() const { return text.empty(); }
    friend bool operator==(const Words&, const Words&) = default;
};

struct FormulaLine {
    Words caption; ///< what the line is about
    Terms terms;
    friend bool operator==(const FormulaLine&, const FormulaLine&) = default;
};

/// A moment: what it comes to, in a sentence, and the rule that makes it so.
struct Formula {
    Words headline;
    std::vector<FormulaLine> lines;
    std::vector<Words> notes;
    friend bool operator==(const Formula&, const Formula&) = default;
};

/// "0.310", "0.00042" (two digits at least, so that it can be computed with), "4.2e-07", "–" where it is not finite; 0,
/// 1 and counts (no decimals) without decimals.
[[nodiscard]] std::string formulaNumber(double value, int decimals = 3);
/// Decimals that it takes to see which of two numbers is the larger, `least` at least.
[[nodiscard]] int decimalsToTell(double a, double b, int least = 3);
/// A token in quotation marks without its leading space; of one without bytes its id.
[[nodiscard]] std::string quotedToken(const Recording& recording, TokenId token);

/// In English: "a = min(1, p(x) / q(x)) = min(1, 0.310 / 0.620) = 0.500".
[[nodiscard]] std::string plainText(const Terms& terms, const Recording& recording);
[[nodiscard]] std::string plainText(const Words& words, const Recording& recording);
/// Line by line, each ended.
[[nodiscard]] std::string plainText(const Formula& formula, const Recording& recording);

// --- parts to build formulas of
[[nodiscard]] Term symbolTerm(std::string text, TermRole role = TermRole::plain);
[[nodiscard]] Term relationTerm(std::string text);
[[nodiscard]] Term numberTerm(double value, TermRole role = TermRole::plain, int decimals = 3);
[[nodiscard]] Term countTerm(int value, TermRole role = TermRole::plain);
[[nodiscard]] Term tokenTerm(TokenId token, TermRole role = TermRole::plain);
[[nodiscard]] Term fractionTerm(Terms above, Terms below);

} // namespace draftscope
