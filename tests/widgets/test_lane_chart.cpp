// SPDX-License-Identifier: MIT
// Charts of lanes, with values that are made up.
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "widgets/lanes/lane_chart.h"
#include "widgets/lanes/lane_table.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/theme.h"

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

/// A swatch on the ground that it stands on.
QImage swatchOf(int lane, int side = 16)
{
    QImage image(2 * side, 2 * side, QImage::Format_RGB32);
    image.fill(Theme::color(Role::surface));
    QPainter painter(&image);
    painter.drawPixmap(image.rect(), laneSwatch(lane, side));
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

    void fourLanesDifferInEverything()
    {
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < a; ++b) {
                QVERIFY(laneStyle(a).role != laneStyle(b).role);
                QVERIFY(laneStyle(a).pattern != laneStyle(b).pattern);
                QVERIFY(laneStyle(a).line != laneStyle(b).line);
                QVERIFY(laneStyle(a).mark != laneStyle(b).mark);
            }
        QCOMPARE(&laneStyle(4), &laneStyle(0));
    }

    /// Also without colour: a tenth of the pixels of any two swatches differ in their grey.
    void swatchesDifferWithoutColour()
    {
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            Theme::apply(*qApp, theme);
            for (int a = 0; a < 4; ++a) {
                const QImage one = swatchOf(a);
                for (int b = 0; b < a; ++b) {
                    const QImage other = swatchOf(b);
                    int different = 0;
                    for (int y = 0; y < one.height(); ++y)
                        for (int x = 0; x < one.width(); ++x)
                            different += std::abs(qGray(one.pixel(x, y)) - qGray(other.pixel(x, y))) > 40;
                    QVERIFY2(different > one.width() * one.height() / 10,
                             qPrintable(QStringLiteral("%1 and %2: %3").arg(a).arg(b).arg(different)));
                }
            }
        }
        Theme::apply(*qApp, ThemeKind::light);
    }

    /// A lane looks as its number says wherever it stands, and one without a number as none of the others.
    void numbersSayHowLanesLook()
    {
        QCOMPARE(styleIndexes({1, 2, 3}), (std::vector<int>{0, 1, 2}));
        QCOMPARE(styleIndexes({2, 1}), (std::vector<int>{1, 0}));
        QCOMPARE(styleIndexes({0, 1, 0}), (std::vector<int>{1, 0, 2}));
        QCOMPARE(styleIndexes({1, 2, 3, 4, 0}), (std::vector<int>{0, 1, 2, 3, 0}));
        LaneDrawing drawing = byKind();
        drawing.lanes = {{2, "Two models"}, {1, "Plain decoding"}};
        drawing.points[0].spread.reset();
        LaneChart chart;
        chart.setDrawing(drawing);
        const QImage picture = pictureOf(chart);
        const QRectF bar = chart.rectOf(1).adjusted(4, 4, -4, -4); // of lane 1, which is full
        QCOMPARE(picture.pixelColor(bar.center().toPoint()), Theme::tint(laneStyle(0).role, 0.6));
    }

    /// The rows of the table have the swatches, in the colours of the theme.
    void theTableHasASwatchInEachRow()
    {
        LaneTable table;
        std::vector<LaneRow> rows(3);
        for (int i = 0; i < 3; ++i)
            rows[std::size_t(i)].number = 3 - i;
        table.setRows(rows);
        table.ensurePolished(); // as one that is shown: Qt tells others nothing of a new style
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
            Theme::apply(*qApp, theme);
            for (int i = 0; i < 3; ++i) {
                const QImage shown = table.item(i, LaneTable::lane)
                                         ->icon()
                                         .pixmap(table.iconSize(), 2)
                                         .toImage()
                                         .convertToFormat(QImage::Format_ARGB32);
                const QImage wanted =
                    laneSwatch(2 - i, laneSwatchSide()).toImage().convertToFormat(QImage::Format_ARGB32);
                QCOMPARE(shown, wanted);
            }
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
