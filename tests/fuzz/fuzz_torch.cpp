// SPDX-License-Identifier: MIT
#include "engine/core/utf8.h"
#include "engine/formats/torch_checkpoint.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::InputFile input(data, size);
    const auto file = TorchCheckpoint::open(input.path());
    fuzz::requireSentence(file);
    if (!file)
        return 0;
    for (const std::string& name : (*file)->names()) {
        fuzz::require(isUtf8(name));
        const auto tensor = (*file)->tensor(name);
        fuzz::requireSentence(tensor);
        if (tensor && tensor->bytes > 0)
            fuzz::require(int(tensor->data[0]) + int(tensor->data[tensor->bytes - 1]) >= 0);
        fuzz::requireSentence((*file)->wholeNumbers(name));
    }
    return 0;
}
