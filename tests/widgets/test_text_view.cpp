// SPDX-License-Identifier: MIT
// The text: where tokens lie, what a click asks for, what growing and resizing move, and how sources and drafts look.
#include <random>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/text_view.h"
#include "widgets/theme.h"
#include "widgets/tree_words.h"

using namespace draftscope;

namespace {

std::vector<QRectF> rectsOf(const TextView& view)
{
    std::vector<QRectF> rects;
    for (int i = 0; i < view.tokenCount(); ++i)
        rects.push_back(view.tokenRect(i));
    return rects;
}

std::vector<CommittedToken> words(int count)
{
    const TokenId some[] = {sample::she, sample::wanted, sample::to, sample::fly, sample::it, sample::up};
    std::vector<CommittedToken> text;
    for (int i = 0; i < count; ++i)
        text.push_back({some[i % 6], i % 5 == 4 ? TokenSource::residual : TokenSource::accepted, i % 5});
    return text;
}

} // namespace

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
    void tokensStandWhereANewViewHasThem();
    void whatComesAfterStandsWhereItWillStand();
    void draftsThatComeTrueStandInTheText();
    void draftsThatDoNotMoveWhatComesAfter();
    void whatComesAfterIsFaint();
    void theMomentShownIsInSight();
    void toolTipsHaveWhatWasRecorded();
    void aBlankTokenIsInSight();
    void draftsStandBehindTheText_data();
    void draftsStandBehindTheText();

private:
    const Recording m_recording = sample::recording();
};

void TestTextView::tokensFollowOneAnother()
{
    TextView view;
    sample::show(view, {300, 200});
    view.setText(words(40), {}, &m_recording);
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
    view.setText(words(20), {}, &m_recording);
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
    view.setText(words(300), {}, &m_recording);
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
    view.setText(words(30), {}, &m_recording);
    const std::vector<QRectF> before = rectsOf(view);
    view.setText(words(45), {}, &m_recording);
    whole.setText(words(45), {}, &m_recording);
    const std::vector<QRectF> after = rectsOf(view);
    QCOMPARE(int(after.size()), 45);
    QVERIFY(std::equal(before.begin(), before.end(), after.begin()));
    QVERIFY2(after == rectsOf(whole), "grown text lies where the same text lies when it is set at once");
}

void TestTextView::changedTokenIsLaidOutAgain()
{
    TextView view, whole;
    sample::show(view, {420, 900});
    sample::show(whole, {420, 900});
    view.setText(words(30), {}, &m_recording);
    std::vector<CommittedToken> other = words(30);
    other[12].token = sample::longWord;
    view.setText(other, {}, &m_recording);
    whole.setText(other, {}, &m_recording);
    QVERIFY(rectsOf(view) == rectsOf(whole));
    view.setText(words(5), {}, &m_recording);
    QCOMPARE(view.tokenCount(), 5);
}

