// SPDX-License-Identifier: MIT
// Draft trees for looking at: show_trees FOLDER writes trees.jsonl, which the window opens, and pictures of the tree's
// view in both themes, of several moments and sizes.
#include <cstdio>

#include <QApplication>
#include <QDir>

#include "engine/trace/trace_file.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/stage/tree_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc != 2) {
        std::fputs("show_trees FOLDER\n", stderr);
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(".");
    const Recording recording = sample::treeRecording();
    if (const auto saved = saveTrace(folder.filePath("trees.jsonl").toStdString(), recording); !saved) {
        std::fprintf(stderr, "%s\n", saved.error().sentence.c_str());
        return 1;
    }
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        Theme::apply(application, theme);
        const QString themed =
            folder.filePath(theme == ThemeKind::dark ? QStringLiteral("dark") : QStringLiteral("light"));
        const RoundRecord& largest = recording.round(0, 1);
        TreeView all;
        all.setZoom({TreeZoom::Kind::whole});
        sample::show(all, {1230, 760});
        all.setRound(largest, largest, &recording);
        sample::picture(all).save(themed + QStringLiteral("-round-2-all.png"));
        for (int round = 0; round < recording.roundCount(0); ++round)
            for (const QSize size : {QSize(900, 460), QSize(560, 290)}) {
                const RoundRecord& whole = recording.round(0, round);
                const int last = int(whole.moments.size());
                for (const int moment : {2, last - 3, last}) {
                    const RoundRecord shown = atMoment(whole, moment);
                    TreeView view;
                    sample::show(view, size);
                    view.setRound(shown, whole, &recording);
                    view.setSelectedContext(shown.draw ? shown.draw->context : 0);
                    sample::picture(view).save(folder.filePath(QStringLiteral("%1-round-%2-moment-%3-%4.png")
                                                                   .arg(theme == ThemeKind::dark ? "dark" : "light")
                                                                   .arg(round + 1)
                                                                   .arg(moment)
                                                                   .arg(size.width())));
                }
            }
    }
    return 0;
}
