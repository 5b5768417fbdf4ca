// SPDX-License-Identifier: MIT
// Charts of lanes, with values that are made up.
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "widgets/lane_chart.h"
#include "widgets/theme.h"

using namespace draftscope;

namespace {

LaneDrawing byKind()
{
    LaneDrawing drawing;
    drawing.title = "tokens per step";
    drawing.key = "tokens_per_step";
    drawing.groupTitle = "kind of text";
    drawing.groupKey = "kind";
    drawing.groups = {"story", "code, short"};
    drawing.lanes = {{1, "Two models"}, {2, "Plain decoding"}};
    drawing.points = {{.value = 2.5, .spread = Quartiles{2, 3}, .detail = "over 4 prompts"},
                      {.value = 1},
                      {.value = 4},
                      {.why = "It does not fit."}};
    return drawing;
}

LaneDrawing survival()
{
    LaneDrawing drawing = byKind();
    drawing.form = LaneDrawing::Form::lines;
    drawing.least = 1;
    drawing.points = {{.value = 0.75}, {.value = 0.5}, {.value = 0.25}, {}};
    return drawing;
}

QImage pictureOf(LaneChart& chart)
{
    chart.resize(700, 280);
    QImage image(chart.size(), QImage::Format_RGB32);
    image.fill(Theme::color(Role::surface));
    chart.render(&image);
    return image;
}

int coloursIn(const QImage& image, const QRectF& rect)
{
    QSet<QRgb> colours;
    for (int y = int(rect.top()); y < int(rect.bottom()); ++y)
        for (int x = int(rect.left()); x < int(rect.right()); ++x)
            colours.insert(image.pixel(x, y));
    return int(colours.size());
}

} // namespace

class TestLaneChart : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(*qApp, ThemeKind::light); }

    void pointsAreSaidInWordsAndInATable()
    {
        const LaneDrawing drawing = byKind();
        QCOMPARE(drawing.sentenceOf(0),
                 "1 · Two models, kind of text story: tokens per step 2.50, quartiles over the prompts 2.00 – 3.00, "
                 "over 4 prompts.");
        QCOMPARE(drawing.sentenceOf(3), "2 · Plain decoding, kind of text code, short: It does not fit.");
        const QStringList lines = csvOf(tableOf(drawing)).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines[0],
                 "lane,method,kind,tokens_per_step,tokens_per_step_lower_quartile,tokens_per_step_upper_quartile");
        QCOMPARE(lines[1], "1,Two models,story,2.5,2,3");
        QCOMPARE(lines[4], "2,Plain decoding,\"code, short\",,,");
        QCOMPARE(lines.size(), 5);
    }

    void emptyItSaysWhatToDo()
    {
        LaneChart chart;
        LaneDrawing drawing;
        drawing.nothing = "Decode a list of prompts.";
        chart.setDrawing(drawing);
        QCOMPARE(chart.accessibleDescription(), "Decode a list of prompts.");
        QCOMPARE(chart.pointAt({50, 50}), -1);
        const QImage picture = pictureOf(chart);
        QVERIFY(coloursIn(picture, picture.rect()) > 2);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(chart.current(), -1);
    }

    /// A bar is as high as its value, in the same measure for all; one without a value is not there.
    void barsAreAsHighAsTheirValues()
    {
        LaneChart chart;
        chart.setDrawing(byKind());
        chart.resize(700, 280);
        const double one = chart.rectOf(1).height();
        QVERIFY(one > 10);
        QVERIFY(std::abs(chart.rectOf(0).height() - 2.5 * one) < 3);
        QVERIFY(std::abs(chart.rectOf(2).height() - 4 * one) < 3);
        QVERIFY(chart.rectOf(3).isEmpty());
        for (int point = 0; point < 3; ++point)
            QCOMPARE(chart.pointAt(chart.rectOf(point).center()), point);
        QVERIFY(!chart.rectOf(0).intersects(chart.rectOf(1)));
    }

    /// Without colours, too: one is full, the other hatched.
    void lanesDifferByPattern()
    {
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            Theme::apply(*qApp, theme);
            LaneChart chart;
            LaneDrawing drawing = byKind();
            drawing.points[0].spread.reset();
            drawing.points[3] = {.value = 3};
            chart.setDrawing(drawing);
            const QImage grey = pictureOf(chart).convertToFormat(QImage::Format_Grayscale8);
            const QRectF full = chart.rectOf(2).adjusted(4, 40, -4, -4),
                         hatched = chart.rectOf(3).adjusted(4, 40, -4, -4);
            const auto contrast = [&](const QRectF& rect) {
                int least = 255, most = 0;
                for (int y = int(rect.top()); y < int(rect.bottom()); ++y)
                    for (int x = int(rect.left()); x < int(rect.right()); ++x) {
                        least = std::min(least, qGray(grey.pixel(x, y)));
                        most = std::max(most, qGray(grey.pixel(x, y)));
                    }
                return most - least;
            };
            // Lines of the axis are behind the bars.
            QVERIFY2(contrast(full) < 12, qPrintable(QString::number(contrast(full))));
            QVERIFY2(contrast(hatched) > 30, qPrintable(QString::number(contrast(hatched))));
        }
        Theme::apply(*qApp, ThemeKind::light);
    }

    void linesHaveMarksWhereTheirValuesAre()
    {
        LaneChart chart;
        chart.setDrawing(survival());
        const QImage image = pictureOf(chart);
        QVERIFY(std::abs(chart.rectOf(0).center().y() - chart.yOf(0.75)) < 1);
        QVERIFY(chart.yOf(1) < chart.yOf(0.75) && chart.yOf(0.25) < chart.yOf(0));
        for (const int point : {0, 1, 2})
            QVERIFY(coloursIn(image, chart.rectOf(point)) > 3);
        QVERIFY(chart.rectOf(3).isEmpty());
        QCOMPARE(chart.pointAt(chart.rectOf(1).center()), 1); // the nearer one of two in a column
        QCOMPARE(chart.pointAt(chart.rectOf(0).center()), 0);
    }

    void keysWalkThePoints()
    {
        LaneChart chart;
        chart.setDrawing(byKind());
        chart.show();
        chart.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&chart));
        QCOMPARE(chart.current(), 0);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(chart.current(), 1);
        QVERIFY(chart.accessibleDescription().startsWith("2 · Plain decoding, kind of text story"));
        QTest::keyClick(&chart, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(chart.current(), 3);
        LaneDrawing fewer = byKind();
        fewer.groups.pop_back();
        fewer.points.resize(2);
        chart.setDrawing(fewer);
        QCOMPARE(chart.current(), 1);
    }

    void smallWindowsKeepTheWordsInside()
    {
        LaneChart chart;
        LaneDrawing drawing = byKind();
        drawing.groups = {"a kind of text with a long name", "another one, as long as that one"};
        chart.setDrawing(drawing);
        chart.resize(chart.minimumSizeHint());
        for (int point = 0; point < 3; ++point)
            QVERIFY(QRectF(chart.rect()).contains(chart.rectOf(point)));
        QVERIFY(!chart.grab().isNull());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLaneChart)
#include "test_lane_chart.moc"
