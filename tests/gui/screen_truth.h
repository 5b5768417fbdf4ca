// SPDX-License-Identifier: MIT
// Reads every sentence that a window shows and compares it with the recording and the position, by other ways than the
// window's own.
#pragma once

#include <map>
#include <tuple>

#include <QAbstractButton>
#include <QLabel>
#include <QRegularExpression>

#include "engine/trace/trace_file.h"
#include "gui/panels/dock_panel.h"
#include "gui/step/setup_bar.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/words/token_text.h"
#include "window_fixture.h"

namespace draftscope::test {

class ScreenTruth {
public:
    explicit ScreenTruth(const WindowFixture& run, QString folder = {})
        : m_run(run), m_navigation(run.navigation), m_recording(run.navigation.recording()), m_folder(std::move(folder))
    {
    }

    [[nodiscard]] QString sentence() const { return m_run.find<QLabel>("sentence")->text(); }

    /// The first thing on screen that is false, with what is true; empty if all is true.
    [[nodiscard]] QString whatIsFalse() const
    {
        QCoreApplication::processEvents();
        if (const QString title = m_run.window.windowTitle(); title != trueTitle())
            return QStringLiteral("title: “%1” instead of “%2”").arg(title, trueTitle());
        if (m_run.window.isWindowModified() != m_navigation.run().changes().areUnsaved())
            return QStringLiteral("title: the mark for what is not saved");
        if (const QString where = m_run.find<QLabel>("where")->text(); where != trueWhere())
            return QStringLiteral("where: “%1” instead of “%2”").arg(where, trueWhere());
        if (!isTrue(sentence()))
            return QStringLiteral("status line: “%1” at %2").arg(sentence(), trueWhere());
        for (const QString& problem : {brokenPromise(), falsePanel(), falseMetric(), falseNote(), falseDistribution()})
            if (!problem.isEmpty())
                return problem;
        return {};
    }

private:
    [[nodiscard]] QString trueTitle() const
    {
        const TraceHeader& header = m_recording.header();
        const QString models =
            QString::fromStdString(header.draft ? header.target.name + " + " + header.draft->name : header.target.name);
        const auto& trace = m_navigation.starter().trace();
        return !m_navigation.run().isThere()
            ? QStringLiteral("Draftscope")
            : (trace.empty() ? models : QString::fromStdString(trace.filename().string()))
                + QStringLiteral("[*] – Draftscope");
    }
    [[nodiscard]] Position at() const { return m_navigation.playhead().position(); }
    [[nodiscard]] RoundRecord shown() const
    {
        return at().moment > 0 ? atMoment(m_recording.round(at().branch, at().round), at().moment) : RoundRecord();
    }
    [[nodiscard]] bool isAtEnd() const { return at() == m_recording.end(at().branch); }
    /// The first round that has not begun, from 1.
    [[nodiscard]] int nextRound() const { return at().round + (at().moment > 0 ? 2 : 1); }
    [[nodiscard]] int generated() const
    {
        int count = 0;
        for (const CommittedToken& token : m_navigation.playhead().text())
            count += token.source != TokenSource::prompt;
        return count;
    }

    [[nodiscard]] QString trueWhere() const
    {
        if (!m_navigation.run().isThere())
            return {};
        QString where = QStringLiteral("Before round %1").arg(at().round + 1);
        if (at().moment > 0) {
            const RoundRecord round = shown();
            const Moment now = round.moments.back();
            const int number = now.node + 1;
            const QString names[] = {QStringLiteral("Draft %1").arg(number),
                                     round.nodes.empty() ? "Target pass" : "Verify",
                                     QStringLiteral("Judge %1").arg(number),
                                     "Residual",
                                     "Bonus",
                                     "Draw",
                                     "Commit"};
            where = QStringLiteral("Round %1 · %2").arg(at().round + 1).arg(names[int(now.kind)]);
        }
        if (m_recording.branches().size() > 1)
            where += QStringLiteral(" · branch %1").arg(at().branch);
        if (const std::string& fault = m_recording.header().fault; !fault.empty())
            where += QStringLiteral(" · broken on purpose (%1), not lossless").arg(QString::fromStdString(fault));
        return where;
    }

