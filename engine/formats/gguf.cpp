// SPDX-License-Identifier: MIT
#include "engine/formats/gguf.h"

#include <cstring>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/gguf_parser.h"
#include "engine/formats/gguf_parts.h"
#include "engine/formats/gguf_types.h"

namespace draftscope {

Result<std::shared_ptr<const Gguf>> Gguf::open(const std::filesystem::path& path)
{
    return withoutExceptions("The file " + path.string(), [&]() -> Result<std::shared_ptr<const Gguf>> {
        auto one = openPart(path);
        if (!one || (*one)->integer("split.count").value_or(0) <= 1)
            return one;
        const auto parts = openGgufParts(*one);
        if (!parts)
            return tl::unexpected(parts.error());
        std::shared_ptr<Gguf> whole(new Gguf(**parts->begin()));
        for (std::size_t i = 1; i < parts->size(); ++i) {
            whole->m_maps.push_back((*parts)[i]->m_maps.front());
            for (const auto& [name, tensor] : (*parts)[i]->m_tensors)
                whole->m_tensors.emplace(name, tensor).first->second.map = i;
        }
        return whole;
    });
}

Result<std::shared_ptr<const Gguf>> Gguf::openPart(const std::filesystem::path& path)
{
    return withoutExceptions("The file " + path.string(), [&]() -> Result<std::shared_ptr<const Gguf>> {
        auto map = MemoryMap::open(path);
        if (!map)
            return tl::unexpected(map.error());
        std::shared_ptr<Gguf> file(new Gguf(std::move(*map)));
        const auto parsed = GgufParser(*file).parse();
        if (const auto unchanged = file->m_maps.front()->unchanged(); !unchanged)
            return tl::unexpected(unchanged.error());
        if (!parsed)
            return tl::unexpected(parsed.error());
        return file;
    });
}

bool Gguf::looksLikeOne(const std::filesystem::path& path)
{
    const auto map = MemoryMap::open(path);
    return map && (*map)->bytes().size() >= 4 && std::memcmp((*map)->bytes().data(), "GGUF", 4) == 0;
}

const GgufValue* Gguf::find(std::string_view key) const
{
    const auto found = m_values.find(key);
    return found == m_values.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> Gguf::integer(std::string_view key) const
{
    const GgufValue* value = find(key);
    const auto* number = value ? std::get_if<std::int64_t>(value) : nullptr;
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<double> Gguf::number(std::string_view key) const
{
    if (const auto whole = integer(key))
        return double(*whole);
    const GgufValue* value = find(key);
    const auto* number = value ? std::get_if<double>(value) : nullptr;
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<bool> Gguf::boolean(std::string_view key) const
{
    const GgufValue* value = find(key);
    const auto* flag = value ? std::get_if<bool>(value) : nullptr;
    return flag ? std::optional(*flag) : std::nullopt;
}

std::optional<std::string_view> Gguf::text(std::string_view key) const
{
    const GgufValue* value = find(key);
    const auto* string = value ? std::get_if<std::string_view>(value) : nullptr;
    return string ? std::optional(*string) : std::nullopt;
}

std::optional<std::string> Gguf::shownText(std::string_view key) const
{
    const auto stored = text(key);
    return stored ? std::optional(asUtf8(*stored)) : std::nullopt;
}

const GgufArray* Gguf::array(std::string_view key) const
{
    const GgufValue* value = find(key);
    return value ? std::get_if<GgufArray>(value) : nullptr;
}

Result<TensorView> Gguf::tensor(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end())
        return fail("The file {} has no tensor {}: it is not a whole model.", path().string(), name);
    const StoredTensor& stored = found->second;
    const auto type = weightTypeOfGgml(stored.type);
    if (!type)
        return fail("The tensor {} of {} is quantised as {}, which is not supported; use a file in Q8_0, Q4_0, Q4_1, "
                    "Q5_0, Q5_1, "
                    "Q4_K, Q5_K, Q6_K, BF16, F16 or F32.",
                    name, path().string(), ggmlTypeName(stored.type));
    TensorView view{*type, {}, dataOf(stored), std::size_t(stored.bytes)};
    view.shape.assign(stored.sizes.rbegin(), stored.sizes.rend()); // outermost first
    return view;
}

Result<std::vector<std::int64_t>> Gguf::wholeNumbers(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end() || found->second.type != ggmlInt64)
        return TensorSource::wholeNumbers(name);
    const StoredTensor& stored = found->second;
    std::vector<std::int64_t> numbers(std::size_t(stored.bytes) / sizeof(std::int64_t));
    if (!numbers.empty()) // an empty vector has no address
        std::memcpy(numbers.data(), dataOf(stored), numbers.size() * sizeof(std::int64_t));
    return numbers;
}

std::vector<std::string> Gguf::keys() const
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : m_values)
        keys.push_back(key);
    return keys;
}

std::vector<std::string> Gguf::names() const
{
    std::vector<std::string> names;
    for (const auto& [name, tensor] : m_tensors)
        names.push_back(name);
    return names;
}

} // namespace draftscope
