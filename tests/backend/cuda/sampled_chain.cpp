// SPDX-License-Identifier: MIT
#include "tests/backend/cuda/sampled_chain.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/backend/cuda/graph.h"
#include "engine/backend/cuda/listed_context.h"
#include "engine/backend/cuda/round_question.h"
#include "engine/backend/cuda/sampling_kernels.h"
#include "engine/core/random.h"
#include "engine/session/distribution_recorder.h"
#include "engine/speculation/verifier.h"
#include "tests/backend/cuda/sampled_differences.h"
#include "tests/simt/device_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

constexpr std::uint32_t sequence = 3, roundNumber = 41;

RoundRequest questionOf(const SampledChain& chain)
{
    RoundRequest question{};
    question.seed = 0x123456789abcdefull + chain.seed;
    question.sequence = sequence;
    question.round = roundNumber;
    question.sampler = deviceSampler(chain.sampler);
    question.draftSampler = question.sampler;
    question.isChain = 1;
    question.greedyVerifier = chain.greedyVerifier;
    for (int context = 0; context < chain.nodes; ++context) {
        question.contexts[context] = {context, 1, context, context > 0 ? 0 : -1, context - 1, context};
        question.expanded[context] = context;
    }
    question.contexts[chain.nodes] = {0, 0, -1, chain.nodes > 0 ? 0 : -1, chain.nodes - 1, chain.nodes};
    return question;
}

double uniformOf(const SampledChain& chain, int node, Purpose purpose)
{
    return uniform(questionOf(chain).seed, sequence, roundNumber, std::uint32_t(node), purpose);
}

/// The kernels' memory: garbage at first.
class OnDevice {
public:
    explicit OnDevice(const SampledChain& chain)
        : m_chain(chain), m_pWeights(deviceMemory<float>(chain.targetLogits.size())),
          m_qWeights(deviceMemory<float>(std::max<std::size_t>(chain.draftLogits.size(), 1))),
          m_pScales(deviceMemory<double>(std::size_t(chain.nodes + 1))),
          m_qScales(deviceMemory<double>(std::size_t(chain.nodes + 1))),
          m_parts(deviceMemory<ContextPart>(
              std::size_t(chain.nodes + 1)
              * std::size_t(std::max(partsOf(chain.vocabulary), partsOf(chain.draftVocabulary))))),
          m_answer(deviceMemory<RoundResult>(1)), m_nextDraft(deviceMemory<PassRow>(1)),
          m_verify(deviceMemory<PassRow>(std::size_t(chain.nodes + 1))),
          m_contexts(deviceMemory<ListedContext>(std::size_t(chain.nodes + 1))),
          m_tokens(deviceMemory<ListedToken>(std::size_t(chain.nodes + 1)
                                             * std::size_t(listedCapacity(chain.topTokens, 0, 1)))),
          m_targetLogits(onDevice(m_stream, chain.targetLogits)), m_draftLogits(onDevice(m_stream, chain.draftLogits)),
          m_question(onDevice(m_stream, std::vector<RoundRequest>{questionOf(chain)}))
    {
    }

    /// Draws all nodes, each time checking where the token went.
    RoundResult draw()
    {
        for (int node = 0; node < m_chain.nodes; ++node)
            launchDraw(m_stream, q(), node, 1,
                       {m_draftLogits.data() + node * m_chain.draftVocabulary, m_chain.draftVocabulary},
                       m_question.data(), m_answer.data(), node % 2 == 0 ? m_nextDraft.data() : nullptr,
                       m_verify.data());
        return answer();
    }
    /// Tokens of the last draws: rows of passes that were given to them.
    [[nodiscard]] int nextDraftToken() { return fromDevice(m_stream, m_nextDraft)[0].token; }
    [[nodiscard]] int verifyToken(int node) { return fromDevice(m_stream, m_verify)[std::size_t(node + 1)].token; }

    void force(const RoundResult& answer) { m_answer.upload(m_stream, std::span(&answer, 1)); }

