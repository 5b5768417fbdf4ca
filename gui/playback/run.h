// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/playback/computation.h"
#include "gui/playback/run_changes.h"
#include "gui/playback/run_vocabulary.h"

namespace draftscope {

/// A run, or a trace that is only shown: the recording with its branches and bookmarks. Computation has the commands to
/// the worker's session, RunChanges the what-ifs that were made, RunVocabulary the texts of tokens. A run knows nothing
/// of the moment that is shown. Another run or trace takes its place in the same object. Lives on the window's thread.
class Run : public QObject {
    Q_OBJECT
public:
    explicit Run(SessionThread& thread, QObject* parent = nullptr);

    // --- what there is
    [[nodiscard]] bool isThere() const { return m_number > 0; } ///< one has been loaded
    [[nodiscard]] int number() const { return m_number; }       ///< another one for another run or trace
    [[nodiscard]] const Recordings& recordings() const { return m_recordings; }
    [[nodiscard]] const Recording& recording() const
    {
        return m_recordings.current();
    }                                                               ///< of a batch the current sequence's
    [[nodiscard]] const RunSetup& setup() const { return m_setup; } ///< what the recording was begun with
    struct Resources {
        QString backendReason = {};                  ///< where the backend was left to the program, why it is that one
        std::optional<double> memory = std::nullopt; ///< megabytes planned for its models, caches and buffers
    };
    [[nodiscard]] const Resources& resources() const { return m_resources; } ///< empty for a trace
    [[nodiscard]] bool isLastRound(int branch, int round) const;             ///< the text ends in it
    [[nodiscard]] int generatedAfter(const RoundRecord& round) const;        ///< tokens that are not the prompt's

    // --- its parts
    [[nodiscard]] const RunVocabulary& vocabulary() const { return m_vocabulary; }
    [[nodiscard]] Computation& computation() { return m_computation; }
    [[nodiscard]] const Computation& computation() const { return m_computation; }
    [[nodiscard]] RunChanges& changes() { return m_changes; }
    [[nodiscard]] const RunChanges& changes() const { return m_changes; }

    // --- batches
    [[nodiscard]] bool isBatch() const { return m_recordings.isBatch(); }
    void setCurrentSequence(int sequence) { m_recordings.setCurrentSequence(sequence); }

    // --- moments to find again
    [[nodiscard]] const std::vector<BookmarkRecord>& bookmarks() const { return m_bookmarks; } ///< inOrder()
    void setBookmarks(std::vector<BookmarkRecord> bookmarks) { m_bookmarks = std::move(bookmarks); }

    // --- its branches
    void nameBranch(int branch, std::string name);
    void setBranchRemoved(int branch, bool isRemoved);

    // --- another one takes its place; commands that are out are forgotten, and nothing is emitted
    void begin(const Job& job, const RunStarted& run, const RunSetup& setup);
    void begin(const Job& job, LoadedTrace&& trace, const RunSetup& setup);
    /// A recording that is made elsewhere, as far as it has come: what is there is its beginning.
    void grow(const Recording& longer);

signals:
    void grown(int branch); ///< the recordings have more

private:
    void begin(const Job& job, const RunSetup& setup, bool hasSession);

    int m_number = 0;
    Recordings m_recordings;
    RunVocabulary m_vocabulary{m_recordings};
    std::vector<BookmarkRecord> m_bookmarks;
    RunSetup m_setup;
    Resources m_resources;
    Computation m_computation;
    RunChanges m_changes{m_recordings, m_vocabulary, m_computation};
};

} // namespace draftscope
