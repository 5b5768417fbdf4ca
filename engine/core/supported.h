// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace draftscope {

/// A row of what `draftscope-cli inspect --supported` prints. Each part of the engine tells its own.
struct Supported {
    std::string name;    ///< "Qwen3"
    std::string files;   ///< how files say that it is this: "Qwen3ForCausalLM, GGUF qwen3"
    std::string refused; ///< what of it is refused, or empty
};

} // namespace draftscope
