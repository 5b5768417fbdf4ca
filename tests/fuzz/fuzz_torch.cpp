// SPDX-License-Identifier: MIT
#include "engine/formats/torch_checkpoint.h"
#include "tests/fuzz/read_tensors.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::InputFile input(data, size);
    const auto file = TorchCheckpoint::open(input.path());
    fuzz::requireSentence(file);
    if (!file)
        return 0;
    fuzz::readTensors(**file);
    for (const std::string& name : (*file)->names())
        fuzz::requireSentence((*file)->wholeNumbers(name));
    return 0;
}
