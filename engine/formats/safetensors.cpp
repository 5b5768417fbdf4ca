// SPDX-License-Identifier: MIT
#include "engine/formats/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "engine/core/without_exceptions.h"
#include "engine/formats/byte_reader.h"
#include "engine/formats/json_document.h"

namespace draftscope {

namespace {

// A file of five thousand tensors has a header of 1 MB, and parsing takes some thirty times a header's size in memory.
// The reference implementation refuses headers past 100 MB.
constexpr std::uint64_t longestHeader = std::uint64_t(32) << 20;
constexpr std::size_t mostDimensions = 16;

struct StoredType {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array<StoredType, 15> types = {{{"BOOL", 1},
                                               {"U8", 1},
                                               {"I8", 1},
                                               {"F8_E5M2", 1},
                                               {"F8_E4M3", 1},
                                               {"F8_E8M0", 1},
                                               {"U16", 2},
                                               {"I16", 2},
                                               {"F16", 2},
                                               {"BF16", 2},
                                               {"U32", 4},
                                               {"I32", 4},
                                               {"F32", 4},
                                               {"U64", 8},
                                               {"I64", 8}}};

/// 0 for an unknown type.
std::uint64_t bytesOfType(std::string_view name)
{
    if (name == "F64")
        return 8;
    const auto found = std::find_if(types.begin(), types.end(), [&](const StoredType& t) { return t.name == name; });
    return found == types.end() ? 0 : found->bytes;
}

/// Whole numbers of a JSON array; nothing if it is anything else.
std::optional<std::vector<std::uint64_t>> sizesIn(const nlohmann::json& array)
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

tl::unexpected<Error> damaged(const std::filesystem::path& path, std::string_view what)
{
    return fail("The safetensors file {} is damaged: {}; download it again.", path.string(), what);
}

/// A file's header and where its data begins.
struct Header {
    nlohmann::json json;
    std::uint64_t dataStart = 0;
};

Result<Header> readHeader(const MemoryMap& map)
{
    ByteReader reader(map.bytes());
    const auto length = reader.read<std::uint64_t>();
    if (!length)
        return damaged(map.path(), "it is shorter than a header");
    if (*length > reader.remaining())
        return damaged(map.path(), "its header is longer than the file");
    if (*length > longestHeader)
        return fail("The header of {} is longer than {} MiB: it is not a model's file.", map.path().string(),
                    longestHeader >> 20);
    const auto text = reader.text(*length);
    auto json = parseJsonObject(*text, fmt::format("The header of {}", map.path().string()));
    if (!json)
        return tl::unexpected(json.error());
    return Header{std::move(*json), reader.position()};
}

} // namespace

Result<std::shared_ptr<const Safetensors>> Safetensors::open(const std::filesystem::path& path)
{
    return withoutExceptions("The file " + path.string(), [&]() -> Result<std::shared_ptr<const Safetensors>> {
        auto file = std::make_shared<Safetensors>();
        file->m_path = path;
        if (auto added = file->addFile(path); !added)
            return tl::unexpected(added.error());
        return file;
    });
}

Result<std::shared_ptr<const Safetensors>> Safetensors::openIndex(const std::filesystem::path& path)
{
    return withoutExceptions("The file " + path.string(), [&] { return openShards(path); });
}

Result<std::shared_ptr<const Safetensors>> Safetensors::openShards(const std::filesystem::path& path)
{
    const auto index = readJsonObject(path);
    if (!index)
        return tl::unexpected(index.error());
    const auto weightMap = index->find("weight_map");
    if (weightMap == index->end() || !weightMap->is_object() || weightMap->empty())
        return fail("The index {} has no weight_map: download it again.", path.string());

    auto file = std::make_shared<Safetensors>();
    file->m_path = path;
    std::set<std::string> shards;
    for (const auto& [name, shard] : weightMap->items()) {
        if (!shard.is_string())
            return fail("The index {} names no file for {}: download it again.", path.string(), name);
        const auto shardName = shard.get<std::string>();
        if (shardName.empty() || shardName == ".."
            || shardName.find_first_of(std::string("/\\\0", 3)) != std::string::npos)
            return fail("The index {} names a file outside its directory for {}: download it again.", path.string(),
                        name);
        shards.insert(shardName);
    }
    for (const std::string& shard : shards)
        if (auto added = file->addFile(path.parent_path() / shard); !added)
            return tl::unexpected(added.error());
    for (const auto& [name, shard] : weightMap->items()) {
        const auto found = file->m_tensors.find(name);
        if (found == file->m_tensors.end()
            || file->m_maps[found->second.map]->path().filename() != shard.get<std::string>())
            return fail("The file {} lacks the tensor {} that the index {} promises: download it again.",
                        shard.get<std::string>(), name, path.string());
    }
    return file;
}

Result<void> Safetensors::addFile(const std::filesystem::path& path)
{
    auto map = MemoryMap::open(path);
    if (!map)
        return tl::unexpected(map.error());
    const auto header = readHeader(**map);
    if (!header)
        return tl::unexpected(header.error());
    const std::uint64_t dataSize = (*map)->bytes().size() - header->dataStart;
    for (const auto& [name, entry] : header->json.items()) {
        if (name == "__metadata__")
            continue;
        StoredTensor tensor;
        const auto field = [&entry = entry](const char* key) {
            return entry.is_object() && entry.contains(key) ? entry[key] : nlohmann::json();
        };
        const auto type = field("dtype");
        const auto shape = sizesIn(field("shape"));
        const auto offsets = sizesIn(field("data_offsets"));
        if (!type.is_string() || !shape || shape->size() > mostDimensions || !offsets || offsets->size() != 2)
            return damaged(path, fmt::format("the tensor {} is not described", name));
        tensor.type = type.get<std::string>();
        const std::uint64_t unit = bytesOfType(tensor.type);
        if (unit == 0)
            return fail("The tensor {} of {} has the unknown type {}; convert it to BF16, F16 or F32.", name,
                        path.string(), tensor.type);
        const std::uint64_t begin = (*offsets)[0], end = (*offsets)[1];
        if (begin > end || end > dataSize)
            return damaged(path, fmt::format("the tensor {} lies outside its data", name));
        std::uint64_t bytes = 0;
        if (!productFits(*shape, unit, end - begin, bytes) || bytes != end - begin)
            return damaged(path, fmt::format("the shape of the tensor {} does not fit its bytes", name));
        if (std::any_of(shape->begin(), shape->end(), [](std::uint64_t size) { return size > INT64_MAX; }))
            return damaged(path, fmt::format("the tensor {} has an impossible shape", name));
        tensor.shape = *shape;
        tensor.map = m_maps.size();
        tensor.begin = header->dataStart + begin;
        tensor.end = header->dataStart + end;
        if (!m_tensors.emplace(name, std::move(tensor)).second)
            return damaged(path, fmt::format("the tensor {} is in two files", name));
    }
    if (auto unchanged = (*map)->unchanged(); !unchanged)
        return unchanged;
    m_maps.push_back(std::move(*map));
    return checkOverlaps(path, m_maps.size() - 1);
}

Result<void> Safetensors::checkOverlaps(const std::filesystem::path& path, std::size_t map) const
{
    std::vector<std::pair<std::uint64_t, std::string_view>> starts;
    for (const auto& [name, tensor] : m_tensors)
        if (tensor.map == map && tensor.begin < tensor.end)
            starts.emplace_back(tensor.begin, name);
    std::sort(starts.begin(), starts.end());
    for (std::size_t i = 1; i < starts.size(); ++i)
        if (m_tensors.find(starts[i - 1].second)->second.end > starts[i].first)
            return damaged(path, fmt::format("the tensors {} and {} overlap", starts[i - 1].second, starts[i].second));
    return {};
}

Result<TensorView> Safetensors::tensor(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end())
        return fail("{} has no tensor {}: it is not a whole model.", m_path.string(), name);
    const StoredTensor& stored = found->second;
    TensorView view;
    if (stored.type == "F32")
        view.type = WeightType::f32;
    else if (stored.type == "F16")
        view.type = WeightType::f16;
    else if (stored.type == "BF16")
        view.type = WeightType::bf16;
    else
        return fail("The tensor {} of {} is stored as {}; convert it to BF16, F16 or F32.", name, m_path.string(),
                    stored.type);
    view.shape.assign(stored.shape.begin(), stored.shape.end());
    view.data = m_maps[stored.map]->bytes().data() + stored.begin;
    view.bytes = std::size_t(stored.end - stored.begin);
    return view;
}

Result<std::vector<std::int64_t>> Safetensors::wholeNumbers(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end() || found->second.type != "I64")
        return fail("{} has no tensor {} of 64-bit whole numbers: it is not a whole model.", m_path.string(), name);
    const StoredTensor& stored = found->second;
    std::vector<std::int64_t> numbers(std::size_t(stored.end - stored.begin) / sizeof(std::int64_t));
    if (!numbers.empty()) // an empty vector has no address
        std::memcpy(numbers.data(), m_maps[stored.map]->bytes().data() + stored.begin,
                    numbers.size() * sizeof(std::int64_t));
    return numbers;
}

std::vector<std::string> Safetensors::names() const
{
    std::vector<std::string> names;
    for (const auto& [name, tensor] : m_tensors)
        names.push_back(name);
    return names;
}

std::vector<std::shared_ptr<const MemoryMap>> Safetensors::storage() const
{
    return m_maps;
}

} // namespace draftscope
