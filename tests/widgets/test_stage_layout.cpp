// SPDX-License-Identifier: MIT
// The geometry of a chain round: nothing overlaps, everything fits or scrolls, and a point finds its column.
#include <QTest>

#include "tests/test_main.h"
#include "widgets/stage/stage_layout.h"

using namespace draftscope;

class TestStageLayout : public QObject {
    Q_OBJECT
private slots:
    void columnsStandApart_data();
    void columnsStandApart();
    void rowsFollowOneAnother_data() { columnsStandApart_data(); }
    void rowsFollowOneAnother();
    void fitsOrScrolls_data();
    void fitsOrScrolls();
    void everythingIsInTheHeight_data();
    void everythingIsInTheHeight();
    void lowViewsScroll();
    void aAndUHaveARowInAnyColumn_data();
    void aAndUHaveARowInAnyColumn();
    void pointsFindTheirColumn();
    void scalesWithTheFont();
    void noColumns();
};

void TestStageLayout::columnsStandApart_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<QSizeF>("view");
    for (const int columns : {1, 2, 7, 17})
        for (const QSizeF view :
             {QSizeF(400, 80), QSizeF(400, 120), QSizeF(400, 230), QSizeF(1000, 380), QSizeF(2400, 900)})
            QTest::addRow("%d columns in %gx%g", columns, view.width(), view.height()) << columns << view;
}

void TestStageLayout::columnsStandApart()
{
    QFETCH(const int, columns);
    QFETCH(const QSizeF, view);
    const StageLayout layout = StageLayout::chain(columns, view, 16);
    QCOMPARE(int(layout.columns.size()), columns);
    QVERIFY(layout.columns.front().frame.left() >= layout.labels.right());
    for (std::size_t i = 1; i < layout.columns.size(); ++i)
        QVERIFY2(layout.columns[i].frame.left() > layout.columns[i - 1].frame.right(), qPrintable(QString::number(i)));
}

void TestStageLayout::rowsFollowOneAnother()
{
    QFETCH(const int, columns);
    QFETCH(const QSizeF, view);
    for (const StageColumn& column : StageLayout::chain(columns, view, 16).columns) {
        const QRectF* const rows[] = {&column.token, &column.q,     &column.qText,     &column.p,
                                      &column.pText, &column.gauge, &column.gaugeText, &column.verdict};
        for (std::size_t i = 0; i < std::size(rows); ++i) {
            QVERIFY2(column.frame.contains(*rows[i]), qPrintable(QStringLiteral("row %1 leaves the frame").arg(i)));
            if (i > 0)
                QVERIFY2(rows[i]->top() >= rows[i - 1]->bottom(), qPrintable(QStringLiteral("row %1 overlaps").arg(i)));
        }
    }
}

void TestStageLayout::fitsOrScrolls_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<double>("width");
    QTest::addColumn<bool>("fits");
    QTest::newRow("seven in a window") << 7 << 1000.0 << true;
    QTest::newRow("two in a small one") << 2 << 400.0 << true;
    QTest::newRow("seven in a small one") << 7 << 400.0 << false;
    QTest::newRow("nine in a column of a small screen") << 9 << 720.0 << true;
    QTest::newRow("seventeen in a window") << 17 << 1000.0 << false;
}

void TestStageLayout::fitsOrScrolls()
{
    QFETCH(const int, columns);
    QFETCH(const double, width);
    QFETCH(const bool, fits);
    const StageLayout layout = StageLayout::chain(columns, {width, 380}, 16);
    QCOMPARE(layout.contentSize.width() <= width, fits);
    QVERIFY(layout.columns.back().frame.right() <= layout.contentSize.width());
    QVERIFY2(layout.columns.back().token.width() >= 60, "a column stays wide enough for a word");
}

void TestStageLayout::everythingIsInTheHeight_data()
{
    QTest::addColumn<double>("height");
    for (const double height : {145.0, 160.0, 180.0, 230.0, 300.0, 380.0, 600.0, 900.0})
        QTest::addRow("%g high", height) << height;
}

void TestStageLayout::everythingIsInTheHeight()
{
    QFETCH(const double, height);
    const StageLayout layout = StageLayout::chain(5, {1000, height}, 16);
    const double bottom = layout.columns.front().frame.bottom();
    QVERIFY2(bottom <= height, qPrintable(QStringLiteral("frame ends at %1").arg(bottom)));
    QVERIFY(layout.contentSize.height() <= height);
    QVERIFY(bottom > height * 0.55 || height > 600); // and makes use of it
}

void TestStageLayout::lowViewsScroll()
{
    const double least = StageLayout::leastHeight(16);
    QVERIFY2(least < 9 * 16,
             "the rows close up to nine lines, two of them for what is drawn in the place of a rejected draft");
    QCOMPARE(StageLayout::chain(5, {1000, least}, 16).contentSize.height(), least);
    const StageLayout lower = StageLayout::chain(5, {1000, 70}, 16);
    QCOMPARE(lower.contentSize.height(), least);
    QVERIFY2(lower.columns.front().frame.bottom() <= lower.contentSize.height(), "all of it can be scrolled to");
}

void TestStageLayout::aAndUHaveARowInAnyColumn_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<double>("height");
    QTest::addColumn<int>("words");
    QTest::newRow("wide columns") << 5 << 120.0 << int(GaugeWords::oneLine);
    QTest::newRow("narrow ones where there is height") << 17 << 300.0 << int(GaugeWords::twoLines);
    QTest::newRow("narrow and low") << 17 << 110.0 << int(GaugeWords::bare);
}

void TestStageLayout::aAndUHaveARowInAnyColumn()
{
    QFETCH(const int, columns);
    QFETCH(const double, height);
    const StageLayout layout = StageLayout::chain(columns, {720, height}, 16);
    QTEST(int(layout.gaugeWords), "words");
    const double lines = layout.gaugeWords == GaugeWords::twoLines ? 1.5 : 0.8;
    QVERIFY(layout.columns.front().gaugeText.height() >= lines * 16);
}

void TestStageLayout::pointsFindTheirColumn()
{
    const StageLayout layout = StageLayout::chain(4, {800, 380}, 16);
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(layout.columnAt(layout.columns[i].token.center()), int(i));
        QCOMPARE(layout.columnAt(layout.columns[i].verdict.center()), int(i));
    }
    const double between = (layout.columns[0].frame.right() + layout.columns[1].frame.left()) / 2;
    QCOMPARE(layout.columnAt({between, layout.columns[0].token.center().y()}), -1);
    QCOMPARE(layout.columnAt(layout.labels.center()), -1);
    QCOMPARE(layout.columnAt({layout.columns[0].token.center().x(), layout.columns[0].frame.bottom() + 1}), -1);
}

void TestStageLayout::scalesWithTheFont()
{
    const StageLayout normal = StageLayout::chain(3, {900, 380}, 16), large = StageLayout::chain(3, {1800, 760}, 32);
    QCOMPARE(large.columns[2].verdict.left(), 2 * normal.columns[2].verdict.left());
    QCOMPARE(large.columns[2].token.size(), 2 * normal.columns[2].token.size());
}

void TestStageLayout::noColumns()
{
    const StageLayout layout = StageLayout::chain(0, {500, 300}, 16);
    QCOMPARE(layout.contentSize.width(), 500.0);
    QCOMPARE(layout.columnAt({250, 150}), -1);
}

DRAFTSCOPE_WINDOW_TEST(TestStageLayout)
#include "test_stage_layout.moc"
