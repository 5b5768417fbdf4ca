// SPDX-License-Identifier: MIT
// Bars and distances of the lossless lab as they are drawn, with values that are made up.
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "widgets/lab/distance_chart.h"
#include "widgets/lab/drawn_bars_view.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

DrawnBars twoBars()
{
    DrawnBars drawing;
    drawing.texts = 2000;
    drawing.bars = {{"a", 0.4, 900, {0.43, 0.47}}, {"b", 0.5, 1000, {0.48, 0.52}}};
    drawing.rest = {"others", 0.1, 100, {0.04, 0.06}};
    drawing.nothing = "Nothing is drawn.";
    return drawing;
}

DistanceDrawing twoLines()
{
    DistanceDrawing drawing;
    drawing.most = 1000;
    drawing.nothing = "Nothing is drawn.";
    drawing.lines = {{"right", Role::accepted, {{10, 0.3}, {100, 0.1}, {1000, 0.03}}, {}},
                     {"wrong", Role::rejected, {{10, 0.4}, {100, 0.25}, {1000, 0.2}}, "✗"}};
    drawing.chance = {{10, 0.32}, {100, 0.1}, {1000, 0.032}};
    drawing.looks = {100, 1000};
    return drawing;
}

int colouredLike(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green())
                    + std::abs(pixel.blue() - color.blue())
                < 24;
        }
    return count;
}

} // namespace

