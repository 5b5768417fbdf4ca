// SPDX-License-Identifier: MIT
// The fields of Setup, as tests find and use them.
#pragma once

#include <QAbstractButton>
#include <QComboBox>

#include "gui/controls/number_field.h"
#include "window_fixture.h"

namespace draftscope::test {

inline NumberField* field(const WindowFixture& run, const QString& name)
{
    return fieldNamed<NumberField>(run, name);
}

inline QAbstractButton* button(const WindowFixture& run, const QString& text)
{
    for (auto* candidate : run.window.findChildren<QAbstractButton*>())
        if (candidate->text() == text)
            return candidate;
    return nullptr;
}

inline void choose(const WindowFixture& run, const char* name, const QString& choice)
{
    QComboBox* const choices = box(run, name);
    choices->setCurrentIndex(choices->findText(choice));
    emit choices->activated(choices->currentIndex());
}

/// Those that can be made.
inline QStringList choices(const WindowFixture& run, const char* name)
{
    QStringList texts;
    for (int i = 0; i < box(run, name)->count(); ++i)
        if (box(run, name)->model()->flags(box(run, name)->model()->index(i, 0)).testFlag(Qt::ItemIsEnabled))
            texts << box(run, name)->itemText(i);
    return texts;
}

} // namespace draftscope::test
