// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/cuda_round_runner.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>
#include <optional>
#include <vector>

#include "engine/backend/cuda/device_error.h"
#include "engine/backend/cuda/event.h"
#include "engine/backend/cuda/graph_cache.h"
#include "engine/backend/cuda/pass_rows.h"
#include "engine/backend/cuda/pinned_buffer.h"
#include "engine/backend/cuda/round_states.h"
#include "engine/backend/cuda/sampling_kernels.h"

namespace draftscope::cuda {

namespace {

/// Memory on the device and pinned memory of the same size, for what goes there or comes from there.
struct MirroredMemory {
    PinnedBuffer<unsigned char> host;
    DeviceBuffer<unsigned char> device;

    [[nodiscard]] bool allocate(std::size_t bytes)
    {
        auto pinned = PinnedBuffer<unsigned char>::allocate(bytes, "a round");
        auto own = DeviceBuffer<unsigned char>::allocate(bytes, "a round");
        if (!pinned || !own)
            return false;
        host = std::move(*pinned);
        device = std::move(*own);
        return true;
    }
    void send(Stream& stream, std::size_t first, std::size_t bytes)
    {
        stream.copy(device.data() + first, static_cast<const unsigned char*>(host.data() + first), bytes);
    }
    void fetch(Stream& stream, std::size_t bytes)
    {
        stream.copy(host.data(), static_cast<const unsigned char*>(device.data()), bytes);
    }
    template <class U>
    [[nodiscard]] U* onHost(std::size_t offset) const
    {
        return reinterpret_cast<U*>(host.data() + offset);
    }
    template <class U>
    [[nodiscard]] U* onDevice(std::size_t offset) const
    {
        return reinterpret_cast<U*>(device.data() + offset);
    }
};

/// Where a round's input lies: the question, a pass's input for each level and one for the verify pass, the slots of the
/// draft's paths, those of the target's. There are no more levels than nodes.
struct InputLayout {
    int nodes = 0, draftSlots = 0;

    [[nodiscard]] std::size_t pass(int index) const
    {
        return sizeof(RoundQuestion) + std::size_t(index) * sizeof(PassInput);
    }
    [[nodiscard]] std::size_t verify() const { return pass(nodes); }
    [[nodiscard]] std::size_t draftList() const { return pass(nodes + 1); }
    [[nodiscard]] std::size_t verifyList() const { return draftList() + std::size_t(draftSlots) * sizeof(int); }
    [[nodiscard]] std::size_t bytes(int listed) const { return verifyList() + std::size_t(listed) * sizeof(int); }
};

/// Where a round's answer lies: the answer, a ListedContext for each context, their tokens.
struct AnswerLayout {
    int nodes = 0, topTokens = 0;

    [[nodiscard]] static std::size_t contexts() { return sizeof(RoundAnswer); }
    [[nodiscard]] std::size_t tokens() const { return contexts() + std::size_t(nodes + 1) * sizeof(ListedContext); }
    [[nodiscard]] std::size_t tokens(int context) const
    {
        return tokens() + std::size_t(context * listedCapacity(topTokens)) * sizeof(ListedToken);
    }
    [[nodiscard]] std::size_t bytes() const { return topTokens == 0 ? contexts() : tokens(nodes + 1); }
};
static_assert(mostEndOfText == int(RoundPlan::mostEndOfText));
static_assert(sizeof(RoundQuestion) % alignof(PassInput) == 0 && sizeof(RoundAnswer) % alignof(ListedContext) == 0
              && sizeof(ListedContext) % alignof(ListedToken) == 0);

/// Where the logits of a draft lie, token by token, if it has them for a part of its vocabulary only.
struct SpreadMemory {
    DeviceBuffer<int> logitOfToken; ///< [vocabulary], -1 where a token has none
    DeviceBuffer<float> logits;     ///< [nodes, vocabulary]

