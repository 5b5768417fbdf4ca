// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace draftscope::cuda {

/// An owning pointer to something that the runtime made, given back with `Destroy`.
template <class State, void (*Destroy)(State*) noexcept>
struct HandleDeleter {
    void operator()(State* state) const noexcept { Destroy(state); }
};
template <class State, void (*Destroy)(State*) noexcept>
using Handle = std::unique_ptr<State, HandleDeleter<State, Destroy>>;

} // namespace draftscope::cuda
