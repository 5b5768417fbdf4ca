// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/cuda_round_runner.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/backend/cuda/device_error.h"
#include "engine/backend/cuda/event.h"
#include "engine/backend/cuda/graph_cache.h"
#include "engine/backend/cuda/listed_context.h"
#include "engine/backend/cuda/pass_rows.h"
#include "engine/backend/cuda/round_answer.h"
#include "engine/backend/cuda/round_growth.h"
#include "engine/backend/cuda/round_memory.h"
#include "engine/backend/cuda/round_question.h"
#include "engine/backend/cuda/round_size.h"
#include "engine/backend/cuda/round_states.h"
#include "engine/backend/cuda/sampling_kernels.h"

namespace draftscope::cuda {

namespace {

/// That a context has.
int mostChildren(const RoundRequest& question, int nodes)
{
    const auto contexts = std::span(question.contexts).first(std::size_t(nodes + 1));
    return std::ranges::max(contexts, {}, &PlannedContext::childCount).childCount;
}

class CudaRoundRunner final : public RoundRunner {
public:
    CudaRoundRunner(Device device, CudaPass& target, std::vector<CudaPass*> drafts)
        : m_device(std::move(device)), m_target(target), m_drafts(std::move(drafts)),
          m_draft(m_drafts.empty() ? nullptr : m_drafts.front())
    {
    }

    [[nodiscard]] bool prepare(const RoundCapacity& room) override
    {
        if (std::max(room.nodes, room.parents) > maxNodes || (room.nodes > 0 && !m_draft))
            return false;
        if (m_room.covers(room))
            return true;
        if (m_refused && room.covers(*m_refused))
            return false; // asking again and again would cost every round its time
        bool hasRoom = false;
        asBackendFailure([&] {
            const auto reserved = m_device.reserve();
            const RoundCapacity larger = m_room.with(room);
            release(); // first, so that both need not fit
            hasRoom = allocate(larger);
            if (!hasRoom) {
                release();
                m_refused = room;
            }
        });
        return hasRoom;
    }

    void run(const RoundPlan& plan, RoundOutcome& outcome) override
    {
        asBackendFailure([&] {
            const auto reserved = m_device.reserve();
            const RoundSize size = send(plan);
            m_graphs.launch(m_stream, size, [&] { launchKernels(size, plan); });
            m_stream.synchronize();
            read(size, plan, outcome);
        });
    }

private:
    void release()
    {
        m_graphs.clear();
        m_room = {-1};
        m_input = {};
        m_answer = {};
        m_p = {};
        m_q = {};
        m_scales = {};
        m_parts = {};
        m_spread = {};
        m_states = {};
        m_growth = {};
        m_headLogits = {};
    }

    [[nodiscard]] bool allocate(const RoundCapacity& room)
    {
        // Paths in a tree are apart, or written on the device behind what the host lists.
        const int draftSlots =
            m_draft ? m_draft->slotCount() + std::max(maxRows * maxRows, RoundGrowth::mostListed) : 0;
        const int places = std::max(room.nodes, room.parents);
        const auto contexts = std::size_t(places + 1);
        m_inputLayout = {room.nodes, draftSlots};
        auto p = DeviceBuffer<float>::allocate(std::size_t(room.nodes + 1) * std::size_t(m_target.shape().vocabulary),
                                               "distributions");
        auto q = DeviceBuffer<float>::allocate(std::size_t(places) * std::size_t(draftVocabulary()), "distributions");
        auto scales = DeviceBuffer<double>::allocate(2 * contexts, "distributions");
        const int vocabularies[] = {m_target.shape().vocabulary, draftVocabulary()};
        auto parts = DeviceBuffer<ContextPart>::allocate(
            contexts * std::size_t(std::max(partsOf(vocabularies[0]), partsOf(vocabularies[1]))), "distributions");
        assert(!(hasPassPerLevel() && hasReducedVocabulary())); // such heads have logits for all tokens
        if (!p || !q || !scales || !parts
            || (hasReducedVocabulary() && !m_spread.allocate(m_stream, m_draft->model(), places))
            || (draftsWithStates() && !m_states.allocate(m_target.config(), m_draft->config()))
            || (hasPassPerLevel() && !allocateHeadLogits()) || (m_draft && !m_growth.allocate())
            || !m_input.allocate(m_inputLayout.bytes(m_target.slotCount() + maxRows + maxRows * maxRows))
            || !m_answer.allocate(AnswerLayout{room}.bytes()))
            return false;
        m_p = std::move(*p);
        m_q = std::move(*q);
        m_scales = std::move(*scales);
        m_parts = std::move(*parts);
        m_marks.resize(std::size_t(room.nodes) + 3);
        m_room = room;
        return true;
    }

