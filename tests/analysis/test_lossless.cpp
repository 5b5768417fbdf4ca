// SPDX-License-Identifier: MIT
// Sampled losslessness of whole sessions. The seeds are fixed, so the outcome is always the same; the level is 1e-4
// over all cases together (Bonferroni). What it finds when a fault is planted in the engine, tests/mutants shows.
#include <QTest>

#include <algorithm>

#include "engine/analysis/five_letter_pair.h"
#include "engine/analysis/lossless.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/session/faults.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/stopping_backend.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

constexpr int defaultTexts = 3000;

QString describe(const LosslessReport& report)
{
    QString text;
    for (const LosslessCase& c : report.cases)
        text += QString("%1: chi2 %2, %3 degrees, p %4 %5\n")
                    .arg(QString::fromStdString(c.pair + ", " + c.name()))
                    .arg(c.chiSquare)
                    .arg(c.degreesOfFreedom)
                    .arg(c.pValue)
                    .arg(QString::fromStdString(c.reason));
    return text;
}

LosslessReport checked(const std::vector<LosslessSubject>& subjects, const LosslessOptions& options = {})
{
    const auto report = losslessCheck(subjects, options, makeCpuBackend(1));
    if (!report)
        qFatal("%s", report.error().sentence.c_str());
    return *report;
}

LosslessSubject letters(std::vector<SamplerSettings> samplers = {{.temperature = 1.0}})
{
    return {fiveLetterPair(), {"abc"}, std::move(samplers), 8, defaultTexts};
}

} // namespace

class TestLossless : public QObject {
    Q_OBJECT
private slots:
    void sessionsAreLossless_data()
    {
        QTest::addColumn<int>("subject");
        QTest::addColumn<int>("cases");
        QTest::newRow("five letters") << 0 << 6 * 4 * 4; // K, samplers, tests
        QTest::newRow("five letters, one of which ends the text") << 1 << 6 * 1 * 4;
        QTest::newRow("greedy") << 2 << 6;
    }
    void sessionsAreLossless()
    {
        QFETCH(int, subject);
        QFETCH(int, cases);
        const auto subjects = *losslessSubjects({}, {}, {}, "", defaultTexts);
        QCOMPARE(subjects.size(), std::size_t(3));
        const LosslessReport report = checked({subjects[std::size_t(subject)]});
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        QCOMPARE(report.count(LosslessVerdict::passed), cases);              // all of them were tested
        QVERIFY(report.acceptanceRate > 0.4 && report.acceptanceRate < 0.9); // both verdicts were seen in numbers
        QVERIFY(report.roundsPerText > 2);
        for (const LosslessCase& c : report.cases)
            QVERIFY2(c.degreesOfFreedom >= (c.test.starts_with("share") ? 1 : 40) || c.sampler.isGreedy(),
                     c.name().c_str());
    }

    /// Copied drafts: of texts of eight letters some have been there before.
    void copyingIsLossless_data()
    {
        QTest::addColumn<QString>("method");
        QTest::newRow("prompt lookup") << "prompt-lookup";
        QTest::newRow("suffix automaton") << "suffix-automaton";
    }
    void copyingIsLossless()
    {
        QFETCH(QString, method);
        LosslessOptions options;
        chooseMethod(options.settings, method.toStdString());
        options.draftLengths = {1, 3, 6};
        LosslessSubject subject = letters({{.temperature = 1.0}, {.temperature = 0.7, .topP = 0.9}});
        subject.prompts = {"abcabcab"};
        const LosslessReport report = checked({subject}, options);
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        QCOMPARE(report.count(LosslessVerdict::passed), 3 * 2 * 4);
        QVERIFY(report.acceptanceRate > 0.1 && report.acceptanceRate < 0.9);
    }

    void draftsOfAnotherTemperatureAreFound()
    {
        LosslessOptions options;
        options.brokenDraftTemperature = 0.5;
        const LosslessReport report = checked({letters()}, options);
        QVERIFY(!report.passed());
        for (const int k : options.draftLengths)
            QVERIFY2(std::ranges::any_of(report.cases,
                                         [&](const LosslessCase& c) {
                                             return c.draftLength == k && c.verdict == LosslessVerdict::failed;
                                         }),
                     qPrintable(describe(report)));
    }

