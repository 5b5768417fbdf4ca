// SPDX-License-Identifier: MIT
// The formula of every moment comes to the number that the record has of it, for every verifier and shape.
#include <algorithm>
#include <cmath>

#include <QFile>

#include "engine/explain/code_listing.h"
#include "engine/explain/rule_formulas.h"
#include "engine/explain/why.h"
#include "engine/explain/why_sentences.h"
#include "engine/session/batch_session.h"
#include "engine/speculation/verifier.h"
#include "explained_runs.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

bool notes(const Formula& formula, std::string_view sentence)
{
    return std::ranges::any_of(formula.notes, [&](const Words& note) { return note.text == sentence; });
}

/// The last number of a line.
double resultOf(const FormulaLine& line)
{
    double last = NAN;
    for (const Term& term : line.terms)
        if (term.kind == Term::Kind::number)
            last = term.value;
    return last;
}

const FormulaLine* lineOf(const Formula& formula, std::string_view caption)
{
    const auto found =
        std::ranges::find_if(formula.lines, [&](const FormulaLine& line) { return line.caption.text == caption; });
    return found == formula.lines.end() ? nullptr : &*found;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-4;
}

} // namespace

class TestWhy : public QObject {
    Q_OBJECT
private:
    int m_judged = 0, m_drawn = 0;

    void checkMoment(const Recording& recording, Position at)
    {
        const auto formula = whyAt(recording, at);
        QVERIFY(formula && !formula->headline.empty());
        const RoundRecord round = atMoment(recording.round(at.branch, at.round), at.moment);
        const Moment& moment = round.moments.back();
        const std::string text = plainText(*formula, recording);
        QVERIFY2(text.find("%1") == std::string::npos && text.find('\n') != std::string::npos, text.c_str());
        QVERIFY2(!notes(*formula, why::numbersOfRecord), text.c_str());
        if (moment.kind == MomentKind::judge && !round.isGreedy()) {
            const NodeRecord& node = round.nodes[std::size_t(moment.node)];
            const FormulaLine* line = lineOf(*formula, why::acceptance);
            if (line) // typical acceptance has p for it
                QVERIFY2(isNear(resultOf(*line), *node.acceptance), text.c_str());
            const FormulaLine* verdict = lineOf(*formula, why::verdict);
            QVERIFY2(verdict, text.c_str());
            const bool saysAccepted = verdict->terms.back().text.find("✓") != std::string::npos;
            QCOMPARE(saysAccepted, node.verdict == Verdict::accepted);
            ++m_judged;
        }
        if (moment.kind == MomentKind::residual && !round.takesLikeliest()) {
            QVERIFY2(lineOf(*formula, why::residual), text.c_str());
            ++m_drawn;
        }
        if (moment.kind == MomentKind::commit) {
            const FormulaLine* line = lineOf(*formula, why::committed);
            QVERIFY(line && resultOf(*line) == double(round.committed.size()));
        }
    }

private slots:
    void everyVerifierHasAFormulaAndCode()
    {
        for (const Verifier* verifier : allVerifiers()) {
            const RuleFormulas* formulas = formulasOf(verifier->name());
            QVERIFY2(formulas && formulas->judge, std::string(verifier->name()).c_str());
            QVERIFY(listingFor(verifier->name(), false, DraftedBy::chance));
            QCOMPARE(bool(listingFor(verifier->name(), true, DraftedBy::chance)), !verifier->onlyChains());
            QVERIFY(listingFor(verifier->name(), false, DraftedBy::nothing));
        }
        QVERIFY(!formulasOf("no such rule") && !listingFor("no such rule", false, DraftedBy::chance));
    }

    void numbersAreThoseOfTheRecord_data() { addExplainedRuns(); }
    void numbersAreThoseOfTheRecord()
    {
        QFETCH(const QString, combination);
        QFETCH(const double, temperature);
        m_judged = m_drawn = 0;
        for (const int topTokens : {4, wholeVocabulary}) {
            const Recording recording = explainedRun(combination, temperature, topTokens);
            for (int r = 0; r < recording.roundCount(0); ++r)
                for (int m = 1; m <= int(recording.round(0, r).moments.size()); ++m) {
                    checkMoment(recording, {0, r, m});
                    if (QTest::currentTestFailed())
                        return;
                }
        }
        const bool isDrawn = temperature > 0 && combination != "plain" && !combination.contains("typical")
            && !combination.contains("greedy");
        if (isDrawn)
            QVERIFY2(m_judged > (combination == "prompt-lookup" ? 1 : 5) && m_drawn > 0,
                     qPrintable(QString("%1 %2").arg(m_judged).arg(m_drawn)));
    }

