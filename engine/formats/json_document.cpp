// SPDX-License-Identifier: MIT
#include "engine/formats/json_document.h"

#include <set>
#include <string>
#include <vector>

#include "engine/core/memory_map.h"

namespace draftscope {

namespace {

constexpr std::size_t largestFile = std::size_t(64) << 20;
constexpr int deepestNesting = 64;

} // namespace

Result<nlohmann::json> parseJsonObject(std::string_view text, std::string_view what)
{
    std::vector<std::set<std::string>> keys; // of the objects that are open
    std::string repeated;
    bool tooDeep = false;
    const auto watch = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& value) {
        using Event = nlohmann::json::parse_event_t;
        tooDeep = tooDeep || depth > deepestNesting;
        if (event == Event::object_start)
            keys.emplace_back();
        else if (event == Event::object_end)
            keys.pop_back();
        else if (event == Event::key && !keys.back().insert(value.get<std::string>()).second)
            repeated = value.get<std::string>();
        return true;
    };
    auto document = nlohmann::json::parse(text, watch, false);
    if (document.is_discarded())
        return fail("{} is not valid JSON: download it again.", what);
    if (!document.is_object())
        return fail("{} holds no JSON object: download it again.", what);
    if (tooDeep)
        return fail("{} is nested more than {} levels deep: it is not a file of this kind.", what, deepestNesting);
    if (!repeated.empty())
        return fail("{} says \"{}\" twice: it is damaged or forged, download it again.", what, repeated);
    return document;
}

Result<nlohmann::json> readJsonObject(const std::filesystem::path& path)
{
    const auto map = MemoryMap::open(path);
    if (!map)
        return tl::unexpected(map.error());
    const auto bytes = (*map)->bytes();
    if (bytes.size() > largestFile)
        return fail("The file {} is larger than {} MiB: it is not a description of a model.", path.string(),
                    largestFile >> 20);
    return parseJsonObject({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "The file " + path.string());
}

} // namespace draftscope
