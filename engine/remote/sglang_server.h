// SPDX-License-Identifier: MIT
// Private to this folder: SGLang's /generate, by its documented fields.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/remote/remote_server.h"

namespace draftscope {

/// Told of a whole path of a round in one pass, from the place on where the round begins (logprob_start_len).
class SglangServer final : public RemoteServer {
public:
    /// Throws TargetUnavailable and Cancelled.
    SglangServer(ServerConnection connection, const Progress& progress);

    ServerFacts look(const Progress& progress) override;
    std::vector<ToldContext> ask(const std::vector<AskedContext>& contexts, int count,
                                 const Progress& progress) override;
    double logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress) override;
    TokenLogProbability draw(const std::vector<TokenId>& text, double u, const Progress& progress) override;
    std::optional<std::vector<TokenId>> encode(std::string_view text, bool isPrompt, const Progress& progress) override;
    std::vector<std::string> texts(const Progress&) override { return {}; }
    std::optional<std::string> decode(std::span<const TokenId> tokens, const Progress& progress) override;

private:
    /// "meta_info" of each text. Throws.
    std::vector<nlohmann::json> generate(const nlohmann::json& texts, std::size_t from, int count, double seed,
                                         std::size_t mostBytes, const Progress& progress);
};

} // namespace draftscope