    /// As part of a graph, as rounds will be.
    RoundResult judgeAndList()
    {
        const auto kernels = [&] {
            launchJudge(m_stream, p(), q(), m_chain.nodes, true, m_targetLogits.data(), m_question.data(),
                        m_answer.data());
            launchListing(
                m_stream,
                {m_contexts.data(), m_tokens.data(), m_chain.topTokens, listedCapacity(m_chain.topTokens, 0, 1)}, p(),
                q(), m_chain.nodes, m_targetLogits.data(), {m_draftLogits.data()}, {}, m_question.data(),
                m_answer.data());
        };
        kernels(); // older drivers cannot bring them to the device during a capture
        m_stream.synchronize();
        Graph::capture(m_stream, kernels)->launch(m_stream); // again, in memory that was used
        return answer();
    }

    [[nodiscard]] ReadDistributions readP()
    {
        return {fromDevice(m_stream, m_pWeights), fromDevice(m_stream, m_pScales), m_chain.vocabulary};
    }
    [[nodiscard]] ReadDistributions readQ()
    {
        return {fromDevice(m_stream, m_qWeights), fromDevice(m_stream, m_qScales), m_chain.draftVocabulary};
    }
    [[nodiscard]] std::vector<ListedContext> contexts() { return fromDevice(m_stream, m_contexts); }
    [[nodiscard]] std::vector<ListedToken> tokens() { return fromDevice(m_stream, m_tokens); }

private:
    [[nodiscard]] RoundResult answer() { return fromDevice(m_stream, m_answer)[0]; }
    [[nodiscard]] DeviceDistributions p() const
    {
        return {m_pWeights.data(), m_pScales.data(), m_chain.vocabulary, m_chain.tokenizerSize,
                partsFor(m_chain.vocabulary)};
    }
    [[nodiscard]] DeviceDistributions q() const
    {
        return {m_qWeights.data(), m_qScales.data(), m_chain.draftVocabulary, m_chain.tokenizerSize,
                partsFor(m_chain.draftVocabulary)};
    }
    [[nodiscard]] ContextPart* partsFor(int vocabulary) const
    {
        return partsOf(vocabulary) > 1 ? m_parts.data() : nullptr;
    }

    const SampledChain& m_chain;
    Stream m_stream;
    DeviceBuffer<float> m_pWeights, m_qWeights;
    DeviceBuffer<double> m_pScales, m_qScales;
    DeviceBuffer<ContextPart> m_parts;
    DeviceBuffer<RoundResult> m_answer;
    DeviceBuffer<PassRow> m_nextDraft, m_verify;
    DeviceBuffer<ListedContext> m_contexts;
    DeviceBuffer<ListedToken> m_tokens;
    DeviceBuffer<float> m_targetLogits, m_draftLogits;
    DeviceBuffer<RoundRequest> m_question;
};

/// A trace's record made of what the device listed.
DistributionRecord recordOf(const ListedContext& context, std::span<const ListedToken> listed, int vocabulary,
                            bool hasQ)
{
    ContextValues values;
    values.hasP = true;
    values.hasQ = hasQ;
    takeListed(context, listed, {}, values);
    DistributionRecord out;
    out.hasP = true;
    out.hasQ = hasQ;
    if (context.count > 0)
        DistributionRecorder::compose(values, vocabulary, out);
    return out;
}

/// The host's round, moment by moment, compared with the device's.
class HostRound {
public:
    explicit HostRound(const SampledChain& chain) : m_chain(chain) {}

    /// Draws by the host, compares; then forces tokens, in the answer too.
    void compareDraws(RoundResult& answer, const ReadDistributions& q)
    {
        for (int node = 0; node < m_chain.nodes; ++node) {
            const auto n = std::size_t(node);
            m_tree.q.emplace_back();
            distributionOf(row(m_chain.draftLogits, node, m_chain.draftVocabulary), m_chain.sampler,
                           m_chain.tokenizerSize, m_tree.q[n]);
            m_tree.q[n].resize(std::size_t(m_chain.vocabulary), 0.0);
            m_differences.compare("q of context " + std::to_string(node) + ", token", q, node, m_tree.q[n]);
            const double u = uniformOf(m_chain, node, Purpose::draft);
            TokenId token = drawFrom(m_tree.q[n], u);
            RoundNode& got = answer.nodes[n];
            m_differences.compare("drafted token", node, got.token, token);
            m_differences.compare("q of drafted token", node, got.q, m_tree.q[n][std::size_t(token)]);
            m_differences.compare("drawU", node, got.drawU, u);
            m_differences.compare("unusable logits of draft", node, answer.unusableDraft[n], 0);
            if (n < m_chain.forced.size() && m_chain.forced[n] >= 0)
                got.token = token = m_chain.forced[n];
            m_tree.nodes.push_back({token, node - 1, node + 1, u});
        }
    }

