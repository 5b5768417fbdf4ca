// SPDX-License-Identifier: MIT
// tiktoken's files: https://github.com/openai/tiktoken.
#include "engine/tokenizer/tiktoken_vocabulary.h"

#include <array>
#include <charconv>
#include <unordered_map>

#include "engine/core/base64.h"
#include "engine/tokenizer/byte_level_alphabet.h"
#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

namespace {

constexpr std::size_t llama3Tokens = 128000;
constexpr int llama3SpecialTokens = 256;
// https://github.com/meta-llama/llama3/blob/main/llama/tokenizer.py and, for those named since, the tokenizer.json of
// Llama 3.1.
constexpr std::array<std::string_view, 11> llama3Names = {"<|begin_of_text|>",
                                                          "<|end_of_text|>",
                                                          "<|reserved_special_token_0|>",
                                                          "<|reserved_special_token_1|>",
                                                          "<|finetune_right_pad_id|>",
                                                          "<|reserved_special_token_2|>",
                                                          "<|start_header_id|>",
                                                          "<|end_header_id|>",
                                                          "<|eom_id|>",
                                                          "<|eot_id|>",
                                                          "<|python_tag|>"};
constexpr int firstReserved = 3; ///< number of the reserved token behind the last name

struct Line {
    std::string bytes;
    std::size_t rank = 0;
};

std::optional<Line> readLine(std::string_view line)
{
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos)
        return std::nullopt;
    auto bytes = fromBase64(line.substr(0, space));
    std::size_t rank = 0;
    const auto read = std::from_chars(line.data() + space + 1, line.data() + line.size(), rank);
    if (!bytes || bytes->empty() || read.ec != std::errc() || read.ptr != line.data() + line.size())
        return std::nullopt;
    return Line{std::move(*bytes), rank};
}

void addLlama3Tokens(ByteLevelVocabulary& vocabulary)
{
    for (int i = 0; i < llama3SpecialTokens; ++i) {
        AddedToken token;
        token.id = TokenId(llama3Tokens) + i;
        token.text = std::size_t(i) < llama3Names.size()
            ? std::string(llama3Names[std::size_t(i)])
            : fmt::format("<|reserved_special_token_{}|>", i - int(llama3Names.size()) + firstReserved);
        vocabulary.added.push_back(std::move(token));
    }
    vocabulary.bos = TokenId(llama3Tokens);
    vocabulary.eos = TokenId(llama3Tokens) + 1;
    vocabulary.addsBos = true;
}

} // namespace

bool looksLikeTiktoken(std::string_view text)
{
    const std::size_t end = text.find('\n');
    return end != std::string_view::npos && readLine(text.substr(0, end)).has_value();
}

Result<ByteLevelVocabulary> readTiktoken(std::string_view text, std::string_view name)
{
    ByteLevelVocabulary vocabulary;
    std::vector<std::string> bytesOf; // by rank
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty())
            continue;
        auto read = readLine(line);
        if (!read || read->rank != bytesOf.size() || bytesOf.size() >= largestVocabulary)
            return fail("Line {} of {} is not a token and its rank: download it again.", number, name);
        bytesOf.push_back(std::move(read->bytes));
    }
    if (bytesOf.size() != llama3Tokens)
        return fail("The file {} has {} ranks, and only Llama 3's {} say how texts are split: use a model with a "
                    "tokenizer.json.",
                    name, bytesOf.size(), llama3Tokens);
    std::unordered_map<std::string_view, TokenId> ids;
    ids.reserve(bytesOf.size());
    for (std::size_t id = 0; id < bytesOf.size(); ++id) {
        ids.emplace(bytesOf[id], TokenId(id));
        vocabulary.pieces.push_back(byteLevelPieceOf(bytesOf[id]));
    }
    // Every way to cut a token into two tokens is a merge of its rank.
    for (std::size_t id = 0; id < bytesOf.size(); ++id) {
        const std::string_view whole = bytesOf[id];
        for (std::size_t cut = 1; cut < whole.size(); ++cut) {
            const auto left = ids.find(whole.substr(0, cut)), right = ids.find(whole.substr(cut));
            if (left != ids.end() && right != ids.end())
                vocabulary.merges.push_back({left->second, right->second, TokenId(id), std::uint32_t(id)});
        }
    }
    vocabulary.splits = {{std::string(llama3Expression)}};
    vocabulary.prefersWholePieces = true;
    addLlama3Tokens(vocabulary);
    return vocabulary;
}

} // namespace draftscope
