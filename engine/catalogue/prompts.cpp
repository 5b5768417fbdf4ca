// SPDX-License-Identifier: MIT
#include "engine/catalogue/prompts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/catalogue/embedded.h"
#include "engine/core/text_file.h"
#include "engine/core/utf8.h"
#include "engine/formats/json_document.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {
namespace {

using nlohmann::json;

std::string fieldOf(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// What a line's object proposes; nothing where it has no prompt.
std::string promptOf(const json& object)
{
    const auto turns = object.find("turns");
    if (turns != object.end() && turns->is_array() && !turns->empty() && turns->front().is_string())
        return turns->front().get<std::string>();
    return fieldOf(object, "prompt");
}

} // namespace

Result<std::vector<Prompt>> embeddedPrompts()
{
    for (const auto& models : embeddedModelDirectories()) {
        const auto path = models.parent_path() / "prompts" / "prompts.json";
        if (std::error_code ignored; !std::filesystem::exists(path, ignored))
            continue;
        std::ifstream file(path);
        const json document = json::parse(file, nullptr, false);
        if (!document.is_array())
            return fail("The file {} is damaged: install Draftscope again.", path.string());
        std::vector<Prompt> prompts;
        for (const json& entry : document)
            if (entry.is_object())
                prompts.push_back(
                    {fieldOf(entry, "kind"), fieldOf(entry, "title"), fieldOf(entry, "text"), fieldOf(entry, "id")});
        return prompts;
    }
    return fail("The prompts that come with the program are missing: install Draftscope again.");
}

Result<std::vector<Prompt>> promptsOf(std::string_view lines, std::string_view file)
{
    std::vector<Prompt> prompts;
    int number = 0;
    while (!lines.empty()) {
        ++number;
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(std::min(end + 1, lines.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        const json object = json::parse(line, nullptr, false);
        if (!object.is_object())
            return fail("Line {} of the {} is no JSON object: write one with \"prompt\" and \"kind\" on each line.",
                        number, file);
        const std::string text = promptOf(object);
        if (text.empty())
            return fail("Line {} of the {} has no \"prompt\": write one with \"prompt\" and \"kind\" on each line.",
                        number, file);
        std::string kind = fieldOf(object, object.contains("kind") ? "kind" : "category");
        prompts.push_back({kind.empty() ? "prompts" : std::string(beginningOf(kind, 40)), {}, text});
    }
    if (prompts.empty())
        return fail("The {} has no prompts: write a JSON object with \"prompt\" and \"kind\" on each line.", file);
    return prompts;
}

Result<std::vector<Prompt>> promptsOfFile(const std::filesystem::path& path)
{
    const auto lines = readTextFile(path, longestText);
    if (!lines)
        return tl::unexpected(lines.error());
    return promptsOf(*lines, "file " + path.string());
}

} // namespace draftscope
