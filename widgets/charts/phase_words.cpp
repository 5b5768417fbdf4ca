// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart of phases says in words.
#include <array>

#include <QStringList>

#include "widgets/charts/phase_chart.h"
#include "widgets/words/token_text.h"

namespace draftscope {

QString durationText(double milliseconds)
{
    if (milliseconds >= 1000)
        return QStringLiteral("%1 s").arg(number(milliseconds / 1000, milliseconds < 10'000 ? 2 : 1));
    return QStringLiteral("%1 ms").arg(number(milliseconds, milliseconds < 9.995 ? 2 : milliseconds < 99.95 ? 1 : 0));
}

QString sharesOf(const std::vector<PhaseBar>& rounds)
{
    std::array<double, 3> times{};
    double total = 0;
    for (const PhaseBar& bar : rounds) {
        for (std::size_t i = 0; i < allPhases().size(); ++i)
            times[i] += bar.*allPhases()[i].time;
        total += bar.total();
    }
    if (total <= 0)
        return {};
    QStringList parts;
    for (std::size_t i = 0; i < allPhases().size(); ++i) {
        const double share = 100 * times[i] / total;
        parts << QStringLiteral("%1 %2 %").arg(wordOf(allPhases()[i]),
                                               share > 0 && share < 0.5 ? QStringLiteral("<1") : number(share, 0));
    }
    return PhaseChart::tr("%1 of %2").arg(parts.join(QStringLiteral(" · ")), durationText(total));
}

QString sentenceOf(const PhaseBar& bar)
{
    const QString draft = bar.draftSteps == 0
        ? PhaseChart::tr("no draft")
        : PhaseChart::tr("draft %1 in %2")
              .arg(durationText(bar.draft),
                   bar.draftSteps == 1 ? PhaseChart::tr("1 step") : PhaseChart::tr("%1 steps").arg(bar.draftSteps));
    if (bar.total() <= 0)
        return PhaseChart::tr("Round %1: no time.").arg(bar.round + 1);
    return PhaseChart::tr("Round %1: %2, verify %3, sampling %4; %5 in all.")
        .arg(QString::number(bar.round + 1), draft, durationText(bar.verify), durationText(bar.sample),
             durationText(bar.total()));
}

} // namespace draftscope
