// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shortcut_list.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace draftscope {

namespace {

QString translated(const char* words)
{
    return QCoreApplication::translate("ShortcutList", words);
}

QString row(const QString& keys, const QString& does)
{
    return QStringLiteral("<tr><td style='white-space: nowrap'><b>%1</b></td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), does.toHtmlEscaped());
}

/// Rows of the actions of a menu and of those in it.
QString rowsOf(const QMenu& menu)
{
    QString rows;
    for (const QAction* action : menu.actions())
        if (action->menu())
            rows += rowsOf(*action->menu());
        else if (!action->shortcut().isEmpty()) // tool tips end with the key
            rows += row(action->shortcut().toString(QKeySequence::NativeText),
                        action->toolTip().section(QStringLiteral(" ("), 0, 0));
    return rows;
}

QString heading(const QString& words)
{
    return QStringLiteral("<tr><td colspan='2'><br><b>%1</b></td></tr>").arg(words.toHtmlEscaped());
}

/// Keys that a view takes while it has the focus, and the window's own.
QString rowsOfViews()
{
    const std::pair<const char*, const char*> keys[] = {
        {"Tab, Shift+Tab", "To the next field, button or view, or the one before"},
        {"Ctrl+Left, Ctrl+Right",
         "To the token, draft, moment, bar or row before, or the next one; in a tree, to the parent or the first "
         "child"},
        {"Up, Down", "The same; in the text, a line up or down; in a tree, within the level"},
        {"Page Up, Page Down", "Further"},
        {"Ctrl+Home, Ctrl+End", "To the first, to the last"},
        {"Left, Right, wheel", "In the time line: a round back, a round on"},
        {"Enter", "Go to the moment of the token, bar or event; show the distributions of the draft"},
        {"Menu", "What if, at the draft; so does a right click on the stage"},
        {"Ctrl+wheel", "A draft tree larger or smaller; a double click beside its cards shows all of it"},
        {"Escape", "Close the message; then back to where Space plays"}};
    QString rows;
    for (const auto& [key, does] : keys)
        rows += row(translated(key), translated(does));
    return rows;
}

} // namespace

void showShortcuts(QWidget* parent, const QMenuBar& menus)
{
    QString table = QStringLiteral("<table cellspacing='6'>");
    for (const QAction* action : menus.actions())
        if (const QString rows = action->menu() ? rowsOf(*action->menu()) : QString(); !rows.isEmpty())
            table += heading(action->text().remove('&')) + rows;
    table += heading(translated("In the panels")) + rowsOfViews() + QStringLiteral("</table>");

    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(translated("Keys"));
    auto* text = new QTextBrowser;
    text->setAccessibleName(translated("Keys"));
    text->setHtml(table);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text, 1);
    column->addWidget(buttons);
    const int line = dialog->fontMetrics().height();
    dialog->resize(line * 38, line * 36);
    dialog->open();
}

} // namespace draftscope
