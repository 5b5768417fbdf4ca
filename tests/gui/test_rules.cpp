// SPDX-License-Identifier: MIT
// Rules for accepting drafts in a run of the window: what it says of their numbers is what they are.
#include <QMenu>
#include <QTableView>

#include "engine/session/methods.h"
#include "engine/speculation/verifier.h"
#include "gui/panels/setup_panel.h"
#include "gui/panels/what_if_menu.h"
#include "gui/playback/recorded_steps.h"
#include "tests/test_main.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/text/events_view.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "window_fixture.h"

using namespace draftscope;
using test::entry;
using test::WindowFixture;

namespace {

RunSetup setupFor(const char* verifier, const char* shape)
{
    RunSetup setup = test::quickSetup(80);
    setup.settings.shape = shape;
    setup.settings.draws =
        std::string_view(verifier) == "k-seq" && std::string_view(shape) != "chain" ? "independent" : "";
    setup.settings.verifier = verifier;
    if (setup.settings.shape == "dynamic") // else the size of its tree is by the times that a busy machine measures
        setOption(setup.settings, "tree-nodes", 12);
    return setup;
}

bool goToJudgement(WindowFixture& run, int fromRound, Verdict verdict)
{
    for (int r = fromRound; r < run.navigation.recording().roundCount(0); ++r) {
        const RoundRecord& round = run.round(r);
        for (int m = 0; m < int(round.moments.size()); ++m)
            if (const Moment& moment = round.moments[std::size_t(m)];
                moment.kind == MomentKind::judge && round.nodes[std::size_t(moment.node)].verdict == verdict) {
                run.navigation.player().goTo({0, r, m + 1});
                return true;
            }
    }
    return false;
}

} // namespace

class TestRules : public QObject {
    Q_OBJECT

private slots:
    void whatIsSaidIsWhatTheRuleDoes_data()
    {
        QTest::addColumn<QByteArray>("verifier");
        QTest::addColumn<QByteArray>("shape");
        QTest::addColumn<QString>("heading");
        QTest::addColumn<QString>("gauge");
        QTest::addColumn<QString>("saysOfARejection");
        QTest::addColumn<QString>("neverSays");
        QTest::newRow("block") << QByteArray("block") << QByteArray("chain") << "h"
                               << "h"
                               << "had h = "
                               << "min(1, p/q)";
        QTest::newRow("K-SEQ") << QByteArray("k-seq") << QByteArray("fixed-widths") << "acceptance"
                               << "min(1, p/(ρq))"
                               << "with ρ = "
                               << "min(1, p/q)";
        QTest::newRow("without replacement")
            << QByteArray("without-replacement") << QByteArray("fixed-widths") << "acceptance"
            << "min(1, p/q)"
            << "had min(1, p/q) = "
            << "threshold";
        QTest::newRow("typical, a chain") << QByteArray("typical") << QByteArray("chain") << "p"
                                          << "p"
                                          << "above the threshold of "
                                          << "drawn from";
        QTest::newRow("typical, a tree") << QByteArray("typical") << QByteArray("dynamic") << "p"
                                         << "p"
                                         << "above the threshold of "
                                         << "drawn from";
    }
    void whatIsSaidIsWhatTheRuleDoes()
    {
        QFETCH(QByteArray, verifier);
        QFETCH(QByteArray, shape);
        QFETCH(QString, saysOfARejection);
        QFETCH(QString, neverSays);
        WindowFixture run(setupFor(verifier, shape));
        QVERIFY2(run.start(), qPrintable(run.lastFailed()));
        QVERIFY(run.rounds(3));
        for (int more = 0; more < 10 && !goToJudgement(run, 0, Verdict::rejected); ++more)
            QVERIFY(run.rounds(1));
        QVERIFY(goToJudgement(run, 0, Verdict::rejected));
        const RoundRecord& round = *run.navigation.playhead().round();
        QCOMPARE(round.verifier, verifier.toStdString());
        QTEST(acceptanceWords(round, 0), "gauge");
        const auto* view = run.find<DistributionView>();
        QVERIFY2(view->sentence().contains(saysOfARejection), qPrintable(view->sentence()));
        for (const Position& at :
             {run.navigation.playhead().position(), endOfRound(run.navigation.recording(), 0, 0)}) {
            run.navigation.player().goTo(at);
            for (int context = 0; context <= int(run.navigation.playhead().round()->nodes.size()); ++context) {
                run.navigation.decode().playhead().selection().selectContext(context);
                QVERIFY2(!view->sentence().contains(neverSays), qPrintable(view->sentence()));
            }
        }
        run.window.workspace().panel("events")->raise();
        QCoreApplication::processEvents();
        const auto* model = run.find<EventsView>()->table()->model();
        QTEST(model->headerData(EventsModel::acceptance, Qt::Horizontal).toString(), "heading");
        const bool isLossless = (*verifierNamed(round.verifier))->isLossless();
        const QString subtitle = run.window.workspace().panel("stage")->header().subtitle();
        QCOMPARE(subtitle.contains("not lossless"), !isLossless);
        auto* stop = run.find<QWidget>("stopResidual");
        QCOMPARE(stop->isEnabled(), round.traits.leavesPWithoutQ);
        QCOMPARE(stop->toolTip().contains("leaves something else"), !stop->isEnabled());
    }

