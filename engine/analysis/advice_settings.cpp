// SPDX-License-Identifier: MIT
#include "engine/analysis/advice_settings.h"

#include <algorithm>
#include <cstdlib>

#include "engine/session/combinations.h"
#include "engine/session/copy_first.h"

namespace draftscope {
namespace {

constexpr int adviceLengths[] = {1, 2, 3, 4, 5, 6, 8};
constexpr int adviceFirstLengths[] = {2, 4, 1, 8};
constexpr int adviceNodes[] = {3, 6, 12, 24};
constexpr int adviceFirstNodes[] = {6, 12};
constexpr int adviceTreeLevels = 6;            ///< K of trees whose nodes are counted
constexpr int adviceCopies[] = {0, 6, 12};     ///< tokens
constexpr int adviceStopBelow[] = {0, 20, 40}; ///< percent
constexpr std::string_view stopBelowName = "stop-below", treeNodesName = "tree-nodes";

bool countsNodes(const SessionSettings& settings)
{
    return optionFor(settings, treeNodesName) != nullptr;
}

/// Stop-below asks how sure the draft is, which only chains are asked for, and copies of a text do not know.
bool knowsSureness(const Combination& way)
{
    return way.shape->isChain() && std::ranges::count(way.method->rules, DrawRule::independent) > 0;
}

/// One way at each K or size, each with every number of copies and each stop-below.
void addWay(std::vector<SessionSettings>& all, const Combination& way, const SessionSettings& base)
{
    const auto put = [&](SessionSettings settings) {
        const bool copies = optionFor(settings, copyFirstName) != nullptr;
        for (const int copied : adviceCopies) {
            if (copied > 0 && !copies)
                break;
            if (copies)
                setOption(settings, copyFirstName, copied);
            for (const int percent : adviceStopBelow) {
                if (percent > 0 && (!knowsSureness(way) || settings.draftLength == 1))
                    break; // a draft of one token has nothing left to leave out
                setOption(settings, stopBelowName, percent);
                if (check(settings))
                    all.push_back(settings);
            }
        }
    };
    const auto made = settingsFor(way, base);
    if (!made)
        return; // not for this sampler
    SessionSettings settings = *made;
    if (countsNodes(settings)) {
        for (const int nodes : adviceNodes) {
            settings.draftLength = adviceTreeLevels;
            setOption(settings, treeNodesName, nodes);
            put(settings);
        }
        return;
    }
    for (const int length : adviceLengths) {
        if (!way.shape->isChain() && (length < 2 || length > 4))
            continue; // fixed widths of one level more take no new nodes but long tails
        settings.draftLength = length;
        put(settings);
    }
}

/// Of what is counted: nodes of a tree, or K.
int adviceSize(const SessionSettings& settings)
{
    return countsNodes(settings) ? optionOf(settings, treeNodesName) : settings.draftLength;
}

int adviceOption(const SessionSettings& settings, std::string_view name)
{
    return optionFor(settings, name) ? optionOf(settings, name) : 0;
}

int adviceStep(std::span<const int> values, int value)
{
    return int(std::ranges::find(values, value) - values.begin());
}

/// Steps on the grid between two settings of the same method and shape.
int adviceSteps(const SessionSettings& a, const SessionSettings& b)
{
    const std::span<const int> sizes = countsNodes(a) ? std::span<const int>(adviceNodes) : adviceLengths;
    return std::abs(adviceStep(sizes, adviceSize(a)) - adviceStep(sizes, adviceSize(b)))
        + std::abs(adviceStep(adviceCopies, adviceOption(a, copyFirstName))
                   - adviceStep(adviceCopies, adviceOption(b, copyFirstName)))
        + std::abs(adviceStep(adviceStopBelow, adviceOption(a, stopBelowName))
                   - adviceStep(adviceStopBelow, adviceOption(b, stopBelowName)));
}

} // namespace

std::vector<SessionSettings> allAdviceSettings(const Pair& pair, const SessionSettings& base,
                                               std::vector<std::string>* leftOut)
{
    std::vector<SessionSettings> all;
    for (const Method& method : allMethods()) {
        if (!method.drafts() || (method.needsDraftModel && !pair.draft))
            continue;
        SessionSettings probe = base;
        chooseMethod(probe, method.name);
        for (const auto& [name, path] : base.files)
            if (fileFor(probe, name))
                probe.files[name] = path;
        const bool lacksFile = std::ranges::any_of(
            method.files, [&](const MethodFile& file) { return file.isNeeded && fileOf(probe, file.name).empty(); });
        if (lacksFile)
            continue;
        if (const auto models = openMethodModels(pair, probe); !models) {
            if (leftOut)
                leftOut->push_back(models.error().sentence);
            continue;
        }
        for (const ShapeKind& shape : allShapes())
            if (canDraft(method, shape))
                addWay(all, {&method, &shape, nullptr}, base);
    }
    return all;
}

std::vector<SessionSettings> firstAdviceSettings(const std::vector<SessionSettings>& all)
{
    std::vector<SessionSettings> first;
    const auto take = [&](int size, bool ofNodes) {
        for (const SessionSettings& settings : all)
            if (countsNodes(settings) == ofNodes && adviceSize(settings) == size
                && adviceOption(settings, copyFirstName) == 0 && adviceOption(settings, stopBelowName) == 0)
                first.push_back(settings);
    };
    // A length or a size of all methods before the next one: what a short time cuts off is of every method.
    for (const int length : adviceFirstLengths) {
        take(length, false);
        if (length == adviceFirstLengths[1])
            for (const int nodes : adviceFirstNodes)
                take(nodes, true);
    }
    return first;
}

std::vector<SessionSettings> neighboursOf(const std::vector<SessionSettings>& some,
                                          const std::vector<SessionSettings>& all)
{
    std::vector<SessionSettings> neighbours;
    for (const SessionSettings& settings : some)
        for (const SessionSettings& other : all)
            if (other.method == settings.method && other.shape == settings.shape && adviceSteps(settings, other) == 1
                && std::ranges::count(some, other) == 0 && std::ranges::count(neighbours, other) == 0)
                neighbours.push_back(other);
    return neighbours;
}

Message adviceName(const SessionSettings& settings)
{
    const Method& method = **methodNamed(settings.method);
    if (!method.drafts())
        return phrase(method.title);
    const ShapeKind& shape = **shapeNamed(settings.shape);
    const int copied = adviceOption(settings, copyFirstName), percent = adviceOption(settings, stopBelowName);
    const Message copies = copied > 0 ? message(", copies of {}", copied) : Message{};
    const Message stop = percent > 0 ? message(", stop below {} %", percent) : Message{};
    const Message title = phrase(method.title);
    if (shape.isChain() || shape.mergesChains)
        return message("{} with K = {}{}{}", title, settings.draftLength, copies, stop);
    if (countsNodes(settings))
        return message("{} with a tree ({}) of {} nodes{}{}", title, phrase(shape.title),
                       optionOf(settings, treeNodesName), copies, stop);
    return message("{} with a tree ({}), K = {}{}{}", title, phrase(shape.title), settings.draftLength, copies, stop);
}

std::string adviceArguments(const SessionSettings& settings)
{
    std::string arguments = "--method " + settings.method;
    if (settings.method == "plain")
        return arguments;
    if (settings.shape != SessionSettings().shape)
        arguments += " --tree " + settings.shape;
    arguments += fmt::format(" --k {}", settings.draftLength);
    for (const auto& [name, value] : settings.options)
        arguments += fmt::format(" --{} {}", name, value);
    return arguments;
}

} // namespace draftscope
