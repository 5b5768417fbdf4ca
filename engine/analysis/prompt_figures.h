// SPDX-License-Identifier: MIT
// Ways of decoding, each on the same prompts: the figures that they are compared by, and how those spread over the
// prompts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/speed.h"
#include "engine/analysis/statistics.h"

namespace draftscope {

/// What a way of decoding came to, on a prompt or on several.
struct WayFigures {
    Metrics metrics;
    Speed speed;
    std::optional<double>
        memory; ///< megabytes (10^6 bytes) that it was planned to need; nothing where it was not planned
};

/// A figure that ways of decoding are compared by.
struct ComparedFigure {
    std::string_view name;   ///< in JSON and CSV: "tokens_per_step"
    std::string_view metric; ///< as metricDefinition() knows it: "tokens per step"
    int decimals;            ///< that people are shown
    std::optional<double> (*valueOf)(const WayFigures& figures);
};

/// All of them, in the order in which tables have them.
[[nodiscard]] std::span<const ComparedFigure> comparedFigures();

/// It is of times, which only decodes without pauses have.
[[nodiscard]] bool isTimed(const ComparedFigure& figure);

/// A figure of a way of decoding; over several prompts, with the median and the quartiles of each prompt's own figure.
/// A measured speed-up has the interval that it lies in (speedUpInterval()).
struct FigureValue {
    std::optional<double> value;
    std::optional<Quartiles> quartiles = {};
    std::optional<Interval> interval = {};
    friend bool operator==(const FigureValue&, const FigureValue&) = default;
};

/// Of prompts' own figures. Nothing where fewer than `leastForQuartiles` have one.
[[nodiscard]] std::vector<std::optional<Quartiles>> quartilesOf(
    std::span<const WayFigures> prompts); ///< as comparedFigures()

/// As comparedFigures(); `quartiles` likewise, or empty.
[[nodiscard]] std::vector<FigureValue> figureValues(const WayFigures& figures,
                                                    const std::vector<std::optional<Quartiles>>& quartiles = {});

/// What decoding a prompt gave, once or several times: passes through the same text are the same but for their times.
struct DecodeFigures {
    Metrics metrics; ///< of all rounds, the first included, each once
    RoundTimes times = {};
    bool draftsTrees = false;
    std::optional<double> memory = {}; ///< as in WayFigures
    void add(const TimedRound& round); ///< in order within a pass
    void add(const std::vector<FirstToken>& firstTokens, const std::vector<TimedRound>& rounds); ///< of a turn
};

/// The figures of a way over prompts: metrics and speed are of the rounds of all of them, beside plain decoding of the
/// same prompts, and memory is the most that one of them needed.
struct FiguresOverPrompts : WayFigures {
    int prompts = 0; ///< that count
    /// As quartilesOf() has them.
    std::vector<std::optional<Quartiles>> quartiles;
};

/// What ways of decoding gave on prompts, as it comes. Ways and prompts are known by their numbers, from 0. A way that
/// could decode none of the prompts is out; a prompt that one of the others could not decode is left out for all, so
/// that all figures are over the same prompts.
class DecodesByPrompt {
public:
    DecodesByPrompt() = default;
    DecodesByPrompt(int ways, int prompts);

    void add(int way, int prompt, DecodeFigures figures);
    /// What there is of a decode, to be gone on with; begun where there is none.
    [[nodiscard]] DecodeFigures& decodeOf(int way, int prompt);
    void refuse(int way, int prompt, std::string sentence); ///< it could not be decoded, and why

    [[nodiscard]] int ways() const { return int(m_decodes.size()); }
    [[nodiscard]] int prompts() const { return m_prompts; }
    [[nodiscard]] const std::optional<DecodeFigures>& at(int way, int prompt) const;
    [[nodiscard]] bool isRefused(int way, int prompt) const;
    /// Why a way is out; empty where it is not, or nothing is known yet.
    [[nodiscard]] std::string whyOut(int way) const;
    /// Prompts that are left out, and why the first of them is.
    [[nodiscard]] int leftOut() const;
    [[nodiscard]] std::string whyLeftOut() const;
    /// Prompts that all ways have decoded but those that are out. While there is none, those that this way has.
    [[nodiscard]] std::vector<int> counted(int way) const;
    /// Over the prompts that count; `plain`: the number of plain decoding of the same target, below 0 where there is
    /// none.
    [[nodiscard]] FiguresOverPrompts over(int way, int plain) const;
    /// Over these of the prompts that the way has decoded.
    [[nodiscard]] FiguresOverPrompts over(int way, int plain, std::span<const int> prompts) const;

private:
    struct Decode {
        std::optional<DecodeFigures> figures;
        std::string whyNot;
    };
    [[nodiscard]] bool isOut(int way) const;
    [[nodiscard]] bool isLeftOut(int prompt) const;

    int m_prompts = 0;
    std::vector<std::vector<Decode>> m_decodes; ///< by way, by prompt
};

} // namespace draftscope
