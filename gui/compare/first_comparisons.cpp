// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/first_comparisons.h"

#include <algorithm>

#include <QCoreApplication>

#include "engine/session/methods.h"
#include "gui/compare/lanes.h"
#include "gui/compare/sweep_drafts.h"
#include "gui/language/engine_words.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct FirstComparisons {
    Q_DECLARE_TR_FUNCTIONS(FirstComparisons)
};

constexpr std::array lengthsCompared{2, 5, 8};

RunSetup plainOf(RunSetup setup)
{
    chooseMethod(setup.settings, "plain");
    return setup;
}

/// The setup itself, or where it drafts nothing what goes with its models.
RunSetup draftingOf(RunSetup setup)
{
    const auto method = methodNamed(setup.settings.method);
    if (method && (*method)->drafts())
        return setup;
    const int length = setup.settings.draftLength;
    chooseMethod(setup.settings, setup.draft.empty() ? "prompt-lookup" : "two-model");
    setup.settings.draftLength = length > 0 ? length : 5;
    return setup;
}

std::vector<RunSetup> lengthsOf(const RunSetup& setup)
{
    std::vector<RunSetup> lanes{plainOf(setup)};
    for (const int length : lengthsCompared) {
        lanes.push_back(draftingOf(setup));
        lanes.back().settings.draftLength = length;
    }
    return lanes;
}

std::vector<RunSetup> temperaturesOf(const RunSetup& setup)
{
    std::vector<RunSetup> lanes;
    for (const double temperature : {0.0, 1.0}) {
        RunSetup& lane = lanes.emplace_back(draftingOf(setup));
        lane.settings.sampler.temperature = temperature;
        lane.settings.sampler.greedy = temperature == 0;
        lane.settings.verifier.clear(); // another one may go with the other sampler
    }
    return lanes;
}

std::vector<RunSetup> draftsOf(const RunSetup& setup, const ModelCatalogue* catalogue)
{
    std::vector<RunSetup> lanes{plainOf(setup)};
    for (const SweepDraft& draft : sweepDraftsOf(setup, catalogue))
        if (!draft.model.empty() && lanes.size() < 3)
            lanes.push_back(withDraft(draftingOf(setup), draft));
    return lanes;
}

/// Its own way first, then a draft model, the heads that come with the target, and copies of the text.
std::vector<RunSetup> methodsOf(const RunSetup& setup, const ModelCatalogue* catalogue)
{
    const RunSetup own = draftingOf(setup);
    std::vector<RunSetup> lanes{plainOf(setup), own};
    const auto add = [&](RunSetup lane) {
        const bool isNew = std::ranges::none_of(
            lanes, [&](const RunSetup& each) { return each.settings.method == lane.settings.method; });
        if (isNew && lanes.size() < std::size_t(Lanes::most) && check(lane))
            lanes.push_back(std::move(lane));
    };
    for (const SweepDraft& draft : sweepDraftsOf(own, catalogue))
        add(withDraft(own, draft));
    RunSetup copying = own;
    chooseMethod(copying.settings, "prompt-lookup");
    copying.settings.draftLength = own.settings.draftLength;
    if (lanes.size() == std::size_t(Lanes::most)) // what needs no model is worth a lane
        lanes.pop_back();
    add(copying);
    return lanes;
}

} // namespace

QString titleOf(FirstComparison comparison)
{
    switch (comparison) {
    case FirstComparison::plainBeside:
        return FirstComparisons::tr("Plain beside this run");
    case FirstComparison::drafts:
        return FirstComparisons::tr("Two drafts");
    case FirstComparison::lengths:
        return FirstComparisons::tr("K = 2, 5 and 8");
    case FirstComparison::methods:
        return FirstComparisons::tr("Methods of this target");
    case FirstComparison::temperatures:
        return FirstComparisons::tr("Temperatures 0 and 1");
    }
    return {};
}

QString explained(FirstComparison comparison)
{
    switch (comparison) {
    case FirstComparison::plainBeside:
        return FirstComparisons::tr("The target alone, and the run that Step shows: what does drafting gain?");
    case FirstComparison::drafts:
        return FirstComparisons::tr("The target alone, and two draft models that fit it: which of them pays?");
    case FirstComparison::lengths:
        return FirstComparisons::tr("The target alone, and three draft lengths: when are more drafts too many?");
    case FirstComparison::methods:
        return FirstComparisons::tr("The target alone, and ways to draft for it with what is on this machine.");
    case FirstComparison::temperatures:
        return FirstComparisons::tr("Greedy and sampled: how much less is accepted when tokens are drawn?");
    }
    return {};
}

FirstLanes lanesOf(FirstComparison comparison, const RunSetup& shown, const ModelCatalogue* catalogue)
{
    const RunSetup setup = aloneOf(shown);
    FirstLanes result;
    switch (comparison) {
    case FirstComparison::plainBeside:
        result.lanes = {plainOf(setup), draftingOf(setup)};
        break;
    case FirstComparison::drafts:
        result.lanes = draftsOf(setup, catalogue);
        break;
    case FirstComparison::lengths:
        result.lanes = lengthsOf(setup);
        break;
    case FirstComparison::methods:
        result.lanes = methodsOf(setup, catalogue);
        break;
    case FirstComparison::temperatures:
        result.lanes = temperaturesOf(setup);
        break;
    }
    if (comparison == FirstComparison::drafts && result.lanes.size() < 3)
        return {
            {},
            FirstComparisons::tr("Fewer than two draft models are known that fit this target: Setup opens or fetches "
                                 "another one.")};
    for (const RunSetup& lane : result.lanes)
        if (const auto usable = check(lane); !usable)
            return {{}, engineWords(usable.error())};
    return result;
}

} // namespace draftscope
