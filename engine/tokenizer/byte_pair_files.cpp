// SPDX-License-Identifier: MIT
#include "engine/tokenizer/byte_pair_files.h"

#include <algorithm>
#include <unordered_map>

#include "engine/core/memory_map.h"
#include "engine/core/utf8.h"
#include "engine/formats/json_document.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

namespace {

constexpr std::size_t mostMergeBytes = std::size_t(64) << 20;

/// The lines of a text, without their ends.
template <class Take>
void forEachLine(std::string_view text, const Take& take)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        take(line);
    }
}

} // namespace

Result<std::vector<std::string>> piecesOf(const nlohmann::json& vocabulary, std::string_view name)
{
    if (!vocabulary.is_object() || vocabulary.empty() || vocabulary.size() > largestVocabulary)
        return fail("The vocabulary of {} is empty or too large: download it again.", name);
    std::vector<std::string> pieces;
    std::vector<bool> known;
    for (const auto& [piece, id] : vocabulary.items()) {
        const auto* number = id.get_ptr<const nlohmann::json::number_unsigned_t*>();
        if (!number || *number >= largestVocabulary)
            return fail("The token \"{}\" of {} has no usable id: it is damaged, download it again.",
                        beginningOf(piece, 40), name);
        if (*number >= pieces.size()) {
            pieces.resize(std::size_t(*number) + 1);
            known.resize(pieces.size());
        }
        if (known[std::size_t(*number)])
            return fail("The vocabulary of {} has the id {} twice: it is damaged, download it again.", name, *number);
        known[std::size_t(*number)] = true;
        pieces[std::size_t(*number)] = piece;
    }
    return pieces;
}

std::optional<std::pair<std::string_view, std::string_view>> pairOfLine(std::string_view line)
{
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || space == 0 || space + 1 == line.size()
        || line.find(' ', space + 1) != std::string_view::npos)
        return std::nullopt;
    return std::pair(line.substr(0, space), line.substr(space + 1));
}

Result<std::vector<BytePairMerges::Merge>> mergesOf(
    const std::vector<std::pair<std::string_view, std::string_view>>& pairs, const std::vector<std::string>& pieces,
    std::string_view name, std::string_view continuation)
{
    std::unordered_map<std::string_view, TokenId> ids;
    ids.reserve(pieces.size());
    for (std::size_t id = 0; id < pieces.size(); ++id)
        if (!pieces[id].empty())
            ids.emplace(pieces[id], TokenId(id));
    std::vector<BytePairMerges::Merge> merges;
    merges.reserve(pairs.size());
    std::string joined;
    for (const auto& [left, right] : pairs) {
        (joined = left) += right.substr(std::min(right.size(), continuation.size()));
        const auto a = ids.find(left), b = ids.find(right), both = ids.find(joined);
        if (a == ids.end() || b == ids.end() || both == ids.end()) {
            const std::string_view missing = a == ids.end() ? left : b == ids.end() ? right : std::string_view(joined);
            return fail("The merges of {} use \"{}\", which is not in its vocabulary: download both again.", name,
                        asUtf8(beginningOf(missing, 40)));
        }
        merges.push_back({a->second, b->second, both->second, std::uint32_t(merges.size())});
    }
    return merges;
}

Result<ByteLevelVocabulary> readVocabAndMerges(const std::filesystem::path& vocab, const std::filesystem::path& merges)
{
    const auto object = readJsonObject(vocab);
    if (!object)
        return tl::unexpected(object.error());
    ByteLevelVocabulary vocabulary;
    auto pieces = piecesOf(*object, vocab.string());
    if (!pieces)
        return tl::unexpected(pieces.error());
    vocabulary.pieces = std::move(*pieces);

    const auto map = MemoryMap::open(merges);
    if (!map)
        return tl::unexpected(map.error());
    const auto bytes = (*map)->bytes();
    if (bytes.size() > mostMergeBytes)
        return fail("The file {} is larger than {} MiB: it is not a list of merges.", merges.string(),
                    mostMergeBytes >> 20);
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    std::size_t number = 0, broken = 0;
    forEachLine({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, [&](std::string_view line) {
        ++number;
        if (line.empty() || (number == 1 && line.starts_with("#version")))
            return;
        if (const auto pair = pairOfLine(line))
            pairs.push_back(*pair);
        else if (broken == 0)
            broken = number;
    });
    if (broken != 0)
        return fail("Line {} of {} is no pair of pieces: download it again.", broken, merges.string());
    auto ranked = mergesOf(pairs, vocabulary.pieces, merges.string());
    if (const auto unchanged = (*map)->unchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    if (!ranked)
        return tl::unexpected(ranked.error());
    vocabulary.merges = std::move(*ranked);
    vocabulary.splits = {{std::string(gpt2Expression)}};
    return vocabulary;
}

} // namespace draftscope
