// SPDX-License-Identifier: MIT
// Private to this folder: vLLM's /v1/completions, by its documented fields.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/remote/remote_server.h"

namespace draftscope {

/// The log-probabilities of a prompt's tokens (prompt_logprobs) are told of a whole path of a round in one pass, with
/// the likeliest ones at each place and p of the path's own tokens.
class VllmServer final : public RemoteServer {
public:
    /// Throws TargetUnavailable and Cancelled.
    VllmServer(ServerConnection connection, const Progress& progress);

    ServerFacts look(const Progress& progress) override;
    std::vector<ToldContext> ask(const std::vector<AskedContext>& contexts, int count,
                                 const Progress& progress) override;
    double logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress) override;
    TokenLogProbability draw(const std::vector<TokenId>& text, double u, const Progress& progress) override;
    std::optional<std::vector<TokenId>> encode(std::string_view text, bool isPrompt, const Progress& progress) override;
    std::vector<std::string> texts(const Progress&) override { return {}; }
    std::optional<std::string> decode(std::span<const TokenId> tokens, const Progress& progress) override;

private:
    [[nodiscard]] nlohmann::json request(const nlohmann::json& prompt) const;
    /// The choices by their index. Throws.
    std::vector<nlohmann::json> choicesOf(const nlohmann::json& asked, std::size_t count, std::size_t mostBytes,
                                          const Progress& progress);
    void askWhat(ServerFacts& facts, const Progress& progress);
    std::vector<ToldContext> askOneByOne(const std::vector<AskedContext>& contexts, int count,
                                         const Progress& progress);
    std::vector<TokenLogProbability> behindPrompt(const nlohmann::json& choice) const;
    std::vector<TokenLogProbability> atPlace(const nlohmann::json& choice, std::size_t place) const;
};

} // namespace draftscope
