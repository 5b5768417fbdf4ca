// SPDX-License-Identifier: MIT
// A GGUF file as a model: its keys, its configuration, its vocabulary and its tensors; and as an EAGLE head.
#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/model/draft_head.h"
#include "engine/tokenizer/gguf_tokens.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/fuzz/encode_texts.h"
#include "tests/fuzz/read_tensors.h"

using namespace draftscope;

namespace {

/// A folder with the two parts of a model: the input in front of a line "PART" and what is behind it.
class Parts {
public:
    void open(std::string_view input)
    {
        constexpr std::string_view between = "\nPART\n";
        const auto at = input.find(between);
        if (at == std::string_view::npos)
            return;
        fixtures::writeFile(m_folder.path() / "m-00001-of-00002.gguf", std::string(input.substr(0, at)));
        fixtures::writeFile(m_folder.path() / "m-00002-of-00002.gguf", std::string(input.substr(at + between.size())));
        for (const char* name : {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"}) {
            const auto file = Gguf::open(m_folder.path() / name);
            fuzz::requireSentence(file);
            if (file)
                fuzz::readTensors(**file);
        }
        fuzz::requireSentence(openGgufModel(m_folder.path() / "m-00002-of-00002.gguf"));
    }

private:
    fuzz::MemoryFolder m_folder;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static Parts parts;
    parts.open({reinterpret_cast<const char*>(data), size});
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
        fuzz::encodeTexts(**tokenizer, {reinterpret_cast<const char*>(data), size});
    fuzz::requireSentence(readGgufTokens(**file));
    fuzz::requireSentence(openGgufModel(input.path()));
    for (const std::string& name : (*file)->names())
        fuzz::requireSentence((*file)->wholeNumbers(name));
    static const std::shared_ptr<const Model> target = fixtures::makeTinyModel({.layers = 8});
    fuzz::requireSentence(openDraftHead(input.path(), *target));
    return 0;
}
