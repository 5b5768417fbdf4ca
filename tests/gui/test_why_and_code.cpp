// SPDX-License-Identifier: MIT
// The panels Why and Code: they follow the moment, are driven by keys and clicks, and what they say is the record's.
#include <QClipboard>
#include <QPushButton>

#include "engine/explain/why.h"
#include "engine/explain/why_sentences.h"
#include "gui/language/language.h"
#include "gui/panels/code_panel.h"
#include "gui/panels/why_panel.h"
#include "tests/test_main.h"
#include "widgets/explain/code_view.h"
#include "widgets/explain/formula_view.h"
#include "widgets/words/token_text.h"
#include "widgets/words/why_words.h"
#include "window_fixture.h"

using namespace draftscope;
using test::WindowFixture;

namespace {

template <class View>
View& viewIn(WindowFixture& run, const char* panel)
{
    DockPanel& dock = *run.window.workspace().panel(panel);
    dock.show();
    dock.raise();
    test::until([&] { return dock.isInSight(); });
    QCoreApplication::processEvents();
    return *dock.findChild<View*>();
}

/// The first judgement of a run with that verdict, decoding on until there is one.
std::optional<Position> judgement(WindowFixture& run, Verdict verdict)
{
    for (int r = 0; r < 12; ++r) {
        if (r >= run.navigation.recording().roundCount(0) && !run.rounds(1))
            return std::nullopt;
        const RoundRecord& round = run.round(r);
        for (int m = 0; m < int(round.moments.size()); ++m)
            if (const Moment& moment = round.moments[std::size_t(m)];
                moment.kind == MomentKind::judge && round.nodes[std::size_t(moment.node)].verdict == verdict)
                return Position{0, r, m + 1};
    }
    return std::nullopt;
}

RunSetup treeSetup()
{
    RunSetup setup = test::quickSetup();
    setup.settings.shape = "fixed-widths";
    setup.settings.verifier = "without-replacement";
    return setup;
}

} // namespace

class TestWhyAndCode : public QObject {
    Q_OBJECT
private slots:
    void theFormulaIsThatOfTheMoment()
    {
        WindowFixture run;
        auto& view = viewIn<FormulaView>(run, "why");
        QVERIFY(!view.formula());
        QVERIFY(view.description().contains("go to the first one"));
        QVERIFY(run.start() && run.rounds(2));
        const auto at = judgement(run, Verdict::rejected);
        QVERIFY(at);
        run.navigation.player().goTo(*at);
        QCOMPARE(view.formula(), whyAt(run.navigation.recording(), *at));
        const RoundRecord& round = *run.navigation.playhead().round();
        const NodeRecord& node = round.nodes[std::size_t(round.moments.back().node)];
        const QString words = view.description();
        QVERIFY2(words.contains(quoted(run.navigation.recording(), node.token) + " is rejected: u = "),
                 qPrintable(words));
        QVERIFY2(words.contains("a = min(1, p(x) / q(x)) = min(1, " + formulaNumberText(node.p, 3) + " / "
                                + formulaNumberText(node.q, 3) + ") = " + formulaNumberText(*node.acceptance, 3)),
                 qPrintable(words));
        for (int m = 0; m <= int(run.round(at->round).moments.size()); ++m) {
            run.navigation.player().goTo({0, at->round, m});
            QCOMPARE(view.formula(), whyAt(run.navigation.recording(), run.navigation.playhead().position()));
        }
        QVERIFY(run.window.workspace().panel("why")->header().subtitle().startsWith("Commit"));
    }

    void partsAreInTheirColoursAndInSight()
    {
        WindowFixture run;
        auto& view = viewIn<FormulaView>(run, "why");
        QVERIFY(run.start() && run.rounds(1));
        const auto at = judgement(run, Verdict::rejected);
        QVERIFY(at);
        run.navigation.player().goTo(*at);
        QCoreApplication::processEvents();
        const QImage picture = view.viewport()->grab().toImage();
        QVERIFY(test::pixelsLike(picture, Theme::color(Role::target), 40) > 10);
        QVERIFY(test::pixelsLike(picture, Theme::color(Role::draft), 40) > 10);
        const FormulaLayout& layout = view.formulaLayout();
        QVERIFY(!layout.bars.empty()); // fractions are drawn
        QCOMPARE(layout.lines.size(), view.formula()->lines.size());
        for (const FormulaPiece& piece : layout.pieces) {
            QVERIFY(piece.at.x() >= 0 && piece.at.y() <= layout.height);
            const double end = piece.at.x()
                + (piece.isNumber ? tabularWidth(piece.text, piece.font)
                                  : QFontMetricsF(piece.font).horizontalAdvance(piece.text));
            QVERIFY2(end <= layout.width + 0.5, qPrintable(piece.text));
        }
        for (std::size_t i = 1; i < layout.lines.size(); ++i)
            QVERIFY(layout.lines[i].top() >= layout.lines[i - 1].bottom() - 0.5);
    }

