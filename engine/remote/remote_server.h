// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/token.h"
#include "engine/remote/server_connection.h"
#include "engine/remote/server_spec.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

struct TokenLogProbability {
    TokenId token = noToken;
    double logP = 0; ///< natural, of the softmax of unchanged logits
};

/// A text of a round, behind which the server is to say what is likely. The texts of a round stand in the order of its
/// nodes, so that each comes after the one that it continues.
struct AskedContext {
    std::vector<TokenId> text; ///< whole
    int parent = -1;           ///< the context without the last token, by place in the round; -1: the root
};

/// What a server told behind a text.
struct ToldContext {
    std::vector<TokenLogProbability> likeliest; ///< as it listed them, the likeliest first
    std::vector<TokenLogProbability> others;    ///< p of tokens of the round that follow there, told besides
    bool lacksSome = false; ///< it cannot name every token: `likeliest` ends before the first of those
    Message whyUntold = {}; ///< a sentence, where this text cannot be asked for; then all else is empty
};

/// What a server is.
struct ServerFacts {
    std::string kind;       ///< one of serverKinds()
    std::string shownKind;  ///< "llama-server", "vLLM", "SGLang", "OpenAI completions"
    std::string model;      ///< as it names it, without a path
    int vocabularySize = 0; ///< 0 where it does not say
    int contextLength = 0;  ///< likewise
    int mostLikeliest = 0;  ///< tokens that it lists behind a text at most; 0: all
    int ownStrings = 0; ///< where it names tokens by strings: tokens with one of their own; 0: all, or not known yet
};

/// A server that computes next-token distributions, asked in its own words. What it answers is not checked here beyond
/// its form: RemoteTarget does that for all of them. All functions that ask throw TargetUnavailable and Cancelled.
/// Belongs to one thread.
class RemoteServer {
public:
    explicit RemoteServer(ServerConnection connection) : m_connection(std::move(connection)) {}
    virtual ~RemoteServer() = default;
    RemoteServer(const RemoteServer&) = delete;
    RemoteServer& operator=(const RemoteServer&) = delete;

    [[nodiscard]] const ServerFacts& facts() const { return m_facts; }
    [[nodiscard]] const ServerConnection& connection() const { return m_connection; }
    void countDraw() { m_connection.addDraw(); }
    /// What it says that it is, now; another one may have been started at its address.
    virtual ServerFacts look(const Progress& progress) = 0;

    /// What the ids stand for, for servers that take and tell texts only; before anything below is asked.
    virtual void useVocabulary(const std::shared_ptr<const Tokenizer>& /*tokenizer*/) {}

    /// `count` likeliest tokens behind each text. `others` are told where they cost nothing.
    virtual std::vector<ToldContext> ask(const std::vector<AskedContext>& contexts, int count,
                                         const Progress& progress) = 0;
    /// ln p of a token behind a text.
    virtual double logProbabilityOf(const std::vector<TokenId>& text, TokenId token, const Progress& progress) = 0;
    /// A token that the server draws from p at temperature 1 without filters.
    virtual TokenLogProbability draw(const std::vector<TokenId>& text, double u, const Progress& progress) = 0;
    /// Ids of a text as the server makes them, with what it puts in front of a prompt where `isPrompt`; nothing where
    /// it has no way to ask.
    virtual std::optional<std::vector<TokenId>> encode(std::string_view text, bool isPrompt,
                                                       const Progress& progress) = 0;
    /// For a server that cannot say ids: how it splits a prompt otherwise than useVocabulary() says, as the end of a
    /// sentence; an empty one where it does not, nothing where encode() can be asked.
    virtual std::optional<Message> differenceOf(std::string_view, const Progress&) { return std::nullopt; }
    /// The bytes of every token of the vocabulary, empty for control tokens; empty where it cannot tell them at once.
    virtual std::vector<std::string> texts(const Progress& progress) = 0;
    /// The text of ids; nothing where it has no way to ask.
    virtual std::optional<std::string> decode(std::span<const TokenId> tokens, const Progress& progress) = 0;

protected:
    ServerConnection m_connection;
    ServerFacts m_facts;
};

/// "llama-server", "vllm", "sglang", "openai".
[[nodiscard]] std::span<const std::string_view> serverKinds();

/// Finds out what answers at the address. Errors: no server that is known, or none that can be asked.
[[nodiscard]] Result<std::unique_ptr<RemoteServer>> connectServer(const ServerSpec& spec, const std::string& key,
                                                                  const Progress& progress = {});

} // namespace draftscope
