// SPDX-License-Identifier: MIT
#include "engine/cli/corpus_texts.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

#include <CLI/CLI.hpp>

#include "engine/core/json_parser.h"
#include "engine/core/memory_map.h"
#include "engine/core/utf8.h"
#include "engine/formats/suffix_array.h"

namespace draftscope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t pieceLength = 1 << 16, longestPiece = 1 << 20;

Result<void> addFolder(const fs::path& folder, std::vector<fs::path>& files)
{
    std::vector<fs::path> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        const std::string ending = entry->path().extension().string();
        if (std::error_code ignored; (ending == ".txt" || ending == ".jsonl") && entry->is_regular_file(ignored))
            found.push_back(entry->path());
    }
    if (error)
        return fail("The folder {} cannot be read ({}): check its permissions.", folder.string(), error.message());
    if (found.empty())
        return fail("The folder {} has no .txt and no .jsonl files: name files, or another folder.", folder.string());
    std::ranges::sort(found);
    files.insert(files.end(), found.begin(), found.end());
    return {};
}

/// Bytes of the next piece of a text.
std::size_t nextPiece(std::string_view text)
{
    if (text.size() <= pieceLength)
        return text.size();
    if (const std::size_t newline = text.find('\n', pieceLength); newline < longestPiece)
        return newline + 1;
    return beginningOf(text, longestPiece).size();
}

/// Encodes one text behind the other.
class Encoder {
public:
    Encoder(const Tokenizer& tokenizer, const std::vector<fs::path>& files, const Progress& progress)
        : m_tokenizer(tokenizer), m_progress(progress)
    {
        std::error_code ignored;
        for (const fs::path& file : files)
            if (const auto size = fs::file_size(file, ignored); !ignored)
                m_bytesInAll += size;
    }

    Result<void> addFile(const fs::path& file)
    {
        if (std::error_code ignored; fs::is_regular_file(file, ignored) && fs::is_empty(file, ignored))
            return {}; // an empty one cannot be mapped
        const auto map = MemoryMap::open(file);
        if (!map)
            return tl::unexpected(map.error());
        const auto bytes = (*map)->bytes();
        const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        m_file = file;
        if (const std::size_t valid = validUtf8Length(all); valid < all.size())
            return fail("The file {} is not valid UTF-8 at byte {}: save it as UTF-8.", file.string(), valid);
        auto added = file.extension() == ".jsonl" ? addLines(all) : addText(all, all.size());
        return added ? (*map)->unchanged() : added;
    }

    [[nodiscard]] CorpusTokens take() { return std::move(m_done); }

private:
    Result<void> addLines(std::string_view lines)
    {
        for (int number = 1; !lines.empty(); ++number) {
            const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
            const std::string_view line = lines.substr(0, end);
            lines.remove_prefix(end);
            if (line.find_first_not_of(" \t\r\n") == std::string_view::npos)
                continue;
            const ParsedJson parsed = parseJson(line);
            if (parsed.flaw != ParsedJson::Flaw::none || !parsed.document.is_object())
                return fail("Line {} of {} is no JSON object: write one with a \"text\" or a \"prompt\" on each line.",
                            number, m_file.string());
            auto text = parsed.document.find("text");
            if (text == parsed.document.end())
                text = parsed.document.find("prompt");
            if (text == parsed.document.end() || !text->is_string())
                return fail("Line {} of {} has no \"text\" and no \"prompt\": write one on each line.", number,
                            m_file.string());
            if (auto added = addText(text->get_ref<const std::string&>(), line.size()); !added)
                return added;
        }
        return {};
    }

    /// `bytes`: what it takes in its file.
    Result<void> addText(std::string_view text, std::size_t bytes)
    {
        const std::size_t length = text.size();
        for (bool isFirst = true; isFirst || !text.empty(); isFirst = false) {
            tell(bytes * (length - text.size()) / std::max<std::size_t>(length, 1));
            const std::size_t end = nextPiece(text);
            const auto piece = text.substr(0, end);
            const auto tokens = isFirst ? m_tokenizer.encodePrompt(piece) : m_tokenizer.encode(piece);
            if (!tokens)
                return fail("The file {} cannot be encoded: {}", m_file.string(), tokens.error().sentence);
            m_done.tokens.insert(m_done.tokens.end(), tokens->begin(), tokens->end());
            text.remove_prefix(end);
        }
        if (m_tokenizer.eos() != noToken)
            m_done.tokens.push_back(m_tokenizer.eos());
        if (m_done.tokens.size() > longestSortedText)
            return fail("The texts have more than {} tokens, which are too many: name fewer files.", longestSortedText);
        ++m_done.texts;
        m_bytesBefore += bytes;
        return {};
    }

    void tell(std::size_t bytesOfText) const
    {
        if (m_progress.isCancelled())
            throw Cancelled();
        m_progress.tell(double(m_bytesBefore + bytesOfText) / double(std::max<std::uint64_t>(m_bytesInAll, 1)),
                        "Encoding the texts");
    }

    const Tokenizer& m_tokenizer;
    const Progress& m_progress;
    std::uint64_t m_bytesInAll = 0, m_bytesBefore = 0;
    fs::path m_file;
    CorpusTokens m_done;
};

} // namespace

void addCorpusNames(CLI::App& command, std::vector<std::string>& names)
{
    command
        .add_option("text", names,
                    "Text files, files of JSON Lines (.jsonl) with \"text\" or \"prompt\", and folders of .txt and "
                    ".jsonl files")
        ->required();
}

Result<void> checkCorpusNames(const std::vector<std::string>& names, std::string_view command)
{
    if (std::ranges::any_of(names, &std::string::empty))
        return fail("A name is empty: see draftscope-cli {} --help.", command);
    return {};
}

Result<std::vector<fs::path>> corpusFiles(const std::vector<std::string>& names)
{
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        std::error_code ignored;
        if (!fs::is_directory(name, ignored))
            files.emplace_back(name); // whether it can be read is seen when it is
        else if (auto added = addFolder(name, files); !added)
            return tl::unexpected(added.error());
    }
    return files;
}

Result<CorpusTokens> encodeCorpus(const std::vector<fs::path>& files, const Tokenizer& tokenizer,
                                  const Progress& progress)
{
    Encoder encoder(tokenizer, files, progress);
    for (const fs::path& file : files)
        if (auto added = encoder.addFile(file); !added)
            return tl::unexpected(added.error());
    return encoder.take();
}

} // namespace draftscope
