// SPDX-License-Identifier: GPL-3.0-or-later
// How fast lanes are beside each other: measured in the background, never taken from what is played.
#include <algorithm>

#include "gui/compare/lanes.h"

namespace draftscope {

/// Each setup once: lanes that decode alike have one speed.
void Lanes::chooseSubjects()
{
    if (isLoading())
        return; // it comes again
    std::vector<BackgroundSpeed::Subject> subjects;
    std::vector<const Lane*> lanes;
    const auto indexOfSetup = [&](const Lane& lane) {
        const auto found = std::ranges::find(subjects, lane.setup(), &BackgroundSpeed::Subject::setup);
        return found == subjects.end() ? -1 : int(found - subjects.begin());
    };
    for (const auto& lane : m_lanes)
        if (lane->run().canCompute() && indexOfSetup(*lane) < 0) {
            subjects.push_back({lane->setup(), -1, lane->recording().header()});
            lanes.push_back(lane.get());
        }
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (const Lane* const plain = plainLaneFor(*lanes[i]))
            subjects[i].plain = indexOfSetup(*plain);
    const auto isSame = [](const BackgroundSpeed::Subject& a, const BackgroundSpeed::Subject& b) {
        return a.setup == b.setup && a.plain == b.plain && a.header.target == b.header.target
            && a.header.draft == b.header.draft && a.header.backend == b.header.backend;
    };
    if (!std::ranges::equal(subjects, m_speeds.subjects(), isSame))
        m_speeds.begin(std::move(subjects), 0);
}

int Lanes::subjectOf(const Lane& lane) const
{
    const auto found = std::ranges::find(m_speeds.subjects(), lane.setup(), &BackgroundSpeed::Subject::setup);
    return found == m_speeds.subjects().end() ? -1 : int(found - m_speeds.subjects().begin());
}

const DecodeFigures* Lanes::measuredOf(const Lane& lane) const
{
    const int subject = subjectOf(lane);
    return m_speeds.isMeasured() && subject >= 0 ? &m_speeds.measurement().figures(subject) : nullptr;
}

std::optional<Speed> Lanes::speedOfLane(const Lane& lane) const
{
    return measuredOf(lane) ? std::optional(m_speeds.measurement().speed(subjectOf(lane))) : std::nullopt;
}

QString Lanes::whyNoSpeed(const Lane& lane) const
{
    if (m_speeds.isMeasured() && subjectOf(lane) >= 0)
        return {};
    if (lane.run().isThere() && !lane.run().canCompute())
        return tr(
            "This lane shows rounds that were saved, and its models are not here, so its speed cannot be measured.");
    if (!m_speeds.problem().isEmpty())
        return m_speeds.problem();
    if (m_speeds.measurement().laps() > 0)
        return tr("The lanes are being measured, %1 % so far: times are shown when they can be relied on.")
            .arg(int(100 * m_speeds.share()));
    return tr("The lanes are measured in the background while they stand still.");
}

bool Lanes::canMeasureAgain() const
{
    return !m_speeds.subjects().empty()
        && (m_speeds.stage() == BackgroundSpeed::Stage::done || m_speeds.stage() == BackgroundSpeed::Stage::waiting
            || m_speeds.stage() == BackgroundSpeed::Stage::failed);
}

void Lanes::measureAgain()
{
    if (canMeasureAgain())
        m_speeds.measureAgain();
}

void Lanes::setMeasures(bool isAllowed)
{
    m_speeds.setAllowed(isAllowed);
    if (!isAllowed && m_lanes.empty())
        m_speeds.giveBack();
}

} // namespace draftscope
