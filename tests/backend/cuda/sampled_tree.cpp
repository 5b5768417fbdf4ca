// SPDX-License-Identifier: MIT
#include "tests/backend/cuda/sampled_tree.h"

#include <algorithm>
#include <optional>

#include "engine/backend/cuda/graph.h"
#include "engine/backend/cuda/listed_context.h"
#include "engine/backend/cuda/round_question.h"
#include "engine/backend/cuda/sampling_kernels.h"
#include "engine/core/random.h"
#include "engine/session/distribution_recorder.h"
#include "engine/speculation/draw_children.h"
#include "engine/speculation/verifiers.h"
#include "tests/backend/cuda/sampled_differences.h"
#include "tests/simt/device_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

constexpr std::uint32_t sequence = 2, roundNumber = 17;

SamplerSettings draftSamplerOf(const SampledTree& sampled)
{
    return sampled.draws == DrawRule::deterministic ? SamplerSettings{} : sampled.sampler;
}

/// The tree as planned: parents of nodes, and by level the contexts that have children.
struct PlannedTree {
    std::vector<int> parents;
    std::vector<std::vector<int>> levels;

    explicit PlannedTree(const SampledTree& sampled)
    {
        std::vector<int> newest = {-1};
        for (const int width : sampled.widths) {
            levels.emplace_back();
            std::vector<int> next;
            for (const int parent : newest) {
                levels.back().push_back(parent + 1);
                for (int child = 0; child < width; ++child) {
                    next.push_back(int(parents.size()));
                    parents.push_back(parent);
                }
            }
            newest = next;
        }
    }
};

/// PlannedContext::number, as if every second node had been pruned.
int numberOf(int context)
{
    return 2 * context;
}

RoundRequest questionOf(const SampledTree& sampled)
{
    RoundRequest question{};
    question.seed = 0xfeedbeefull + sampled.seed;
    question.sequence = sequence;
    question.round = roundNumber;
    question.sampler = deviceSampler(sampled.sampler);
    question.draftSampler = deviceSampler(draftSamplerOf(sampled));
    question.draws = sampled.draws;
    question.greedyVerifier = sampled.greedyVerifier;
    for (int context = 0; context < int(std::size(question.contexts)); ++context)
        question.contexts[context] = {0, 0, -1, -1, -1, numberOf(context)};
    const PlannedTree planned(sampled);
    int place = 0, node = 0;
    for (std::size_t level = 0; level < planned.levels.size(); ++level)
        for (std::size_t row = 0; row < planned.levels[level].size(); ++row) {
            const int context = planned.levels[level][row];
            question.contexts[context] = {node, sampled.widths[level], place, level == 0 ? -1 : int(row),
                                          -1,   numberOf(context)};
            question.expanded[place++] = context;
            node += sampled.widths[level];
        }
    return question;
}

double uniformOf(const SampledTree& sampled, int number, Purpose purpose)
{
    return uniform(questionOf(sampled).seed, sequence, roundNumber, std::uint32_t(number), purpose);
}

/// What the kernels came to.
struct DecidedOnDevice {
    RoundResult answer{};
    std::vector<int> verifyTokens;                 ///< by context
    std::vector<std::vector<int>> nextDraftTokens; ///< by level: of the rows of the pass behind it
    std::vector<ListedContext> contexts;
    std::vector<ListedToken> tokens;         ///< [contexts, capacity]
    std::vector<double> masses, remainderOf; ///< by node
    int capacity = 0;
};

int mostChildren(const SampledTree& sampled)
{
    return std::ranges::max(sampled.widths);
}

