// SPDX-License-Identifier: MIT
#include "engine/tokenizer/supported_tokenizers.h"

#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

std::vector<Supported> supportedTokenizers()
{
    std::string names;
    for (const std::string_view name : namedSplits())
        if (!name.empty())
            (names += names.empty() ? "" : ", ") += name;
    return {{"sentencepiece", "tokenizer.model, GGUF llama", "word and character models"},
            {"byte-level BPE", "tokenizer.json, vocab.json with merges.txt, GGUF gpt2",
             "in GGUF, ways to split but " + names},
            {"Hugging Face tokenizers",
             "tokenizer.json with BPE, WordPiece, WordLevel or Unigram, and any normalizer and pre_tokenizer",
             "BPE with dropout, the decoder CTC"},
            {"tiktoken ranks", "tokenizer.model of Llama 3", ""},
            {"others", "", "by name (GGUF bert, t5, rwkv, plamo2, hybriddna)"}};
}

} // namespace draftscope