    [[nodiscard]] bool allocateHeadLogits()
    {
        auto logits = DeviceBuffer<float>::allocate(m_drafts.size() * std::size_t(draftVocabulary()), "a round");
        if (logits)
            m_headLogits = std::move(*logits);
        return logits.has_value();
    }

    /// Tokens that q is of: all that the draft reads. 0 without a draft.
    [[nodiscard]] int draftVocabulary() const { return m_draft ? m_draft->config().vocabularySize : 0; }
    /// Whether the draft is a head that reads the target's hidden states.
    [[nodiscard]] bool draftsWithStates() const { return m_draft && m_draft->config().isHead(); }
    /// Whether it is Medusa's, a head for each level: each has one row, and the level's parents share its logits.
    [[nodiscard]] bool hasPassPerLevel() const { return m_draft && m_draft->config().input == RowInput::state; }
    [[nodiscard]] CudaPass& passOf(int level) const { return *m_drafts[hasPassPerLevel() ? std::size_t(level) : 0]; }
    /// Where logits of the draft lie, token by token.
    [[nodiscard]] float* draftLogits() const
    {
        return hasReducedVocabulary() ? m_spread.logits.data()
            : hasPassPerLevel()       ? m_headLogits.data()
            : m_draft                 ? m_draft->logits()
                                      : nullptr;
    }
    /// Whether the draft has logits for a part of its vocabulary only.
    [[nodiscard]] bool hasReducedVocabulary() const
    {
        return m_draft && !m_draft->model().weights.tokenOfLogit.empty();
    }

    /// Writes the question and the rows to the device.
    RoundSize send(const RoundPlan& plan)
    {
        std::vector<int> parentCounts;
        const RoundRequest own = questionOf(plan, parentCounts);
        std::memcpy(m_input.host.data(), &own, sizeof own);
        RoundSize size;
        size.nodes = plan.growth ? plan.growth->nodes : int(plan.parents.size());
        size.width = plan.growth ? plan.growth->width : 0;
        size.isChain = plan.isChain;
        size.topTokens = plan.topTokens;
        if (!plan.isChain && plan.topTokens > 0) {
            size.children = plan.growth ? plan.growth->width : mostChildren(own, size.nodes);
            size.remainders = plan.greedyVerifier ? 0 : size.children;
        }
        assert(!plan.growth || RoundGrowth::fits(int(plan.drafts.size()), plan.growth->width, m_room.nodes));
        m_draftSlots.clear();
        for (const Rows& rows : plan.drafts) {
            const int level = int(size.levels.size());
            const int count = takeRows(*m_draft, rows, InputLayout::pass(level), m_draftSlots);
            const int wanted = m_rows.input().wantedCount; // one for each parent, or one that they share
            const int parents = plan.growth ? (level == 0 ? 1 : plan.growth->width) : parentCounts[std::size_t(level)];
            int longestPath = m_rows.longestPath();
            if (plan.growth && level > 0 && !hasPassPerLevel()) {
                RoundGrowth::placePaths(*m_input.onHost<PassInput>(InputLayout::pass(level)), 0, m_draft->slotCount(),
                                        {level, int(plan.drafts.size()), plan.growth->width});
                longestPath += level;
            }
            // The first of a model has one row or two: a graph for two serves both.
            size.levels.push_back({PassSize::of(level == 0 ? std::max(count, 2) : count, wanted,
                                                m_rows.input().groupCount, longestPath, m_draft->shape()),
                                   parents});
        }
        sendStates(plan);
        for (const HiddenStates& wanted : plan.verify->hiddenStates)
            size.asked.push_back(wanted.entering);
        assert(size.asked.empty() || (draftsWithStates() && int(size.asked.size()) == m_states.kept));
        m_verifySlots.clear();
        const int count = takeRows(m_target, *plan.verify, InputLayout::verify(), m_verifySlots);
        int longestPath = m_rows.longestPath();
        if (plan.growth) {
            RoundGrowth::placePaths(*m_input.onHost<PassInput>(InputLayout::verify()), 1,
                                    m_target.slotCount() + maxRows, {1, size.levelCount() + 1, size.nodes});
            longestPath += size.levelCount();
        }
        size.verify = PassSize::of(count, count, m_rows.input().groupCount, longestPath, m_target.shape());
        assert(!plan.growth || !m_draft || int(m_draftSlots.all().size()) <= m_draft->slotCount());
        writeList(m_draftSlots, m_inputLayout.draftList(), m_inputLayout.verifyList());
        writeList(m_verifySlots, m_inputLayout.verifyList(), m_input.host.bytes());
        m_input.send(m_stream, 0, InputLayout::pass(size.levelCount()));
        m_input.send(m_stream, m_inputLayout.draftList(), m_draftSlots.all().size() * sizeof(int));
        m_input.send(m_stream, m_inputLayout.verifyList(), m_verifySlots.all().size() * sizeof(int));
        return size;
    }