    /// Every fault that a person can choose, and none.
    void faultsOnPurposeAreFound_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::newRow("none") << "";
        for (const Fault& fault : allFaults())
            QTest::newRow(fault.name.data()) << QString::fromStdString(std::string(fault.name));
    }
    void faultsOnPurposeAreFound()
    {
        QFETCH(QString, fault);
        LosslessOptions options;
        options.fault = fault.toStdString();
        options.draftLengths = {2, 4};
        LosslessSubject subject = letters({{.temperature = 0.7, .topP = 0.9}});
        subject.texts = 10'000; // some change little
        const LosslessReport report = checked({subject}, options);
        QCOMPARE(report.passed(), fault.isEmpty());
        for (const int k : options.draftLengths)
            QVERIFY2(std::ranges::any_of(report.cases,
                                         [&](const LosslessCase& c) {
                                             return c.draftLength == k && c.verdict == LosslessVerdict::failed;
                                         })
                         != fault.isEmpty(),
                     qPrintable(describe(report)));
    }

    /// Greedy verification takes the target's token whatever was drafted.
    void greedyIsLosslessWithAnyDrafts()
    {
        LosslessOptions options;
        options.brokenDraftTemperature = 0.8;
        LosslessSubject greedy = letters({{.greedy = true}});
        greedy.prompts = {"a", "bcd", "eee"};
        const LosslessReport report = checked({greedy}, options);
        QVERIFY2(report.passed(), qPrintable(describe(report)));
    }

    /// A target that always writes the same has nothing that a wrong rule could change: that is no pass.
    void whatLeavesNoChoiceIsNotTested()
    {
        LosslessSubject oneToken = letters({{.temperature = 1.0, .topK = 1}});
        LosslessOptions options;
        options.draftLengths = {2};
        const LosslessReport report = checked({oneToken}, options);
        QCOMPARE(report.cases.size(), std::size_t(4));
        for (const LosslessCase& c : report.cases) {
            QCOMPARE(c.verdict, LosslessVerdict::notTested);
            QCOMPARE(c.degreesOfFreedom, 0);
            QVERIFY(!c.reason.empty());
        }
        QVERIFY(!report.passed());
        QCOMPARE(report.untested, std::vector<std::string>{"five letters"});

        // Another pair that is tested does not make up for it.
        const LosslessReport both = checked({letters(), oneToken}, options);
        QCOMPARE(both.count(LosslessVerdict::passed), 4);
        QCOMPARE(both.count(LosslessVerdict::failed), 0);
        QVERIFY(!both.passed());
    }

    void draftsLongerThanTheUsualTexts()
    {
        LosslessOptions options;
        options.draftLengths = {12};
        const LosslessReport report = checked({letters()}, options);
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        QCOMPARE(report.cases.back().tokens, 13);
    }

    void aLargerVocabulary()
    {
        const TinyPair tiny = makeTinyPair();
        LosslessSubject subject{
            {tiny.target, tiny.draft}, {"Once"}, {{.temperature = 1.0, .topK = 4}}, 6, defaultTexts};
        LosslessOptions options;
        options.draftLengths = {1, 4};
        const LosslessReport report = checked({subject}, options);
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        QCOMPARE(report.count(LosslessVerdict::passed), 8);
        options.brokenDraftTemperature = 0.8;
        QVERIFY(!checked({subject}, options).passed());
    }

    void storiesAgainstAWorseDraft()
    {
        const auto path = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(path);
        const auto model = loadModel(path);
        QVERIFY2(model.has_value(), model ? "" : model.error().sentence.c_str());
        // The same weights with one norm halved: a draft of the same vocabulary that is often wrong.
        auto draft = std::make_shared<Model>(**model);
        for (float& value : draft->weights.layers[0].postAttentionNorm)
            value *= 0.5f;
        LosslessSubject subject = losslessSubjects({}, {*model, draft}, {}, "Once upon a time", defaultTexts)->back();
        LosslessOptions options;
        options.draftLengths = {3};
        const LosslessReport report = checked({subject}, options);
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        options.brokenDraftTemperature = 0.5;
        QVERIFY(!checked({subject}, options).passed());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no draft") << "-"
                                  << "The losslessness check needs a draft model: choose a pair.";
        QTest::newRow("no room") << "nine more."
                                 << "The prompt has 11 tokens and the context of Tiny target holds 14, and the "
                                    "losslessness check writes 4 more: shorten the prompt.";
        QTest::newRow("a session's own") << "more than fourteen"
                                         << "The prompt has 19 tokens and the context of Tiny target holds 14, one of "
                                            "them for the answer: shorten the prompt.";
    }
    void refusals()
    {
        QFETCH(QString, prompt);
        QFETCH(QString, sentence);
        const TinyPair tiny = makeTinyPair(14);
        Pair pair{tiny.target, tiny.draft};
        if (prompt == "-")
            pair.draft = nullptr;
        const auto report = losslessCheck({{pair, {prompt.toStdString()}, {{.temperature = 1.0}}, 8, defaultTexts}}, {},
                                          makeCpuBackend(1));
        QVERIFY(!report);
        QCOMPARE(QString::fromStdString(report.error().sentence), sentence);
    }

    /// The prompt repeats itself, so each first round copies, and most texts have later ones that do.
    void copiesInFrontOfDraftsAreLossless_data()
    {
        QTest::addColumn<QString>("verifier");
        QTest::addColumn<QString>("shape");
        for (const char* verifier : {"speculative-sampling", "block", "k-seq"})
            QTest::newRow(verifier) << verifier << "chain";
        for (const char* verifier : {"speculative-sampling", "without-replacement", "deterministic-children"})
            QTest::addRow("trees, %s", verifier) << verifier << "fixed-widths";
    }
    void copiesInFrontOfDraftsAreLossless()
    {
        QFETCH(QString, verifier);
        QFETCH(QString, shape);
        LosslessSubject subject = letters();
        subject.prompts = {"abcaabcaabc"};
        LosslessOptions options;
        options.settings.shape = shape.toStdString();
        options.settings.verifier = verifier.toStdString();
        options.settings = *losslessSettings(options.settings);
        options.settings.options["copy-first"] = 3;
        options.settings.options["stop-below"] = 20;
        options.draftLengths = {2};
        const LosslessReport report = checked({subject}, options);
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        QCOMPARE(report.count(LosslessVerdict::notTested), 0);
    }

    void cancelling()
    {
        std::atomic<bool> cancelled = false;
        int reports = 0;
        Progress progress;
        progress.cancelled = &cancelled;
        progress.report = [&](double share, std::string_view) {
            QVERIFY(share >= 0 && share < 1);
            cancelled = ++reports == 100; // a report a text
        };
        const auto report = losslessCheck({letters()}, {}, makeCpuBackend(1), progress);
        QVERIFY(!report);
        QCOMPARE(report.error().sentence, std::string("The losslessness check was cancelled."));
        QCOMPARE(reports, 100);
    }

    /// In the models' passes, too: in the prompt, in texts, and in the distributions that they are compared with.
    void cancellingWithinAPass_data()
    {
        QTest::addColumn<int>("pass");
        for (const int pass : {0, 1, 2, 3, 5, 20})
            QTest::addRow("pass %d", pass) << pass;
    }
    void cancellingWithinAPass()
    {
        QFETCH(int, pass);
        fixtures::Stop stop;
        stop.atPass = pass;
        Progress progress;
        progress.cancelled = &stop.flag;
        const auto report = losslessCheck({letters()}, {}, std::make_shared<fixtures::StoppingBackend>(stop), progress);
        QVERIFY(!report);
        QCOMPARE(report.error().sentence, std::string("The losslessness check was cancelled."));
        QCOMPARE(stop.passes, pass + 1); // none was begun after it
    }
};

DRAFTSCOPE_TEST(TestLossless)
#include "test_lossless.moc"