class TestLabViews : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(*qApp, ThemeKind::light); }

    void barsAreSaidInWords()
    {
        DrawnBarsView view;
        view.setDrawing(twoBars());
        QCOMPARE(view.drawing().sentenceOf(0),
                 QString("a: drawn 45.0 % (900 of 2,000, interval 43.0 % to 47.0 %), exact 40.0 %."));
        QCOMPARE(view.drawing().sentenceOf(7), QString());
        QCOMPARE(view.accessibleDescription(), view.drawing().sentenceOf(0));
        DrawnBars none = twoBars();
        none.texts = 0;
        QCOMPARE(none.sentenceOf(1), QString("b: nothing drawn yet, exact 50.0 %."));
        view.setDrawing({.bars = {}, .rest = {}, .texts = 0, .nothing = "Start first."});
        QCOMPARE(view.accessibleDescription(), QString("Start first."));
    }

    /// As high as the share that was drawn, with the line of the target where its probability is.
    void barsAreAsHighAsWhatWasDrawn()
    {
        DrawnBarsView view;
        view.resize(500, 300);
        view.setDrawing(twoBars());
        view.show();
        const QRectF a = view.barRect(0), b = view.barRect(1);
        QVERIFY(std::abs(a.height() / b.height() - 0.9) < 0.02);
        QVERIFY(std::abs(a.top() - view.yOf(0.45)) <= 1);
        const QImage picture = view.grab().toImage();
        QCOMPARE(picture.pixelColor(int(a.left()) + 4, int(view.yOf(0.2))), Theme::tint(Role::target, 0.5));
        QCOMPARE(picture.pixelColor(int(a.left()) + 4, int(view.yOf(0.4))), Theme::color(Role::text));
        view.setTop(1);
        QVERIFY(view.barRect(0).height() < 0.7 * a.height()); // the scale of a neighbour
        QCOMPARE(view.wantedTop(), 0.6);
    }

    void intervalsShrink()
    {
        DrawnBarsView view;
        view.resize(500, 300);
        view.show();
        DrawnBars few = twoBars(), many = twoBars();
        few.bars[0].interval = {0.35, 0.55};
        many.bars[0].interval = {0.449, 0.451};
        const auto inked = [&](const DrawnBars& drawing) {
            view.setDrawing(drawing);
            const int x = int(view.barRect(0).center().x());
            const QImage picture = view.grab().toImage();
            int count = 0;
            for (int y = 0; y < int(view.yOf(0.42)); ++y)
                for (int near = x - 1; near <= x + 1; ++near)
                    count += picture.pixelColor(near, y) == Theme::color(Role::text);
            return count;
        };
        QVERIFY(inked(few) > inked(many) + 15);
    }

    void barsAreChosenWithMouseAndKeys()
    {
        DrawnBarsView view;
        view.resize(500, 300);
        view.setDrawing(twoBars());
        view.show();
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.barRect(1).center().toPoint());
        QCOMPARE(view.current(), 1);
        QVERIFY(view.accessibleDescription().startsWith("b: "));
        QTest::keyClick(&view, Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(view.current(), 0);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.current(), 1);
        QCOMPARE(view.barAt({-5, 5}), -1);
    }

    /// "<s>" begins each text of most models, and <s> is struck out in HTML.
    void aTokenThatLooksLikeATagIsSaidAsItIs()
    {
        DrawnBarsView view;
        view.resize(500, 300);
        DrawnBars bars = twoBars();
        bars.bars[0].label = "<s>";
        view.setDrawing(bars);
        view.show();
        const QString of0 = sample::toolTipAt(view, view.barRect(0).center());
        QVERIFY2(of0.contains("&lt;s&gt;: drawn 45.0 %"), qPrintable(of0));
        QCOMPARE(sample::toolTipAt(view, view.barRect(1).center()), bars.sentenceOf(1));
    }

    /// Longer ones stand upright, and stay within the view.
    void longLabelsStandUpright()
    {
        DrawnBarsView view;
        view.resize(400, 260);
        DrawnBars many;
        many.texts = 100;
        for (int i = 0; i < 24; ++i)
            many.bars.push_back({"abcd", 0.02, 2, {0.01, 0.03}});
        view.setDrawing(many);
        const double bottom = view.barRect(0).bottom();
        QVERIFY(view.barRect(23).right() <= 400);
        for (DrawnBars::Bar& bar : many.bars)
            bar.label = "a"; // which has room beside the others
        view.setDrawing(many);
        QVERIFY(bottom < view.barRect(0).bottom() - 5);
    }

    void distancesAreSaidInWords()
    {
        DistanceChart chart;
        chart.setDrawing(twoLines());
        QCOMPARE(chart.drawing().sentenceOf(1), QString("After 100 texts: right 0.1, wrong 0.25, chance alone 0.1."));
        QCOMPARE(chart.accessibleDescription(), chart.drawing().sentenceOf(2)); // the last, while none is chosen
        chart.setDrawing({.lines = {}, .chance = {}, .most = 0, .looks = {}, .nothing = "Start first."});
        QCOMPARE(chart.accessibleDescription(), QString("Start first."));
    }

    /// The charts of the lab stand for all that draw themselves (DrawnView).
    void descriptionsSpeakTheLanguageOfNow()
    {
        DrawnBarsView bars;
        DistanceChart chart;
        bars.setDrawing(twoBars());
        chart.setDrawing(twoLines());
        setNumberStyle(NumberStyle::german);
        for (QWidget* view : {static_cast<QWidget*>(&bars), static_cast<QWidget*>(&chart)}) {
            QEvent changed(QEvent::LanguageChange);
            QApplication::sendEvent(view, &changed);
        }
        const QString ofBars = bars.accessibleDescription(), ofChart = chart.accessibleDescription();
        setNumberStyle(NumberStyle::english);
        QVERIFY2(ofBars.contains("45,0 %"), qPrintable(ofBars));
        QVERIFY2(ofChart.contains("0,2,"), qPrintable(ofChart));
    }

    /// On logarithmic axes ten times as many texts is the same step anywhere, and chance falls along a straight line.
    void bothAxesAreLogarithmic()
    {
        DistanceChart chart;
        chart.resize(600, 320);
        chart.setDrawing(twoLines());
        const QPointF ten = chart.placeOf({10, 0.3}), hundred = chart.placeOf({100, 0.1}),
                      thousand = chart.placeOf({1000, 0.1 / 3});
        QVERIFY(std::abs((hundred.x() - ten.x()) - (thousand.x() - hundred.x())) < 0.5);
        QVERIFY(std::abs((hundred.y() - ten.y()) - (thousand.y() - hundred.y())) < 0.5);
        chart.show();
        const QImage picture = chart.grab().toImage();
        QVERIFY(colouredLike(picture, Theme::color(Role::accepted)) > 100);
        QVERIFY(colouredLike(picture, Theme::color(Role::rejected)) > 100);
    }

    void numbersOfTextsAreChosenWithMouseAndKeys()
    {
        DistanceChart chart;
        chart.resize(600, 320);
        chart.setDrawing(twoLines());
        chart.show();
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.placeOf({100, 0.1}).toPoint());
        QCOMPARE(chart.current(), 1);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(chart.current(), 2);
        QTest::keyClick(&chart, Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(chart.current(), 0);
        QVERIFY(chart.accessibleDescription().startsWith("After 10 texts"));
    }

    /// A single point, no points, a distance of 0: nothing is divided by it.
    void whatIsLittleIsDrawn()
    {
        DistanceChart chart;
        chart.resize(300, 160);
        chart.show();
        DistanceDrawing drawing = twoLines();
        for (auto& line : drawing.lines)
            line.points.resize(1);
        drawing.lines[0].points[0].distance = 0;
        drawing.chance.resize(1);
        chart.setDrawing(drawing);
        const QPointF place = chart.placeOf({10, 0});
        QVERIFY(std::isfinite(place.x()) && std::isfinite(place.y()) && chart.rect().contains(place.toPoint()));
        QVERIFY(!chart.grab().isNull());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLabViews)
#include "test_lab_views.moc"
