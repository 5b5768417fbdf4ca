// SPDX-License-Identifier: MIT
#include "engine/formats/safetensors.h"
#include "tests/fuzz/read_tensors.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::InputFile input(data, size);
    const auto file = Safetensors::open(input.path());
    fuzz::requireSentence(file);
    if (!file)
        return 0;
    fuzz::readTensors(**file);
    return 0;
}
