// SPDX-License-Identifier: MIT
#include "engine/formats/json_document.h"

#include <string>

#include "engine/core/json_parser.h"
#include "engine/core/memory_map.h"
#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"

namespace draftscope {

namespace {

// The longest that are published, indexes of models with a hundred thousand tensors, have 10 MB.
constexpr std::size_t largestFile = std::size_t(64) << 20;

} // namespace

Result<nlohmann::json> parseJsonObject(std::string_view text, std::string_view what)
{
    const JsonLimits limits;
    ParsedJson parsed = parseJson(text, limits);
    switch (parsed.flaw) {
    case ParsedJson::Flaw::tooDeep:
        return fail("{} is nested more than {} levels deep: it is not a file of this kind.", what, limits.depth);
    case ParsedJson::Flaw::tooMany:
        return fail("{} holds more than {} values: it is not a file of this kind.", what, limits.values);
    case ParsedJson::Flaw::repeatedKey:
        return fail("{} says \"{}\" twice: it is damaged or forged, download it again.", what,
                    beginningOf(parsed.key, 40));
    case ParsedJson::Flaw::syntax:
    case ParsedJson::Flaw::cancelled:
        return fail("{} is not valid JSON: download it again.", what);
    case ParsedJson::Flaw::none:
        break;
    }
    if (!parsed.document.is_object())
        return fail("{} holds no JSON object: download it again.", what);
    return std::move(parsed.document);
}

Result<nlohmann::json> readJsonObject(const std::filesystem::path& path)
{
    const std::string what = "The file " + path.string();
    return withoutExceptions(what, [&]() -> Result<nlohmann::json> {
        const auto map = MemoryMap::open(path);
        if (!map)
            return tl::unexpected(map.error());
        const auto bytes = (*map)->bytes();
        if (bytes.size() > largestFile)
            return fail("The file {} is larger than {} MiB: it is not a description of a model.", path.string(),
                        largestFile >> 20);
        auto document = parseJsonObject({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, what);
        if (const auto unchanged = (*map)->unchanged(); !unchanged)
            return tl::unexpected(unchanged.error());
        return document;
    });
}

} // namespace draftscope
