// SPDX-License-Identifier: MIT
#include "engine/remote/server_spec.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/ranges.h>

#include "engine/core/http_client.h"
#include "engine/core/printable.h"
#include "engine/remote/remote_server.h"

namespace draftscope {
namespace {

constexpr int mostSilence = 86'400; ///< seconds

std::optional<int> numberUpTo(std::string_view text, int most)
{
    int number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || number < 1 || number > most)
        return std::nullopt;
    return number;
}

Result<void> readWish(std::string_view wish, ServerSpec& spec)
{
    const std::size_t equals = wish.find('=');
    const std::string_view name = wish.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : wish.substr(equals + 1);
    if (name == "probabilities") {
        const auto number = numberUpTo(value, ServerSpec::mostProbabilities);
        if (!number && value != "all" && value != "auto")
            return fail("A server cannot be asked for \"{}\" probabilities: write auto, all, or a number from 1 on.",
                        printableName(value));
        spec.probabilities = number ? *number : value == "all" ? ServerSpec::allOfThem : ServerSpec::automatic;
        return {};
    }
    if (name == "silence") {
        const auto number = numberUpTo(value, mostSilence);
        if (!number)
            return fail("A server cannot be waited for \"{}\" seconds: write a number from 1 to {}.",
                        printableName(value), mostSilence);
        spec.silence = std::chrono::seconds(*number);
        return {};
    }
    if (name == "kind") {
        if (std::ranges::find(serverKinds(), value) == serverKinds().end())
            return fail("There is no kind of server \"{}\": write one of {}.", printableName(value),
                        fmt::join(serverKinds(), ", "));
        spec.kind = value;
        return {};
    }
    return fail("The address of a server has \"{}\" behind its #: write probabilities=, silence= or kind=.",
                printableName(wish));
}

} // namespace

Result<ServerSpec> readServerSpec(std::string_view written)
{
    ServerSpec spec;
    const std::size_t hash = std::min(written.find('#'), written.size());
    std::string_view address = written.substr(0, hash);
    while (address.ends_with('/'))
        address.remove_suffix(1);
    if (!isServerAddress(address) || originOf(std::string(address)).empty())
        return fail("\"{}\" is no address of a server: write one such as http://127.0.0.1:8080.",
                    printableName(address));
    const std::string_view host = address.substr(address.find("://") + 3);
    if (host.substr(0, host.find('/')).find('@') != std::string_view::npos)
        return fail("The address of a server has a name or a key in front of an @, which traces would show: put the "
                    "key into the environment as DRAFTSCOPE_API_KEY, and leave it out there.");
    if (host.find('?') != std::string_view::npos)
        return fail("The address {} has a ? in it: write host and port, and the path before /v1 if there is one.",
                    printableName(address.substr(0, address.find('?'))));
    spec.url = address;
    std::string_view wishes = hash == written.size() ? std::string_view() : written.substr(hash + 1);
    while (!wishes.empty()) {
        const std::size_t end = std::min(wishes.find('&'), wishes.size());
        if (const auto read = readWish(wishes.substr(0, end), spec); !read)
            return tl::unexpected(read.error());
        wishes.remove_prefix(std::min(end + 1, wishes.size()));
    }
    return spec;
}

std::string written(const ServerSpec& spec)
{
    std::string text = spec.url;
    const auto add = [&text](std::string_view name, std::string_view value) {
        text += fmt::format("{}{}={}", text.find('#') == std::string::npos ? '#' : '&', name, value);
    };
    if (spec.probabilities != ServerSpec::automatic)
        add("probabilities", spec.probabilities == ServerSpec::allOfThem ? "all" : std::to_string(spec.probabilities));
    if (spec.silence != ServerSpec().silence)
        add("silence", std::to_string(spec.silence.count()));
    if (!spec.kind.empty())
        add("kind", spec.kind);
    return text;
}

} // namespace draftscope