DecidedOnDevice decideOnDevice(const SampledTree& sampled)
{
    const PlannedTree planned(sampled);
    const int nodes = sampled.nodeCount(), places = sampled.placeCount();
    const auto contexts = std::size_t(nodes + 1);
    Stream stream;
    const auto pWeights = deviceMemory<float>(sampled.targetLogits.size());
    const auto qWeights = deviceMemory<float>(sampled.draftLogits.size());
    const auto pScales = deviceMemory<double>(contexts), qScales = deviceMemory<double>(std::size_t(places));
    const int mostParts = std::max(partsOf(sampled.vocabulary), partsOf(sampled.draftVocabulary));
    const auto parts = deviceMemory<ContextPart>(contexts * std::size_t(mostParts));
    const auto answer = deviceMemory<RoundResult>(1);
    const auto nextDraft = deviceMemory<PassRow>(contexts), verify = deviceMemory<PassRow>(contexts);
    const auto targetLogits = onDevice(stream, sampled.targetLogits),
               draftLogits = onDevice(stream, sampled.draftLogits);
    const auto question = onDevice(stream, std::vector<RoundRequest>{questionOf(sampled)});
    const auto distributions = [&](float* weights, double* scales, int vocabulary) {
        return DeviceDistributions{weights, scales, vocabulary, sampled.tokenizerSize,
                                   partsOf(vocabulary) > 1 ? parts.data() : nullptr};
    };
    const auto p = distributions(pWeights.data(), pScales.data(), sampled.vocabulary);
    const auto q = distributions(qWeights.data(), qScales.data(), sampled.draftVocabulary);

    const int remainders = sampled.greedyVerifier ? 0 : mostChildren(sampled);
    const int capacity = listedCapacity(sampled.topTokens, remainders, mostChildren(sampled));
    const auto listed = deviceMemory<ListedContext>(contexts);
    const auto tokens = deviceMemory<ListedToken>(contexts * std::size_t(capacity));
    const auto masses = deviceMemory<double>(std::size_t(nodes)),
               remainderOf = deviceMemory<double>(std::size_t(nodes * capacity));

    DecidedOnDevice decided;
    decided.capacity = capacity;
    int place = 0;
    for (std::size_t level = 0; level < planned.levels.size(); ++level) {
        const int parents = int(planned.levels[level].size());
        const bool isLast = level + 1 == planned.levels.size();
        launchDraw(stream, q, place, parents,
                   {draftLogits.data() + place * sampled.draftVocabulary, sampled.draftVocabulary}, question.data(),
                   answer.data(), isLast ? nullptr : nextDraft.data(), verify.data());
        place += parents;
        std::vector<int>& next = decided.nextDraftTokens.emplace_back();
        if (!isLast)
            for (std::size_t i = 0; i < planned.levels[level + 1].size(); ++i)
                next.push_back(fromDevice(stream, nextDraft)[i].token);
    }
    const auto judge = [&] {
        launchJudge(stream, p, q, nodes, false, targetLogits.data(), question.data(), answer.data());
        launchListing(
            stream,
            {listed.data(), tokens.data(), sampled.topTokens, capacity, remainders, masses.data(), remainderOf.data()},
            p, q, nodes, targetLogits.data(), {draftLogits.data()}, {}, question.data(), answer.data());
    };
    judge(); // older drivers cannot bring them to the device during a capture
    stream.synchronize();
    Graph::capture(stream, judge)->launch(stream); // again, in memory that was used
    decided.answer = fromDevice(stream, answer)[0];
    for (const PassRow& one : fromDevice(stream, verify))
        decided.verifyTokens.push_back(one.token);
    decided.contexts = fromDevice(stream, listed);
    decided.tokens = fromDevice(stream, tokens);
    decided.masses = fromDevice(stream, masses);
    decided.remainderOf = fromDevice(stream, remainderOf);
    return decided;
}

/// Draws by the host and compares. Nothing where it has fewer nodes than were planned, as the device must have said.
std::optional<DraftTree> compareDraws(const SampledTree& sampled, const DecidedOnDevice& decided,
                                      Differences& differences)
{
    const PlannedTree planned(sampled);
    DraftTree tree;
    tree.rule = sampled.draws;
    const LevelDraws draws = {sampled.sampler, [&](int n) { return uniformOf(sampled, n, Purpose::draft); },
                              [](int) { return std::optional<TokenId>(); }};
    int place = 0;
    for (std::size_t level = 0; level < planned.levels.size(); ++level)
        for (const int context : planned.levels[level]) {
            tree.q.resize(std::max(tree.q.size(), std::size_t(context + 1)));
            Distribution& q = tree.q[std::size_t(context)];
            distributionOf(row(sampled.draftLogits, place, sampled.draftVocabulary), draftSamplerOf(sampled),
                           sampled.tokenizerSize, q);
            q.resize(std::size_t(sampled.vocabulary), 0.0);
            const int width = sampled.widths[level];
            const bool lacks = drawChildren(tree, {context - 1, width}, draws) < width;
            differences.compare("lack of nodes at place", place, decided.answer.lacksNodes[place] != 0, lacks);
            differences.compare("unusable logits of draft", place, decided.answer.unusableDraft[place], 0);
            if (lacks)
                return std::nullopt;
            ++place;
        }
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const RoundNode& got = decided.answer.nodes[n];
        differences.compare("drafted token", int(n), got.token, tree.nodes[n].token);
        differences.compare("q of drafted token", int(n), got.q, tree.nodes[n].q);
        differences.compare("drawU", int(n), got.drawU, tree.nodes[n].drawU);
        differences.compare("token to verify", int(n), decided.verifyTokens[n + 1], tree.nodes[n].token);
    }
    for (std::size_t level = 1; level < planned.levels.size(); ++level)
        for (std::size_t i = 0; i < planned.levels[level].size(); ++i)
            differences.compare("token of the draft's row", int(i), decided.nextDraftTokens[level - 1][i],
                                tree.nodes[std::size_t(planned.levels[level][i] - 1)].token);
    return tree;
}