void TestTextView::tenThousandTokensGrowAtTheEnd()
{
    TextView view;
    sample::show(view, {600, 200});
    view.setText(words(10'000), {}, &m_recording);
    const std::vector<QRectF> before = rectsOf(view);
    view.setText(words(10'005), {}, &m_recording);
    const std::vector<QRectF> after = rectsOf(view);
    QCOMPARE(int(after.size()), 10'005);
    QVERIFY(std::equal(before.begin(), before.end(), after.begin()));
    QVERIFY2(after[10'002].width() > 0, "appended tokens are measured");
}

void TestTextView::resizingWrapsAgain()
{
    TextView view;
    sample::show(view, {800, 900});
    view.setText(words(60), {}, &m_recording);
    const double wide = view.tokenRect(59).bottom();
    sample::show(view, {300, 900});
    const double narrow = view.tokenRect(59).bottom();
    QVERIFY2(narrow > wide, "a narrower view needs more lines");
    for (const QRectF& rect : rectsOf(view))
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
    view.setText(words(10), {}, &m_recording);
    view.setSelected(8);
    view.setText(words(9), {}, &m_recording);
    QCOMPARE(view.selected(), 8);
    view.setText(words(8), {}, &m_recording);
    QCOMPARE(view.selected(), -1);
}

void TestTextView::endOfTheTextStaysInSight()
{
    TextView view;
    sample::show(view, {300, 120});
    view.setText(words(100), {}, &m_recording);
    QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    view.setText(words(200), {}, &m_recording);
    QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    view.verticalScrollBar()->setValue(10);
    view.setText(words(300), {}, &m_recording);
    QVERIFY2(view.verticalScrollBar()->value() == 10, "who has scrolled back to read stays there");
}

/// In views of every height the last line is whole at the end, no other one is cut at the top, and where two fit two are seen.
void TestTextView::linesAreWholeAtTheEnd()
{
    for (int height = 60; height <= 200; height += 7) {
        TextView view;
        sample::show(view, {300, height});
        view.setText(words(100), {}, &m_recording);
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
    view.setText(words(100), {}, &m_recording);
    const QScrollBar* bar = view.verticalScrollBar();
    const auto isAtEnd = [bar] { return bar->maximum() > 0 && bar->value() == bar->maximum(); };
    QVERIFY(isAtEnd());
    const int before = bar->maximum();
    sample::show(view, {300, 120});
    QVERIFY2(isAtEnd() && bar->maximum() > before, "a narrower view");
    Theme::apply(*qApp, ThemeKind::light, 16);
    QApplication::processEvents();
    QVERIFY2(isAtEnd(), "larger text");
    view.setText(words(110), {}, &m_recording);
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

/// Whatever was shown before: only what changes its place is laid out.
void TestTextView::tokensStandWhereANewViewHasThem()
{
    const Recording recording = sample::recording();
    const auto drafts = [](int count) {
        std::vector<NodeRecord> nodes;
        for (int i = 0; i < count; ++i) {
            NodeRecord& node = nodes.emplace_back();
            node.token = i % 2 == 0 ? sample::she : sample::wanted;
        }
        return nodes;
    };
    TextView view;
    view.resize(300, 200);
    view.show();
    std::mt19937 random(3);
    for (int i = 0; i < 400; ++i) {
        const int count = 60 + int(random() % 40), happened = int(random() % unsigned(count)),
                  behind = int(random() % 4);
        std::vector<CommittedToken> text = words(count);
        if (random() % 3 == 0)
            text[random() % text.size()].token = sample::emoji;
        view.setText(text, drafts(behind), &recording, happened);
        TextView fresh;
        fresh.resize(view.size());
        fresh.show();
        fresh.setText(text, drafts(behind), &recording, happened);
        QCOMPARE(rectsOf(view), rectsOf(fresh));
    }
}

void TestTextView::whatComesAfterStandsWhereItWillStand()
{
    TextView view, whole;
    sample::show(view, {420, 900});
    sample::show(whole, {420, 900});
    whole.setText(words(40), {}, &m_recording);
    for (const int happened : {40, 12, 0, 25, 40}) {
        view.setText(words(40), {}, &m_recording, happened);
        QCOMPARE(view.happenedCount(), happened);
        QCOMPARE(view.tokenCount(), 40);
        QVERIFY(rectsOf(view) == rectsOf(whole));
        QCOMPARE(view.plainText().split(' ', Qt::SkipEmptyParts).size(), happened);
    }
    QSignalSpy spy(&view, &TextView::tokenClicked);
    view.setText(words(40), {}, &m_recording, 5);
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, view.tokenRect(30).center().toPoint());
    QCOMPARE(spy.takeLast().first().toInt(), 30);
}

void TestTextView::draftsThatComeTrueStandInTheText()
{
    TextView view, whole;
    sample::show(view, {420, 900});
    sample::show(whole, {420, 900});
    const std::vector<CommittedToken> text = m_recording.tokensBefore(0, 2);
    whole.setText(text, {}, &m_recording);
    for (int drafts = 0; drafts <= 4; ++drafts) { // the four that are accepted
        const RoundRecord round = atMoment(m_recording.round(0, 0), drafts);
        view.setText(text, round.nodes, &m_recording, 3);
        QVERIFY2(rectsOf(view) == rectsOf(whole), qPrintable(QString::number(drafts)));
        for (int i = 0; i < drafts; ++i)
            QCOMPARE(view.draftRect(i), view.tokenRect(3 + i));
    }
}

void TestTextView::draftsThatDoNotMoveWhatComesAfter()
{
    TextView view, whole;
    sample::show(view, {300, 900});
    sample::show(whole, {300, 900});
    const std::vector<CommittedToken> text = m_recording.tokensBefore(0, 2);
    whole.setText(text, {}, &m_recording);
    view.setText(text, m_recording.round(0, 0).nodes, &m_recording, 3);
    QCOMPARE(view.draftRect(3), view.tokenRect(6));
    QVERIFY(view.tokenRect(7) != view.draftRect(4)); // "up" came instead of "fly"
    const QRectF before = view.draftRect(5), after = view.tokenRect(7);
    QVERIFY(after.top() == before.top() ? after.left() > before.right() : after.top() > before.top());
    for (const bool again : {false, true}) { // and back, and again
        view.setText(text, again ? m_recording.round(0, 0).nodes : std::vector<NodeRecord>(), &m_recording, 3);
        QCOMPARE(rectsOf(view) == rectsOf(whole), !again);
    }
    QCOMPARE(view.tokenRect(7), after);
}

void TestTextView::whatComesAfterIsFaint()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        Theme::apply(*qApp, theme);
        TextView view;
        sample::show(view, {900, 200});
        view.setText(words(10), {}, &m_recording, 4);
        view.setAbout(3);
        const QImage image = sample::picture(view);
        const auto letters = [&](int token, Role role) {
            const QRectF rect = view.tokenRect(token);
            return sample::count(image, rect.adjusted(3, 3, -3, -5), Theme::color(role));
        };
        for (int token = 0; token < 10; ++token) {
            QCOMPARE(letters(token, Role::text) > 3, token < 4);
            QCOMPARE(letters(token, Role::muted) > 3, token >= 4);
        }
        const QRectF last = view.tokenRect(3);
        QVERIFY2(sample::count(image, QRectF(last.left(), last.top() - 2, last.width(), 2), Theme::color(Role::text))
                     > int(last.width()) - 8,
                 "the outline of what the moment is about");
    }
}

void TestTextView::theMomentShownIsInSight()
{
    TextView view;
    sample::show(view, {300, 120});
    view.setText(words(400), {}, &m_recording);
    const auto isInSight = [&](int token) {
        const QRectF rect = view.tokenRect(token).translated(0, -view.verticalScrollBar()->value());
        return rect.top() >= 0 && rect.bottom() <= view.viewport()->height();
    };
    for (const int happened : {200, 10, 399, 1, 400}) {
        view.setText(words(400), {}, &m_recording, happened);
        QVERIFY2(isInSight(happened - 1), qPrintable(QString::number(happened)));
    }
    view.setText(words(400), {}, &m_recording, 395); // in sight with the end
    for (const QSize size : {QSize(200, 80), QSize(500, 60), QSize(300, 120)}) {
        sample::show(view, size);
        QVERIFY(isInSight(394));
    }
    view.setText(words(400), {}, &m_recording, 200);
    view.verticalScrollBar()->setValue(0);
    view.setText(words(405), {}, &m_recording, 200);
    QVERIFY2(view.verticalScrollBar()->value() == 0, "who reads elsewhere stays there while the run goes on");
}

void TestTextView::draftsStandBehindTheText_data()
{
    QTest::addColumn<int>("moment");
    QTest::addColumn<Role>("present");
    QTest::addColumn<Role>("absent");
    QTest::newRow("proposed") << 6 << Role::draft << Role::rejected;
    QTest::newRow("one accepted, the others open") << 8 << Role::accepted << Role::rejected;
    QTest::newRow("one rejected") << 12 << Role::rejected << Role::bonus;
}

void TestTextView::draftsStandBehindTheText()
{
    QFETCH(const int, moment);
    QFETCH(const Role, present);
    QFETCH(const Role, absent);
    TextView view;
    sample::show(view, {600, 200});
    const RoundRecord round = atMoment(m_recording.round(0, 0), moment);
    view.setText(m_recording.tokensBefore(0, 0), round.nodes, &m_recording);
    QCOMPARE(view.tokenCount(), 3);
    const QImage image = sample::picture(view);
    const QRectF behind(view.tokenRect(2).right(), 0, 600, 200);
    // Drafts are tinted: the ground of a pill is the role's colour mixed into the surface.
    QVERIFY(sample::count(image, behind, Theme::tint(present, 0.13)) > 100);
    QCOMPARE(sample::count(image, behind, Theme::color(absent)), 0);
    QCOMPARE(view.plainText(), QStringLiteral("Once."));
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
