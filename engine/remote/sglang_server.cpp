// SPDX-License-Identifier: MIT
#include "engine/remote/sglang_server.h"

#include <algorithm>
#include <utility>

#include "engine/remote/paths_of_round.h"
#include "engine/remote/server_json.h"

namespace draftscope {
namespace {

using nlohmann::json;

std::size_t mostSglangBytes(std::size_t places, std::size_t textLength, int count)
{
    constexpr std::size_t perPlace = 512, perToken = 320, perTextToken = 32;
    return mostOfPage + textLength * perTextToken + places * (perPlace + std::size_t(count + 1) * perToken);
}

/// [logprob, id, text or null].
TokenLogProbability tokenIn(const json& triple)
{
    if (!triple.is_array() || triple.size() < 2)
        return {noToken, 1};
    const double id = numberIn(triple[1]);
    return {id >= 0 && id < 1e9 ? TokenId(id) : noToken, numberIn(triple[0])};
}

/// One of meta_info's lists at a place; null where it is not there.
const json& listAt(const json& meta, const char* name, std::size_t place)
{
    static const json nothing;
    const json& places = memberOf(meta, name);
    return places.is_array() && place < places.size() ? places[place] : nothing;
}

} // namespace

SglangServer::SglangServer(ServerConnection connection, const Progress& progress) : RemoteServer(std::move(connection))
{
    m_facts = look(progress);
}

ServerFacts SglangServer::look(const Progress& progress)
{
    ServerFacts facts;
    facts.kind = "sglang";
    facts.shownKind = "SGLang";
    const json info = jsonFrom(m_connection, m_connection.get("/get_model_info", mostOfPage, progress));
    facts.model = textIn(info, "model_path");
    if (facts.model.empty())
        m_connection.refuse(message("it does not say which model it has"));
    facts.vocabularySize = intIn(info, "vocab_size"); // of newer ones only
    const ServerAnswer models = m_connection.ask("/v1/models", {}, mostOfPage, progress);
    const json listed = jsonOrNull(models.body);
    const json& data = memberOf(listed, "data");
    if (models.status == 200 && data.is_array() && !data.empty())
        facts.contextLength = intIn(data[0], "max_model_len");
    return facts;
}

std::vector<json> SglangServer::generate(const json& texts, std::size_t from, int count, double seed,
                                         std::size_t mostBytes, const Progress& progress)
{
    json sampling = {{"max_new_tokens", 1},
                     {"temperature", 1},
                     {"top_p", 1},
                     {"top_k", -1},
                     {"min_p", 0},
                     {"repetition_penalty", 1},
                     {"presence_penalty", 0},
                     {"frequency_penalty", 0},
                     {"sampling_seed", std::uint32_t(seed * 2147483647.0)}};
    const json asked = {{"input_ids", texts},        {"sampling_params", std::move(sampling)},
                        {"return_logprob", true},    {"logprob_start_len", from},
                        {"top_logprobs_num", count}, {"stream", false}};
    json answer = jsonFrom(m_connection, m_connection.post("/generate", asked.dump(), mostBytes, progress));
    if (answer.is_object()) {
        json alone = std::move(answer);
        answer = json::array();
        answer.push_back(std::move(alone));
    }
    if (!answer.is_array() || answer.size() != texts.size())
        m_connection.refuse(
            message("it has {} parts where {} were asked for", answer.is_array() ? answer.size() : 0, texts.size()));
    std::vector<json> metas;
    for (const json& part : answer)
        metas.push_back(memberOf(part, "meta_info"));
    return metas;
}

std::vector<ToldContext> SglangServer::ask(const std::vector<AskedContext>& contexts, int count,
                                           const Progress& progress)
{
    const std::vector<std::size_t> leaves = leavesOf(contexts);
    json texts = json::array();
    std::size_t shortest = contexts[0].text.size(), length = 0, places = 0;
    for (const AskedContext& context : contexts)
        shortest = std::min(shortest, context.text.size());
    const std::size_t from = shortest - 1;
    for (const std::size_t leaf : leaves) {
        texts.push_back(contexts[leaf].text);
        length += contexts[leaf].text.size();
        places += contexts[leaf].text.size() - from + 1;
    }
    const std::vector<json> metas = generate(texts, from, count, 0, mostSglangBytes(places, length, count), progress);
    std::vector<ToldContext> told(contexts.size());
    for (std::size_t i = 0; i < leaves.size(); ++i)
        for (const std::size_t c : pathTo(contexts, leaves[i])) {
            const bool isLeaf = c == leaves[i];
            const std::size_t place = contexts[c].text.size() - from;
            const json& top =
                isLeaf ? listAt(metas[i], "output_top_logprobs", 0) : listAt(metas[i], "input_top_logprobs", place);
            if (!top.is_array())
                m_connection.refuse(message("it lists no tokens behind token {}", contexts[c].text.size()));
            std::vector<TokenLogProbability> listed;
            for (const json& triple : top)
                listed.push_back(tokenIn(triple));
            const json& own = isLeaf ? json() : listAt(metas[i], "input_token_logprobs", place);
            if (const TokenLogProbability next = tokenIn(own);
                !isLeaf && std::ranges::find(listed, next.token, &TokenLogProbability::token) == listed.end())
                told[c].others.push_back(next);
            addListed(std::move(listed), count, told[c]);
        }
    return told;
}

double SglangServer::logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress)
{
    std::vector<TokenId> longer = text;
    longer.push_back(token);
    const auto metas =
        generate(json::array({longer}), text.size() - 1, 0, 0, mostSglangBytes(3, longer.size(), 1), progress);
    const TokenLogProbability told = tokenIn(listAt(metas[0], "input_token_logprobs", 1));
    if (told.token != token)
        m_connection.refuse(message("it was asked about token {}, and tells of token {}", token, told.token));
    return told.logP;
}

TokenLogProbability SglangServer::draw(const std::vector<TokenId>& text, double u, const Progress& progress)
{
    const auto metas =
        generate(json::array({text}), text.size() - 1, 0, u, mostSglangBytes(2, text.size(), 1), progress);
    const TokenLogProbability drawn = tokenIn(listAt(metas[0], "output_token_logprobs", 0));
    if (drawn.token == noToken)
        m_connection.refuse(message("it does not say which token it drew"));
    return drawn;
}

std::optional<std::vector<TokenId>> SglangServer::encode(std::string_view text, bool isPrompt, const Progress& progress)
{
    return tokenized(m_connection, m_facts.model, text, isPrompt, progress);
}

std::optional<std::string> SglangServer::decode(std::span<const TokenId> tokens, const Progress& progress)
{
    const json asked = {{"model", m_facts.model}, {"tokens", tokens}, {"skip_special_tokens", false}};
    constexpr std::size_t perToken = 512;
    const ServerAnswer answer =
        m_connection.ask("/detokenize", asked.dump(), mostOfPage + tokens.size() * perToken, progress);
    if (answer.status != 200)
        return std::nullopt;
    return textIn(jsonFrom(m_connection, answer.body), "text");
}

} // namespace draftscope
