// SPDX-License-Identifier: MIT
#include "engine/attach/watched_server.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/attach/served_rounds.h"
#include "engine/attach/served_stream.h"
#include "engine/core/json_parser.h"
#include "engine/core/stopwatch.h"
#include "engine/core/target_unavailable.h"
#include "engine/core/utf8.h"
#include "engine/remote/server_spec.h"

namespace draftscope {
namespace {

using nlohmann::json;

constexpr std::size_t mostOfAnswer = 4'000'000; ///< bytes of an answer that is no stream
constexpr int tokensWithoutDraft = 2; ///< the second one is verified, and llama-server drafts for what comes behind it

std::string spelled(const json& request)
{
    return request.dump(-1, ' ', false, json::error_handler_t::replace);
}

json pageOf(const std::string& body)
{
    ParsedJson parsed = parseJson(body);
    return parsed.flaw == ParsedJson::Flaw::none ? std::move(parsed.document) : json();
}

/// Whether it answers a page with this member.
bool answersWith(ServerConnection& connection, const char* path, const char* member, const Progress& progress)
{
    const ServerAnswer answer = connection.ask(path, {}, mostOfAnswer, progress);
    return answer.status == 200 && !servedMember(pageOf(answer.body), member).is_null();
}

ServerKind kindThatAnswers(ServerConnection& connection, const Progress& progress)
{
    if (answersWith(connection, "/props", "default_generation_settings", progress))
        return ServerKind::llamaServer;
    if (answersWith(connection, "/get_model_info", "model_path", progress))
        return ServerKind::sglang;
    if (answersWith(connection, "/version", "version", progress))
        return ServerKind::vllm;
    throw TargetUnavailable(message("The server {} is none that can be watched: start llama-server, vLLM or SGLang "
                                    "there, or check the address.",
                                    connection.name()));
}

json llamaWatchRequest(const WatchedRequest& request)
{
    return {{"n_predict", request.mostTokens},
            {"temperature", request.temperature},
            {"samplers", {"temperature"}},
            {"seed", std::uint32_t(request.seed % 4'294'967'295U)},
            {"top_k", 0},
            {"top_p", 1.0},
            {"min_p", 0.0},
            {"stream", true},
            {"return_tokens", true},
            {"timings_per_token", true},
            {"cache_prompt", true}};
}

json vllmWatchRequest(const WatchedRequest& request, const std::string& model)
{
    json asked = {{"model", model},
                  {"max_tokens", request.mostTokens},
                  {"temperature", request.temperature},
                  {"seed", request.seed},
                  {"stream", true},
                  {"stream_options", {{"include_usage", true}, {"continuous_usage_stats", true}}},
                  {"return_token_ids", true}};
    if (request.isChat) {
        asked["messages"] = json::array({{{"role", "user"}, {"content", request.prompt}}});
    } else {
        asked["prompt"] = request.prompt;
        asked["logprobs"] = 0; // with the texts of tokens, one by one
    }
    return asked;
}

json sglangWatchRequest(const WatchedRequest& request)
{
    return {{"text", request.prompt},
            {"sampling_params", {{"max_new_tokens", request.mostTokens}, {"temperature", request.temperature}}},
            {"return_logprob", true},
            {"return_text_in_logprobs", true},
            {"stream", true}};
}

/// A text or its bytes, as llama-server tells what a token is.
std::string pieceText(const json& piece)
{
    if (piece.is_string())
        return piece.get<std::string>();
    std::string bytes;
    if (piece.is_array())
        for (const json& byte : piece)
            if (byte.is_number_unsigned() && byte.get<std::uint64_t>() < 256)
                bytes += char(byte.get<int>());
    return bytes;
}

/// A number of Prometheus' text form, all labels together; nothing where there is none.
std::optional<double> metricIn(const std::string& page, std::string_view name)
{
    std::optional<double> sum;
    for (std::size_t at = 0; at < page.size();) {
        const std::size_t end = std::min(page.find('\n', at), page.size());
        const std::string line = page.substr(at, end - at);
        at = end + 1;
        const std::size_t space = line.rfind(' ');
        const std::string said = line.substr(0, line.find('{'));
        if (line.starts_with('#') || space == std::string::npos || said.substr(0, said.find(' ')) != name)
            continue;
        double number = 0; // not by strtod(), which reads as the language of the window writes
        if (std::from_chars(line.data() + space + 1, line.data() + line.size(), number).ec == std::errc()
            && std::isfinite(number))
            sum = sum.value_or(0) + number;
    }
    return sum;
}

} // namespace

Result<WatchedServer> WatchedServer::connect(const std::string& address, const std::string& key,
                                             const Progress& progress)
{
    const auto spec = readServerSpec(address);
    if (!spec)
        return tl::unexpected(spec.error());
    try {
        ServerConnection connection({spec->url, key, spec->silence});
        const ServerKind kind = spec->kind == "llama-server" ? ServerKind::llamaServer
            : spec->kind == "vllm"                           ? ServerKind::vllm
            : spec->kind == "sglang"                         ? ServerKind::sglang
                                                             : kindThatAnswers(connection, progress);
        WatchedServer server(std::move(connection), kind);
        server.learnModel(progress);
        return server;
    } catch (const TargetUnavailable& unavailable) {
        return failureOf(unavailable.sentence());
    } catch (const Cancelled&) {
        return fail("Asking the server at {} was cancelled.", spec->url);
    }
}

void WatchedServer::learnModel(const Progress& progress)
{
    if (m_kind == ServerKind::sglang) {
        m_model = servedWords(pageOf(m_connection.get("/get_model_info", mostOfAnswer, progress)), "model_path");
        return;
    }
    const json models = pageOf(m_connection.get("/v1/models", mostOfAnswer, progress));
    if (const json& data = servedMember(models, "data"); data.is_array() && !data.empty())
        m_model = servedWords(data[0], "id");
    if (m_model.empty() && m_kind == ServerKind::vllm)
        m_connection.refuse(message("it does not say which model it has"));
}

void WatchedServer::preparePrompt(const WatchedRequest& request, ServedText& text, const Progress& progress)
{
    text.kind = m_kind;
    text.model = m_model;
    text.prompt = request.prompt;
    text.sampler.emplace().temperature = request.temperature;
    if (m_kind != ServerKind::llamaServer)
        return;
    if (request.isChat) {
        const json messages = {{"messages", json::array({{{"role", "user"}, {"content", request.prompt}}})}};
        const json page = pageOf(m_connection.post("/apply-template", spelled(messages), mostOfAnswer, progress));
        text.prompt = servedWords(page, "prompt");
        if (text.prompt.empty())
            m_connection.refuse(message("it makes no text of a chat message"));
    }
    const json asked = {
        {"content", text.prompt}, {"add_special", true}, {"parse_special", true}, {"with_pieces", true}};
    const std::size_t most = mostOfAnswer + text.prompt.size() * 64;
    const json page = pageOf(m_connection.post("/tokenize", spelled(asked), most, progress));
    if (const json& tokens = servedMember(page, "tokens"); tokens.is_array())
        for (const json& token : tokens)
            if (const auto id = servedCount(token, "id"); id && *id) {
                text.promptTokens.push_back(**id);
                text.promptTexts.push_back(pieceText(servedMember(token, "piece")));
            }
}

WatchedText WatchedServer::watch(const WatchedRequest& request, const std::function<void(const ServedText&)>& onText,
                                 const std::function<void(std::string_view)>& onBytes, const Progress& progress)
{
    WatchedText watched;
    if (request.isChat && m_kind == ServerKind::sglang) {
        watched.error =
            fail("SGLang tells nothing of its drafts for chats: give the whole prompt, as its chat template "
                 "makes it.")
                .value();
        return watched;
    }
    ServedText known;
    ServedStream stream;
    Stopwatch clock;
    bool hasBegun = false;
    // What is known before the stream says more.
    const auto sofar = [&]() -> ServedText {
        if (stream.texts().empty())
            return known;
        ServedText text = stream.texts().back();
        text.prompt = known.prompt;
        if (!known.promptTokens.empty()) {
            text.promptTokens = known.promptTokens;
            text.promptTexts = known.promptTexts;
        }
        text.sampler = known.sampler;
        text.model = text.model.empty() ? known.model : text.model;
        return text;
    };
    try {
        preparePrompt(request, known, progress);
        const char* path = "/completion";
        json asked = llamaWatchRequest(request);
        asked["prompt"] = known.prompt;
        if (m_kind == ServerKind::vllm) {
            path = request.isChat ? "/v1/chat/completions" : "/v1/completions";
            asked = vllmWatchRequest(request, m_model);
        } else if (m_kind == ServerKind::sglang) {
            path = "/generate";
            asked = sglangWatchRequest(request);
        }
        m_connection.stream(
            path, spelled(asked),
            [&](std::string_view bytes) {
                if (onBytes)
                    onBytes(bytes);
                if (const auto added = stream.add(bytes); !added)
                    watched.error = errorOf(m_connection.withoutKey(added.error().message()));
                if (std::exchange(hasBegun, hasBegun || !stream.texts().empty()))
                    watched.clockMilliseconds += clock.lap();
                else
                    clock.lap();
                if (!watched.error && onText && !stream.texts().empty())
                    onText(sofar());
                return !watched.error;
            },
            progress);
    } catch (const TargetUnavailable& unavailable) {
        watched.error = errorOf(unavailable.sentence());
    } catch (const Cancelled&) {
        watched.isCancelled = true;
    }
    const auto finished = stream.finish();
    if (!finished && !watched.error && !watched.isCancelled)
        watched.error = errorOf(m_connection.withoutKey(finished.error().message()));
    watched.text = sofar();
    return watched;
}

Result<std::vector<double>> WatchedServer::plainSteps(const ServedText& text, int count, const Progress& progress)
{
    std::vector<double> steps;
    if (m_kind != ServerKind::llamaServer || text.rounds.empty())
        return steps;
    try {
        for (int i = 0; i < count; ++i) {
            std::string before = text.prompt;
            for (std::size_t r = 0; r < text.rounds.size() * std::size_t(i) / std::size_t(count); ++r)
                for (const ServedToken& token : text.rounds[r].tokens)
                    before += token.text;
            const json asked = {
                {"prompt", before}, {"n_predict", tokensWithoutDraft}, {"temperature", 0}, {"cache_prompt", true}};
            const json page =
                pageOf(m_connection.post("/completion", spelled(asked), mostOfAnswer + 8 * before.size(), progress));
            const json& timings = servedMember(page, "timings");
            const auto written = servedNumber(timings, "predicted_n"), took = servedNumber(timings, "predicted_ms");
            if (written == tokensWithoutDraft && took && servedNumber(timings, "draft_n").value_or(0) == 0)
                steps.push_back(*took);
        }
    } catch (const TargetUnavailable& unavailable) {
        return failureOf(unavailable.sentence());
    } catch (const Cancelled&) {
        steps.clear();
    }
    return steps;
}

std::optional<ServerTotals> WatchedServer::totals(const Progress& progress)
{
    try {
        const ServerAnswer answer = m_connection.ask("/metrics", {}, mostOfAnswer, progress);
        if (answer.status != 200)
            return std::nullopt;
        // vLLM's names, and those of llama-server, which took them over.
        for (const std::string prefix : {"llamacpp:", "vllm:"}) {
            const auto drafted = metricIn(answer.body, prefix + "spec_decode_num_draft_tokens_total"),
                       accepted = metricIn(answer.body, prefix + "spec_decode_num_accepted_tokens_total"),
                       steps = metricIn(answer.body, prefix + "spec_decode_num_drafts_total");
            if (drafted && accepted && steps)
                return ServerTotals{*drafted, *accepted, *steps};
        }
    } catch (const TargetUnavailable&) {
        return std::nullopt;
    } catch (const Cancelled&) {
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace draftscope