    /// Every sentence has its test here; one without is false.
    [[nodiscard]] bool isTrue(const QString& said) const
    {
        if (said.isEmpty())
            return true;
        if (m_navigation.player().activity() == Player::Activity::playing && !said.startsWith("Saved")
            && !said.startsWith("A trace") && !said.contains("tops "))
            return false; // about a moment, and moments go by
        const auto match = [&said](const char* pattern) { return QRegularExpression(pattern).match(said); };
        const RoundRecord round = shown();
        if (const auto m = match("^Stopped: \"(.*)\" was rejected\\.$"); m.hasMatch())
            return round.moments.back().kind == MomentKind::judge
                && round.nodes[std::size_t(round.moments.back().node)].verdict == Verdict::rejected
                && trimmed(round.nodes[std::size_t(round.moments.back().node)].token) == m.captured(1);
        if (const auto m = match("^Stopped: all (\\d+) draft tokens were accepted\\.$"); m.hasMatch())
            return round.moments.back().kind == MomentKind::bonus && round.acceptedCount() == m.captured(1).toInt();
        if (match("^Stopped: the text ended\\.$|^The text has ended\\.$").hasMatch())
            return isAtEnd() && round.endOfText;
        if (const auto m = match("^All (\\d+) tokens asked for are there\\.$"); m.hasMatch())
            return isAtEnd() && generated() == m.captured(1).toInt();
        if (match("^This is where the trace ends\\.").hasMatch())
            return isAtEnd() && !m_navigation.run().computation().canCompute();
        if (const auto m = match("^A trace with (\\d+) rounds: "); m.hasMatch())
            return !m_navigation.run().computation().canCompute() && m_recording.roundCount(0) == m.captured(1).toInt();
        if (const auto m = match("^Saved (.*): (\\d+) (rounds|branches)\\.$"); m.hasMatch()) {
            const auto saved = loadTrace((m_folder + '/' + m.captured(1)).toStdString());
            const int count = m.captured(2).toInt();
            return saved
                && (m.captured(3) == "rounds" ? saved->recording.roundCount(0)
                                              : int(saved->recording.branches().size()))
                == count;
        }
        if (match("^This round is finished: F10").hasMatch())
            return round.isFinished() && !(isAtEnd() && hasNoMoreRounds(round));
        if (said == "Loading was cancelled.")
            return m_navigation.player().activity() != Player::Activity::loading;
        if (match("^Click a token in the text or a draft on the stage first").hasMatch())
            return !m_navigation.playhead().selection().tokenInHand();
        if (const auto m = match("^(Stops when|No longer stops at) “(.*)”( is committed)?\\.$"); m.hasMatch())
            return stopsAt(m.captured(2)) == m.captured(1).startsWith("Stops");
        if (const auto m = match("^Draft (\\d+) was not judged, because draft (\\d+) was rejected\\.$"); m.hasMatch())
            return round.nodes[std::size_t(m.captured(1).toInt() - 1)].verdict == Verdict::notJudged
                && round.nodes[std::size_t(m.captured(2).toInt() - 1)].verdict == Verdict::rejected;
        if (const auto m = match("^From round (\\d+) on: (.*)\\.$"); m.hasMatch())
            return m.captured(1).toInt() == nextRound() && isInForce(m.captured(2), nextRound());
        if (const auto m = match("^In round (\\d+): (.*)\\.$"); m.hasMatch())
            return m.captured(1).toInt() == at().round + 1 && isMade(m.captured(2), round);
        if (const auto m = match("^Branch (\\d+) begins here: (.*?)\\. Branch (\\d+) stays\\.( Kept from it: "
                                 "(.*?)\\.)?( Not kept, .*)?$");
            m.hasMatch()) {
            const BranchRecord& branch = m_recording.branches()[std::size_t(at().branch)];
            const bool isHere = branch.branch == m.captured(1).toInt() && branch.parent == m.captured(3).toInt()
                && isAtEnd() && (at().round == branch.forkRound || at().round + 1 == branch.forkRound);
            const int first = branch.forkRound + (branch.forkMoment > 0 ? 2 : 1);
            const auto saysTrue = [&](const QString& words) {
                const auto from = QRegularExpression("^(.*) from round (\\d+) on$").match(words);
                return from.hasMatch() ? from.captured(2).toInt() == first && isInForce(from.captured(1), first)
                                       : words.isEmpty() || isMade(words, round);
            };
            const bool isOfSettings = m.captured(5).endsWith(" on"); // what is kept of nodes is still to come
            return isHere && saysTrue(m.captured(2)) && (!isOfSettings || saysTrue(m.captured(5)));
        }
        return false;
    }

