// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace draftscope {

/// A decode cannot go on: its device failed, or a model computed what cannot be used. what() is a sentence for people.
/// Thrown out of Session::advance() and finishRound(). The session is over, and every round that it finished before
/// stays true.
class DecodeFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace draftscope
