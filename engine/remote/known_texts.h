// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/remote/remote_server.h"
#include "engine/sampling/partial_distribution.h"

namespace draftscope {

/// What a server has told of p behind a text.
struct KnownText {
    std::vector<TokenId> text;
    TokenId likeliest = noToken;
    int asked = 0;           ///< so many likeliest ones; fewer may be listed where the server cannot name all
    std::vector<float> logP; ///< [vocabularySize] where all of it is told; else empty
    std::vector<TokenLogProbability> listed;  ///< else: the likeliest, falling
    std::vector<TokenLogProbability> others;  ///< and those that were asked for besides
    std::map<double, TokenProbability> draws; ///< tokens that it drew, by number

    [[nodiscard]] bool isAll() const { return !logP.empty(); }
    [[nodiscard]] bool tells(TokenId token) const;
    [[nodiscard]] std::size_t bytes() const;
};

/// Keeps what was told, so that a round that is begun again, or is gone back to, has the same p, bit by bit, and asks
/// for nothing twice. A server need not compute the same bits twice. The oldest make room for new ones.
class KnownTexts {
public:
    /// Null where it is not known.
    [[nodiscard]] std::shared_ptr<KnownText> find(std::span<const TokenId> text) const;
    void keep(std::shared_ptr<KnownText> known);
    void clear();

private:
    struct Kept {
        std::shared_ptr<KnownText> known;
        std::size_t bytes = 0; ///< when it came: more may be learnt of the text later
    };
    std::unordered_map<std::uint64_t, Kept> m_byHash;
    std::deque<std::uint64_t> m_order; ///< as they came
    std::size_t m_bytes = 0;
};

/// What was told, checked: ids of the vocabulary, each once, falling probabilities with a sum. What rises by no more
/// than rounding is levelled. count: so many likeliest ones were asked for; 0: all. Throws TargetUnavailable with what
/// is wrong.
void takeTold(const ServerConnection& server, const ToldContext& told, int count, int vocabularySize, KnownText& known);
/// Adds p of a token that is not known of a text. It may come from another answer than the rest, and a server that
/// computes a text anew tells some hundredths more or less; what is more than the rest leaves is cut down to that.
/// Throws TargetUnavailable where it is far more, and then has added nothing.
void addOther(const ServerConnection& server, const TokenLogProbability& told, int vocabularySize, KnownText& known);
/// p of a token behind a text, checked.
[[nodiscard]] TokenLogProbability checkedToken(const ServerConnection& server, TokenLogProbability told,
                                               int vocabularySize);

} // namespace draftscope
