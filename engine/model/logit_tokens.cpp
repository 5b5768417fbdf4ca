// SPDX-License-Identifier: MIT
#include "engine/model/logit_tokens.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <set>

namespace draftscope {

Result<std::vector<TokenId>> tokensOfLogits(std::span<const std::int64_t> d2t, int vocabulary, std::string_view where)
{
    std::vector<TokenId> tokens;
    std::set<TokenId> seen;
    for (std::size_t i = 0; i < d2t.size(); ++i) {
        if (d2t[i] < -std::int64_t(i) || d2t[i] >= vocabulary - std::int64_t(i)
            || !seen.insert(TokenId(std::int64_t(i) + d2t[i])).second)
            return fail(
                "The d2t of {} gives logit {} a token that another logit has or the target has not: download it "
                "again.",
                where, i);
        tokens.push_back(TokenId(std::int64_t(i) + d2t[i]));
    }
    return tokens;
}

void spreadLogits(std::span<const TokenId> tokenOfLogit, std::span<const float> logits, std::span<float> all)
{
    if (tokenOfLogit.empty()) {
        assert(logits.size() == all.size());
        std::ranges::copy(logits, all.begin());
        return;
    }
    assert(logits.size() == tokenOfLogit.size());
    std::ranges::fill(all, -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < logits.size(); ++i)
        all[std::size_t(tokenOfLogit[i])] = logits[i];
}

} // namespace draftscope
