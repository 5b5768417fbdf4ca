// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_speeds.h"

#include <algorithm>

#include "gui/compare/lanes.h"

namespace draftscope {

LaneSpeeds::LaneSpeeds(Lanes& lanes) : m_lanes(lanes), m_measured(lanes.thread())
{
    connect(&m_measured, &BackgroundSpeed::changed, this, &LaneSpeeds::changed);
}

/// Each setup once: lanes that decode alike have one speed.
void LaneSpeeds::chooseSubjects()
{
    if (m_lanes.player().isLoading())
        return; // it comes again
    std::vector<BackgroundSpeed::Subject> subjects;
    std::vector<const Lane*> lanes;
    const auto indexOfSetup = [&](const Lane& lane) {
        const auto found = std::ranges::find(subjects, lane.setup(), &BackgroundSpeed::Subject::setup);
        return found == subjects.end() ? -1 : int(found - subjects.begin());
    };
    for (int i = 0; i < m_lanes.count(); ++i)
        if (const Lane& lane = m_lanes.lane(i); lane.run().computation().canCompute() && indexOfSetup(lane) < 0) {
            subjects.push_back({lane.setup(), -1, lane.recording().header()});
            lanes.push_back(&lane);
        }
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (const Lane* const plain = m_lanes.plainLaneFor(*lanes[i]))
            subjects[i].plain = indexOfSetup(*plain);
    const auto isSame = [](const BackgroundSpeed::Subject& a, const BackgroundSpeed::Subject& b) {
        return a.setup == b.setup && a.plain == b.plain && a.header.target == b.header.target
            && a.header.draft == b.header.draft && a.header.backend == b.header.backend;
    };
    if (!std::ranges::equal(subjects, m_measured.subjects(), isSame))
        m_measured.begin(std::move(subjects), 0);
}

int LaneSpeeds::subjectOf(const Lane& lane) const
{
    const auto found = std::ranges::find(m_measured.subjects(), lane.setup(), &BackgroundSpeed::Subject::setup);
    return found == m_measured.subjects().end() ? -1 : int(found - m_measured.subjects().begin());
}

const DecodeFigures* LaneSpeeds::measuredOf(const Lane& lane) const
{
    const int subject = subjectOf(lane);
    return m_measured.isMeasured() && subject >= 0 ? &m_measured.measurement().figures(subject) : nullptr;
}

std::optional<Speed> LaneSpeeds::of(const Lane& lane) const
{
    return measuredOf(lane) ? std::optional(m_measured.measurement().speed(subjectOf(lane))) : std::nullopt;
}

QString LaneSpeeds::whyNone(const Lane& lane) const
{
    if (m_measured.isMeasured() && subjectOf(lane) >= 0)
        return {};
    if (lane.run().isThere() && !lane.run().computation().canCompute())
        return tr(
            "This lane shows rounds that were saved, and its models are not here, so its speed cannot be measured.");
    if (!m_measured.problem().isEmpty())
        return m_measured.problem();
    if (m_measured.stage() == BackgroundSpeed::Stage::unasked)
        return BackgroundSpeed::whyUnasked();
    if (m_measured.measurement().laps() > 0)
        return tr("The lanes are being measured, %1 % so far: times are shown when they can be relied on.")
            .arg(int(100 * m_measured.share()));
    return tr("The lanes are measured in the background while they stand still.");
}

bool LaneSpeeds::canMeasureAgain() const
{
    return !m_measured.subjects().empty()
        && (m_measured.stage() == BackgroundSpeed::Stage::done || m_measured.stage() == BackgroundSpeed::Stage::waiting
            || m_measured.stage() == BackgroundSpeed::Stage::failed
            || m_measured.stage() == BackgroundSpeed::Stage::unasked);
}

void LaneSpeeds::measureAgain()
{
    if (canMeasureAgain())
        m_measured.measureAgain();
}

void LaneSpeeds::setAllowed(bool isAllowed)
{
    m_measured.setAllowed(isAllowed);
    if (!isAllowed && m_lanes.count() == 0)
        m_measured.giveBack();
}

} // namespace draftscope
