// SPDX-License-Identifier: MIT
// A GGUF file as a model: its keys, its configuration, its vocabulary and its tensors; and as an EAGLE head.
#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/model/draft_head.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/fuzz/read_tensors.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::InputFile input(data, size);
    const auto file = Gguf::open(input.path());
    fuzz::requireSentence(file);
    if (!file)
        return 0;
    fuzz::readTensors(**file);
    for (const char* key : {"tokenizer.ggml.tokens", "tokenizer.ggml.scores", "tokenizer.ggml.token_type"})
        if (const GgufArray* array = (*file)->array(key))
            fuzz::require(!array->integers() || array->integers()->size() == array->size());
    const auto tokenizer = tokenizerOfGguf(**file);
    fuzz::requireSentence(tokenizer);
    if (tokenizer)
        fuzz::requireSentence((*tokenizer)->encode("a b  c é"));
    fuzz::requireSentence(openGgufModel(input.path()));
    for (const std::string& name : (*file)->names())
        fuzz::requireSentence((*file)->wholeNumbers(name));
    static const std::shared_ptr<const Model> target = fixtures::makeTinyModel({.layers = 8});
    fuzz::requireSentence(openDraftHead(input.path(), *target));
    return 0;
}