    /// Narrow rooms break lines; nothing leaves the width as long as its parts fit.
    void narrowFormulasAreBroken()
    {
        WindowFixture run(treeSetup());
        QVERIFY(run.start() && run.rounds(3));
        const auto at = judgement(run, Verdict::rejected);
        QVERIFY(at);
        const Formula formula = *whyAt(run.navigation.recording(), *at);
        const FormulaLayout wide = layoutOf(formula, run.navigation.recording(), 1200),
                            narrow = layoutOf(formula, run.navigation.recording(), 300);
        QVERIFY(narrow.height > wide.height);
        QVERIFY(narrow.width <= 300.5);
        QCOMPARE(narrow.lines.size(), wide.lines.size());
    }

    void keysGoFromLineToLine()
    {
        WindowFixture run;
        auto& view = viewIn<FormulaView>(run, "why");
        QVERIFY(run.start() && run.rounds(1));
        const auto at = judgement(run, Verdict::accepted);
        QVERIFY(at);
        run.navigation.player().goTo(*at);
        view.setFocus(Qt::TabFocusReason);
        QCOMPARE(view.current(), 0);
        run.press(Qt::Key_Down);
        QCOMPARE(view.current(), 1);
        QVERIFY2(view.accessibleDescription().startsWith("verdict: u = "), qPrintable(view.accessibleDescription()));
        run.press(Qt::Key_Up);
        QCOMPARE(view.current(), 0);
        const Position before = run.navigation.playhead().position();
        run.press(Qt::Key_Right); // the transport's, wherever the focus is
        QVERIFY(run.navigation.playhead().position() != before);
    }

    void theLitLineFollowsTheMoment()
    {
        WindowFixture run;
        auto& view = viewIn<CodeView>(run, "code");
        auto* panel = qobject_cast<CodePanel*>(run.window.workspace().panel("code"));
        QVERIFY(view.lines().empty() && !panel->copyButton()->isEnabled());
        QVERIFY(run.start() && run.rounds(2));
        QCOMPARE(panel->header().subtitle(), QString("Speculative sampling, chain · a click goes there"));
        const RoundRecord& round = run.round(1);
        const std::map<MomentKind, QString> expected = {{MomentKind::draft, "draft += [sample(q[i])]"},
                                                        {MomentKind::verify, "p = target(text, draft)"},
                                                        {MomentKind::judge, "if random() >= a:"},
                                                        {MomentKind::residual, "text += [sample(rest / sum(rest))]"},
                                                        {MomentKind::bonus, "text += [sample(p[len(draft)])]"},
                                                        {MomentKind::commit, "roll_back(cache, len(text))"}};
        for (int m = 1; m <= int(round.moments.size()); ++m) {
            run.navigation.player().goTo({0, 1, m});
            QVERIFY(view.litLine() >= 0);
            const std::string_view text = view.lines()[std::size_t(view.litLine())].text;
            const QString shown = QString::fromUtf8(text.data(), qsizetype(text.size())).trimmed();
            QCOMPARE(shown, expected.at(round.moments[std::size_t(m - 1)].kind));
            QVERIFY(view.viewport()->rect().contains(view.lineRect(view.litLine()).toRect()));
        }
    }

