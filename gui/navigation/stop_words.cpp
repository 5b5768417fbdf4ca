// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/stop_words.h"

#include <QCoreApplication>

namespace draftscope {

namespace {

/// The context of what is said here.
struct StopConditionWords {
    Q_DECLARE_TR_FUNCTIONS(StopConditionWords)
};

bool takeStop(const QString& name, const QString& value, StopConditions& stops)
{
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    const bool isShare = isNumber && number >= 0 && number <= 1;
    const int whole = value.toInt(&isNumber);
    if (value.isEmpty() && name == QLatin1String("rejection"))
        stops.onRejection = true;
    else if (value.isEmpty() && name == QLatin1String("all-accepted"))
        stops.onAllAccepted = true;
    else if (value.isEmpty() && name == QLatin1String("end-of-text"))
        stops.onEndOfText = true;
    else if (name == QLatin1String("acceptance-below") && isShare)
        stops.acceptanceBelow = number;
    else if (name == QLatin1String("residual-above") && isShare)
        stops.residualAbove = number;
    else if (name == QLatin1String("round") && isNumber && whole >= 1)
        stops.atRound = whole - 1;
    else if (name == QLatin1String("token") && isNumber && whole >= 0)
        stops.tokens.push_back(TokenId(whole));
    else
        return false;
    return true;
}

} // namespace

Result<StopConditions> stopsOf(const QStringList& words)
{
    StopConditions stops;
    if (words == QStringList{QStringLiteral("none")})
        return stops;
    for (const QString& each : words) {
        const QString tight = each.simplified().replace(QLatin1Char('='), QLatin1Char(' '));
        const QString name = tight.section(QLatin1Char(' '), 0, 0), value = tight.section(QLatin1Char(' '), 1);
        if (!takeStop(name, value, stops))
            return tl::unexpected(
                Error{StopConditionWords::tr("“%1” is no stop condition: give rejection, all-accepted, end-of-text, "
                                             "acceptance-below 0.1, residual-above 0.5, round 5, token 17 or none.")
                          .arg(each)
                          .toStdString()});
    }
    return stops;
}

QStringList wordsOf(const StopConditions& stops)
{
    QStringList words;
    if (stops.onRejection)
        words << QStringLiteral("rejection");
    if (stops.onAllAccepted)
        words << QStringLiteral("all-accepted");
    if (stops.onEndOfText)
        words << QStringLiteral("end-of-text");
    if (stops.acceptanceBelow)
        words << QStringLiteral("acceptance-below %1").arg(*stops.acceptanceBelow);
    if (stops.residualAbove)
        words << QStringLiteral("residual-above %1").arg(*stops.residualAbove);
    if (stops.atRound)
        words << QStringLiteral("round %1").arg(*stops.atRound + 1);
    for (const TokenId token : stops.tokens)
        words << QStringLiteral("token %1").arg(token);
    return words.isEmpty() ? QStringList{QStringLiteral("none")} : words;
}

} // namespace draftscope
