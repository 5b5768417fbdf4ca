// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/phases.h"

#include <cmath>

#include <QCoreApplication>

#include "widgets/style/theme.h"

namespace draftscope {

PhaseBar phaseBarOf(const RoundRecord& round)
{
    return {round.round, int(round.times.draftSteps.size()), round.times.draft(), round.times.verify,
            round.times.sample};
}

PhaseBar phaseBarOf(int round, const RoundTimes::Round& measured)
{
    PhaseBar bar{.round = round, .draftSteps = int(measured.phases.draftSteps.size())};
    const double ms = measured.ms().value_or(0), phases = measured.phases.total();
    const double scale = phases > 0 ? ms / phases : 0;
    bar.draft = measured.phases.draft() * scale;
    bar.verify = phases > 0 ? measured.phases.verify * scale : ms;
    bar.sample = measured.phases.sample * scale;
    return bar;
}

const std::array<Phase, 3>& allPhases()
{
    static constexpr std::array<Phase, 3> phases{{
        {QT_TRANSLATE_NOOP("PhaseChart", "draft"), &PhaseBar::draft, Qt::NoBrush},
        {QT_TRANSLATE_NOOP("PhaseChart", "verify"), &PhaseBar::verify, Qt::BDiagPattern},
        {QT_TRANSLATE_NOOP("PhaseChart", "sampling"), &PhaseBar::sample, Qt::Dense6Pattern},
    }};
    return phases;
}

QColor colorOf(const Phase& phase)
{
    if (phase.time == &PhaseBar::sample)
        return Theme::color(Role::notJudged);
    return Theme::tint(phase.time == &PhaseBar::draft ? Role::draft : Role::target, 0.8);
}

QString wordOf(const Phase& phase)
{
    return QCoreApplication::translate("PhaseChart", phase.word);
}

void fill(QPainter& painter, const QRectF& rect, const Phase& phase)
{
    painter.fillRect(rect, colorOf(phase));
    QColor over = Theme::color(Role::surface);
    over.setAlphaF(0.45F);
    painter.fillRect(rect, QBrush(over, phase.hatch));
}

} // namespace draftscope
