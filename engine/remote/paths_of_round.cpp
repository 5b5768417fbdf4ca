// SPDX-License-Identifier: MIT
#include "engine/remote/paths_of_round.h"

#include <algorithm>

namespace draftscope {

std::vector<std::size_t> leavesOf(const std::vector<AskedContext>& contexts)
{
    std::vector<bool> goesOn(contexts.size(), false);
    for (const AskedContext& context : contexts)
        if (context.parent >= 0)
            goesOn[std::size_t(context.parent)] = true;
    std::vector<std::size_t> leaves;
    for (std::size_t c = 0; c < contexts.size(); ++c)
        if (!goesOn[c])
            leaves.push_back(c);
    return leaves;
}

std::vector<std::size_t> pathTo(const std::vector<AskedContext>& contexts, std::size_t leaf)
{
    std::vector<std::size_t> path;
    for (int c = int(leaf); c >= 0; c = contexts[std::size_t(c)].parent)
        path.push_back(std::size_t(c));
    return path;
}

void addListed(std::vector<TokenLogProbability> listed, int count, ToldContext& told)
{
    std::ranges::stable_sort(listed, std::greater(), &TokenLogProbability::logP);
    const auto likeliest = std::min(listed.size(), std::size_t(count));
    const std::vector<TokenLogProbability> rest(listed.begin() + std::ptrdiff_t(likeliest), listed.end());
    told.others.insert(told.others.end(), rest.begin(), rest.end());
    if (told.likeliest.empty()) {
        listed.resize(likeliest);
        told.likeliest = std::move(listed);
    }
}

} // namespace draftscope
