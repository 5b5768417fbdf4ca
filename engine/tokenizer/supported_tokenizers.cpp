// SPDX-License-Identifier: MIT
#include "engine/tokenizer/supported_tokenizers.h"

#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

std::vector<Supported> supportedTokenizers()
{
    return {{"sentencepiece", "tokenizer.model, tokenizer.json, GGUF llama", "word and character models"},
            {"byte-level BPE", "tokenizer.json, vocab.json with merges.txt, GGUF gpt2",
             "in GGUF, ways to split but " + knownSplits()},
            {"tiktoken ranks", "tokenizer.model of Llama 3", ""},
            {"others", "", "by name"}};
}

} // namespace draftscope
