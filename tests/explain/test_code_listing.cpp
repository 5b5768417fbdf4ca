// SPDX-License-Identifier: MIT
// A round as code: every moment lights a line, lines that have run stay so, and a line leads to a moment that runs it.
#include "engine/explain/code_listing.h"
#include "explained_runs.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestCodeListing : public QObject {
    Q_OBJECT
private slots:
    void everyMomentLightsALine_data() { addExplainedRuns(); }
    void everyMomentLightsALine()
    {
        QFETCH(const QString, combination);
        QFETCH(const double, temperature);
        const Recording recording = explainedRun(combination, temperature, 8);
        for (int r = 0; r < recording.roundCount(0); ++r) {
            std::vector<bool> hadRun;
            for (int m = 1; m <= int(recording.round(0, r).moments.size()); ++m) {
                const auto lines = codeAt(recording, {0, r, m});
                QVERIFY(lines);
                const auto lit = std::ranges::count(*lines, true, &ShownLine::isLit);
                QVERIFY2(lit == 1, plainText(*lines, recording).c_str());
                for (std::size_t i = 0; i < lines->size(); ++i) {
                    QVERIFY((*lines)[i].hasRun || !(*lines)[i].isLit);
                    QVERIFY(hadRun.empty() || !hadRun[i] || (*lines)[i].hasRun);
                }
                hadRun.clear();
                for (const ShownLine& line : *lines)
                    hadRun.push_back(line.hasRun);
            }
        }
    }

    void aLineLeadsToAMomentThatRunsIt_data() { addExplainedRuns(); }
    void aLineLeadsToAMomentThatRunsIt()
    {
        QFETCH(const QString, combination);
        QFETCH(const double, temperature);
        const Recording recording = explainedRun(combination, temperature, 8);
        const auto lines = codeAt(recording, {0, 0, 1});
        int found = 0;
        for (int line = 0; line < int(lines->size()); ++line) {
            const auto next = nextRunOf(recording, {0, 0, 1}, line);
            if (!next)
                continue;
            ++found;
            const bool isLater = next->round > 0 || next->moment > 1;
            QVERIFY(isLater);
            const auto there = codeAt(recording, *next);
            QVERIFY(there && (*there)[std::size_t(line)].hasRun);
            QVERIFY((*there)[std::size_t(line)].text == (*lines)[std::size_t(line)].text);
        }
        QVERIFY(found >= 3);
        QVERIFY(!nextRunOf(recording, {0, 0, 1}, -1) && !nextRunOf(recording, {0, 0, 1}, 1000));
        QVERIFY(!nextRunOf(recording, recording.end(0), 0));
    }

    /// Written out, so that a change of what people read is seen.
    void aRejectionAsItIsShown()
    {
        const Recording recording = explainedRun("two-model", 0.8, wholeVocabulary);
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            for (int m = 1; m <= int(round.moments.size()); ++m) {
                const Moment& moment = round.moments[std::size_t(m - 1)];
                if (moment.kind != MomentKind::judge
                    || round.nodes[std::size_t(moment.node)].verdict != Verdict::rejected)
                    continue;
                const NodeRecord& node = round.nodes[std::size_t(moment.node)];
                const auto lines = codeAt(recording, {0, r, m});
                const std::string text = plainText(*lines, recording);
                const int decimals = decimalsToTell(*node.u, *node.acceptance, 2);
                const std::string lit =
                    fmt::format("▶     if random() >= a:                       u = {} ≥ {}\n",
                                formulaNumber(*node.u, decimals), formulaNumber(*node.acceptance, decimals));
                QVERIFY2(text.find(lit) != std::string::npos, (text + lit).c_str());
                QVERIFY2(text.find("·         rest = maximum(0, p[i] - q[i])\n") != std::string::npos, text.c_str());
                QVERIFY2(text.find(fmt::format("i = {}, x = ", moment.node)) != std::string::npos, text.c_str());
                return;
            }
        }
        QFAIL("nothing was rejected");
    }
};

DRAFTSCOPE_TEST(TestCodeListing)
#include "test_code_listing.moc"
