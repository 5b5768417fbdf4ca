// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/backend_fields.h"

#include <array>
#include <utility>

#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include "engine/backend/cpu/arithmetic.h"
#include "gui/controls/fitting_box.h"

namespace draftscope {

BackendFields::BackendFields(QObject* parent)
    : QObject(parent), backend(new FittingBox), arithmetic(new FittingBox), threads(new QSpinBox)
{
    backend->addItem(tr("CUDA where there is room, else the CPU"), QStringLiteral("auto"));
    backend->addItem(tr("The CPU"), QStringLiteral("cpu"));
    backend->addItem(tr("CUDA"), QStringLiteral("cuda"));
    threads->setRange(0, BackendChoice::mostThreads);
    threads->setSpecialValueText(tr("Chosen by the program"));
    threads->setKeyboardTracking(false);
    const std::array<std::pair<QString, QString>, 5> all{
        {{tr("The fastest that there is"), QStringLiteral("auto")},
         {tr("f32: activations stay as they are"), QStringLiteral("f32")},
         {tr("int8 for quantised weights"), QStringLiteral("int8")},
         {tr("bf16 for bf16 weights, too"), QStringLiteral("bf16")},
         {tr("bf16 for bf16 weights, too, in the tiles of AMX"), QStringLiteral("amx")}}};
    for (const auto& [words, name] : all)
        if (arithmeticNamed(name.toStdString())) // which this processor can do
            arithmetic->addItem(words, name);
    connect(backend, &QComboBox::activated, this, &BackendFields::edited);
    connect(arithmetic, &QComboBox::activated, this, &BackendFields::edited);
    connect(threads, &QSpinBox::valueChanged, this, &BackendFields::edited);
}

void BackendFields::addTo(QFormLayout& form)
{
    const std::array<std::pair<QString, QWidget*>, 3> rows{
        {{tr("Backend"), backend}, {tr("Threads of the CPU"), threads}, {tr("Arithmetic of the CPU"), arithmetic}}};
    for (const auto& [name, field] : rows) {
        field->setAccessibleName(name);
        form.addRow(name, field);
    }
}

void BackendFields::show(const BackendChoice& choice)
{
    backend->setCurrentIndex(backend->findData(QString::fromStdString(choice.name)));
    arithmetic->setCurrentIndex(arithmetic->findData(QString::fromStdString(choice.arithmetic)));
    const QSignalBlocker quiet(threads);
    threads->setValue(choice.threads);
}

BackendChoice BackendFields::choice() const
{
    return {backend->currentData().toString().toStdString(), threads->value(),
            arithmetic->currentData().toString().toStdString()};
}

void BackendFields::setEnabled(bool on)
{
    for (QWidget* field :
         {static_cast<QWidget*>(backend), static_cast<QWidget*>(arithmetic), static_cast<QWidget*>(threads)})
        field->setEnabled(on);
}

} // namespace draftscope
