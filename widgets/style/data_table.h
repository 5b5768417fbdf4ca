// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers behind a drawing, as a table that leaves the window.
#pragma once

#include <optional>

#include <QList>
#include <QStringList>

class QAbstractItemModel;

namespace draftscope {

/// Each row has a cell for each column; a cell may be empty.
struct DataTable {
    QStringList columns;
    QList<QStringList> rows;
};

/// As RFC 4180 has it, but for "\n" at the ends of lines.
[[nodiscard]] QString csvOf(const DataTable& table);
/// A table in Markdown.
[[nodiscard]] QString markdownOf(const DataTable& table);
/// What a table in a window shows: its headings and the words in its cells.
[[nodiscard]] DataTable tableOf(const QAbstractItemModel& model);

/// With all digits that its type has; empty for none.
[[nodiscard]] QString exactCell(float value);
[[nodiscard]] QString exactCell(double value);
[[nodiscard]] QString exactCell(std::optional<double> value);

} // namespace draftscope
