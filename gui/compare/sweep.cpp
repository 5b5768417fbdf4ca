// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/sweep.h"

#include <algorithm>
#include <cmath>

#include "engine/session/shapes.h"
#include "widgets/style/number_text.h"
#include "widgets/words/speed_figures.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

struct Limits {
    double least, most;
};

Limits limitsOf(SweepSetting setting)
{
    switch (setting) {
    case SweepSetting::draftLength:
        return {1, maxDraftLength};
    case SweepSetting::temperature:
        return {0, 100};
    case SweepSetting::nodes:
    case SweepSetting::draft:
        break;
    }
    return {1, maxDraftNodes};
}

void vary(RunSetup& setup, const SweepAxis& axis, double value)
{
    switch (axis.setting) {
    case SweepSetting::draftLength:
        setup.settings.draftLength = int(value);
        break;
    case SweepSetting::temperature:
        setup.settings.sampler.temperature = value;
        break;
    case SweepSetting::nodes:
        if (optionFor(setup.settings, "tree-nodes"))
            setOption(setup.settings, "tree-nodes", int(value));
        break;
    case SweepSetting::draft:
        setup = withDraft(setup, axis.drafts.at(std::size_t(value)));
        break;
    }
}

tl::unexpected<Error> notAValue(const QString& words, SweepSetting setting)
{
    const auto [least, most] = limitsOf(setting);
    return setting == SweepSetting::temperature
        ? fail("{}",
               Sweep::tr("\"%1\" is no temperature: write numbers from %2 to %3 with commas between them.")
                   .arg(words)
                   .arg(least)
                   .arg(most)
                   .toStdString())
        : fail(
            "{}",
            Sweep::tr(
                "\"%1\" is no value of %2: write whole numbers from %3 to %4 with commas between them, or a range such "
                "as 2-6.")
                .arg(words, nameOf(setting))
                .arg(least)
                .arg(most)
                .toStdString());
}

} // namespace

std::vector<SweepSetting> sweepSettingsOf(const RunSetup& setup)
{
    const auto method = methodNamed(setup.settings.method);
    if (!method || !(*method)->drafts())
        return {};
    std::vector<SweepSetting> settings{SweepSetting::draftLength, SweepSetting::temperature};
    if (optionFor(setup.settings, "tree-nodes"))
        settings.push_back(SweepSetting::nodes);
    return settings;
}

QString nameOf(SweepSetting setting)
{
    switch (setting) {
    case SweepSetting::draftLength:
        return QStringLiteral("K");
    case SweepSetting::temperature:
        return Sweep::tr("temperature");
    case SweepSetting::draft:
        return Sweep::tr("draft");
    case SweepSetting::nodes:
        break;
    }
    return Sweep::tr("nodes");
}

QString defaultValues(SweepSetting setting)
{
    switch (setting) {
    case SweepSetting::draftLength:
        return QStringLiteral("1-6, 8, 12");
    case SweepSetting::temperature:
        return QStringLiteral("0, 0.5, 0.8, 1, 1.5");
    case SweepSetting::draft:
        return {};
    case SweepSetting::nodes:
        break;
    }
    return QStringLiteral("4, 8, 16, 32, 64");
}

