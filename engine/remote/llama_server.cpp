// SPDX-License-Identifier: MIT
#include "engine/remote/llama_server.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/remote/llama_answer.h"
#include "engine/remote/server_json.h"

namespace draftscope {
namespace {

using nlohmann::json;

constexpr int largeBias = 10'000; ///< over whatever differences logits have

/// Bytes that an answer to so many contexts may have.
std::size_t mostLlamaBytes(std::size_t contexts, std::size_t textLength, int count)
{
    constexpr std::size_t perContext = 16'384, perTextToken = 64, perToken = 400;
    return mostOfPage + contexts * (perContext + textLength * perTextToken + std::size_t(count) * perToken);
}

/// chosen: the token that it is made to choose; noToken: it draws one.
json llamaRequest(int count, TokenId chosen)
{
    json request = {{"n_predict", 1},
                    {"n_probs", count},
                    {"post_sampling_probs", false},
                    {"cache_prompt", true},
                    {"stream", false},
                    {"temperature", chosen == noToken ? 1 : 0},
                    {"samplers", json::array({"temperature"})},
                    {"return_tokens", true},
                    {"response_fields", {"index", "tokens", "completion_probabilities", "timings"}}};
    if (chosen != noToken)
        request["logit_bias"] = json::array({json::array({chosen, largeBias})});
    return request;
}

std::vector<LlamaCompletion> askLlama(ServerConnection& connection, const json& request, std::size_t contexts,
                                      std::size_t textLength, int count, bool wantsTexts, const Progress& progress)
{
    const std::string answer =
        connection.post("/completion", request.dump(), mostLlamaBytes(contexts, textLength, count), progress);
    std::vector<LlamaCompletion> completions;
    Message why;
    if (!readLlamaAnswer(answer, wantsTexts, completions, why, progress))
        connection.refuse(why);
    if (completions.size() != contexts)
        connection.refuse(message("it has {} parts where {} were asked for", completions.size(), contexts));
    for (const LlamaCompletion& one : completions)
        connection.addComputed(one.computed);
    return completions;
}

} // namespace

LlamaServer::LlamaServer(ServerConnection connection, const Progress& progress) : RemoteServer(std::move(connection))
{
    m_facts = look(progress);
    const auto letters = encode("a", false, progress);
    if (!letters || letters->empty())
        m_connection.refuse(message("it makes no token of the text \"a\""));
    m_wholeToken = letters->back();
}

ServerFacts LlamaServer::look(const Progress& progress)
{
    ServerFacts facts;
    facts.kind = facts.shownKind = "llama-server";
    const json props = jsonFrom(m_connection, m_connection.get("/props", mostOfPage, progress));
    facts.contextLength = intIn(memberOf(props, "default_generation_settings"), "n_ctx");
    const json model = firstModel(m_connection, progress);
    facts.model = textIn(model, "id");
    facts.vocabularySize = intIn(memberOf(model, "meta"), "n_vocab");
    if (facts.vocabularySize <= 0)
        m_connection.refuse(message("it does not say which model it has, or how many tokens that has"));
    facts.model = facts.model.substr(facts.model.find_last_of('/') + 1);
    return facts;
}

std::vector<ToldContext> LlamaServer::ask(const std::vector<AskedContext>& contexts, int count,
                                          const Progress& progress)
{
    // All tokens of a large vocabulary: one context an answer, so that no more than that is in memory at a time.
    const std::size_t together = count > 1000 ? 1 : contexts.size();
    std::vector<ToldContext> told(contexts.size());
    for (std::size_t first = 0; first < contexts.size(); first += together) {
        json request = llamaRequest(count, m_wholeToken);
        json& prompts = request["prompt"] = json::array();
        std::size_t length = 0;
        for (std::size_t c = first; c < first + together; ++c) {
            prompts.push_back(contexts[c].text);
            length = std::max(length, contexts[c].text.size());
        }
        auto completions = askLlama(m_connection, request, together, length, count, false, progress);
        for (std::size_t i = 0; i < together; ++i) {
            const std::size_t at = together > 1 && completions[i].index >= 0 ? std::size_t(completions[i].index) : i;
            if (at >= together)
                m_connection.refuse(message("it names part {} of {}", at, together));
            told[first + at].likeliest = std::move(completions[i].likeliest);
        }
    }
    return told;
}

double LlamaServer::logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress)
{
    json request = llamaRequest(1, token);
    request["prompt"] = text;
    const auto completions = askLlama(m_connection, request, 1, text.size(), 1, false, progress);
    const TokenLogProbability chosen = completions[0].chosen;
    if (chosen.token == token)
        return chosen.logP;
    if (completions[0].token != token)
        m_connection.refuse(message("it was made to choose token {}, and chose another one", token));
    const auto all =
        ask({{text}}, m_facts.vocabularySize, progress); // it tells nothing of one that ends inside of a character
    const auto found = std::ranges::find(all[0].likeliest, token, &TokenLogProbability::token);
    if (found == all[0].likeliest.end())
        m_connection.refuse(message("it lists all tokens, and token {} is not among them", token));
    return found->logP;
}

TokenLogProbability LlamaServer::draw(const std::vector<TokenId>& text, double u, const Progress& progress)
{
    json request = llamaRequest(1, noToken);
    request["prompt"] = text;
    request["seed"] = std::uint32_t(u * 4294967294.0); // the largest one means a seed by chance
    const auto completions = askLlama(m_connection, request, 1, text.size(), 1, false, progress);
    if (completions[0].chosen.token != noToken)
        return completions[0].chosen;
    const TokenId token = completions[0].token;
    if (token < 0 || token >= m_facts.vocabularySize)
        m_connection.refuse(message("it does not say which token it drew"));
    return {token, logProbabilityOf(text, token, progress)};
}

std::optional<std::vector<TokenId>> LlamaServer::encode(std::string_view text, bool isPrompt, const Progress& progress)
{
    const json request = {{"content", text}, {"add_special", isPrompt}, {"parse_special", true}};
    constexpr std::size_t perByte = 32;
    const json answer = jsonFrom(
        m_connection, m_connection.post("/tokenize", request.dump(), mostOfPage + text.size() * perByte, progress));
    return tokensIn(m_connection, memberOf(answer, "tokens"));
}

std::optional<std::string> LlamaServer::decode(std::span<const TokenId> tokens, const Progress& progress)
{
    const json request = {{"tokens", tokens}};
    constexpr std::size_t perToken = 512;
    return textIn(
        jsonFrom(m_connection,
                 m_connection.post("/detokenize", request.dump(), mostOfPage + tokens.size() * perToken, progress)),
        "content");
}

std::vector<std::string> LlamaServer::texts(const Progress& progress)
{
    const int count = m_facts.vocabularySize;
    json request = llamaRequest(count, m_wholeToken);
    request["prompt"] = {m_wholeToken};
    auto completions = askLlama(m_connection, request, 1, 1, count, true, progress);
    LlamaCompletion& all = completions[0];
    if (all.likeliest.size() != std::size_t(count))
        m_connection.refuse(message("it lists {} tokens where {} were asked for", all.likeliest.size(), count));
    std::vector<std::string> texts{std::size_t(count)};
    for (std::size_t i = 0; i < std::size_t(count); ++i) {
        const TokenId token = all.likeliest[i].token;
        if (token < 0 || token >= count)
            m_connection.refuse(message("it names token {}, and its vocabulary has {}", token, count));
        texts[std::size_t(token)] = std::move(all.texts[i]);
    }
    return texts;
}

} // namespace draftscope
