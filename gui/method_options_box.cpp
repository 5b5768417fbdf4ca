// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/method_options_box.h"

#include <QGridLayout>
#include <QSignalBlocker>

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
    if (!method)
        return;
    if (*method != m_method)
        makeFields(**method);
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const QSignalBlocker quiet(m_fields[i]);
        m_fields[i]->setValue(optionOf(settings, m_method->options[i].name));
    }
    setVisible(!m_fields.empty());
}

void MethodOptionsBox::makeFields(const Method& method)
{
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    m_fields.clear();
    m_method = &method;
    for (const MethodOption& option : method.options) {
        auto* field = new NumberField(option.smallest, option.largest, 1, 0);
        field->setToolTip(qtText(option.explanation));
        const int index = int(m_fields.size());
        m_grid->addWidget(labelled(qtText(option.title), field), index / 2, index % 2);
        connect(field, &QDoubleSpinBox::valueChanged, this,
                [this, name = qtText(option.name)](double value) { emit edited(name, int(value)); });
        m_fields.push_back(field);
    }
}

} // namespace draftscope
