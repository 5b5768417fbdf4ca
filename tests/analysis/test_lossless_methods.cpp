// SPDX-License-Identifier: MIT
// Sampled losslessness of methods, shapes and verifiers: with a few texts each, which the seeds fix. How little the
// check overlooks, test_lossless shows.
#include <QTest>

#include "engine/analysis/lossless.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/session/combinations.h"
#include "engine/speculation/verifiers.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

constexpr int draftLength = 3;

/// Of a combination as a person names it: "eagle+dynamic+greedy".
SessionSettings settingsOf(const QString& name)
{
    const auto combination = combinationNamed(name.toStdString());
    if (!combination)
        qFatal("%s", combination.error().sentence.c_str());
    SessionSettings settings;
    settings.method = combination->method->name;
    settings.shape = combination->shape->name;
    if (combination->verifier)
        settings.verifier = combination->verifier->name();
    return settings;
}

/// The five letters with one sampler; for the verifier greedy those of the greedy texts.
LosslessReport checked(SessionSettings settings, int texts, const std::string& fault = {})
{
    for (const MethodFile& file : (*methodNamed(settings.method))->files)
        if (file.isNeeded)
            setFile(settings, file.name, "(in memory)");
    const auto complete = losslessSettings(settings);
    if (!complete)
        qFatal("%s", complete.error().sentence.c_str());
    LosslessOptions options;
    options.settings = *complete;
    options.draftLengths = {draftLength};
    options.fault = fault;
    auto subjects = *losslessSubjects(*complete, {}, {}, "", texts);
    subjects.resize(1);
    subjects.front().samplers.resize(1);
    const auto report = losslessCheck(subjects, options, makeCpuBackend(1));
    if (!report)
        qFatal("%s", report.error().sentence.c_str());
    return *report;
}

} // namespace

class TestLosslessMethods : public QObject {
    Q_OBJECT
private slots:
    /// Nothing that can be chosen and draws is refused by the check.
    void allThatCanBeChosenCanBeTested()
    {
        for (const Combination& one : allCombinations()) {
            if (!one.method->drafts())
                continue;
            SessionSettings settings = settingsOf(QString::fromStdString(one.name()));
            for (const MethodFile& file : one.method->files)
                if (file.isNeeded)
                    setFile(settings, file.name, "(in memory)");
            const auto complete = losslessSettings(settings);
            QVERIFY2(complete.has_value(), one.name().c_str());
            QCOMPARE(std::string(verifierNameFor(*complete)), std::string(one.verifier->name()));
            QCOMPARE(complete->shape, std::string(one.shape->name));
            QVERIFY(!losslessSubjects(*complete, {}, {}, "", 1000)->empty());
        }
    }

    void methodsAreLossless_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("acceptance"); // at least so much: drafts were accepted in numbers
        for (const char* method : {"medusa", "eagle", "eagle3", "early-exit", "layer-skipping"}) {
            QTest::addRow("%s", method) << method << 0.2;
            QTest::addRow("%s, trees", method) << QString("%1+fixed-widths").arg(method) << 0.2;
        }
        for (const char* verifier : {"greedy", "speculative-sampling", "deterministic-children"})
            QTest::addRow("merged drafts, %s", verifier) << QString("merged-drafts+%1").arg(verifier) << 0.3;
        QTest::addRow("retrieval") << "retrieval" << 0.05;
        QTest::addRow("lookahead") << "lookahead" << 0.1;
        QTest::addRow("lookahead, a window and trees") << "lookahead+merged-chains" << 0.1;
        for (const char* verifier :
             {"greedy", "speculative-sampling", "k-seq", "without-replacement", "deterministic-children"}) {
            QTest::addRow("fixed widths, %s", verifier) << QString("two-model+fixed-widths+%1").arg(verifier) << 0.2;
            QTest::addRow("best first, %s", verifier) << QString("two-model+best-first+%1").arg(verifier) << 0.1;
        }
        for (const char* verifier : {"greedy", "deterministic-children"})
            QTest::addRow("dynamic, %s", verifier) << QString("eagle+dynamic+%1").arg(verifier) << 0.1;
        for (const char* verifier : {"block", "k-seq", "deterministic-children"})
            QTest::addRow("chain, %s", verifier) << QString("two-model+%1").arg(verifier) << 0.3;
    }
    void methodsAreLossless()
    {
        QFETCH(QString, name);
        QFETCH(double, acceptance);
        SessionSettings settings = settingsOf(name);
        if (settings.method == "lookahead" && settings.shape != "chain")
            settings.options = {{"lookahead-window", 2}, {"lookahead-ngram", 3}, {"lookahead-guesses", 2}};
        const LosslessReport report = checked(settings, 400);
        QVERIFY(report.passed());
        QCOMPARE(report.count(LosslessVerdict::notTested), 0);
        QVERIFY2(report.acceptanceRate > acceptance, qPrintable(QString::number(report.acceptanceRate)));
    }

    /// What changes the distribution is seen, with trees and with heads.
    void whatIsLossyIsFound_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("texts");
        QTest::addRow("typical acceptance, Medusa") << "medusa+typical"
                                                    << "" << 600;
        QTest::addRow("typical acceptance, a tree") << "two-model+fixed-widths+typical"
                                                    << "" << 600;
        QTest::addRow("typical acceptance, merged drafts") << "merged-drafts+typical"
                                                           << "" << 600;
        QTest::addRow("ratio on deterministic children") << "eagle+dynamic+deterministic-children"
                                                         << "ratio-on-deterministic" << 600;
        QTest::addRow("contiguous block") << "eagle+block"
                                          << "contiguous-block" << 600;
        QTest::addRow("kept K/V") << "medusa+fixed-widths"
                                  << "keep-rejected-kv" << 600;
    }
    void whatIsLossyIsFound()
    {
        QFETCH(QString, name);
        QFETCH(QString, fault);
        QFETCH(int, texts);
        const LosslessReport report = checked(settingsOf(name), texts, fault.toStdString());
        QVERIFY(report.count(LosslessVerdict::failed) > 0);
        QVERIFY(!report.passed());
    }
};

DRAFTSCOPE_TEST(TestLosslessMethods)
#include "test_lossless_methods.moc"