const Verifier& verifierOf(const SampledTree& sampled)
{
    return sampled.greedyVerifier                       ? greedyVerifier()
        : sampled.draws == DrawRule::deterministic      ? deterministicChildrenVerifier()
        : sampled.draws == DrawRule::withoutReplacement ? withoutReplacementVerifier()
                                                        : speculativeSamplingVerifier();
}

/// The record of a context as the device listed it.
DistributionRecord recordOf(const SampledTree& sampled, const DecidedOnDevice& decided,
                            const std::vector<int>& children, int context)
{
    const ListedContext& listed = decided.contexts[std::size_t(context)];
    std::vector<ListedRemainder> remainders;
    for (int i = 0; i < listed.remainders; ++i) {
        const auto node = std::size_t(children.at(std::size_t(i)));
        remainders.push_back(
            {int(node), decided.masses[node], decided.remainderOf.data() + node * std::size_t(decided.capacity)});
    }
    ContextValues values;
    values.hasP = true;
    values.hasQ = !children.empty();
    takeListed(listed,
               std::span(decided.tokens).subspan(std::size_t(context * decided.capacity), std::size_t(listed.count)),
               remainders, values);
    DistributionRecord record;
    DistributionRecorder::compose(values, sampled.vocabulary, record);
    return record;
}

/// Contexts as a session would have written them down once the round's token is drawn.
void compareListed(const SampledTree& sampled, const DraftTree& tree, const std::vector<Distribution>& p,
                   const Draw& draw, const Distribution* remaining, const DecidedOnDevice& decided,
                   SampledTreeOutcome& outcome, Differences& differences)
{
    const Verifier& verifier = verifierOf(sampled);
    DistributionRecorder recorder;
    int place = 0; // contexts with children come by rising place
    for (int context = 0; context < int(p.size()); ++context) {
        const std::vector<int> children = tree.childrenOf(context - 1);
        std::vector<TokenId> also;
        for (const int child : children)
            also.push_back(tree.nodes[std::size_t(child)].token);
        if (draw.context == context)
            also.push_back(draw.token);
        ContextSource source;
        source.p = p[std::size_t(context)];
        source.targetLogits = row(sampled.targetLogits, context, sampled.vocabulary);
        std::vector<float> draftLogits;
        if (!children.empty()) {
            source.q = tree.q[std::size_t(context)];
            const auto logits = row(sampled.draftLogits, place++, sampled.draftVocabulary);
            draftLogits.assign(logits.begin(), logits.end());
            draftLogits.resize(std::size_t(sampled.vocabulary), 0.0f);
            source.draftLogits = draftLogits;
            source.leavesPWithoutQ = verifier.traits().leavesPWithoutQ || tree.nodes[std::size_t(children[0])].q == 1;
            if (!source.leavesPWithoutQ && draw.context == context && draw.source == TokenSource::residual)
                source.residual = *remaining;
        }
        if (children.size() > 1 || (children.size() == 1 && !source.leavesPWithoutQ))
            source.arithmetic = [&](const RemainderSink& see) {
                return verifier.arithmetic(
                    tree, context, [&](int other) -> const Distribution& { return p[std::size_t(other)]; }, see);
            };
        DistributionRecord expected;
        recorder.record(source, sampled.sampler, sampled.tokenizerSize, sampled.topTokens, also, expected);
        const ListedContext& listed = decided.contexts[std::size_t(context)];
        differences.compare("number of remainders of context", context, listed.remainders,
                            int(expected.remainders.size()));
        if (listed.count > decided.capacity || listed.remainders != int(expected.remainders.size()))
            return differences.compare("number of listed tokens", context, listed.count, decided.capacity);
        differences.compare("context as it is written down", context,
                            recordOf(sampled, decided, children, context) == expected, true);
        outcome.remainders += listed.remainders;
    }
}