    /// After the last round recorded.
    [[nodiscard]] bool hasNoMoreRounds(const RoundRecord& last) const
    {
        return !m_navigation.run().computation().canCompute() || last.endOfText
            || generated() >= m_navigation.run().setup().settings.maxTokens;
    }
    [[nodiscard]] QString trimmed(TokenId token) const { return tokenText(m_recording, token).trimmed(); }
    [[nodiscard]] bool stopsAt(const QString& word) const
    {
        for (const TokenId token : m_navigation.player().transport().stopConditions().tokens)
            if (trimmed(token) == word)
                return true;
        return false;
    }
    /// "temperature 1.90", "K = 2": what the round has, from 1, where it has begun. Until then the window has to agree
    /// with itself, and is taken at its word.
    [[nodiscard]] bool isInForce(const QString& words, int round) const
    {
        const bool hasBegun = round <= m_recording.roundCount(at().branch);
        const auto now = m_navigation.whatIfs().inForce();
        Settings promised;
        for (const QString& word : words.split(", ")) {
            if (word.startsWith("K = "))
                promised.draftLength = word.mid(4).toInt();
            if (word.startsWith("temperature "))
                promised.temperature = word.mid(12).toDouble();
        }
        if (hasBegun)
            return holds(promised, m_recording.round(at().branch, round - 1));
        if (promised.draftLength.value_or(now.draftLength) != now.draftLength
            || promised.temperature.value_or(now.sampler.temperature) != now.sampler.temperature)
            return false;
        Settings& known = m_promised[{m_navigation.run().number(), at().branch, round}];
        if (promised.draftLength)
            known.draftLength = promised.draftLength;
        if (promised.temperature)
            known.temperature = promised.temperature;
        return true;
    }
    struct Settings {
        std::optional<int> draftLength;
        std::optional<double> temperature;
    };
    [[nodiscard]] static bool holds(const Settings& promised, const RoundRecord& round)
    {
        return promised.draftLength.value_or(round.draftLength) == round.draftLength
            && promised.temperature.value_or(round.sampler.temperature) == round.sampler.temperature;
    }
    /// Of the round from 1: as recorded; before it has begun as promised, else as in the round before it.
    [[nodiscard]] Settings settingsOf(int round) const
    {
        const int branch = at().branch, begun = std::min(round, m_recording.roundCount(branch));
        Settings settings{m_recording.header().draftLength, m_recording.header().sampler.temperature};
        if (begun > 0)
            settings = {m_recording.round(branch, begun - 1).draftLength,
                        m_recording.round(branch, begun - 1).sampler.temperature};
        const auto promised = m_promised.find({m_navigation.run().number(), branch, round});
        if (begun < round && promised != m_promised.end()) {
            settings.draftLength = promised->second.draftLength ? promised->second.draftLength : settings.draftLength;
            settings.temperature = promised->second.temperature ? promised->second.temperature : settings.temperature;
        }
        return settings;
    }
    /// A round that has begun without what was promised for it.
    [[nodiscard]] QString brokenPromise() const
    {
        for (const auto& [where, promised] : m_promised) {
            const auto [run, branch, round] = where;
            if (run == m_navigation.run().number() && round <= m_recording.roundCount(branch)
                && !holds(promised, m_recording.round(branch, round - 1)))
                return QStringLiteral("round %1 of branch %2 is not what was said of it").arg(round).arg(branch);
        }
        return {};
    }
    /// "u = 0.25 at draft 1", "“dog” as draft 2", "draft 1 rejected": that is what the round shows.
    [[nodiscard]] bool isMade(const QString& words, const RoundRecord& round) const
    {
        const auto match = [&](const char* pattern) { return QRegularExpression(pattern).match(words); };
        const auto node = [&](const QString& number) { return round.nodes.at(std::size_t(number.toInt() - 1)); };
        if (const auto m = match("^u = (.*) at draft (\\d+)$"); m.hasMatch())
            return node(m.captured(2)).forcedU && *node(m.captured(2)).u == m.captured(1).toDouble();
        if (const auto m = match("^draft (\\d+) (accepted|rejected)$"); m.hasMatch())
            return node(m.captured(1)).forcedVerdict
                && (node(m.captured(1)).verdict == Verdict::accepted) == (m.captured(2) == "accepted");
        if (const auto m = match("^“(.*)” as draft (\\d+)$"); m.hasMatch())
            return node(m.captured(2)).forcedToken && trimmed(node(m.captured(2)).token) == m.captured(1);
        return false;
    }

    [[nodiscard]] QString falsePanel() const
    {
        const auto header = [this](const char* name) -> PanelHeader& {
            return m_run.window.workspace().panel(name)->header();
        };
        const QString title = at().moment > 0 ? QStringLiteral("Round %1").arg(at().round + 1) : "Round";
        if (header("stage").title() != title)
            return "stage: " + header("stage").title();
        if (at().moment > 0) {
            const auto drafts = shown().nodes.size();
            const QString marked = m_run.navigation.recording().header().lossless ? "" : ", not lossless";
            const QString subtitle = drafts == 0 ? "no drafts, one target pass"
                : drafts == 1                    ? "one draft, one target pass" + marked
                                                 : QStringLiteral("%1 drafts, one target pass").arg(drafts) + marked;
            if (header("stage").subtitle() != subtitle)
                return "stage: " + header("stage").subtitle();
        }
        const auto [steps, chosen] = stepsAndChosen();
        const QString mean = header("tokens-per-step").subtitle();
        const QString expected = steps < 0 ? QStringLiteral("no round is finished yet")
                                           : QStringLiteral("mean %1%2 measured").arg(number(steps), chosen ? "*" : "");
        return mean.startsWith(expected) ? QString() : QStringLiteral("tokens per step: “%1”").arg(mean);
    }

