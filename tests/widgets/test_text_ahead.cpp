// SPDX-License-Identifier: MIT
// What stands in the text behind what is committed: drafts, and what comes after the moment that is shown.
#include <random>

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

class TestTextAhead : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void tokensStandWhereANewViewHasThem();
    void whatComesAfterStandsWhereItWillStand();
    void draftsThatComeTrueStandInTheText();
    void draftsThatDoNotMoveWhatComesAfter();
    void whatComesAfterIsFaint();
    void draftsStandBehindTheText_data();
    void draftsStandBehindTheText();

private:
    const Recording m_recording = sample::recording();
};

/// Whatever was shown before: only what changes its place is laid out.
void TestTextAhead::tokensStandWhereANewViewHasThem()
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
        std::vector<CommittedToken> text = sample::words(count);
        if (random() % 3 == 0)
            text[random() % text.size()].token = sample::emoji;
        view.setText(text, drafts(behind), &recording, happened);
        TextView fresh;
        fresh.resize(view.size());
        fresh.show();
        fresh.setText(text, drafts(behind), &recording, happened);
        QCOMPARE(sample::rectsOf(view), sample::rectsOf(fresh));
    }
}

void TestTextAhead::whatComesAfterStandsWhereItWillStand()
{
    TextView view, whole;
    sample::show(view, {420, 900});
    sample::show(whole, {420, 900});
    whole.setText(sample::words(40), {}, &m_recording);
    for (const int happened : {40, 12, 0, 25, 40}) {
        view.setText(sample::words(40), {}, &m_recording, happened);
        QCOMPARE(view.happenedCount(), happened);
        QCOMPARE(view.tokenCount(), 40);
        QVERIFY(sample::rectsOf(view) == sample::rectsOf(whole));
        QCOMPARE(view.plainText().split(' ', Qt::SkipEmptyParts).size(), happened);
    }
    QSignalSpy spy(&view, &TextView::tokenClicked);
    view.setText(sample::words(40), {}, &m_recording, 5);
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, view.tokenRect(30).center().toPoint());
    QCOMPARE(spy.takeLast().first().toInt(), 30);
}

void TestTextAhead::draftsThatComeTrueStandInTheText()
{
    TextView view, whole;
    sample::show(view, {420, 900});
    sample::show(whole, {420, 900});
    const std::vector<CommittedToken> text = m_recording.tokensBefore(0, 2);
    whole.setText(text, {}, &m_recording);
    for (int drafts = 0; drafts <= 4; ++drafts) { // the four that are accepted
        const RoundRecord round = atMoment(m_recording.round(0, 0), drafts);
        view.setText(text, round.nodes, &m_recording, 3);
        QVERIFY2(sample::rectsOf(view) == sample::rectsOf(whole), qPrintable(QString::number(drafts)));
        for (int i = 0; i < drafts; ++i)
            QCOMPARE(view.draftRect(i), view.tokenRect(3 + i));
    }
}

void TestTextAhead::draftsThatDoNotMoveWhatComesAfter()
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
        QCOMPARE(sample::rectsOf(view) == sample::rectsOf(whole), !again);
    }
    QCOMPARE(view.tokenRect(7), after);
}

void TestTextAhead::whatComesAfterIsFaint()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        Theme::apply(*qApp, theme);
        TextView view;
        sample::show(view, {900, 200});
        view.setText(sample::words(10), {}, &m_recording, 4);
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

void TestTextAhead::draftsStandBehindTheText_data()
{
    QTest::addColumn<int>("moment");
    QTest::addColumn<Role>("present");
    QTest::addColumn<Role>("absent");
    QTest::newRow("proposed") << 6 << Role::draft << Role::rejected;
    QTest::newRow("one accepted, the others open") << 8 << Role::accepted << Role::rejected;
    QTest::newRow("one rejected") << 12 << Role::rejected << Role::bonus;
}

void TestTextAhead::draftsStandBehindTheText()
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

DRAFTSCOPE_WINDOW_TEST(TestTextAhead)
#include "test_text_ahead.moc"
