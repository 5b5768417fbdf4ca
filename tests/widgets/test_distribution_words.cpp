// SPDX-License-Identifier: MIT
// The sentences over the distribution at one position: what happened there, where it is, and what a person chose.

#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

/// Nothing drafted: one token drawn from p.
RoundRecord plainRound()
{
    RoundRecord round;
    round.root = sample::dot;
    round.prefixLength = 3;
    round.contexts.resize(1);
    round.contexts[0].hasP = true;
    round.contexts[0].top = {{sample::up, 0.4f}};
    round.draw = DrawRecord{sample::up, TokenSource::plain, 0, 0.3};
    round.moments = {{MomentKind::verify, -1}, {MomentKind::plain, -1}};
    return round;
}

} // namespace

class TestDistributionWords : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void saysWhatHappened_data();
    void saysWhatHappened();
    void numbersBearTheVerdictOut();
    void draftWhoseParentFellAwaitsNoVerdict();
    void subtitleSaysWhere_data();
    void subtitleSaysWhere();
    void greedyRoundsSpeakOfTheLikeliestToken();
    void aTextThatEndsIsNotGoneOnWith_data();
    void aTextThatEndsIsNotGoneOnWith();
    void whatAPersonChoseIsSaidToBeTheirs_data();
    void whatAPersonChoseIsSaidToBeTheirs();
    void numbersBeforeTheSamplerAreNotCalledP();
    void aFaultSaysWhatWasDone_data();
    void aFaultSaysWhatWasDone();

private:
    static constexpr QSize size{500, 900};
    static constexpr int rejectedAt = 4; ///< the position of “fly”

    const Recording m_recording = sample::recording();
    const RoundRecord m_round = sample::rejectedRound(0, 3);
};

void TestDistributionWords::saysWhatHappened_data()
{
    QTest::addColumn<int>("moment");
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("proposed") << 6 << 4
                              << "The draft proposed “fly” with probability 0.48. The target has not seen it yet.";
    QTest::newRow("verified") << 7 << 4 << "“fly” was proposed; it will be accepted with probability min(1, p/q).";
    QTest::newRow("accepted") << 10 << 2 << "“wanted” had min(1, p/q) = 1.00 and u = 0.77, so it is accepted.";
    QTest::newRow("rejected") << 12 << 4
                              << "“fly” had min(1, p/q) = 0.23 and u = 0.63, so it is rejected. "
                                 "The next token will be drawn from the residual, 0.44 of the target's mass.";
    QTest::newRow("drawn") << 14 << 4
                           << "“fly” had min(1, p/q) = 0.23 and u = 0.63, so it is rejected. "
                              "The next token is drawn from the residual, 0.44 of the target's mass: “up”.";
    QTest::newRow("after the last draft")
        << 7 << 6 << "The target's distribution after the last draft: the bonus token would be drawn from it.";
    QTest::newRow("after the last draft, when one was rejected")
        << 14 << 6 << "Nothing is drawn here, because a draft before it was rejected.";
    QTest::newRow("a position that there is not") << 14 << 9 << "";
    QTest::newRow("bonus") << -1 << 2
                           << QStringLiteral(
                                  "Every draft was accepted, so one more token comes free, drawn from p: “%1שלום%2”.")
                                  .arg(QChar(0x2068))
                                  .arg(QChar(0x2069));
    QTest::newRow("plain") << -2 << 0 << "“up” is drawn from the target's p.";
    QTest::newRow("plain, before the draw")
        << -3 << 0 << "The target's distribution after the text: the next token is drawn from it.";
}

void TestDistributionWords::saysWhatHappened()
{
    QFETCH(const int, moment);
    QFETCH(const int, context);
    const RoundRecord round = moment == -1 ? sample::bonusRound(1, 8)
        : moment == -2                     ? plainRound()
        : moment == -3                     ? atMoment(plainRound(), 1)
                                           : atMoment(m_round, moment);
    DistributionView view;
    view.setContext(round, context, &m_recording);
    QTEST(view.sentence(), "sentence");
    QCOMPARE(view.accessibleDescription(), view.sentence());
}

