// SPDX-License-Identifier: MIT
#include "engine/explain/formula.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engine/core/printable.h"

namespace draftscope {
namespace {

/// A part of a fraction in one line needs parentheses of its own then.
bool isOfSeveralParts(std::string_view words)
{
    int depth = 0;
    for (const char c : words) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ' ' && depth == 0)
            return true;
    }
    return words.find("·") != std::string_view::npos;
}

} // namespace

std::string formulaNumber(double value, int decimals)
{
    if (!std::isfinite(value))
        return "–";
    if (decimals == 0)
        return fmt::format("{:.0f}", value); // a count
    if (value == 0 || value == 1)
        return fmt::format("{:.0f}", value); // no more than that
    constexpr int mostDecimals = 6;
    if (const double size = std::abs(value); size < std::pow(10.0, 1 - decimals)) {
        const int digits = int(std::ceil(-std::log10(size))) + 1; // two that say something
        if (digits > mostDecimals && decimals < digits)
            return fmt::format("{:.1e}", value);
        decimals = std::max(decimals, digits);
    }
    return fmt::format("{:.{}f}", value, decimals);
}

int decimalsToTell(double a, double b, int least)
{
    constexpr int most = 17; // what a double holds
    int decimals = least;
    while (a != b && decimals < most && formulaNumber(a, decimals) == formulaNumber(b, decimals))
        ++decimals;
    return decimals;
}

std::string quotedToken(const Recording& recording, TokenId token)
{
    const std::string_view bytes = recording.tokenBytes(token);
    if (bytes.empty())
        return fmt::format("token {}", token);
    const bool hasSpace = bytes.size() > 1 && bytes.front() == ' ';
    return fmt::format("“{}”", printableName(std::string(bytes.substr(hasSpace ? 1 : 0))));
}

std::string plainText(const Terms& terms, const Recording& recording)
{
    std::string text;
    const auto part = [&](const Terms& side) {
        const std::string words = plainText(side, recording);
        return isOfSeveralParts(words) ? "(" + words + ")" : words;
    };
    for (const Term& term : terms) {
        switch (term.kind) {
        case Term::Kind::symbol:
            text += term.text;
            break;
        case Term::Kind::relation:
            text += (text.empty() ? "" : " ") + term.text + " ";
            break;
        case Term::Kind::number:
            text += formulaNumber(term.value, term.decimals);
            break;
        case Term::Kind::token:
            text += quotedToken(recording, term.token);
            break;
        case Term::Kind::fraction:
            text += part(term.above) + " / " + part(term.below);
            break;
        }
    }
    return text;
}

std::string plainText(const Words& words, const Recording& recording)
{
    const auto wordFor = [&](const WordArgument& argument) -> std::string {
        if (const auto* count = std::get_if<int>(&argument))
            return fmt::format("{}", *count);
        if (const auto* number = std::get_if<WordNumber>(&argument))
            return formulaNumber(number->value, number->decimals);
        if (const auto* token = std::get_if<WordToken>(&argument))
            return quotedToken(recording, token->token);
        return std::get<std::string>(argument);
    };
    std::string text;
    for (std::size_t i = 0; i < words.text.size(); ++i) {
        const bool isPlace =
            words.text[i] == '%' && i + 1 < words.text.size() && words.text[i + 1] >= '1' && words.text[i + 1] <= '9';
        const auto index = isPlace ? std::size_t(words.text[i + 1] - '1') : words.arguments.size();
        if (index < words.arguments.size()) {
            text += wordFor(words.arguments[index]);
            ++i;
        } else {
            text += words.text[i];
        }
    }
    return text;
}

std::string plainText(const Formula& formula, const Recording& recording)
{
    std::string text = plainText(formula.headline, recording) + '\n';
    std::size_t widest = 0;
    std::vector<std::string> captions;
    for (const FormulaLine& line : formula.lines) {
        captions.push_back(plainText(line.caption, recording));
        widest = std::max(widest, captions.back().size());
    }
    for (std::size_t i = 0; i < captions.size(); ++i)
        text += fmt::format("  {:<{}}  {}\n", captions[i], widest, plainText(formula.lines[i].terms, recording));
    for (const Words& note : formula.notes)
        text += plainText(note, recording) + '\n';
    return text;
}

Term symbolTerm(std::string text, TermRole role)
{
    return {.kind = Term::Kind::symbol, .role = role, .text = std::move(text)};
}

Term relationTerm(std::string text)
{
    return {.kind = Term::Kind::relation, .text = std::move(text)};
}

Term numberTerm(double value, TermRole role, int decimals)
{
    return {.kind = Term::Kind::number, .role = role, .value = value, .decimals = decimals};
}

Term countTerm(int value, TermRole role)
{
    return numberTerm(value, role, 0);
}

Term tokenTerm(TokenId token, TermRole role)
{
    return {.kind = Term::Kind::token, .role = role, .token = token};
}

Term fractionTerm(Terms above, Terms below)
{
    return {.kind = Term::Kind::fraction, .above = std::move(above), .below = std::move(below)};
}

} // namespace draftscope