    /// By what its siblings left of p, with the numbers of that.
    void aSiblingIsJudgedByWhatIsLeft_data()
    {
        QTest::addColumn<QByteArray>("verifier");
        QTest::addColumn<QByteArray>("draws");
        QTest::addColumn<QString>("words");
        QTest::newRow("multi-step") << QByteArray("speculative-sampling") << QByteArray("independent")
                                    << "min(1, R/q) = ";
        QTest::newRow("without replacement") << QByteArray("without-replacement") << QByteArray("") << "min(1, R/q) = ";
        QTest::newRow("deterministic") << QByteArray("deterministic-children") << QByteArray("deterministic")
                                       << "had R = ";
    }
    void aSiblingIsJudgedByWhatIsLeft()
    {
        QFETCH(QByteArray, verifier);
        QFETCH(QByteArray, draws);
        QFETCH(QString, words);
        RunSetup setup = setupFor(verifier, "fixed-widths");
        setup.settings.draws = draws.toStdString();
        WindowFixture run(setup);
        QVERIFY2(run.start(), qPrintable(run.lastFailed()));
        const auto* view = run.find<DistributionView>();
        int found = 0;
        for (int r = 0; r < 12 && found == 0; ++r) {
            QVERIFY(run.rounds(1));
            const RoundRecord round = run.round(r);
            for (int m = 0; m < int(round.moments.size()) && found == 0; ++m) {
                const Moment moment = round.moments[std::size_t(m)];
                if (moment.kind != MomentKind::judge || rejectedBefore(round, moment.node) < 0)
                    continue;
                run.navigation.player().goTo({0, r, m + 1});
                QVERIFY2(view->sentence().contains(words), qPrintable(view->sentence()));
                QVERIFY2(view->sentence().contains("then left of p"), qPrintable(view->sentence()));
                run.navigation.player().goTo({0, r, m}); // before it
                QVERIFY2(view->sentence().contains("is judged next, by what is left of p, "),
                         qPrintable(view->sentence()));
                ++found;
            }
            run.navigation.player().goTo(endOfRound(run.navigation.recording(), 0, r));
        }
        QVERIFY(found > 0);
    }

    void setupSaysWhichRulesAreNotLossless()
    {
        WindowFixture run(setupFor("typical", "chain"));
        const auto* verifier = test::box(run, "Verifier");
        QVERIFY(verifier);
        QCOMPARE(verifier->currentText(), "Typical acceptance (not lossless)");
        QCOMPARE(verifier->itemText(verifier->findData("block")), "Block verification");
    }

    /// The whole chain is judged from its end, and all before the one accepted come along.
    void aTokenOfABlockLeadsToTheVerdictThatBroughtIt()
    {
        WindowFixture run(setupFor("block", "chain"));
        QVERIFY(run.start());
        int looked = 0;
        for (int r = 0; r < 12 && looked == 0; ++r) {
            QVERIFY(run.rounds(1));
            const RoundRecord& round = run.round(r);
            if (round.acceptedCount() < 2)
                continue;
            ++looked;
            const int end = round.acceptedEnd();
            for (int i = 0; i < round.acceptedCount(); ++i) {
                run.navigation.player().goToToken(round.prefixLength + i);
                QCOMPARE(run.navigation.playhead().round()->moments.back(), (Moment{MomentKind::judge, end}));
            }
            const WhatIf change{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = false};
            QCOMPARE(whyWithoutEffect(change, round, run.navigation.recording().header()),
                     QStringLiteral("Draft 1 was not judged, because draft %1 behind it was accepted.").arg(end + 1));
        }
        QCOMPARE(looked, 1);
    }

    /// What is forced under typical acceptance decides, from whatever moment it is asked for.
    void aForcedVerdictOfATypicalRoundDecides()
    {
        WindowFixture run(setupFor("typical", "chain"));
        QVERIFY(run.start() && run.rounds(2));
        for (const int moment : {5, 6, 8}) { // verify, the first verdict, a later one
            run.navigation.player().goTo({0, 1, std::min(moment, int(run.round(1).moments.size()))});
            const Verdict was = run.round(1).nodes[0].verdict;
            QMenu menu;
            fillWhatIfMenu(menu, run.navigation, 0, &run.window);
            QVERIFY(!entry(menu, "Draw u"));
            QVERIFY(!entry(menu, "Draw another u"));
            QAction* const action =
                entry(menu, was == Verdict::accepted ? "Reject it whatever its p is" : "Keep it whatever its p is");
            QVERIFY(action);
            QVERIFY(run.await([&] { action->trigger(); }));
            const int branch = run.navigation.playhead().position().branch;
            QVERIFY(branch > 0);
            QVERIFY(run.rounds(1));
            const NodeRecord& node = run.round(1, branch).nodes[0];
            QVERIFY(node.forcedVerdict);
            QVERIFY2(node.verdict != was, "another one than it had");
        }
    }
};

DRAFTSCOPE_WINDOW_TEST(TestRules)
#include "test_rules.moc"
