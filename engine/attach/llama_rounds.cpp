// SPDX-License-Identifier: MIT
// llama-server tells its counters in each piece of a stream ("timings", with timings_per_token), and adds to them once
// a round: pieces that have the same are of one round. A token with which a character is not whole yet comes in no
// piece; predicted_n counts it all the same, and the next piece has its bytes. (tools/server of llama.cpp)
#include <algorithm>

#include "engine/attach/served_rounds.h"

namespace draftscope {
namespace {

struct LlamaCounts {
    int tokens = 0, drafted = 0, accepted = 0;
    double milliseconds = 0;
    [[nodiscard]] bool isOfRound(const LlamaCounts& other) const
    {
        return drafted == other.drafted && accepted == other.accepted && milliseconds == other.milliseconds;
    }
};

class LlamaRounds final : public ServedRounds {
public:
    Result<void> take(const nlohmann::json& piece, ServedText& text) override;
    Result<void> finish(ServedText& text) override;

private:
    Result<LlamaCounts> countsOf(const nlohmann::json& timings, int tokensHere) const;
    void addTokens(std::vector<ServedToken> tokens, const LlamaCounts& now, ServedText& text);
    void beginRound(int untold, bool isTold, ServedText& text);
    void countRound(ServedRound& round) const;
    void closeRound(ServedText& text) const;

