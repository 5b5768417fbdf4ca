// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/panels.h"

#include <array>
#include <type_traits>

#include "gui/panels/acceptance_panel.h"
#include "gui/panels/attention_mask_panel.h"
#include "gui/panels/cache_panel.h"
#include "gui/panels/code_panel.h"
#include "gui/panels/distribution_panel.h"
#include "gui/panels/draft_panel.h"
#include "gui/panels/events_panel.h"
#include "gui/panels/setup_panel.h"
#include "gui/panels/speed_up_panel.h"
#include "gui/panels/stage_panel.h"
#include "gui/panels/text_panel.h"
#include "gui/panels/time_panel.h"
#include "gui/panels/tokens_per_step_panel.h"
#include "gui/panels/why_panel.h"

namespace draftscope {

namespace {

template <class PanelType>
DockPanel* make(Navigation& navigation)
{
    if constexpr (std::is_constructible_v<PanelType, const Playhead&>)
        return new PanelType(navigation.playhead());
    else
        return new PanelType(navigation);
}

} // namespace

LayoutWidth layoutWidthOf(int pixels, double lineHeight)
{
    constexpr double narrow = 45, medium = 68, wide = 101; // lines
    const double lines = pixels / lineHeight;
    return lines < narrow ? LayoutWidth::single
        : lines < medium  ? LayoutWidth::narrow
        : lines < wide    ? LayoutWidth::medium
                          : LayoutWidth::wide;
}

Place PanelKind::placeIn(LayoutShape shape) const
{
    if (shape.width == LayoutWidth::single)
        return place == Place::centre ? Place::centre : Place::besides;
    const Place byWidth = shape.width == LayoutWidth::narrow ? narrow : shape.width == LayoutWidth::wide ? wide : place;
    return shape.isLow && byWidth == Place::bottom ? Place::besides : byWidth;
}

QKeySequence keyOfPanel(std::size_t number)
{
    constexpr std::array keys{Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5,    Qt::Key_6,
                              Qt::Key_7, Qt::Key_8, Qt::Key_9, Qt::Key_0, Qt::Key_Minus};
    if (number < keys.size())
        return Qt::ALT | keys.at(number);
    return number < 2 * keys.size() ? QKeySequence(Qt::CTRL | Qt::ALT | keys.at(number - keys.size())) : QKeySequence();
}

const std::vector<PanelKind>& allPanels()
{
    static const std::vector<PanelKind> kinds = {
        {Place::left, 1, &make<SetupPanel>, Place::besides},
        {Place::centre, 18, &make<TextPanel>},
        {Place::centre, 50, &make<StagePanel>},
        {Place::bottom, 32, &make<TokensPerStepPanel>},
        {Place::bottom, 32, &make<AcceptancePanel>},
        {Place::bottom, 32, &make<SpeedUpPanel>},
        {Place::bottom, 32, &make<TimePanel>, Place::bottom, Place::right},
        {Place::bottom, 32, &make<AttentionMaskPanel>},
        {Place::bottom, 32, &make<EventsPanel>},
        {Place::right, 65, &make<DistributionPanel>},
        {Place::right, 35, &make<CachePanel>},
        {.place = Place::besides, .make = &make<WhyPanel>, .isClosedAtFirst = true},
        {.place = Place::besides, .make = &make<CodePanel>, .isClosedAtFirst = true},
        {.place = Place::besides, .make = &make<DraftPanel>, .isClosedAtFirst = true},
    };
    return kinds;
}

} // namespace draftscope