    void whatOnePassGives()
    {
        const Recording recording = explainedRun("two-model", 0.8, 8);
        int seen = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            const auto verified = std::ranges::find(round.moments, MomentKind::verify, &Moment::kind);
            const int m = int(verified - round.moments.begin()) + 1, count = int(round.nodes.size());
            if (count < 2)
                continue;
            const std::string text = plainText(*whyAt(recording, {0, r, m}), recording);
            const std::string expected = fmt::format("One pass of the target scored all {} places and the one behind "
                                                     "them.\n",
                                                     count);
            QVERIFY2(text.starts_with(expected), text.c_str());
            const auto end = whyAt(recording, {0, r, int(round.moments.size())});
            int slotsBack = 0;
            for (const CacheChange& change : round.cacheChanges)
                if (change.moment == int(round.moments.size()) - 1 && change.cache == CacheOwner::target
                    && change.kind == CacheChange::Kind::rolledBack)
                    slotsBack += change.count;
            QCOMPARE(slotsBack, count - round.acceptedCount());
            if (slotsBack > 1 && round.committed.size() > 1) {
                const std::string said = plainText(end->headline, recording);
                QCOMPARE(
                    said,
                    fmt::format("{} tokens for one pass; {} slots given back.", round.committed.size(), slotsBack));
                ++seen;
            }
        }
        QVERIFY(seen > 0);
    }

    /// 1 + a1 + a1 a2 + ...: with the recorded acceptances, as far as they were judged.
    void whatIsExpectedOfTheDrafts()
    {
        const Recording recording = explainedRun("two-model", 0.8, 8);
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            const auto verified = std::ranges::find(round.moments, MomentKind::verify, &Moment::kind);
            const auto formula = whyAt(recording, {0, r, int(verified - round.moments.begin()) + 1});
            if (round.nodes.empty())
                continue;
            const FormulaLine* line = lineOf(*formula, why::expected);
            QVERIFY(line);
            double product = 1, expected = 1;
            for (const NodeRecord& node : round.nodes)
                expected += product *= std::min(1.0, node.p / node.q);
            QVERIFY(isNear(resultOf(*line), expected));
        }
    }

    /// A rule that is broken makes other numbers, and no formula is shown that does not come to them.
    void brokenRunsSayWhatIsRecorded()
    {
        const Recording recording = explainedRun("two-model", 0.8, wholeVocabulary, 40, "recompute-q");
        int odd = 0;
        for (int r = 0; r < recording.roundCount(0); ++r)
            for (int m = 1; m <= int(recording.round(0, r).moments.size()); ++m) {
                const auto formula = whyAt(recording, {0, r, m});
                QVERIFY(notes(*formula, why::brokenOnPurpose));
                const RoundRecord round = atMoment(recording.round(0, r), m);
                if (round.moments.back().kind != MomentKind::judge)
                    continue;
                const NodeRecord& node = round.nodes[std::size_t(round.moments.back().node)];
                QVERIFY(isNear(resultOf(*lineOf(*formula, why::acceptance)), *node.acceptance));
                odd += notes(*formula, why::numbersOfRecord);
            }
        QVERIFY(odd > 0);
    }

    void aBatchIsOnePass()
    {
        const TinyPair models = makeTinyPair(64);
        SessionSettings settings = settingsFor(combinationNamed("two-model").value(), {}).value();
        settings.sampler.temperature = 0.8;
        settings.maxTokens = 12;
        settings.topTokens = 8;
        std::vector<TraceHeader> headers;
        std::vector<Recording> recorded;
        for (const std::uint64_t seed : {1, 2, 3}) {
            settings.seed = seed;
            const auto session = makeSession({models.target, models.draft}, settings, "Once");
            recorded.push_back(decode(*session));
            headers.push_back(session->header());
        }
        Recordings batch(headers);
        std::vector<RoundRecord> together;
        int places = 0;
        for (int s = 0; s < 3; ++s) {
            together.push_back(recorded[std::size_t(s)].round(0, 0));
            together.back().sequence = s;
            places += int(together.back().nodes.size());
        }
        batch.putTogether(together);
        int verify = 0;
        const std::vector<Moment> moments = batch.moments(0, 0);
        for (std::size_t m = 0; m < moments.size(); ++m)
            if (moments[m].kind == MomentKind::verify)
                verify = int(m) + 1;
        const auto formula = whyAt(batch, {0, 0, verify});
        QVERIFY(formula);
        QCOMPARE(plainText(formula->headline, batch.current()),
                 fmt::format("One pass of the target scored {} places of 3 texts and the one behind each text's "
                             "drafts.",
                             places));
    }

    void numbersCanBeComputedWith()
    {
        QCOMPARE(formulaNumber(0.3149), std::string("0.315"));
        QCOMPARE(formulaNumber(0.00042), std::string("0.00042"));
        QCOMPARE(formulaNumber(0.0072), std::string("0.0072"));
        QCOMPARE(formulaNumber(4.2e-9), std::string("4.2e-09"));
        QCOMPARE(formulaNumber(1), std::string("1"));
        QCOMPARE(formulaNumber(0), std::string("0"));
        QCOMPARE(formulaNumber(21, 0), std::string("21"));
        QCOMPARE(formulaNumber(NAN), std::string("–"));
        const int decimals = decimalsToTell(0.50004, 0.5);
        QVERIFY(formulaNumber(0.50004, decimals) != formulaNumber(0.5, decimals));
    }

    /// One that is missing in the list would be said in English only.
    void everySentenceIsListed()
    {
        QFile header(DRAFTSCOPE_SOURCE_DIR "/engine/explain/why_sentences.h");
        QVERIFY(header.open(QIODevice::ReadOnly));
        const auto listed = why::allWhySentences();
        QCOMPARE(int(listed.size()), int(header.readAll().count("inline constexpr std::string_view ")));
        for (std::size_t i = 0; i < listed.size(); ++i)
            QVERIFY2(std::ranges::count(listed, listed[i]) == 1, listed[i].data());
    }

    void positionsThatAreNotThereHaveNone()
    {
        const Recording recording = explainedRun("two-model", 0.8, 8, 6);
        QVERIFY(!whyAt(recording, {0, 0, 0}) && !whyAt(recording, {0, 1000, 1}) && !whyAt(recording, {7, 0, 1})
                && !whyAt(recording, {0, -1, 1}));
    }
};

DRAFTSCOPE_TEST(TestWhy)
#include "test_why.moc"
