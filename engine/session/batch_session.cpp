// SPDX-License-Identifier: MIT
// A batch has a DecodeSequence for every text that is in it, and does with them what Session::finishRound() does with
// one.
#include "engine/session/batch_session.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "engine/core/decode_failure.h"
#include "engine/remote/remote_model.h"
#include "engine/session/batch_columns.h"
#include "engine/session/copy_first.h"
#include "engine/session/head_methods.h"
#include "engine/session/round_passes.h"

namespace draftscope {
namespace {

SessionSettings settingsOf(const SessionSettings& shared, const BatchText& text)
{
    SessionSettings settings = shared;
    settings.sampler = text.sampler;
    settings.seed = text.seed;
    return settings;
}

/// What every text takes. An Error names the text where there are several.
Result<std::vector<SessionPlan>> plansOf(const Pair& pair, const SessionSettings& settings,
                                         const std::vector<BatchText>& texts, const BatchSettings& batch)
{
    if (texts.empty())
        return fail("There is no prompt to decode: give at least one.");
    if (const auto fine = checkModels(pair, settings); !fine)
        return tl::unexpected(fine.error());
    if (const auto fine = checkBatch(settings, batch); !fine)
        return tl::unexpected(fine.error());
    std::vector<SessionPlan> plans;
    for (const BatchText& text : texts) {
        const SessionSettings own = settingsOf(settings, text);
        const Result<void> inRange = check(own);
        auto plan = inRange ? planPrompt(pair, own, text.prompt) : tl::unexpected(inRange.error());
        if (!plan && texts.size() > 1)
            return fail("Prompt {} of {}: {}", plans.size() + 1, texts.size(), plan.error().message());
        if (!plan)
            return tl::unexpected(plan.error());
        plans.push_back(std::move(*plan));
    }
    return plans;
}

/// Adds what each takes of the models that the method opened.
void planAllOpened(std::vector<SessionPlan>& plans, const MethodData& data, const SessionSettings& settings)
{
    for (SessionPlan& plan : plans)
        planOpened(plan, data, settings);
}

/// Slots for whichever `places` texts are in the batch at a time. Errors: more than can be counted, more columns than
/// mostColumns.
Result<SessionPlan> planTogether(const std::vector<SessionPlan>& plans, int places, bool inColumns)
{
    SessionPlan together;
    const int longest = std::ranges::max(plans, {}, &SessionPlan::slotCount).slotCount;
    if (inColumns && BatchColumns::columnsFor(longest) > mostColumns)
        return fail("A batch with gaps needs {} columns for such texts and there can be {}: choose shorter texts, or a "
                    "batch without gaps.",
                    BatchColumns::columnsFor(longest), mostColumns);
    for (int SessionPlan::*const count :
         {&SessionPlan::slotCount, &SessionPlan::draftSlotCount, &SessionPlan::headSlotCount}) {
        std::vector<int> largest;
        for (const SessionPlan& plan : plans)
            largest.push_back(plan.*count);
        std::ranges::sort(largest, std::greater());
        std::int64_t sum = 0;
        const bool isHead = count == &SessionPlan::headSlotCount;
        for (int i = 0; i < places; ++i) // both caches have the same columns
            sum += inColumns && !isHead && largest.front() > 0 ? BatchColumns::columnsFor(longest)
                                                               : largest[std::size_t(i)];
        if (sum > std::numeric_limits<int>::max())
            return fail("A batch of {} such texts needs {} K/V slots and there can be {}: choose a smaller batch.",
                        places, sum, std::numeric_limits<int>::max());
        together.*count = int(sum);
    }
    return together;
}

} // namespace

Result<ShortDraft> shortDraftNamed(std::string_view name)
{
    constexpr std::pair<std::string_view, ShortDraft> remedies[] = {
        {"two-tokens", ShortDraft::twoTokens}, {"extra-pass", ShortDraft::extraPass}, {"crop", ShortDraft::crop}};
    const auto* const found = std::ranges::find(remedies, name, &std::pair<std::string_view, ShortDraft>::first);
    if (found == std::end(remedies))
        return fail("There is no remedy \"{}\" for a draft that is one token short: choose two-tokens, extra-pass or "
                    "crop.",
                    name);
    return found->second;
}

Result<void> checkBatch(const SessionSettings& settings, const BatchSettings& batch)
{
    if (batch.size < 1)
        return fail("The batch size is {}: choose 1 or more.", batch.size);
    if (batch.isSynchronised && !(*shapeNamed(settings.shape))->isChain())
        return fail("A batch with gaps decodes chains, and the shape is {}: choose a method that drafts the shape "
                    "chain, and this shape, or a batch without gaps.",
                    settings.shape);
    if (batch.isSynchronised && copyFirstOf(settings) > 0)
        return fail(
            "In a batch with gaps the draft reads every round, and after a copy (copy-first) it lags behind: choose "
            "copy-first 0, or a batch without gaps.");
    if (const Fault* const fault = faultOf(settings); batch.isSynchronised && fault && fault->leavesKv())
        return fail("The fault {} leaves K/V in slots that a batch with gaps needs: choose a batch without gaps.",
                    fault->name);
    return {};
}

Result<std::vector<PlannedPass>> passesForBatch(const Pair& pair, const SessionSettings& settings,
                                                const std::vector<BatchText>& texts, const BatchSettings& batch)
{
    auto plans = plansOf(pair, settings, texts, batch);
    if (!plans)
        return tl::unexpected(plans.error());
    const auto data = openMethodModels(pair, settings);
    if (!data)
        return tl::unexpected(data.error());
    planAllOpened(*plans, *data, settings);
    const auto together = planTogether(*plans, std::min(batch.size, int(texts.size())), batch.isSynchronised);
    if (!together)
        return tl::unexpected(together.error());
    return passesOf(pair, *together, *data);
}

struct BatchSession::State {
    /// A sequence of the batch in its place; empty where no text is left for it.
    struct Place {
        int text = -1;
        std::unique_ptr<DecodeSequence> sequence;
    };
    /// What is known of a text that is not in the batch.
    struct Text {
        BatchText given;
        SessionPlan plan;
        TraceHeader header; ///< once it has begun
        std::vector<CommittedToken> tokens;
        EndReason ended = EndReason::none;
    };
    Result<void> takePlaces(const Progress& progress);
    void finishRound(const Progress& progress);
    /// Ended texts go.
    void leave();

