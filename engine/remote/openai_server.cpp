// SPDX-License-Identifier: MIT
#include "engine/remote/openai_server.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/core/printable.h"
#include "engine/core/target_unavailable.h"
#include "engine/core/utf8.h"
#include "engine/remote/paths_of_round.h"
#include "engine/remote/server_json.h"

namespace draftscope {
namespace {

using nlohmann::json;

std::size_t mostOpenaiBytes(std::size_t places, int count)
{
    constexpr std::size_t perPlace = 512, perToken = 200;
    return mostOfPage + places * (perPlace + std::size_t(count + 1) * perToken);
}

/// Tokens that a server lists at most which has a limit and does not say so: OpenAI's was 5, others have 20.
constexpr std::size_t mostSilently = 20;

/// What a server says that does not list as many: "... the maximum value for logprobs is 5".
int firstNumberBehind(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    int number = 0;
    if (at != std::string_view::npos)
        std::from_chars(text.data() + at + words.size(), text.data() + text.size(), number);
    return number;
}

/// Whether two lists are of the same place of a text. A server computes a text a little differently where it has its
/// beginning cached (0.2 nats were seen), so near-ties may change their order and the last ones listed differ; another
/// place is nats away. Where too few are listed to be compared, it is taken for the same.
bool isSameRow(const json& repeated, const OpenaiPlace& alone, const TokenStrings& strings)
{
    constexpr double sameRow = 0.5; // nats
    constexpr int enough = 3;       // of fewer all may have changed places
    int compared = 0, common = 0;
    for (const auto& [string, value] : alone.top->items()) {
        if (string == alone.token || strings.only(string) == noToken)
            continue;
        ++compared;
        const auto there = repeated.find(string);
        if (there == repeated.end())
            continue;
        ++common;
        if (!(std::abs(numberIn(*there) - numberIn(value)) < sameRow))
            return false;
    }
    return compared < enough || 2 * common >= compared;
}

} // namespace

OpenaiServer::OpenaiServer(ServerConnection connection, const Progress& progress) : RemoteServer(std::move(connection))
{
    m_facts = look(progress);
    askWhat(progress);
}

ServerFacts OpenaiServer::look(const Progress& progress)
{
    ServerFacts facts = m_facts; // what it lists was asked for once
    facts.kind = "openai";
    facts.shownKind = "OpenAI completions";
    m_model = textIn(firstModel(m_connection, progress), "id");
    facts.model = m_model.substr(m_model.rfind('/') + 1);
    return facts;
}

/// Whether it tells of a prompt, and how many tokens it lists at most.
void OpenaiServer::askWhat(const Progress& progress)
{
    json asked = request("The", 1);
    asked["echo"] = true;
    const auto refuseToTell = [this] {
        throw TargetUnavailable(
            message("The server {} tells no log-probabilities of a prompt (echo with logprobs), which are needed of "
                    "one that takes text only: start llama-cpp-python with --logits_all true, or use llama-server, "
                    "vLLM or SGLang.",
                    m_connection.name()));
    };
    try {
        const json answer =
            jsonFrom(m_connection, m_connection.post("/v1/completions", asked.dump(), mostOpenaiBytes(2, 1), progress));
        const json& choices = memberOf(answer, "choices");
        if (!choices.is_array() || choices.empty()
            || !memberOf(memberOf(choices[0], "logprobs"), "top_logprobs").is_array())
            refuseToTell();
    } catch (const TargetUnavailable& unavailable) {
        if (unavailable.sentence().text.find("logprobs is not supported") == std::string::npos)
            throw;
        refuseToTell();
    }
    constexpr std::array<int, 4> tried = {ServerSpec::mostProbabilities, 20, 5, 1};
    for (const int count : tried) {
        const ServerAnswer answer = m_connection.ask("/v1/completions", request("The", count).dump(),
                                                     mostOpenaiBytes(1, ServerSpec::mostProbabilities), progress);
        if (answer.status == 200) {
            m_facts.mostLikeliest = count == tried[0] ? 0 : count;
            const OpenaiAnswer told = openaiAnswerIn(m_connection, answer.body); // no place: a token that is not named
            const auto listed =
                told.places.empty() || !told.places[0].top ? std::size_t(0) : told.places[0].top->size();
            if (listed > 0 && listed <= mostSilently)
                m_facts.mostLikeliest = std::min(int(listed), count);
            return;
        }
        if (const int most = firstNumberBehind(answer.body, "logprobs is "); most > 0) {
            m_facts.mostLikeliest = most;
            return;
        }
    }
    refuseToTell();
}

void OpenaiServer::useVocabulary(const std::shared_ptr<const Tokenizer>& tokenizer)
{
    m_strings = std::make_shared<const TokenStrings>(tokenizer);
    // All can be told only where each has a string of its own.
    if (const int distinct = m_strings->distinct(); distinct < m_strings->tokenizer().size()) {
        m_facts.ownStrings = std::max(1, distinct); // a letter is looked for below
        m_facts.mostLikeliest = m_facts.mostLikeliest == 0 ? distinct : std::min(m_facts.mostLikeliest, distinct);
    } else if (m_facts.mostLikeliest >= distinct) {
        m_facts.mostLikeliest = 0;
    }
    if (m_strings->letter() == noToken)
        throw TargetUnavailable(message("The vocabulary has no token of one letter, by which the server {} could be "
                                        "asked: use llama-server, vLLM or SGLang.",
                                        m_connection.name()));
}

json OpenaiServer::request(const std::string& prompt, int count) const
{
    return {{"model", m_model},
            {"prompt", prompt},
            {"max_tokens", 1}, // 0 would be as many as there is room for
            {"logprobs", count},
            {"temperature", 0},
            {"top_p", 1},
            {"top_k", 0},
            {"min_p", 0},
            {"repeat_penalty", 1},
            {"presence_penalty", 0},
            {"frequency_penalty", 0},
            {"stream", false}};
}

OpenaiAnswer OpenaiServer::answerTo(const json& asked, std::size_t places, const Progress& progress)
{
    const int count = asked["logprobs"].get<int>();
    return openaiAnswerIn(m_connection,
                          m_connection.post("/v1/completions", asked.dump(), mostOpenaiBytes(places, count), progress));
}

OpenaiAnswer OpenaiServer::chosen(const std::string& text, const Biases& biases, int count, const Progress& progress)
{
    json asked = request(text, count);
    for (const auto& [token, bias] : biases)
        asked["logit_bias"][std::to_string(token)] = bias;
    return answerTo(asked, 1, progress);
}

Message OpenaiServer::insideOfACharacter() const
{
    return message("The server {} takes a prompt as text, and a text is needed that ends inside of a character: "
                   "use a server that takes token ids (llama-server, vLLM, SGLang).",
                   m_connection.name());
}

Message OpenaiServer::whyNot(std::span<const TokenId> ids) const
{
    const std::string text = m_strings->textOf(ids);
    if (text.empty() || m_strings->isSplitInto(text, ids))
        return text.empty() ? message("The server {} takes no empty prompt: write one.", m_connection.name())
                            : Message();
    if (!isUtf8(text))
        return insideOfACharacter();
    constexpr std::size_t shownTokens = 4;
    const std::string end = m_strings->tokenizer().decode(ids.last(std::min(ids.size(), shownTokens)));
    return message("The server {} takes a prompt as text, and would split a text that ends with \"{}\" into other "
                   "tokens than those that were written: use a server that takes token ids "
                   "(llama-server, vLLM, SGLang).",
                   m_connection.name(), printableName(end));
}

std::string OpenaiServer::textOrRefuse(std::span<const TokenId> ids) const
{
    if (const Message why = whyNot(ids); !why.empty())
        throw TargetUnavailable(why);
    return m_strings->textOf(ids);
}

std::vector<ToldContext> OpenaiServer::ask(const std::vector<AskedContext>& contexts, int count,
                                           const Progress& progress)
{
    std::vector<ToldContext> told(contexts.size());
    std::vector<Message> why;
    for (const AskedContext& context : contexts)
        why.push_back(whyNot(context.text));
    for (const std::size_t leaf : leavesOf(contexts)) {
        std::vector<std::size_t> path = pathTo(contexts, leaf);
        // What ends inside of a character is told on the way to a longer text.
        while (!path.empty() && !why[path.front()].empty())
            path.erase(path.begin());
        if (!path.empty() && !askPath(contexts, path, count, told, progress))
            m_connection.refuse(message("it splits the text into other tokens than those that were asked for"));
    }
    for (std::size_t c = 0; c < contexts.size(); ++c) {
        if (!told[c].likeliest.empty())
            continue;
        if (!why[c].empty()) {
            told[c].whyUntold = why[c];
            continue;
        }
        try {
            findLikeliest(m_strings->textOf(contexts[c].text), told[c], progress);
        } catch (const TargetUnavailable& unavailable) { // as above: the round need not come to it
            if (unavailable.mayPass())
                throw;
            told[c] = {};
            told[c].whyUntold = unavailable.sentence();
        }
    }
    return told;
}

bool OpenaiServer::askPath(const std::vector<AskedContext>& contexts, const std::vector<std::size_t>& path, int count,
                           std::vector<ToldContext>& told, const Progress& progress)
{
    const std::vector<TokenId>& ids = contexts[path.front()].text;
    const std::string text = m_strings->textOf(ids);
    json asked = request(text, count);
    asked["echo"] = true;
    asked["logit_bias"][std::to_string(m_strings->letter())] = chosenBias; // else the text might end there
    const OpenaiAnswer answer = answerTo(asked, ids.size() + 1, progress);
    const auto places = placesOf(answer, ids, *m_strings);
    if (!places || (answer.promptTokens > 0 && answer.promptTokens != int(ids.size())))
        return false;
    const bool tellsWhatComes = places->back() >= 0;
    for (const std::size_t c : path) {
        if (!told[c].likeliest.empty() || !told[c].others.empty())
            continue; // on another path, too
        const std::size_t length = contexts[c].text.size();
        const int at = (*places)[tellsWhatComes ? length : length - 1];
        const bool isTold = at >= 0 && answer.places[std::size_t(at)].top;
        if (isTold) {
            told[c] = toldAt(answer.places[std::size_t(at)], count, count, *m_strings);
            // p of what follows there, also where its string is not its own
            const TokenId own =
                tellsWhatComes ? (length < ids.size() ? ids[length] : m_strings->letter()) : ids[length - 1];
            if (m_strings->only(answer.places[std::size_t(at)].token) == noToken)
                told[c].others.push_back({own, answer.places[std::size_t(at)].logP});
        } else if (const Message why = whyNot(contexts[c].text); why.empty()) { // of the first place nothing is told
            told[c] = toldBehind(m_strings->textOf(contexts[c].text), count, progress);
        } else {
            told[c].whyUntold = why;
        }
    }
    return true;
}

ToldContext OpenaiServer::toldBehind(const std::string& text, int count, const Progress& progress)
{
    const OpenaiAnswer answer = chosen(text, {{m_strings->letter(), chosenBias}}, count, progress);
    if (answer.places.empty() || !answer.places[0].top)
        m_connection.refuse(message("it lists no tokens behind the prompt"));
    return toldAt(answer.places[0], count, count, *m_strings);
}

void OpenaiServer::findLikeliest(const std::string& text, ToldContext& told, const Progress& progress)
{
    OpenaiAnswer answer = chosen(text, {}, 1, progress);
    // From its second answer on the server has the text cached, and tells the same of it each time.
    if (!answer.places.empty() && m_strings->only(answer.places[0].token) == noToken)
        answer = chosen(text, {}, 1, progress);
    TokenLogProbability first;
    if (answer.places.empty()) {
        const std::vector<TokenLogProbability> found = allUnnamed(text, progress);
        first = *std::ranges::max_element(found, {}, &TokenLogProbability::logP);
        told.others.insert(told.others.end(), found.begin(), found.end());
    } else {
        first = likeliestOf(text, answer.places[0], progress);
    }
    std::erase_if(told.others, [&first](const TokenLogProbability& one) { return one.token == first.token; });
    told.likeliest = {first};
    told.lacksSome = true;
}

std::optional<Message> OpenaiServer::differenceOf(std::string_view text, const Progress& progress)
{
    const auto ids = m_strings->tokenizer().encodePrompt(text);
    if (!ids)
        return std::nullopt;
    constexpr int wanted = 10;
    const int count = m_facts.mostLikeliest == 0 ? wanted : std::min(wanted, m_facts.mostLikeliest);
    json asked = request(std::string(text), count);
    asked["echo"] = true;
    asked["logit_bias"][std::to_string(m_strings->letter())] = chosenBias;
    const OpenaiAnswer answer = answerTo(asked, ids->size() + 1, progress);
    const auto places = placesOf(answer, *ids, *m_strings);
    if (!places || (answer.promptTokens > 0 && answer.promptTokens != int(ids->size()))) {
        std::vector<std::string> here;
        for (const TokenId id : *ids)
            if (id != m_strings->tokenizer().bos())
                here.push_back(m_strings->shown(id));
        std::size_t at = 0;
        while (at < here.size() && at < answer.places.size() && here[at] == answer.places[at].token)
            ++at;
        const auto named = [&](const std::string& name) { return "\"" + printableName(name) + "\""; };
        return message("they split a text differently: its token {} is {} here and {} there", at + 1,
                       at < here.size() ? named(here[at]) : "none",
                       at < answer.places.size() ? named(answer.places[at].token) : "none");
    }
    // What stands at the last place has to be what is told behind the text.
    const int last = places->back() >= 0 ? places->back() : (*places)[ids->size() - 1];
    const OpenaiAnswer behind = chosen(std::string(text), {{m_strings->letter(), chosenBias}}, count, progress);
    if (last < 0 || !answer.places[std::size_t(last)].top || behind.places.empty() || !behind.places[0].top)
        m_connection.refuse(message("it lists no tokens behind the prompt"));
    if (!isSameRow(*answer.places[std::size_t(last)].top, behind.places[0], *m_strings))
        m_connection.refuse(message("it tells something else behind a prompt that it repeats"));
    // Equal strings do not prove equal ids, and the lists above have no ids. logit_bias takes ids: a token that is made
    // the choice by its id has to come back with the string that it has here.
    constexpr int spots = 16;
    const int size = m_strings->tokenizer().size();
    for (int spot = 0; spot < std::min(spots, size); ++spot) {
        const TokenId token = TokenId(std::int64_t(spot) * size / std::min(spots, size));
        if (m_strings->only(m_strings->shown(token)) == noToken || m_strings->isUnfinished(token))
            continue;
        const OpenaiAnswer one = chosen(std::string(text), {{token, chosenBias}}, 1, progress);
        if (one.places.empty() || one.places[0].token != m_strings->shown(token))
            return message("their vocabularies differ: token {} is \"{}\" here and \"{}\" there", token,
                           printableName(m_strings->shown(token)),
                           one.places.empty() ? "" : printableName(one.places[0].token));
    }
    return Message();
}

} // namespace draftscope
