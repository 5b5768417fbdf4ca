// SPDX-License-Identifier: MIT
// Private to this folder: /v1/completions with echo and logprobs, as OpenAI had it and llama-cpp-python answers it.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/remote/openai_answer.h"
#include "engine/remote/remote_server.h"
#include "engine/remote/token_strings.h"

namespace draftscope {

/// Takes prompts as text and names tokens by their strings. So the text of the ids is sent, and each token of the
/// answer is compared with its id. Several tokens can have the same string. p of one of them is asked for with
/// logit_bias, which takes ids: the biased token becomes the choice, and its log-probability is told as it is without
/// the bias.
///
/// llama-cpp-python (0.3.36, llama.py: _create_completion) tells at each place of an echo what comes *behind* it where
/// the prompt does not begin with BOS, and what comes there where it does. Both is recognised, by whether the token
/// behind the prompt is listed.
class OpenaiServer final : public RemoteServer {
public:
    /// Throws TargetUnavailable and Cancelled.
    OpenaiServer(ServerConnection connection, const Progress& progress);

    ServerFacts look(const Progress& progress) override;
    void useVocabulary(const std::shared_ptr<const Tokenizer>& tokenizer) override;
    std::vector<ToldContext> ask(const std::vector<AskedContext>& contexts, int count,
                                 const Progress& progress) override;
    double logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress) override;
    TokenLogProbability draw(const std::vector<TokenId>& text, double u, const Progress& progress) override;
    std::optional<std::vector<TokenId>> encode(std::string_view, bool, const Progress&) override { return {}; }
    std::optional<Message> differenceOf(std::string_view text, const Progress& progress) override;
    std::vector<std::string> texts(const Progress&) override { return {}; }
    std::optional<std::string> decode(std::span<const TokenId>, const Progress&) override { return {}; }

private:
    static constexpr double chosenBias = 100; ///< makes any token the choice; OpenAI takes no more
    using Biases = std::vector<std::pair<TokenId, double>>;
    [[nodiscard]] nlohmann::json request(const std::string& prompt, int count) const;
    OpenaiAnswer answerTo(const nlohmann::json& asked, std::size_t places, const Progress& progress);
    void askWhat(const Progress& progress);
    /// What it chooses behind a text with these biases. No place: one of unnamedTokens().
    OpenaiAnswer chosen(const std::string& text, const Biases& biases, int count, const Progress& progress);
    /// Of a whole path; nothing where the strings are not those of the ids.
    bool askPath(const std::vector<AskedContext>& contexts, const std::vector<std::size_t>& path, int count,
                 std::vector<ToldContext>& told, const Progress& progress);
    ToldContext toldBehind(const std::string& text, int count, const Progress& progress);
    /// Puts the likeliest token in front, where its string is that of several tokens.
    void findLikeliest(const std::string& text, ToldContext& told, const Progress& progress);
    TokenLogProbability likeliestOf(const std::string& text, const OpenaiPlace& place, const Progress& progress);
    TokenLogProbability amongThoseOf(const std::string& text, const OpenaiPlace& place, const Progress& progress);
    double logProbabilityOfUnnamed(const std::string& text, TokenId token, const Progress& progress);
    std::vector<TokenLogProbability> allUnnamed(const std::string& text, const Progress& progress);
    const std::vector<TokenId>& unnamedTokens(const std::string& text, const Progress& progress);
    [[nodiscard]] Message insideOfACharacter() const;
    /// Empty where the ids can be asked for as a text.
    [[nodiscard]] Message whyNot(std::span<const TokenId> ids) const;
    [[nodiscard]] std::string textOrRefuse(std::span<const TokenId> ids) const;

    std::shared_ptr<const TokenStrings> m_strings;
    std::string m_model;            ///< as it names it, whole: OpenAI's interface wants it in each request
    std::vector<TokenId> m_unnamed; ///< tokens that leave no trace in an answer, as far as asked for
};

} // namespace draftscope
