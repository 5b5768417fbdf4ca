// SPDX-License-Identifier: MIT
// The distribution at one position: bars as long as their probabilities, and what stands beside them.
#include <cmath>

#include <QTest>

#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

constexpr QSize size(500, 900);
constexpr int rejectedAt = 4; ///< the position of “fly”: rows are fly, up, it

} // namespace

class TestDistributionView : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void rowsStandBelowOneAnother();
    void barsAreAsLongAsTheirProbability();
    void otherRulesHaveNoResidualBars();
    void whatIsLeftOfPShrinksWithEachRejection();
    void theThresholdIsDrawn();
    void logScaleLengthensSmallBars();
    void beforeTheSamplerShowsTheRawNumbers();
    void targetIsUnknownBeforeVerify();
    void tailRowTellsOfTheRest();
    void proposedTokenIsAlwaysInSight();
    void notesStandBesideTheBars_data();
    void notesStandBesideTheBars();
    void anUnjudgedNoteCoversNoNumber();
    void clearedViewShowsNothing();
    void rowsNameTokensThatLookAlike();
    void toolTipsAreExact();

private:
    QImage paint(const RoundRecord& round, bool logScale = false, bool beforeSampler = false)
    {
        DistributionView view;
        sample::show(view, size);
        view.setLogScale(logScale);
        view.setBeforeSampler(beforeSampler);
        view.setContext(round, rejectedAt, &m_recording);
        for (int row = 0; row < 4; ++row)
            m_rows[row] = view.rowRect(row).adjusted(0, 0, -besideBars, 0);
        return sample::picture(view);
    }

    static constexpr double besideBars = 62; ///< where notes stand, in the colour of a bar

    const Recording m_recording = sample::recording();
    const RoundRecord m_round = sample::rejectedRound(0, 3);
    QRectF m_rows[4];
};

void TestDistributionView::rowsStandBelowOneAnother()
{
    paint(m_round);
    for (int row = 1; row < 4; ++row)
        QVERIFY(m_rows[row].top() >= m_rows[row - 1].bottom());
    QVERIFY(QRectF({0, 0}, QSizeF(size)).contains(m_rows[3]));
}

void TestDistributionView::barsAreAsLongAsTheirProbability()
{
    const QImage image = paint(m_round);
    const QColor q = Theme::color(Role::draft), shared = Theme::color(Role::target),
                 over = Theme::color(Role::residual);
    const double unit = sample::longest(image, m_rows[0], q) / 0.48; // pixels for a probability of one
    QVERIFY2(unit > 300, "a bar makes use of the room: half of it stands for the largest here");
    const auto isLong = [&](int row, QColor color, double probability) {
        return std::abs(sample::longest(image, m_rows[row], color) - probability * unit) <= 4;
    };
    QVERIFY2(isLong(0, shared, 0.11), "fly: p");
    QVERIFY2(isLong(1, q, 0.09), "up: q");
    QVERIFY2(isLong(1, shared, 0.09), "up: min(p, q)");
    QVERIFY2(isLong(1, over, 0.40 - 0.09), "up: what p has over q");
    QVERIFY2(isLong(2, over, 0.25 - 0.12), "it: what p has over q");
    QVERIFY2(sample::longest(image, m_rows[0], over) <= 2, "fly: q has more than p, so there is no residual");
}

/// What block verification leaves of p is not p - q: its bars are of p, and no part of them is called a residual.
void TestDistributionView::otherRulesHaveNoResidualBars()
{
    RoundRecord round = m_round;
    test::judgeBy(round, "block");
    const QColor over = Theme::color(Role::residual), target = Theme::color(Role::target);
    const double unit = sample::longest(paint(m_round), m_rows[0], Theme::color(Role::draft)) / 0.48;
    const QImage image = paint(round);
    QVERIFY(std::abs(sample::longest(image, m_rows[1], target) - 0.40 * unit) <= 4);
    for (const QRectF& row : m_rows) // but for the words about what was drawn
        QVERIFY(sample::longest(image, row, over) < 0.1 * unit);
    QVERIFY2(sample::longest(image, QRectF(0, 0, image.width(), m_rows[0].top()), over) <= 2, "nor in the legend");
}

void TestDistributionView::logScaleLengthensSmallBars()
{
    const QColor q = Theme::color(Role::draft);
    const QImage image = paint(m_round, true);
    const double large = sample::longest(image, m_rows[0], q), small = sample::longest(image, m_rows[1], q);
    // The scale goes from 10^-4 to 1.
    const double expected = (1 + std::log10(0.09) / 4) / (1 + std::log10(0.48) / 4);
    QVERIFY2(std::abs(small / large - expected) < 0.03,
             qPrintable(QStringLiteral("%1, wanted %2").arg(small / large).arg(expected)));
}

