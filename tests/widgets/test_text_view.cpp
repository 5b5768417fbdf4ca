// SPDX-License-Identifier: MIT
// The text: where tokens lie, what a click asks for, what growing and resizing move, and how sources and drafts look.

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "tests/widgets/text_rects.h"
#include "widgets/style/theme.h"
#include "widgets/text/text_view.h"
#include "widgets/words/tree_words.h"

using namespace draftscope;

class TestTextView : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void tokensFollowOneAnother();
    void newlineBreaksTheLine();
    void longTokenStaysInTheView();
    void clickAsksForTheToken();
    void clickFollowsTheScrolling();
    void appendingKeepsEarlierRects();
    void changedTokenIsLaidOutAgain();
    void tenThousandTokensGrowAtTheEnd();
    void resizingWrapsAgain();
    void plainTextIsTheBytes();
    void shorterTextDropsTheSelection();
    void endOfTheTextStaysInSight();
    void linesAreWholeAtTheEnd();
    void endStaysInSightWhateverMovesIt();
    void sourcesHaveTheirColours_data();
    void sourcesHaveTheirColours();
    void theMomentShownIsInSight();
    void toolTipsHaveWhatWasRecorded();
    void aBlankTokenIsInSight();
    void isFollowedAgainOnceScrolledBackToItsEnd();
    void fourLinesHaveRoomWhereTheyAreWanted();
    void tokensOfAChatAreShownByName();

private:
    const Recording m_recording = sample::recording();
};

void TestTextView::isFollowedAgainOnceScrolledBackToItsEnd()
{
    TextView view;
    sample::show(view, {300, 120});
    const auto isEndInSight = [&view] {
        const QRectF last = view.tokenRect(view.tokenCount() - 1).translated(0, -view.verticalScrollBar()->value());
        return last.top() >= 0 && last.bottom() <= view.viewport()->height();
    };
    view.setText(sample::words(200), {}, &m_recording);
    QVERIFY(isEndInSight() && view.isFollowing());
    view.verticalScrollBar()->setValue(20);
    view.setText(sample::words(240), {}, &m_recording);
    QVERIFY2(view.verticalScrollBar()->value() == 20 && !view.isFollowing(), "another place is looked at");
    // Back to where the last line is seen, which need not be where the bar ends.
    const QRectF last = view.tokenRect(view.tokenCount() - 1);
    view.verticalScrollBar()->setValue(int(last.bottom()) - view.viewport()->height() + 2);
    QVERIFY(view.isFollowing());
    for (const int tokens : {241, 260, 300}) {
        view.setText(sample::words(tokens), {}, &m_recording);
        QVERIFY2(isEndInSight(), qPrintable(QString::number(tokens)));
    }
}

void TestTextView::fourLinesHaveRoomWhereTheyAreWanted()
{
    TextView view;
    for (const int height : {view.usableHeight(), 130, 200, 400}) {
        sample::show(view, {300, height});
        view.setText(sample::words(40), {}, &m_recording);
        int lines = 0;
        double top = -1;
        for (int i = 0; i < view.tokenCount(); ++i)
            if (const QRectF rect = view.tokenRect(i).translated(0, -view.verticalScrollBar()->value());
                rect.top() > top && rect.top() >= 0 && rect.bottom() <= view.viewport()->height()) {
                top = rect.top();
                ++lines;
            }
        QVERIFY2(lines >= 4, qPrintable(QStringLiteral("%1 lines in %2").arg(lines).arg(height)));
    }
}

void TestTextView::tokensOfAChatAreShownByName()
{
    constexpr TokenId begin = 90'000, user = 90'001;
    Recording recording = sample::recording();
    recording.addToken(begin, "");
    recording.addToken(user, "");
    const auto names = [](TokenId token) {
        return token == begin ? QStringLiteral("<|begin|>") : token == user ? QStringLiteral("<|user|>") : QString();
    };
    TextView view;
    view.setNames(names);
    sample::show(view, {600, 200});
    view.setText({{begin, TokenSource::prompt}, {sample::she, TokenSource::prompt}}, {}, &recording);
    QVERIFY2(view.tokenRect(0).width() == 0, "what every text begins with is no text");
    view.setText({{begin, TokenSource::prompt}, {user, TokenSource::prompt}, {sample::she, TokenSource::prompt}}, {},
                 &recording);
    const QFontMetricsF metrics(Theme::tokenFont());
    QVERIFY(view.tokenRect(0).width() >= metrics.horizontalAdvance("<|begin|>"));
    QVERIFY(view.tokenRect(1).width() >= metrics.horizontalAdvance("<|user|>"));
    const QImage image = sample::picture(view);
    QVERIFY(sample::count(image, view.tokenRect(1), Theme::color(Role::muted)) > 0);
    QCOMPARE(sample::count(image, view.tokenRect(1), Theme::color(Role::text)), 0);
    QVERIFY(!view.plainText().contains("user")); // they are no text
}

