// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace draftscope {

/// A column of words and small things beside a drawing: as wide as there is room, scrolled up and down, and reached by
/// Tab. No panel is made larger for it. `name` is for people who do not see it.
[[nodiscard]] inline QScrollArea* scrolledWords(QWidget* column, const QString& name)
{
    auto* words = new QScrollArea;
    words->setAccessibleName(name);
    words->setFocusPolicy(Qt::TabFocus);
    words->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    words->setWidgetResizable(true);
    words->setMinimumSize(1, 1);
    words->setWidget(column);
    words->viewport()->setAutoFillBackground(false);
    column->setAutoFillBackground(false);
    return words;
}

} // namespace draftscope