void TestDistributionView::whatIsLeftOfPShrinksWithEachRejection()
{
    RoundRecord round = m_round;
    DistributionRecord& here = round.contexts[rejectedAt];
    here.remainders = {{rejectedAt, 0.3, std::vector<float>(here.top.size(), 0.0f), 0.1}};
    here.remainders[0].values[1] = 0.9f; // of “up”, by which the draft fell
    const double left = 0.9 * 0.3, unit = sample::longest(paint(m_round), m_rows[0], Theme::color(Role::draft)) / 0.48;
    const QImage image = paint(round);
    QVERIFY(std::abs(sample::longest(image, m_rows[1], Theme::color(Role::residual)) - left * unit) <= 4);
    QVERIFY(std::abs(sample::longest(image, m_rows[1], Theme::color(Role::target)) - (here.top[1].p - left) * unit)
            <= 4);
    QCOMPARE(sample::longest(image, m_rows[2], Theme::color(Role::residual)), 0);
    DistributionView view;
    view.setContext(atMoment(round, 12), rejectedAt, &m_recording);
    QVERIFY2(view.sentence().endsWith("drawn from the residual, 0.30 of the target's mass."),
             qPrintable(view.sentence()));
}

void TestDistributionView::theThresholdIsDrawn()
{
    RoundRecord round = m_round;
    test::judgeBy(round, "typical");
    const auto marks = [&] {
        return sample::count(paint(round), m_rows[2].toAlignedRect(), Theme::color(Role::rejected));
    };
    QCOMPARE(marks(), 0);
    round.contexts[rejectedAt].numbers.threshold = 0.08;
    QVERIFY(marks() > 5);
}

void TestDistributionView::beforeTheSamplerShowsTheRawNumbers()
{
    RoundRecord round = m_round;
    DistributionEntry& up = round.contexts[rejectedAt].top[1];
    up.pBefore = 0.20f;
    up.qBefore = 0.36f;
    const QImage image = paint(round, false, true);
    const double unit = sample::longest(image, m_rows[0], Theme::color(Role::draft)) / 0.48;
    QVERIFY(std::abs(sample::longest(image, m_rows[1], Theme::color(Role::draft)) - 0.36 * unit) <= 4);
    QVERIFY(std::abs(sample::longest(image, m_rows[1], Theme::color(Role::target)) - 0.20 * unit) <= 4);
    QVERIFY2(sample::longest(image, m_rows[2], Theme::color(Role::residual)) == 0,
             "the residual is of what the sampler left");
}

void TestDistributionView::targetIsUnknownBeforeVerify()
{
    const auto targetPixels = [this](int moment) {
        const QImage image = paint(atMoment(m_round, moment));
        return sample::count(image, image.rect(), Theme::color(Role::target));
    };
    QCOMPARE(targetPixels(6), 0);
    QVERIFY(targetPixels(7) > 50);
}

void TestDistributionView::tailRowTellsOfTheRest()
{
    RoundRecord other = m_round;
    other.contexts[rejectedAt].tailTokens = 12;
    const QImage many = paint(m_round), few = paint(other);
    const auto same = [&](const QRectF& rect) {
        return many.copy(rect.toAlignedRect()) == few.copy(rect.toAlignedRect());
    };
    QVERIFY2(!same(m_rows[3]), "the row behind the last token counts the others");
    QVERIFY2(same(QRectF(0, 0, size.width(), m_rows[3].top() - 1)), "and nothing else depends on them");

    other = m_round;
    other.contexts[rejectedAt].tailP = 0.9;
    const QImage heavy = paint(other);
    QVERIFY2(heavy.copy(m_rows[3].toAlignedRect()) != many.copy(m_rows[3].toAlignedRect()), "it says their p");
}

void TestDistributionView::proposedTokenIsAlwaysInSight()
{
    RoundRecord round = m_round;
    auto& top = round.contexts[rejectedAt].top;
    const std::vector<DistributionEntry> matter(top.begin(), top.begin() + 2);
    top.clear();
    for (TokenId token = 100; token < 120; ++token)
        top.push_back({token, 0.04f, 0.03f, 0.02f, 0.04f, 0.03f});
    top.insert(top.end(), matter.begin(), matter.end());
    DistributionView view;
    sample::show(view, size);
    view.setContext(round, rejectedAt, &m_recording);
    const QImage image = sample::picture(view);
    const auto pixels = [&](Role role) { return sample::count(image, image.rect(), Theme::tint(role, 0.09)); };
    const int rowArea = int(view.rowRect(0).width() * view.rowRect(0).height());
    QVERIFY2(pixels(Role::rejected) > rowArea / 4, "the row of the rejected “fly”, 21st by likelihood, is tinted");
    QVERIFY2(pixels(Role::residual) > rowArea / 4, "the row of the drawn “up” as well");
}

void TestDistributionView::notesStandBesideTheBars_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {230, 260, 330, 500})
        QTest::addRow("%d wide", width) << width;
}

