// SPDX-License-Identifier: MIT
#include "engine/formats/safetensors.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/core/without_exceptions.h"
#include "engine/formats/json_document.h"

namespace draftscope {

Result<std::shared_ptr<const Safetensors>> Safetensors::open(const std::filesystem::path& path)
{
    return withoutExceptions("The file " + path.string(), [&]() -> Result<std::shared_ptr<const Safetensors>> {
        auto file = std::make_shared<Safetensors>();
        file->m_path = path;
        if (auto added = file->addFile(path, nullptr); !added)
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
    std::map<std::string, std::set<std::string>> namesOfShards;
    for (const auto& [name, shard] : weightMap->items()) {
        if (!shard.is_string())
            return fail("The index {} names no file for {}: download it again.", path.string(), name);
        const auto shardName = shard.get<std::string>();
        if (shardName.empty() || shardName == ".."
            || shardName.find_first_of(std::string("/\\\0", 3)) != std::string::npos)
            return fail("The index {} names a file outside its directory for {}: download it again.", path.string(),
                        name);
        namesOfShards[shardName].insert(name);
    }
    for (const auto& [shard, names] : namesOfShards) {
        const std::size_t before = file->m_tensors.size();
        if (auto added = file->addFile(path.parent_path() / shard, &names); !added)
            return tl::unexpected(added.error());
        if (file->m_tensors.size() - before == names.size())
            continue;
        const auto missing = std::ranges::find_if(names, [&](const std::string& name) { return !file->has(name); });
        return fail("The file {} lacks the tensor {} that the index {} promises: download it again.", shard, *missing,
                    path.string());
    }
    return file;
}

/// `names`: the tensors that the index says are in the file; others there are not looked at, wherever they are taken
/// from. Null: all.
Result<void> Safetensors::addFile(const std::filesystem::path& path, const std::set<std::string>* names)
{
    auto map = MemoryMap::open(path);
    if (!map)
        return tl::unexpected(map.error());
    auto entries = readSafetensorsHeader(**map);
    if (!entries)
        return tl::unexpected(entries.error());
    for (auto& [name, entry] : *entries)
        if (!names || names->contains(name))
            m_tensors.emplace(name, StoredTensor{std::move(entry), m_maps.size()});
    if (auto unchanged = (*map)->unchanged(); !unchanged)
        return unchanged;
    m_maps.push_back(std::move(*map));
    return {};
}

Result<TensorView> Safetensors::tensor(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end())
        return fail("{} has no tensor {}: it is not a whole model.", m_path.string(), name);
    const StoredTensor& stored = found->second;
    TensorView view;
    if (stored.entry.type == "F32")
        view.type = WeightType::f32;
    else if (stored.entry.type == "F16")
        view.type = WeightType::f16;
    else if (stored.entry.type == "BF16")
        view.type = WeightType::bf16;
    else
        return fail("The tensor {} of {} is stored as {}; convert it to BF16, F16 or F32.", name, m_path.string(),
                    stored.entry.type);
    view.shape.assign(stored.entry.shape.begin(), stored.entry.shape.end());
    view.data = m_maps[stored.map]->bytes().data() + stored.entry.begin;
    view.bytes = std::size_t(stored.entry.end - stored.entry.begin);
    return view;
}

Result<std::vector<std::int64_t>> Safetensors::wholeNumbers(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end() || found->second.entry.type != "I64")
        return fail("{} has no tensor {} of 64-bit whole numbers: it is not a whole model.", m_path.string(), name);
    const StoredTensor& stored = found->second;
    std::vector<std::int64_t> numbers(std::size_t(stored.entry.end - stored.entry.begin) / sizeof(std::int64_t));
    if (!numbers.empty()) // an empty vector has no address
        std::memcpy(numbers.data(), m_maps[stored.map]->bytes().data() + stored.entry.begin,
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
