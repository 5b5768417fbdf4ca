// SPDX-License-Identifier: MIT
// A GGUF file as a model: its keys, its configuration, its vocabulary and its tensors.
#include "engine/core/utf8.h"
#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::InputFile input(data, size);
    const auto file = Gguf::open(input.path());
    fuzz::requireSentence(file);
    if (!file)
        return 0;
    for (const std::string& name : (*file)->names()) {
        fuzz::require(isUtf8(name));
        const auto tensor = (*file)->tensor(name);
        fuzz::requireSentence(tensor);
        if (tensor && tensor->bytes > 0) // reads the ends of every tensor: they lie in the file
            fuzz::require(int(tensor->data[0]) + int(tensor->data[tensor->bytes - 1]) >= 0);
    }
    for (const char* key : {"tokenizer.ggml.tokens", "tokenizer.ggml.scores", "tokenizer.ggml.token_type"})
        if (const GgufArray* array = (*file)->array(key))
            fuzz::require(!array->integers() || array->integers()->size() == array->size());
    const auto tokenizer = tokenizerOfGguf(**file);
    fuzz::requireSentence(tokenizer);
    if (tokenizer)
        fuzz::requireSentence((*tokenizer)->encode("a b  c é"));
    fuzz::requireSentence(openGgufModel(input.path()));
    return 0;
}
