// SPDX-License-Identifier: MIT
#include "engine/remote/server_connection.h"

#include <algorithm>
#include <cstdlib>

#include "engine/core/error.h"
#include "engine/core/http_client.h"
#include "engine/core/json_parser.h"
#include "engine/core/printable.h"
#include "engine/core/stopwatch.h"
#include "engine/core/target_unavailable.h"
#include "engine/remote/server_times.h"

namespace draftscope {
namespace {

constexpr std::size_t mostOfRefusal = 100'000, mostShown = 200; ///< bytes

/// A server's words within a sentence.
std::string inSentence(const std::string& words)
{
    std::string shown = printableName(words.substr(0, mostShown));
    if (words.size() > mostShown)
        return shown + "…";
    while (shown.ends_with('.') || shown.ends_with(' '))
        shown.pop_back();
    return shown.empty() ? "no reason" : shown;
}

/// What a server says in the answer that refuses something: OpenAI's "error", FastAPI's "detail" and so on.
std::string refusalIn(const std::string& body)
{
    const auto parsed = parseJson(body, {16, 10'000});
    if (parsed.flaw != ParsedJson::Flaw::none || !parsed.document.is_object())
        return body;
    for (const char* const name : {"error", "message", "detail"}) {
        const auto found = parsed.document.find(name);
        if (found == parsed.document.end())
            continue;
        if (found->is_string())
            return found->get<std::string>();
        if (!found->is_object())
            continue;
        if (const auto inner = found->find("message"); inner != found->end() && inner->is_string())
            return inner->get<std::string>();
    }
    return body;
}

struct RepeatedKey {
    std::size_t ofKey = 0;   ///< its characters that are repeated
    std::size_t ofWords = 0; ///< what they take there
};

/// The beginning of the key at the beginning of `words`, where JSON may have put backslashes in front of characters.
RepeatedKey repeatedKey(std::string_view words, std::string_view key)
{
    RepeatedKey found;
    while (found.ofKey < key.size() && found.ofWords < words.size()) {
        const bool isEscaped = words[found.ofWords] == '\\' && key[found.ofKey] != '\\';
        const std::size_t at = found.ofWords + (isEscaped ? 1 : 0);
        if (at >= words.size() || words[at] != key[found.ofKey])
            break;
        found = {found.ofKey + 1, at + 1};
    }
    return found;
}

/// Some servers repeat in what they refuse the key that they do not like, and sentences are shown and logged. What is
/// quoted may end inside of the key.
void hideKey(std::string& words, const std::string& key)
{
    constexpr std::string_view shown = "(the key)";
    constexpr std::size_t telling = 8; // fewer characters of it do not say what it is
    if (key.empty())
        return;
    for (std::size_t at = words.find(key[0]); at != std::string::npos; at = words.find(key[0], at)) {
        const RepeatedKey found = repeatedKey(std::string_view(words).substr(at), key);
        const bool isTold = found.ofKey >= std::min(key.size(), telling);
        if (isTold)
            words.replace(at, found.ofWords, shown);
        at += isTold ? shown.size() : 1;
    }
}

/// A server's reason to refuse, for sentences. The key is looked for in what was decoded: in JSON a character of it may
/// be written in several ways.
std::string reasonIn(const std::string& body, const std::string& key)
{
    std::string reason = refusalIn(body);
    hideKey(reason, key);
    return inSentence(reason);
}

[[noreturn]] void throwUnanswered(const HttpEnd& end, const ServerAddress& address, const std::string& name)
{
    const std::string reason = printableName(end.reason);
    if (end.wasSilent)
        throw TargetUnavailable(message("The server {} was silent for {} seconds: see what it does, then go on.", name,
                                        address.longestSilence.count()),
                                TargetUnavailable::Kind::mayPass);
    if (end.kind == HttpEnd::Kind::unreachable)
        throw TargetUnavailable(
            message("The server {} cannot be reached: {}. Start it, or check its address, then go on.", name, reason),
            TargetUnavailable::Kind::mayPass);
    throw TargetUnavailable(
        message("The server {} went away in the middle of an answer: {}. Start it again, then go on.", name, reason),
        TargetUnavailable::Kind::mayPass);
}

void checkStatus(const HttpEnd& end, const ServerAddress& address, const std::string& name, const std::string& body)
{
    if (end.status == 401 || end.status == 403)
        throw TargetUnavailable(
            message("The server {} wants another key (HTTP {}): put it into the environment as DRAFTSCOPE_API_KEY.",
                    name, end.status));
    if (end.status == 429 && end.retryAfter.count() > 0)
        throw TargetUnavailable(
            message("The server {} is too busy (HTTP 429): go on in {} seconds.", name, end.retryAfter.count()),
            TargetUnavailable::Kind::mayPass, end.retryAfter);
    if (end.status == 429)
        throw TargetUnavailable(message("The server {} is too busy (HTTP 429): go on later.", name),
                                TargetUnavailable::Kind::mayPass);
    if (end.status >= 500)
        throw TargetUnavailable(message("The server {} failed (HTTP {}): {}. Look at its log, then go on.", name,
                                        end.status, reasonIn(body, address.key)),
                                TargetUnavailable::Kind::mayPass);
    if (end.status >= 300 && end.status < 400)
        throw TargetUnavailable(
            message("The server {} wants to be asked at another address (HTTP {}): give that one.", name, end.status));
}

} // namespace

std::string keyOfEnvironment()
{
    const char* const key = std::getenv("DRAFTSCOPE_API_KEY");
    return key ? key : "";
}

ServerConnection::ServerConnection(ServerAddress address)
    : m_address(std::move(address)), m_connections(keepConnections())
{
}

std::string ServerConnection::name() const
{
    const std::size_t scheme = m_address.url.find("://");
    return scheme == std::string::npos ? m_address.url : m_address.url.substr(scheme + 3);
}

void ServerConnection::addComputed(double seconds) const
{
    addServerTimes(m_address.url, {0, 0, seconds, true, 0});
}

void ServerConnection::addDraw() const
{
    addServerTimes(m_address.url, {0, 0, 0, false, 1});
}

Message ServerConnection::withoutKey(Message words) const
{
    hideKey(words.text, m_address.key);
    for (Message& argument : words.arguments)
        argument = withoutKey(std::move(argument));
    return words;
}

void ServerConnection::refuse(const Message& why) const
{
    throw TargetUnavailable(
        message("The server {} answered what cannot be used: {}. Look at its log, or choose another server.", name(),
                withoutKey(why)));
}

ServerAnswer ServerConnection::send(std::string_view path, std::string json,
                                    const std::function<bool(std::string_view)>& take, const Progress& progress)
{
    HttpRequest request;
    request.url = m_address.url + std::string(path);
    request.token = m_address.key;
    request.json = std::move(json);
    request.takesFailures = true;
    request.connections = m_connections;
    request.longestSilence = m_address.longestSilence;
    ServerAnswer answer;
    HttpReceiver receiver;
    receiver.begin = [&](const HttpHead& head) {
        answer.status = head.status;
        return true;
    };
    receiver.take = [&](std::span<const std::byte> bytes) {
        const std::string_view piece(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (answer.status == 200)
            return take(piece);
        answer.body += piece.substr(0, mostOfRefusal - answer.body.size());
        return answer.body.size() < mostOfRefusal;
    };
    receiver.goesOn = [&] { return !progress.isCancelled(); };
    Stopwatch watch;
    const HttpEnd end = request.json.empty() ? httpGet(request, receiver) : httpPost(request, receiver);
    addServerTimes(m_address.url, {1, watch.lap() / 1000, 0, false, 0});
    if (progress.isCancelled())
        throw Cancelled();
    if (end.kind != HttpEnd::Kind::answered && end.kind != HttpEnd::Kind::stopped)
        throwUnanswered(end, m_address, name());
    answer.status = end.status;
    checkStatus(end, m_address, name(), answer.body);
    return answer;
}

void ServerConnection::throwRefused(const ServerAnswer& answer) const
{
    throw TargetUnavailable(message("The server {} refuses what it is asked (HTTP {}): {}. Look at its log.", name(),
                                    answer.status, reasonIn(answer.body, m_address.key)));
}

ServerAnswer ServerConnection::ask(std::string_view path, std::string json, std::size_t mostBytes,
                                   const Progress& progress)
{
    std::string body;
    bool isTooLong = false;
    ServerAnswer answer = send(
        path, std::move(json),
        [&](std::string_view bytes) {
            isTooLong = body.size() + bytes.size() > mostBytes;
            if (!isTooLong)
                body += bytes;
            return !isTooLong;
        },
        progress);
    if (isTooLong)
        refuse(message("it is longer than the {:.1f} MB that what was asked for can take", double(mostBytes) / 1e6));
    if (answer.status == 200)
        answer.body = std::move(body);
    return answer;
}

std::string ServerConnection::post(std::string_view path, std::string json, std::size_t mostBytes,
                                   const Progress& progress)
{
    ServerAnswer answer = ask(path, std::move(json), mostBytes, progress);
    if (answer.status != 200)
        throwRefused(answer);
    return std::move(answer.body);
}

std::string ServerConnection::get(std::string_view path, std::size_t mostBytes, const Progress& progress)
{
    return post(path, {}, mostBytes, progress);
}

void ServerConnection::stream(std::string_view path, std::string json,
                              const std::function<bool(std::string_view)>& take, const Progress& progress)
{
    if (const ServerAnswer answer = send(path, std::move(json), take, progress); answer.status != 200)
        throwRefused(answer);
}

} // namespace draftscope
