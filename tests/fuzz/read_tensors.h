// SPDX-License-Identifier: MIT
// What every fuzzer of a file of tensors does with one that was let through.
#pragma once

#include "engine/core/utf8.h"
#include "tests/fuzz/input_file.h"

namespace draftscope::fuzz {

/// Asks for every tensor by its name, and reads its first and its last byte: they lie in the file.
template <class TensorFile>
void readTensors(const TensorFile& file)
{
    for (const std::string& name : file.names()) {
        require(isUtf8(name));
        const auto tensor = file.tensor(name);
        requireSentence(tensor);
        if (tensor && tensor->bytes > 0)
            require(int(tensor->data[0]) + int(tensor->data[tensor->bytes - 1]) >= 0);
    }
}

} // namespace draftscope::fuzz
