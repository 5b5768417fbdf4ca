// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "engine/core/decode_failure.h"
#include "engine/core/message.h"

namespace draftscope {

/// A target that computes elsewhere could not be asked: its server is gone, is too busy, or has answered what cannot be
/// used. what() is a sentence for people. Unlike after any other DecodeFailure the session stands where it stood before
/// the call that threw this, and the same call may be made again: the round is then begun anew.
class TargetUnavailable : public DecodeFailure {
public:
    explicit TargetUnavailable(Message sentence) : DecodeFailure(sentence.text), m_sentence(std::move(sentence)) {}
    explicit TargetUnavailable(const std::string& sentence) : TargetUnavailable(Message{sentence}) {}
    [[nodiscard]] const Message& sentence() const { return m_sentence; } ///< what() with what it was made of

private:
    Message m_sentence;
};

} // namespace draftscope
