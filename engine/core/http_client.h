// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace draftscope {

/// Connections that one request after the other may use again, so that a server far away is not greeted each time.
/// Belongs to one thread.
struct HttpConnections;
[[nodiscard]] std::shared_ptr<HttpConnections> keepConnections();

/// What a server is asked for.
struct HttpRequest {
    std::string url;        ///< of http or https
    std::string token = {}; ///< a bearer token for the server in `url` alone: no other one that it redirects to gets it
    std::uint64_t from = 0; ///< the first byte that is wanted (a Range request where it is not 0)
    std::string json = {};  ///< what httpPost() sends
    bool takesFailures = false; ///< the answer is wanted, too, where it says that something failed
    std::shared_ptr<HttpConnections> connections = {}; ///< null: one of its own
    std::chrono::seconds longestSilence{60};           ///< after which the server counts as gone
};

/// What a server says of an answer before it, and how that begins.
struct HttpHead {
    std::uint64_t from = 0; ///< the place of the first byte that comes
    std::optional<std::uint64_t> bytes =
        {};                   ///< of the whole, of which a range may be a part; nothing where it does not say
    std::string type = {};    ///< "text/html", without parameters and in small letters; empty where it does not say
    bool endIsMarked = false; ///< it is no range, and what is cut off can be told from what has ended
    std::span<const std::byte> beginning = {}; ///< the first bytes that come; empty where none do
    int status = 200;                          ///< 400 and over only where a request takes failures
};

/// Who takes the answer. All are called on the thread that asks.
struct HttpReceiver {
    std::function<bool(const HttpHead&)> begin; ///< once; not with what says that something failed. No: ends it
    std::function<bool(std::span<const std::byte>)> take; ///< the next bytes. No: ends it
    std::function<bool()> goesOn;                         ///< every 50 ms at least. No: ends it
};

/// How it ended.
struct HttpEnd {
    enum class Kind {
        answered,    ///< whatever the status
        unreachable, ///< no answer: `reason`
        cutShort,    ///< the connection ended before the answer did: `reason`
        stopped      ///< the receiver said no
    };
    Kind kind = Kind::answered;
    int status = 0;                    ///< 200, 206, 404 and so on; 0 where there was none
    std::string host = {};             ///< who was asked last
    std::string reason = {};           ///< for people, without a full stop
    std::chrono::seconds retryAfter{}; ///< how long the server wants to be left alone; mostly 0
    bool wasSilent = false;            ///< it was connected to, and said nothing for `longestSilence`
};

/// Asks with GET (libcurl), follows up to ten redirects, but none from https to http. Uses the proxies that https_proxy
/// and its neighbours name.
[[nodiscard]] HttpEnd httpGet(const HttpRequest& request, const HttpReceiver& receiver);

/// The same with POST, and follows no redirect: what is sent goes to the server in `url` and to no other one.
[[nodiscard]] HttpEnd httpPost(const HttpRequest& request, const HttpReceiver& receiver);

/// Whether a model's name is the address of a server: of http or https.
[[nodiscard]] bool isServerAddress(std::string_view name);

/// "https://huggingface.co:443": scheme, host and port; empty where `url` is no address of http or https.
[[nodiscard]] std::string originOf(const std::string& url);

/// For a part of a path: all but letters, digits, "-", ".", "_", "~" and what is in `kept` becomes %XX.
[[nodiscard]] std::string escapedForUrl(std::string_view text, std::string_view kept = {});

} // namespace draftscope
