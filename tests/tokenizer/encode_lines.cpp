// SPDX-License-Identifier: MIT
// encode_lines TOKENIZER: reads JSON strings, one a line, and prints the ids of each, for compare_with_tokenizers.py.
#include <cstdio>
#include <iostream>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/tokenizer/load_tokenizer.h"

int main(int count, char** arguments)
{
    if (count != 2) {
        fmt::print(stderr, "encode_lines TOKENIZER < lines.jsonl\n");
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