    void sendStates(const RoundPlan& plan)
    {
        if (!draftsWithStates() || plan.drafts.empty())
            return;
        const Rows& first = plan.drafts.front();
        const std::span<const float> given = first.targetFeatures.empty() ? first.inputStates : first.targetFeatures;
        assert(given.size() == first.rows.size() * std::size_t(m_states.inputWidth));
        std::ranges::copy(given, m_states.input.onHost<float>(0));
        m_states.input.send(m_stream, 0, given.size_bytes());
    }

    /// What the rows of a level's pass begin with, if the draft is a head, and what they leave for the next one.
    [[nodiscard]] PassStates statesOf(int level, bool isLast) const
    {
        if (!draftsWithStates())
            return {};
        PassStates states;
        const bool isFirst = level == 0 || hasPassPerLevel();
        states.given = isFirst ? m_states.input.onDevice<float>(0) : m_states.next.data();
        states.areFeatures = isFirst && m_draft->config().featureSize > 0;
        if (!isLast && !hasPassPerLevel())
            states.asked = {m_draft->config().layerCount};
        states.left = m_states.left.data();
        return states;
    }

    int takeRows(const CudaPass& pass, const Rows& rows, std::size_t offset, SlotList& slots)
    {
        m_rows.setLongFrom(pass.shape().longFrom);
        m_rows.take(rows, 0, rows.rows.size(), slots);
        std::memcpy(m_input.host.data() + offset, &m_rows.input(), sizeof(PassInput));
        return int(rows.rows.size());
    }

    void writeList(const SlotList& slots, std::size_t offset, [[maybe_unused]] std::size_t end)
    {
        assert(offset + slots.all().size() * sizeof(int) <= end);
        std::copy(slots.all().begin(), slots.all().end(), m_input.onHost<int>(offset));
    }

    /// The draft's pass in front of a level; where the logits of its parents lie, as those of places from `place` on.
    /// firstState: of the parents in RoundRequest::stateRow.
    ContextLogits launchDraftPass(const RoundSize& size, int level, int place, int firstState,
                                  const RoundRequest* question)
    {
        const LevelSize& own = size.levels[std::size_t(level)];
        const int width = m_draft->shape().vocabulary, vocabulary = draftVocabulary();
        const int row = hasPassPerLevel() ? level : place;
        float* const passed =
            (hasPassPerLevel() ? m_headLogits.data() : m_draft->logits()) + std::size_t(row) * std::size_t(width);
        if (draftsWithStates() && level > 0 && !hasPassPerLevel())
            launchPassStates(m_stream, m_states.next.data(), m_states.left.data(), question, firstState, own.parents,
                             m_states.headHidden);
        passOf(level).launch(m_stream, m_input.onDevice<PassInput>(InputLayout::pass(level)),
                             m_input.onDevice<int>(m_inputLayout.draftList()), own.pass, passed,
                             statesOf(level, level + 1 == size.levelCount()));
        if (hasPassPerLevel())
            return {passed, 0};
        float* const logits = draftLogits() + std::size_t(place) * std::size_t(vocabulary);
        if (hasReducedVocabulary())
            launchSpread(m_stream, passed, own.parents, width, m_spread.logitOfToken.data(), vocabulary, logits);
        return {logits, vocabulary};
    }

