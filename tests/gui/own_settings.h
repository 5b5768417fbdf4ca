// SPDX-License-Identifier: MIT
// Applications for tests of what the program keeps from one start to the next.
#pragma once

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

#include "window_fixture.h"

namespace draftscope::test {

/// Settings that only the test has, from before there is an application.
struct OwnSettings {
    OwnSettings() { qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); }
    QTemporaryDir folder;
};

struct ApplicationWithOwnSettings : OwnSettings, QApplication {
    ApplicationWithOwnSettings(int& argc, char** argv) : QApplication(argc, argv)
    {
        setOrganizationName(QStringLiteral("Draftscope"));
        setApplicationName(QStringLiteral("draftscope-test"));
    }
    Themed themed;
};

constexpr QSize screenSize{1280, 800};

/// One screen of screenSize, from before there is an application.
struct OneScreen {
    OneScreen()
    {
        QFile screens(folder.filePath("screens.json"));
        if (!screens.open(QIODevice::WriteOnly))
            qFatal("%s cannot be written.", qUtf8Printable(screens.fileName()));
        screens.write(QStringLiteral(R"({"screens": [{"name": "only", "x": 0, "y": 0, "width": %1, "height": %2}]})")
                          .arg(screenSize.width())
                          .arg(screenSize.height())
                          .toUtf8());
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toUtf8());
    }
    QTemporaryDir folder;
};

struct ApplicationOnOneScreen : OneScreen, ApplicationWithOwnSettings {
    using ApplicationWithOwnSettings::ApplicationWithOwnSettings;
};

} // namespace draftscope::test
