// SPDX-License-Identifier: MIT
// Private to this folder: llama-server of llama.cpp, by its documented fields (tools/server/README.md there).
#pragma once

#include "engine/remote/remote_server.h"

namespace draftscope {

/// With post_sampling_probs false, what it tells of a token is of the unchanged logits, whatever it was made to choose
/// by a bias. So the probability of one token that is not among the likeliest is told when it is made to choose that
/// one. It tells nothing where it chooses a token that ends inside of a character; so otherwise it is made to choose
/// one that does not.
class LlamaServer final : public RemoteServer {
public:
    /// Throws TargetUnavailable and Cancelled.
    LlamaServer(ServerConnection connection, const Progress& progress);

    ServerFacts look(const Progress& progress) override;
    std::vector<ToldContext> ask(const std::vector<AskedContext>& contexts, int count,
                                 const Progress& progress) override;
    double logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress) override;
    TokenLogProbability draw(const std::vector<TokenId>& text, double u, const Progress& progress) override;
    std::optional<std::vector<TokenId>> encode(std::string_view text, bool isPrompt, const Progress& progress) override;
    std::vector<std::string> texts(const Progress& progress) override;
    std::optional<std::string> decode(std::span<const TokenId> tokens, const Progress& progress) override;

private:
    TokenId m_wholeToken = noToken; ///< that does not end inside of a character
};

} // namespace draftscope
