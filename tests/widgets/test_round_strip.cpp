// SPDX-License-Identifier: MIT
// A round in one line: what it says of chains and trees, and what it keeps where there is little room.
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/stage/round_strip.h"

using namespace draftscope;

namespace {

QStringList wordsOf(const RoundStrip& strip)
{
    QStringList words;
    for (const RoundStrip::Chip& chip : strip.chips())
        words << chip.words;
    return words;
}

} // namespace

class TestRoundStrip : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void aChainIsWhole()
    {
        RoundStrip strip;
        const Recording recording = sample::recording();
        strip.setRound(sample::rejectedRound(0, 3), recording);
        QCOMPARE(wordsOf(strip), (QStringList{"✓ ␣and", "✓ ␣she", "✓ ␣wanted", "✓ ␣to", "✗ ␣fly", "␣it", "● ␣up"}));
        QCOMPARE(strip.chips()[4].role, Role::rejected);
        QCOMPARE(strip.chips()[5].role, Role::notJudged);
        QCOMPARE(strip.accessibleDescription(), wordsOf(strip).join(", "));
        // A moment before has less.
        strip.setRound(atMoment(sample::rejectedRound(0, 3), 2), recording);
        QCOMPARE(wordsOf(strip), (QStringList{"␣and", "␣she"}));
        strip.clear();
        QVERIFY(strip.chips().empty() && strip.accessibleDescription().isEmpty());
    }

    void ofATreeWhatWasJudged()
    {
        RoundStrip strip;
        const Recording recording = sample::treeRecording();
        const RoundRecord round = sample::fifteenNodes(0, 2);
        strip.setRound(round, recording);
        const int judged = round.judgedCount();
        QVERIFY(judged > 1 && judged < 15);
        QCOMPARE(int(strip.chips().size()), judged + 2); // how many were not, and the token that ends it
        QCOMPARE(strip.chips()[std::size_t(judged)].words, QString("%1 not judged").arg(15 - judged));
        QVERIFY(!strip.chips()[std::size_t(judged)].isToken);
    }

    void theTokenThatEndsTheRoundHasItsPlace_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {1200, 400, 260, 180})
            QTest::newRow(qPrintable(QString::number(width))) << width;
    }
    void theTokenThatEndsTheRoundHasItsPlace()
    {
        QFETCH(const int, width);
        RoundStrip strip;
        const Recording recording = sample::recording();
        strip.setRound(sample::rejectedRound(0, 3), recording);
        sample::show(strip, {width, strip.sizeHint().height()});
        const QImage picture = sample::picture(strip);
        const QRectF all(picture.rect());
        QVERIFY(sample::count(picture, all, Theme::color(Role::residual)) > 20);
        // Whole: from the left line of its frame to the right one there is room for its words.
        const QColor frame = Theme::color(Role::residual);
        const int right = sample::reach(picture, all, frame);
        int left = 0;
        while (left < right && sample::count(picture, QRectF(left, 0, 1, all.height()), frame) == 0)
            ++left;
        QVERIFY(right - left > QFontMetricsF(Theme::tokenFont(0.85)).horizontalAdvance(strip.chips().back().words));
        if (width > 1000) // else the first drafts come before it
            QVERIFY(sample::count(picture, all, Theme::color(Role::rejected)) > 20);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestRoundStrip)
#include "test_round_strip.moc"
