// SPDX-License-Identifier: MIT
#include "engine/model/hub_server.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

#include "engine/core/http_client.h"
#include "engine/core/printable.h"

namespace draftscope {

namespace {

constexpr int mostTries = 4;                              ///< in a row, of which none gets further than those before
constexpr std::chrono::milliseconds longestPause{30'000}; ///< however long a server wants to be left alone
constexpr std::chrono::milliseconds betweenLooks{20};     ///< at whether it was cancelled

std::string valueOf(const char* variable)
{
    const char* value = std::getenv(variable);
    std::string_view text = value ? value : "";
    constexpr std::string_view blank = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blank), text.size()));
    text = text.substr(0, text.find_last_not_of(blank) + 1);
    return std::string(text);
}

class Question {
public:
    Question(const HubServer& server, const std::string& path, const std::string& what, const HubReceiver& receiver,
             const Progress& progress)
        : m_server(server), m_path(path), m_what(what), m_receiver(receiver), m_progress(progress)
    {
    }

    Result<void> ask()
    {
        std::uint64_t furthest = m_receiver.from();
        auto pause = m_server.pause;
        for (int tries = 1;; ++tries) {
            const HttpEnd end = askOnce();
            if (m_progress.isCancelled())
                return fail("Fetching {} was cancelled.", m_what);
            if (end.kind == HttpEnd::Kind::stopped)
                return tl::unexpected(m_error.value_or(Error{"The server's answer was not taken: try again."}));
            if (isTaken(end) && m_receiver.isWhole())
                return {};
            if (end.status == 416 && m_receiver.from() > 0) // there is nothing behind what we have, which so is wrong
                if (auto anew = m_receiver.begin(0); !anew)
                    return anew;
            if (const auto from = m_receiver.from(); from > furthest) {
                furthest = from;
                tries = 0;
                pause = m_server.pause;
            }
            if (tries == mostTries || !isWorthAsking(end))
                return tl::unexpected(Error{sentenceOf(end)});
            wait(std::min<std::chrono::milliseconds>(longestPause,
                                                     std::max<std::chrono::milliseconds>(pause, end.retryAfter)));
            pause *= 2;
        }
    }

private:
    HttpEnd askOnce()
    {
        const auto pass = [this](Result<void> result) {
            if (!result)
                m_error = std::move(result.error());
            return bool(result);
        };
        return httpGet({m_server.address + m_path, m_server.token, m_receiver.from()},
                       {.begin = [&](std::uint64_t from) { return pass(m_receiver.begin(from)); },
                        .take = [&](std::span<const std::byte> bytes) { return pass(m_receiver.take(bytes)); },
                        .goesOn = [this] { return !m_progress.isCancelled(); }});
    }

    static bool isTaken(const HttpEnd& end)
    {
        return end.kind == HttpEnd::Kind::answered && (end.status == 200 || end.status == 206);
    }
    static bool isWorthAsking(const HttpEnd& end)
    {
        return end.kind == HttpEnd::Kind::cutShort || isTaken(end) || end.status == 416 || end.status == 429
            || end.status >= 500;
    }

    void wait(std::chrono::milliseconds pause) const
    {
        const auto until = std::chrono::steady_clock::now() + pause;
        while (!m_progress.isCancelled() && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(std::min(pause, betweenLooks));
    }

    [[nodiscard]] std::string sentenceOf(const HttpEnd& end) const
    {
        const std::string host = printableName(end.host), reason = printableName(end.reason);
        if (end.kind == HttpEnd::Kind::unreachable)
            return fmt::format(
                "Fetching {} fails, because the server {} does not answer ({}): look at the network connection "
                "(and HTTPS_PROXY, where there is a proxy), then try again.",
                m_what, host, reason);
        if (end.kind == HttpEnd::Kind::cutShort || isTaken(end) || end.status == 416)
            return fmt::format(
                "The server {} closes the connection before {} is whole: try again later, which goes on with what "
                "there is.",
                host, m_what);
        if (end.status == 401 || end.status == 403)
            return m_server.token.empty()
                ? fmt::format(
                    "The server {} gives {} only to users who may have it ({}): see on its page that the name is right "
                    "and accept its terms there, then set HF_TOKEN to your token.",
                    host, m_what, end.status)
                : fmt::format(
                    "The server {} does not give {} to the user whose token HF_TOKEN is ({}): see on its page that the "
                    "name is right and accept its terms there, or set another token.",
                    host, m_what, end.status);
        if (end.status == 404)
            return fmt::format(
                "The server {} does not have {} (404): see on its page how the name and the revision are spelt.", host,
                m_what);
        if (end.status == 429)
            return fmt::format(
                "The server {} is asked too often and does not give {} for now (429): try again in some minutes{}.",
                host, m_what, m_server.token.empty() ? ", or set HF_TOKEN to your token" : "");
        if (end.status >= 500)
            return fmt::format(
                "The server {} does not give {}, because something is wrong there ({}): try again later.", host, m_what,
                end.status);
        return fmt::format(
            "The server {} answers {} where {} was asked for: see that HF_ENDPOINT is right, if it is set.", host,
            end.status, m_what);
    }

    const HubServer& m_server;
    const std::string& m_path;
    const std::string& m_what;
    const HubReceiver& m_receiver;
    const Progress& m_progress;
    std::optional<Error> m_error; ///< the receiver's
};

} // namespace

Result<HubServer> usualHubServer()
{
    HubServer server;
    if (std::string address = valueOf("HF_ENDPOINT"); !address.empty()) {
        if (originOf(address).empty() || address.find_first_of("?#") != std::string::npos)
            return fail("HF_ENDPOINT is \"{}\", which is no address of a server: say one that begins with https://, or "
                        "unset it.",
                        printableName(address));
        while (address.ends_with('/'))
            address.pop_back();
        server.address = std::move(address);
    }
    server.token = valueOf("HF_TOKEN");
    if (std::ranges::any_of(server.token, [](char each) { return each <= ' ' || each > '~'; }))
        return fail("HF_TOKEN has characters that no token has: copy it from the settings of your account again, or "
                    "unset it.");
    return server;
}

Result<void> askHub(const HubServer& server, const std::string& path, const std::string& what,
                    const HubReceiver& receiver, const Progress& progress)
{
    return Question(server, path, what, receiver, progress).ask();
}

} // namespace draftscope
