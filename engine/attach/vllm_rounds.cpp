// SPDX-License-Identifier: MIT
// vLLM streams a piece a step, unless the reader is slow: then a piece has several. What each step accepted and
// proposed comes at the end, in metrics.speculative_decoding of the piece with the usage, where the server was started
// with --per-request-spec-decode-metrics detailed. Until then a piece is taken for a step.
#include <algorithm>

#include "engine/attach/served_rounds.h"

namespace draftscope {
namespace {

class VllmRounds final : public ServedRounds {
public:
    Result<void> take(const nlohmann::json& piece, ServedText& text) override;
    Result<void> finish(ServedText& text) override;

private:
    Result<void> takeChoice(const nlohmann::json& choice, int countSoFar, ServedText& text);

    std::vector<ServedToken> m_tokens;
    std::vector<int> m_sizes; ///< of pieces, in tokens
    std::optional<StepCounts> m_counts;
};

Result<void> VllmRounds::takeChoice(const nlohmann::json& choice, int countSoFar, ServedText& text)
{
    std::string words = servedWords(choice, "text");
    for (const char* const name : {"delta", "message"}) {
        words += servedWords(servedMember(choice, name), "reasoning_content");
        words += servedWords(servedMember(choice, name), "content");
    }
    const auto ids = servedIds(choice, "token_ids"), prompt = servedIds(choice, "prompt_token_ids");
    for (const auto* list : {&ids, &prompt})
        if (!*list)
            return tl::unexpected(list->error());
    if (!prompt->empty())
        text.promptTokens = *prompt;
    std::vector<std::string> texts;
    if (const nlohmann::json& list = servedMember(servedMember(choice, "logprobs"), "tokens"); list.is_array())
        for (const nlohmann::json& token : list)
            texts.push_back(token.is_string() ? token.get<std::string>() : std::string());
    std::vector<ServedToken> tokens = tokensOfPiece(*ids, words, texts);
    if (const int untold = countSoFar - int(m_tokens.size()) - int(tokens.size()); untold > 0)
        tokens.resize(tokens.size() + std::size_t(untold));
    if (tokens.empty() && !words.empty() && countSoFar < 0)
        tokens.emplace_back();
    if (!tokens.empty() && ids->empty())
        tokens.front() = {noToken, words, tokens.size() > 1};
    text.text += words;
    if (const std::string reason = servedWords(choice, "finish_reason"); !reason.empty()) {
        text.ended = reason;
        text.isWhole = true;
    }
    if (tokens.empty())
        return {};
    m_sizes.push_back(int(tokens.size()));
    m_tokens.insert(m_tokens.end(), tokens.begin(), tokens.end());
    ServedRound& round = text.rounds.emplace_back();
    round.tokens = std::move(tokens);
    return {};
}

Result<void> VllmRounds::take(const nlohmann::json& piece, ServedText& text)
{
    text.kind = ServerKind::vllm;
    const nlohmann::json& usage = servedMember(piece, "usage");
    const auto written = servedCount(usage, "completion_tokens"), prompt = servedCount(usage, "prompt_tokens");
    for (const auto* count : {&written, &prompt})
        if (!*count)
            return tl::unexpected(count->error());
    if (const auto fine = checkSums(written->value_or(0), 0); !fine)
        return fine;
    if (*written)
        text.counters.tokens = *written;
    if (*prompt)
        text.counters.promptTokens = *prompt;
    if (const std::string model = servedWords(piece, "model"); !model.empty())
        text.model = model;
    const auto promptIds = servedIds(piece, "prompt_token_ids"); // of a chat; else the choice has them
    if (!promptIds)
        return tl::unexpected(promptIds.error());
    if (!promptIds->empty())
        text.promptTokens = *promptIds;
    if (const nlohmann::json& choices = servedMember(piece, "choices"); choices.is_array() && !choices.empty())
        if (Result<void> taken = takeChoice(choices.front(), written->value_or(-1), text); !taken)
            return taken;
    const nlohmann::json& metrics = servedMember(servedMember(piece, "metrics"), "speculative_decoding");
    if (!metrics.is_object())
        return {};
    auto counts = stepCounts(metrics);
    if (!counts)
        return tl::unexpected(counts.error());
    m_counts = std::move(*counts);
    return {};
}

Result<void> VllmRounds::finish(ServedText& text)
{
    // Without ids nor running counts a piece of text may be any number of tokens.
    const bool isCounted = !text.counters.tokens || *text.counters.tokens == int(m_tokens.size());
    if (!isCounted) {
        m_sizes.clear();
        m_tokens.assign(std::size_t(*text.counters.tokens), {});
        if (!m_tokens.empty())
            m_tokens.front() = {noToken, text.text, true};
    }
    if (m_counts) {
        const auto tokens = text.counters.tokens, promptTokens = text.counters.promptTokens;
        text.counters = m_counts->counters;
        text.counters.tokens = tokens;
        text.counters.promptTokens = promptTokens;
        roundsFromSteps(*m_counts, m_tokens, m_sizes, text);
        return {};
    }
    // Its pieces are all that it told: how many steps and which drafts they are of is not known.
    for (ServedRound& round : text.rounds)
        round.steps = 0;
    text.notes.push_back(phrase("The server tells nothing of its drafts: start vLLM with "
                                "--per-request-spec-decode-metrics detailed."));
    return {};
}

} // namespace

std::unique_ptr<ServedRounds> makeVllmRounds()
{
    return std::make_unique<VllmRounds>();
}

} // namespace draftscope