    [[nodiscard]] bool allocate(Stream& stream, const Model& draft, int nodes)
    {
        std::vector<int> logitOf(std::size_t(draft.config.vocabularySize), -1);
        for (std::size_t logit = 0; logit < draft.weights.tokenOfLogit.size(); ++logit)
            logitOf[std::size_t(draft.weights.tokenOfLogit[logit])] = int(logit);
        auto places = DeviceBuffer<int>::allocate(logitOf.size(), "a round");
        auto all = DeviceBuffer<float>::allocate(std::size_t(nodes) * logitOf.size(), "a round");
        if (!places || !all)
            return false;
        logitOfToken = std::move(*places);
        logits = std::move(*all);
        logitOfToken.upload(stream, logitOf);
        stream.synchronize(); // before what it is copied from is gone
        return true;
    }
};

/// Hidden states of a round in which a head drafts with those of the target.
struct RoundStates {
    int hidden = 0, headHidden = 0, kept = 0,
        inputWidth =
            0; ///< of the target and of the head; states that the target leaves; floats of a row of the first pass
    MirroredMemory input;           ///< [maxRows, inputWidth]: what the first pass begins with
    DeviceBuffer<float> left, next; ///< [maxRows, headHidden]: of a pass, and for the rows of the next
    DeviceBuffer<float> target;     ///< [kept, maxRows, hidden]
    MirroredMemory path;            ///< [kept, depths, hidden]: those that the text goes on with

    [[nodiscard]] bool allocate(const ModelConfig& ofTarget, const ModelConfig& ofHead)
    {
        hidden = ofTarget.hiddenSize;
        headHidden = ofHead.hiddenSize;
        inputWidth = ofHead.featureSize > 0 ? ofHead.featureSize : ofHead.hiddenSize;
        kept = std::max(1, ofHead.featureSize / hidden);
        const std::size_t rows = maxRows, all = std::size_t(kept) * rows * std::size_t(hidden);
        auto ownLeft = DeviceBuffer<float>::allocate(rows * std::size_t(headHidden), "a round");
        auto ownNext = DeviceBuffer<float>::allocate(rows * std::size_t(headHidden), "a round");
        auto ofPass = DeviceBuffer<float>::allocate(all, "a round");
        if (!ownLeft || !ownNext || !ofPass || !input.allocate(rows * std::size_t(inputWidth) * sizeof(float))
            || !path.allocate(all * sizeof(float)))
            return false;
        left = std::move(*ownLeft);
        next = std::move(*ownNext);
        target = std::move(*ofPass);
        return true;
    }
};

/// A level of drafts: its pass, and the parents of its nodes.
struct LevelSize {
    PassSize pass;
    int parents = 1;
    auto operator<=>(const LevelSize&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 mistakes it
};

/// All that the launches of a round depend on.
struct RoundSize {
    std::vector<LevelSize> levels;
    PassSize verify;
    int nodes = 0;
    bool isChain = true;
    int topTokens = 0;
    std::vector<int> asked = {};                        ///< of the verify pass: HiddenStates::entering
    auto operator<=>(const RoundSize&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 mistakes it
};

RoundSampler deviceSampler(const SamplerSettings& sampler)
{
    return {sampler.isGreedy() ? 1.0f : sampler.inverseTemperature(), sampler.topK, sampler.topP, sampler.minP,
            sampler.isGreedy()};
}

/// What the question says of the tree. lastRow: of the first pass, the one whose logits are wanted.
void describeTree(std::span<const int> parents, int lastRow, RoundQuestion& question)
{
    for (std::size_t context = 0; context <= parents.size(); ++context)
        question.contexts[context] = {0, 0, -1, -1, context == 0 ? -1 : parents[context - 1] + 1};
    int places = 0, level = 0, rowsOfLevel = 0;     // places of the level that is gone through: its rows
    std::vector<int> depths(parents.size() + 1, 0); // by context
    for (std::size_t n = 0; n < parents.size(); ++n) {
        const auto context = std::size_t(parents[n] + 1);
        depths[n + 1] = depths[context] + 1;
        if (depths[n + 1] != level)
            rowsOfLevel = 0;
        level = depths[n + 1];
        PlannedContext& planned = question.contexts[context];
        if (planned.childCount++ > 0)
            continue;
        planned.firstChild = int(n);
        planned.place = places;
        planned.draftRow = context == 0 ? -1 : rowsOfLevel;
        const int above = planned.above;
        question.stateRow[places] = above <= 0 ? lastRow : question.contexts[above].draftRow;
        question.expanded[places++] = int(context);
        ++rowsOfLevel;
    }
}

class CudaRoundRunner final : public RoundRunner {
public:
    CudaRoundRunner(Device device, CudaPass& target, CudaPass* draft)
        : m_device(std::move(device)), m_target(target), m_draft(draft)
    {
    }

