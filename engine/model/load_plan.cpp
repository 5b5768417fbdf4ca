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
    return plan.device.empty() ? "in this machine" : "on " + plan.device;
}

} // namespace

void LoadPlan::name(const Model& model)
{
    if (std::find(models.begin(), models.end(), model.name) == models.end())
        models.push_back(model.name);
}

void LoadPlan::addCache(std::size_t bytes, int slotCount)
{
    cache += bytes;
    if (slotCount > m_slots)
        m_slotBytes = 0;
    m_slots = std::max(m_slots, slotCount);
    if (slotCount == m_slots)
        m_slotBytes += bytes / std::size_t(slotCount);
}

std::size_t LoadPlan::tokensTooMany() const
{
    if (fits() || m_slotBytes == 0 || needed > weights + cache + buffers) // what brings weights is in the way
        return 0;
    const std::size_t tokens = (needed - free + m_slotBytes - 1) / m_slotBytes;
    return tokens < std::size_t(m_slots) ? tokens : 0;
}

std::string LoadPlan::need() const
{
    return fmt::format("{}{} of {} free {}", inWords(needed), weights == 0 ? " more" : "", inWords(free), place(*this));
}

std::string LoadPlan::summary() const
{
    return fmt::format("{} {}", subject(*this), need());
}

std::string LoadPlan::shortfall() const
{
    return fmt::format("{} {}{}, and {} are free {}.", subject(*this), inWords(needed), weights == 0 ? " more" : "",
                       inWords(free), place(*this));
}

Error LoadPlan::tooLarge() const
{
    const std::string own = weights == 0 ? "" : fmt::format("weights {}, ", inWords(weights));
    const std::size_t tokens = tokensTooMany();
    const std::string advice = fmt::format(
        "choose a smaller model{}or close {}",
        tokens == 0 ? " " : fmt::format(", generate {} {} fewer, ", tokens, tokens == 1 ? "token" : "tokens"),
        device.empty() ? "other programs" : "what else uses the device");
    return {fmt::format("{} {} ({}K/V cache {}, buffers {}), and {} of {} are free {}: {}.", subject(*this),
                        inWords(needed), own, inWords(cache),
                        inWords(std::max(needed, weights + cache + buffers) - weights - cache), inWords(free),
                        inWords(total), place(*this), advice)};
}

} // namespace draftscope
