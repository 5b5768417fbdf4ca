// SPDX-License-Identifier: MIT
#include "engine/formats/gguf_parser.h"

#include <algorithm>

#include "engine/core/utf8.h"

namespace draftscope {

namespace {

constexpr std::size_t longestName = 65535; // of a key or a tensor, by the specification
constexpr std::uint32_t mostDimensions = 4;
constexpr std::size_t smallestKeyValue = 8 + 4 + 1;
constexpr std::size_t smallestDescription = 8 + 4 + 4 + 8;
// Files of models have some fifty keys and at most some thousand tensors; each takes about 200 bytes of memory, up to
// fifteen times as much as in the file.
constexpr std::uint64_t mostKeys = 1 << 16, mostTensors = 1 << 18;

} // namespace

tl::unexpected<Error> GgufParser::damaged(std::string_view what) const
{
    return fail("The GGUF file {} is damaged: {} (byte {}); download it again.", m_file.path().string(), what,
                m_reader.position());
}

Result<void> GgufParser::parse()
{
    if (auto header = readHeader(); !header)
        return header;
    for (std::uint64_t i = 0; i < m_valueCount; ++i)
        if (auto value = readKeyValue(); !value)
            return value;
    for (std::uint64_t i = 0; i < m_tensorCount; ++i)
        if (auto tensor = readTensorDescription(); !tensor)
            return tensor;
    return placeTensors();
}

Result<void> GgufParser::readHeader()
{
    const std::string path = m_file.path().string();
    const auto magic = m_reader.text(4);
    if (magic != "GGUF")
        return fail("The file {} is not a GGUF file: choose another one.", path);
    const auto version = m_reader.read<std::uint32_t>();
    if (!version)
        return damaged("it ends within its header");
    if (*version == 0x02000000 || *version == 0x03000000)
        return fail("The GGUF file {} is big-endian: convert it to little-endian.", path);
    if (*version != 2 && *version != 3)
        return fail("The GGUF file {} has version {}: convert it to version 2 or 3.", path, *version);
    const auto tensors = m_reader.read<std::uint64_t>();
    const auto values = m_reader.read<std::uint64_t>();
    if (!tensors || !values)
        return damaged("it ends within its header");
    if (*values > m_reader.remaining() / smallestKeyValue)
        return damaged(fmt::format("it claims {} keys, more than fit in it", *values));
    if (*tensors > m_reader.remaining() / smallestDescription)
        return damaged(fmt::format("it claims {} tensors, more than fit in it", *tensors));
    if (*values > mostKeys || *tensors > mostTensors)
        return fail("The GGUF file {} has {} keys and {} tensors, and more than {} or {} belong to no model: choose "
                    "another file.",
                    path, *values, *tensors, mostKeys, mostTensors);
    m_tensorCount = *tensors;
    m_valueCount = *values;
    return {};
}

Result<void> GgufParser::readKeyValue()
{
    const auto key = readGgufString(m_reader);
    if (!key || key->size() > longestName)
        return damaged("a key is longer than the file");
    if (!isUtf8(*key)) // names are shown
        return damaged("a key is not valid UTF-8");
    const auto kind = m_reader.read<std::uint32_t>();
    if (!kind)
        return damaged(fmt::format("it ends within the key {}", *key));
    auto value = readValue(GgufKind(*kind), *key);
    if (!value)
        return tl::unexpected(value.error());
    if (!m_file.m_values.emplace(*key, std::move(*value)).second)
        return damaged(fmt::format("it says the key {} twice", *key));
    return {};
}

Result<GgufValue> GgufParser::readValue(GgufKind kind, std::string_view key)
{
    if (smallestSize(kind) == 0)
        return damaged(fmt::format("the key {} has the unknown type {}", key, std::uint32_t(kind)));
    if (kind == GgufKind::array)
        return readArray(key);
    const auto tooShort = fmt::format("the value of {} is longer than the file", key);
    if (kind == GgufKind::string) {
        const auto value = readGgufString(m_reader);
        return value ? Result<GgufValue>(*value) : damaged(tooShort);
    }
    if (!isGgufInteger(kind)) {
        const auto value = readGgufFloat(m_reader, kind);
        return value ? Result<GgufValue>(*value) : damaged(tooShort);
    }
    const auto value = readGgufInteger(m_reader, kind);
    if (!value)
        return damaged(tooShort);
    if (kind == GgufKind::boolean)
        return *value != 0;
    return *value;
}

Result<GgufValue> GgufParser::readArray(std::string_view key)
{
    const auto kindNumber = m_reader.read<std::uint32_t>();
    const auto count = m_reader.read<std::uint64_t>();
    if (!kindNumber || !count)
        return damaged(fmt::format("it ends within the array {}", key));
    const auto kind = GgufKind(*kindNumber);
    const std::size_t size = smallestSize(kind);
    if (size == 0 || kind == GgufKind::array)
        return damaged(fmt::format("the array {} has elements of the unknown type {}", key, *kindNumber));
    // Checked before anything is reserved, so a lying count cannot ask for more memory than the file's own size.
    if (*count > m_reader.remaining() / size)
        return damaged(fmt::format("the array {} claims {} elements, more than fit in it", key, *count));

    const std::size_t begin = m_reader.position();
    if (kind != GgufKind::string)
        (void)m_reader.text(*count * size); // passed over; the product fits, as was just checked
    for (std::uint64_t i = 0; kind == GgufKind::string && i < *count; ++i)
        if (!readGgufString(m_reader))
            return damaged(fmt::format("the array {} is longer than the file", key));
    const auto bytes = m_file.m_maps.front()->bytes().subspan(begin, m_reader.position() - begin);
    return GgufValue(GgufArray(kind, std::size_t(*count), bytes));
}

Result<void> GgufParser::readTensorDescription()
{
    const auto name = readGgufString(m_reader);
    if (!name || name->empty() || name->size() > longestName)
        return damaged("a tensor's name is empty or longer than the file");
    if (!isUtf8(*name))
        return damaged("a tensor's name is not valid UTF-8");
    const auto dimensions = m_reader.read<std::uint32_t>();
    if (!dimensions || *dimensions > mostDimensions)
        return damaged(fmt::format("the tensor {} has more than {} dimensions", *name, mostDimensions));
    Gguf::StoredTensor tensor;
    for (std::uint32_t i = 0; i < *dimensions; ++i) {
        const auto size = m_reader.read<std::uint64_t>();
        if (!size)
            return damaged(fmt::format("it ends within the description of {}", *name));
        tensor.sizes.push_back(*size);
    }
    const auto type = m_reader.read<std::uint32_t>();
    const auto offset = m_reader.read<std::uint64_t>();
    if (!type || !offset)
        return damaged(fmt::format("it ends within the description of {}", *name));
    tensor.type = *type;
    tensor.offset = *offset; // from the data's start until placeTensors()
    if (!m_file.m_tensors.emplace(*name, std::move(tensor)).second)
        return damaged(fmt::format("it names the tensor {} twice", *name));
    return {};
}

Result<std::uint64_t> GgufParser::alignment() const
{
    if (!m_file.find("general.alignment"))
        return 32; // by the specification
    const auto stated = m_file.integer("general.alignment");
    if (!stated || *stated < 1 || *stated > (1 << 20) || (*stated & (*stated - 1)) != 0)
        return damaged("its alignment is no power of two");
    return std::uint64_t(*stated);
}

Result<void> GgufParser::placeTensors()
{
    const auto aligned = alignment();
    if (!aligned)
        return tl::unexpected(aligned.error());
    const std::uint64_t fileSize = m_file.m_maps.front()->bytes().size();
    const std::uint64_t dataStart = (m_reader.position() + *aligned - 1) / *aligned * *aligned;
    const std::uint64_t dataSize = fileSize > dataStart ? fileSize - dataStart : 0;
    std::vector<std::pair<std::uint64_t, const std::string*>> ends; // to find overlaps: (start, name)
    for (auto& [name, tensor] : m_file.m_tensors) {
        if (tensor.offset % *aligned != 0)
            return damaged(fmt::format("the tensor {} does not lie at a multiple of {} bytes", name, *aligned));
        const auto type = weightTypeOfGgml(tensor.type);
        const WeightBlock block = type ? blockOf(*type)
            : tensor.type == ggmlInt64 ? WeightBlock{1, sizeof(std::int64_t)}
                                       : WeightBlock();
        std::vector<std::uint64_t> blocks = tensor.sizes;
        if (block.elements > 1) {
            const std::uint64_t columns = blocks.empty() ? 1 : blocks.front();
            if (columns % std::uint64_t(block.elements) != 0)
                return damaged(
                    fmt::format("rows of the tensor {} have {} elements, which blocks of {} ({}) do not fill", name,
                                columns, block.elements, ggmlTypeName(tensor.type)));
            blocks.front() /= std::uint64_t(block.elements);
        }
        std::uint64_t length = 0;
        if (tensor.offset > dataSize || !productFits(blocks, block.bytes, dataSize - tensor.offset, length))
            return damaged(fmt::format("the tensor {} lies past the end of the file", name));
        if (std::any_of(tensor.sizes.begin(), tensor.sizes.end(), [](std::uint64_t size) { return size > INT64_MAX; }))
            return damaged(fmt::format("the tensor {} has an impossible shape", name));
        tensor.bytes = length;
        tensor.offset += dataStart;
        if (length > 0)
            ends.emplace_back(tensor.offset, &name);
    }
    std::sort(ends.begin(), ends.end());
    for (std::size_t i = 1; i < ends.size(); ++i)
        if (ends[i - 1].first + m_file.m_tensors.at(*ends[i - 1].second).bytes > ends[i].first)
            return damaged(fmt::format("the tensors {} and {} overlap", *ends[i - 1].second, *ends[i].second));
    return {};
}

} // namespace draftscope
