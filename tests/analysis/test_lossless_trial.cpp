// SPDX-License-Identifier: MIT
// Trials that go on: what they find, what they do not, and that watching them costs nothing. Seeds are fixed, so the
// outcome is always the same.
#include <QTest>

#include <algorithm>

#include "engine/analysis/lossless_trial.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/session/faults.h"
#include "tests/fixtures/stopping_backend.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

const SamplerSettings usualSampler{.temperature = 0.7, .topP = 0.9};

TrialRequest requested(const QString& fault = {})
{
    TrialRequest request;
    request.settings.sampler = usualSampler;
    request.settings.draftLength = 3;
    request.settings.fault = fault.toStdString();
    return request;
}

std::shared_ptr<MemoisingBackend> memoising()
{
    return std::make_shared<MemoisingBackend>(makeCpuBackend(1));
}

std::unique_ptr<LosslessTrial> trialOf(const TrialRequest& request, const std::shared_ptr<MemoisingBackend>& backend,
                                       const Progress& progress = {})
{
    auto setup = trialSetupFor(request);
    if (!setup)
        qFatal("%s", setup.error().sentence.c_str());
    auto trial = LosslessTrial::create(std::move(*setup), backend, progress);
    if (!trial)
        qFatal("%s", trial.error().sentence.c_str());
    return std::move(*trial);
}

/// Every number that two trials must have in common.
QString numbersOf(const TrialFigures& figures)
{
    QString text = QString("%1 %2 %3").arg(figures.texts).arg(figures.acceptanceRate).arg(figures.roundsPerText);
    for (const LosslessCase& one : figures.cases)
        text += QString(" %1:%2").arg(QString::fromStdString(one.test)).arg(one.pValue, 0, 'g', 17);
    for (const TrialLook& look : figures.looks)
        text += QString(" %1:%2").arg(look.texts).arg(look.corrected, 0, 'g', 17);
    for (const TrialDistance& point : figures.distances)
        text += QString(" %1:%2:%3").arg(point.texts).arg(point.distance, 0, 'g', 17).arg(point.chance, 0, 'g', 17);
    for (const TrialBars& bars : figures.bars)
        for (const TrialBar& bar : bars.bars)
            text +=
                QString(" %1:%2:%3").arg(QString::fromStdString(bar.text)).arg(bar.drawn).arg(bar.exact, 0, 'g', 17);
    return text;
}

} // namespace

class TestLosslessTrial : public QObject {
    Q_OBJECT
private slots:
    /// In one go, in pieces, and as a part of the whole check.
    void soManyTextsGiveTheSameFigures()
    {
        const auto whole = trialOf(requested(), memoising());
        whole->drawUpTo(1234, {});
        const auto pieces = trialOf(requested(), memoising());
        for (const int texts : {1, 2, 90, 100, 700, 1234})
            pieces->drawUpTo(texts, {});
        const QString numbers = numbersOf(whole->figures());
        QCOMPARE(numbersOf(pieces->figures()), numbers);

        auto setup = *trialSetupFor(requested());
        setup.subject.texts = 1234;
        setup.options.draftLengths = {setup.draftLength};
        const auto report = losslessCheck({setup.subject}, setup.options, makeCpuBackend(1));
        QCOMPARE(report->trials.size(), std::size_t(1));
        QCOMPARE(numbersOf(report->trials.front()), numbers);
        QCOMPARE(report->cases.size(), std::size_t(4));
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(report->cases[i].pValue, whole->cases()[i].pValue);
    }

    /// Wherever it is stopped, in a pass or between texts, it goes on as if it had not been.
    void aStoppedTrialGoesOn()
    {
        const auto whole = trialOf(requested(), memoising());
        whole->drawUpTo(300, {});
        fixtures::Stop stop;
        stop.atPass = 12;
        Progress progress;
        progress.cancelled = &stop.flag;
        const auto trial =
            trialOf(requested(), std::make_shared<MemoisingBackend>(std::make_shared<fixtures::StoppingBackend>(stop)),
                    progress);
        int stops = 0;
        while (trial->texts() < 300)
            try {
                trial->drawUpTo(300, progress);
            } catch (const Cancelled&) {
                ++stops;
                stop.flag = false;
                stop.atPass = stop.passes + 3;
            }
        QVERIFY2(stops > 5, qPrintable(QString::number(stops)));
        QCOMPARE(numbersOf(trial->figures()), numbersOf(whole->figures()));
    }

