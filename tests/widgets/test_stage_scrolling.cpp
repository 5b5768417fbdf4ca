// SPDX-License-Identifier: MIT
// Where a round lies on the stage: what is in sight where not everything has room, and what stays in its place.
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/stage/stage_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

class TestStageScrolling : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void narrowWindowScrolls();
    void theMomentStaysInSight_data();
    void theMomentStaysInSight();
    void aResidualIsInSightWithItsRejection();
    void whoScrollsByHandIsLeftAlone();
    void columnsStayWhileDrafting();

private:
    const Recording m_recording = sample::recording();
    const RoundRecord& m_rejected = m_recording.round(0, 0);

    static QPoint middle(const StageView& stage, int column)
    {
        return stage.stageLayout().columns[std::size_t(column)].token.center().toPoint();
    }
};

void TestStageScrolling::narrowWindowScrolls()
{
    StageView stage;
    sample::show(stage, {400, 380});
    stage.setRound(m_rejected, &m_recording);
    QScrollBar* bar = stage.horizontalScrollBar();
    QVERIFY(bar->maximum() > 0);
    bar->setValue(bar->maximum());
    const QPoint last = middle(stage, 6) - QPoint(bar->value(), 0);
    QVERIFY2(stage.viewport()->rect().contains(last), "the last column can be scrolled to");
    QSignalSpy spy(&stage, &StageView::contextSelected);
    QTest::mousePress(stage.viewport(), Qt::LeftButton, {}, last);
    QVERIFY2(spy.count() == 0, "after a rejection there is no bonus");
    const QPoint rejected = middle(stage, 4) - QPoint(bar->value(), 0);
    QTest::mousePress(stage.viewport(), Qt::LeftButton, {}, rejected);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.first().first().toInt(), 4);
}

void TestStageScrolling::theMomentStaysInSight_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("textSize");
    QTest::newRow("narrow") << QSize(400, 380) << 10.5;
    QTest::newRow("low") << QSize(1000, 90) << 10.5;
    QTest::newRow("small") << QSize(340, 90) << 10.5;
    QTest::newRow("large text") << QSize(660, 150) << 16.0;
}

void TestStageScrolling::theMomentStaysInSight()
{
    QFETCH(const QSize, size);
    QFETCH(const double, textSize);
    Theme::apply(*qApp, ThemeKind::light, textSize);
    StageView stage;
    sample::show(stage, size);
    const auto verify = [&](int moment) {
        const RoundRecord round = atMoment(m_rejected, moment);
        stage.setRound(round, &m_recording);
        const Moment& now = round.moments.back();
        const StageColumn& column =
            stage.stageLayout().columns[std::size_t(now.node < 0 ? 4 : now.node)]; // the residual is drawn there
        const bool isDraft = now.kind == MomentKind::draft;
        const QPointF offset(stage.horizontalScrollBar()->value(), stage.verticalScrollBar()->value());
        const QRectF row = (isDraft            ? column.token.united(column.q)
                                : now.node < 0 ? column.verdict.united(column.drawn).united(column.drawnText)
                                               : column.gaugeText.united(column.verdict))
                               .translated(-offset);
        if (now.kind != MomentKind::verify)
            QVERIFY2(QRectF(stage.viewport()->rect()).contains(row),
                     qPrintable(QStringLiteral("moment %1").arg(moment)));
    };
    for (int moment = 1; moment <= int(m_rejected.moments.size()); ++moment)
        verify(moment);
    for (const int moment : {12, 2, 14, 1})
        verify(moment);
    sample::show(stage, size - QSize(60, 0));
    verify(1);
    stage.setRound(atMoment(m_rejected, 12), &m_recording);
    sample::show(stage, size - QSize(90, 0));
    verify(12); // a resize brings it back
    Theme::apply(*qApp, ThemeKind::light);
}

/// Of 64 drafts the fifth is rejected: what is drawn instead stands in its column, and both are in sight.
void TestStageScrolling::aResidualIsInSightWithItsRejection()
{
    RoundRecord round = atMoment(m_rejected, 13);
    QVERIFY(round.draw && round.draw->source == TokenSource::residual);
    while (round.nodes.size() < 64) {
        NodeRecord node = round.nodes.back();
        node.parent = int(round.nodes.size()) - 1;
        node.depth = int(round.nodes.size()) + 1;
        round.nodes.push_back(node);
    }
    for (const QSize size : {QSize(620, 170), QSize(900, 380)}) {
        StageView stage;
        sample::show(stage, size);
        stage.setRound(atMoment(m_rejected, 2), &m_recording);
        stage.setRound(round, &m_recording);
        QCOMPARE(stage.stageLayout().columns.size(), std::size_t(65));
        const StageColumn& column = stage.stageLayout().columns[4];
        const QPointF offset(stage.horizontalScrollBar()->value(), stage.verticalScrollBar()->value());
        for (const QRectF& part : {column.verdict, column.drawn, column.drawnText})
            QVERIFY(QRectF(stage.viewport()->rect()).contains(part.translated(-offset)));
        const QImage image = sample::picture(stage);
        QVERIFY(
            sample::count(image, column.drawn.translated(-offset).adjusted(-3, -3, 3, 3), Theme::color(Role::residual))
            > 20);
        QCOMPARE(stage.horizontalScrollBar()->value(), 0);
    }
}

void TestStageScrolling::whoScrollsByHandIsLeftAlone()
{
    StageView stage;
    sample::show(stage, {400, 380});
    stage.setRound(m_rejected, &m_recording);
    QVERIFY(stage.horizontalScrollBar()->value() > 0); // the token drawn is at the right
    stage.horizontalScrollBar()->setValue(0);
    stage.setRound(m_rejected, &m_recording);
    QCOMPARE(stage.horizontalScrollBar()->value(), 0);
    stage.setRound(atMoment(m_rejected, 13), &m_recording);
    QVERIFY(stage.horizontalScrollBar()->value() > 0);
}

void TestStageScrolling::columnsStayWhileDrafting()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    stage.setRound(atMoment(m_rejected, 1), &m_recording);
    const std::vector<StageColumn> before = stage.stageLayout().columns;
    stage.setRound(m_rejected, &m_recording);
    QCOMPARE(before.size(), std::size_t(7));
    QCOMPARE(stage.stageLayout().columns.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        QCOMPARE(stage.stageLayout().columns[i].frame, before[i].frame);
}

DRAFTSCOPE_WINDOW_TEST(TestStageScrolling)
#include "test_stage_scrolling.moc"
