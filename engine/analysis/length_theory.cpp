// SPDX-License-Identifier: MIT
#include "engine/analysis/length_theory.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "engine/analysis/statistics.h"

namespace draftscope {
namespace {

constexpr int enoughPasses = 3;

} // namespace

double PassCosts::verifyRatio(int rows) const
{
    assert(!verify.empty() && verify.front().rows == 1);
    const auto above = std::ranges::lower_bound(verify, rows, {}, &Verify::rows);
    if (above != verify.end() && above->rows == rows)
        return above->ratio;
    const Verify& last = verify.back();
    if (above == verify.end()) {
        const Verify& first = verify.front();
        const double slope = last.rows > first.rows ? (last.ratio - first.ratio) / (last.rows - first.rows) : 0;
        return last.ratio + std::max(0.0, slope) * (rows - last.rows);
    }
    const Verify& below = *(above - 1);
    return below.ratio + (above->ratio - below.ratio) * (rows - below.rows) / (above->rows - below.rows);
}

bool PassCosts::isMeasured(int rows) const
{
    return std::ranges::binary_search(verify, rows, {}, &Verify::rows);
}

std::optional<PassCosts> passCostsOf(const RoundTimes& times, const RoundTimes& plain)
{
    const auto step = plain.verifyPass(), draftStep = times.draftStep();
    if (!step || !(*step > 0) || !draftStep)
        return std::nullopt;
    std::map<int, std::vector<double>> byRows;
    for (std::size_t i = 0; i < times.verifyPasses().size(); ++i)
        if (times.verifyRows()[i] > 1)
            byRows[times.verifyRows()[i]].push_back(times.verifyPasses()[i]);
    const bool hasEnough =
        std::ranges::any_of(byRows, [](const auto& passes) { return passes.second.size() >= enoughPasses; });
    PassCosts costs{*draftStep / *step, {{1, 1, plain.rounds()}}};
    for (const auto& [rows, passes] : byRows)
        if (!hasEnough || passes.size() >= enoughPasses)
            costs.verify.push_back({rows, *median(passes) / *step, int(passes.size())});
    if (costs.verify.size() == 1)
        return std::nullopt;
    return costs;
}

std::vector<ExpectedLength> expectedByLength(double acceptance, const PassCosts& costs, int longest)
{
    std::vector<ExpectedLength> lengths{{}};
    for (int k = 1; k <= longest; ++k)
        lengths.push_back({k, expectedTokens(acceptance, k),
                           predictedSpeedUp(acceptance, k, costs.costRatio, costs.verifyRatio(k + 1))});
    return lengths;
}

ExpectedLength bestLength(const std::vector<ExpectedLength>& lengths)
{
    assert(lengths.size() > 1);
    return *std::max_element(lengths.begin() + 1, lengths.end(),
                             [](const auto& a, const auto& b) { return a.speedUp < b.speedUp; });
}

std::optional<double> leastUsefulAcceptance(const PassCosts& costs, int longest)
{
    const auto isUseful = [&](double acceptance) {
        return bestLength(expectedByLength(acceptance, costs, longest)).speedUp > 1;
    };
    if (!isUseful(1))
        return std::nullopt;
    double useless = 0, useful = 1; // what is expected rises with the acceptance rate
    while (useful - useless > 1e-3)
        (isUseful((useless + useful) / 2) ? useful : useless) = (useless + useful) / 2;
    return useful;
}

} // namespace draftscope
