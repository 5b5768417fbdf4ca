// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// Calls `function`, which returns a Result, and turns what it throws into an Error that names the file. Every loader
/// does its work in here: libraries and containers throw (std::bad_alloc, std::length_error, Darts::Exception), and an
/// exception that left a loader would end the window. `file` is what the sentence begins with: "The file x.gguf".
template <class Function>
[[nodiscard]] auto withoutExceptions(std::string_view file, Function&& function) -> decltype(function())
{
    try {
        return function();
    } catch (const std::bad_alloc&) {
        return fail("{} needs more memory than there is: close other programs or choose a smaller file.", file);
    } catch (const std::length_error&) {
        return fail("{} asks for more memory than a program can have: it is damaged, download it again.", file);
    } catch (const std::exception& error) {
        return fail("{} cannot be read ({}): it is damaged, download it again.", file, error.what());
    }
}

} // namespace draftscope
