// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/message.h"
#include "engine/core/progress.h"

namespace draftscope {

struct ServerAddress {
    std::string url;      ///< "http://127.0.0.1:8080", without a slash at its end
    std::string key = {}; ///< a bearer token; never written anywhere
    std::chrono::seconds longestSilence{120};
};

struct HttpConnections;

/// What a server said.
struct ServerAnswer {
    int status = 0;
    std::string body;
};

/// The environment's DRAFTSCOPE_API_KEY; empty where there is none.
[[nodiscard]] std::string keyOfEnvironment();

/// Asks a server and says in a sentence what goes wrong. Belongs to one thread.
class ServerConnection {
public:
    explicit ServerConnection(ServerAddress address);

    /// The host and port, for sentences.
    [[nodiscard]] std::string name() const;
    [[nodiscard]] const ServerAddress& address() const { return m_address; }
    /// For timesOfServer().
    void addComputed(double seconds) const; ///< of the time waited for an answer, as the server says
    void addDraw() const;                   ///< it drew a token itself

    /// The answer of status 200. mostBytes: it may not be longer. Throws TargetUnavailable and Cancelled.
    std::string post(std::string_view path, std::string json, std::size_t mostBytes, const Progress& progress = {});
    std::string get(std::string_view path, std::size_t mostBytes, const Progress& progress = {});
    /// The answer of any status but 401, 403, 429 and those from 500 on. With no text it is GET, else POST.
    ServerAnswer ask(std::string_view path, std::string json, std::size_t mostBytes, const Progress& progress = {});
    /// The answer of status 200 piece by piece, as it comes, until `take` returns false. Throws like post(), also after
    /// pieces were taken; what a server says of a failure is not given to `take`.
    void stream(std::string_view path, std::string json, const std::function<bool(std::string_view)>& take,
                const Progress& progress = {});

    /// Throws TargetUnavailable: the server answered what cannot be used. why: goes on "The server x answered what
    /// cannot be used: …", without a full stop.
    [[noreturn]] void refuse(const Message& why) const;
    /// What quotes an answer, without the key: a server may repeat it there, and sentences are shown and logged.
    [[nodiscard]] Message withoutKey(Message words) const;

private:
    ServerAnswer send(std::string_view path, std::string json, const std::function<bool(std::string_view)>& take,
                      const Progress& progress);
    [[noreturn]] void throwRefused(const ServerAnswer& answer) const;

    ServerAddress m_address;
    std::shared_ptr<HttpConnections> m_connections;
};

} // namespace draftscope
