// SPDX-License-Identifier: MIT
#include "engine/report/file_kind.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

#include "engine/core/json_parser.h"
#include "engine/core/regular_file.h"
#include "engine/core/without_exceptions.h"
#include "engine/model/model_files.h"
#include "engine/report/comparison_file.h"
#include "engine/trace/trace_input.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t enoughToTell = 64 << 10; ///< bytes

struct Beginning {
    std::string_view bytes, words;
};
/// Source: the formats' own specifications.
constexpr std::array beginnings{
    Beginning{"%PDF-", "a PDF"},
    Beginning{"\x89PNG", "a picture"},
    Beginning{"\xff\xd8\xff", "a picture"},
    Beginning{"GIF8", "a picture"},
    Beginning{"PK\x03\x04", "a zip archive, such as a torch checkpoint is"},
    Beginning{"\x1f\x8b", "a file packed by gzip, which has to be unpacked first"},
    Beginning{"\xfd"
              "7zXZ",
              "a file packed by xz, which has to be unpacked first"},
    Beginning{"BZh", "a file packed by bzip2, which has to be unpacked first"},
    Beginning{"7z\xbc\xaf", "a 7z archive"},
    Beginning{"\x7f"
              "ELF",
              "a program"},
    Beginning{"DSCPDATA", "a datastore, which Setup takes as a corpus"},
    Beginning{"\x80\x02", "a torch checkpoint"},
    Beginning{"ggjt", "a model in a format older than GGUF"},
    Beginning{"tjgg", "a model in a format older than GGUF"},
    Beginning{"lmgg", "a model in a format older than GGUF"},
    Beginning{"version https://git-lfs", "a Git LFS pointer, whose file has not been fetched"},
    Beginning{"# Comparison of ways to decode", "a report of a comparison"}};

/// Behind blanks and a byte order mark, in small letters.
std::string firstLetters(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::string letters(text.substr(0, 32));
    std::ranges::transform(letters, letters.begin(), [](unsigned char each) { return char(std::tolower(each)); });
    return letters;
}

/// Eight bytes of a length, then that much JSON.
bool isSafetensors(std::string_view bytes)
{
    return bytes.size() > 9 && bytes[8] == '{' && bytes[6] == 0 && bytes[7] == 0;
}

bool isText(std::string_view bytes)
{
    return std::ranges::all_of(bytes, [](unsigned char each) {
        return each >= ' ' ? each != 0x7f : each == '\n' || each == '\r' || each == '\t' || each == '\f';
    });
}

FileKind kindOfType(const std::string& type)
{
    return type == "header"               ? FileKind::trace
        : type == "draftscope comparison" ? FileKind::comparison
        : type == "draftscope scene"      ? FileKind::scene
                                          : FileKind::other;
}

std::string typeIn(const json& document)
{
    const auto type = document.is_object() ? document.find("type") : document.end();
    return document.is_object() && type != document.end() && type->is_string() ? type->get<std::string>()
                                                                               : std::string();
}

/// Where it begins with its type, as files of this program do: they may be damaged further on.
FileKind kindByBeginning(std::string_view text)
{
    std::string tight;
    for (const char each : text.substr(0, std::min<std::size_t>(text.size(), 256)))
        if (std::isspace(static_cast<unsigned char>(each)) == 0)
            tight += each;
    return tight.starts_with(R"({"type":"header")")              ? FileKind::trace
        : tight.starts_with(R"({"type":"draftscopecomparison")") ? FileKind::comparison
        : tight.starts_with(R"({"type":"draftscopescene")")      ? FileKind::scene
                                                                 : FileKind::other;
}

/// What JSON of another kind is, by its keys.
std::string wordsOfJson(const json& document)
{
    const auto has = [&](const char* key) { return document.is_object() && document.contains(key); };
    if (has("model_type") || has("architectures"))
        return "the configuration of a model, whose folder is to be chosen instead";
    if (has("weight_map"))
        return "the index of a model's weights, whose folder is to be chosen instead";
    if (has("added_tokens") && has("model"))
        return "a tokenizer, which lies in the folder of its model";
    if (has("kind") && has("prompt"))
        return "a list of prompts, which Compare and --prompts take";
    if (has("layers") && has("schemaVersion"))
        return "a manifest of Ollama, whose name is to be chosen instead";
    return "JSON of another kind";
}

