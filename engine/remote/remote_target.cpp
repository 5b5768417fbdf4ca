// SPDX-License-Identifier: MIT
#include "engine/remote/remote_target.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/core/target_unavailable.h"

namespace draftscope {

RemoteTarget::RemoteTarget(std::unique_ptr<RemoteServer> server, const ServerSpec& spec, std::string name,
                           int vocabularySize, int tokenizerSize, const WantedOfP& wanted)
    : m_server(std::move(server)), m_spec(spec), m_name(std::move(name)), m_vocabularySize(vocabularySize),
      m_tokenizerSize(tokenizerSize), m_wanted(wanted)
{
}

std::string RemoteTarget::backendName() const
{
    const std::string& server = m_server->facts().shownKind;
    const int count = countFor(m_wanted.sampler);
    return count == 0 ? message("{} · all probabilities", server).text
                      : message("{} · {} probabilities a text", server, count).text;
}

ServerSpec RemoteTarget::asked() const
{
    ServerSpec asked = m_spec;
    asked.probabilities = countFor(m_wanted.sampler); // 0 is allOfThem
    return asked;
}

int RemoteTarget::countFor(const SamplerSettings& sampler) const
{
    if (m_spec.probabilities != ServerSpec::automatic)
        return m_spec.probabilities >= m_vocabularySize ? 0 : m_spec.probabilities;
    const int most = m_server->facts().mostLikeliest;
    const bool listsAll = most == 0 || most >= m_vocabularySize;
    const int usual = std::min(listsAll ? listedUsually : std::min(listedUsually, most), m_vocabularySize);
    const bool isEnough = sampler.isGreedy() || (sampler.topK > 0 && sampler.topK <= usual)
        || (sampler == SamplerSettings() && !m_wanted.ruleNeedsAll);
    return (isEnough || !listsAll) && usual < m_vocabularySize ? usual : 0;
}

KnownOfP RemoteTarget::tells(const SamplerSettings& sampler) const
{
    const int count = countFor(sampler);
    // A token without a string of its own may be among the k likeliest of any text.
    const bool tellsTopK = sampler.topK > 0 && sampler.topK <= count && m_server->facts().ownStrings == 0;
    if (count == 0 || sampler.isGreedy() || tellsTopK)
        return KnownOfP::all;
    return sampler == SamplerSettings() ? KnownOfP::draftTokens : KnownOfP::likeliest;
}

void RemoteTarget::align(std::span<const TokenId> text, const Progress& progress)
{
    m_progress = progress;
    m_text.assign(text.begin(), text.end());
}

void RemoteTarget::plan(TokenId /*root*/, int textLength, const DraftTree& tree, std::span<const SideRow> /*rows*/)
{
    assert(int(m_text.size()) == textLength);
    static_cast<void>(textLength);
    m_contexts.clear();
    m_contexts.emplace_back().text = m_text;
    for (const DraftTree::Node& node : tree.nodes) {
        Context& parent = m_contexts[std::size_t(node.parent) + 1];
        if (!node.pruned)
            parent.drafts.push_back(node.token);
        Context context;
        context.text = parent.text;
        context.text.push_back(node.token);
        context.parent = node.parent + 1;
        context.isAsked = parent.isAsked && !node.pruned;
        m_contexts.push_back(std::move(context));
    }
}

void RemoteTarget::verify(const Progress& progress)
{
    m_progress = progress;
    askForRound();
}

void RemoteTarget::askForRound()
{
    try {
        if (m_wasAway)
            lookAgain(m_progress);
        const int count = countFor(m_wanted.sampler);
        askFor(count, m_progress);
        if (count > 0)
            askForDrafts(m_progress);
    } catch (const TargetUnavailable&) {
        m_wasAway = true;
        throw;
    }
}

void RemoteTarget::lookAgain(const Progress& progress)
{
    const ServerFacts now = m_server->look(progress);
    if (now.model != m_server->facts().model || now.vocabularySize != m_server->facts().vocabularySize)
        throw TargetUnavailable(message("The server {} has the model {} now, where it had {}: start that one again, or "
                                        "restart the run.",
                                        m_server->connection().name(), now.model, m_server->facts().model));
    m_wasAway = false;
}

void RemoteTarget::askFor(int count, const Progress& progress)
{
    std::vector<AskedContext> asked;
    std::vector<Context*> askedFor;
    std::vector<int> place(m_contexts.size(), -1);
    for (std::size_t c = 0; c < m_contexts.size(); ++c) {
        Context& context = m_contexts[c];
        if (!context.isAsked)
            continue;
        context.whyUntold = {};
        if (!context.known)
            context.known = m_known.find(context.text);
        if (context.known && (context.known->isAll() || (count > 0 && context.known->asked >= count)))
            continue;
        place[c] = int(asked.size());
        asked.push_back({context.text, context.parent >= 0 ? place[std::size_t(context.parent)] : -1});
        askedFor.push_back(&context);
    }
    if (asked.empty())
        return;
    const std::vector<ToldContext> told = m_server->ask(asked, count > 0 ? count : m_vocabularySize, progress);
    assert(told.size() == asked.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (!told[i].whyUntold.empty()) {
            leaveUntold(*askedFor[i], told[i].whyUntold);
            continue;
        }
        auto known = std::make_shared<KnownText>();
        known->text = askedFor[i]->text;
        takeTold(m_server->connection(), told[i], count, m_vocabularySize, *known);
        askedFor[i]->known = known;
        m_known.keep(std::move(known));
    }
}

void RemoteTarget::askForDrafts(const Progress& progress)
{
    if (tells(m_wanted.sampler) != KnownOfP::draftTokens)
        return;
    for (Context& context : m_contexts)
        for (const TokenId draft : context.drafts) {
            if (!context.isAsked || !context.known || !context.whyUntold.empty() || context.known->tells(draft))
                continue;
            try {
                const double logP = m_server->logProbabilityOf(context.text, draft, progress);
                addOther(m_server->connection(), {draft, logP}, m_vocabularySize, *context.known);
            } catch (const TargetUnavailable& unavailable) {
                if (unavailable.mayPass())
                    throw;
                leaveUntold(context, unavailable.sentence());
            }
        }
}

void RemoteTarget::leaveUntold(Context& context, const Message& why)
{
    context.whyUntold = why;
    m_wasAway = true; // it may also be another server by now
}

void RemoteTarget::needs(const Context& context)
{
    if (!context.whyUntold.empty())
        throw TargetUnavailable(context.whyUntold);
}

bool RemoteTarget::isVerified(int context) const
{
    return std::size_t(context) < m_contexts.size() && m_contexts[std::size_t(context)].isAsked
        && m_contexts[std::size_t(context)].known && m_contexts[std::size_t(context)].whyUntold.empty();
}

void RemoteTarget::beginSampling(const SamplerSettings& sampler)
{
    m_wanted.sampler = sampler;
    askForRound(); // mostly nothing: unless the sampler has changed, it is known
    for (Context& context : m_contexts) {
        context.p.clear();
        context.part = {};
        if (context.known && tells(sampler) != KnownOfP::all)
            context.part = partOf(*context.known);
    }
}

PartialDistribution RemoteTarget::partOf(const KnownText& known) const
{
    std::vector<TokenProbability> tokens;
    for (const auto* const list : {&known.listed, &known.others})
        for (const TokenLogProbability& one : *list)
            tokens.push_back({one.token, std::exp(one.logP)});
    auto part = PartialDistribution::of(std::move(tokens), int(known.listed.size()), false, m_vocabularySize);
    if (!part)
        m_server->connection().refuse(message("its probabilities do not go together ({})", part.error().message()));
    return std::move(*part);
}

void RemoteTarget::sampleAll()
{
    for (std::size_t c = 0; c < m_contexts.size(); ++c)
        if (isVerified(int(c)) && tells(m_wanted.sampler) == KnownOfP::all)
            static_cast<void>(p(int(c)));
}

bool RemoteTarget::isSampled(int context) const
{
    return isVerified(context)
        && (tells(m_wanted.sampler) != KnownOfP::all || !m_contexts[std::size_t(context)].p.empty());
}

const Distribution& RemoteTarget::p(int context)
{
    Context& after = m_contexts[std::size_t(context)];
    needs(after);
    assert(after.known && tells(m_wanted.sampler) == KnownOfP::all);
    if (!after.p.empty())
        return after.p;
    const KnownText& known = *after.known;
    if (m_wanted.sampler.isGreedy()) { // its likeliest, also where rounded logarithms of two are equal
        if (known.likeliest >= m_tokenizerSize)
            m_server->connection().refuse(
                message("it finds token {} the likeliest, which has no text", known.likeliest));
        after.p.assign(std::size_t(m_vocabularySize), 0.0);
        after.p[std::size_t(known.likeliest)] = 1;
    } else if (known.isAll()) {
        distributionOf(known.logP, m_wanted.sampler, m_tokenizerSize, after.p);
    } else { // top-k, of no more than are listed
        std::vector<float> logP(std::size_t(m_vocabularySize), -std::numeric_limits<float>::infinity());
        if (int(known.listed.size()) < m_wanted.sampler.topK)
            m_server->connection().refuse(message("it cannot name the {} likeliest tokens, of which some have no text "
                                                  "of their own",
                                                  m_wanted.sampler.topK));
        for (const TokenLogProbability& one : known.listed)
            logP[std::size_t(one.token)] = float(one.logP);
        distributionOf(logP, m_wanted.sampler, m_tokenizerSize, after.p);
    }
    return after.p;
}

std::span<const float> RemoteTarget::logits(int context) const
{
    return m_contexts[std::size_t(context)].known->logP;
}

PartialTarget RemoteTarget::partly()
{
    return {[this](int context) -> const PartialDistribution& {
                needs(m_contexts[std::size_t(context)]);
                return m_contexts[std::size_t(context)].part;
            },
            [this](int context, double u) { return draw(context, u); }};
}

TokenProbability RemoteTarget::draw(int context, double u)
{
    Context& after = m_contexts[std::size_t(context)];
    needs(after);
    const auto found = after.known->draws.find(u);
    TokenProbability drawn = found == after.known->draws.end() ? TokenProbability{} : found->second;
    if (drawn.token == noToken) {
        try {
            m_server->countDraw();
            const TokenLogProbability told =
                checkedToken(m_server->connection(), m_server->draw(after.text, u, m_progress), m_tokenizerSize);
            drawn = {told.token, after.part.at(told.token).value_or(std::exp(told.logP))};
        } catch (const TargetUnavailable&) {
            m_wasAway = true;
            throw;
        }
        after.known->draws.emplace(u, drawn);
    }
    after.part.learn(drawn);
    return drawn;
}

} // namespace draftscope