    [[nodiscard]] bool prepare(int nodes, int topTokens) override
    {
        if (nodes > maxNodes || (nodes > 0 && !m_draft))
            return false;
        if (nodes <= m_room.nodes && topTokens <= m_room.topTokens)
            return true;
        if (m_refused && nodes >= m_refused->nodes && topTokens >= m_refused->topTokens)
            return false; // asking again and again would cost every round its time
        bool hasRoom = false;
        asBackendFailure([&] {
            const auto reserved = m_device.reserve();
            const AnswerLayout room = {std::max(nodes, m_room.nodes), std::max(topTokens, m_room.topTokens)};
            release(); // first, so that both need not fit
            hasRoom = allocate(room);
            if (!hasRoom) {
                release();
                m_refused = {nodes, topTokens};
            }
        });
        return hasRoom;
    }

    void run(const RoundPlan& plan, RoundOutcome& outcome) override
    {
        asBackendFailure([&] {
            const auto reserved = m_device.reserve();
            m_target.settle();
            if (m_draft)
                m_draft->settle();
            const RoundSize size = send(plan);
            m_graphs.launch(m_stream, size, [&] { launchKernels(size, plan); });
            m_stream.synchronize();
            read(size, outcome);
            readStates(size, plan);
        });
    }

private:
    void release()
    {
        m_graphs.clear();
        m_room = {-1, 0};
        m_input = {};
        m_answer = {};
        m_p = {};
        m_q = {};
        m_scales = {};
        m_parts = {};
        m_spread = {};
        m_states = {};
    }

    [[nodiscard]] bool allocate(const AnswerLayout& room)
    {
        const int draftSlots = m_draft ? m_draft->slotCount() + maxRows * maxRows : 0; // paths in a tree are apart
        const auto contexts = std::size_t(room.nodes + 1);
        m_inputLayout = {room.nodes, draftSlots};
        auto p = DeviceBuffer<float>::allocate(contexts * std::size_t(m_target.shape().vocabulary), "distributions");
        auto q =
            DeviceBuffer<float>::allocate(std::size_t(room.nodes) * std::size_t(draftVocabulary()), "distributions");
        auto scales = DeviceBuffer<double>::allocate(2 * contexts, "distributions");
        const int vocabularies[] = {m_target.shape().vocabulary, draftVocabulary()};
        auto parts = DeviceBuffer<ContextPart>::allocate(
            contexts * std::size_t(std::max(partsOf(vocabularies[0]), partsOf(vocabularies[1]))), "distributions");
        if (!p || !q || !scales || !parts
            || (draftsAPart() && !m_spread.allocate(m_stream, m_draft->model(), room.nodes))
            || (draftsWithStates() && !m_states.allocate(m_target.config(), m_draft->config()))
            || !m_input.allocate(m_inputLayout.bytes(m_target.slotCount() + maxRows * maxRows))
            || !m_answer.allocate(room.bytes()))
            return false;
        m_p = std::move(*p);
        m_q = std::move(*q);
        m_scales = std::move(*scales);
        m_parts = std::move(*parts);
        m_marks.resize(contexts + 2);
        m_room = room;
        return true;
    }

