// SPDX-License-Identifier: MIT
#include "engine/formats/torch_checkpoint.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/core/without_exceptions.h"
#include "engine/formats/pickle.h"
#include "engine/formats/zip_archive.h"

namespace draftscope {

namespace {

constexpr std::size_t longestPickle = std::size_t(32)
    << 20; // of a hundred thousand tensors; reading takes ten times that
constexpr std::string_view pickleEntry = "/data.pkl";

struct StorageType {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array<StorageType, 10> types = {{{"BoolStorage", 1},
                                                {"ByteStorage", 1},
                                                {"CharStorage", 1},
                                                {"ShortStorage", 2},
                                                {"HalfStorage", 2},
                                                {"BFloat16Storage", 2},
                                                {"IntStorage", 4},
                                                {"FloatStorage", 4},
                                                {"LongStorage", 8},
                                                {"DoubleStorage", 8}}};

/// 0 for an unknown type.
std::uint64_t bytesOfType(std::string_view name)
{
    const auto found = std::find_if(types.begin(), types.end(), [&](const StorageType& t) { return t.name == name; });
    return found == types.end() ? 0 : found->bytes;
}

tl::unexpected<Error> damaged(const MemoryMap& map, std::string_view what)
{
    return fail("The torch file {} is damaged: {}; use the safetensors file, or download it again.",
                map.path().string(), what);
}

/// Whether elements follow each other as in a C array. The stride of a dimension of one element says nothing.
bool areInRows(const pickle::StoredTensor& tensor)
{
    std::uint64_t expected = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
            return false;
        expected *= tensor.shape[i];
    }
    return true;
}

/// The folder that everything in the archive lies in. Empty: there is no data.pkl, or several.
std::string folderOf(const ZipArchive& archive)
{
    std::string folder;
    for (const auto& [name, bytes] : archive.entries()) {
        if (!name.ends_with(pickleEntry) || name.find('/') != name.size() - pickleEntry.size())
            continue;
        if (!folder.empty())
            return {};
        folder = name.substr(0, name.size() - pickleEntry.size());
    }
    return folder;
}

bool isZip(std::span<const std::byte> bytes)
{
    return bytes.size() >= 4 && std::memcmp(bytes.data(), "PK\3\4", 4) == 0;
}

} // namespace

Result<std::shared_ptr<const TorchCheckpoint>> TorchCheckpoint::open(const std::filesystem::path& path)
{
    using Opened = Result<std::shared_ptr<const TorchCheckpoint>>;
    return withoutExceptions("The file " + path.string(), [&]() -> Opened {
        auto map = MemoryMap::open(path);
        if (!map)
            return tl::unexpected(map.error());
        if (!isZip((*map)->bytes()))
            return fail("The file {} is no zip file, as torch has written them since version 1.6: use the safetensors "
                        "file, or save it again with torch.save().",
                        path.string());
        std::shared_ptr<TorchCheckpoint> file(new TorchCheckpoint(std::move(*map)));
        if (auto read = file->readTensors(); !read)
            return tl::unexpected(read.error());
        if (auto unchanged = file->m_map->unchanged(); !unchanged)
            return tl::unexpected(unchanged.error());
        return file;
    });
}

Result<void> TorchCheckpoint::readTensors()
{
    const auto archive = ZipArchive::open(m_map);
    if (!archive)
        return tl::unexpected(archive.error());
    const std::string folder = folderOf(*archive);
    if (folder.empty())
        return fail("The zip file {} has no data.pkl: it is not a torch checkpoint.", path().string());
    if (const auto* order = archive->find(folder + "/byteorder");
        order && std::string_view(reinterpret_cast<const char*>(order->data()), order->size()) != "little")
        return fail("The torch file {} is big-endian: use the safetensors file.", path().string());
    const auto data = *archive->find(folder + std::string(pickleEntry));
    if (data.size() > longestPickle)
        return fail("The data.pkl of {} is longer than {} MiB: it is not a model's file.", path().string(),
                    longestPickle >> 20);
    const auto document = pickle::read(data, path().string());
    if (!document)
        return tl::unexpected(document.error());
    const auto* root = std::get_if<pickle::Dictionary>(&document->root);
    if (!root)
        return fail("The torch file {} holds no dictionary of tensors: use the safetensors file.", path().string());

    for (const auto& [key, value] : document->dictionaries[root->index]) {
        const auto* name = std::get_if<std::string_view>(&key);
        const auto* index = std::get_if<pickle::Tensor>(&value);
        if (!name || !index)
            continue; // numbers and texts that were saved beside the tensors
        const pickle::StoredTensor& tensor = document->tensors[index->index];
        const std::uint64_t unit = bytesOfType(tensor.storageType);
        if (unit == 0)
            return fail("The tensor {} of {} lies in a {}, which is unknown: use the safetensors file.", *name,
                        path().string(), tensor.storageType);
        const auto* storage = archive->find(fmt::format("{}/data/{}", folder, tensor.storageKey));
        std::uint64_t elements = 0;
        if (!storage || tensor.storageSize > storage->size() / unit || tensor.storageSize * unit != storage->size())
            return damaged(*m_map,
                           fmt::format("the storage of the tensor {} is not there, or has another size", *name));
        if (tensor.offset > tensor.storageSize
            || !productFits(tensor.shape, 1, tensor.storageSize - tensor.offset, elements))
            return damaged(*m_map, fmt::format("the tensor {} lies outside its storage", *name));
        if (elements != 0 && !areInRows(tensor))
            return fail("The tensor {} of {} is not stored row by row: use the safetensors file, or save its "
                        "contiguous() copy.",
                        *name, path().string());
        if (std::any_of(tensor.shape.begin(), tensor.shape.end(), [](std::uint64_t size) { return size > INT64_MAX; }))
            return damaged(*m_map, fmt::format("the tensor {} has an impossible shape", *name));
        StoredTensor stored = {std::string(tensor.storageType), tensor.shape,
                               storage->subspan(std::size_t(tensor.offset * unit), std::size_t(elements * unit))};
        if (!m_tensors.emplace(*name, std::move(stored)).second)
            return damaged(*m_map, fmt::format("it names the tensor {} twice", *name));
    }
    return {};
}

Result<TensorView> TorchCheckpoint::tensor(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end())
        return fail("{} has no tensor {}: it is not a whole model.", path().string(), name);
    const StoredTensor& stored = found->second;
    TensorView view;
    if (stored.type == "FloatStorage")
        view.type = WeightType::f32;
    else if (stored.type == "HalfStorage")
        view.type = WeightType::f16;
    else if (stored.type == "BFloat16Storage")
        view.type = WeightType::bf16;
    else
        return fail("The tensor {} of {} lies in a {}; convert it to BF16, F16 or F32.", name, path().string(),
                    stored.type);
    view.shape.assign(stored.shape.begin(), stored.shape.end());
    view.data = stored.bytes.data();
    view.bytes = stored.bytes.size();
    return view;
}

Result<std::vector<std::int64_t>> TorchCheckpoint::wholeNumbers(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end() || found->second.type != "LongStorage")
        return fail("{} has no tensor {} of 64-bit whole numbers: it is not a whole model.", path().string(), name);
    std::vector<std::int64_t> numbers(found->second.bytes.size() / sizeof(std::int64_t));
    if (!numbers.empty()) // an empty tensor has no address
        std::memcpy(numbers.data(), found->second.bytes.data(), numbers.size() * sizeof(std::int64_t));
    return numbers;
}

std::vector<std::string> TorchCheckpoint::names() const
{
    std::vector<std::string> names;
    for (const auto& [name, tensor] : m_tensors)
        names.push_back(name);
    return names;
}

} // namespace draftscope
