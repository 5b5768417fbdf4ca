// SPDX-License-Identifier: MIT
#include "engine/analysis/decodes_in_turn.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "engine/core/thread_pool.h"

namespace draftscope {
namespace {

/// A prompt that took longer than that in the warm-up is not read once more only to be timed warm.
constexpr double longPromptSeconds = 1;

/// Wall time, and processor time of the process (std::clock(): all its threads).
class TurnWatch {
public:
    TurnWatch() : m_wall(Clock::now()), m_processor(std::clock()) {}
    [[nodiscard]] double ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - m_wall).count(); }
    [[nodiscard]] double processorMs() const
    {
        return 1000 * double(std::clock() - m_processor) / double(CLOCKS_PER_SEC);
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_wall;
    std::clock_t m_processor;
};

TimedRound timedRound(MeasuredDecode& decode, const Progress& progress)
{
    TimedRound timed;
    const TurnWatch watch;
    timed.record = decode.finishRound(progress);
    timed.ms = watch.ms();
    timed.processorMs = watch.processorMs();
    return timed;
}

class MeasuredText : public MeasuredDecode {
public:
    explicit MeasuredText(std::unique_ptr<Session> session) : m_session(std::move(session)) {}
    [[nodiscard]] bool hasEnded() const override { return m_session->ended() != EndReason::none; }
    [[nodiscard]] RoundRecord finishRound(const Progress& progress) override
    {
        return m_session->finishRound(progress);
    }
    [[nodiscard]] int promptTokens() const override { return int(m_session->header().promptTokens.size()); }
    [[nodiscard]] int threads() const override
    {
        return m_session->threads() ? m_session->threads()->threadCount() : 0;
    }

private:
    std::unique_ptr<Session> m_session;
};

class MeasuredBatch : public MeasuredDecode {
public:
    explicit MeasuredBatch(std::unique_ptr<BatchSession> batch) : m_batch(std::move(batch)) {}
    [[nodiscard]] bool hasEnded() const override { return m_batch->hasEnded(); }
    [[nodiscard]] RoundRecord finishRound(const Progress& progress) override
    {
        RoundRecord all;
        for (const RoundRecord& round : m_batch->finishRound(progress)) {
            const int first = int(all.nodes.size());
            for (NodeRecord node : round.nodes) {
                node.parent += node.parent >= 0 ? first : 0;
                all.nodes.push_back(node);
            }
            all.committed.insert(all.committed.end(), round.committed.begin(), round.committed.end());
            if (round.times.total() > all.times.total()) // passes are those of all
                all.times = round.times;
            all.moments = round.moments;
        }
        all.round = m_rounds++;
        return all;
    }
    [[nodiscard]] int promptTokens() const override
    {
        int tokens = 0;
        for (int sequence = 0; sequence < m_batch->sequenceCount(); ++sequence)
            tokens += m_batch->promptLength(sequence);
        return tokens;
    }
    [[nodiscard]] int threads() const override { return 0; }

private:
    std::unique_ptr<BatchSession> m_batch;
    int m_rounds = 0;
};

} // namespace

DecodesInTurn::DecodesInTurn(std::vector<Begin> decodes, int firstLap) : m_lap(firstLap), m_isWarm(firstLap > 0)
{
    for (Begin& begin : decodes)
        m_decodes.push_back({std::move(begin)});
}

bool DecodesInTurn::haveAllEnded() const
{
    return std::ranges::all_of(m_decodes, &Decode::hasEnded);
}

std::unique_ptr<MeasuredDecode> measured(std::unique_ptr<Session> session)
{
    return std::make_unique<MeasuredText>(std::move(session));
}

std::unique_ptr<MeasuredDecode> measured(std::unique_ptr<BatchSession> batch)
{
    return std::make_unique<MeasuredBatch>(std::move(batch));
}

bool DecodesInTurn::hasBegun() const
{
    return std::ranges::any_of(m_decodes, [](const Decode& decode) { return decode.session != nullptr; });
}

void DecodesInTurn::goOnWith(int decode, std::unique_ptr<MeasuredDecode> session)
{
    m_decodes.at(std::size_t(decode)).goesOn = session != nullptr;
    m_decodes.at(std::size_t(decode)).session = std::move(session);
}

std::unique_ptr<MeasuredDecode> DecodesInTurn::release(int decode)
{
    return std::move(m_decodes.at(std::size_t(decode)).session);
}