    /// Tokens that q is of: all that the draft reads. 0 without a draft.
    [[nodiscard]] int draftVocabulary() const { return m_draft ? m_draft->config().vocabularySize : 0; }
    /// Whether the draft is a head that reads the target's hidden states.
    [[nodiscard]] bool draftsWithStates() const { return m_draft && m_draft->config().isHead(); }
    /// Whether the draft has logits for a part of its vocabulary only.
    [[nodiscard]] bool draftsAPart() const { return m_draft && !m_draft->model().weights.tokenOfLogit.empty(); }

    /// Writes the question and the rows to the device.
    RoundSize send(const RoundPlan& plan)
    {
        RoundQuestion own{};
        own.seed = plan.seed;
        own.sequence = plan.sequence;
        own.round = plan.round;
        own.sampler = deviceSampler(plan.sampler);
        own.draftSampler = deviceSampler(plan.draftSampler);
        own.draws = plan.draws;
        own.isChain = plan.isChain;
        own.greedyVerifier = plan.greedyVerifier;
        own.endOfTextCount = int(plan.endOfText.size());
        describeTree(plan.parents, plan.drafts.empty() ? 0 : int(plan.drafts.front().rows.size()) - 1, own);
        assert(plan.endOfText.size() <= std::size(own.endOfText));
        std::ranges::copy(plan.endOfText, own.endOfText);
        std::memcpy(m_input.host.data(), &own, sizeof own);
        RoundSize size;
        size.nodes = int(plan.parents.size());
        size.isChain = plan.isChain;
        size.topTokens = plan.topTokens;
        m_draftSlots.clear();
        for (const Rows& rows : plan.drafts) {
            const int level = int(size.levels.size());
            const int count = takeRows(rows, m_inputLayout.pass(level), m_draftSlots);
            const int parents = m_rows.input().wantedCount;
            // The first has one row or two; a graph for two serves both.
            size.levels.push_back({PassSize::of(level == 0 ? std::max(count, 2) : count, parents,
                                                m_rows.input().groupCount, m_rows.longestPath(), m_draft->shape()),
                                   parents});
        }
        sendStates(plan);
        for (const HiddenStates& wanted : plan.verify->hiddenStates)
            size.asked.push_back(wanted.entering);
        assert(size.asked.empty() || (draftsWithStates() && int(size.asked.size()) == m_states.kept));
        m_verifySlots.clear();
        const int count = takeRows(*plan.verify, m_inputLayout.verify(), m_verifySlots);
        size.verify = PassSize::of(count, count, m_rows.input().groupCount, m_rows.longestPath(), m_target.shape());
        writeList(m_draftSlots, m_inputLayout.draftList());
        writeList(m_verifySlots, m_inputLayout.verifyList());
        const std::size_t beforeList = m_inputLayout.draftList() + m_draftSlots.all().size() * sizeof(int);
        m_input.send(m_stream, 0, beforeList);
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
        states.given = level == 0 ? m_states.input.onDevice<float>(0) : m_states.next.data();
        states.areFeatures = level == 0 && m_draft->config().featureSize > 0;
        if (!isLast)
            states.asked = {m_draft->config().layerCount};
        states.left = m_states.left.data();
        return states;
    }

    int takeRows(const Rows& rows, std::size_t offset, SlotList& slots)
    {
        m_rows.take(rows, 0, rows.rows.size(), slots);
        std::memcpy(m_input.host.data() + offset, &m_rows.input(), sizeof(PassInput));
        return int(rows.rows.size());
    }

    void writeList(const SlotList& slots, std::size_t offset)
    {
        assert(offset + slots.all().size() * sizeof(int) <= m_input.host.bytes());
        std::copy(slots.all().begin(), slots.all().end(), m_input.onHost<int>(offset));
    }

