// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/sampler_fields.h"

#include <QVBoxLayout>

#include "engine/session/methods.h"
#include "gui/controls/labelled_field.h"
#include "gui/controls/number_field.h"

namespace draftscope {

SamplerField::SamplerField(const QString& name, NumberField* field, const QString& tip)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    QWidget* whole = labelled(name, field);
    layout->addWidget(whole);
    for (QWidget* each : {whole, static_cast<QWidget*>(field)}) // the name has that of the whole
        each->setToolTip(tip);
}

SamplerFields::SamplerFields(QObject* parent)
    : QObject(parent), draftLength(new NumberField(1, 64, 1, 0)), temperature(new NumberField(0, 5, 0.1, 2)),
      topP(new NumberField(0.05, 1, 0.05, 2)), topK(new NumberField(0, 99'999, 1, 0)),
      minP(new NumberField(0, 1, 0.05, 2))
{
    const auto connectNumber = [this](NumberField* field, const auto& put) {
        connect(field, &QDoubleSpinBox::valueChanged, this, [this, put](double value) {
            emit edited([put, value](SessionSettings& settings) { put(settings, value); });
        });
    };
    connectNumber(draftLength, [](SessionSettings& settings, double value) { settings.draftLength = int(value); });
    connectNumber(temperature, [](SessionSettings& settings, double value) { settings.sampler.temperature = value; });
    connectNumber(topP, [](SessionSettings& settings, double value) { settings.sampler.topP = value; });
    connectNumber(topK, [](SessionSettings& settings, double value) { settings.sampler.topK = int(value); });
    connectNumber(minP, [](SessionSettings& settings, double value) { settings.sampler.minP = value; });
}

void SamplerFields::showNumbersOf(const SessionSettings& settings)
{
    draftLength->setValue(settings.draftLength);
    temperature->setValue(settings.sampler.temperature);
    topP->setValue(settings.sampler.topP);
    topK->setValue(settings.sampler.topK);
    minP->setValue(settings.sampler.minP);
}

void SamplerFields::enableFor(const SessionSettings& settings)
{
    const auto method = methodNamed(settings.method);
    draftLength->setEnabled(method && (*method)->drafts());
    for (NumberField* field : {temperature, topP, topK, minP})
        field->setEnabled(!settings.sampler.greedy);
}

QWidget* SamplerFields::named(NumberField* field) const
{
    QString name, tip;
    if (field == draftLength) {
        name = SamplerField::tr("Draft length K");
        tip = SamplerField::tr(
            "How many tokens are drafted one after another before the target looks at them: 1 to 64, usually 3 to "
            "8. Of a tree it is the number of levels.");
    } else if (field == temperature) {
        name = SamplerField::tr("Temperature");
        tip = SamplerField::tr(
            "What logits are divided by before they become probabilities: 0 takes the likeliest token, 1 leaves "
            "what the model says, more makes all tokens more alike; usually 0 to 1.");
    } else if (field == topP) {
        name = SamplerField::tr("Top-p");
        tip = SamplerField::tr(
            "Keeps the likeliest tokens that have this probability together: more than 0, up to 1, which keeps "
            "all; usually 0.9 to 1.");
    } else if (field == topK) {
        name = SamplerField::tr("Top-k (0: all)");
        tip = SamplerField::tr(
            "Keeps this many of the likeliest tokens: 1 or more, or 0, which keeps all; usually 0, or 20 to 100.");
    } else {
        name = SamplerField::tr("Min-p");
        tip = SamplerField::tr(
            "Keeps tokens with at least this share of the likeliest token's probability: 0, which keeps all, to "
            "1; usually 0 to 0.1.");
    }
    return new SamplerField(name, field, tip);
}

} // namespace draftscope
