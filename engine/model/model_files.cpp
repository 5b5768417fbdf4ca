// SPDX-License-Identifier: MIT
#include "engine/model/model_files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace draftscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view ggufExtension = ".gguf", ofParts = "-of-";
constexpr std::size_t partDigits = 5;

/// Five partDigits, from 1 on.
std::optional<int> numberOfPart(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number > 0 && text.size() == partDigits
            && text.front() != '-'
        ? std::optional(number)
        : std::nullopt;
}

} // namespace

std::string inSmallLetters(std::string_view text)
{
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](unsigned char each) { return char(std::tolower(each)); });
    return small;
}

std::optional<GgufPart> ggufPartOf(std::string_view name)
{
    constexpr std::size_t numbers = 1 + partDigits + ofParts.size() + partDigits;
    if (!isGgufName(name) || name.size() <= numbers + ggufExtension.size())
        return std::nullopt;
    name.remove_suffix(ggufExtension.size());
    const std::string_view tail = name.substr(name.size() - numbers);
    const auto number = numberOfPart(tail.substr(1, partDigits));
    const auto count = numberOfPart(tail.substr(numbers - partDigits));
    if (tail.front() != '-' || tail.substr(1 + partDigits, ofParts.size()) != ofParts || !number || !count
        || *number > *count)
        return std::nullopt;
    return GgufPart{std::string(name.substr(0, name.size() - numbers)), *number, *count};
}

std::string nameOfGgufPart(const GgufPart& part)
{
    return fmt::format("{}-{:05}{}{:05}{}", part.before, part.number, ofParts, part.count, ggufExtension);
}

bool isGgufName(std::string_view name)
{
    return name.size() > ggufExtension.size()
        && inSmallLetters(name.substr(name.size() - ggufExtension.size())) == ggufExtension;
}

bool isGgufModelName(std::string_view name)
{
    name.remove_prefix(name.rfind('/') + 1); // npos + 1 is 0
    if (!isGgufName(name) || name.starts_with('.') || inSmallLetters(name).find("mmproj") != std::string::npos)
        return false;
    const auto part = ggufPartOf(name);
    return !part || part->number == 1;
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
