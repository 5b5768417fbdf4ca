// SPDX-License-Identifier: MIT
#include "engine/remote/vllm_server.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/remote/paths_of_round.h"
#include "engine/remote/server_json.h"

namespace draftscope {
namespace {

using nlohmann::json;

constexpr int mostAtAllPlaces = 1000; ///< likeliest tokens that are asked for at every place of a prompt

std::size_t mostVllmBytes(std::size_t places, int count)
{
    constexpr std::size_t perPlace = 512, perToken = 320;
    return mostOfPage + places * (perPlace + std::size_t(count + 1) * perToken);
}

/// Of "token_id:79" or "79"; noToken where it is none.
TokenId idIn(std::string_view text)
{
    constexpr std::string_view prefix = "token_id:";
    if (text.starts_with(prefix))
        text.remove_prefix(prefix.size());
    TokenId id = noToken;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), id);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() ? id : noToken;
}

/// The number behind some words; nothing where they are not there.
std::optional<int> numberBehind(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + words.size());
    int number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
}

} // namespace

VllmServer::VllmServer(ServerConnection connection, const Progress& progress) : RemoteServer(std::move(connection))
{
    m_facts = look(progress);
    askWhat(m_facts, progress);
}

ServerFacts VllmServer::look(const Progress& progress)
{
    ServerFacts facts = m_facts; // what it lists was asked for once
    facts.kind = "vllm";
    facts.shownKind = "vLLM";
    const json model = firstModel(m_connection, progress);
    facts.model = textIn(model, "id");
    facts.contextLength = intIn(model, "max_model_len");
    return facts;
}

/// It says how many likeliest tokens it lists when it refuses to list all.
void VllmServer::askWhat(ServerFacts& facts, const Progress& progress)
{
    json asked = request(json::array({0}));
    asked["prompt"] = {0, 0};
    asked["prompt_logprobs"] = -1;
    constexpr std::size_t ofAll = std::size_t(200) << 20;
    const ServerAnswer answer = m_connection.ask("/v1/completions", asked.dump(), ofAll, progress);
    if (answer.status == 200) {
        const json all = jsonFrom(m_connection, answer.body);
        const json& choices = memberOf(all, "choices");
        const auto listed = choices.is_array() && !choices.empty() ? atPlace(choices[0], 1).size() : std::size_t(0);
        facts.vocabularySize = int(listed);
        facts.mostLikeliest = 0;
        return;
    }
    constexpr int usually = 20;
    facts.mostLikeliest = std::max(1, numberBehind(answer.body, "max allowed: ").value_or(usually)); // 0 would be all
    facts.vocabularySize = std::max(0, numberBehind(answer.body, "prompt logprobs of ").value_or(0));
}

json VllmServer::request(const json& prompt) const
{
    return {{"model", m_facts.model},
            {"prompt", prompt},
            {"max_tokens", 1},
            {"temperature", 1},
            {"top_p", 1},
            {"top_k", -1},
            {"min_p", 0},
            {"repetition_penalty", 1}, // a model's generation_config may say others
            {"presence_penalty", 0},
            {"frequency_penalty", 0},
            {"return_tokens_as_token_ids", true},
            {"stream", false}};
}

std::vector<json> VllmServer::choicesOf(const json& asked, std::size_t count, std::size_t mostBytes,
                                        const Progress& progress)
{
    json answer = jsonFrom(m_connection, m_connection.post("/v1/completions", asked.dump(), mostBytes, progress));
    const json& choices = memberOf(answer, "choices");
    if (!choices.is_array() || choices.size() != count)
        m_connection.refuse(
            message("it has {} parts where {} were asked for", choices.is_array() ? choices.size() : 0, count));
    std::vector<json> byIndex(count);
    for (const json& choice : choices) {
        const auto index = std::size_t(intIn(choice, "index"));
        if (index >= count || !byIndex[index].is_null())
            m_connection.refuse(message("it names part {} of {}", index, count));
        byIndex[index] = choice;
    }
    return byIndex;
}

std::vector<TokenLogProbability> VllmServer::atPlace(const json& choice, std::size_t place) const
{
    const json& places = memberOf(choice, "prompt_logprobs");
    if (!places.is_array() || place >= places.size() || !places[place].is_object())
        m_connection.refuse(message("it tells nothing of the prompt's token {}", place + 1));
    std::vector<TokenLogProbability> listed;
    for (const auto& [id, told] : places[place].items())
        listed.push_back({idIn(id), numberIn(memberOf(told, "logprob"))});
    return listed;
}