    void barsAndDistancesAreOfTheTexts()
    {
        const auto trial = trialOf(requested(), memoising());
        QCOMPARE(trial->figures().texts, 0); // empty, and nothing is claimed
        QVERIFY(trial->figures().looks.empty() && trial->figures().distances.empty());
        QCOMPARE(trial->figures().correctedPValue(), 1.0);
        trial->drawUpTo(2000, {});
        const TrialFigures figures = trial->figures();
        QCOMPARE(figures.bars.size(), std::size_t(5)); // four tokens, and the beginning
        for (const TrialBars& bars : figures.bars) {
            double exact = bars.restExact;
            int drawn = bars.restDrawn;
            for (const TrialBar& bar : bars.bars) {
                exact += bar.exact;
                drawn += bar.drawn;
                QVERIFY(bar.interval.contains(bar.drawn / 2000.0));
            }
            QVERIFY(std::abs(exact - 1) < 1e-9);
            QCOMPARE(drawn, 2000);
        }
        QCOMPARE(figures.bars.back().last, 4);
        QCOMPARE(int(figures.bars.back().bars.size()), 24);
        const TrialDistance& last = figures.distances.back();
        QCOMPARE(last.texts, 2000);
        QCOMPARE(last.distance, *figures.cases.front().totalVariation);
        QVERIFY(last.distance < 1.5 * last.chance && last.distance > 0.5 * last.chance);
        QVERIFY(last.chance < figures.distances.front().chance / 3);
        QCOMPARE(figures.looks.size(), std::size_t(5));
        QCOMPARE(figures.nextLook, 5000);
        QVERIFY(*figures.looks.back().smallestBias < *figures.looks[2].smallestBias);
    }

    void theFirstTokenAlone()
    {
        TrialRequest request = requested("p-instead-of-residual");
        request.tokens = 1;
        const auto wrong = trialOf(request, memoising());
        wrong->drawUpTo(2000, {});
        QCOMPARE(wrong->figures().cases.size(), std::size_t(2));
        QCOMPARE(wrong->figures().roundsPerText, 1.0);
        QVERIFY(wrong->figures().foundAfter);
        // A bug that acts from the second round on cannot be seen there, and is not claimed.
        request.settings.fault = "skip-bonus";
        const auto later = trialOf(request, memoising());
        later->drawUpTo(2000, {});
        QVERIFY(!later->figures().foundAfter);
    }

