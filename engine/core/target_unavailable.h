// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/decode_failure.h"

namespace draftscope {

/// A target that computes elsewhere could not be asked: its server is gone, is too busy, or has answered what cannot be
/// used. what() is a sentence for people. Unlike after any other DecodeFailure the session stands where it stood before
/// the call that threw this, and the same call may be made again: the round is then begun anew.
class TargetUnavailable : public DecodeFailure {
public:
    using DecodeFailure::DecodeFailure;
};

} // namespace draftscope
