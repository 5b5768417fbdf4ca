// SPDX-License-Identifier: MIT
// A tokenizer.json, and texts that are encoded with what loads: among them its own pieces.
#include <string>

#include "engine/core/utf8.h"
#include "engine/tokenizer/tokenizer_json.h"
#include "tests/fuzz/encode_texts.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::InputFile input(data, size);
    const auto made = readTokenizerJson(input.path(), {});
    fuzz::requireSentence(made);
    if (made)
        fuzz::encodeTexts(**made, {reinterpret_cast<const char*>(data), size});
    return 0;
}
