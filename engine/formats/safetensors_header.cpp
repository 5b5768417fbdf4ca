// SPDX-License-Identifier: MIT
#include "engine/formats/safetensors_header.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <tuple>

#include "engine/core/utf8.h"
#include "engine/formats/byte_reader.h"
#include "engine/formats/json_document.h"

namespace draftscope {

namespace {

using nlohmann::json;

// A file of five thousand tensors has a header of 1 MB, and parsing takes some thirty times a header's size in memory.
// The reference implementation refuses headers past 100 MB.
constexpr std::uint64_t longestHeader = std::uint64_t(32) << 20;

struct SafetensorsType {
    std::string_view name;
    std::uint64_t bits;
};
constexpr auto safetensorsTypes = std::to_array<SafetensorsType>(
    {{"BOOL", 8},    {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6},     {"U8", 8},          {"I8", 8},
     {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},
     {"U16", 16},    {"F16", 16},    {"BF16", 16},   {"I32", 32},        {"U32", 32},        {"F32", 32},
     {"C64", 64},    {"F64", 64},    {"I64", 64},    {"U64", 64}});

/// 0 for an unknown type.
std::uint64_t bitsOfType(std::string_view name)
{
    const auto found = std::ranges::find(safetensorsTypes, name, &SafetensorsType::name);
    return found == safetensorsTypes.end() ? 0 : found->bits;
}

/// Whole numbers of a JSON array; nothing if it is anything else.
std::optional<std::vector<std::uint64_t>> sizesIn(const json& array)
{
    if (!array.is_array())
        return std::nullopt;
    std::vector<std::uint64_t> numbers;
    for (const auto& element : array) {
        if (!element.is_number_unsigned())
            return std::nullopt;
        numbers.push_back(element.get<std::uint64_t>());
    }
    return numbers;
}

/// The bytes of a tensor; nothing where a product on the way to them does not fit 64 bits, or where they are no whole
/// number.
std::optional<std::uint64_t> bytesOf(const std::vector<std::uint64_t>& shape, std::uint64_t bits)
{
    std::uint64_t product = 1;
    const auto multiply = [&product](std::uint64_t by) { return !__builtin_mul_overflow(product, by, &product); };
    if (!std::ranges::all_of(shape, multiply) || !multiply(bits) || product % 8 != 0)
        return std::nullopt;
    return product / 8;
}

tl::unexpected<Error> damagedHeader(const MemoryMap& map, std::string_view what)
{
    return fail("The safetensors file {} is damaged: {}; download it again.", map.path().string(), what);
}

/// The header's object, and where the data behind it begins.
Result<std::pair<json, std::uint64_t>> readObject(const MemoryMap& map)
{
    ByteReader reader(map.bytes());
    const auto length = reader.read<std::uint64_t>();
    if (!length)
        return damagedHeader(map, "it is shorter than a header");
    if (*length > reader.remaining())
        return damagedHeader(map, "its header is longer than the file");
    if (*length > longestHeader)
        return fail("The header of {} is longer than {} MiB: it is not a model's file.", map.path().string(),
                    longestHeader >> 20);
    const std::string_view text = *reader.text(*length);
    // What the JSON parser would take for the end of the text, and what it would pass over.
    if (text.find('\0') != std::string_view::npos || text.starts_with("\xef\xbb\xbf"))
        return fail("The header of {} is not valid JSON: download it again.", map.path().string());
    auto object = parseJsonObject(text, fmt::format("The header of {}", map.path().string()));
    if (!object)
        return tl::unexpected(object.error());
    return std::pair(std::move(*object), std::uint64_t(reader.position()));
}

bool areMetadata(const json& value)
{
    return value.is_null()
        || (value.is_object() && std::ranges::all_of(value, [](const json& text) { return text.is_string(); }));
}

Result<SafetensorsEntry> readEntry(const MemoryMap& map, const std::string& name, const json& described,
                                   std::uint64_t dataStart)
{
    const auto field = [&](const char* key) {
        return described.is_object() && described.contains(key) ? described[key] : json();
    };
    const auto type = field("dtype");
    const auto shape = sizesIn(field("shape")), offsets = sizesIn(field("data_offsets"));
    const std::string shown(beginningOf(name, 100));
    if (!type.is_string() || !shape || !offsets || offsets->size() != 2)
        return damagedHeader(map, fmt::format("the tensor {} is not described", shown));
    SafetensorsEntry entry{type.get<std::string>(), *shape, (*offsets)[0], (*offsets)[1]};
    const std::uint64_t bits = bitsOfType(entry.type), dataSize = map.bytes().size() - dataStart;
    if (bits == 0)
        return fail("The tensor {} of {} has the unknown type {}; convert it to BF16, F16 or F32.", shown,
                    map.path().string(), beginningOf(entry.type, 40));
    if (entry.begin > entry.end || entry.end > dataSize)
        return damagedHeader(map, fmt::format("the tensor {} lies outside its data", shown));
    if (bytesOf(*shape, bits) != entry.end - entry.begin)
        return damagedHeader(map, fmt::format("the shape of the tensor {} does not fit its bytes", shown));
    if (std::ranges::any_of(*shape, [](std::uint64_t size) { return size > INT64_MAX; }))
        return damagedHeader(map, fmt::format("the tensor {} has an impossible shape", shown));
    entry.begin += dataStart;
    entry.end += dataStart;
    return entry;
}

/// Tensors lie one behind the other: each byte of the data belongs to exactly one.
Result<void> checkPlaces(const MemoryMap& map, const SafetensorsEntries& entries, std::uint64_t dataStart)
{
    std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string_view>> places;
    for (const auto& [name, entry] : entries)
        places.emplace_back(entry.begin, entry.end, name);
    std::ranges::sort(places);
    std::uint64_t end = dataStart;
    std::string_view before;
    for (const auto& [begin, nextEnd, name] : places) {
        if (begin < end)
            return damagedHeader(
                map, fmt::format("the tensors {} and {} overlap", beginningOf(before, 100), beginningOf(name, 100)));
        if (begin > end)
            return damagedHeader(
                map,
                fmt::format("{} bytes in front of the tensor {} belong to none", begin - end, beginningOf(name, 100)));
        end = nextEnd;
        before = name;
    }
    if (end != map.bytes().size())
        return damagedHeader(map,
                             fmt::format("{} bytes behind its last tensor belong to none", map.bytes().size() - end));
    return {};
}

} // namespace

Result<SafetensorsEntries> readSafetensorsHeader(const MemoryMap& map)
{
    const auto header = readObject(map);
    if (!header)
        return tl::unexpected(header.error());
    SafetensorsEntries entries;
    for (const auto& [name, described] : header->first.items()) {
        if (name == "__metadata__") {
            if (!areMetadata(described))
                return damagedHeader(map, "its metadata are not texts by their names");
            continue;
        }
        auto entry = readEntry(map, name, described, header->second);
        if (!entry)
            return tl::unexpected(entry.error());
        entries.emplace(name, std::move(*entry));
    }
    if (auto places = checkPlaces(map, entries, header->second); !places)
        return tl::unexpected(places.error());
    return entries;
}

} // namespace draftscope
