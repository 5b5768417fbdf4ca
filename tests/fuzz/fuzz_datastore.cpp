// SPDX-License-Identifier: MIT
#include <vector>

#include "engine/core/decode_failure.h"
#include "engine/formats/datastore.h"
#include "engine/speculation/datastore_lookup.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::InputFile input(data, size);
    const auto store = Datastore::open(input.path());
    fuzz::requireSentence(store);
    if (!store)
        return 0;
    fuzz::requireSentence((*store)->check());
    const int vocabulary = (*store)->facts().vocabularySize;
    std::vector<TokenId> text = {0, 1, 2};
    for (std::size_t i = 0; i < (*store)->size(); ++i) {
        const TokenId token = (*store)->token(i);
        fuzz::require(token == noToken || (token >= 0 && token < vocabulary));
        if (i < 16)
            text.push_back(token);
        fuzz::requireSentence((*store)->suffix(i));
    }
    const DatastoreLookup lookup(*store, {16, 1, 64});
    try {
        for (std::size_t length = 1; length <= text.size(); ++length) {
            const auto match = lookup.longestEnding(std::span(text).first(length));
            fuzz::require(match.length <= int(length) && match.ranks.begin <= match.ranks.end
                          && match.ranks.end <= (*store)->size());
            const ContinuationTrie trie = lookup.continuations(match);
            for (const auto& node : trie.nodes())
                fuzz::require(node.token >= 0 && node.token < vocabulary && node.count > 0);
        }
    } catch (const DecodeFailure& failure) {
        fuzz::require(std::string_view(failure.what()).ends_with('.'));
    }
    return 0;
}
