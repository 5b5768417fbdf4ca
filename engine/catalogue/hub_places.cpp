// SPDX-License-Identifier: MIT
#include "engine/catalogue/hub_places.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <pwd.h>
#include <unistd.h>

namespace draftscope {

namespace {

namespace fs = std::filesystem;

/// The home folder of a user; of the one who runs the program where `name` is empty. Nothing where there is no such
/// user.
std::optional<std::string> homeOfUser(const std::string& name)
{
    passwd entry = {};
    passwd* found = nullptr;
    std::vector<char> buffer(16'384);
    const int failed = name.empty() ? ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found)
                                    : ::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
    if (failed != 0 || !found || !found->pw_dir)
        return std::nullopt;
    return std::string(found->pw_dir);
}

/// "~/x" and "~NAME/x".
std::string withHome(const std::string& path, const Environment& environment)
{
    if (!path.starts_with('~'))
        return path;
    const std::size_t end = std::min(path.find('/', 1), path.size());
    const std::string name = path.substr(1, end - 1);
    auto home = name.empty() ? environment("HOME") : std::nullopt;
    if (!home)
        home = homeOfUser(name);
    if (!home)
        return path;
    while (home->ends_with('/'))
        home->pop_back();
    const std::string whole = *home + path.substr(end);
    return whole.empty() ? "/" : whole;
}

bool isOfName(char character)
{
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// $NAME and ${NAME}; what no variable is called stays as it is, and values are not looked into again.
std::string withVariables(std::string_view text, const Environment& environment)
{
    std::string whole;
    while (!text.empty()) {
        std::size_t end = 0; // of the reference that the text begins with; 0: it begins with none
        std::string_view name;
        if (text.starts_with("${")) {
            if (const auto brace = text.find('}'); brace != std::string_view::npos) {
                end = brace + 1;
                name = text.substr(2, brace - 2);
            }
        } else if (text.starts_with('$')) {
            const auto last = std::find_if_not(text.begin() + 1, text.end(), isOfName);
            end = std::size_t(last - text.begin()) > 1 ? std::size_t(last - text.begin()) : 0;
            name = text.substr(1, std::max<std::size_t>(end, 1) - 1);
        }
        const bool canBeSet = !name.empty() && name.find('=') == std::string_view::npos;
        const auto value = end > 0 && canBeSet ? environment(std::string(name)) : std::nullopt;
        const std::size_t taken = std::max<std::size_t>(end, 1);
        whole += value ? *value : std::string(text.substr(0, taken));
        text.remove_prefix(taken);
    }
    return whole;
}

/// As Python's os.path.join(), which fs::path's "/" is but for an empty first part.
std::string joined(const std::string& folder, const std::string& name)
{
    return (fs::path(folder) / name).string();
}

bool isTrue(const std::optional<std::string>& value)
{
    std::string upper = value.value_or("");
    std::ranges::transform(upper, upper.begin(), [](unsigned char each) { return char(std::toupper(each)); });
    return upper == "1" || upper == "ON" || upper == "YES" || upper == "TRUE";
}

/// The first of these that is set to something.
std::optional<std::string> firstOf(const Environment& environment, const std::array<const char*, 2>& names)
{
    for (const char* name : names)
        if (auto value = environment(name); value && !value->empty())
            return value;
    return std::nullopt;
}

} // namespace

std::optional<std::string> variableOfProcess(const std::string& name)
{
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
}

std::string cleanToken(std::string_view text)
{
    std::string token;
    for (const char each : text)
        if (each != '\r' && each != '\n')
            token += each;
    constexpr std::string_view blank = " \t\v\f";
    token.erase(0, std::min(token.find_first_not_of(blank), token.size()));
    token.erase(token.find_last_not_of(blank) + 1);
    return token;
}

HubPlaces hubPlaces(const Environment& environment)
{
    const auto expanded = [&](const std::string& path) {
        return withVariables(withHome(path, environment), environment);
    };
    const std::string caches = environment("XDG_CACHE_HOME").value_or(joined(withHome("~", environment), ".cache"));
    const std::string home = expanded(environment("HF_HOME").value_or(joined(caches, "huggingface")));
    const std::string older = environment("HUGGINGFACE_HUB_CACHE").value_or(joined(home, "hub"));
    HubPlaces places;
    places.cache = expanded(environment("HF_HUB_CACHE").value_or(older));
    if (places.cache.empty())
        places.cache = ".";
    places.tokenFile = expanded(environment("HF_TOKEN_PATH").value_or(joined(home, "token")));
    places.token = cleanToken(firstOf(environment, {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"}).value_or(""));
    places.sendsToken = !isTrue(environment("HF_HUB_DISABLE_IMPLICIT_TOKEN"));
    places.isOffline = isTrue(firstOf(environment, {"HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"}));
    places.makesLinks = !isTrue(environment("HF_HUB_DISABLE_SYMLINKS"));
    return places;
}

} // namespace draftscope
