// SPDX-License-Identifier: MIT
#include "engine/report/web_page.h"

#include <array>

#include "engine/core/base64.h"
#include "engine/core/replacing_file.h"
#include "engine/core/sha256.h"
#include "engine/report/markup_text.h"

namespace draftscope {
namespace {

/// "sha256-…", as a content security policy names what it lets run: this text and no other.
std::string sourceHash(std::string_view text)
{
    Sha256 hash;
    hash.add(std::as_bytes(std::span(text)));
    const std::string digits = hash.hexadecimal();
    std::string bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes += char(std::stoi(digits.substr(i, 2), nullptr, 16));
    return "sha256-" + toBase64(bytes);
}

/// The template with what belongs in the place of each {{name}}. What is put in is not looked through again.
std::string filled(std::string_view text, std::span<const std::pair<std::string_view, std::string>> parts)
{
    std::string page;
    while (true) {
        const std::size_t begin = text.find("{{");
        const std::size_t end = begin == text.npos ? text.npos : text.find("}}", begin);
        page += text.substr(0, begin);
        if (end == text.npos)
            return page;
        const std::string_view name = text.substr(begin + 2, end - begin - 2);
        for (const auto& [key, value] : parts)
            if (key == name)
                page += value;
        text.remove_prefix(end + 2);
    }
}

/// "tales-6m + tales-0.8m"
std::string titleOf(const TraceHeader& header)
{
    return header.draft ? header.target.name + " + " + header.draft->name : header.target.name + " · " + header.method;
}

} // namespace

std::string webPage(std::span<const WebPageSequence> sequences, const WebPageOptions& options)
{
    std::string script = "'use strict';\n(() => {\n";
    for (const std::string_view part : web::scripts)
        script += part;
    script += "})();\n";
    const std::string style(web::style);
    const std::array<std::pair<std::string_view, std::string>, 7> parts{{
        {"language", htmlText(options.language)},
        {"title", htmlText(titleOf(sequences.front().recording->header()))},
        {"style-hash", sourceHash(style)},
        {"script-hash", sourceHash(script)},
        {"style", style},
        {"data", webPageJson(sequences, options)},
        {"script", script},
    }};
    return filled(web::page, parts);
}

Result<void> saveWebPage(const std::filesystem::path& path, std::span<const WebPageSequence> sequences,
                         const WebPageOptions& options)
{
    return replaceFile(path, webPage(sequences, options), "web page");
}

} // namespace draftscope