    void launchKernels(const RoundSize& size, const RoundPlan& plan)
    {
        const int levels = int(size.levels.size()), nodes = size.nodes;
        const auto* const asked = m_input.onDevice<RoundQuestion>(0);
        auto* const answer = m_answer.onDevice<RoundAnswer>(0);
        auto* const verify = m_input.onDevice<PassInput>(m_inputLayout.verify());
        const auto partsFor = [this](int vocabulary) { return partsOf(vocabulary) > 1 ? m_parts.data() : nullptr; };
        const int targetSize = m_target.shape().vocabulary, draftSize = draftVocabulary();
        const DeviceDistributions p = {m_p.data(), m_scales.data(), targetSize, plan.targetTokenizerSize,
                                       partsFor(targetSize)};
        const DeviceDistributions q = {m_q.data(), m_scales.data() + m_room.nodes + 1, draftSize,
                                       plan.draftTokenizerSize, partsFor(draftSize)};
        float* const draftLogits = draftsAPart() ? m_spread.logits.data() : m_draft ? m_draft->logits() : nullptr;
        m_marks[0].recordTime(m_stream);
        int place = 0; // the first of the level
        for (int level = 0; level < levels; ++level) {
            const LevelSize& own = size.levels[std::size_t(level)];
            auto* const input = m_input.onDevice<PassInput>(m_inputLayout.pass(level));
            const auto width = std::size_t(m_draft->shape().vocabulary);
            float* const passed = m_draft->logits() + std::size_t(place) * width;
            if (draftsWithStates() && level > 0)
                launchPassStates(m_stream, m_states.next.data(), m_states.left.data(), asked, place, own.parents,
                                 m_states.headHidden);
            m_draft->launch(m_stream, input, m_input.onDevice<int>(m_inputLayout.draftList()), own.pass, passed,
                            statesOf(level, level + 1 == levels));
            float* const logits = draftLogits + std::size_t(place) * std::size_t(draftSize);
            if (draftsAPart())
                for (int parent = 0; parent < own.parents; ++parent)
                    launchSpread(m_stream, passed + std::size_t(parent) * width, m_spread.logitOfToken.data(),
                                 draftSize, logits + std::size_t(parent) * std::size_t(draftSize));
            auto* const next =
                level + 1 < levels ? m_input.onDevice<PassInput>(m_inputLayout.pass(level + 1)) : nullptr;
            launchDraw(m_stream, q, place, own.parents, logits, asked, answer, next ? next->rows : nullptr,
                       verify->rows);
            m_marks[std::size_t(level + 1)].recordTime(m_stream);
            place += own.parents;
        }
        m_target.launch(m_stream, verify, m_input.onDevice<int>(m_inputLayout.verifyList()), size.verify,
                        m_target.logits(), PassStates{nullptr, false, size.asked, m_states.target.data()});
        m_marks[std::size_t(levels + 1)].recordTime(m_stream);
        launchJudge(m_stream, p, q, nodes, size.isChain, m_target.logits(), asked, answer);
        if (!size.asked.empty()) {
            launchKeepStates(m_stream, m_states.path.onDevice<float>(0), m_states.target.data(), asked, answer,
                             levels + 1, m_states.kept, m_states.hidden);
            m_states.path.fetch(m_stream, pathFloats(levels) * sizeof(float));
        }
        const AnswerLayout layout = {nodes, size.topTokens};
        if (size.topTokens > 0) {
            const ListedContexts listing = {m_answer.onDevice<ListedContext>(AnswerLayout::contexts()),
                                            m_answer.onDevice<ListedToken>(layout.tokens()), size.topTokens};
            launchListing(m_stream, listing, p, q, nodes, m_target.logits(), draftLogits, asked, answer);
        }
        m_answer.fetch(m_stream, layout.bytes());
        m_marks[std::size_t(levels + 2)].recordTime(m_stream);
    }

    /// In the order of a round's moments: drafts, from as many places as were drawn from, then the target's contexts.
    [[nodiscard]] static std::optional<UnusableContext> firstUnusable(int places, const RoundQuestion& question,
                                                                      const RoundAnswer& answer)
    {
        for (int place = 0; place < places; ++place)
            if (answer.unusableDraft[place] != 0)
                return UnusableContext{true, question.expanded[place]};
        for (int c = 0; c <= answer.nodeCount; ++c)
            if (answer.unusableTarget[c] != 0)
                return UnusableContext{false, c};
        return std::nullopt;
    }

