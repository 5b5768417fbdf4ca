// SPDX-License-Identifier: MIT
// Decodes that are measured beside each other, in small turns, so that whatever the machine does happens to all of
// them.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/analysis/speed_measurement.h"
#include "engine/session/batch_session.h"

namespace draftscope {

/// A text, or a batch of them, that is being decoded.
class MeasuredDecode {
public:
    MeasuredDecode() = default;
    MeasuredDecode(const MeasuredDecode&) = delete;
    MeasuredDecode& operator=(const MeasuredDecode&) = delete;
    virtual ~MeasuredDecode() = default;
    [[nodiscard]] virtual bool hasEnded() const = 0;
    /// The record of the round; of a batch, what its sequences did in it as if it were one round. Throws as sessions
    /// do.
    [[nodiscard]] virtual RoundRecord finishRound(const Progress& progress) = 0;
    [[nodiscard]] virtual int promptTokens() const = 0;
    [[nodiscard]] virtual int threads() const = 0; ///< that compute; 0: not known
};
[[nodiscard]] std::unique_ptr<MeasuredDecode> measured(std::unique_ptr<Session> session);
[[nodiscard]] std::unique_ptr<MeasuredDecode> measured(std::unique_ptr<BatchSession> batch);

/// Sessions that decode in laps: in each lap every decode has one turn of some rounds, in one lap from the first to the
/// last, in the next from the last to the first. A decode whose text has ended begins it again in a new session.
///
/// The first round of a turn is not counted: the other decodes' weights and K/V are in the caches before it, and
/// threads sleep. Which rounds these are differs from pass to pass through the text, so that each round is counted in
/// most of them. The first lap is not counted at all; a decode whose prompt takes long does not begin again after it.
///
/// Lives on one thread (any), which computes.
class DecodesInTurn {
public:
    /// Makes a session that has decoded nothing. Errors: those of sessions.
    using Begin = std::function<Result<std::unique_ptr<MeasuredDecode>>(const Progress& progress)>;
    static constexpr int countedRounds = 4; ///< of a turn, at most

    /// `firstLap`: the number of the first lap that counts; laps of other prompts of a measurement have others. Where
    /// it is not 0 the machine is warm from those.
    explicit DecodesInTurn(std::vector<Begin> decodes, int firstLap = 0);

    /// One turn of each. Errors: those of sessions, when a text is begun. Throws DecodeFailure, and Cancelled: the
    /// rounds that were finished come with the next lap then, which goes on from where the sessions stand, and do not
    /// count.
    [[nodiscard]] Result<std::vector<MeasuredTurn>> lap(const Progress& progress);
    [[nodiscard]] int nextLap() const { return m_lap; }
    [[nodiscard]] bool hasBegun() const; ///< there are sessions
    /// A decode goes on where another DecodesInTurn has left it, and may be left to a third.
    void goOnWith(int decode, std::unique_ptr<MeasuredDecode> session);
    [[nodiscard]] std::unique_ptr<MeasuredDecode> release(int decode);
    /// Each has decoded its text to the end since the warm-up.
    [[nodiscard]] bool haveAllEnded() const;

private:
    struct Decode {
        Begin begin;
        std::unique_ptr<MeasuredDecode> session = {};
        int pass = 0; ///< through the text
        bool hasEnded = false, goesOn = false;
        MeasuredTurn before = {}; ///< rounds that do not count and that were not handed out yet
    };
    Result<void> begin(Decode& decode, MeasuredTurn& turn, const Progress& progress);
    Result<MeasuredTurn> takeTurn(int number, const Progress& progress);
    Result<void> takeRounds(Decode& decode, MeasuredTurn& turn, const Progress& progress);
    Result<void> warmUp(const Progress& progress);
    Result<void> takeTurns(std::vector<MeasuredTurn>& turns, const Progress& progress);
    void keepUncounted(MeasuredTurn turn);

    std::vector<Decode> m_decodes;
    int m_lap = 0;
    bool m_isWarm = false, m_isReversed = false;
};

} // namespace draftscope
