// SPDX-License-Identifier: MIT
// encode_lines TOKENIZER: reads JSON strings, one a line, and prints the ids of each, for compare_with_tokenizers.py
// and others. encode_lines --ends FILE.gguf: prints the ids that end a text.
#include <cstdio>
#include <iostream>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/formats/gguf.h"
#include "engine/tokenizer/gguf_tokens.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace {

int printEnds(const char* path)
{
    const auto file = draftscope::Gguf::open(path);
    const auto tokens = file ? draftscope::readGgufTokens(**file) : tl::unexpected(file.error());
    if (!tokens)
        return fmt::print(stderr, "{}\n", tokens.error().sentence), 1;
    fmt::print("{}\n", fmt::join(tokens->ends, " "));
    return 0;
}

} // namespace

int main(int count, char** arguments)
{
    if (count == 3 && std::string_view(arguments[1]) == "--ends")
        return printEnds(arguments[2]);
    if (count != 2) {
        fmt::print(stderr, "encode_lines TOKENIZER < lines.jsonl, or encode_lines --ends FILE.gguf\n");
        return 2;
    }
    const auto tokenizer = draftscope::loadTokenizer(arguments[1]);
    if (!tokenizer) {
        fmt::print(stderr, "{}\n", tokenizer.error().sentence);
        return 1;
    }
    for (std::string line; std::getline(std::cin, line);) {
        const auto text = nlohmann::json::parse(line).get<std::string>();
        const auto ids = (*tokenizer)->encode(text);
        if (!ids) {
            fmt::print("{}\n", ids.error().sentence);
            continue;
        }
        fmt::print("{} {}\n", (*tokenizer)->decode(*ids) == text ? "same" : "other", fmt::join(*ids, " "));
    }
}