    LlamaCounts m_last;  ///< of the piece before
    LlamaCounts m_begin; ///< before the round that is open
    bool m_isOpen = false;
    /// The first token of the open round was told, so all that was drafted since the last one was drafted in it.
    bool m_isBeginKnown = false;
    bool m_hasTimings = false; ///< each piece has
};

Result<LlamaCounts> LlamaRounds::countsOf(const nlohmann::json& timings, int tokensHere) const
{
    LlamaCounts now = m_last;
    const auto tokens = servedCount(timings, "predicted_n"), drafted = servedCount(timings, "draft_n"),
               accepted = servedCount(timings, "draft_n_accepted");
    for (const auto* count : {&tokens, &drafted, &accepted})
        if (!*count)
            return tl::unexpected(count->error());
    now.tokens = tokens->value_or(m_last.tokens + tokensHere);
    now.drafted = drafted->value_or(m_last.drafted);
    now.accepted = accepted->value_or(m_last.accepted);
    now.milliseconds = servedNumber(timings, "predicted_ms").value_or(m_last.milliseconds);
    for (const auto& [name, before, after] : {std::tuple("predicted_n", m_last.tokens, now.tokens),
                                              {"draft_n", m_last.drafted, now.drafted},
                                              {"draft_n_accepted", m_last.accepted, now.accepted}})
        if (after < before)
            return fail("The server's counter {} goes back from {} to {}: this is not one stream, or it is damaged.",
                        name, before, after);
    if (const auto fine = checkSums(now.tokens, now.drafted); !fine)
        return tl::unexpected(fine.error());
    if (now.accepted > now.drafted)
        return fail("The server says that it accepted {} of {} drafted tokens, which cannot be: look at its log.",
                    now.accepted, now.drafted);
    return now;
}

void LlamaRounds::closeRound(ServedText& text) const
{
    if (!m_isOpen || m_isBeginKnown)
        return;
    ServedRound& round = text.rounds.back();
    // A step writes a token of the target's behind the drafts that it accepts. Fewer: the text ended among them.
    round.steps = round.accepted ? std::max(1, int(round.tokens.size()) - *round.accepted) : 0;
}

void LlamaRounds::beginRound(int untold, bool isTold, ServedText& text)
{
    if (m_isOpen && m_isBeginKnown) {
        ServedRound& last = text.rounds.back();
        const int missing = std::clamp(last.accepted.value_or(0) + 1 - int(last.tokens.size()), 0, untold);
        last.tokens.resize(last.tokens.size() + std::size_t(missing));
        untold -= missing;
        if (untold == 0 && !isTold)
            return;
    } else if (m_isOpen && untold > 0) {
        // Neither where the open round ends nor where the next one begins is known: they stay together.
        text.rounds.back().tokens.resize(text.rounds.back().tokens.size() + std::size_t(untold));
        return;
    }
    closeRound(text);
    m_begin = m_last;
    m_isOpen = true;
    m_isBeginKnown = m_hasTimings && untold == 0;
    text.rounds.emplace_back().tokens.resize(std::size_t(untold));
}

void LlamaRounds::addTokens(std::vector<ServedToken> tokens, const LlamaCounts& now, ServedText& text)
{
    const int untold = std::max(0, now.tokens - m_last.tokens - int(tokens.size()));
    if (!m_isOpen || (m_hasTimings && !now.isOfRound(m_last)))
        beginRound(untold, !tokens.empty(), text);
    else
        text.rounds.back().tokens.resize(text.rounds.back().tokens.size() + std::size_t(untold));
    ServedRound& round = text.rounds.back();
    for (ServedToken& token : tokens) {
        text.text += token.text;
        round.tokens.push_back(std::move(token));
    }
    m_last = now;
    if (m_hasTimings)
        countRound(round);
}

void LlamaRounds::countRound(ServedRound& round) const
{
    round.drafted = m_last.drafted - m_begin.drafted;
    round.accepted = m_last.accepted - m_begin.accepted;
    if (m_begin.tokens > 0)
        round.milliseconds = std::max(0.0, m_last.milliseconds - m_begin.milliseconds);
}

Result<void> LlamaRounds::take(const nlohmann::json& piece, ServedText& text)
{
    text.kind = ServerKind::llamaServer;
    const nlohmann::json& choices = servedMember(piece, "choices");
    const bool isLikeOpenAi = choices.is_array();
    const bool hasChoice = isLikeOpenAi && !choices.empty(); // none: the usage, behind the end of the text
    std::string words = servedWords(piece, "content");
    bool isLast = servedMember(piece, "stop") == true;
    if (hasChoice) {
        const nlohmann::json& choice = choices.front();
        words = servedWords(choice, "text");
        for (const char* const name : {"delta", "message"})
            words += servedWords(servedMember(choice, name), "content");
        isLast = servedMember(choice, "finish_reason").is_string();
    }
    const auto ids = servedIds(piece, "tokens");
    if (!ids)
        return tl::unexpected(ids.error());
    std::vector<ServedToken> tokens;
    for (const TokenId id : *ids)
        tokens.push_back({id, {}});
    if (tokens.empty() && !words.empty())
        tokens.emplace_back();
    if (!tokens.empty())
        tokens.back().text = words;

    const nlohmann::json& timings = servedMember(piece, "timings");
    m_hasTimings = m_hasTimings || (timings.is_object() && !isLast && (hasChoice || !isLikeOpenAi));
    const auto now = countsOf(timings, int(tokens.size()));
    if (!now)
        return tl::unexpected(now.error());
    if (!tokens.empty() || now->tokens > m_last.tokens)
        addTokens(std::move(tokens), *now, text);
    if (!isLast && !(isLikeOpenAi && timings.is_object()))
        return {};
    text.isWhole = text.isWhole || isLast;
    if (timings.is_object()) {
        m_last = *now;
        if (!m_hasTimings && m_isOpen) // the sums of all steps together are known then
            countRound(text.rounds.back());
        text.counters.tokens = now->tokens;
        text.counters.drafted = now->drafted;
        text.counters.accepted = now->accepted;
        text.counters.milliseconds = now->milliseconds;
        text.counters.promptMilliseconds = servedNumber(timings, "prompt_ms");
    }
    if (const auto count = servedCount(piece, "tokens_evaluated"); count && *count)
        text.counters.promptTokens = *count;
    if (const std::string model = servedWords(piece, "model"); !model.empty())
        text.model = model;
    if (const std::string prompt = servedWords(piece, "prompt"); text.prompt.empty())
        text.prompt = prompt;
    if (isLast)
        text.ended = hasChoice ? servedWords(choices.front(), "finish_reason") : servedWords(piece, "stop_type");
    const nlohmann::json& settings = servedMember(piece, "generation_settings");
    if (const auto temperature = servedNumber(settings, "temperature")) {
        SamplerSettings& sampler = text.sampler.emplace();
        sampler.temperature = *temperature;
        if (const auto topK = servedCount(settings, "top_k")) // under 0: all of them
            sampler.topK = topK->value_or(0);
        sampler.topP = std::clamp(servedNumber(settings, "top_p").value_or(1), 1e-6, 1.0);
        sampler.minP = std::clamp(servedNumber(settings, "min_p").value_or(0), 0.0, 1.0);
    }
    // "none,draft-simple": those that are tried in turn.
    std::string method = servedWords(settings, "speculative.types");
    if (method.starts_with("none,"))
        method.erase(0, 5);
    text.method = method;
    return {};
}

Result<void> LlamaRounds::finish(ServedText& text)
{
    closeRound(text);
    if (!m_hasTimings && m_isOpen)
        text.notes.push_back(phrase("The stream has no timings in its pieces, so it cannot be told which tokens came "
                                    "from a draft: ask for \"timings_per_token\" and \"stream\"."));
    else if (std::ranges::any_of(text.rounds, [](const ServedRound& round) { return round.steps > 1; }))
        text.notes.push_back(phrase("Where a character is made of several tokens, llama-server tells several steps at "
                                    "once: these are shown together."));
    return {};
}

} // namespace

std::unique_ptr<ServedRounds> makeLlamaRounds()
{
    return std::make_unique<LlamaRounds>();
}

} // namespace draftscope