    void launchKernels(const RoundSize& size, const RoundPlan& plan)
    {
        const int levels = size.levelCount(), nodes = size.nodes;
        auto* const question = m_input.onDevice<RoundRequest>(0);
        auto* const answer = m_answer.onDevice<RoundResult>(0);
        auto* const verify = m_input.onDevice<PassInput>(InputLayout::verify());
        const auto partsFor = [this](int vocabulary) { return partsOf(vocabulary) > 1 ? m_parts.data() : nullptr; };
        const int targetSize = m_target.shape().vocabulary, draftSize = draftVocabulary();
        const DeviceDistributions p = {m_p.data(), m_scales.data(), targetSize, plan.targetTokenizerSize,
                                       partsFor(targetSize)};
        const DeviceDistributions q = {m_q.data(), m_scales.data() + std::max(m_room.nodes, m_room.parents) + 1,
                                       draftSize, plan.draftTokenizerSize, partsFor(draftSize)};
        m_marks[0].recordTime(m_stream);
        // The first of the level. Of a tree that grows by value a level takes the places of the one before, unless
        // contexts are listed.
        int place = 0;
        for (int level = 0; level < levels; ++level) {
            const ContextLogits logits = launchDraftPass(size, level, place, size.width > 0 ? 0 : place, question);
            const int parents = size.levels[std::size_t(level)].parents;
            auto* const pass = m_input.onDevice<PassInput>(InputLayout::pass(level));
            auto* const next = level + 1 < levels && !hasPassPerLevel()
                ? m_input.onDevice<PassInput>(InputLayout::pass(level + 1))
                : nullptr;
            if (size.width > 0) {
                const GrowingLevel growing = RoundGrowth::level(level, size.width, place);
                launchDrawCandidates(m_stream, q, growing, logits, question, m_growth.tree());
                if (level + 1 < levels)
                    launchChooseParents(m_stream, growing, pass, next, m_input.onDevice<int>(m_inputLayout.draftList()),
                                        question, m_growth.tree());
            } else {
                launchDraw(m_stream, q, place, parents, logits, question, answer, next ? next->rows : nullptr,
                           verify->rows);
            }
            if (size.width == 0 || size.topTokens > 0)
                place += parents;
            m_marks[std::size_t(level + 1)].recordTime(m_stream);
        }
        if (size.width > 0) {
            launchChooseVerified(m_stream, levels, nodes, size.width, verify,
                                 m_input.onDevice<int>(m_inputLayout.verifyList()), question, m_growth.tree(), answer);
        }
        m_target.launch(m_stream, verify, m_input.onDevice<int>(m_inputLayout.verifyList()), size.verify,
                        m_target.logits(), PassStates{nullptr, false, size.asked, m_states.target.data()});
        m_marks[std::size_t(levels + 1)].recordTime(m_stream);
        launchJudge(m_stream, p, q, nodes, size.isChain, m_target.logits(), question, answer);
        if (!size.asked.empty()) {
            launchKeepStates(m_stream, m_states.path.onDevice<float>(0), m_states.target.data(), question, answer,
                             levels + 1, m_states.kept, m_states.hidden);
            m_states.path.fetch(m_stream, pathFloats(levels) * sizeof(float));
        }
        const AnswerLayout layout = size.answer();
        if (size.topTokens > 0)
            launchListing(
                m_stream, listedIn(layout), p, q, nodes, m_target.logits(), {draftLogits(), hasPassPerLevel()},
                {size.width > 0 ? m_growth.tree() : nullptr, size.width, size.listedParents()}, question, answer);
        m_answer.fetch(m_stream, layout.bytes());
        if (size.width > 0)
            m_growth.fetch(m_stream);
        m_marks[std::size_t(levels + 2)].recordTime(m_stream);
    }

    [[nodiscard]] ListedContexts listedIn(const AnswerLayout& layout) const
    {
        return {m_answer.onDevice<ListedContext>(AnswerLayout::contexts()),
                m_answer.onDevice<ListedToken>(layout.tokens(0)),
                layout.room.topTokens,
                layout.capacity(),
                layout.room.remainders,
                m_answer.onDevice<double>(layout.masses()),
                m_answer.onDevice<double>(layout.remainderOf(0))};
    }

    /// Whether the nodes are there, with what was drawn and judged.
    [[nodiscard]] bool readTree(const RoundSize& size, const RoundPlan& plan, RoundOutcome& outcome) const
    {
        const RoundResult& own = *m_answer.onHost<RoundResult>(0);
        return size.width > 0 ? m_growth.read(size.levelCount(), size.width, own, outcome)
                              : readPlannedTree(size, plan.parents, *m_input.onHost<RoundRequest>(0), own, outcome);
    }