    void read(const RoundSize& size, RoundOutcome& outcome) const
    {
        const RoundAnswer& own = *m_answer.onHost<RoundAnswer>(0);
        const int nodes = own.nodeCount, levels = int(size.levels.size());
        int places = 0;
        for (const LevelSize& level : size.levels)
            places += level.parents;
        if (size.isChain)
            places = nodes;
        const auto lacking = std::span(own.lacksNodes).first(std::size_t(places));
        outcome.lacksNodes = !size.isChain && std::ranges::count(lacking, 0) < places;
        if (outcome.lacksNodes)
            return;
        outcome.unusable = firstUnusable(places, *m_input.onHost<RoundQuestion>(0), own);
        if (outcome.unusable)
            return;
        outcome.nodes.clear();
        for (const RoundNode& node : std::span(own.nodes).first(std::size_t(nodes)))
            outcome.nodes.push_back(
                {node.token, node.q, node.drawU, node.p, node.acceptance, node.u, node.accepted != 0});
        outcome.judged.assign(own.judged, own.judged + own.judgedCount);
        outcome.drawn = own.drawnToken;
        outcome.drawnContext = own.drawnContext;
        outcome.drawnU = own.drawnU;
        outcome.contexts.resize(size.topTokens == 0 ? 0 : std::size_t(nodes + 1));
        const AnswerLayout layout = {size.nodes, size.topTokens};
        for (int c = 0; c < int(outcome.contexts.size()); ++c) {
            const auto& listed = m_answer.onHost<ListedContext>(AnswerLayout::contexts())[c];
            const auto tokens = std::span(m_answer.onHost<ListedToken>(layout.tokens(c)), std::size_t(listed.count));
            ContextValues& context = outcome.contexts[std::size_t(c)];
            context.residualMass = listed.residualMass;
            context.tokens.clear();
            for (const ListedToken& one : tokens)
                context.tokens.push_back({one.token, one.p, one.q, one.residual, one.pBefore, one.qBefore});
        }
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

    [[nodiscard]] std::size_t pathFloats(int levels) const
    {
        return std::size_t(m_states.kept) * std::size_t(levels + 1) * std::size_t(m_states.hidden);
    }

    /// Gives the states of the root and the accepted nodes to who asked for them.
    void readStates(const RoundSize& size, const RoundPlan& plan) const
    {
        const auto& own = *m_answer.onHost<RoundAnswer>(0);
        std::vector<int> path; // contexts from the end up
        for (int context = own.drawnContext; context >= 0 && !size.asked.empty();
             context = context == 0 ? -1 : plan.parents[std::size_t(context) - 1] + 1)
            path.push_back(context);
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
    CudaPass* m_draft;
    AnswerLayout m_room = {-1, 0};         ///< what the memory below is enough for
    std::optional<AnswerLayout> m_refused; ///< the least that there was no memory for
    InputLayout m_inputLayout;
    MirroredMemory m_input, m_answer;
    DeviceBuffer<float> m_p, m_q;  ///< weights of p [contexts, vocabulary] and of q
    DeviceBuffer<double> m_scales; ///< of p, then of q
    SpreadMemory m_spread;
    RoundStates m_states;              ///< there if draftsWithStates()
    DeviceBuffer<ContextPart> m_parts; ///< of the distributions that are made just now
    PassRows m_rows;
    SlotList m_draftSlots, m_verifySlots;
    std::vector<Event> m_marks; ///< begin, after each level, after the verify pass, end
    GraphCache<RoundSize> m_graphs;
    Stream m_stream; ///< behind what it works on, so that it ends first
};

} // namespace

std::unique_ptr<RoundRunner> makeCudaRoundRunner(const Device& device, CudaPass& target, CudaPass* draft)
{
    return std::make_unique<CudaRoundRunner>(device, target, draft);
}

} // namespace draftscope::cuda
