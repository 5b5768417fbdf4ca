// SPDX-License-Identifier: MIT
// A trace of draft trees in the window: every panel says what is true of trees, and the keys and clicks of the tree
// lead where those of the chain do.
#include <QAbstractItemModel>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include "engine/trace/trace_file.h"
#include "gui/panels/what_if_menu.h"
#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "tests/widgets/sample_recording.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"
#include "widgets/text/events_view.h"
#include "widgets/text/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// A window that shows a recording, as a trace of it.
struct Opened : WindowFixture {
    explicit Opened(const Recording& recording, QSize size = {1280, 800}) : WindowFixture(test::quickSetup(), size)
    {
        const auto path = (folder.path() + "/trees.jsonl").toStdString();
        isThere = saveTrace(path, recording).has_value();
        navigation.starter().openTrace(path);
        isThere = isThere && until([this] { return navigation.run().isThere(); });
    }
    /// Moments count as in Position::moment.
    void goTo(int round, int moment)
    {
        navigation.player().goTo({0, round, moment});
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QString sentence() const { return find<DistributionView>()->sentence(); }
    [[nodiscard]] QString headerOf(const char* panel) const
    {
        return window.workspace().panel(QString::fromLatin1(panel))->header().subtitle();
    }

    QTemporaryDir folder;
    bool isThere = false;
};

} // namespace

class TestTrees : public QObject {
    Q_OBJECT

private slots:
    void theViewFollowsTheRun()
    {
        Opened trees(sample::treeRecording());
        QVERIFY(trees.isThere);
        for (const int round : {0, 1, 2, 3}) { // the last is a chain by chance
            trees.goTo(round, 5);
            QVERIFY(trees.find<TreeView>()->isVisible() && !trees.find<StageView>()->isVisible());
        }
        QCOMPARE(trees.headerOf("stage"), "3 drafts, one target pass");
        trees.goTo(0, 13);
        QCOMPARE(trees.headerOf("stage"), "15 drafts in 4 levels, one target pass");
        trees.goTo(2, 3);
        QCOMPARE(trees.headerOf("stage"), "12 drafts in 3 levels, one target pass");
        trees.goTo(2, 4);
        QCOMPARE(trees.headerOf("stage"), "12 drafts in 3 levels, 5 pruned, one target pass");

        Opened chains(sample::recording());
        QVERIFY(chains.isThere);
        chains.goTo(0, 9);
        QVERIFY(!chains.find<TreeView>()->isVisible() && chains.find<StageView>()->isVisible());
        QCOMPARE(chains.headerOf("stage"), "6 drafts, one target pass");
    }

    void aCopyIsCalledOne()
    {
        const Recording drafted = sample::recording();
        Recording copied(drafted.header());
        RoundRecord round = drafted.round(0, 0);
        round.copied = true;
        copied.put(0, round);
        copied.put(0, drafted.round(0, 1));
        Opened run(copied);
        QVERIFY(run.isThere);
        run.goTo(0, 9);
        QCOMPARE(run.headerOf("stage"), "6 drafts, copied from the text, one target pass");
        run.goTo(1, 3);
        QCOMPARE(run.headerOf("stage"), "2 drafts, one target pass");
    }

    void aRunIsOneOfTreesFromItsFirstTreeOn()
    {
        const Recording all = sample::treeRecording();
        Recording growing(all.header());
        RunShape shape;
        RoundRecord chain = sample::chainOfTrees(0, 8, sample::treeTo);
        growing.put(0, chain);
        QVERIFY(!shape.draftsTrees(growing, 0));
        const int length = chain.prefixLength + int(chain.committed.size());
        const RoundRecord tree = sample::fifteenNodes(1, length);
        RoundRecord begun = atMoment(tree, 1);
        begun.nodes.resize(1);
        growing.put(0, begun); // not known yet
        QVERIFY(!shape.draftsTrees(growing, 0));
        growing.put(0, atMoment(tree, 2));
        QVERIFY(shape.draftsTrees(growing, 0));
    }