void TestDistributionWords::aFaultSaysWhatWasDone_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("moment");
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* fault, int moment, int context, const QString& says) {
        QTest::addRow("%s %d %d", fault, moment, context) << QString(fault) << moment << context << says;
    };
    const QString rejected = "“fly” had acceptance = 0.23 and u = 0.63, so it is rejected. ";
    row("p-instead-of-residual", 12, 4,
        rejected + "The next token will be drawn from p itself, not from the residual.");
    row("p-instead-of-residual", 14, 4,
        rejected + "The next token is drawn from p itself, not from the residual: “up”.");
    row("p-instead-of-residual", 7, 4, "“fly” was proposed, and is still to be judged.");
    row("unnormalised-residual", 12, 4,
        rejected + "The next token will be drawn from max(0, p − q) without dividing it by its sum, 0.44.");
    row("unnormalised-residual", 14, 4,
        rejected + "The next token is drawn from max(0, p − q) without dividing it by its sum, 0.44: “up”.");
    const QString residual = rejected + "The next token is drawn from the residual, 0.44 of the target's mass: “up”.";
    row("recompute-q", 14, 4,
        residual + " This q was computed again at temperature 1: the draft was drawn from another one.");
    row("temperature-on-p-only", 14, 4,
        residual + " This q is without temperature and filters: the draft was drawn from another one.");
    row("other-tokenizer", 14, 4,
        residual + " This q is that of another token, since the draft numbers its tokens otherwise.");
    row("contiguous-block", 14, 4,
        residual + " The drafts behind it are not looked at, although one of them might have rescued it.");
    row("keep-rejected-kv", 14, 4, residual); // the first round has nothing of an earlier one
    row("keep-rejected-kv", -1, 0,
        "“🙂” had acceptance = 1.00 and u = 0.90, so it is accepted. The cache that this p comes from still "
        "holds "
        "what "
        "earlier rounds rejected.");
    row("skip-bonus", 7, 6, "The target's distribution after the last draft: no bonus token will be drawn from it.");
    row("a-fault-of-tomorrow", 14, 4, residual);
}

void TestDistributionWords::aFaultSaysWhatWasDone()
{
    QFETCH(const QString, fault);
    QFETCH(const int, moment);
    QFETCH(const int, context);
    QFETCH(const QString, says);
    TraceHeader header = m_recording.header();
    header.fault = fault.toStdString();
    Recording broken(header);
    for (const auto& [token, bytes] : m_recording.tokens())
        broken.addToken(token, bytes);
    const RoundRecord round = moment == -1 ? sample::bonusRound(1, 8) : atMoment(m_round, moment);
    DistributionView view;
    view.setContext(round, context, &broken);
    QCOMPARE(view.sentence(), says + QStringLiteral(" This run is broken on purpose: %1.").arg(fault));
}

void TestDistributionWords::numbersBearTheVerdictOut()
{
    RoundRecord round = atMoment(m_round, 12);
    round.nodes[rejectedAt].acceptance = 0.996;
    round.nodes[rejectedAt].u = 0.998;
    DistributionView view;
    view.setContext(round, rejectedAt, &m_recording);
    QVERIFY2(view.sentence().startsWith("“fly” had min(1, p/q) = 0.996 and u = 0.998, so it is rejected."),
             qPrintable(view.sentence()));
}

void TestDistributionWords::draftWhoseParentFellAwaitsNoVerdict()
{
    DistributionView view;
    view.setContext(m_round, 5, &m_recording);
    QVERIFY(view.sentence().startsWith("“it” was proposed"));
    QVERIFY2(!view.sentence().contains("will be"), qPrintable(view.sentence()));
}

void TestDistributionWords::subtitleSaysWhere_data()
{
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("subtitle");
    QTest::newRow("after the root") << 0 << "position 3 · after “.”";
    QTest::newRow("after a draft") << 4 << "position 7 · after “to”";
    QTest::newRow("after the last") << 6 << "position 9 · after “it”";
    QTest::newRow("nowhere") << 7 << "";
}

void TestDistributionWords::subtitleSaysWhere()
{
    QFETCH(const int, context);
    DistributionView view;
    view.setContext(m_round, context, &m_recording);
    QTEST(view.subtitle(), "subtitle");
}