Result<SeenFile> lookIntoJson(TraceInput& input)
{
    std::string whole;
    while (true) {
        auto line = input.next();
        if (!line)
            return SeenFile{FileKind::other, "damaged"};
        if (!*line)
            break;
        // The first line that says something is a document of its own in JSON Lines.
        if (whole.empty() && (*line)->text.find_first_not_of(" \t\r") != std::string_view::npos)
            if (const ParsedJson parsed = parseJson((*line)->text); parsed.flaw == ParsedJson::Flaw::none) {
                const FileKind kind = kindOfType(typeIn(parsed.document));
                return SeenFile{kind, kind == FileKind::other ? wordsOfJson(parsed.document) : std::string()};
            }
        whole.append((*line)->text).push_back('\n');
        if (whole.size() > ComparisonFile::mostBytes)
            return SeenFile{FileKind::other, "JSON of another kind"};
    }
    const ParsedJson parsed = parseJson(whole);
    if (parsed.flaw == ParsedJson::Flaw::syntax)
        return SeenFile{FileKind::other, "a text"};
    const FileKind kind = kindOfType(typeIn(parsed.document));
    return SeenFile{kind, kind == FileKind::other ? wordsOfJson(parsed.document) : std::string()};
}

Result<SeenFile> lookIntoFile(const fs::path& path)
{
    auto input = TraceInput::open(path);
    if (!input)
        return tl::unexpected(input.error());
    const auto begun = input->beginning(enoughToTell);
    if (!begun) // packed, and damaged: the trace's reader says how
        return SeenFile{FileKind::trace};
    const std::string_view bytes = *begun;
    if (bytes.empty() && input->isPacked()) // cut: as above
        return SeenFile{FileKind::trace};
    if (bytes.empty()) { // then only the name says what it was to be
        if (isGgufName(path.filename().string()))
            return SeenFile{FileKind::model};
        const bool isTrace = path.extension() == ".jsonl" || path.extension() == ".zst";
        return isTrace ? SeenFile{FileKind::trace} : SeenFile{FileKind::other, "empty"};
    }
    if (bytes.starts_with("GGUF"))
        return input->isPacked() ? SeenFile{FileKind::other, "a packed model, which has to be unpacked first"}
                                 : SeenFile{FileKind::model};
    for (const auto& [start, words] : beginnings)
        if (bytes.starts_with(start))
            return SeenFile{FileKind::other, std::string(words)};
    if (const FileKind kind = kindByBeginning(bytes); kind != FileKind::other)
        return SeenFile{kind};
    const std::string letters = firstLetters(bytes);
    if (letters.starts_with("<html") || letters.starts_with("<!doctype html"))
        return SeenFile{FileKind::other, "a web page"};
    if (isSafetensors(bytes))
        return SeenFile{FileKind::other, "the weights of a model, whose folder is to be chosen instead"};
    if (!isText(bytes))
        return SeenFile{FileKind::other, "a file of bytes that says nothing of its kind"};
    if (letters.starts_with("---\n") || letters.starts_with("---\r\n"))
        return SeenFile{FileKind::lesson, "a lesson"};
    return letters.starts_with('{') ? lookIntoJson(*input) : SeenFile{FileKind::other, "a text"};
}

} // namespace

Result<SeenFile> lookInto(const fs::path& path)
{
    std::error_code error;
    if (fs::is_directory(path, error))
        return SeenFile{FileKind::model};
    if (!fs::exists(path, error))
        return fail("There is no file {}: check the name.", path.string());
    return withoutExceptions("The file " + path.string(), [&] { return lookIntoFile(path); });
}

Result<LoadedTrace> openTrace(const fs::path& path, const Progress& progress)
{
    auto trace = loadTrace(path, progress);
    if (trace || progress.isCancelled())
        return trace;
    const auto seen = lookInto(path);
    if (!seen || seen->kind == FileKind::trace)
        return trace;
    if (seen->kind == FileKind::comparison)
        return fail("{} is a comparison and no trace: Compare opens it in the window.", path.string());
    if (seen->kind == FileKind::scene)
        return fail("{} is a scene and no trace: draftscope --scene opens it in the window.", path.string());
    if (seen->kind == FileKind::model)
        return fail("{} is a model and no trace: choose a trace file.", path.string());
    return tl::unexpected(notToBeOpened(path, *seen));
}

Error notToBeOpened(const fs::path& path, const SeenFile& seen)
{
    return errorOf(message("The file {} seems to be {}: choose a model, a trace or a comparison.", path.string(),
                           phrase(seen.words)));
}

} // namespace draftscope
