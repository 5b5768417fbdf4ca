// SPDX-License-Identifier: MIT
// Logits against transformers in float32 (golden files made by make_golden.py), at every position of 20 prompts.
#include <QTest>

#include "engine/catalogue/embedded.h"
#include "tests/golden/golden_logits.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestGoldenLogits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void logitsEqualTransformers_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("golden");
        const auto embedded = embeddedModels();
        QVERIFY2(embedded.has_value(), embedded ? "" : embedded.error().sentence.c_str());
        const auto target = resolveModel(embedded->defaultTarget);
        QVERIFY(target.has_value());
        QTest::newRow("embedded target") << QString::fromStdString(target->string()) << "embedded-target.json";
        QTest::newRow("random, directory") << QString::fromStdString(folder + "random-llama") << "random-llama.json";
        QTest::newRow("random, GGUF") << QString::fromStdString(folder + "random-llama/model.gguf")
                                      << "random-llama.json";
    }
    void logitsEqualTransformers()
    {
        QFETCH(QString, path);
        QFETCH(QString, golden);
        const Difference difference = compareModel(path.toStdString(), golden.toStdString());
        qInfo("%d positions: logits differ by at most %.2g, their mean by %.2g, their squares by %.2g of themselves",
              difference.positions, difference.logit, difference.sum, difference.squares);
        QVERIFY(difference.positions > 200);
        QVERIFY(difference.logit <= tolerance);
        QVERIFY(difference.sum <= tolerance);
        QVERIFY(difference.squares <= tolerance);
    }

    void directoryAndGgufGiveTheSameLogits()
    {
        const auto directory = loadModel(folder + "random-llama");
        const auto gguf = loadModel(folder + "random-llama/model.gguf");
        QVERIFY(directory && gguf);
        const auto pool = std::make_shared<ThreadPool>(2);
        const auto ids = (*directory)->tokenizer->encodePrompt("One day, a small dog found a red ball.");
        QVERIFY(ids.has_value());
        QCOMPARE(*(*gguf)->tokenizer->encodePrompt("One day, a small dog found a red ball."), *ids);
        const auto a = logitsOf(*makeCpuForwardPass(*directory, pool, 64), *ids);
        const auto b = logitsOf(*makeCpuForwardPass(*gguf, pool, 64), *ids);
        double largest = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            largest = std::max(largest, double(std::abs(a[i] - b[i])));
        // The rope factors are stored as float32 in the GGUF and computed from config.json in the directory.
        QVERIFY2(largest <= tolerance, qPrintable(QString::number(largest)));
    }
};

DRAFTSCOPE_TEST(TestGoldenLogits)
#include "test_golden_logits.moc"
