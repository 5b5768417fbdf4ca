// SPDX-License-Identifier: MIT
#include "engine/model/model_files.h"

#include <algorithm>
#include <cctype>
#include <system_error>

namespace draftscope {

namespace fs = std::filesystem;

std::string inSmallLetters(std::string_view text)
{
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](unsigned char each) { return char(std::tolower(each)); });
    return small;
}

std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        entries.push_back(it->path());
    std::ranges::sort(entries);
    return entries;
}

bool isFolder(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

std::uint64_t sizeOf(const fs::path& file)
{
    std::error_code error;
    const auto size = fs::file_size(file, error);
    return error ? 0 : std::uint64_t(size);
}

bool isHuggingFaceDirectory(const fs::path& folder)
{
    return isThere(folder / "config.json")
        && (isThere(folder / "model.safetensors") || isThere(folder / "model.safetensors.index.json"));
}

std::uint64_t weightBytes(const fs::path& model)
{
    std::uint64_t bytes = 0;
    if (isFolder(model)) {
        for (const fs::path& file : entriesOf(model))
            if (file.extension() == ".safetensors")
                bytes += sizeOf(file);
        return bytes;
    }
    auto part = ggufPartOf(model.filename().string());
    if (!part)
        return sizeOf(model);
    constexpr int most = 1000; // files that are looked for, whatever a name says
    for (part->number = 1; part->number <= std::min(part->count, most); ++part->number)
        bytes += sizeOf(model.parent_path() / nameOfGgufPart(*part));
    return bytes;
}

std::vector<fs::path> ggufModelsIn(const fs::path& folder, int depth)
{
    std::vector<fs::path> models;
    for (const fs::path& entry : entriesOf(folder)) {
        if (isGgufModelName(entry.filename().string()) && isThere(entry) && !isFolder(entry))
            models.push_back(entry);
        else if (depth > 1 && isFolder(entry))
            std::ranges::copy(ggufModelsIn(entry, depth - 1), std::back_inserter(models));
    }
    return models;
}

} // namespace draftscope
