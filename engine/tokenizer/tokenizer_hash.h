// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// Tells vocabularies apart, so that token ids that were written down are read with the tokenizer that made them:
/// FNV-1a, 64 bits, over the kind, the number of entries, and each entry's length and text. The same vocabulary has the
/// same hash wherever it comes from. Takes some milliseconds.
[[nodiscard]] std::uint64_t tokenizerHash(const Tokenizer& tokenizer);

} // namespace draftscope