    void compareVerdicts(const RoundResult& answer, const ReadDistributions& p, SampledOutcome& outcome)
    {
        m_p.resize(std::size_t(m_chain.nodes + 1));
        for (int context = 0; context <= m_chain.nodes; ++context) {
            Distribution& expected = m_p[std::size_t(context)];
            distributionOf(row(m_chain.targetLogits, context, m_chain.vocabulary), m_chain.sampler,
                           m_chain.tokenizerSize, expected);
            m_differences.compare("p of context " + std::to_string(context) + ", token", p, context, expected);
            m_differences.compare("unusable logits of context", context, answer.unusableTarget[context], 0);
        }
        m_differences.compare("number of nodes", 0, answer.nodeCount, m_chain.nodes);
        const Verifier* verifier = verifierNamed(m_chain.greedyVerifier ? "greedy" : "speculative-sampling").value();
        const auto judging = verifier->begin(
            m_tree, [this](int context) -> const Distribution& { return m_p[std::size_t(context)]; },
            [this](int node, Purpose purpose) { return uniformOf(m_chain, node, purpose); }, {});
        int judged = 0;
        while (const auto judgement = judging->next()) {
            compareNode(answer.nodes[judgement->node], *judgement);
            outcome.wasRejected = judgement->verdict == Verdict::rejected;
            outcome.accepted += outcome.wasRejected ? 0 : 1;
            ++judged;
        }
        m_differences.compare("number judged", 0, answer.judgedCount, judged);
        for (int node = judged; node < m_chain.nodes; ++node)
            compareNode(answer.nodes[node], {node, 0, 0, Verdict::notJudged});
        const Draw draw = judging->draw();
        m_drawn = {draw.token, draw.context};
        m_differences.compare("drawn token", 0, answer.drawnToken, draw.token);
        m_differences.compare("context of the drawn token", 0, answer.drawnContext, draw.context);
        m_differences.compare("u of the drawn token", 0, answer.drawnU, draw.u);
    }

    void compareListing(const std::vector<ListedContext>& contexts, const std::vector<ListedToken>& tokens,
                        SampledOutcome& outcome)
    {
        const int capacity = listedCapacity(m_chain.topTokens, 0, 1);
        DistributionRecorder recorder;
        for (int context = 0; context <= m_chain.nodes; ++context) {
            const bool hasQ = context < m_chain.nodes;
            std::vector<TokenId> also;
            std::vector<float> draftLogits;
            if (hasQ) {
                also.push_back(m_tree.nodes[std::size_t(context)].token);
                const auto logits = row(m_chain.draftLogits, context, m_chain.draftVocabulary);
                draftLogits.assign(logits.begin(), logits.end());
                draftLogits.resize(std::size_t(m_chain.vocabulary), 0.0f);
            }
            if (m_drawn.context == context)
                also.push_back(m_drawn.token);
            const ContextSource source = {m_p[std::size_t(context)],
                                          hasQ ? std::span<const double>(m_tree.q[std::size_t(context)])
                                               : std::span<const double>(),
                                          row(m_chain.targetLogits, context, m_chain.vocabulary), draftLogits};
            DistributionRecord expected;
            recorder.record(source, m_chain.sampler, m_chain.tokenizerSize, m_chain.topTokens, also, expected);
            const ListedContext& listed = contexts[std::size_t(context)];
            if (listed.count < 0 || listed.count > capacity) {
                m_differences.compare("number of listed tokens", context, listed.count, capacity);
                return;
            }
            const auto first = std::size_t(context) * std::size_t(capacity);
            compareRecord(
                context,
                recordOf(listed, std::span(tokens).subspan(first, std::size_t(listed.count)), m_chain.vocabulary, hasQ),
                expected);
            if (context == 0)
                outcome.residualMass = expected.residualMass;
        }
    }