    void read(const RoundSize& size, const RoundPlan& plan, RoundOutcome& outcome) const
    {
        if (!readTree(size, plan, outcome))
            return;
        const RoundResult& own = *m_answer.onHost<RoundResult>(0);
        const int nodes = own.nodeCount, levels = size.levelCount();
        outcome.drawn = own.drawnToken;
        outcome.drawnU = own.drawnU;
        readStates(size, plan, outcome);
        readContexts(size, outcome);
        const auto between = [this](int mark) {
            return double(m_marks[std::size_t(mark + 1)].millisecondsSince(m_marks[std::size_t(mark)]));
        };
        outcome.draftMs.clear();
        const int shown = size.isChain ? std::min(nodes, levels) : levels;
        for (int level = 0; level < shown; ++level)
            outcome.draftMs.push_back(between(level));
        for (int level = shown; level < levels; ++level)
            outcome.draftMs.back() += between(level);
        outcome.verifyMs = between(levels);
        outcome.judgeMs = between(levels + 1);
    }

    void readContexts(const RoundSize& size, RoundOutcome& outcome) const
    {
        outcome.contexts.clear();
        if (size.topTokens == 0)
            return;
        const int rows = m_answer.onHost<RoundResult>(0)->nodeCount + 1;
        std::vector<int> contexts(static_cast<std::size_t>(rows));
        std::iota(contexts.begin(), contexts.end(), 0);
        if (size.width > 0)
            contexts = m_growth.listedContexts(size.levelCount(), size.width);
        takeContexts(m_answer, size.answer(), contexts, rows, outcome);
    }

    [[nodiscard]] std::size_t pathFloats(int levels) const
    {
        return std::size_t(m_states.kept) * std::size_t(levels + 1) * std::size_t(m_states.hidden);
    }

    /// Gives the states of the root and the accepted nodes to who asked for them.
    void readStates(const RoundSize& size, const RoundPlan& plan, RoundOutcome& outcome) const
    {
        outcome.rowsWithStates.clear();
        if (size.asked.empty())
            return;
        const auto above = [&](int row) {
            return size.width > 0 ? m_growth.rowAbove(row) : plan.parents[std::size_t(row) - 1] + 1;
        };
        std::vector<int>& path = outcome.rowsWithStates; // from the end up
        for (int row = m_answer.onHost<RoundResult>(0)->drawnContext; row > 0; row = above(row))
            path.push_back(row);
        path.push_back(0);
        const std::size_t hidden = std::size_t(m_states.hidden), depths = size.levels.size() + 1;
        for (std::size_t state = 0; state < size.asked.size(); ++state)
            for (std::size_t i = 0; i < path.size(); ++i) {
                const std::size_t depth = path.size() - 1 - i;
                std::copy_n(m_states.path.onHost<float>(0) + (state * depths + depth) * hidden, hidden,
                            plan.verify->hiddenStates[state].out.data() + std::size_t(path[i]) * hidden);
            }
    }

    Device m_device;
    CudaPass& m_target;
    std::vector<CudaPass*> m_drafts;        ///< one, or one for each level; none in plain decoding
    CudaPass* m_draft;                      ///< the first
    RoundCapacity m_room = {-1};            ///< what the memory below is enough for
    std::optional<RoundCapacity> m_refused; ///< that there was no memory for
    InputLayout m_inputLayout;
    MirroredMemory m_input, m_answer;
    DeviceBuffer<float> m_p, m_q;  ///< weights of p [contexts, vocabulary] and of q
    DeviceBuffer<double> m_scales; ///< of p, then of q
    SpreadMemory m_spread;
    RoundStates m_states;              ///< there if draftsWithStates()
    DeviceBuffer<float> m_headLogits;  ///< [heads, vocabulary], if hasPassPerLevel()
    RoundGrowth m_growth;              ///< there if there is a draft
    DeviceBuffer<ContextPart> m_parts; ///< of the distributions that are made just now
    PassRows m_rows;
    SlotList m_draftSlots, m_verifySlots;
    std::vector<Event> m_marks; ///< begin, after each level, after the verify pass, end
    GraphCache<RoundSize> m_graphs;
    Stream m_stream; ///< behind what it works on, so that it ends first
};

} // namespace

std::unique_ptr<RoundRunner> makeCudaRoundRunner(const Device& device, CudaPass& target, std::vector<CudaPass*> drafts)
{
    return std::make_unique<CudaRoundRunner>(device, target, std::move(drafts));
}

} // namespace draftscope::cuda
