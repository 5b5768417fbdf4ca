// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/memory_map.h"

namespace draftscope {

/// What the header of a safetensors file says of a tensor.
struct SafetensorsEntry {
    std::string type; ///< as written there: "BF16"
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0, end = 0; ///< of its bytes, from the start of the file
};

using SafetensorsEntries = std::map<std::string, SafetensorsEntry, std::less<>>;

/// The tensors of a file by their names. As strict as the reference implementation
/// (https://github.com/huggingface/safetensors, 0.8): the header is one JSON object and fits the file, metadata are
/// texts, tensors are described by type, shape and offsets that fit each other without overflow, and lie one behind the
/// other from the first byte of the data to its last. Stricter in that no key may be said twice, which the format
/// forbids. Error: a sentence that says what is wrong.
[[nodiscard]] Result<SafetensorsEntries> readSafetensorsHeader(const MemoryMap& map);

} // namespace draftscope
