// SPDX-License-Identifier: MIT
// Packed traces. Most inputs are changed before they are packed: a changed byte behind it is nothing to zstd.
#include <vector>

#include <zstd.h>

#include "tests/fuzz/walk_trace.h"

using draftscope::fuzz::InputFile;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed)
{
    constexpr std::size_t longest = 1 << 18;
    std::vector<std::uint8_t> text(longest);
    const std::size_t unpacked = ZSTD_decompress(text.data(), text.size(), data, size);
    if (seed % 4 == 0 || ZSTD_isError(unpacked))
        return LLVMFuzzerMutate(data, size, most);
    const std::size_t changed = LLVMFuzzerMutate(text.data(), unpacked, text.size());
    const std::size_t packed = ZSTD_compress(data, most, text.data(), changed, 1);
    return ZSTD_isError(packed) ? LLVMFuzzerMutate(data, size, most) : packed;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const InputFile input(data, size);
    draftscope::fuzz::walkTrace(input.path());
    return 0;
}
