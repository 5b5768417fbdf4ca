// SPDX-License-Identifier: MIT
// Pictures of the lossless lab in its states, for looking at: show_lab FOLDER [WIDTHxHEIGHT].
#include <QApplication>
#include <QMainWindow>
#include <QTest>
#include <QVBoxLayout>

#include "gui/lab/lab_bar.h"
#include "gui/lab/lab_page.h"
#include "gui/language/language.h"
#include "widgets/style/theme.h"

using namespace draftscope;

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral(".");
    const QStringList size = (argc > 2 ? QString::fromLocal8Bit(argv[2]) : QStringLiteral("1600x1000")).split('x');
    const auto kind = argc > 3 && QString(argv[3]) == "dark" ? ThemeKind::dark : ThemeKind::light;
    Theme::apply(app, kind, argc > 4 ? atof(argv[4]) : 10.5, argc > 5 ? atof(argv[5]) : 1);
    LosslessLab lab({});
    lab.setGentle(false);
    QMainWindow window;
    auto* whole = new QWidget;
    auto* rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    LabActions actions(lab, &window);
    rows->addWidget(new LabBar(lab, actions));
    auto* workspace = new LabPage(lab);
    rows->addWidget(workspace, 1);
    window.setCentralWidget(whole);
    window.resize(size[0].toInt(), size[1].toInt());
    window.show();
    const auto save = [&](const QString& name) {
        QTest::qWait(150);
        window.grab().save(folder + '/' + name + ".png");
    };
    save("empty");
    lab.start();
    (void)QTest::qWaitFor([&] { return lab.texts() > 1000; }, 60000);
    lab.pause();
    (void)QTest::qWaitFor([&] { return lab.state() == LosslessLab::State::paused; }, 60000);
    save("paused");
    lab.start();
    LabSetup setup = lab.setup();
    setup.texts = 20'000;
    lab.setSetup(setup);
    (void)QTest::qWaitFor([&] { return lab.state() == LosslessLab::State::finished; }, 100000);
    lab.startTable();
    (void)QTest::qWaitFor([&] { return lab.table().isComplete(); }, 300000);
    save("finished");
    workspace->showBars(4);
    save("beginnings");
    return 0;
}
