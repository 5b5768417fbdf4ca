// SPDX-License-Identifier: MIT
// The overlap of p and q at a position of a round that was made up.
#include <QTest>

#include "colours.h"
#include "sample_recording.h"
#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "widgets/distribution/overlap_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

/// After the fourth draft of the sample, where "fly" was rejected. Listed: fly p 0.11 q 0.48, up p 0.40 q 0.09, it p
/// 0.25 q 0.12; of the others p has 0.24 and q 0.31. The residual mass is 0.44.
constexpr int fifth = 4;

QSize viewSize()
{
    return {640, 420};
}

} // namespace

class TestOverlapView : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void itSaysTheSumAndWhatItIs()
    {
        const Recording recording = sample::recording();
        OverlapView view;
        view.setContext(recording.round(0, 0), fifth, &recording);
        view.setMeasured(4, 5);
        QCOMPARE(view.headline(), "Σ min(p, q) = 1 − TV(p, q) = 0.560");
        QCOMPARE(view.origin(), "Exact, over all tokens: 1 − residual mass 0.440.");
        QVERIFY(view.sentence().contains("accepted under speculative sampling"));
        QVERIFY(view.sentence().contains("4 of 5 judged drafts accepted, an acceptance rate of 0.800"));
        QVERIFY(!view.sentence().contains("another rule"));
        QVERIFY(view.accessibleDescription().startsWith(view.headline()));
    }

    /// A rule that leaves something else of p has no residual mass of max(0, p - q): then nothing exact is said.
    void withoutTheResidualMassItSaysBounds()
    {
        const Recording recording = sample::recording();
        RoundRecord round = recording.round(0, 0);
        test::judgeBy(round, "typical");
        round.contexts[fifth].residualMass = 0;
        OverlapView view;
        view.setContext(round, fifth, &recording);
        QCOMPARE(view.headline(), "Σ min(p, q) = 1 − TV(p, q) between 0.320 and 0.560");
        QCOMPARE(view.origin(),
                 "Not known exactly: the listed tokens have 0.320 of it, and the others, with p 0.240 and q "
                 "0.310, between 0 and 0.240.");
        QVERIFY(view.sentence().contains("This round is judged by another rule."));
        QVERIFY(view.sentence().contains("No draft of this run has been judged yet."));
        const OverlapLayout layout = view.layoutOf(viewSize());
        QVERIFY(layout.columns.back().most > layout.columns.back().overlap + 0.2);
        view.resize(viewSize());
        const QImage picture = view.grab().toImage();
        QVERIFY(!picture.isNull());
    }

    void columnsAreSortedByP()
    {
        const Recording recording = sample::recording();
        OverlapView view;
        view.setContext(recording.round(0, 0), fifth, &recording);
        const OverlapLayout layout = view.layoutOf(viewSize());
        QStringList lines;
        for (const OverlapColumn& column : layout.columns)
            lines << view.sentenceOf(column);
        QCOMPARE(lines.join('\n'),
                 "“up”: p 0.400, q 0.090, min(p, q) 0.090.\n"
                 "“it”: p 0.250, q 0.120, min(p, q) 0.120.\n"
                 "“fly”: p 0.110, q 0.480, min(p, q) 0.110.\n"
                 "4,088 others: p 0.240, q 0.310, min(p, q) 0.240.");
        double sum = 0;
        for (const OverlapColumn& column : layout.columns) {
            sum += column.overlap;
            QVERIFY(std::abs(column.overlap - column.most) < 1e-9); // the record has the residual mass
            QVERIFY(std::abs(layout.bar(column, column.p).height() - column.p / layout.scaleEnd * layout.plot.height())
                    < 1e-6);
        }
        QVERIFY(std::abs(sum - 0.56) < 1e-6);
        QCOMPARE(layout.columnAt(layout.columns[2].rect.center()), 2);
        QCOMPARE(layout.columnAt({1, 1}), -1);
    }

    /// Where there is little room the others are one column, and what was proposed and drawn keeps its own.
    void littleRoomKeepsWhatMatters()
    {
        const Recording recording = sample::recording();
        const DistributionRecord& here = recording.round(0, 0).contexts[fifth];
        const OverlapLayout two = overlapLayout(here, QRectF(0, 0, 100, 100), 45, {sample::it});
        QCOMPARE(two.columns.size(), std::size_t(2));
        QCOMPARE(here.top[std::size_t(two.columns[0].entry)].token, TokenId(sample::it));
        QCOMPARE(two.columns[1].entry, -1);
        QCOMPARE(two.columns[1].tokens, 4090);
        QVERIFY(std::abs(two.columns[1].p - 0.75) < 1e-6 && std::abs(two.columns[1].q - 0.88) < 1e-6);
        QVERIFY(std::abs(two.columns[1].overlap - 0.44) < 1e-6);
    }

    /// In every theme the shaded part is as high as min(p, q), p is a line in its colour and q one in its own.
    void theOverlapIsShaded()
    {
        const Recording recording = sample::recording();
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            Theme::apply(*qApp, theme);
            OverlapView view;
            view.setContext(recording.round(0, 0), fifth, &recording);
            sample::show(view, viewSize());
            const QImage picture = sample::picture(view);
            const OverlapLayout layout = view.layoutOf(viewSize());
            const OverlapColumn& it = layout.columns[1];
            const QRectF inside = it.rect.adjusted(4, 0, -4, 0);
            int shaded = 0;
            for (int y = int(layout.plot.top()); y < int(layout.plot.bottom()); ++y)
                shaded += sample::count(picture, QRectF(inside.left(), y, inside.width(), 0.5),
                                        Theme::tint(Role::accepted, 0.25))
                    > 0;
            const double wanted = layout.bar(it, it.overlap).height();
            QVERIFY2(std::abs(shaded - wanted) < 5, qPrintable(QStringLiteral("%1 of %2").arg(shaded).arg(wanted)));
            const auto at = [&](double probability) {
                return QRectF(inside.left(), layout.yOf(probability) - 1, inside.width(), 2);
            };
            QVERIFY(sample::count(picture, at(it.p), Theme::color(Role::target)) > inside.width() / 2);
            QVERIFY(sample::count(picture, at(it.q), Theme::color(Role::draft)) > inside.width() / 4);
        }
    }

    void keysWalkTheColumns()
    {
        const Recording recording = sample::recording();
        OverlapView view;
        view.setContext(recording.round(0, 0), fifth, &recording);
        sample::show(view, viewSize());
        view.activateWindow();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QCOMPARE(view.current(), 0);
        QVERIFY(view.accessibleDescription().startsWith("“up”: p 0.400"));
        QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(view.current(), 3);
        QVERIFY(view.accessibleDescription().startsWith("4,088 others"));
    }

    void withoutBothItSaysWhy()
    {
        const Recording recording = sample::recording();
        RoundRecord round = recording.round(0, 0);
        OverlapView view;
        QCOMPARE(view.accessibleDescription(), "p and q of the selected position appear here.");
        round.contexts[fifth].hasP = false;
        view.setContext(round, fifth, &recording);
        QCOMPARE(view.accessibleDescription(), "There is no p here before the target has verified the drafts.");
        round.contexts[fifth].hasP = true;
        round.contexts[fifth].hasQ = false;
        view.setContext(round, fifth, &recording);
        QCOMPARE(view.accessibleDescription(), "Nothing was drafted here, so there is no q.");
        QVERIFY(view.layoutOf(viewSize()).columns.empty());
        view.clear();
        QCOMPARE(view.headline(), QString());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestOverlapView)
#include "test_overlap_view.moc"
