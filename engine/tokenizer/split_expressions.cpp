// SPDX-License-Identifier: MIT
#include "engine/tokenizer/split_expressions.h"

#include <algorithm>
#include <array>

namespace draftscope {

namespace {

// Llama 3's, of tiktoken's cl100k with a run of letters that may begin with one other character.
constexpr std::string_view llama3Expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
// Qwen 2's: the same with digits one by one.
constexpr std::string_view qwen2Expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

enum class Kind { gpt2, llama3, qwen2, digitsAndGpt2 };

struct Name {
    std::string_view pre;
    Kind kind;
};

constexpr std::array names = {
    Name{"gpt-2", Kind::gpt2},
    Name{"phi-2", Kind::gpt2},
    Name{"mpt", Kind::gpt2},
    Name{"olmo", Kind::gpt2},
    Name{"llama-bpe", Kind::llama3},
    Name{"llama3", Kind::llama3},
    Name{"llama-v3", Kind::llama3},
    Name{"falcon3", Kind::llama3},
    Name{"qwen2", Kind::qwen2},
    Name{"deepseek-r1-qwen", Kind::qwen2},
    Name{"smollm", Kind::digitsAndGpt2},
    Name{"starcoder", Kind::digitsAndGpt2},
    Name{"refact", Kind::digitsAndGpt2},
    Name{"command-r", Kind::digitsAndGpt2},
    Name{"codeshell", Kind::digitsAndGpt2},
};

} // namespace

std::optional<NamedSplits> splitsOf(std::string_view pre)
{
    const auto found = std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.pre == pre; });
    if (found == names.end())
        return std::nullopt;
    switch (found->kind) {
    case Kind::gpt2:
        return NamedSplits{{{std::string(gpt2Expression)}}};
    case Kind::llama3:
        return NamedSplits{.steps = {{std::string(llama3Expression)}}, .prefersWholePieces = true, .addsBos = true};
    case Kind::qwen2:
        return NamedSplits{.steps = {{std::string(qwen2Expression)}}, .normalizesToNfc = true};
    case Kind::digitsAndGpt2:
        return NamedSplits{{{R"(\p{N})"}, {std::string(gpt2Expression)}}};
    }
    return std::nullopt;
}

std::string knownSplits()
{
    std::string list;
    for (const Name& name : names)
        (list += list.empty() ? "" : ", ") += name.pre;
    return list;
}

} // namespace draftscope