    [[nodiscard]] const Place* placeOf(int text) const
    {
        const auto found = std::ranges::find(places, text, &Place::text);
        return found == places.end() ? nullptr : &*found;
    }

    Pair pair;
    SessionSettings settings;
    std::shared_ptr<Backend> backend;
    std::vector<Text> texts;
    int nextText = 0; ///< that has not been in the batch yet
    MethodData data;
    SessionPasses passes;
    std::vector<Place> places;           ///< by sequence of the slot tables
    std::optional<BatchColumns> columns; ///< where it is synchronised
    RoundPasses together;
    std::vector<RoundRecord> rounds;
};

Result<void> BatchSession::State::takePlaces(const Progress& progress)
{
    for (int place = 0; place < int(places.size()); ++place) {
        if (places[std::size_t(place)].sequence || nextText == int(texts.size()))
            continue;
        Text& text = texts[std::size_t(nextText)];
        auto setup = DecodeSetup::create(nullptr, pair, settingsOf(settings, text.given), text.given.prompt, text.plan,
                                         data, passesOfSequence(passes, place, text.plan), *backend, progress);
        if (!setup)
            return tl::unexpected(setup.error());
        text.header = (*setup)->header();
        places[std::size_t(place)] = {nextText, std::make_unique<DecodeSequence>(std::move(*setup), nextText)};
        ++nextText;
    }
    return {};
}

void BatchSession::State::finishRound(const Progress& progress)
{
    if (const auto taken = takePlaces(progress); !taken)
        throw DecodeFailure(taken.error().sentence);
    std::vector<DecodeSequence*> sequences;
    for (const Place& place : places)
        if (place.sequence)
            sequences.push_back(place.sequence.get());
    if (columns)
        columns->begin(sequences);
    undoneWhereInterrupted(sequences, progress,
                           [&] { together.finishRounds(sequences, columns ? &*columns : nullptr, progress); });
    rounds.clear();
    for (DecodeSequence* const sequence : sequences)
        rounds.push_back(sequence->round().record());
    std::ranges::sort(rounds, {}, &RoundRecord::sequence);
    leave();
}

void BatchSession::State::leave()
{
    for (int i = 0; i < int(places.size()); ++i) {
        Place& place = places[std::size_t(i)];
        if (!place.sequence || place.sequence->ended() == EndReason::none)
            continue;
        Text& text = texts[std::size_t(place.text)];
        text.tokens = place.sequence->text().committed();
        text.ended = place.sequence->ended();
        place.sequence->setup().target().reset();
        place = {};
        if (passes.draft.shared)
            passes.draft.shared->table.clear(i);
        for (const PassShare& head : passes.heads)
            head.shared->table.clear(i);
    }
}

BatchSession::BatchSession(std::unique_ptr<State> state) : m_state(std::move(state)) {}
BatchSession::~BatchSession() = default;

Result<std::unique_ptr<BatchSession>> BatchSession::create(Pair pair, SessionSettings settings,
                                                           std::vector<BatchText> texts, BatchSettings batch,
                                                           std::shared_ptr<Backend> backend, const Progress& progress)
{
    assert(pair.target && backend);
    if (isBehindServer(*pair.target))
        return fail("{} computes behind a server, and the passes of several texts are made one in this process only: "
                    "choose one text at a time, or a target of this machine.",
                    pair.target->name);
    auto plans = plansOf(pair, settings, texts, batch);
    if (!plans)
        return tl::unexpected(plans.error());
    auto data = openMethodData(pair, settings);
    if (!data)
        return tl::unexpected(data.error());
    planAllOpened(*plans, *data, settings);
    const int places = std::min(batch.size, int(texts.size()));
    const auto together = planTogether(*plans, places, batch.isSynchronised);
    if (!together)
        return tl::unexpected(together.error());
    auto passes = makePasses(pair, *together, *data, places, *backend, progress, batch.isSynchronised);
    if (!passes)
        return tl::unexpected(passes.error());
    auto state = std::make_unique<State>();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        State::Text& text = state->texts.emplace_back();
        for (const TokenId token : (*plans)[i].promptTokens)
            text.tokens.push_back({token, TokenSource::prompt, -1});
        text.given = std::move(texts[i]);
        text.plan = std::move((*plans)[i]);
    }
    state->pair = std::move(pair);
    state->settings = std::move(settings);
    state->backend = std::move(backend);
    state->data = std::move(*data);
    state->passes = std::move(*passes);
    state->places.resize(std::size_t(places));
    if (batch.isSynchronised)
        state->columns.emplace(batch.shortDraft);
    if (const auto taken = state->takePlaces(progress); !taken)
        return tl::unexpected(taken.error());
    return std::unique_ptr<BatchSession>(new BatchSession(std::move(state)));
}

