// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/decode_failure.h"
#include "engine/core/target_unavailable.h"
#include "engine/session/decode_setup.h"
#include "engine/session/replay.h"
#include "engine/session/round.h"

namespace draftscope {

/// Does some of a decode. Where memory runs out, that is what the decode ends with.
template <class Work>
auto decodeOn(const Work& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        throw DecodeFailure("There is not enough memory to go on: close other programs, or choose a smaller model.");
    }
}

/// A text that is being decoded, alone or in a batch: what with, its tokens, its round and what a person wants of that.
/// Passes of one or several of them are run by RoundPasses.
class DecodeSequence {
public:
    /// sequence: number in a batch.
    explicit DecodeSequence(std::unique_ptr<DecodeSetup> setup, int sequence = 0)
        : m_setup(std::move(setup)), m_text(m_setup->promptTokens()), m_round(*m_setup, m_text, m_inputs, sequence),
          m_replay(*m_setup)
    {
    }
    DecodeSequence(const DecodeSequence&) = delete;
    DecodeSequence& operator=(const DecodeSequence&) = delete;

    [[nodiscard]] DecodeSetup& setup() { return *m_setup; }
    [[nodiscard]] const DecodeSetup& setup() const { return *m_setup; }
    [[nodiscard]] const DecodedText& text() const { return m_text; }
    [[nodiscard]] RoundInputs& inputs() { return m_inputs; }
    [[nodiscard]] Round& round() { return m_round; }
    [[nodiscard]] const Round& round() const { return m_round; }
    [[nodiscard]] Replay& replay() { return m_replay; }
    /// Of the text as it is now, whether or not its round has the moment of its commit yet.
    [[nodiscard]] EndReason endReason() const { return m_setup->endReason(m_text); }
    [[nodiscard]] EndReason ended() const { return m_round.isOpen() ? EndReason::none : endReason(); }

    void resume(const Recording& recording, Position at) { m_replay.resume(recording, at, m_text, m_inputs, m_round); }

private:
    std::unique_ptr<DecodeSetup> m_setup;
    DecodedText m_text;
    RoundInputs m_inputs;
    Round m_round;
    Replay m_replay;
};

/// Does step(), which throws Cancelled or TargetUnavailable in the middle, or commits rounds last of all: then all of
/// these stand where they stood before.
template <class Step>
decltype(auto) undoneWhereInterrupted(std::span<DecodeSequence* const> sequences, const Progress& progress,
                                      const Step& step)
{
    bool mayHappen = progress.cancelled != nullptr;
    for (const DecodeSequence* const sequence : sequences)
        mayHappen = mayHappen || !sequence->setup().local();
    if (!mayHappen)
        return step();
    std::vector<Round::Before> before;
    for (const DecodeSequence* const sequence : sequences)
        before.push_back(sequence->round().before());
    const auto goBack = [&] {
        for (std::size_t i = 0; i < sequences.size(); ++i)
            sequences[i]->round().goBackTo(std::move(before[i]));
    };
    try {
        return step();
    } catch (const Cancelled&) {
        goBack();
        throw;
    } catch (const TargetUnavailable&) {
        goBack();
        throw;
    }
}

} // namespace draftscope
