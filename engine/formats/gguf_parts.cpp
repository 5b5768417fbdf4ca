// SPDX-License-Identifier: MIT
#include "engine/formats/gguf_parts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "engine/formats/gguf.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

constexpr const char *partKey = "split.no", *countKey = "split.count", *tensorsKey = "split.tensors.count";
constexpr std::string_view ggufEnding = ".gguf", betweenNumbers = "-of-";
constexpr std::size_t partDigits = 5;
/// gguf-split writes five digits, but a model has far fewer parts; each is a file that stays open.
constexpr int mostParts = 4096;

bool endsInSmall(std::string_view text, std::string_view ending)
{
    const auto isSame = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return text.size() >= ending.size() && std::ranges::equal(text.substr(text.size() - ending.size()), ending, isSame);
}

bool hasInSmall(std::string_view text, std::string_view part)
{
    const auto isSame = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end();
}

/// Five digits, from 1 on.
std::optional<int> numberOfPart(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number > 0 && text.size() == partDigits
            && text.front() != '-'
        ? std::optional(number)
        : std::nullopt;
}

fs::path partBeside(const fs::path& file, GgufPart part, int number)
{
    part.number = number;
    return file.parent_path() / nameOfGgufPart(part);
}

/// Everything that a later part says, the first one says, too, but for which part it is.
std::optional<std::string> contradiction(const Gguf& first, const Gguf& later)
{
    for (const std::string& key : later.keys()) {
        const GgufValue* const value = first.find(key);
        if (key != partKey && value && !(*value == *later.find(key)))
            return key;
    }
    return std::nullopt;
}

Result<void> checkPart(const Gguf& part, const Gguf& first, int number, int count)
{
    const std::string path = part.path().string();
    if (part.integer(partKey) != number - 1 || part.integer(countKey) != count)
        return fail(
            "The file {} is not part {} of {} of a model, as its name says: download the parts of the model again.",
            path, number, count);
    if (const auto key = contradiction(first, part))
        return fail("The files {} and {} are parts of different models, by their {}: download the parts of one again.",
                    first.path().string(), path, *key);
    if (first.integer("general.alignment").value_or(32) != part.integer("general.alignment").value_or(32))
        return fail("The part {} does not say how its tensors are aligned: merge the parts with llama-gguf-split "
                    "--merge.",
                    path);
    return {};
}

Result<void> checkTensors(const std::vector<std::shared_ptr<const Gguf>>& parts)
{
    const std::string first = parts.front()->path().string();
    std::size_t tensors = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (const std::string& name : parts[i]->names())
            for (std::size_t before = 0; before < i; ++before)
                if (parts[before]->has(name))
                    return fail("The tensor {} is in two parts of a model, {} and {}: download the parts again.", name,
                                parts[before]->path().string(), parts[i]->path().string());
        tensors += parts[i]->names().size();
    }
    if (const auto stated = parts.front()->integer(tensorsKey); stated && std::cmp_not_equal(*stated, tensors))
        return fail("The parts of {} have {} tensors together where they should have {}: download the parts again.",
                    first, tensors, *stated);
    return {};
}

std::vector<fs::path> ggufFilesOf(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (isGgufName(it->path().filename().string()))
            files.push_back(it->path());
    std::ranges::sort(files);
    return files;
}

} // namespace

std::optional<GgufPart> ggufPartOf(std::string_view name)
{
    constexpr std::size_t numbers = 1 + partDigits + betweenNumbers.size() + partDigits;
    if (!isGgufName(name) || name.size() <= numbers + ggufEnding.size())
        return std::nullopt;
    name.remove_suffix(ggufEnding.size());
    const std::string_view tail = name.substr(name.size() - numbers);
    const auto number = numberOfPart(tail.substr(1, partDigits));
    const auto count = numberOfPart(tail.substr(numbers - partDigits));
    if (tail.front() != '-' || tail.substr(1 + partDigits, betweenNumbers.size()) != betweenNumbers || !number || !count
        || *number > *count)
        return std::nullopt;
    return GgufPart{std::string(name.substr(0, name.size() - numbers)), *number, *count};
}

std::string nameOfGgufPart(const GgufPart& part)
{
    return fmt::format("{}-{:05}{}{:05}{}", part.before, part.number, betweenNumbers, part.count, ggufEnding);
}

bool isGgufName(std::string_view name)
{
    return name.size() > ggufEnding.size() && endsInSmall(name, ggufEnding);
}

bool isGgufModelName(std::string_view name)
{
    name.remove_prefix(name.rfind('/') + 1); // npos + 1 is 0
    if (!isGgufName(name) || name.starts_with('.') || hasInSmall(name, "mmproj"))
        return false;
    const auto part = ggufPartOf(name);
    return !part || part->number == 1;
}

Result<fs::path> ggufModelOf(const fs::path& folder)
{
    const std::vector<fs::path> files = ggufFilesOf(folder);
    std::vector<fs::path> models;
    std::ranges::copy_if(files, std::back_inserter(models),
                         [](const fs::path& file) { return isGgufModelName(file.filename().string()); });
    if (models.size() > 1)
        return fail("{} has {} GGUF models, {} and {} among them: choose one of the files.", folder.string(),
                    models.size(), models[0].filename().string(), models[1].filename().string());
    if (models.size() == 1)
        return models.front();
    for (const fs::path& file : files)
        if (const auto part = ggufPartOf(file.filename().string()))
            return fail("The file {} is part {} of {} of a model, and the part {} is missing: download it, too.",
                        file.string(), part->number, part->count, partBeside(file, *part, 1).filename().string());
    return fs::path();
}

Result<std::vector<std::shared_ptr<const Gguf>>> openGgufParts(const std::shared_ptr<const Gguf>& one)
{
    const std::string path = one->path().string();
    const std::int64_t count = one->integer(countKey).value_or(1);
    if (count > mostParts)
        return fail("The file {} says that it is a part of {}: download it again.", path, count);
    const auto name = ggufPartOf(one->path().filename().string());
    if (!name || name->count != count)
        return fail(
            "The file {} is part {} of {} of a model and is not named like one, so that the others cannot be found: "
            "name it NAME-{:05}-of-{:05}.gguf, and the others like it.",
            path, one->integer(partKey).value_or(0) + 1, count, one->integer(partKey).value_or(0) + 1, count);
    std::vector<std::shared_ptr<const Gguf>> parts;
    for (int number = 1; number <= name->count; ++number) {
        const fs::path file = partBeside(one->path(), *name, number);
        std::error_code ignored;
        if (number != name->number && !fs::exists(file, ignored))
            return fail("The file {} is part {} of {} of a model, and the part {} is missing: download it, too.", path,
                        name->number, name->count, file.filename().string());
        auto part = number == name->number ? one : Gguf::openPart(file);
        if (!part)
            return tl::unexpected(part.error());
        if (auto fine = checkPart(**part, parts.empty() ? **part : *parts.front(), number, name->count); !fine)
            return tl::unexpected(fine.error());
        parts.push_back(std::move(*part));
    }
    if (auto fine = checkTensors(parts); !fine)
        return tl::unexpected(fine.error());
    return parts;
}

} // namespace draftscope
