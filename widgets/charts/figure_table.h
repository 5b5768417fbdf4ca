// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

namespace draftscope {

/// Makes a table, whose titles are there, one that is read and not edited: words in the first column, numbers in the
/// others, each under its title. `titlePadding`: of titles but the first, as in a style sheet; what is between the
/// columns is part of it.
void showAsFigures(QTableWidget& table, const QString& titlePadding);

/// How the cells of a column, and its title, are aligned.
[[nodiscard]] Qt::Alignment figureAlignment(int column);

} // namespace draftscope
