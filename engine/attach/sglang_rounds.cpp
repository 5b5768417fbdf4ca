// SPDX-License-Identifier: MIT
// SGLang's /generate tells its counters of a request in the meta_info of each piece. The names of two of them have
// changed over its versions, and the older ones are read, too. A piece may have the whole text so far or what is new.
#include <algorithm>

#include "engine/attach/served_rounds.h"

namespace draftscope {
namespace {

struct SglangCounts {
    int tokens = 0, drafted = 0, accepted = 0, steps = 0;
};

class SglangRounds final : public ServedRounds {
public:
    Result<void> take(const nlohmann::json& piece, ServedText& text) override;
    Result<void> finish(ServedText& text) override;

private:
    Result<SglangCounts> countsOf(const nlohmann::json& meta, int tokensHere);

    SglangCounts m_last;
    bool m_tellsDrafts = false, m_tellsSteps = false;
};

/// The texts of the tokens from `first` on, where log-probabilities with texts were asked for: all so far, or what is
/// new.
std::vector<std::string> textsBehind(const nlohmann::json& meta, std::size_t first, std::size_t count)
{
    std::vector<std::string> texts;
    const nlohmann::json& list = servedMember(meta, "output_token_logprobs");
    if (!list.is_array() || list.size() < count)
        return texts;
    const std::size_t from = list.size() >= first + count ? first : list.size() - count;
    for (std::size_t i = from; i < list.size() && texts.size() < count; ++i)
        if (const nlohmann::json& one = list[i]; one.is_array() && one.size() > 2 && one[2].is_string())
            texts.push_back(one[2].get<std::string>());
    return texts;
}

/// The first of these names that is there.
Result<std::optional<int>> countOfNames(const nlohmann::json& meta, std::initializer_list<const char*> names)
{
    for (const char* const name : names)
        if (auto count = servedCount(meta, name); !count || *count)
            return count;
    return std::optional<int>();
}

Result<SglangCounts> SglangRounds::countsOf(const nlohmann::json& meta, int tokensHere)
{
    const auto tokens = countOfNames(meta, {"completion_tokens"});
    const auto steps = countOfNames(meta, {"spec_verify_ct"});
    const auto accepted =
        countOfNames(meta, {"spec_num_correct_drafts", "spec_accepted_drafts", "spec_accept_token_num"});
    const auto drafted =
        countOfNames(meta, {"spec_num_proposed_drafts", "spec_proposed_drafts", "spec_draft_token_num"});
    for (const auto* count : {&tokens, &steps, &accepted, &drafted})
        if (!*count)
            return tl::unexpected(count->error());
    m_tellsDrafts = m_tellsDrafts || (*accepted && *drafted);
    m_tellsSteps = m_tellsSteps || *steps;
    const SglangCounts now{tokens->value_or(m_last.tokens + tokensHere), drafted->value_or(m_last.drafted),
                           accepted->value_or(m_last.accepted), steps->value_or(m_last.steps)};
    for (const auto& [name, before, after] : {std::tuple("completion_tokens", m_last.tokens, now.tokens),
                                              {"spec_num_proposed_drafts", m_last.drafted, now.drafted},
                                              {"spec_num_correct_drafts", m_last.accepted, now.accepted},
                                              {"spec_verify_ct", m_last.steps, now.steps}})
        if (after < before)
            return fail("The server's counter {} goes back from {} to {}: this is not one stream, or it is damaged.",
                        name, before, after);
    if (const auto fine = checkSums(std::max(now.tokens, now.steps), now.drafted); !fine)
        return tl::unexpected(fine.error());
    if (now.accepted > now.drafted)
        return fail("The server says that it accepted {} of {} drafted tokens, which cannot be: look at its log.",
                    now.accepted, now.drafted);
    return now;
}

Result<void> SglangRounds::take(const nlohmann::json& piece, ServedText& text)
{
    text.kind = ServerKind::sglang;
    const nlohmann::json& meta = servedMember(piece, "meta_info");
    auto ids = servedIds(piece, "output_ids");
    if (!ids)
        return tl::unexpected(ids.error());
    std::string words = servedWords(piece, "text");
    const bool toldDrafts = m_tellsDrafts;
    const auto now = countsOf(meta, int(ids->size()));
    if (!now)
        return tl::unexpected(now.error());
    if (m_tellsDrafts && !toldDrafts) // they are told from the first verification on, so none was before
        for (ServedRound& round : text.rounds)
            round.drafted = round.accepted = 0;
    // Ids come whole or as what is new, as the text does.
    if (int(ids->size()) == now->tokens)
        ids->erase(ids->begin(), ids->begin() + m_last.tokens);
    const std::vector<std::string> texts = textsBehind(meta, std::size_t(m_last.tokens), ids->size());
    // What is new may begin with all of the text so far ("1", then "1"): then it is what its own tokens say.
    std::string ofTokens;
    for (const std::string& one : texts)
        ofTokens += one;
    if (words.starts_with(text.text) && words != ofTokens)
        words.erase(0, text.text.size());
    text.text += words;
    const int count = now->tokens - m_last.tokens;
    if (count > 0) {
        ServedRound round;
        round.tokens = tokensOfPiece(*ids, words, texts);
        round.tokens.resize(std::size_t(count));
        if (ids->empty())
            round.tokens.front() = {noToken, words, count > 1};
        if (m_tellsDrafts) {
            round.drafted = now->drafted - m_last.drafted;
            round.accepted = now->accepted - m_last.accepted;
        }
        // A piece without a verification is what reading the prompt gave, or plain steps.
        const int verified = now->steps - m_last.steps;
        round.steps = m_tellsSteps || m_last.tokens == 0 ? std::max(verified, 1) : 0;
        text.rounds.push_back(std::move(round));
    } else if (!text.rounds.empty() && !words.empty()) {
        text.rounds.back().tokens.back().text += words;
    }
    m_last = *now;
    const nlohmann::json& reason = servedMember(meta, "finish_reason");
    if (!reason.is_null()) {
        text.isWhole = true;
        text.ended = reason.is_string() ? reason.get<std::string>() : servedWords(reason, "type");
    }
    text.counters.tokens = now->tokens;
    if (const auto prompt = servedCount(meta, "prompt_tokens"); prompt && *prompt)
        text.counters.promptTokens = *prompt;
    if (m_tellsSteps)
        text.counters.steps = now->steps;
    if (m_tellsDrafts) {
        text.counters.drafted = now->drafted;
        text.counters.accepted = now->accepted;
    }
    return {};
}

Result<void> SglangRounds::finish(ServedText& text)
{
    if (!m_tellsDrafts) {
        text.notes.push_back(phrase("The server tells nothing of its drafts: it works without speculation, or is too "
                                    "old."));
        return {};
    }
    if (std::ranges::any_of(text.rounds, [](const ServedRound& round) { return round.steps > 1; }))
        text.notes.push_back(phrase("Some pieces of the stream have several steps, which are shown together: start "
                                    "SGLang with --stream-interval 1."));
    return {};
}

} // namespace

std::unique_ptr<ServedRounds> makeSglangRounds()
{
    return std::make_unique<SglangRounds>();
}

} // namespace draftscope