bool BatchSession::hasEnded() const
{
    return std::ranges::all_of(m_state->texts, [](const State::Text& text) { return text.ended != EndReason::none; });
}

const std::vector<RoundRecord>& BatchSession::finishRound(const Progress& progress)
{
    assert(!hasEnded());
    decodeOn([&] { m_state->finishRound(progress); });
    return m_state->rounds;
}

int BatchSession::sequenceCount() const
{
    return int(m_state->texts.size());
}

int BatchSession::batchSize() const
{
    return int(m_state->places.size());
}

std::string BatchSession::backendName() const
{
    return m_state->passes.target.shared->pass->backendName();
}

BatchCounts BatchSession::counts() const
{
    const SessionPasses& passes = m_state->passes;
    BatchCounts counts;
    counts.targetPasses = passes.target.shared->passCount;
    counts.targetRows = passes.target.shared->rowCount;
    std::vector<PassShare> drafts = passes.heads;
    drafts.push_back(passes.draft);
    for (const PassShare& draft : drafts) {
        counts.draftPasses += draft.shared ? draft.shared->passCount : 0;
        counts.draftRows += draft.shared ? draft.shared->rowCount : 0;
    }
    if (m_state->columns) {
        counts.gaps = m_state->columns->gapCount();
        counts.rereads = m_state->columns->rereadCount();
    }
    return counts;
}

const std::vector<CommittedToken>& BatchSession::text(int sequence) const
{
    const State::Place* const place = m_state->placeOf(sequence);
    return place ? place->sequence->text().committed() : m_state->texts[std::size_t(sequence)].tokens;
}

int BatchSession::promptLength(int sequence) const
{
    return int(m_state->texts[std::size_t(sequence)].plan.promptTokens.size());
}

const TraceHeader& BatchSession::header(int sequence) const
{
    return m_state->texts[std::size_t(sequence)].header;
}

EndReason BatchSession::ended(int sequence) const
{
    return m_state->texts[std::size_t(sequence)].ended;
}

const SlotTable& BatchSession::targetSlots() const
{
    return m_state->passes.target.shared->table;
}

const SlotTable* BatchSession::draftSlots() const
{
    return m_state->passes.draft.shared ? &m_state->passes.draft.shared->table : nullptr;
}

} // namespace draftscope
