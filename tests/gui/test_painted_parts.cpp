// SPDX-License-Identifier: MIT
// Views paint only what has changed again, and labels have nothing laid out again that stays: what is on screen is what
// a window painted anew shows.
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include "engine/session/shapes.h"
#include "tests/test_main.h"
#include "widgets/style/label_place.h"
#include "window_fixture.h"

using namespace draftscope;
using test::WindowFixture;

namespace {

/// Where what has been painted by and by is not what is painted at once; an empty rectangle for nowhere.
QRect differing(QWidget& window)
{
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
    const QImage onScreen = window.screen()->grabWindow(window.winId()).toImage().convertToFormat(QImage::Format_RGB32);
    const QImage anew = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
    QRect where;
    for (int y = 0; y < anew.height(); ++y)
        for (int x = 0; x < anew.width(); ++x)
            if (!onScreen.rect().contains(x, y) || onScreen.pixel(x, y) != anew.pixel(x, y))
                where |= QRect(x, y, 1, 1);
    return where;
}

void goAbout(WindowFixture& run, const QStringList& panels)
{
    for (DockPanel* panel : run.window.workspace().panels())
        panel->setVisible(panels.contains(panel->objectName()));
    QVERIFY(run.start() && run.rounds(8));
    const auto isWhole = [&run](const char* when) {
        const QRect where = differing(run.window);
        if (!where.isEmpty())
            qWarning("%s: %d, %d, %d x %d", when, where.x(), where.y(), where.width(), where.height());
        return where.isEmpty();
    };
    QVERIFY(isWhole("after eight rounds"));
    for (int i = 0; i < 12; ++i) {
        QVERIFY(run.step());
        QVERIFY(isWhole("after a moment"));
    }
    for (const Position at :
         {Position{0, 3, 2}, Position{0, 6, 4}, Position{0, 1, 1}, Position{0, 2, 5}, Position{0, 8, 0}}) {
        run.navigation.player().goTo(at);
        QVERIFY(isWhole("at another moment"));
    }
    run.navigation.player().goToToken(int(run.navigation.recording().header().promptTokens.size()) + 3);
    QVERIFY(isWhole("at a token"));
    run.navigation.player().last();
    run.navigation.player().transport().setSpeed(Player::fastest);
    QVERIFY(run.await([&] { run.navigation.player().playOrPause(); }));
    QVERIFY(isWhole("after all rounds"));
}

} // namespace

class TestPaintedParts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != QStringLiteral("offscreen"))
            QSKIP("Only the offscreen platform says what is on the screen.");
    }

    void aChainIsWhole_data()
    {
        QTest::addColumn<QStringList>("panels");
        QTest::newRow("text, cache, distribution") << QStringList{"text", "stage", "cache", "distribution"};
        QTest::newRow("charts") << QStringList{"text", "stage", "acceptance", "time", "attention-mask"};
        QTest::newRow("text and speed-up") << QStringList{"text", "speed-up"};
    }
    void aChainIsWhole()
    {
        QFETCH(QStringList, panels);
        WindowFixture run(test::quickSetup(70), {1280, 800});
        goAbout(run, panels);
    }

    void aTreeIsWhole()
    {
        RunSetup setup = test::quickSetup(70);
        chooseShape(setup.settings, "fixed-widths");
        WindowFixture run(setup, {1024, 700});
        goAbout(run, {"text", "stage", "cache"});
    }

    /// Other words move what stands beside a label only where they take other room.
    void labelsKeepTheirRoom()
    {
        struct Counting : QWidget {
            int layouts = 0;
            bool event(QEvent* event) override
            {
                layouts += event->type() == QEvent::LayoutRequest;
                return QWidget::event(event);
            }
        } around;
        auto* label = new QLabel(QStringLiteral("Round 11"));
        auto* beside = new QLabel(QStringLiteral("beside"));
        auto* layout = new QHBoxLayout(&around);
        layout->addWidget(new LabelPlace(label));
        layout->addWidget(beside);
        layout->addStretch(1);
        around.resize(400, 60);
        around.show();
        QCoreApplication::processEvents();
        const int before = around.layouts, place = beside->x();
        label->setText(QStringLiteral("Round 12")); // as wide
        QCoreApplication::processEvents();
        QCOMPARE(around.layouts, before);
        QCOMPARE(beside->x(), place);
        for (const auto* words : {"Round 11111", "Round", "Round 5"}) {
            const int asked = around.layouts, stood = beside->x();
            label->setText(QString::fromLatin1(words));
            QVERIFY(test::until([&] { return around.layouts == asked + 1; }));
            QVERIFY(beside->x() != stood);
            QCOMPARE(label->size(), label->parentWidget()->size());
            QCOMPARE(label->width(), label->sizeHint().width());
        }
    }
};

DRAFTSCOPE_WINDOW_TEST(TestPaintedParts)
#include "test_painted_parts.moc"
