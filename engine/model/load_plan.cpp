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

std::string subject(const LoadPlan& plan)
{
    return fmt::format("{} {}", fmt::join(plan.models, " and "), plan.models.size() == 1 ? "needs" : "need");
}

std::string place(const LoadPlan& plan)
{
    if (!plan.device.empty())
        return "on " + plan.device;
    return plan.isLimited ? "under the memory limit of this control group (cgroup)" : "in this machine";
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

std::string LoadPlan::summary() const
{
    return fmt::format("{} {}", subject(*this), need());
}

std::string LoadPlan::shortfall() const
{
    return fmt::format("{} {}{}, and {} are free {}.", subject(*this), inWords(needed), needsMore() ? " more" : "",
                       inWords(free), place(*this));
}

Error LoadPlan::tooLarge() const
{
    const std::string own = weights == 0 ? "" : fmt::format("weights {}, ", inWords(weights));
    const int tokens = tokensTooMany();
    const std::string advice = fmt::format(
        "choose a smaller model{}or close {}",
        tokens == 0 ? " " : fmt::format(", make the text {} {} shorter, ", tokens, tokens == 1 ? "token" : "tokens"),
        device.empty() ? "other programs" : "what else uses the device");
    return {fmt::format("{} {}{} ({}K/V cache {}, buffers {}), and {} of {} are free {}: {}.", subject(*this),
                        inWords(needed), needsMore() ? " more" : "", own, inWords(cache),
                        inWords(std::max(needed, weights + cache + buffers) - weights - cache), inWords(free),
                        inWords(total), place(*this), advice)};
}

} // namespace draftscope
