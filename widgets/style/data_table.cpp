// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/data_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QAbstractItemModel>

namespace draftscope {

namespace {

QString csvCell(const QString& words)
{
    const bool isPlain = std::none_of(words.begin(), words.end(), [](QChar c) {
        return c == QLatin1Char(',') || c == QLatin1Char('"') || c == QLatin1Char('\n') || c == QLatin1Char('\r');
    });
    return isPlain ? words
                   : QStringLiteral("\"%1\"").arg(QString(words).replace(QLatin1Char('"'), QStringLiteral("\"\"")));
}

QString csvLine(const QStringList& cells)
{
    QStringList written;
    for (const QString& cell : cells)
        written << csvCell(cell);
    return written.join(QLatin1Char(',')) + QLatin1Char('\n');
}

QString markdownLine(const QStringList& cells)
{
    QString line = QStringLiteral("|");
    for (QString cell : cells)
        line += QStringLiteral(" %1 |").arg(cell.replace(QLatin1Char('\\'), QStringLiteral("\\\\"))
                                                .replace(QLatin1Char('|'), QStringLiteral("\\|"))
                                                .replace(QLatin1Char('\n'), QLatin1Char(' ')));
    return line + QLatin1Char('\n');
}

} // namespace

QString csvOf(const DataTable& table)
{
    QString text = csvLine(table.columns);
    for (const QStringList& row : table.rows)
        text += csvLine(row);
    return text;
}

QString markdownOf(const DataTable& table)
{
    QString text = markdownLine(table.columns) + QLatin1Char('|');
    for (qsizetype i = 0; i < table.columns.size(); ++i)
        text += QStringLiteral("---|");
    text += QLatin1Char('\n');
    for (const QStringList& row : table.rows)
        text += markdownLine(row);
    return text;
}

DataTable tableOf(const QAbstractItemModel& model)
{
    DataTable table;
    for (int column = 0; column < model.columnCount(); ++column)
        table.columns << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList& cells = table.rows.emplace_back();
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data(Qt::DisplayRole).toString();
    }
    return table;
}

QString exactCell(float value)
{
    return std::isnan(value) ? QString() // it is not known
                             : QString::number(double(value), 'g', std::numeric_limits<float>::max_digits10);
}

QString exactCell(double value)
{
    return std::isnan(value) ? QString() : QString::number(value, 'g', std::numeric_limits<double>::max_digits10);
}

QString exactCell(std::optional<double> value)
{
    return value ? exactCell(*value) : QString();
}

} // namespace draftscope
