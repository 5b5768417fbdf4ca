// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/method_options_box.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include "gui/labelled_field.h"
#include "gui/number_field.h"
#include "widgets/qt_text.h"

namespace draftscope {

MethodOptionsBox::MethodOptionsBox(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, 1);
}

void MethodOptionsBox::showOptionsOf(const SessionSettings& settings)
{
    const auto method = methodNamed(settings.method);
    const auto shape = shapeNamed(settings.shape);
    if (!method || !shape)
        return;
    if (*method != m_method || *shape != m_shape)
        makeFields(**method, **shape);
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const QSignalBlocker quiet(m_fields[i]);
        m_fields[i]->setValue(optionOf(settings, m_options[i]->name));
    }
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        const QString path = QString::fromStdString(fileOf(settings, m_method->files[i].name));
        const QSignalBlocker quiet(m_files[i]);
        if (m_files[i]->text() != path) // the cursor stays where it is
            m_files[i]->setText(path);
    }
    setVisible(!m_fields.empty() || !m_files.empty());
}

void MethodOptionsBox::makeFields(const Method& method, const ShapeKind& shape)
{
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    m_fields.clear();
    m_files.clear();
    m_method = &method;
    m_shape = &shape;
    m_options.clear();
    for (const std::vector<MethodOption>* options : {&method.options, &shape.options})
        for (const MethodOption& option : *options)
            m_options.push_back(&option);
    for (const MethodOption* option : m_options) {
        auto* field = new NumberField(option->smallest, option->largest, 1, 0);
        field->setToolTip(qtText(option->explanation));
        const int index = int(m_fields.size());
        m_grid->addWidget(labelled(qtText(option->title), field), index / 2, index % 2);
        connect(field, &QDoubleSpinBox::valueChanged, this,
                [this, name = qtText(option->name)](double value) { emit edited(name, int(value)); });
        m_fields.push_back(field);
    }
    int row = int(m_options.size() + 1) / 2;
    for (const MethodFile& file : method.files)
        m_grid->addWidget(makeFileField(file), row++, 0, 1, 2);
}

QWidget* MethodOptionsBox::makeFileField(const MethodFile& file)
{
    auto* field = new QLineEdit;
    field->setToolTip(qtText(file.explanation));
    field->setPlaceholderText(file.isNeeded        ? tr("No file chosen")
                                  : m_method->head ? tr("The target's own, if it comes with the program")
                                                   : tr("None"));
    connect(field, &QLineEdit::textChanged, this,
            [this, name = qtText(file.name)](const QString& path) { emit fileEdited(name, path); });
    m_files.push_back(field);
    auto* choose = new QToolButton;
    choose->setObjectName(QStringLiteral("corner"));
    choose->setText(tr("Browse…"));
    choose->setAccessibleName(tr("Choose a file for %1").arg(qtText(file.title)));
    choose->setFocusPolicy(Qt::TabFocus);
    connect(choose, &QToolButton::clicked, field, [this, &file, field] { browse(file, field); });

    auto* whole = new QWidget;
    auto* layout = new QHBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(labelled(qtText(file.title), field), 1);
    layout->addWidget(choose, 0, Qt::AlignBottom);
    return whole;
}

void MethodOptionsBox::browse(const MethodFile& file, QLineEdit* field)
{
    auto* dialog =
        new QFileDialog(window(), tr("Choose a file: %1").arg(qtText(file.title)), QFileInfo(field->text()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(file.isDirectory ? QFileDialog::Directory : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText); // another method has other fields
    dialog->open();
}

} // namespace draftscope
