// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/record/cache_table.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// Writes down what the caches of a session did, moment by moment, as their slot tables tell it.
///
/// What a session does to come to a recorded moment again (Round::replay()) is no part of the decode: the
/// recorder is suspended until it has caught up, and the moment after that is told what the tables are now against what
/// the record says. In a chain that is the same as if the session had never left. Accepted nodes of a tree lie where
/// they were verified; where the session had to read them again they lie in order, and the record says that they were
/// rolled back and written. A draft's cache catches up once something is drafted again, and the record is silent until
/// then.
class CacheRecorder {
public:
    /// Null: a target that is elsewhere, a drafter without a cache of its own. Both outlive the recorder.
    CacheRecorder(SequenceCache* target, SequenceCache* draft);

    /// A round follows the one `before`. `text`: all tokens so far. Where that round was begun and cancelled, it is
    /// begun again: changes that are done twice come to the same.
    void beginRound(const RoundRecord& before, std::span<const TokenId> text);
    /// The session goes to a round of a recording, before which the caches were as `tables` says. Suspended.
    void startFrom(CacheTables tables);
    /// What the caches do from here on is not written down.
    void suspend();
    /// The target's cache is where the record is, and the draft's where it was begun.
    void catchUp(bool isDraftBegun);
    /// Adds to round.cacheChanges what has happened since the last time. momentOf: the moment that a change belongs to;
    /// it is asked of changes of one slot, which have a position whatever their kind.
    void note(RoundRecord& round, std::span<const TokenId> text,
              const std::function<int(const CacheChange&)>& momentOf);

private:
    struct Watched {
        CacheOwner owner;
        SequenceCache* cache;
        bool isSuspended = false, hasCaughtUp = false; ///< caught up: no longer suspended from the next note() on
    };

    std::vector<Watched> m_caches;
    CacheTables m_before; ///< what the record says before the round in progress
};

} // namespace draftscope