void TestDistributionView::notesStandBesideTheBars()
{
    QFETCH(const int, width);
    RoundRecord round = m_round;
    constexpr int accepted = 2;
    DistributionRecord& here = round.contexts[accepted];
    here.hasP = here.hasQ = true;
    here.top.assign(1, {});
    here.top[0].token = round.nodes[accepted].token;
    here.top[0].p = here.top[0].q = 1; // bars as long as there are
    DistributionView view;
    sample::show(view, {width, 700});
    view.setContext(round, accepted, &m_recording);
    const QImage image = sample::picture(view);
    const QRectF row = view.rowRect(0);
    const QColor q = Theme::color(Role::draft), note = Theme::color(Role::accepted);
    const double barLength = sample::longest(image, row, q);
    QVERIFY2(barLength > width / 5, "the bars keep some room");
    double left = row.left(); // of the bars
    while (left < row.right() && sample::count(image, QRectF(left, row.top(), 1, row.height()), q) == 0)
        ++left;
    QCOMPARE(sample::count(image, QRectF(left, row.top(), barLength, row.height()), note), 0);
    // Behind them the verdict's mark at least, whose strokes are thinner than a pixel: greener than the grey numbers.
    int green = 0;
    for (int y = int(row.top()); y < int(row.bottom()); ++y)
        for (int x = int(left + barLength) + 1; x < int(row.right()); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            green += pixel.green() - std::max(pixel.red(), pixel.blue()) > 40;
        }
    QVERIFY2(green > 3, qPrintable(QString::number(green)));
}

void TestDistributionView::anUnjudgedNoteCoversNoNumber()
{
    RoundRecord round = atMoment(m_round, 7); // verified, nothing judged
    DistributionRecord& here = round.contexts[rejectedAt];
    here.top.assign(1, {});
    here.top[0].token = round.nodes[rejectedAt].token;
    here.top[0].p = here.top[0].q = 0.998F;
    DistributionView view;
    sample::show(view, {300, 700});
    view.setContext(round, rejectedAt, &m_recording);
    const QImage image = sample::picture(view);
    const QRectF row = view.rowRect(0);
    const QColor q = Theme::color(Role::draft);
    double right = row.right(); // of p's bar
    while (right > row.left()
           && sample::count(image, QRectF(right, row.top(), 1, row.height()), Theme::color(Role::target)) == 0)
        --right;
    QVERIFY(right > row.left());
    // Beside p's bar stands its number and nothing in the colour of the draft.
    QCOMPARE(sample::count(image, QRectF(right + 1, row.center().y(), row.right() - right - 1, row.height() / 2), q),
             0);
}

void TestDistributionView::clearedViewShowsNothing()
{
    DistributionView view;
    sample::show(view, size);
    view.setContext(m_round, rejectedAt, &m_recording);
    view.clear();
    QCOMPARE(view.sentence(), QString());
    QCOMPARE(view.subtitle(), QString());
    QCOMPARE(view.accessibleDescription(), QString());
    const QImage image = sample::picture(view);
    QCOMPARE(sample::count(image, image.rect(), Theme::color(Role::draft)), 0);
}

void TestDistributionView::rowsNameTokensThatLookAlike()
{
    Recording recording = m_recording;
    recording.addToken(40, "\n"); // as a byte
    RoundRecord round = m_round;
    auto& top = round.contexts[rejectedAt].top;
    for (const TokenId token : {TokenId(sample::space), TokenId(sample::newline), 40, TokenId(sample::broken)})
        top.push_back({token, 0.01F});
    DistributionView view;
    sample::show(view, size);
    view.setContext(round, rejectedAt, &recording);
    QStringList words;
    for (int row = 0; row < view.rowCount(); ++row)
        words << view.rowWords(row);
    QCOMPARE(words, QStringList({"␣fly", "␣up", "␣it", "␣", "⏎ · 10", "⏎ · 40", "⟨E2⟩⟨82⟩"}));
}

void TestDistributionView::toolTipsAreExact()
{
    DistributionView view;
    sample::show(view, size);
    view.setContext(m_round, rejectedAt, &m_recording);
    int row = 1;
    const auto tip = [&] { return sample::toolTipAt(view, view.rowRect(row).center()); };
    for (const char* part : {"␣up · id 9 · bytes 20 75 70", "q = 0.090000   p = 0.400000", "residual = 0.700000",
                             "before the sampler: draft 0.090000, target 0.400000"})
        QVERIFY2(tip().contains(QString::fromUtf8(part)), qPrintable(tip()));
    view.setContext(atMoment(m_round, 6), rejectedAt, &m_recording);
    row = 2; // by q
    QVERIFY2(tip().contains("q = 0.090000\n") && !tip().contains("p =") && !tip().contains("residual"),
             qPrintable(tip()));
}

DRAFTSCOPE_WINDOW_TEST(TestDistributionView)
#include "test_distribution_view.moc"