Result<std::vector<double>> sweepValuesIn(const QString& words, SweepSetting setting)
{
    const bool isWhole = setting != SweepSetting::temperature;
    const auto [least, most] = limitsOf(setting);
    std::vector<double> values;
    for (const QString& part : words.split(QLatin1Char(','))) {
        const QString word = part.trimmed();
        QString range = word;
        range.replace(QChar(0x2013), QLatin1Char('-')); // an en dash
        const QStringList ends = isWhole ? range.split(QLatin1Char('-')) : QStringList{word};
        bool isFirst = false, isLast = false;
        const double first = ends.first().toDouble(&isFirst), last = ends.last().toDouble(&isLast);
        const bool isInside = isFirst && isLast && first >= least && last <= most && first <= last;
        if (!isInside || ends.size() > 2 || (isWhole && (first != std::floor(first) || last != std::floor(last))))
            return notAValue(word, setting);
        for (double value = first; value <= last; ++value)
            values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

QString SweepAxis::textOf(double value) const
{
    return setting == SweepSetting::draft ? drafts.at(std::size_t(value)).title : decimal(value, 'g', 4);
}

SweepAxis draftAxis(std::vector<SweepDraft> drafts)
{
    SweepAxis axis{SweepSetting::draft, {}, std::move(drafts)};
    for (std::size_t i = 0; i < axis.drafts.size(); ++i)
        axis.values.push_back(double(i));
    return axis;
}

const ComparedFigure& figureOf(SweepFigure figure)
{
    const std::string_view name = figure == SweepFigure::measuredSpeedUp ? "speed_up"
        : figure == SweepFigure::tokensPerSecond                         ? "tokens_per_second"
                                                                         : "tokens_per_step";
    return *std::ranges::find(comparedFigures(), name, &ComparedFigure::name);
}

std::optional<double> valueIn(const FiguresOverPrompts& figures, SweepFigure figure)
{
    return figureOf(figure).valueOf(figures);
}

std::optional<Quartiles> quartilesIn(const FiguresOverPrompts& figures, SweepFigure figure)
{
    return figures.quartiles.empty() ? std::nullopt
                                     : figures.quartiles.at(std::size_t(&figureOf(figure) - comparedFigures().data()));
}

Sweep::Sweep(SessionThread& thread, QObject* parent) : QObject(parent), m_measurement(thread) {}

Result<void> Sweep::start(const RunSetup& base, std::vector<SweepAxis> axes, std::vector<Prompt> prompts)
{
    std::size_t points = 1;
    for (const SweepAxis& axis : axes)
        points *= axis.values.size();
    if (points > std::size_t(mostPoints))
        return fail("{}",
                    tr("That are %1 settings, and %2 are allowed: choose fewer values.")
                        .arg(points)
                        .arg(mostPoints)
                        .toStdString());
    m_figuresAfter = -1;
    m_base = base;
    m_axes = std::move(axes);
    m_points = int(points);
    if (prompts.empty())
        prompts.push_back({{}, {}, base.prompt});
    std::vector<RunSetup> setups(std::size_t(plainWays()), base);
    for (int point = 0; point < m_points; ++point)
        setups.push_back(setupAt(point));
    for (int point = 0; point < m_points; ++point)
        setups[std::size_t(plainWayOf(point))].settings.sampler = setupAt(point).settings.sampler;
    for (int way = 0; way < plainWays(); ++way)
        chooseMethod(setups[std::size_t(way)].settings, "plain");
    m_measurement.start(std::move(setups), std::move(prompts));
    return {};
}

int Sweep::plainWays() const
{
    const auto axis = std::ranges::find(m_axes, SweepSetting::temperature, &SweepAxis::setting);
    return axis == m_axes.end() ? 1 : int(axis->values.size());
}

int Sweep::plainWayOf(int point) const
{
    const auto axis = std::ranges::find(m_axes, SweepSetting::temperature, &SweepAxis::setting);
    return axis == m_axes.end() ? 0 : indexAt(point, std::size_t(axis - m_axes.begin()));
}

int Sweep::indexAt(int point, std::size_t axis) const
{
    const int first = int(m_axes.front().values.size());
    return axis == 0 ? point % first : point / first;
}

double Sweep::valueAt(int point, std::size_t axis) const
{
    return m_axes.at(axis).values.at(std::size_t(indexAt(point, axis)));
}

RunSetup Sweep::setupAt(int point) const
{
    RunSetup setup = m_base;
    // A draft first: with it the method changes, and so may the options that there are.
    for (const bool isDraft : {true, false})
        for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
            if ((m_axes[axis].setting == SweepSetting::draft) == isDraft)
                vary(setup, m_axes[axis], valueAt(point, axis));
    return setup;
}

const FiguresOverPrompts& Sweep::figuresAt(int point) const
{
    if (std::exchange(m_figuresAfter, m_measurement.changes()) != m_measurement.changes()) {
        m_figures.clear();
        for (int each = 0; each < points(); ++each)
            m_figures.push_back(m_measurement.decodes().over(wayOf(each), plainWayOf(each)));
    }
    return m_figures.at(std::size_t(point));
}

FiguresOverPrompts Sweep::plainAt(int point) const
{
    return m_measurement.decodes().over(plainWayOf(point), plainWayOf(point));
}

std::string Sweep::whyNot(int point) const
{
    return m_measurement.decodes().whyOut(wayOf(point));
}

std::optional<double> Sweep::shownAt(int point, SweepFigure figure) const
{
    const bool isKnown =
        figure == SweepFigure::tokensPerStep || m_measurement.isComplete() || m_measurement.isStopped();
    return isKnown ? valueIn(figuresAt(point), figure) : std::nullopt;
}

std::optional<Interval> Sweep::intervalAt(int point, SweepFigure figure) const
{
    const Speed& speed = figuresAt(point).speed;
    if (figure == SweepFigure::tokensPerStep || !speed.speedUpInterval || !speed.measuredSpeedUp)
        return std::nullopt;
    // Settings are compared, so what is uncertain of plain decoding counts in both figures.
    const double unit =
        figure == SweepFigure::measuredSpeedUp ? 1 : speed.tokensPerSecond.value_or(0) / *speed.measuredSpeedUp;
    return Interval{speed.speedUpInterval->lower * unit, speed.speedUpInterval->upper * unit};
}

int Sweep::highest(SweepFigure figure) const
{
    int best = -1;
    double highest = 0;
    for (int point = 0; point < points(); ++point)
        if (const auto value = shownAt(point, figure); value && *value > highest) {
            highest = *value;
            best = point;
        }
    return best;
}

std::vector<int> Sweep::rivalsOf(int best, SweepFigure figure) const
{
    std::vector<int> rivals;
    const auto own = best < 0 ? std::nullopt : intervalAt(best, figure);
    for (int point = 0; point < points() && own; ++point)
        if (const auto other = intervalAt(point, figure); point != best && other && other->overlaps(*own))
            rivals.push_back(point);
    return rivals;
}

int Sweep::best(SweepFigure figure) const
{
    const int at = highest(figure);
    if (at < 0 || figure == SweepFigure::tokensPerStep || points() == 1)
        return at;
    return intervalAt(at, figure) && rivalsOf(at, figure).empty() ? at : -1;
}

QString Sweep::nameOf(int point) const
{
    QStringList parts;
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        parts << QStringLiteral("%1 %2").arg(draftscope::nameOf(m_axes[axis].setting),
                                             m_axes[axis].textOf(valueAt(point, axis)));
    return parts.join(QStringLiteral(", "));
}

QString Sweep::valueInWords(int point, SweepFigure figure) const
{
    const int decimals = figureOf(figure).decimals;
    const double value = *valueIn(figuresAt(point), figure);
    const auto interval = intervalAt(point, figure);
    QString digits = number(value, decimals);
    if (interval)
        digits += QStringLiteral(" (%1)").arg(intervalText(*interval, decimals));
    if (figure == SweepFigure::tokensPerSecond)
        return tr("%1 tokens per second").arg(digits);
    if (figure == SweepFigure::tokensPerStep)
        return tr("%1 tokens per step").arg(digits);
    return interval && interval->contains(1)
        ? tr("%1 times as fast as plain decoding, which is no difference that can be told").arg(digits)
        : value < 1 ? tr("%1 times as fast as plain decoding, so that drafting costs more than it gains").arg(digits)
                    : tr("%1 times as fast as plain decoding").arg(digits);
}

QString Sweep::bestInWords(SweepFigure figure) const
{
    const int at = highest(figure);
    if (at < 0)
        return figure != SweepFigure::tokensPerStep && m_measurement.isRunning()
            ? tr("Times are shown when all settings were decoded often enough.")
            : QString();
    int known = 0;
    for (int point = 0; point < points(); ++point)
        known += shownAt(point, figure) ? 1 : 0;
    const int count = figuresAt(at).prompts;
    const QString prompts = count == 1 ? tr("1 prompt") : tr("%1 prompts").arg(count);
    QString words;
    if (best(figure) == at) {
        words = tr("%1 is the best of %2 settings over %3: %4")
                    .arg(nameOf(at), QString::number(known), prompts, valueInWords(at, figure));
    } else {
        QStringList names{nameOf(at)};
        for (const int rival : rivalsOf(at, figure))
            names << nameOf(rival);
        words = names.size() > 1
            ? tr("No difference between %1 that can be told over %2: the intervals of their figures meet. "
                 "The highest is %3 with %4")
                  .arg(names.join(QStringLiteral("; ")), prompts, nameOf(at), valueInWords(at, figure))
            : tr("Too little was measured over %1 to tell which setting is best. The highest is %2 with %3")
                  .arg(prompts, nameOf(at), valueInWords(at, figure));
    }
    words += QLatin1Char('.');
    if (figure == SweepFigure::tokensPerStep)
        return words;
    if (const QString busy = busyWords(m_measurement.steadiness()); !busy.isEmpty())
        words += QLatin1Char(' ') + busy;
    return words;
}

} // namespace draftscope
