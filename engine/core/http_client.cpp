// SPDX-License-Identifier: MIT
#include "engine/core/http_client.h"
#include "engine/core/version.h"

#include <array>
#include <charconv>
#include <limits>
#include <memory>
#include <optional>

#include <curl/curl.h>
#include <fmt/format.h>

namespace draftscope {

struct HttpConnections {
    std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi{nullptr, curl_multi_cleanup};
};

namespace {

constexpr int mostRedirects = 10, longestWait = 50; ///< milliseconds
constexpr long longestConnect = 30;                 ///< seconds
constexpr std::size_t mostToPassOver = 1'000'000;   ///< bytes of a page that says what failed
constexpr auto nowhere = std::numeric_limits<std::uint64_t>::max();

using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using Multi = std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)>;
using Headers = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;
using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

std::string partOf(CURLU* url, CURLUPart part, unsigned flags = 0)
{
    char* text = nullptr;
    if (curl_url_get(url, part, &text, flags) != CURLUE_OK)
        return {};
    std::string copied = text;
    curl_free(text);
    return copied;
}

std::string partOf(const std::string& url, CURLUPart part)
{
    const Url parsed(curl_url(), curl_url_cleanup);
    return parsed && curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) == CURLUE_OK ? partOf(parsed.get(), part)
                                                                                            : std::string();
}

/// One answer on its way: from one server, without what it redirects to.
class Transfer {
public:
    Transfer(const HttpRequest& request, const HttpReceiver& receiver, bool isPost = false)
        : m_request(request), m_receiver(receiver), m_isPost(isPost)
    {
    }