void TestTextView::tokensFollowOneAnother()
{
    TextView view;
    sample::show(view, {300, 200});
    view.setText(sample::words(40), {}, &m_recording);
    for (int i = 1; i < view.tokenCount(); ++i) {
        const QRectF before = view.tokenRect(i - 1), here = view.tokenRect(i);
        const bool sameLine = here.top() == before.top();
        QVERIFY2(sameLine ? here.left() > before.right() : here.top() >= before.bottom(),
                 qPrintable(QString::number(i)));
        QVERIFY(here.right() <= view.viewport()->width());
    }
    QVERIFY2(view.tokenRect(39).top() > view.tokenRect(0).bottom(),
             "forty words need more than one line of 300 pixels");
}

void TestTextView::newlineBreaksTheLine()
{
    TextView view;
    sample::show(view, {600, 200});
    view.setText(
        {{sample::she, TokenSource::plain}, {sample::newline, TokenSource::plain}, {sample::up, TokenSource::plain}},
        {}, &m_recording);
    QCOMPARE(view.tokenRect(1).top(), view.tokenRect(0).top());
    QVERIFY(view.tokenRect(2).top() >= view.tokenRect(1).bottom());
    QCOMPARE(view.tokenRect(2).left(), view.tokenRect(0).left());
}

void TestTextView::longTokenStaysInTheView()
{
    TextView view;
    sample::show(view, {140, 200});
    view.setText({{sample::she, TokenSource::plain}, {sample::longWord, TokenSource::plain}}, {}, &m_recording);
    QVERIFY(view.tokenRect(1).right() <= view.viewport()->width());
    QVERIFY(view.tokenRect(1).top() > view.tokenRect(0).top());
}

void TestTextView::clickAsksForTheToken()
{
    TextView view;
    sample::show(view, {600, 300});
    view.setText(sample::words(20), {}, &m_recording);
    QSignalSpy spy(&view, &TextView::tokenClicked);
    for (const int token : {0, 7, 19}) {
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, view.tokenRect(token).center().toPoint());
        QVERIFY(!spy.isEmpty());
        QCOMPARE(spy.takeLast().first().toInt(), token);
        QCOMPARE(view.selected(), token);
    }
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, view.viewport()->rect().bottomRight() - QPoint(3, 3));
    QVERIFY2(spy.isEmpty(), "there is no token at the corner");
}

void TestTextView::clickFollowsTheScrolling()
{
    TextView view;
    sample::show(view, {300, 120});
    view.setText(sample::words(300), {}, &m_recording);
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    QSignalSpy spy(&view, &TextView::tokenClicked);
    const QPointF inView = view.tokenRect(299).center() - QPointF(0, view.verticalScrollBar()->value());
    QVERIFY(view.viewport()->rect().contains(inView.toPoint()));
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, inView.toPoint());
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.first().first().toInt(), 299);
}

void TestTextView::appendingKeepsEarlierRects()
{
    TextView view, whole;
    sample::show(view, {420, 900});
    sample::show(whole, {420, 900});
    view.setText(sample::words(30), {}, &m_recording);
    const std::vector<QRectF> before = sample::rectsOf(view);
    view.setText(sample::words(45), {}, &m_recording);
    whole.setText(sample::words(45), {}, &m_recording);
    const std::vector<QRectF> after = sample::rectsOf(view);
    QCOMPARE(int(after.size()), 45);
    QVERIFY(std::equal(before.begin(), before.end(), after.begin()));
    QVERIFY2(after == sample::rectsOf(whole), "grown text lies where the same text lies when it is set at once");
}

void TestTextView::changedTokenIsLaidOutAgain()
{
    TextView view, whole;
    sample::show(view, {420, 900});
    sample::show(whole, {420, 900});
    view.setText(sample::words(30), {}, &m_recording);
    std::vector<CommittedToken> other = sample::words(30);
    other[12].token = sample::longWord;
    view.setText(other, {}, &m_recording);
    whole.setText(other, {}, &m_recording);
    QVERIFY(sample::rectsOf(view) == sample::rectsOf(whole));
    view.setText(sample::words(5), {}, &m_recording);
    QCOMPARE(view.tokenCount(), 5);
}

