// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/shortcut_list.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace draftscope {

namespace {

/// The context of what is said here.
struct ShortcutList {
    Q_DECLARE_TR_FUNCTIONS(ShortcutList)
};

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
    const std::pair<QString, QString> keys[] = {
        {ShortcutList::tr("Tab, Shift+Tab"), ShortcutList::tr("To the next field, button or view, or the one before")},
        {ShortcutList::tr("Ctrl+Left, Ctrl+Right"),
         ShortcutList::tr(
             "To the token, draft, moment, bar or row before, or the next one; in a tree, to the parent or the first "
             "child")},
        {ShortcutList::tr("Up, Down"),
         ShortcutList::tr("The same; in the text, a line up or down; in a tree, within the level")},
        {ShortcutList::tr("Page Up, Page Down"), ShortcutList::tr("Further")},
        {ShortcutList::tr("Ctrl+Home, Ctrl+End"), ShortcutList::tr("To the first, to the last")},
        {ShortcutList::tr("Left, Right, wheel"), ShortcutList::tr("In the time line: a round back, a round on")},
        {ShortcutList::tr("Enter"),
         ShortcutList::tr("Go to the moment of the token, bar or event; show the distributions of the draft")},
        {ShortcutList::tr("Menu"), ShortcutList::tr("What if, at the draft; so does a right click on the stage")},
        {ShortcutList::tr("Ctrl+wheel"),
         ShortcutList::tr("A draft tree larger or smaller; a double click beside its cards shows all of it")},
        {ShortcutList::tr("Escape"), ShortcutList::tr("Close the message; then back to where Space plays")}};
    QString rows;
    for (const auto& [key, does] : keys)
        rows += row(key, does);
    return rows;
}

} // namespace

void showShortcuts(QWidget* parent, const QMenuBar& menus)
{
    QString table = QStringLiteral("<table cellspacing='6'>");
    for (const QAction* action : menus.actions())
        if (const QString rows = action->menu() ? rowsOf(*action->menu()) : QString(); !rows.isEmpty())
            table += heading(action->text().remove('&')) + rows;
    table += heading(ShortcutList::tr("In the panels")) + rowsOfViews() + QStringLiteral("</table>");

    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(ShortcutList::tr("Keys"));
    auto* text = new QTextBrowser;
    text->setAccessibleName(ShortcutList::tr("Keys"));
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
