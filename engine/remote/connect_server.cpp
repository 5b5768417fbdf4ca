// SPDX-License-Identifier: MIT
// Which kind of server answers.
#include <array>

#include "engine/core/target_unavailable.h"
#include "engine/remote/llama_server.h"
#include "engine/remote/openai_server.h"
#include "engine/remote/remote_server.h"
#include "engine/remote/server_json.h"
#include "engine/remote/sglang_server.h"
#include "engine/remote/vllm_server.h"

namespace draftscope {
namespace {

constexpr std::array<std::string_view, 4> kindsOfServers = {"llama-server", "vllm", "sglang", "openai"};

/// Whether it answers a page with this member.
bool hasPage(ServerConnection& connection, const char* path, const char* member, const Progress& progress)
{
    const ServerAnswer answer = connection.ask(path, {}, mostOfPage, progress);
    return answer.status == 200 && !memberOf(jsonOrNull(answer.body), member).is_null();
}

std::string kindOf(ServerConnection& connection, const Progress& progress)
{
    if (hasPage(connection, "/props", "default_generation_settings", progress))
        return "llama-server";
    if (hasPage(connection, "/get_model_info", "model_path", progress))
        return "sglang";
    const ServerAnswer models = connection.ask("/v1/models", {}, mostOfPage, progress);
    const nlohmann::json listed = jsonOrNull(models.body);
    if (const nlohmann::json& data = memberOf(listed, "data"); models.status == 200 && !data.is_null())
        return !data.is_array() || data.empty() || !memberOf(data[0], "max_model_len").is_null()
                || textIn(data[0], "owned_by") == "vllm"
            ? "vllm"
            : "openai";
    throw TargetUnavailable(message("The server {} is none that is known: start llama-server, vLLM, SGLang or "
                                    "llama-cpp-python there, or write kind= behind the # of its address.",
                                    connection.name()));
}

} // namespace

std::span<const std::string_view> serverKinds()
{
    return kindsOfServers;
}

Result<std::unique_ptr<RemoteServer>> connectServer(const ServerSpec& spec, const std::string& key,
                                                    const Progress& progress)
{
    try {
        ServerConnection connection({spec.url, key, spec.silence});
        const std::string kind = spec.kind.empty() ? kindOf(connection, progress) : spec.kind;
        std::unique_ptr<RemoteServer> server;
        if (kind == "llama-server")
            server = std::make_unique<LlamaServer>(std::move(connection), progress);
        else if (kind == "sglang")
            server = std::make_unique<SglangServer>(std::move(connection), progress);
        else if (kind == "openai")
            server = std::make_unique<OpenaiServer>(std::move(connection), progress);
        else
            server = std::make_unique<VllmServer>(std::move(connection), progress);
        if (const int size = server->facts().vocabularySize; size > ServerSpec::mostProbabilities)
            server->connection().refuse(message("it says that its model has {} tokens", size));
        return server;
    } catch (const TargetUnavailable& unavailable) {
        return failureOf(unavailable.sentence());
    } catch (const Cancelled&) {
        return fail("Asking the server at {} was cancelled.", spec.url);
    }
}

} // namespace draftscope
