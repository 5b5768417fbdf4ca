// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lanes/sweep_view.h"

#include <QStringList>

#include "widgets/style/number_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

QString SweepDrawing::Axis::textOf(int index) const
{
    return names.empty() ? decimal(values.at(std::size_t(index)), 'g', 4) : names.at(std::size_t(index));
}

QString SweepDrawing::nameOf(int point) const
{
    QStringList parts;
    int rest = point;
    for (const Axis& axis : axes) {
        const int count = int(axis.values.size());
        parts << QStringLiteral("%1 %2").arg(axis.name, axis.textOf(rest % count));
        rest /= count;
    }
    return parts.join(QStringLiteral(", "));
}

QString SweepDrawing::textOf(double value) const
{
    const QString digits = decimals == 0 ? grouped(qRound(value)) : number(value, decimals);
    return digits + unit;
}

} // namespace draftscope
