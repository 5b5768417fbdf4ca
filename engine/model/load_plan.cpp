// SPDX-License-Identifier: MIT
#include "engine/model/load_plan.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "engine/core/bytes_in_words.h"

namespace draftscope {

namespace {

std::string inWords(std::size_t bytes)
{
    return bytesInWords(double(bytes));
}

std::string names(const LoadPlan& plan)
{
    return fmt::format("{}", fmt::join(plan.models, " and "));
}

Message place(const LoadPlan& plan)
{
    if (!plan.device.empty())
        return message("on {}", plan.device);
    return phrase(plan.isLimited ? "under the memory limit of this control group (cgroup)" : "in this machine");
}

Message adviceFor(const LoadPlan& plan)
{
    const int tokens = plan.tokensTooMany();
    if (tokens == 0)
        return phrase(plan.device.empty() ? "choose a smaller model or close other programs"
                                          : "choose a smaller model or close what else uses the device");
    if (tokens == 1)
        return phrase(
            plan.device.empty()
                ? "choose a smaller model, make the text 1 token shorter, or close other programs"
                : "choose a smaller model, make the text 1 token shorter, or close what else uses the device");
    return plan.device.empty()
        ? message("choose a smaller model, make the text {} tokens shorter, or close other programs", tokens)
        : message("choose a smaller model, make the text {} tokens shorter, or close what else uses the device",
                  tokens);
}

} // namespace

void LoadPlan::name(const Model& model)
{
    if (std::find(models.begin(), models.end(), model.name) == models.end())
        models.push_back(model.name);
}

void LoadPlan::add(const PassBytes& pass)
{
    needed = std::max(needed, weights + cache + buffers + pass.most());
    weights += pass.weights;
    cache += pass.cache;
    buffers += pass.buffers;
    m_passes.push_back(pass);
}

std::size_t LoadPlan::neededWith(int slotCount) const
{
    LoadPlan plan;
    for (PassBytes pass : m_passes) {
        pass.cache = pass.cache / std::size_t(pass.slotCount) * std::size_t(std::min(pass.slotCount, slotCount));
        plan.add(pass);
    }
    return plan.needed;
}

int LoadPlan::tokensTooMany() const
{
    int most = 0;
    for (const PassBytes& pass : m_passes)
        most = std::max(most, pass.slotCount);
    int tooMany = most, enough = 0; // slots
    while (tooMany - enough > 1) {
        const int slots = enough + (tooMany - enough) / 2;
        (neededWith(slots) <= free ? enough : tooMany) = slots;
    }
    return fits() || enough == 0 ? 0 : most - enough;
}

std::string LoadPlan::need() const
{
    return fmt::format("{}{} of {} free {}", inWords(needed), needsMore() ? " more" : "", inWords(free), place(*this));
}

Message LoadPlan::needs() const
{
    return needsMore() ? message("Needs {} more of {} free {}.", inWords(needed), inWords(free), place(*this))
                       : message("Needs {} of {} free {}.", inWords(needed), inWords(free), place(*this));
}

std::string LoadPlan::summary() const
{
    return fmt::format("{} {} {}", names(*this), isOne() ? "needs" : "need", need());
}

Message LoadPlan::shortfall() const
{
    const std::string who = names(*this), much = inWords(needed), there = inWords(free);
    if (isOne())
        return needsMore() ? message("{} needs {} more, and {} are free {}.", who, much, there, place(*this))
                           : message("{} needs {}, and {} are free {}.", who, much, there, place(*this));
    return needsMore() ? message("{} need {} more, and {} are free {}.", who, much, there, place(*this))
                       : message("{} need {}, and {} are free {}.", who, much, there, place(*this));
}

Error LoadPlan::tooLarge() const
{
    const std::string who = names(*this), much = inWords(needed), own = inWords(weights), kept = inWords(cache),
                      beside = inWords(std::max(needed, weights + cache + buffers) - weights - cache),
                      there = inWords(free), all = inWords(total);
    const Message where = place(*this), advice = adviceFor(*this);
    // Whole sentences, so that another language can have its own order.
    if (weights == 0)
        return errorOf(isOne() ? message("{} needs {} more (K/V cache {}, buffers {}), and {} of {} are free {}: {}.",
                                         who, much, kept, beside, there, all, where, advice)
                               : message("{} need {} more (K/V cache {}, buffers {}), and {} of {} are free {}: {}.",
                                         who, much, kept, beside, there, all, where, advice));
    if (needsMore())
        return errorOf(
            isOne() ? message("{} needs {} more (weights {}, K/V cache {}, buffers {}), and {} of {} are free {}: {}.",
                              who, much, own, kept, beside, there, all, where, advice)
                    : message("{} need {} more (weights {}, K/V cache {}, buffers {}), and {} of {} are free {}: {}.",
                              who, much, own, kept, beside, there, all, where, advice));
    return errorOf(isOne()
                       ? message("{} needs {} (weights {}, K/V cache {}, buffers {}), and {} of {} are free {}: {}.",
                                 who, much, own, kept, beside, there, all, where, advice)
                       : message("{} need {} (weights {}, K/V cache {}, buffers {}), and {} of {} are free {}: {}.",
                                 who, much, own, kept, beside, there, all, where, advice));
}

} // namespace draftscope