    Differences& differences() { return m_differences; }

private:
    void compareNode(const RoundNode& got, const Judgement& expected)
    {
        const int node = expected.node;
        const auto token = std::size_t(m_tree.nodes[std::size_t(node)].token);
        m_differences.compare("p of node", node, got.p, m_p[std::size_t(node)][token]);
        m_differences.compare("acceptance of node", node, got.acceptance, expected.acceptance);
        m_differences.compare("u of node", node, got.u, expected.u);
        m_differences.compare("verdict of node", node, got.accepted, expected.verdict == Verdict::accepted ? 1 : 0);
    }

    void compareRecord(int context, const DistributionRecord& got, const DistributionRecord& expected)
    {
        const auto what = [context](std::string_view name) { return fmt::format("{} of context {},", name, context); };
        m_differences.compare(what("listed tokens"), 0, got.top.size(), expected.top.size());
        for (std::size_t i = 0; i < std::min(got.top.size(), expected.top.size()); ++i) {
            const DistributionEntry &a = got.top[i], &b = expected.top[i];
            const int place = int(i);
            m_differences.compare(what("listed token"), place, a.token, b.token);
            m_differences.compare(what("p"), place, a.p, b.p);
            m_differences.compare(what("q"), place, a.q, b.q);
            m_differences.compare(what("residual"), place, a.residual, b.residual);
            m_differences.compare(what("pBefore"), place, a.pBefore, b.pBefore);
            m_differences.compare(what("qBefore"), place, a.qBefore, b.qBefore);
        }
        m_differences.compare(what("residual mass"), 0, got.residualMass, expected.residualMass);
        m_differences.compare(what("tail's tokens"), 0, got.tailTokens, expected.tailTokens);
        m_differences.compare(what("tail of p"), 0, got.tailP, expected.tailP);
        m_differences.compare(what("tail of q"), 0, got.tailQ, expected.tailQ);
        m_differences.compare(what("tail of the residual"), 0, got.tailResidual, expected.tailResidual);
        m_differences.compare(what("the same record"), 0, got == expected, true);
    }

    const SampledChain& m_chain;
    DraftTree m_tree;
    std::vector<Distribution> m_p;
    struct {
        TokenId token;
        int context;
    } m_drawn = {};
    Differences m_differences;
};

} // namespace

SampledOutcome decideTwice(const SampledChain& chain)
{
    SampledOutcome outcome;
    OnDevice device(chain);
    HostRound host(chain);
    RoundResult answer = device.draw();
    if (const int last = chain.nodes - 1; last >= 0) {
        host.differences().compare("the draft's next token", 0, device.nextDraftToken(),
                                   answer.nodes[last / 2 * 2].token);
        host.differences().compare("the token to verify", 0, device.verifyToken(last), answer.nodes[last].token);
    }
    host.compareDraws(answer, device.readQ());
    device.force(answer);
    answer = device.judgeAndList();
    host.compareVerdicts(answer, device.readP(), outcome);
    host.compareListing(device.contexts(), device.tokens(), outcome);
    outcome.wrong = host.differences().text();
    return outcome;
}

DeviceOutcome decideOnce(const SampledChain& chain)
{
    OnDevice device(chain);
    device.draw();
    const RoundResult answer = device.judgeAndList();
    DeviceOutcome outcome;
    outcome.tokens = {answer.drawnToken};
    for (int node = 0; node < chain.nodes; ++node) {
        outcome.tokens.push_back(answer.nodes[node].token);
        outcome.unusableDrafts += answer.unusableDraft[node];
    }
    for (int context = 0; context <= chain.nodes; ++context)
        outcome.unusableTargets += answer.unusableTarget[context];
    const auto contexts = device.contexts();
    const auto listed = device.tokens();
    const int capacity = listedCapacity(chain.topTokens, 0, 1);
    for (int context = 0; context <= chain.nodes; ++context)
        for (int i = 0; i < contexts[std::size_t(context)].count; ++i)
            outcome.tokens.push_back(listed.at(std::size_t(context * capacity + i)).token);
    return outcome;
}

} // namespace draftscope::test
