// SPDX-License-Identifier: MIT
// Everything that the window and the tables do with a trace that was let through.
#pragma once

#include "engine/core/utf8.h"
#include "engine/record/cache_table.h"
#include "engine/trace/trace_csv.h"
#include "engine/trace/trace_file.h"
#include "tests/fuzz/input_file.h"

namespace draftscope::fuzz {

inline void walkTrace(const std::filesystem::path& path)
{
    const auto loaded = loadTrace(path);
    requireSentence(loaded);
    if (!loaded) {
        require(isUtf8(loaded.error().sentence));
        return;
    }
    const Recording& recording = loaded->recording;
    for (int branch = 0; branch < int(recording.branches().size()); ++branch) {
        const int rounds = recording.roundCount(branch);
        for (int round = 0; round < rounds; ++round) {
            const RoundRecord& whole = recording.round(branch, round);
            for (int moment = 0; moment <= int(whole.moments.size()); ++moment)
                (void)atMoment(whole, moment);
        }
        (void)recording.tokensBefore(branch, rounds);
        (void)recording.spineTo(recording.end(branch));
        (void)cacheAt(recording, recording.end(branch));
    }
    (void)traceCsv(recording, 0);
    (void)recording.memoryUse();
}

} // namespace draftscope::fuzz
