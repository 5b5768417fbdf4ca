// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/fault_words.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct FaultWords {
    Q_DECLARE_TR_FUNCTIONS(FaultWords)
};

} // namespace

std::optional<QString> replacementWords(std::string_view fault, const QString& drawn, std::optional<double> mass)
{
    if (fault == "p-instead-of-residual")
        return drawn.isEmpty()
            ? FaultWords::tr("The next token will be drawn from p itself, not from the residual.")
            : FaultWords::tr("The next token is drawn from p itself, not from the residual: %1.").arg(drawn);
    if (fault != "unnormalised-residual")
        return std::nullopt;
    const QString what = mass
        ? FaultWords::tr("from max(0, p − q) without dividing it by its sum, %1").arg(number(*mass))
        : FaultWords::tr("from max(0, p − q) without dividing it by its sum");
    return drawn.isEmpty() ? FaultWords::tr("The next token will be drawn %1.").arg(what)
                           : FaultWords::tr("The next token is drawn %1: %2.").arg(what, drawn);
}

std::optional<QString> skippedBonusWords(std::string_view fault, const RoundRecord& round)
{
    if (fault != "skip-bonus" || isPlain(round.moments))
        return std::nullopt;
    return round.isFinished()
        ? FaultWords::tr("The accepted drafts have no draft behind them, and no bonus token is drawn.")
        : FaultWords::tr("The target's distribution after the last draft: no bonus token will be drawn from it.");
}

QString faultWords(std::string_view fault, const RoundRecord& round, int context)
{
    const DistributionRecord& here = round.contexts[std::size_t(context)];
    const std::vector<int> children = childrenOf(round, context);
    const auto has = [&](Verdict verdict) {
        return std::ranges::any_of(children,
                                   [&](int child) { return round.nodes[std::size_t(child)].verdict == verdict; });
    };
    const bool isJudged = has(Verdict::accepted) || has(Verdict::rejected);
    if (fault == "keep-rejected-kv")
        return round.isVerified() && round.round > 0
            ? FaultWords::tr("The cache that this p comes from still holds what earlier rounds rejected.")
            : QString();
    if (fault == "skip-bonus")
        return round.isVerified() && round.round > 0
            ? FaultWords::tr("Where an earlier round accepted all its drafts, the last of them was fed twice.")
            : QString();
    if (round.isVerified() && here.hasQ && !children.empty()) {
        if (fault == "recompute-q")
            return FaultWords::tr("This q was computed again at temperature 1: the draft was drawn from another one.");
        if (fault == "temperature-on-p-only")
            return FaultWords::tr("This q is without temperature and filters: the draft was drawn from another one.");
        if (fault == "other-tokenizer")
            return FaultWords::tr("This q is that of another token, since the draft numbers its tokens otherwise.");
    }
    if (!isJudged)
        return {};
    if (fault == "repeats-dropped" && children.size() > 1)
        return FaultWords::tr(
            "Repeats among them were dropped before, although each would have been a try of its own.");
    if (fault == "ratio-on-deterministic")
        return FaultWords::tr("It was chosen without chance, and is judged by min(1, p/q) as if it had been drawn.");
    if (fault == "contiguous-block" && has(Verdict::rejected))
        return FaultWords::tr("The drafts behind it are not looked at, although one of them might have rescued it.");
    return {};
}

} // namespace draftscope
