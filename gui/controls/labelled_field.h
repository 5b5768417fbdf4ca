// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QVBoxLayout>

namespace draftscope {

/// A field with its name above it, which is also what assistive technology calls it.
inline QWidget* labelled(const QString& name, QWidget* field)
{
    auto* words = new QLabel(name);
    words->setObjectName(QStringLiteral("muted"));
    words->setBuddy(field);
    field->setAccessibleName(name);
    field->setMinimumWidth(40);
    auto* whole = new QWidget;
    auto* layout = new QVBoxLayout(whole);
    layout->setSpacing(2);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->addWidget(words);
    layout->addWidget(field);
    return whole;
}

} // namespace draftscope
