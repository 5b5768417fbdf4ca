// SPDX-License-Identifier: MIT
// Sweeps as they are drawn, with values that are made up.
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "widgets/lanes/sweep_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

SweepDrawing chart()
{
    SweepDrawing drawing{.figure = "measured speed-up", .unit = " ×", .decimals = 2, .axes = {{"K", {1, 2, 4}}}};
    drawing.points = {{1.4, Quartiles{1.2, 1.5}, {}}, {2.25, Quartiles{2, 2.5}, {}}, {{}, {}, "It does not fit."}};
    for (SweepDrawing::Point& point : drawing.points)
        point.plain = 1;
    drawing.best = 1;
    return drawing;
}

SweepDrawing heatMap()
{
    SweepDrawing drawing{
        .figure = "tokens per second", .unit = {}, .decimals = 0, .axes = {{"K", {1, 2, 4}}, {"temperature", {0, 1}}}};
    for (int i = 0; i < 6; ++i)
        drawing.points.push_back({1000.0 * (i + 1), {}, {}});
    drawing.best = 5;
    return drawing;
}

int distance(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

} // namespace

class TestSweepView : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(*qApp, ThemeKind::light); }

    void pointsAreSaidInWords()
    {
        SweepView view;
        QVERIFY(view.accessibleDescription().startsWith("Nothing"));
        view.setDrawing(chart());
        QCOMPARE(view.sentenceOf(1),
                 QString("K 2: measured speed-up 2.25 ×, quartiles over the prompts 2.00 × – 2.50 ×."));
        QCOMPARE(view.sentenceOf(2), QString("K 4: It does not fit."));
        view.setDrawing(heatMap());
        QCOMPARE(view.sentenceOf(4), QString("K 2, temperature 1: tokens per second 5,000."));
    }

    void pointsAreChosenWithMouseAndKeys()
    {
        SweepView view;
        view.resize(600, 260);
        view.setDrawing(heatMap());
        view.show();
        QSignalSpy chosen(&view, &SweepView::pointChosen);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellRect(3).center().toPoint());
        QCOMPARE(view.chosen(), 3);
        QCOMPARE(chosen.size(), 1);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(view.chosen(), 4);
        QTest::keyClick(&view, Qt::Key_Down); // a row down is the lower temperature
        QCOMPARE(view.chosen(), 1);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.chosen(), 1);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.chosen(), 4);
        QCOMPARE(view.accessibleDescription(), view.sentenceOf(4));
        view.setDrawing(chart());
        QCOMPARE(view.chosen(), 2); // there are no more
        QVERIFY(view.pointAt({1, 1}) == -1);
    }

    void cellsTileThePlot()
    {
        SweepView view;
        view.resize(533, 271);
        view.setDrawing(heatMap());
        for (int i = 0; i < 6; ++i) {
            const QRectF cell = view.cellRect(i);
            QVERIFY(QRectF(view.rect()).contains(cell));
            QCOMPARE(view.pointAt(cell.center()), i);
            if (i % 3 < 2)
                QCOMPARE(cell.right(), view.cellRect(i + 1).left());
            if (i < 3)
                QCOMPARE(cell.top(), view.cellRect(i + 3).bottom());
        }
    }

    /// What is written does not run into itself, however many values there are.
    void labelsHaveRoom()
    {
        SweepDrawing many = chart();
        many.axes[0].values.clear();
        many.points.clear();
        for (int k = 1; k <= 64; ++k) {
            many.axes[0].values.push_back(k);
            many.points.push_back({1 + 0.02 * k * (65 - k) / 10, Quartiles{1, 3.2}, {}});
        }
        many.best = 31;
        SweepDrawing map = heatMap();
        map.axes = {{"K", many.axes[0].values}, {"nodes", {1, 2, 3, 4}}};
        map.points.assign(256, {12345.0, {}, {}});
        map.best = 130;
        for (const SweepDrawing& drawing : {many, map, chart()}) {
            SweepView view;
            view.resize(520, 220);
            view.setDrawing(drawing);
            const int chosen = std::min(40, int(drawing.points.size()) - 2);
            view.choose(chosen);
            const auto labels = view.valueLabels();
            std::vector<int> written;
            for (const auto& [point, rect] : labels) {
                written.push_back(point);
                QVERIFY(rect.left() >= 0 && rect.right() <= view.width());
                for (const auto& [other, beside] : labels)
                    QVERIFY(other == point || !beside.intersects(rect));
            }
            QCOMPARE(std::ranges::count(written, drawing.best), 1);
            QCOMPARE(std::ranges::count(written, chosen), 1);
            const QFontMetricsF metrics = Theme::smallMetrics();
            const std::vector<int> values = view.labelledValues(0);
            QCOMPARE(values.front(), 0);
            for (std::size_t i = 0; i + 1 < values.size(); ++i)
                QVERIFY(view.cellRect(values[i + 1]).center().x() - view.cellRect(values[i]).center().x()
                        > metrics.horizontalAdvance("64"));
        }
        SweepView few;
        few.resize(520, 220);
        few.setDrawing(heatMap());
        QCOMPARE(few.labelledValues(0).size(), std::size_t(3)); // where there is room, all
        QCOMPARE(few.labelledValues(1).size(), std::size_t(2));
        QCOMPARE(few.valueLabels().size(), std::size_t(6));
    }

    void higherIsDarker()
    {
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
            Theme::apply(*qApp, theme);
            SweepView view;
            view.resize(600, 260);
            view.setDrawing(heatMap());
            const QImage picture = view.grab().toImage();
            int last = -1;
            for (int i = 0; i < 6; ++i) {
                const QColor ground = picture.pixelColor((view.cellRect(i).topLeft() + QPointF(6, 6)).toPoint());
                const int far = distance(ground, Theme::color(Role::surface));
                QVERIFY(far > last);
                last = far;
            }
        }
        Theme::apply(*qApp, ThemeKind::light);
    }

    void aChartHasADotAValue()
    {
        SweepView view;
        view.resize(600, 260);
        view.setDrawing(chart());
        const QImage picture = view.grab().toImage();
        const auto has = [&](int point, const QColor& color) {
            const QRect column = view.cellRect(point).toRect();
            for (int y = column.top(); y < column.bottom(); ++y)
                if (distance(picture.pixelColor(column.center().x(), y), color) < 24)
                    return true;
            return false;
        };
        QVERIFY(has(0, Theme::color(Role::draft)));
        QVERIFY(has(1, Theme::color(Role::draft)));
        QVERIFY(!has(2, Theme::color(Role::draft)));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestSweepView)
#include "test_sweep_view.moc"
