// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/centre_room.h"

#include <algorithm>

namespace draftscope {

namespace {

int gapsOf(const CentreNeeds& needs)
{
    const int rows = (needs.text > 0) + (needs.stage > 0) + (needs.charts > 0);
    return std::max(0, rows - 1) * needs.gap;
}

} // namespace

int CentreNeeds::withCharts() const
{
    return text + textHeader + textTabs + stage + stageHeader + charts + gapsOf(*this);
}

CentreRoom centreRoom(int height, const CentreNeeds& needs)
{
    const int room = std::max(1, height - gapsOf(needs));
    const int whole = (needs.text > 0 ? needs.textShare : 0) + (needs.stage > 0 ? needs.stageShare : 0)
        + (needs.charts > 0 ? needs.chartShare : 0);
    const auto share = [&](int need, int of) { return need > 0 ? room * of / std::max(1, whole) : 0; };
    const int text = needs.text > 0 ? needs.text + needs.textTabs : 0,
              textFull = text > 0 ? text + needs.textHeader : 0;
    const int stageFull = needs.stage > 0 ? needs.stage + needs.stageHeader : 0;

    CentreRoom result;
    if (textFull + stageFull <= room) {
        result.text = std::max(textFull, share(needs.text, needs.textShare));
        result.stage = std::max(stageFull, share(needs.stage, needs.stageShare));
        result.charts = needs.charts > 0 ? room - result.text - result.stage : 0;
        const int wanted = std::min(needs.charts, room - textFull - stageFull);
        for (int* other : {&result.text, &result.stage}) { // what is more than they need the charts have first
            const int least = other == &result.text ? textFull : stageFull;
            const int more = std::clamp(wanted - result.charts, 0, std::max(0, *other - least));
            *other -= more;
            result.charts += more;
        }
        if (needs.charts == 0)
            (needs.stage > 0 ? result.stage : result.text) = room - (needs.stage > 0 ? result.text : 0);
        return result;
    }
    result.textIsBare = needs.text > 0;
    result.stageIsBare = text + stageFull > room;
    result.stage = result.stageIsBare ? needs.stage : stageFull;
    result.text = std::max(room - result.stage, needs.text > 0 ? needs.oneLine + needs.textTabs : 0);
    result.stage = std::max(1, room - result.text);
    return result;
}

} // namespace draftscope
