// SPDX-License-Identifier: MIT
// Pictures of the window in states that --screenshot does not reach, for looking at.
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <QDir>

#include "window_fixture.h"

namespace draftscope::test {

/// Where pictures go.
inline QDir& pictures()
{
    static QDir folder;
    return folder;
}

inline void savePicture(QWidget& of, const QString& name)
{
    QTest::qWait(120);
    of.grab().save(pictures().filePath(name + ".png"));
    std::printf("%s\n", qPrintable(name));
}

inline void save(WindowFixture& run, const QString& name)
{
    savePicture(run.window, name);
}

inline const char* nameOf(ThemeKind theme)
{
    return theme == ThemeKind::dark ? "dark" : "light";
}

/// Something to look at, by its name on the command line.
using Scene = std::pair<std::string_view, std::function<void()>>;

/// What a program of such scenes does: PROGRAM FOLDER [WHAT].
inline int showScenes(const char* program, int argc, char** argv, const std::vector<Scene>& all)
{
    const std::string_view wanted = argc == 3 ? argv[2] : "";
    if (argc < 2 || argc > 3 || (argc == 3 && std::ranges::count(all, wanted, &Scene::first) == 0)) {
        std::fprintf(stderr, "%s FOLDER [WHAT], where WHAT is one of", program);
        for (const Scene& one : all)
            std::fprintf(stderr, " %s", one.first.data());
        std::fputs("\n", stderr);
        return 2;
    }
    pictures().setPath(QString::fromLocal8Bit(argv[1]));
    pictures().mkpath(".");
    for (const auto& [name, show] : all)
        if (wanted.empty() || name == wanted)
            show();
    return 0;
}

} // namespace draftscope::test
