// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/compare_texts.h"

#include "gui/compare/texts_dialog.h"
#include "gui/navigation/navigation.h"
#include "gui/window/main_window.h"

namespace draftscope {

TextsDialog* compareTexts(MainWindow& window, Navigation& navigation)
{
    auto* dialog = new TextsDialog(navigation, &window);
    QObject::connect(dialog, &TextsDialog::momentWanted, &window,
                     [&window, &navigation](const std::filesystem::path& trace, int branch, int token) {
                         const auto goThere = [&navigation, branch, token] {
                             navigation.player().goToBranch(branch);
                             navigation.player().goToToken(token);
                         };
                         window.showWorkspace(QStringLiteral("step"));
                         if (trace.empty() || trace == navigation.starter().trace()) {
                             goThere();
                             return;
                         }
                         QObject::connect(
                             &navigation, &Navigation::recordingReplaced, &window,
                             [&navigation, trace, goThere] {
                                 if (navigation.starter().trace() == trace) // else it could not be opened
                                     goThere();
                             },
                             Qt::ConnectionType(Qt::SingleShotConnection | Qt::QueuedConnection));
                         navigation.starter().openTrace(trace);
                     });
    if (navigation.run().isThere())
        dialog->takeRun(TextsDialog::Side::first);
    dialog->show();
    return dialog;
}

} // namespace draftscope
