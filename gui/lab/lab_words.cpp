// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_words.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "engine/session/combinations.h"
#include "engine/session/faults.h"
#include "engine/speculation/verifiers.h"
#include "gui/language/engine_words.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

struct LabWords {
    Q_DECLARE_TR_FUNCTIONS(LabWords)
};

/// 10⁻⁹
QString superscript(int exponent)
{
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString words = exponent < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(exponent)))
        words += digits[digit.digitValue()];
    return words;
}

bool hasTests(const TrialFigures& figures)
{
    return std::ranges::any_of(figures.cases,
                               [](const LosslessCase& one) { return one.verdict != LosslessVerdict::notTested; });
}

} // namespace

QString ruleTitle(const std::string& verifier)
{
    const auto known = verifierNamed(verifier);
    return known ? engineWords((*known)->title()) : QString::fromStdString(verifier);
}

QString faultTitle(const std::string& fault)
{
    const auto known = faultNamed(fault);
    return known ? engineWords((*known)->title) : QString::fromStdString(fault);
}

QString samplerWords(const SamplerSettings& sampler)
{
    QStringList parts{QStringLiteral("T = %1").arg(decimal(sampler.temperature, 'g', 4))};
    if (sampler.topK > 0)
        parts << QStringLiteral("top-k %1").arg(sampler.topK);
    if (sampler.topP < 1)
        parts << QStringLiteral("top-p %1").arg(decimal(sampler.topP, 'g', 4));
    if (sampler.minP > 0)
        parts << QStringLiteral("min-p %1").arg(decimal(sampler.minP, 'g', 4));
    return parts.join(QStringLiteral(", "));
}

QString sideWords(const SessionSettings& settings)
{
    QStringList parts{QStringLiteral("K = %1").arg(settings.draftLength),
                      ruleTitle(std::string(verifierNameFor(settings)))};
    if (const auto method = methodNamed(settings.method))
        parts.prepend(engineWords((*method)->title));
    if (const auto shape = shapeNamed(settings.shape); shape && !(*shape)->isChain())
        parts << engineWords((*shape)->title);
    return parts.join(QStringLiteral(" · "));
}

QString rightTitle(const LabSetup& setup)
{
    switch (setup.right.kind) {
    case LabRight::Kind::fault:
        return faultTitle(setup.right.name);
    case LabRight::Kind::rule:
        return ruleTitle(setup.right.name);
    case LabRight::Kind::sampler:
        break;
    }
    return LabWords::tr("Sampler %1").arg(samplerWords(setup.right.sampler));
}

QString pValueText(double pValue, PValueForm form)
{
    constexpr double smallest = 1e-300;
    if (pValue < smallest)
        return form == PValueForm::inTable ? QStringLiteral("< 10⁻³⁰⁰")
                                           : LabWords::tr("below %1").arg(QStringLiteral("10⁻³⁰⁰"));
    if (pValue >= 0.1)
        return decimal(pValue, 'f', 2);
    if (pValue >= 0.001)
        return decimal(pValue, 'g', 2);
    int exponent = int(std::floor(std::log10(pValue)));
    int digit = int(std::lround(pValue / std::pow(10.0, exponent)));
    if (digit == 10) {
        digit = 1;
        ++exponent;
    }
    const QString power = QStringLiteral("10") + superscript(exponent);
    return digit == 1 ? power : QStringLiteral("%1·%2").arg(digit).arg(power);
}

LabVerdict verdictOf(const TrialFigures& figures)
{
    if (figures.looks.empty())
        return {figures.texts == 0
                    ? LabWords::tr("Nothing drawn yet")
                    : LabWords::tr("Too few texts to say: the first look is after %1").arg(grouped(figures.nextLook)),
                Role::muted};
    const QString p = pValueText(figures.correctedPValue());
    if (figures.foundAfter) {
        const TrialDistance& now = figures.distances.back();
        if (figures.impossible > 0)
            return {LabWords::tr("✗ The target could never have written %1 of these texts")
                        .arg(grouped(figures.impossible)),
                    Role::rejected};
        if (now.distance > 2 * now.chance)
            return {LabWords::tr("✗ About %1 of the probability lies elsewhere: p-value %2")
                        .arg(decimal(now.distance, 'g', 2), p),
                    Role::rejected};
        return {LabWords::tr("✗ These are not the target's texts: p-value %1").arg(p), Role::rejected};
    }
    if (!hasTests(figures))
        return {LabWords::tr("– Nothing can be told here: %1").arg(engineWords(figures.cases.front().reason)),
                Role::muted};
    return {LabWords::tr("✓ No difference can be seen: p-value %1").arg(p), Role::accepted};
}

QString seeingWords(const TrialFigures& figures)
{
    if (figures.looks.empty())
        return LabWords::tr("A verdict is taken after %1, %2, %3… texts, so that watching does not raise false alarms.")
            .arg(grouped(100), grouped(200), grouped(500));
    const TrialLook& last = figures.looks.back();
    QString words;
    if (figures.foundAfter)
        words = LabWords::tr("Found after %1 texts.").arg(grouped(*figures.foundAfter));
    else if (last.smallestBias)
        words =
            LabWords::tr("Looked at after %1 texts: a distance of %2 or more would have been seen with 90 % chance, "
                         "a smaller one may still be there.")
                .arg(grouped(last.texts), decimal(*last.smallestBias, 'g', 2));
    else
        words = LabWords::tr("Looked at after %1 texts, which are too few to find any distance for certain.")
                    .arg(grouped(last.texts));
    words += QLatin1Char(' ')
        + (figures.looks.size() == 1
               ? LabWords::tr("The p-value counts 1 look and %1 tests; the next look is after %2.")
                     .arg(QString::number(figures.cases.size()), grouped(figures.nextLook))
               : LabWords::tr("The p-value counts %1 looks and %2 tests; the next look is after %3.")
                     .arg(QString::number(figures.looks.size()), QString::number(figures.cases.size()),
                          grouped(figures.nextLook)));
    return words;
}

QString barsTitle(const TrialBars& bars)
{
    if (bars.first == bars.last)
        return bars.first == 1 ? LabWords::tr("first token") : LabWords::tr("token %1").arg(bars.first);
    return LabWords::tr("first %1 tokens").arg(bars.last);
}

LabVerdict foundWords(const LabRow& row, const TrialFigures& figures, int wanted)
{
    if (figures.foundAfter) {
        const QString texts = LabWords::tr("%1 texts").arg(grouped(*figures.foundAfter));
        if (row.isLossless)
            return {LabWords::tr("✗ %1: a false alarm?").arg(texts), Role::rejected};
        return {row.fault.empty() ? LabWords::tr("✗ lossy by design, %1").arg(texts) : QStringLiteral("✗ ") + texts,
                Role::rejected};
    }
    if (figures.texts < wanted)
        return {LabWords::tr("%1 of %2 texts").arg(grouped(figures.texts), grouped(wanted)), Role::muted};
    if (!hasTests(figures))
        return {LabWords::tr("– nothing to tell"), Role::muted};
    return row.isLossless ? LabVerdict{LabWords::tr("✓ none to find"), Role::accepted}
                          : LabVerdict{LabWords::tr("? not yet"), Role::muted};
}

} // namespace draftscope