    /// Committed tokens / rounds, and whether a person had a hand in a verdict, of the finished rounds; -1 for none.
    [[nodiscard]] std::pair<double, bool> stepsAndChosen() const
    {
        double tokens = 0, rounds = 0;
        bool chosen = false;
        for (int r = 0; m_navigation.run().isThere() && r <= at().round && r < m_recording.roundCount(at().branch);
             ++r) {
            const RoundRecord& round = m_recording.round(at().branch, r);
            if (r == at().round && !(at().moment == int(round.moments.size()) && round.isFinished()))
                break;
            tokens += double(round.committed.size());
            ++rounds;
            for (const OverrideRecord& change : round.overrides)
                chosen |= change.node >= 0 && round.nodes[std::size_t(change.node)].verdict != Verdict::notJudged;
        }
        return {rounds > 0 ? tokens / rounds : -1, chosen};
    }

    [[nodiscard]] QString falseMetric() const
    {
        const auto [steps, chosen] = stepsAndChosen();
        const QString value = (steps < 0 ? QStringLiteral("–") : number(steps)) + (chosen ? "*" : "");
        for (const QLabel* label : m_run.find<MetricStrip>()->findChildren<QLabel*>())
            if (label->text() == value)
                return {};
        return "no metric says " + value;
    }

    /// The note beside Play, and the buttons that say from which round a change counts.
    [[nodiscard]] QString falseNote() const
    {
        if (!m_navigation.run().isThere() || m_navigation.player().activity() == Player::Activity::loading)
            return {};
        const RunSetup& setup = m_navigation.starter().setup();
        const TraceHeader& header = m_recording.header();
        const Settings next = settingsOf(nextRound());
        const int k = *next.draftLength;
        const double temperature = *next.temperature;
        const bool begins = m_recording.roundCount(0) == 0 && m_navigation.run().computation().canCompute()
            && !m_navigation.run().computation().isComputing();
        const bool differs = setup.prompt != header.prompt || setup.settings.seed != header.seed
            || setup.settings.method != header.method || (k > 0 && setup.settings.draftLength != k)
            || setup.settings.sampler.temperature != temperature;
        const QString note = m_run.find<SetupBar>()->sentence();
        if (!begins && note.startsWith("Setup differs") != differs)
            return QStringLiteral("note: “%1”, and K is %2").arg(note).arg(k);
        const auto* apply = m_run.find<QAbstractButton>("apply");
        const auto* again = m_run.find<QAbstractButton>("applyToRound");
        if (apply->isEnabled() && apply->text() != QStringLiteral("Apply from round %1 on").arg(nextRound()))
            return apply->text();
        if (again->isEnabled() && again->text() != QStringLiteral("Redo round %1 with these").arg(at().round + 1))
            return again->text();
        return {};
    }

    [[nodiscard]] QString falseDistribution() const
    {
        QString said = m_run.find<DistributionView>()->sentence();
        if (said.isEmpty())
            return {};
        said.remove(QRegularExpression("“[^”]*”")); // tokens, which may be any words
        const RoundRecord round = shown();
        const int node = m_navigation.playhead().selection().nodeInQuestion();
        const auto verdict = node < 0 ? Verdict::notJudged : round.nodes[std::size_t(node)].verdict;
        const bool isFalse = (said.contains("is accepted") && verdict != Verdict::accepted)
            || (said.contains("is rejected") && verdict != Verdict::rejected)
            || (said.contains("u = ") && round.sampler.isGreedy())
            || (said.contains("you") != (node >= 0 && isTouched(round.nodes[std::size_t(node)])))
            || (said.contains("bonus") && round.nodes.empty()) || (said.contains("has ended") && round.draw);
        return isFalse ? QStringLiteral("distribution: “%1”").arg(said) : QString();
    }

    [[nodiscard]] static bool isTouched(const NodeRecord& node)
    {
        return node.forcedToken || node.forcedU || node.forcedVerdict;
    }

    const WindowFixture& m_run;
    const Navigation& m_navigation;
    const Recording& m_recording;
    QString m_folder;
    /// By run, branch and round, from 1.
    mutable std::map<std::tuple<int, int, int>, Settings> m_promised;
};

} // namespace draftscope::test
