// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/model_choices.h"

#include <functional>
#include <optional>

#include <QCoreApplication>

#include "engine/model/families/family.h"
#include "gui/language/engine_words.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct ModelChoices {
    Q_DECLARE_TR_FUNCTIONS(ModelChoices)
};

QString headingOf(const std::string& place)
{
    return place.empty()          ? ModelChoices::tr("With the program")
        : place == "Draftscope"   ? ModelChoices::tr("Fetched by Draftscope")
        : place == "opened"       ? ModelChoices::tr("Opened")
        : place == "your folders" ? ModelChoices::tr("Your folders")
                                  : qtText(place);
}

QString detailsOf(const CatalogueModel& model)
{
    if (!model.known.model)
        return {};
    const Model& opened = *model.known.model;
    QStringList facts;
    if (opened.config.family)
        facts << qtText(opened.config.family->name);
    facts << ModelChoices::tr("%1 M").arg(decimal(double(opened.record.parameters) / 1e6, 'f', 1))
          << QString::fromStdString(opened.record.weightType);
    if (model.known.found.bytes > 0)
        facts << ModelChoices::tr("%1 MB").arg(double(model.known.found.bytes) / 1e6, 0, 'f', 0);
    facts << ModelChoices::tr("%1 positions").arg(opened.record.context);
    if (!model.otherNames.isEmpty())
        facts << ModelChoices::tr("also %1").arg(model.otherNames.join(QStringLiteral(", ")));
    if (model.known.found.leavesOutImages)
        facts << ModelChoices::tr("text alone, without its projector for images");
    return facts.join(QStringLiteral(" · "));
}

/// The reason alone, beginning as a sentence does.
QString inShort(const Error& error)
{
    QString words = engineWords(error.reason.empty() ? error.message() : error.reason);
    words.replace(0, 1, words.left(1).toUpper());
    return words;
}

using WhyNot = std::function<std::optional<Error>(const CatalogueModel&)>;

/// First those that nothing is said against, each place with a heading, then the others under one of their own.
QList<ModelChoice> choicesOf(const ModelCatalogue& catalogue, const WhyNot& whyNot, const QString& headingOfOthers)
{
    QList<ModelChoice> choices, others;
    QString last;
    for (const CatalogueModel& model : catalogue.models()) {
        const QString value = QString::fromStdString(model.value);
        if (const auto why = whyNot(model)) {
            others.append({model.title, inShort(*why), value, engineWords(*why)});
            continue;
        }
        if (const QString heading = headingOf(model.known.found.place); heading != last) {
            last = heading;
            choices.append({heading, {}, {}, {}});
        }
        choices.append({model.title, detailsOf(model), value, {}});
    }
    if (!others.isEmpty())
        choices.append({headingOfOthers, {}, {}, {}});
    return choices + others;
}

std::optional<Error> problemOf(const CatalogueModel& model)
{
    return model.known.problem.empty() ? std::nullopt : std::optional(errorOf(model.known.problem));
}

std::optional<Error> errorOf(const Result<void>& checked)
{
    return checked ? std::nullopt : std::optional(checked.error());
}

} // namespace

QList<ModelChoice> targetChoices(const ModelCatalogue& catalogue)
{
    const auto whyNot = [](const CatalogueModel& model) {
        return model.known.model ? errorOf(checkTarget(*model.known.model)) : problemOf(model);
    };
    return choicesOf(catalogue, whyNot, ModelChoices::tr("Cannot be a target"));
}

QList<ModelChoice> draftChoices(const ModelCatalogue& catalogue, const std::string& target)
{
    const CatalogueModel* const chosen = catalogue.find(target);
    const auto whyNot = [&](const CatalogueModel& model) {
        if (!model.known.model || !chosen || !chosen->known.model)
            return problemOf(model);
        return errorOf(checkPair(*chosen->known.model, *model.known.model));
    };
    return choicesOf(catalogue, whyNot,
                     chosen ? ModelChoices::tr("Cannot draft for %1").arg(chosen->title)
                            : ModelChoices::tr("Cannot be used"));
}

} // namespace draftscope
