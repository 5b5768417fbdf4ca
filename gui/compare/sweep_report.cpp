// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/sweep_report.h"

#include <filesystem>

#include "engine/session/methods.h"
#include "gui/setup/run_caption.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// A model of a setup, by its name or the end of its path.
QString shortName(const std::string& model)
{
    const std::string end = std::filesystem::path(model).filename().string();
    return qtText(end.empty() ? model : end);
}

std::vector<FigureValue> figuresIn(const FiguresOverPrompts& figures)
{
    return figureValues(figures, figures.quartiles);
}

/// A way of decoding that a sweep has measured.
struct MeasuredWay {
    QString name;
    QStringList settings; ///< a cell for each axis; empty where it does not take part in that
    FiguresOverPrompts figures;
};

std::vector<MeasuredWay> waysOf(const Sweep& sweep)
{
    std::vector<MeasuredWay> ways;
    const auto temperature = std::ranges::find(sweep.axes(), SweepSetting::temperature, &SweepAxis::setting);
    std::vector<double> plainAt; // temperatures that plain decoding is listed at; one value where none is varied
    for (int point = 0; point < sweep.points(); ++point) {
        const double at = temperature == sweep.axes().end()
            ? 0
            : sweep.valueAt(point, std::size_t(temperature - sweep.axes().begin()));
        if (std::ranges::count(plainAt, at) > 0)
            continue;
        plainAt.push_back(at);
        MeasuredWay& plain = ways.emplace_back();
        plain.name = Sweep::tr("plain decoding");
        for (const SweepAxis& axis : sweep.axes())
            plain.settings << (axis.setting == SweepSetting::temperature ? QString::number(at) : QString());
        if (temperature != sweep.axes().end())
            plain.name += Sweep::tr(", temperature %1").arg(at);
        plain.figures = sweep.plainAt(point);
    }
    for (int point = 0; point < sweep.points(); ++point) {
        MeasuredWay& way = ways.emplace_back();
        way.name = sweep.nameOf(point);
        for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis)
            way.settings << (sweep.axes()[axis].setting == SweepSetting::draft
                                 ? sweep.axes()[axis].textOf(sweep.valueAt(point, axis))
                                 : QString::number(sweep.valueAt(point, axis)));
        way.figures = sweep.figuresAt(point);
    }
    return ways;
}

} // namespace

DataTable tableOf(const Sweep& sweep)
{
    DataTable table{{QStringLiteral("way")}, {}};
    for (const SweepAxis& axis : sweep.axes())
        table.columns << nameOf(axis.setting);
    table.columns << QStringLiteral("prompts");
    for (const ComparedFigure& figure : comparedFigures()) {
        const QString name = qtText(figure.name);
        table.columns << name << name + QStringLiteral("_lower_quartile") << name + QStringLiteral("_upper_quartile");
    }
    table.columns << QStringLiteral("speed_up_lower") << QStringLiteral("speed_up_upper");
    for (const MeasuredWay& way : waysOf(sweep)) {
        QStringList cells = QStringList{way.name} + way.settings;
        cells << QString::number(way.figures.prompts);
        for (const FigureValue& figure : figuresIn(way.figures)) {
            cells << exactCell(figure.value);
            for (const auto end : {&Quartiles::lower, &Quartiles::upper})
                cells << (figure.quartiles ? exactCell(std::optional((*figure.quartiles).*end)) : QString());
        }
        const auto& interval = way.figures.speed.speedUpInterval;
        cells << exactCell(interval ? std::optional(interval->lower) : std::nullopt)
              << exactCell(interval ? std::optional(interval->upper) : std::nullopt);
        table.rows << cells;
    }
    return table;
}

ComparisonReport reportOf(const Sweep& sweep, const QString& prompts)
{
    ComparisonReport report;
    report.facts = generalFacts();
    report.facts.emplace_back("swept", baseInWords(sweep).toStdString());
    report.facts.emplace_back("prompts", prompts.toStdString());
    for (const SweepFigure figure :
         {SweepFigure::measuredSpeedUp, SweepFigure::tokensPerSecond, SweepFigure::tokensPerStep})
        if (sweep.best(figure) >= 0)
            report.facts.emplace_back("best by " + std::string(figureOf(figure).metric),
                                      sweep.bestInWords(figure).toStdString());
    ReportedTable& table = report.tables.emplace_back();
    for (const MeasuredWay& way : waysOf(sweep))
        table.ways.push_back({way.name.toStdString(), {}, way.figures.prompts, figuresIn(way.figures)});
    return report;
}

QString baseInWords(const Sweep& sweep)
{
    const RunSetup& base = sweep.base();
    const auto method = methodNamed(base.settings.method);
    QStringList words{base.draft.empty() || !(method && (*method)->needsDraftModel)
                          ? shortName(base.target)
                          : Sweep::tr("%1, drafts by %2").arg(shortName(base.target), shortName(base.draft))};
    if (method)
        words << qtText((*method)->title);
    words << settingsInWords(base.settings);
    return words.join(QStringLiteral(" · "));
}

} // namespace draftscope
