// SPDX-License-Identifier: MIT
#include "engine/explain/tail_rows.h"

#include <algorithm>
#include <cmath>

namespace draftscope {
namespace {

/// What each rejection of a child leaves, as far as it is recorded and anything is left.
std::vector<TailStep> stepsOf(const RuleTerms& terms, int context, bool withoutReplacement)
{
    const DistributionRecord& record = *terms.context(context);
    std::vector<TailStep> steps;
    double before = 1, gone = 0;
    const std::vector<int> children = terms.children(context);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const RemainderRecord* const left = terms.remainder(context, children[i]);
        const double mass = left ? left->mass : i == 0 ? record.residualMass : 0;
        if (mass <= 0 || before <= 0 || gone >= 1)
            break;
        steps.push_back(
            {mass / before, left ? left->tail : record.tailResidual, withoutReplacement ? 1 / (1 - gone) : 1.0});
        before = mass;
        gone += terms.q(context, terms.node(children[i]).token).value_or(0);
    }
    return steps;
}

std::vector<TailRow> rowsOfBlock(const RuleTerms& terms, int context)
{
    const DistributionRecord& record = *terms.context(context);
    const RemainderRecord* const left = terms.remainder(context, -1); // however drafts are judged
    const double kept = record.numbers.kept.value_or(0), excess = left ? left->tail * left->mass : 0;
    if (kept <= 0 || excess <= 0)
        return {{record.tailP, record.tailQ}};
    const double p = std::min(record.tailP, excess / kept);
    return {{p, 0}, {record.tailP - p, record.tailQ}};
}

std::vector<TailRow> rowsOfKSeq(const RuleTerms& terms, int context)
{
    const DistributionRecord& record = *terms.context(context);
    const int k = int(terms.children(context).size());
    const RemainderRecord* const left = k > 0 ? terms.remainder(context, terms.children(context).back()) : nullptr;
    if (!left || left->mass <= 0)
        return {{record.tailP, record.tailQ}};
    const double rho = record.numbers.divisor.value_or(1), b = 1 - std::pow(left->mass, 1.0 / k);
    const double share = b > 0 ? (1 - left->mass) / b : k;
    const double passed =
        std::clamp((record.tailP - left->tail * left->mass) / share, 0.0, std::min(record.tailP / rho, record.tailQ));
    return {{rho * passed, record.tailQ}, {record.tailP - rho * passed, 0}};
}

} // namespace

std::vector<TailRow> tailRows(double tailP, double tailQ, const std::vector<TailStep>& steps)
{
    const std::size_t n = steps.size();
    std::vector<TailRow> rows(n + 1); // [0] survives nothing, [n] everything
    std::vector<double> r(n + 1);     // R of each row, from the last step back
    if (n > 0)
        r[n] = steps[n - 1].tail;
    for (std::size_t k = n; k-- > 0;) {
        double sum = 0;
        for (std::size_t j = k + 1; j <= n; ++j) {
            r[j] = r[j] * steps[k].share + steps[k].c * rows[j].q;
            sum += r[j];
        }
        if (k > 0) {
            r[k] = std::max(0.0, steps[k - 1].tail - sum);
            rows[k].q = r[k] / steps[k].c;
        }
    }
    double p = 0, q = 0;
    for (std::size_t j = 1; j <= n; ++j) {
        rows[j].p = r[j];
        p += r[j];
        q += rows[j].q;
    }
    rows[0] = {std::max(0.0, tailP - p), std::max(0.0, tailQ - q)};
    return rows;
}

std::vector<TailRow> tailRowsOf(const RuleTerms& terms, int context)
{
    const DistributionRecord& record = *terms.context(context);
    if (record.tailTokens == 0)
        return {};
    const std::string_view verifier = verifierOf(terms.round());
    const RuleFormulas* const rule = formulasOf(verifier);
    if (!rule || rule->tail == TailSplit::none || !record.hasQ)
        return {{record.tailP, record.tailQ}};
    if (rule->tail == TailSplit::block)
        return rowsOfBlock(terms, context);
    if (rule->tail == TailSplit::kSeq)
        return rowsOfKSeq(terms, context);
    return tailRows(record.tailP, record.tailQ, stepsOf(terms, context, rule->tail == TailSplit::withoutReplacement));
}

} // namespace draftscope