    void everyBugIsFound_data()
    {
        QTest::addColumn<QString>("fault");
        for (const Fault& fault : allFaults())
            QTest::newRow(fault.name.data()) << QString::fromStdString(std::string(fault.name));
    }
    void everyBugIsFound()
    {
        QFETCH(QString, fault);
        const auto trial = trialOf(requested(fault), memoising());
        while (trial->texts() < 20'000 && !trial->figures().foundAfter)
            trial->drawUpTo(nextLook(trial->texts()), {});
        const TrialFigures wrong = trial->figures();
        QVERIFY2(wrong.foundAfter, qPrintable(numbersOf(wrong)));
        QCOMPARE(QString::fromStdString(wrong.fault), fault);
        // The same without the bug, as the left side of the lab has it.
        TrialRequest right = requested();
        right.settings = *settingsBesideFault(right.settings, fault.toStdString());
        const auto beside = trialOf(right, memoising());
        beside->drawUpTo(10'000, {});
        QVERIFY2(!beside->figures().foundAfter, qPrintable(numbersOf(beside->figures())));
        QCOMPARE(beside->figures().verifier, wrong.verifier);
        QCOMPARE(beside->figures().shape, wrong.shape);
    }

    void typicalAcceptanceIsFound()
    {
        TrialRequest request = requested();
        request.settings.verifier = "typical";
        const auto trial = trialOf(request, memoising());
        trial->drawUpTo(20'000, {});
        QVERIFY(trial->figures().foundAfter);
    }

    /// Of runs of a correct rule that are looked at all the time. With DRAFTSCOPE_FALSE_ALARM_RUNS=1000 the numbers of
    /// docs/lossless-lab.md are printed.
    void watchingDoesNotRaiseFalseAlarms()
    {
        constexpr int usualRuns = 200;
        bool isGiven = false;
        const int given = qEnvironmentVariableIntValue("DRAFTSCOPE_FALSE_ALARM_RUNS", &isGiven);
        const int runs = isGiven ? given : usualRuns, texts = 1000;
        int naive = 0, corrected = 0, alarms = 0;
        const auto backend = memoising(); // contexts are computed once for all runs
        constexpr double level = 0.05;    // so high that 200 runs can tell it
        for (int run = 0; run < runs; ++run) {
            TrialRequest request = requested();
            request.settings.seed = std::uint64_t(run) + 1000;
            const auto trial = trialOf(request, backend);
            trial->drawUpTo(texts, {});
            const TrialFigures figures = trial->figures();
            naive += std::ranges::any_of(figures.looks, [&](const TrialLook& look) { return look.pValue <= level; });
            corrected += figures.correctedPValue() <= level;
            alarms += figures.foundAfter.has_value();
        }
        qInfo(
            "%d runs of %d texts, 4 looks each: p-value of a look at most 0.05 at some look %d, over all looks at most "
            "0.05 %d, found at level 0.001 %d",
            runs, texts, naive, corrected, alarms);
        // Three standard deviations above what the level allows.
        const auto most = [&](double chance) { return runs * chance + 3 * std::sqrt(runs * chance * (1 - chance)); };
        QVERIFY(corrected <= most(level));
        QVERIFY(alarms <= std::max(1.0, most(1e-3)));
        QVERIFY(naive > corrected); // the looks do matter
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("greedy") << "greedy"
                                << "At temperature 0 nothing is drawn that could be counted: set the temperature above "
                                   "0.";
        QTest::newRow("plain") << "plain"
                               << "The method plain drafts nothing that could be tested: choose another method.";
        QTest::newRow("tokens") << "tokens"
                                << "The texts have 65 tokens: choose 1 to 64.";
        QTest::newRow("a fault that changes nothing")
            << "fault"
            << "The fault recompute-q changes nothing with this sampler: choose a temperature other than 1, or no "
               "fault.";
    }
    void refusals()
    {
        QFETCH(QString, what);
        QFETCH(QString, sentence);
        TrialRequest request = requested();
        if (what == "greedy")
            request.settings.sampler.temperature = 0;
        if (what == "plain")
            request.settings.method = "plain";
        if (what == "tokens")
            request.tokens = 65;
        if (what == "fault") {
            request.settings.fault = "recompute-q";
            request.settings.sampler = {.temperature = 1};
        }
        const auto setup = trialSetupFor(request);
        QVERIFY(!setup);
        QCOMPARE(QString::fromStdString(setup.error().sentence), sentence);
    }

    /// A vocabulary whose beginnings cannot all be listed: the first token can.
    void aLargerVocabulary()
    {
        const fixtures::TinyPair tiny = fixtures::makeTinyPair();
        TrialRequest request = requested();
        request.pair = {tiny.target, tiny.draft};
        request.prompt = "Once";
        request.settings.sampler = {.temperature = 1.0};
        request.tokens = 1;
        const auto trial = trialOf(request, memoising());
        trial->drawUpTo(2000, {});
        const TrialFigures figures = trial->figures();
        QCOMPARE(figures.bars.size(), std::size_t(1));
        QVERIFY(figures.bars.front().bars.size() > 8);
        for (std::size_t i = 1; i < figures.bars.front().bars.size(); ++i)
            QVERIFY(figures.bars.front().bars[i - 1].exact >= figures.bars.front().bars[i].exact);
        QVERIFY(!figures.foundAfter);
        request.settings.fault = "p-instead-of-residual";
        const auto wrong = trialOf(request, memoising());
        wrong->drawUpTo(5000, {});
        QVERIFY(wrong->figures().foundAfter);
    }
};

DRAFTSCOPE_TEST(TestLosslessTrial)
#include "test_lossless_trial.moc"