std::vector<TokenLogProbability> VllmServer::behindPrompt(const json& choice) const
{
    const json& places = memberOf(memberOf(choice, "logprobs"), "top_logprobs");
    if (!places.is_array() || places.empty() || !places[0].is_object())
        m_connection.refuse(message("it lists no tokens behind the prompt"));
    std::vector<TokenLogProbability> listed;
    for (const auto& [id, logP] : places[0].items())
        listed.push_back({idIn(id), numberIn(logP)});
    return listed;
}

std::vector<ToldContext> VllmServer::ask(const std::vector<AskedContext>& contexts, int count, const Progress& progress)
{
    if (count > mostAtAllPlaces)
        return askOneByOne(contexts, count, progress);
    const std::vector<std::size_t> leaves = leavesOf(contexts);
    json prompts = json::array();
    std::size_t places = 0;
    for (const std::size_t leaf : leaves) {
        prompts.push_back(contexts[leaf].text);
        places += contexts[leaf].text.size() + 1;
    }
    json asked = request(prompts);
    asked["prompt_logprobs"] = count;
    asked["logprobs"] = count;
    const std::vector<json> choices = choicesOf(asked, leaves.size(), mostVllmBytes(places, count), progress);
    std::vector<ToldContext> told(contexts.size());
    for (std::size_t i = 0; i < leaves.size(); ++i)
        for (const std::size_t c : pathTo(contexts, leaves[i]))
            addListed(c == leaves[i] ? behindPrompt(choices[i]) : atPlace(choices[i], contexts[c].text.size()), count,
                      told[c]);
    return told;
}

std::vector<ToldContext> VllmServer::askOneByOne(const std::vector<AskedContext>& contexts, int count,
                                                 const Progress& progress)
{
    std::vector<ToldContext> told(contexts.size());
    for (std::size_t c = 0; c < contexts.size(); ++c) {
        json asked = request(contexts[c].text);
        asked["logprobs"] = count;
        addListed(behindPrompt(choicesOf(asked, 1, mostVllmBytes(1, count), progress)[0]), count, told[c]);
    }
    return told;
}

double VllmServer::logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress)
{
    std::vector<TokenId> longer = text;
    longer.push_back(token);
    json asked = request(longer);
    asked["prompt_logprobs"] = 1;
    const std::vector<TokenLogProbability> listed =
        atPlace(choicesOf(asked, 1, mostVllmBytes(longer.size(), 1), progress)[0], text.size());
    const auto found = std::ranges::find(listed, token, &TokenLogProbability::token);
    if (found == listed.end())
        m_connection.refuse(message("it tells nothing of the prompt's own token {}", token));
    return found->logP;
}

TokenLogProbability VllmServer::draw(const std::vector<TokenId>& text, double u, const Progress& progress)
{
    json asked = request(text);
    asked["logprobs"] = 1;
    asked["seed"] = std::uint32_t(u * 2147483647.0);
    const json choice = choicesOf(asked, 1, mostVllmBytes(1, 1), progress)[0];
    const json& logprobs = memberOf(choice, "logprobs");
    const json &tokens = memberOf(logprobs, "tokens"), &values = memberOf(logprobs, "token_logprobs");
    if (!tokens.is_array() || tokens.empty() || !tokens[0].is_string() || !values.is_array() || values.empty())
        m_connection.refuse(message("it does not say which token it drew"));
    return {idIn(tokens[0].get<std::string>()), numberIn(values[0])};
}

std::optional<std::vector<TokenId>> VllmServer::encode(std::string_view text, bool isPrompt, const Progress& progress)
{
    return tokenized(m_connection, m_facts.model, text, isPrompt, progress);
}

std::optional<std::string> VllmServer::decode(std::span<const TokenId> tokens, const Progress& progress)
{
    const json asked = {{"model", m_facts.model}, {"tokens", tokens}};
    constexpr std::size_t perToken = 512;
    const ServerAnswer answer =
        m_connection.ask("/detokenize", asked.dump(), mostOfPage + tokens.size() * perToken, progress);
    if (answer.status != 200)
        return std::nullopt;
    return textIn(jsonFrom(m_connection, answer.body), "prompt");
}

} // namespace draftscope
