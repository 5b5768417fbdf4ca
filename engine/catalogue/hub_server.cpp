// SPDX-License-Identifier: MIT
#include "engine/catalogue/hub_server.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>

#include "engine/catalogue/hub_places.h"
#include "engine/core/printable.h"
#include "engine/core/regular_file.h"

namespace draftscope {

namespace {

constexpr int mostTries = 4;                              ///< in a row, of which none gets further than those before
constexpr std::chrono::milliseconds longestPause{30'000}; ///< however long a server wants to be left alone
constexpr std::chrono::milliseconds betweenLooks{20};     ///< at whether it was cancelled

/// The first token of a file; empty where there is none.
std::string tokenIn(const std::filesystem::path& file)
{
    constexpr std::size_t longest = 4096;
    auto opened = RegularFile::open(file);
    std::array<char, longest> buffer{};
    const auto count = opened ? opened->read(buffer) : Result<std::size_t>(std::size_t(0));
    return count ? cleanToken(std::string_view(buffer.data(), *count)) : std::string();
}

class Question {
public:
    Question(const HubServer& server, const std::string& path, const Message& what, const HubReceiver& receiver,
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
                return tl::unexpected(
                    m_error.value_or(errorOf(phrase("The server's answer was not taken: try again."))));
            if (isTaken(end) && m_receiver.isWhole())
                return {};
            if (isTaken(end) && m_endIsMarked) {
                const auto came = message("an answer of {} bytes, which is too short", m_receiver.from());
                if (auto anew = m_receiver.begin(0); !anew)
                    return anew;
                return anotherAnswer(m_server, m_what, came);
            }
            if (end.status == 416 && m_receiver.from() > 0) // there is nothing behind what we have, which so is wrong
                if (auto anew = m_receiver.begin(0); !anew)
                    return anew;
            if (const auto from = m_receiver.from(); from > furthest) {
                furthest = from;
                tries = 0;
                pause = m_server.pause;
            }
            if (tries == mostTries || !isWorthAsking(end))
                return failureOf(sentenceOf(end));
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
                       {.begin =
                            [&](const HttpHead& head) {
                                m_endIsMarked = head.endIsMarked;
                                return (!m_receiver.check || pass(m_receiver.check(head)))
                                    && pass(m_receiver.begin(head.from));
                            },
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

    [[nodiscard]] Message sentenceOf(const HttpEnd& end) const
    {
        const std::string host = printableName(end.host), reason = printableName(end.reason);
        if (end.kind == HttpEnd::Kind::unreachable)
            return message(
                "Fetching {} fails, because the server {} does not answer ({}): look at the network connection "
                "(and HTTPS_PROXY, where there is a proxy), then try again.",
                m_what, host, reason);
        if (end.kind == HttpEnd::Kind::cutShort || isTaken(end) || end.status == 416)
            return message(
                "The server {} closes the connection before {} is whole: try again later, which goes on with what "
                "there is.",
                host, m_what);
        if (end.status == 401 || end.status == 403)
            return m_server.token.empty()
                ? message(
                    "The server {} gives {} only to users who may have it ({}): see on its page that the name is right "
                    "and accept its terms there, then set HF_TOKEN to your token.",
                    host, m_what, end.status)
                : message("The server {} does not give {} to the user whose token {} is ({}): see on its page that the "
                          "name is right and accept its terms there, or set another token.",
                          host, m_what, m_server.tokenPlace, end.status);
        if (end.status == 404)
            return message(
                "The server {} does not have {} (404): see on its page how the name and the revision are spelt.", host,
                m_what);
        if (end.status == 429)
            return message(
                "The server {} is asked too often and does not give {} for now (429): try again in some minutes{}.",
                host, m_what, m_server.token.empty() ? phrase(", or set HF_TOKEN to your token") : Message{});
        if (end.status >= 500)
            return message("The server {} does not give {}, because something is wrong there ({}): try again later.",
                           host, m_what, end.status);
        return message("The server {} answers {} where {} was asked for: see that HF_ENDPOINT is right, if it is set.",
                       host, end.status, m_what);
    }

    const HubServer& m_server;
    const std::string& m_path;
    const Message& m_what;
    const HubReceiver& m_receiver;
    const Progress& m_progress;
    std::optional<Error> m_error; ///< the receiver's
    bool m_endIsMarked = false;   ///< of the last answer
};

} // namespace

Result<HubServer> defaultHubServer()
{
    HubServer server;
    const HubPlaces places = hubPlaces();
    if (places.isOffline)
        return fail("HF_HUB_OFFLINE is set, so nothing is fetched: unset it (and TRANSFORMERS_OFFLINE), or choose a "
                    "model that draftscope-cli models lists.");
    if (std::string address = variableOfProcess("HF_ENDPOINT").value_or(""); !cleanToken(address).empty()) {
        address = cleanToken(address);
        if (originOf(address).empty() || address.find_first_of("?#") != std::string::npos)
            return fail("HF_ENDPOINT is \"{}\", which is no address of a server: say one that begins with https://, or "
                        "unset it.",
                        printableName(address));
        while (address.ends_with('/'))
            address.pop_back();
        server.address = std::move(address);
    }
    if (!places.sendsToken)
        return server;
    server.token = places.token;
    if (server.token.empty()) {
        server.token = tokenIn(places.tokenFile);
        server.tokenPlace = server.token.empty() ? server.tokenPlace : printableName(places.tokenFile.string());
    }
    if (std::ranges::any_of(server.token, [](char each) { return each <= ' ' || each > '~'; }))
        return fail("{} has characters that no token has: copy it from the settings of your account again, or "
                    "unset it.",
                    server.tokenPlace);
    return server;
}

tl::unexpected<Error> anotherAnswer(const HubServer& server, const Message& what, const Message& came)
{
    return fail("The server {} sends {} where {} was asked for, and nothing of it is kept: sign in where the network "
                "asks for it, or see that HF_ENDPOINT and HTTPS_PROXY are right where they are set, then try again.",
                printableName(server.address), came, what);
}

Result<void> askHub(const HubServer& server, const std::string& path, const Message& what, const HubReceiver& receiver,
                    const Progress& progress)
{
    return Question(server, path, what, receiver, progress).ask();
}

} // namespace draftscope
