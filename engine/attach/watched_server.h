// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/attach/served_text.h"
#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/remote/server_connection.h"

namespace draftscope {

/// What a server is asked to write.
struct WatchedRequest {
    std::string prompt;
    bool isChat = false; ///< the prompt is a message, and the server's chat template makes the text of it
    int mostTokens = 128;
    double temperature = 0; ///< 0: greedy. No other filter is asked for
    std::uint64_t seed = 0;
};

/// What has come of it. Where something went wrong in the middle, the text until there is kept.
struct WatchedText {
    ServedText text;
    std::optional<Error> error;
    bool isCancelled = false;
    double clockMilliseconds = 0; ///< from the first token to the last one, by this machine's clock
};

/// The sums of all that a server has done since it was started, as its /metrics says.
struct ServerTotals {
    double drafted = 0, accepted = 0, steps = 0;
};

/// A server that speculates by itself: asked for texts, and watched while it writes them. Belongs to one thread.
class WatchedServer {
public:
    /// Finds out which kind of server it is. Errors: none that is known, or none that answers.
    [[nodiscard]] static Result<WatchedServer> connect(const std::string& address, const std::string& key,
                                                       const Progress& progress = {});

    [[nodiscard]] ServerKind kind() const { return m_kind; }
    [[nodiscard]] const std::string& model() const { return m_model; }     ///< as it names it; empty where it does not
    [[nodiscard]] std::string name() const { return m_connection.name(); } ///< host and port

    /// The text, told to `onText` as it grows. onBytes: gets the stream as it comes, where it is wanted.
    [[nodiscard]] WatchedText watch(const WatchedRequest& request, const std::function<void(const ServedText&)>& onText,
                                    const std::function<void(std::string_view)>& onBytes = {},
                                    const Progress& progress = {});

    /// Milliseconds of single steps without a draft, by the same server, at places along a text: llama-server drafts
    /// nothing where two tokens are asked for, and the second one is such a step. Empty where a server has no such way.
    [[nodiscard]] Result<std::vector<double>> plainSteps(const ServedText& text, int count,
                                                         const Progress& progress = {});

    /// Nothing where it does not tell them.
    [[nodiscard]] std::optional<ServerTotals> totals(const Progress& progress = {});

private:
    WatchedServer(ServerConnection connection, ServerKind kind) : m_connection(std::move(connection)), m_kind(kind) {}
    void learnModel(const Progress& progress);
    void preparePrompt(const WatchedRequest& request, ServedText& text, const Progress& progress);

    ServerConnection m_connection;
    ServerKind m_kind;
    std::string m_model;
};

} // namespace draftscope
