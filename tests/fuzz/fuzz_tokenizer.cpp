// SPDX-License-Identifier: MIT
// A tokenizer.model, and texts that are encoded with what loads: sentencepiece itself must not fail on it.
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "tests/fuzz/encode_texts.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view proto(reinterpret_cast<const char*>(data), size);
    const auto made = SentencePieceTokenizer::fromProto(proto, "input");
    fuzz::requireSentence(made);
    if (!made)
        return 0;
    fuzz::encodeTexts(**made, proto);
    return 0;
}