void compareVerdicts(const SampledTree& sampled, const DraftTree& tree, const DecidedOnDevice& decided,
                     SampledTreeOutcome& outcome, Differences& differences)
{
    const RoundResult& answer = decided.answer;
    std::vector<Distribution> p(tree.nodes.size() + 1);
    for (std::size_t context = 0; context < p.size(); ++context) {
        distributionOf(row(sampled.targetLogits, int(context), sampled.vocabulary), sampled.sampler,
                       sampled.tokenizerSize, p[context]);
        differences.compare("unusable logits of context", int(context), answer.unusableTarget[context], 0);
    }
    const Verifier& verifier = verifierOf(sampled);
    const auto judging = verifier.begin(
        tree, [&](int context) -> const Distribution& { return p[std::size_t(context)]; },
        [&](int place, Purpose purpose) { // a node's verdict, or a draw at a context
            return uniformOf(sampled, purpose == Purpose::verdict ? numberOf(place + 1) - 1 : numberOf(place), purpose);
        },
        {});
    std::vector<char> isJudged(tree.nodes.size(), 0);
    int judged = 0, rejectedHere = 0;
    while (const auto judgement = judging->next()) {
        const DraftTree::Node& node = tree.nodes[std::size_t(judgement->node)];
        const RoundNode& got = answer.nodes[judgement->node];
        const bool accepted = judgement->verdict == Verdict::accepted;
        differences.compare("judged node number", judged, answer.judged[judged], judgement->node);
        differences.compare("p of node", judgement->node, got.p,
                            p[std::size_t(node.parent + 1)][std::size_t(node.token)]);
        differences.compare("acceptance of node", judgement->node, got.acceptance, judgement->acceptance);
        differences.compare("u of node", judgement->node, got.u, judgement->u);
        differences.compare("verdict of node", judgement->node, got.accepted, accepted ? 1 : 0);
        isJudged[std::size_t(judgement->node)] = 1;
        ++judged;
        ++(accepted ? outcome.accepted : outcome.rejected);
        rejectedHere = accepted ? 0 : rejectedHere + 1;
        outcome.mostRejected = std::max(outcome.mostRejected, rejectedHere);
    }
    differences.compare("number of nodes", 0, answer.nodeCount, int(tree.nodes.size()));
    differences.compare("number judged", 0, answer.judgedCount, judged);
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
        if (isJudged[n] == 0)
            differences.compare("numbers of a node that is not judged", int(n),
                                answer.nodes[n].p + answer.nodes[n].acceptance + answer.nodes[n].u, 0.0);
    const Draw draw = judging->draw();
    differences.compare("drawn token", 0, answer.drawnToken, draw.token);
    differences.compare("context of the drawn token", 0, answer.drawnContext, draw.context);
    differences.compare("u of the drawn token", 0, answer.drawnU, draw.u);
    compareListed(sampled, tree, p, draw, judging->remaining(draw.context), decided, outcome, differences);
}

} // namespace

int SampledTree::nodeCount() const
{
    return int(PlannedTree(*this).parents.size());
}

int SampledTree::placeCount() const
{
    int places = 0;
    for (const std::vector<int>& level : PlannedTree(*this).levels)
        places += int(level.size());
    return places;
}

SampledTreeOutcome decideTwice(const SampledTree& sampled)
{
    SampledTreeOutcome outcome;
    Differences differences;
    const DecidedOnDevice decided = decideOnDevice(sampled);
    if (const auto tree = compareDraws(sampled, decided, differences))
        compareVerdicts(sampled, *tree, decided, outcome, differences);
    else
        outcome.lacksNodes = true;
    outcome.wrong = differences.text();
    return outcome;
}

} // namespace draftscope::test
