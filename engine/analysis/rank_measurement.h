// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/progress.h"
#include "engine/session/session.h"
#include "engine/speculation/draft_shape.h"
#include "engine/speculation/drafter.h"
#include "engine/speculation/local_target.h"
#include "engine/speculation/rank_table.h"

namespace draftscope {

/// Measures what a static tree of a method's drafts is best made of. The target writes texts, and behind each of their
/// tokens the method drafts as deep as it follows the text: the likeliest children of the newest token, of which the
/// one that the text goes on with gets children in turn. So at every depth it is counted which rank of child the target
/// took, of all tokens that it had come to along drafts.
class RankMeasurement {
public:
    /// `settings`: method, its files and options, sampler, K (levels that are looked at), and tokens a text; its shape
    /// and draws have to be what shapedForMeasuring() makes of them. ranks: children that are looked at.
    RankMeasurement(Pair pair, SessionSettings settings, int ranks, std::shared_ptr<Backend> backend);

    /// A tree whose memory has room for what is drafted, of the likeliest tokens. Precondition: the method drafts.
    static void shapeForMeasuring(SessionSettings& settings);

    /// Writes a text after a prompt, counts along it and measures passes behind it. Errors: those of Session::create().
    /// Throws Cancelled and DecodeFailure.
    [[nodiscard]] Result<void> add(const std::string& prompt, const Progress& progress);

    /// Of texts, that were drafted behind.
    [[nodiscard]] std::int64_t positions() const { return m_levels.front().parents; }
    /// What was counted. Levels that the target came to too seldom are left out, for the one above them says more.
    [[nodiscard]] RankTable table() const;

    [[nodiscard]] const std::string& backendName() const { return m_backendName; } ///< of the target's pass
    static constexpr int fewestParents = 50;

private:
    struct Level {
        std::int64_t parents = 0;
        std::vector<std::int64_t> taken; ///< by rank
    };
    [[nodiscard]] Result<std::vector<TokenId>> write(const std::string& prompt, const Progress& progress);
    void countBehind(Drafter& drafter, std::span<const TokenId> text, std::size_t length, const Progress& progress);
    void timePasses(LocalTarget& target, std::span<const TokenId> text, const Progress& progress);

    Pair m_pair;
    SessionSettings m_settings;
    int m_ranks;
    std::shared_ptr<Backend> m_backend;
    std::string m_backendName;
    std::vector<Level> m_levels; ///< K
    std::vector<double> m_draftTimes;
    std::map<int, std::vector<double>> m_passTimes; ///< by rows
};

} // namespace draftscope