    void clicksAndKeysLeadTheDistribution()
    {
        Opened run(sample::treeRecording());
        QVERIFY(run.isThere);
        run.goTo(0, 13);
        auto* tree = run.find<TreeView>();
        const auto click = [&](int item) {
            const QPointF offset(tree->horizontalScrollBar()->value(), tree->verticalScrollBar()->value());
            test::click(tree->viewport(), (tree->treeLayout().rectOf(item).center() - offset).toPoint());
        };
        click(4);
        QCOMPARE(run.navigation.playhead().selection().context(), 1);
        QCOMPARE(run.navigation.playhead().selection().nodeInQuestion(), 4);
        QVERIFY(run.find<DistributionView>()->subtitle().contains("after “play”"));
        click(14);
        QCOMPARE(run.navigation.playhead().selection().context(), 11);
        QVERIFY(run.find<DistributionView>()->subtitle().contains("after “the”"));
        click(15);
        QCOMPARE(run.navigation.playhead().selection().context(), 13);
        click(4);
        QVERIFY(tree->hasFocus());
        run.press(Qt::Key_Right, Qt::ControlModifier); // her
        QCOMPARE(run.navigation.playhead().selection().context(), 1);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.playhead().selection().context(), 5);
        QCOMPARE(run.navigation.playhead().selection().nodeInQuestion(), 8);
        run.press(Qt::Key_Left); // the transport's keys are the same as everywhere
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 12}));
        QCOMPARE(tree->selectedItem(), -1);
        run.goTo(0, 8); // with has been judged
        QCOMPARE(run.navigation.playhead().selection().nodeInQuestion(), 4);
        run.goTo(0, 9);
        run.navigation.decode().playhead().selection().selectContext(1);
        QCOMPARE(run.navigation.playhead().selection().nodeInQuestion(), 4); // judged last of those there
    }

    void sentencesAreTrueOfSiblings_data()
    {
        QTest::addColumn<int>("round");
        QTest::addColumn<int>("moment");
        QTest::addColumn<int>("context");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("drafted")
            << 0 << 2 << 1
            << "The draft proposed “in” (q 0.36), “with” (q 0.30) and “outside” (q 0.11). The target "
               "has not seen them yet.";
        QTest::newRow("verified")
            << 0 << 5 << 1
            << "“in”, “with” and “outside” were proposed; they are judged in this order, until one "
               "is accepted.";
        QTest::newRow("rejected")
            << 0 << 7 << 1 << "“in” had min(1, p/q) = 0.56 and u = 0.80, so it is rejected. “with” is judged next.";
        QTest::newRow("its sibling")
            << 0 << 8 << 1
            << "“in” had min(1, p/q) = 0.56 and u = 0.80, so it is rejected. By what is then left of p, “with” had an "
               "acceptance of 0.97 and u = 0.44, so it is accepted. What was drafted beside it is not judged any more.";
        QTest::newRow("passed by, one draft")
            << 0 << 8 << 2 << "“to” was proposed, but the accepted path does not lead to it, so it is not judged.";
        const QString bothRejected = QStringLiteral("“dog” had min(1, p/q) = 0.40 and u = 0.90, so it is rejected. By "
                                                    "what is then left of p, “🦊🌲” had an "
                                                    "acceptance of 0.25 and u = 0.60, so it is rejected. ");
        QTest::newRow("none accepted") << 2 << 8 << 0
                                       << bothRejected
                + QStringLiteral("None is accepted, so the "
                                 "next token is drawn from what is left of p: “café”.");
        QTest::newRow("none accepted, not drawn yet") << 2 << 6 << 0
                                                      << bothRejected
                + QStringLiteral("None is accepted, so the "
                                 "next token will be drawn from what is left of p.");
        QTest::newRow("behind a pruned one")
            << 2 << 4 << 3 << "“her” was proposed, and pruned: the target has not seen it.";
        QTest::newRow("after a pruned one without drafts")
            << 2 << 4 << 8 << "“her” was pruned: the target has not seen it.";
        QTest::newRow("a leaf that the path passed by")
            << 0 << 13 << 6 << "Nothing is drawn here, because the accepted path does not lead here.";
        QTest::newRow("the bonus")
            << 0 << 13 << 13
            << "The accepted path has no drafts behind it, so one more token comes free, drawn from p: “in”.";
        QTest::newRow("many rejections")
            << 1 << 18 << 47
            << "“␣␣␣”, “<b>&” and “café” are rejected. By what is then left of p, “a” had an acceptance of 0.20 and u "
               "= "
               "0.85, so it is rejected. None is accepted, so the next token is drawn from what is left of p: "
               "“Donaudampfschifffahrtselektrizitätenhauptbetriebswerk”.";
    }

    void sentencesAreTrueOfSiblings()
    {
        QFETCH(int, round);
        QFETCH(int, moment);
        QFETCH(int, context);
        Opened run(sample::treeRecording());
        QVERIFY(run.isThere);
        run.goTo(round, moment);
        run.navigation.decode().playhead().selection().selectContext(context);
        QTEST(run.sentence(), "sentence");
    }

    void greedySiblingsAreJudgedByTheLikeliestToken()
    {
        RoundRecord round = sample::fifteenNodes(0, 8);
        test::judgeBy(round, "greedy");
        round.sampler.greedy = true;
        Recording recording(sample::treeRecording().header());
        for (TokenId token = 0; token < sample::treeWordCount; ++token)
            recording.addToken(token, sample::textOf(token));
        recording.put(0, round);
        Opened run(recording);
        QVERIFY(run.isThere);
        run.goTo(0, 8);
        run.navigation.decode().playhead().selection().selectContext(1);
        QCOMPARE(run.sentence(),
                 "“in” is rejected. “with” is the target's likeliest token, so it is accepted. What was "
                 "drafted beside it is not judged any more.");
        run.goTo(0, 5);
        run.navigation.decode().playhead().selection().selectContext(1);
        QCOMPARE(run.sentence(),
                 "“in”, “with” and “outside” were proposed; the one that is the target's likeliest token "
                 "will be accepted, if it is there.");
    }

    /// Typical acceptance compares p with a threshold, on all paths, and keeps the longest.
    void thresholdsAreToldAsSuch()
    {
        RoundRecord round = sample::fifteenNodes(0, 8);
        test::judgeBy(round, "typical");
        const auto judged = [&round](int node, double threshold, Verdict verdict) {
            NodeRecord& record = round.nodes[std::size_t(node)];
            record.acceptance = record.p;
            record.u = threshold;
            record.verdict = verdict;
            if (std::ranges::count(round.moments, Moment{MomentKind::judge, node}) == 0)
                round.moments.insert(round.moments.end() - 2, {MomentKind::judge, node});
        };
        judged(1, 0.09, Verdict::rejected); // go, above the threshold, beside the path
        judged(2, 0.11, Verdict::rejected); // sing, which is not
        judged(6, 0.09, Verdict::rejected);
        judged(0, 0.09, Verdict::accepted);
        Recording recording(sample::treeRecording().header());
        for (TokenId token = 0; token < sample::treeWordCount; ++token)
            recording.addToken(token, sample::textOf(token));
        recording.put(0, round);
        Opened run(recording);
        QVERIFY(run.isThere);
        run.goTo(0, int(round.moments.size()));
        run.navigation.decode().playhead().selection().selectContext(0);
        QCOMPARE(
            run.sentence(),
            "“go” is rejected. “play” had p = 0.38, above the threshold of 0.09, so it is accepted. “sing” had p = "
            "0.10, not above the threshold of 0.11, so it is rejected.");
        run.navigation.decode().playhead().selection().selectContext(2);
        QCOMPARE(run.sentence(),
                 "“to” had p = 0.66, above the threshold of 0.09, but another path is longer or likelier, so "
                 "it is rejected.");
    }

    /// A person wanted a token below the threshold, and it is not on the longest path all the same.
    void whatWasKeptIsNotSaidToBeRejectedByWhoeverKeptIt()
    {
        RoundRecord round = sample::fifteenNodes(0, 8);
        test::judgeBy(round, "typical");
        NodeRecord& node = round.nodes[6];
        node.acceptance = node.p;
        node.u = 0.9;
        node.verdict = Verdict::rejected;
        node.forcedVerdict = true;
        round.moments.insert(round.moments.end() - 2, {MomentKind::judge, 6});
        Recording recording(sample::treeRecording().header());
        for (TokenId token = 0; token < sample::treeWordCount; ++token)
            recording.addToken(token, sample::textOf(token));
        for (const bool keep : {true, false}) {
            round.overrides = {{OverrideRecord::Kind::verdict, 6, keep ? 1.0 : 0.0}};
            Recording one = recording;
            one.put(0, round);
            Opened run(one);
            QVERIFY(run.isThere);
            run.goTo(0, int(round.moments.size()));
            run.navigation.decode().playhead().selection().selectContext(2);
            QCOMPARE(
                run.sentence(),
                keep ? "“to” had p = 0.66, not above the threshold of 0.90; it was kept by you, but another path is "
                       "longer or likelier, so it is rejected."
                     : "“to” had p = 0.66, not above the threshold of 0.90; it is rejected because you forced it.");
        }
    }

    void theTextShowsThePathOnly()
    {
        Opened run(sample::treeRecording());
        QVERIFY(run.isThere);
        run.goTo(0, 7);
        QVERIFY(run.find<TextView>()->isVisible());
        std::vector<TokenId> tokens;
        for (const NodeRecord& node : draftsBehindText(*run.navigation.playhead().round()))
            tokens.push_back(node.token);
        QCOMPARE(tokens, (std::vector<TokenId>{sample::play, sample::in}));
        const QImage image = run.find<TextView>()->viewport()->grab().toImage();
        const auto ground = [&](Role role) { return test::pixelsLike(image, Theme::tint(role, 0.13), 3); };
        QVERIFY(ground(Role::rejected) > 100);
        QVERIFY(ground(Role::accepted) > 100);
        QVERIFY2(ground(Role::draft) == 0, "thirteen others are not behind the text");
    }

    void aFormulaOfChainsIsNotForTrees()
    {
        Opened trees(sample::treeRecording());
        QVERIFY(trees.isThere);
        trees.goTo(0, 13);
        QCOMPARE(trees.headerOf("tokens-per-step"), "mean 5.00 measured");
        Opened chains(sample::recording());
        QVERIFY(chains.isThere);
        chains.goTo(0, 14);
        QVERIFY(chains.headerOf("tokens-per-step").contains("expected"));
    }

    void eventsNameLevelsAndEveryDraft()
    {
        Opened run(sample::treeRecording());
        QVERIFY(run.isThere);
        run.window.workspace().panel("events")->raise();
        run.goTo(0, 13);
        const QAbstractItemModel& model = *run.find<EventsView>()->table()->model();
        const auto row = [&](int number) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column)
                cells << model.index(number, column).data().toString();
            return cells.join(" | ");
        };
        QVERIFY(until([&] { return model.rowCount() > 12; }));
        QCOMPARE(row(0), "1 | Level 1 | ␣play · ␣go · ␣sing |  |  |  |  | 3 drafted");
        QCOMPARE(row(4), "1 | Verify |  |  |  |  |  | target pass over 16 rows");
        QCOMPARE(row(7), "1 | Judge 5 | ␣with | 0.520 | 0.300 | 0.970 | 0.440 | ✓ accepted");
        QCOMPARE(model.headerData(EventsModel::acceptance, Qt::Horizontal).toString(), "acceptance");
        QCOMPARE(row(13 + 19 + 3), "3 | Verify |  |  |  |  |  | target pass over 8 rows, 5 drafts pruned");
    }

    void whatIfMenusKnowTheTree()
    {
        Opened run(sample::treeRecording());
        QVERIFY(run.isThere);
        const auto menuOf = [&](int node) {
            QMenu menu;
            fillWhatIfMenu(menu, run.navigation, node, &run.window);
            QStringList words;
            for (const QAction* action : menu.actions())
                words << action->text();
            if (const QAction* tokens = test::entry(menu, "Draft another token"))
                for (const QAction* token : tokens->menu()->actions())
                    words << token->text();
            return words.join('\n');
        };
        run.goTo(0, 8); // with is accepted
        QVERIFY(menuOf(8).contains("Accept it"));
        QVERIFY(menuOf(4).contains("Reject it"));
        QVERIFY2(!menuOf(5).contains("Accept it"), "outside is not judged, as with is accepted");
        QVERIFY2(!menuOf(6).contains("Accept it"), "what follows go is not judged");
        QVERIFY(menuOf(4).contains("“and”") && !menuOf(4).contains("“outside”"));
        run.goTo(2, 4);
        QVERIFY2(!menuOf(2).contains("Accept it"), "it was pruned");
        run.goTo(0, 2); // two levels; a third is to come
        QCOMPARE(nextNode(run.navigation), 7);
        QVERIFY(!menuOf(7).isEmpty() && menuOf(8).isEmpty());
        run.goTo(0, 5);
        QCOMPARE(nextNode(run.navigation), -1);
    }

    void changesTakeEffectWithTheirLevel()
    {
        Recording recording = sample::treeRecording();
        const RoundRecord& round = recording.round(0, 0);
        const auto place = [&](OverrideRecord::Kind kind, int node, int shown) {
            return placeOf({.kind = kind, .node = node}, recording, {0, 0, shown}).moment;
        };
        QCOMPARE(place(OverrideRecord::Kind::token, 5, 13), 1); // drafted in the second moment
        QCOMPARE(place(OverrideRecord::Kind::token, 14, 13), 3);
        QCOMPARE(place(OverrideRecord::Kind::token, 14, 2), 2); // is to come
        QCOMPARE(place(OverrideRecord::Kind::u, 4, 13), 7);
        QCOMPARE(place(OverrideRecord::Kind::verdict, 13, 12), 12); // never judged
        QVERIFY(hasTakenEffect({.kind = OverrideRecord::Kind::token, .node = 5}, round));
        QVERIFY(!hasTakenEffect({.kind = OverrideRecord::Kind::token, .node = 7}, atMoment(round, 2)));
        const auto why = [&](int number, int node) {
            return whyWithoutEffect({.kind = OverrideRecord::Kind::verdict, .node = node}, recording.round(0, number),
                                    recording.header());
        };
        QCOMPARE(why(0, 5), "Draft 6 was not judged, because draft 5 was accepted.");
        QCOMPARE(why(0, 14), "Draft 15 was not judged, because draft 1 was accepted.");
        QCOMPARE(why(0, 7), "Draft 8 was not judged, because draft 4 was rejected.");
        QCOMPARE(why(2, 2), "Draft 3 was not judged, because it was pruned.");
        QCOMPARE(whyWithoutEffect({.kind = OverrideRecord::Kind::token, .node = 40}, round, recording.header()),
                 "Draft 41 was not drafted: the round has 15 drafts.");
    }

    void theTreesMenuZooms()
    {
        Opened run(sample::treeRecording());
        QVERIFY(run.isThere);
        run.goTo(1, 19);
        auto* tree = run.find<TreeView>();
        QMenu* menu = nullptr;
        for (auto* button : run.window.findChildren<QToolButton*>("corner"))
            if (button->accessibleName().startsWith("Round: how it is drawn"))
                menu = button->menu();
        QVERIFY(menu);
        const double scale = tree->treeLayout().scale;
        test::entry(*menu, "Larger")->trigger();
        QVERIFY(tree->treeLayout().scale > scale);
        QAction* all = test::entry(*menu, "All of it");
        all->trigger();
        QVERIFY(all->isChecked() && tree->zoom().kind == TreeZoom::Kind::whole);
        test::entry(*menu, "Smaller")->trigger();
        QVERIFY(!all->isChecked());
        test::entry(*menu, "Large enough")->trigger();
        QCOMPARE(tree->treeLayout().scale, scale);
        test::entry(*menu, "Follow")->trigger();
        QVERIFY(!tree->isFollowing());
    }

    void stopsNameWhatIsTrueOfATree()
    {
        Opened run(sample::treeRecording());
        QVERIFY(run.isThere);
        run.goTo(0, 0);
        run.navigation.player().transport().setStopConditions({.onAllAccepted = true});
        run.navigation.player().continueToStop();
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 12}));
        QCOMPARE(run.navigation.status().text(), "Stopped: 4 draft tokens were accepted, all of a path.");
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTrees)
#include "test_trees.moc"