/// The text's first round, which reads the prompt, is part of it.
Result<void> DecodesInTurn::begin(Decode& decode, MeasuredTurn& turn, const Progress& progress)
{
    const TurnWatch watch;
    auto session = decode.begin(progress); // while the one before is there, so that weights on a device stay
    if (!session && decode.session) {      // there may be no room for both
        decode.session.reset();
        session = decode.begin(progress);
    }
    if (!session)
        return tl::unexpected(session.error());
    decode.session = std::move(*session);
    TimedRound first = timedRound(*decode.session, progress);
    first.lap = m_lap;
    turn.firstTokens.push_back({watch.ms(), decode.session->promptTokens()});
    first.counts = false;
    turn.rounds.push_back(std::move(first));
    ++decode.pass;
    return {};
}

Result<void> DecodesInTurn::takeRounds(Decode& decode, MeasuredTurn& turn, const Progress& progress)
{
    int left = countedRounds;
    bool isWarm = false;
    if (!decode.session || decode.session->hasEnded()) {
        if (const auto begun = begin(decode, turn, progress); !begun)
            return begun;
        isWarm = true;
        left -= (decode.pass - 1) % countedRounds; // turns of this pass begin at other rounds than those of the last
    }
    turn.threads = decode.session->threads();
    while (left > 0 && !decode.session->hasEnded()) {
        TimedRound round = timedRound(*decode.session, progress);
        round.lap = m_lap;
        round.counts = isWarm;
        left -= std::exchange(isWarm, true) ? 1 : 0;
        turn.rounds.push_back(std::move(round));
    }
    turn.endsText |= decode.session->hasEnded();
    decode.hasEnded |= decode.session->hasEnded();
    return {};
}

Result<MeasuredTurn> DecodesInTurn::takeTurn(int number, const Progress& progress)
{
    Decode& decode = m_decodes[std::size_t(number)];
    MeasuredTurn turn = std::exchange(decode.before, {});
    turn.decode = number;
    turn.lap = m_lap;
    const TurnWatch watch;
    try {
        if (const auto taken = takeRounds(decode, turn, progress); !taken)
            return tl::unexpected(taken.error());
    } catch (const Cancelled&) {
        keepUncounted(std::move(turn));
        throw;
    }
    turn.seconds += watch.ms() / 1000;
    return turn;
}

void DecodesInTurn::keepUncounted(MeasuredTurn turn)
{
    for (TimedRound& round : turn.rounds)
        round.counts = false;
    m_decodes[std::size_t(turn.decode)].before = std::move(turn);
}

/// Weights come into memory and onto a device, threads begin, and the clock of the processor rises.
Result<void> DecodesInTurn::warmUp(const Progress& progress)
{
    for (std::size_t i = 0; i < m_decodes.size(); ++i) {
        auto turn = takeTurn(int(i), progress);
        if (!turn)
            return tl::unexpected(turn.error());
        Decode& decode = m_decodes[i];
        if (turn->seconds >= longPromptSeconds || decode.goesOn) {
            keepUncounted(std::move(*turn));
            continue;
        }
        decode.hasEnded = false;
        decode.session.reset();
        decode.pass = 0;
    }
    m_isWarm = true;
    return {};
}

Result<void> DecodesInTurn::takeTurns(std::vector<MeasuredTurn>& turns, const Progress& progress)
{
    for (std::size_t i = 0; i < m_decodes.size(); ++i) {
        auto turn = takeTurn(int(m_isReversed ? m_decodes.size() - 1 - i : i), progress);
        if (!turn)
            return tl::unexpected(turn.error());
        turns.push_back(std::move(*turn));
    }
    return {};
}

Result<std::vector<MeasuredTurn>> DecodesInTurn::lap(const Progress& progress)
{
    if (!m_isWarm)
        if (const auto warm = warmUp(progress); !warm)
            return tl::unexpected(warm.error());
    std::vector<MeasuredTurn> turns;
    try {
        if (const auto taken = takeTurns(turns, progress); !taken)
            return tl::unexpected(taken.error());
    } catch (const Cancelled&) {
        for (MeasuredTurn& turn : turns)
            keepUncounted(std::move(turn));
        throw;
    }
    m_isReversed = !m_isReversed;
    ++m_lap;
    return turns;
}

} // namespace draftscope