    void aClickGoesToTheNextMomentThatRunsALine()
    {
        WindowFixture run;
        auto& view = viewIn<CodeView>(run, "code");
        QVERIFY(run.start() && run.rounds(4));
        const auto at = judgement(run, Verdict::rejected);
        QVERIFY(at);
        run.navigation.player().goTo({0, 0, 1});
        const auto lineOf = [&](std::string_view code) {
            const auto& lines = view.lines();
            const auto found = std::ranges::find_if(
                lines, [&](const ShownLine& line) { return line.text.find(code) != std::string_view::npos; });
            return int(found - lines.begin());
        };
        const int residual = lineOf("rest = maximum(0, p[i] - q[i])");
        test::click(view.viewport(), view.lineRect(residual).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), (Position{0, at->round, at->moment + 1}));
        QCOMPARE(run.navigation.playhead().round()->moments.back().kind, MomentKind::residual);
        // With the keys: the line that lit up last, two up is the test; Enter goes to the next one that is judged.
        view.setFocus(Qt::TabFocusReason);
        while (view.current() > lineOf("if random()"))
            run.press(Qt::Key_Up);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.playhead().round()->moments.back().kind, MomentKind::judge);
        QVERIFY(run.navigation.playhead().position().round > at->round);
        run.navigation.player().goTo(run.navigation.recording().end(0));
        test::click(view.viewport(), view.lineRect(residual).center().toPoint());
        QVERIFY2(run.lastSaid().startsWith("No moment that is recorded"), qPrintable(run.lastSaid()));
    }

    void copyAsPython()
    {
        WindowFixture run;
        viewIn<CodeView>(run, "code");
        auto* panel = qobject_cast<CodePanel*>(run.window.workspace().panel("code"));
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.player().goTo({0, 1, 2});
        QApplication::clipboard()->clear();
        panel->copyButton()->setFocus();
        test::click(panel->copyButton(), panel->copyButton()->rect().center());
        const QString script = QApplication::clipboard()->text();
        QVERIFY(script.startsWith("#!/usr/bin/env python3\n# Round 2 of branch 0: speculative-sampling, a chain"));
        QVERIFY(script.contains("import numpy as np") && script.contains("rest = maximum(0, p[i] - q[i])"));
        QVERIFY2(run.lastSaid().contains("round 2"), qPrintable(run.lastSaid()));
        run.navigation.player().goTo(run.navigation.recording().end(0));
        QVERIFY(run.rounds(1));
        run.navigation.player().goTo({0, 2, 1});
        const RoundRecord unfinished = atMoment(run.round(2), 1);
        QVERIFY(!unfinished.isFinished() && run.round(2).isFinished()); // what is recorded counts, not what is shown
        test::click(panel->copyButton(), panel->copyButton()->rect().center());
        QVERIFY(QApplication::clipboard()->text().contains("# Round 3 of branch 0"));
    }

    void treesHaveTheirListing()
    {
        WindowFixture run(treeSetup());
        auto& view = viewIn<CodeView>(run, "code");
        QVERIFY2(run.start(), qPrintable(run.lastFailed()));
        QVERIFY(run.rounds(1));
        QVERIFY(view.description().contains("for child in children[node]:"));
        QVERIFY(view.description().contains("d = without(d, x)"));
        QCOMPARE(run.window.workspace().panel("code")->header().subtitle(),
                 QString("Without replacement, tree · a click goes there"));
        auto& why = viewIn<FormulaView>(run, "why");
        run.navigation.player().goTo({0, 0, 1});
        QVERIFY2(why.description().startsWith("Level 1 of the tree: "), qPrintable(why.description()));
    }

    void theySpeakGerman()
    {
        WindowFixture run;
        auto& view = viewIn<FormulaView>(run, "why");
        QVERIFY(run.start() && run.rounds(1));
        const auto at = judgement(run, Verdict::rejected);
        run.navigation.player().goTo(*at);
        setLanguage(Language::german);
        QCoreApplication::processEvents();
        const QString german = view.description();
        setLanguage(Language::english);
        QVERIFY2(german.contains("ist verworfen: u = 0,"), qPrintable(german));
        QVERIFY2(german.contains("Akzeptanz: a = min(1, "), qPrintable(german));
        QCoreApplication::processEvents();
        QVERIFY(view.description().contains("is rejected: u = 0."));
    }

    /// Each sentence of the engine stands in the window's list once, and nothing else does.
    void allSentencesAreTranslated()
    {
        QStringList engine, window;
        for (const std::string_view sentence : why::allWhySentences())
            engine << QString::fromUtf8(sentence.data(), qsizetype(sentence.size()));
        for (const std::string_view words : allCodeWords())
            engine << QString::fromUtf8(words.data(), qsizetype(words.size()));
        for (const char* sentence : translatedWhySentences())
            window << QString::fromUtf8(sentence);
        engine.removeDuplicates();
        window.removeDuplicates();
        engine.sort();
        window.sort();
        QCOMPARE(window, engine);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestWhyAndCode)
#include "test_why_and_code.moc"
