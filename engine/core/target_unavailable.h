// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
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
    enum class Kind {
        stays,  ///< until a person does something
        mayPass ///< the same may be answered a little later: it is away, silent or too busy
    };
    /// wanted: how long the server wants to be left alone; mostly 0.
    explicit TargetUnavailable(Message sentence, Kind kind = Kind::stays, std::chrono::seconds wanted = {})
        : DecodeFailure(sentence.text), m_sentence(std::move(sentence)), m_kind(kind), m_wanted(wanted)
    {
    }
    explicit TargetUnavailable(const std::string& sentence) : TargetUnavailable(Message{sentence}) {}
    [[nodiscard]] const Message& sentence() const { return m_sentence; } ///< what() with what it was made of
    [[nodiscard]] bool mayPass() const { return m_kind == Kind::mayPass; }
    [[nodiscard]] std::chrono::seconds wantedPause() const { return m_wanted; }

private:
    Message m_sentence;
    Kind m_kind;
    std::chrono::seconds m_wanted;
};

} // namespace draftscope