void TestDistributionWords::greedyRoundsSpeakOfTheLikeliestToken()
{
    RoundRecord round = m_round;
    round.sampler.temperature = 0;
    QVERIFY(round.sampler.isGreedy());
    DistributionView view;
    sample::show(view, size);
    view.setContext(round, 2, &m_recording);
    QCOMPARE(view.sentence(), "“wanted” is the target's likeliest token, so it is accepted.");
    view.setContext(round, rejectedAt, &m_recording);
    QCOMPARE(view.sentence(), "The target's likeliest token is “up”, so “fly” is rejected and “up” takes its place.");
}

void TestDistributionWords::aTextThatEndsIsNotGoneOnWith_data()
{
    QTest::addColumn<int>("moment");
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("sentence");
    const QString ends = "“⟨end⟩” had min(1, p/q) = 1.00 and u = 0.70, so it is accepted. The text ends with it.";
    const QString behind = "“fly” was proposed, but the text ended before it, so it is not judged.";
    QTest::newRow("the token") << 7 << 1 << ends;
    QTest::newRow("a draft behind it") << 7 << 2 << behind;
    QTest::newRow("no bonus") << 7 << 3 << "The text has ended, so no token is drawn here.";
    QTest::newRow("as soon as it is accepted") << 6 << 1 << ends;
    QTest::newRow("a draft behind it, then") << 6 << 2 << behind;
    QTest::newRow("not before") << 5 << 2 << "“fly” was proposed; it will be accepted with probability min(1, p/q).";
}

void TestDistributionWords::aTextThatEndsIsNotGoneOnWith()
{
    QFETCH(const int, moment);
    QFETCH(const int, context);
    DistributionView view;
    view.setContext(atMoment(sample::endingRound(0, 3), moment), context, &m_recording);
    QTEST(view.sentence(), "sentence");
}

void TestDistributionWords::whatAPersonChoseIsSaidToBeTheirs_data()
{
    QTest::addColumn<int>("moment");
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("greedy");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a token") << 6 << "token" << false
                             << "“fly” was chosen by you; the draft gives it probability 0.48. The target has not seen "
                                "it yet.";
    QTest::newRow("verified") << 7 << "token" << false
                              << "“fly” was chosen by you; it will be accepted with probability min(1, p/q).";
    QTest::newRow("judged") << 12 << "token" << false
                            << "“fly”, chosen by you, had min(1, p/q) = 0.23 and u = 0.63, so it is rejected. The next "
                               "token will be drawn from the residual, 0.44 of the target's mass.";
    QTest::newRow("u") << 12 << "u" << false
                       << "“fly” had min(1, p/q) = 0.23 and u = 0.63, chosen by you, so it is rejected. The next token "
                          "will be drawn from the residual, 0.44 of the target's mass.";
    QTest::newRow("verdict") << 12 << "verdict" << false
                             << "“fly” had min(1, p/q) = 0.23 and u = 0.63; it is rejected because you forced it. The "
                                "next token will be drawn from the residual, 0.44 of the target's mass.";
    QTest::newRow("verdict, greedy") << 12 << "verdict" << true
                                     << "“fly” is rejected because you forced it, whatever the target's likeliest "
                                        "token is.";
}

void TestDistributionWords::whatAPersonChoseIsSaidToBeTheirs()
{
    QFETCH(const int, moment);
    QFETCH(const QString, what);
    QFETCH(const bool, greedy);
    RoundRecord round = atMoment(m_round, moment);
    round.sampler.greedy = greedy;
    NodeRecord& node = round.nodes[rejectedAt];
    (what == "token" ? node.forcedToken : what == "u" ? node.forcedU : node.forcedVerdict) = true;
    DistributionView view;
    view.setContext(round, rejectedAt, &m_recording);
    QTEST(view.sentence(), "sentence");
}

void TestDistributionWords::numbersBeforeTheSamplerAreNotCalledP()
{
    DistributionView view;
    sample::show(view, size);
    view.setContext(m_round, rejectedAt, &m_recording);
    const QString after = view.subtitle();
    view.setBeforeSampler(true);
    QCOMPARE(view.subtitle(), "before the sampler · " + after);
    QVERIFY2(
        view.accessibleDescription().startsWith("The bars are the models' softmax before the sampler, not p and q."),
        qPrintable(view.accessibleDescription()));
    view.setBeforeSampler(false);
    QCOMPARE(view.subtitle(), after);
}

DRAFTSCOPE_WINDOW_TEST(TestDistributionWords)
#include "test_distribution_words.moc"