void TestTextView::tenThousandTokensGrowAtTheEnd()
{
    TextView view;
    sample::show(view, {600, 200});
    view.setText(sample::words(10'000), {}, &m_recording);
    const std::vector<QRectF> before = sample::rectsOf(view);
    view.setText(sample::words(10'005), {}, &m_recording);
    const std::vector<QRectF> after = sample::rectsOf(view);
    QCOMPARE(int(after.size()), 10'005);
    QVERIFY(std::equal(before.begin(), before.end(), after.begin()));
    QVERIFY2(after[10'002].width() > 0, "appended tokens are measured");
}

void TestTextView::resizingWrapsAgain()
{
    TextView view;
    sample::show(view, {800, 900});
    view.setText(sample::words(60), {}, &m_recording);
    const double wide = view.tokenRect(59).bottom();
    sample::show(view, {300, 900});
    const double narrow = view.tokenRect(59).bottom();
    QVERIFY2(narrow > wide, "a narrower view needs more lines");
    for (const QRectF& rect : sample::rectsOf(view))
        QVERIFY(rect.right() <= view.viewport()->width());
    sample::show(view, {800, 900});
    QCOMPARE(view.tokenRect(59).bottom(), wide);
}

void TestTextView::plainTextIsTheBytes()
{
    TextView view;
    view.setText(m_recording.tokensBefore(0, 1), {}, &m_recording);
    QCOMPARE(view.plainText(), QStringLiteral("Once. and she wanted to up"));
    view.setText({{sample::once, TokenSource::prompt},
                  {sample::newline, TokenSource::accepted},
                  {sample::hebrew, TokenSource::bonus}},
                 {}, &m_recording);
    QCOMPARE(view.plainText(), QStringLiteral("Once\n שלום"));
}

void TestTextView::shorterTextDropsTheSelection()
{
    TextView view;
    sample::show(view, {600, 200});
    view.setText(sample::words(10), {}, &m_recording);
    view.setSelected(8);
    view.setText(sample::words(9), {}, &m_recording);
    QCOMPARE(view.selected(), 8);
    view.setText(sample::words(8), {}, &m_recording);
    QCOMPARE(view.selected(), -1);
}

void TestTextView::endOfTheTextStaysInSight()
{
    TextView view;
    sample::show(view, {300, 120});
    view.setText(sample::words(100), {}, &m_recording);
    QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    view.setText(sample::words(200), {}, &m_recording);
    QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    view.verticalScrollBar()->setValue(10);
    view.setText(sample::words(300), {}, &m_recording);
    QVERIFY2(view.verticalScrollBar()->value() == 10, "who has scrolled back to read stays there");
}

/// In views of every height the last line is whole at the end, no other one is cut at the top, and where two fit two
/// are seen.
void TestTextView::linesAreWholeAtTheEnd()
{
    for (int height = 60; height <= 200; height += 7) {
        TextView view;
        sample::show(view, {300, height});
        view.setText(sample::words(100), {}, &m_recording);
        const double top = view.verticalScrollBar()->value(), bottom = top + view.viewport()->height();
        QVERIFY(top > 0);
        QVERIFY2(view.tokenRect(99).top() >= top && view.tokenRect(99).bottom() <= bottom,
                 qPrintable(QString::number(height)));
        double line = 0, lines = 0, last = -1;
        for (int i = 0; i < 100; ++i) {
            const QRectF rect = view.tokenRect(i);
            QVERIFY2(rect.bottom() <= top || rect.top() >= top,
                     qPrintable(QString("token %1, height %2").arg(i).arg(height)));
            if (last >= 0 && rect.top() > last)
                line = rect.top() - last;
            if (rect.top() >= top && rect.top() > last)
                ++lines;
            last = rect.top();
        }
        QVERIFY2(lines >= std::floor((view.viewport()->height() - 12) / line),
                 qPrintable(QString("%1 lines in %2").arg(lines).arg(height)));
    }
}

void TestTextView::endStaysInSightWhateverMovesIt()
{
    TextView view;
    sample::show(view, {600, 120});
    view.setText(sample::words(100), {}, &m_recording);
    const QScrollBar* bar = view.verticalScrollBar();
    const auto isAtEnd = [bar] { return bar->maximum() > 0 && bar->value() == bar->maximum(); };
    QVERIFY(isAtEnd());
    const int before = bar->maximum();
    sample::show(view, {300, 120});
    QVERIFY2(isAtEnd() && bar->maximum() > before, "a narrower view");
    Theme::apply(*qApp, ThemeKind::light, 16);
    QApplication::processEvents();
    QVERIFY2(isAtEnd(), "larger text");
    view.setText(sample::words(110), {}, &m_recording);
    QVERIFY2(isAtEnd(), "new tokens after that");
    Theme::apply(*qApp, ThemeKind::light);
    QApplication::processEvents();
    QVERIFY2(isAtEnd(), "smaller text");
    view.verticalScrollBar()->setValue(10);
    sample::show(view, {320, 120});
    QCOMPARE(bar->value(), 10); // who has scrolled back to read stays there
}

void TestTextView::sourcesHaveTheirColours_data()
{
    QTest::addColumn<ThemeKind>("theme");
    QTest::addColumn<TokenSource>("source");
    QTest::addColumn<Role>("underline");
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        const char* name = theme == ThemeKind::light ? "light" : "dark";
        QTest::addRow("%s: accepted", name) << theme << TokenSource::accepted << Role::accepted;
        QTest::addRow("%s: residual", name) << theme << TokenSource::residual << Role::residual;
        QTest::addRow("%s: bonus", name) << theme << TokenSource::bonus << Role::bonus;
        QTest::addRow("%s: plain", name) << theme << TokenSource::plain << Role::notJudged;
        QTest::addRow("%s: prompt has none", name) << theme << TokenSource::prompt << Role::surface;
    }
}

void TestTextView::sourcesHaveTheirColours()
{
    QFETCH(const ThemeKind, theme);
    QFETCH(const TokenSource, source);
    QFETCH(const Role, underline);
    Theme::apply(*qApp, theme);
    TextView view;
    sample::show(view, {600, 200});
    view.setText({{sample::she, source}}, {}, &m_recording);
    const QImage image = sample::picture(view);
    const QRectF token = view.tokenRect(0);
    const QRectF line(token.left() + 4, token.bottom() - 4, token.width() - 8, 6);
    for (const Role role : {Role::accepted, Role::residual, Role::bonus, Role::notJudged})
        QCOMPARE(sample::count(image, line, Theme::color(role)) >= int(token.width() - 10), role == underline);
}

void TestTextView::theMomentShownIsInSight()
{
    TextView view;
    sample::show(view, {300, 120});
    view.setText(sample::words(400), {}, &m_recording);
    const auto isInSight = [&](int token) {
        const QRectF rect = view.tokenRect(token).translated(0, -view.verticalScrollBar()->value());
        return rect.top() >= 0 && rect.bottom() <= view.viewport()->height();
    };
    for (const int happened : {200, 10, 399, 1, 400}) {
        view.setText(sample::words(400), {}, &m_recording, happened);
        QVERIFY2(isInSight(happened - 1), qPrintable(QString::number(happened)));
    }
    view.setText(sample::words(400), {}, &m_recording, 395); // in sight with the end
    for (const QSize size : {QSize(200, 80), QSize(500, 60), QSize(300, 120)}) {
        sample::show(view, size);
        QVERIFY(isInSight(394));
    }
    view.setText(sample::words(400), {}, &m_recording, 200);
    view.verticalScrollBar()->setValue(0);
    view.setText(sample::words(405), {}, &m_recording, 200);
    QVERIFY2(view.verticalScrollBar()->value() == 0, "who reads elsewhere stays there while the run goes on");
}

void TestTextView::toolTipsHaveWhatWasRecorded()
{
    TextView view;
    sample::show(view, {600, 200});
    view.setText({{sample::once, TokenSource::prompt, -1}, {sample::to, TokenSource::accepted, 2}}, {}, &m_recording);
    const auto tip = [&](int token) { return sample::toolTipAt(*view.viewport(), view.tokenRect(token).center()); };
    QVERIFY2(tip(1).contains("␣to · id 6 · bytes 20 74 6F\naccepted draft · position 1<"), qPrintable(tip(1)));
    const RoundRecord& round = m_recording.round(0, 0);
    view.setDetails([&](int index) { return index == 0 ? QStringList() : committedInNumbers(round, index + 1); });
    QVERIFY2(tip(1).contains("q = 0.290000   p = 0.370000\nacceptance = 1.000000   u = 0.770000"), qPrintable(tip(1)));
    QVERIFY2(!tip(0).contains("q ="), qPrintable(tip(0)));
    // Of the token drawn from the residual p and q are known where its distribution lists it, else only u is.
    QCOMPARE(committedInNumbers(round, 4), QStringList({"q = 0.090000   p = 0.400000", "drawn with u = 0.500000"}));
    RoundRecord without = round;
    without.contexts.clear();
    QCOMPARE(committedInNumbers(without, 4), QStringList("drawn with u = 0.500000"));
}

void TestTextView::aBlankTokenIsInSight()
{
    TextView view;
    sample::show(view, {600, 200});
    view.setText({{sample::once, TokenSource::prompt, -1}, {sample::space, TokenSource::accepted, 0}}, {},
                 &m_recording);
    const QRectF pill = view.tokenRect(1).adjusted(2, 2, -2, -3);
    const QColor ground = Theme::tint(Role::accepted, 0.16);
    const QColor ink = sample::mostDifferent(sample::picture(view), pill, ground);
    QVERIFY2(sample::difference(ink, ground) > 200, qPrintable(ink.name()));
}

DRAFTSCOPE_WINDOW_TEST(TestTextView)
#include "test_text_view.moc"
