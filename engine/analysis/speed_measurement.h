// SPDX-License-Identifier: MIT
// A measurement of how fast ways of decoding are: what their turns took, what that comes to, and when it is enough.
#pragma once

#include <vector>

#include "engine/analysis/length_theory.h"
#include "engine/analysis/prompt_figures.h"

namespace draftscope {

/// What a decode did in its turn: some rounds one after another, without a pause. DecodesInTurn makes them.
struct MeasuredTurn {
    int decode = 0; ///< which of those that are compared, from 0
    int lap = 0;
    std::vector<FirstToken> firstTokens = {}; ///< of a text that it began in this turn
    std::vector<TimedRound> rounds = {};
    bool endsText = false;
    double seconds = 0; ///< all of it, with what does not count
    int threads = 0;    ///< that compute its passes; 0: not known, or a device does
};

/// When a measurement has seen enough.
struct MeasuringRule {
    /// Of each speed-up's interval, relative: ±4.5 %, of which ±3.5 % are what one start cannot see.
    double halfWidth = 0.045;
    int leastLaps = 8;
    /// Of turns: what else the machine does changes within seconds, and is to be seen.
    double leastSeconds = 5;
    /// Then it ends, however wide the intervals are.
    double mostSeconds = 30;
    friend bool operator==(const MeasuringRule&, const MeasuringRule&) = default;
};

/// How the machine was while something was measured.
struct Steadiness {
    /// Processor time that the process got over wall time and threads, while rounds were timed. Nothing where a device
    /// computes.
    std::optional<double> processorShare;
    std::optional<double> spread; ///< RoundTimes::spread(), the largest of the decodes
    /// Something else wanted the processors: the spread is above mostSpread, or above quietSpread with a share below
    /// leastShare. (The share alone says too little: threads wait for each other between the parts of a pass, and on
    /// two quiet cores it was 0.69 at a spread of 0.03; beside eight builds 0.25 to 0.38 at 0.35 to 0.53.)
    [[nodiscard]] bool isBusy() const;
    static constexpr double leastShare = 0.5, mostSpread = 0.25, quietSpread = 0.1;
};
[[nodiscard]] Steadiness steadinessOf(const std::vector<const RoundTimes*>& times, int threads);

/// Decodes of one prompt that are compared, measured in turns. Nothing of it is to be shown before isDone(): until then
/// the figures are of too few rounds to mean anything.
class SpeedMeasurement {
public:
    SpeedMeasurement() = default;
    /// For each decode the one that it is compared with, plain decoding of the same target: itself where it is that;
    /// below 0: none.
    explicit SpeedMeasurement(std::vector<int> plainOf, MeasuringRule rule = {});

    void setKind(int decode, bool draftsTrees, std::optional<double> memory);
    void add(const MeasuredTurn& turn);
    void add(const std::vector<MeasuredTurn>& lap);

    [[nodiscard]] int decodes() const { return int(m_decodes.size()); }
    [[nodiscard]] const DecodeFigures& figures(int decode) const { return m_decodes.at(std::size_t(decode)).figures; }
    [[nodiscard]] int laps() const { return m_laps; }
    [[nodiscard]] double seconds() const { return m_seconds; } ///< of all turns
    /// All speed-ups are known as well as the rule wants them, and each text was decoded to its end.
    [[nodiscard]] bool isSettled() const { return m_isSettled; }
    [[nodiscard]] bool isTimeUp() const { return m_laps > 0 && m_seconds >= m_rule.mostSeconds; }
    [[nodiscard]] bool isDone() const { return isSettled() || isTimeUp(); }
    [[nodiscard]] const MeasuringRule& rule() const { return m_rule; }
    /// Beside plain decoding where it is there; with intervals.
    [[nodiscard]] const Speed& speed(int decode) const { return made().speeds.at(std::size_t(decode)); }
    /// passCostsOf() beside plain decoding.
    [[nodiscard]] const std::optional<PassCosts>& costs(int decode) const
    {
        return made().costs.at(std::size_t(decode));
    }
    [[nodiscard]] const Steadiness& steadiness() const { return made().steadiness; }

private:
    struct Decode {
        DecodeFigures figures;
        int plain = -1;
        bool hasEnded = false; ///< a whole text was decoded
    };
    /// What is made of the turns, once a lap.
    struct Made {
        int laps = -1;
        std::vector<Speed> speeds;
        std::vector<std::optional<PassCosts>> costs;
        Steadiness steadiness;
    };
    [[nodiscard]] const Made& made() const;
    void look();

    std::vector<Decode> m_decodes;
    MeasuringRule m_rule;
    int m_laps = 0, m_nextLook = 0, m_threads = 0;
    double m_seconds = 0;
    bool m_isSettled = false;
    mutable Made m_made;
};

} // namespace draftscope
