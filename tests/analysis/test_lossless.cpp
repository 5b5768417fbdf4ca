// SPDX-License-Identifier: MIT
// Sampled losslessness: 200,000 texts a sampler, chi-square at 1e-4 over all cases together (Bonferroni), fixed seed,
// so the outcome is always the same. The same check with a wrong q has to fail.
#include <QTest>

#include "engine/analysis/lossless.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/tiny_model.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

QString describe(const LosslessReport& report)
{
    QString text;
    for (const LosslessCase& c : report.cases)
        text += QString("%1: chi2 %2, %3 degrees, p %4, TV %5\n")
                    .arg(QString::fromStdString(c.name))
                    .arg(c.chiSquare)
                    .arg(c.degreesOfFreedom)
                    .arg(c.pValue)
                    .arg(c.totalVariation);
    return text;
}

LosslessReport checkPairOf(const Pair& pair, const LosslessOptions& options)
{
    const auto report = losslessCheck(pair, "Once upon a time", options, *makeCpuBackend(1));
    if (!report)
        qFatal("%s", report.error().sentence.c_str());
    return *report;
}

Pair tinyPair()
{
    const TinyPair pair = makeTinyPair();
    return {pair.target, pair.draft};
}

} // namespace

class TestLossless : public QObject {
    Q_OBJECT
private slots:
    void tinyPairIsLossless()
    {
        const LosslessReport report = checkPairOf(tinyPair(), {});
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        QCOMPARE(report.cases.size(), std::size_t(6));
        QVERIFY(report.acceptanceRate > 0.3 && report.acceptanceRate < 0.99); // both verdicts were seen in numbers
        for (const LosslessCase& c : report.cases)
            QVERIFY2(c.degreesOfFreedom >= 1, c.name.c_str());
    }

    void qOfAnotherTemperatureIsFound()
    {
        LosslessOptions options;
        options.brokenQTemperature = 1.5;
        const LosslessReport report = checkPairOf(tinyPair(), options);
        for (const LosslessCase& c : report.cases)
            QVERIFY2(!c.passed, qPrintable(describe(report)));
    }

    void longerDraftsAreLosslessToo()
    {
        LosslessOptions options;
        options.samplers = {SamplerSettings{}};
        options.draftLength = 4;
        options.rounds = 50'000;
        const LosslessReport report = checkPairOf(tinyPair(), options);
        QVERIFY2(report.passed(), qPrintable(describe(report)));
    }

    void storiesAgainstATinierDraft()
    {
        const auto path = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(path);
        const auto model = loadModel(path);
        QVERIFY2(model.has_value(), model ? "" : model.error().sentence.c_str());
        // The same weights with one norm halved: a draft of the same vocabulary that is often wrong.
        auto draft = std::make_shared<Model>(**model);
        for (float& value : draft->weights.layers[0].postAttentionNorm)
            value *= 0.5f;
        const LosslessReport report = checkPairOf({*model, draft}, {});
        QVERIFY2(report.passed(), qPrintable(describe(report)));
        LosslessOptions broken;
        broken.samplers = {SamplerSettings{}};
        broken.brokenQTemperature = 1.3;
        QVERIFY(!checkPairOf({*model, draft}, broken).passed());
    }

    void cancelling()
    {
        const std::atomic<bool> cancelled = true;
        Progress progress;
        progress.cancelled = &cancelled;
        const auto report = losslessCheck(tinyPair(), "Once", {}, *makeCpuBackend(1), progress);
        QVERIFY(!report);
        QCOMPARE(report.error().sentence, std::string("The losslessness check was cancelled."));
    }
};

QTEST_GUILESS_MAIN(TestLossless)
#include "test_lossless.moc"