    HttpEnd run()
    {
        prepare();
        curl_multi_add_handle(m_multi, m_easy.get());
        for (int running = 1; running > 0 && !m_isStopped;) {
            if (!m_receiver.goesOn())
                m_isStopped = true;
            else if (curl_multi_perform(m_multi, &running) != CURLM_OK)
                break;
            else if (running > 0)
                curl_multi_poll(m_multi, nullptr, 0, longestWait, nullptr);
        }
        HttpEnd end = ended();
        if (end.kind == HttpEnd::Kind::answered && isWanted() && !m_hasBegun && !begin()) // there was nothing in it
            end.kind = HttpEnd::Kind::stopped;
        if (const char* location = nullptr; end.kind == HttpEnd::Kind::answered
            && curl_easy_getinfo(m_easy.get(), CURLINFO_REDIRECT_URL, &location) == CURLE_OK && location)
            m_location = location;
        curl_multi_remove_handle(m_multi, m_easy.get());
        return end;
    }
    /// Where the answer leads to; empty where it is one.
    [[nodiscard]] const std::string& location() const { return m_location; }

private:
    void prepare()
    {
        CURL* easy = m_easy.get();
        if (!m_request.token.empty())
            addHeader("Authorization: Bearer " + m_request.token);
        if (m_isPost) {
            addHeader("Content-Type: application/json");
            addHeader("Expect:"); // no wait for the server's leave to send a long text
            curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(m_request.json.size()));
            curl_easy_setopt(easy, CURLOPT_POSTFIELDS, m_request.json.c_str());
        }
        curl_easy_setopt(easy, CURLOPT_URL, m_request.url.c_str());
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, m_headers.get());
        curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(easy, CURLOPT_USERAGENT, programAndVersion('/').c_str());
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, longestConnect);
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, long(m_request.longestSilence.count()));
        curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, m_error.data());
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Transfer::onBytes);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
        if (m_request.from > 0)
            curl_easy_setopt(easy, CURLOPT_RANGE, fmt::format("{}-", m_request.from).c_str());
    }

    void addHeader(const std::string& line)
    {
        curl_slist* const longer = curl_slist_append(m_headers.get(), line.c_str());
        static_cast<void>(m_headers.release());
        m_headers.reset(longer);
    }

    static std::size_t onBytes(char* bytes, std::size_t, std::size_t count, void* transfer)
    {
        return static_cast<Transfer*>(transfer)->take(std::as_bytes(std::span(bytes, count))) ? count : 0;
    }
    bool take(std::span<const std::byte> bytes)
    {
        if (!isWanted()) {
            m_passedOver += bytes.size();
            return m_passedOver < mostToPassOver;
        }
        m_isStopped = (!m_hasBegun && !begin(bytes)) || !m_receiver.take(bytes);
        return !m_isStopped;
    }
    bool begin(std::span<const std::byte> beginning = {})
    {
        m_hasBegun = true;
        HttpHead head;
        head.beginning = beginning;
        head.status = status();
        const std::string type = headerNamed("Content-Type").value_or("");
        for (const char each : type.substr(0, type.find_first_of("; \t")))
            head.type += each >= 'A' && each <= 'Z' ? char(each - 'A' + 'a') : each;
        const auto length = numberAtBegin(headerNamed("Content-Length").value_or(""));
        head.endIsMarked = status() == 200 && (length || headerNamed("Transfer-Encoding"));
        if (status() == 206)
            readRange(head);
        else if (!headerNamed("Content-Encoding"))
            head.bytes = length;
        return m_receiver.begin(head);
    }
    [[nodiscard]] std::optional<std::string> headerNamed(const char* name) const
    {
        curl_header* header = nullptr;
        if (curl_easy_header(m_easy.get(), name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
            return std::nullopt;
        return std::string(header->value);
    }
    static std::optional<std::uint64_t> numberAtBegin(std::string_view text)
    {
        std::uint64_t number = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
        return parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
    }
    /// Of "Content-Range: bytes 100-199/200".
    void readRange(HttpHead& head) const
    {
        const std::string header = headerNamed("Content-Range").value_or("");
        std::string_view range = header;
        constexpr std::string_view unit = "bytes ";
        if (range.starts_with(unit))
            range.remove_prefix(unit.size());
        else
            range = {};
        head.from = numberAtBegin(range).value_or(nowhere);
        if (const auto slash = range.find('/'); slash != std::string_view::npos)
            head.bytes = numberAtBegin(range.substr(slash + 1));
    }
    [[nodiscard]] int status() const
    {
        long status = 0;
        curl_easy_getinfo(m_easy.get(), CURLINFO_RESPONSE_CODE, &status);
        return int(status);
    }
    [[nodiscard]] bool isWanted() const
    {
        return status() == 200 || status() == 206 || (m_request.takesFailures && status() >= 400);
    }

    HttpEnd ended()
    {
        HttpEnd end{HttpEnd::Kind::stopped, status(), partOf(m_request.url, CURLUPART_HOST)};
        if (m_isStopped)
            return end;
        int left = 0;
        const CURLMsg* message = curl_multi_info_read(m_multi, &left);
        const CURLcode code = message ? message->data.result : CURLE_FAILED_INIT;
        end.reason = m_error[0] != '\0' ? m_error.data() : curl_easy_strerror(code);
        while (end.reason.ends_with('.') || end.reason.ends_with('\n'))
            end.reason.pop_back();
        const bool isPassedOver = code == CURLE_WRITE_ERROR; // enough of the page that says what failed
        if (code == CURLE_OK || isPassedOver)
            end.kind = HttpEnd::Kind::answered;
        else if (end.status != 0 || code == CURLE_GOT_NOTHING || code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR)
            end.kind = HttpEnd::Kind::cutShort;
        else
            end.kind = HttpEnd::Kind::unreachable;
        curl_off_t beforeTransfer = 0, seconds = 0;
        curl_easy_getinfo(m_easy.get(), CURLINFO_PRETRANSFER_TIME_T, &beforeTransfer);
        end.wasSilent = code == CURLE_OPERATION_TIMEDOUT && beforeTransfer > 0;
        if (curl_easy_getinfo(m_easy.get(), CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK)
            end.retryAfter = std::chrono::seconds(seconds);
        return end;
    }

    const HttpRequest& m_request;
    const HttpReceiver& m_receiver;
    bool m_isPost;
    std::array<char, CURL_ERROR_SIZE> m_error{};
    Headers m_headers{nullptr, curl_slist_free_all};
    Easy m_easy{curl_easy_init(), curl_easy_cleanup};
    Multi m_ownMulti{m_request.connections ? nullptr : curl_multi_init(), curl_multi_cleanup};
    CURLM* m_multi = m_request.connections ? m_request.connections->multi.get() : m_ownMulti.get();
    std::string m_location;
    std::size_t m_passedOver = 0;
    bool m_hasBegun = false, m_isStopped = false;
};

bool curlIsReady()
{
    static const bool isReady = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return isReady;
}

} // namespace

std::shared_ptr<HttpConnections> keepConnections()
{
    if (!curlIsReady())
        return nullptr;
    auto connections = std::make_shared<HttpConnections>();
    connections->multi.reset(curl_multi_init());
    return connections;
}

bool isServerAddress(std::string_view name)
{
    return name.starts_with("http://") || name.starts_with("https://");
}

std::string originOf(const std::string& url)
{
    const Url parsed(curl_url(), curl_url_cleanup);
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK)
        return {};
    const std::string scheme = partOf(parsed.get(), CURLUPART_SCHEME);
    if (scheme != "http" && scheme != "https")
        return {};
    return fmt::format("{}://{}:{}", scheme, partOf(parsed.get(), CURLUPART_HOST),
                       partOf(parsed.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT));
}

HttpEnd httpGet(const HttpRequest& request, const HttpReceiver& receiver)
{
    if (!curlIsReady())
        return {HttpEnd::Kind::unreachable, 0, {}, "libcurl cannot be started"};
    HttpRequest hop = request;
    for (int redirects = 0;; ++redirects) {
        Transfer transfer(hop, receiver);
        HttpEnd end = transfer.run();
        const std::string to = transfer.location();
        if (to.empty())
            return end;
        end.kind = HttpEnd::Kind::unreachable;
        if (redirects == mostRedirects) {
            end.reason = "one address leads to the next without an end";
            return end;
        }
        const std::string origin = originOf(to);
        if (origin.empty() || (originOf(hop.url).starts_with("https:") && !origin.starts_with("https:"))) {
            end.reason = "it leads to an address that is not one of https";
            return end;
        }
        if (origin != originOf(hop.url))
            hop.token.clear();
        hop.url = to;
    }
}

HttpEnd httpPost(const HttpRequest& request, const HttpReceiver& receiver)
{
    if (!curlIsReady())
        return {HttpEnd::Kind::unreachable, 0, {}, "libcurl cannot be started"};
    return Transfer(request, receiver, true).run();
}

std::string escapedForUrl(std::string_view text, std::string_view kept)
{
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    std::string escaped;
    for (const char character : text)
        if (plain.find(character) != std::string_view::npos || kept.find(character) != std::string_view::npos)
            escaped += character;
        else
            escaped += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    return escaped;
}

} // namespace draftscope
