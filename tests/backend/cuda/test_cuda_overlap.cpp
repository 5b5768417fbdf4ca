// SPDX-License-Identifier: MIT
// Every kernel of a pass and of a round begins as early as it may on a device where kernels overlap, and nothing
// changes: the executor would name a kernel that reads or writes too soon (tests/simt/overlap.h).
#include <QTemporaryDir>
#include <QTest>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/fixtures/target_heads.h"
#include "tests/simt/simulated_device.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaOverlap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { simt::simulatedDevice() = {}; }
    void passesGiveTheSame_data();
    void passesGiveTheSame();
    void roundsGiveTheSame();
};

void TestCudaOverlap::passesGiveTheSame_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("length");
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16}) {
        for (const int rows : {1, 9, 30, 64})
            QTest::addRow("type %d, %d rows", int(type), rows) << int(type) << rows << 70;
        QTest::addRow("type %d, splits merged by a kernel", int(type)) << int(type) << 64 << 530;
    }
}

void TestCudaOverlap::passesGiveTheSame()
{
    QFETCH(int, type);
    QFETCH(int, rows);
    QFETCH(int, length);
    const auto model = randomModel(oddShape(WeightType(type)));
    const auto logits = [&] {
        const auto pass = cudaPass(*cudaBackend(), model, length + 10);
        return decode(*pass, someText(length, model->config.vocabularySize), rows, slotsInOrder(length));
    };
    simt::simulatedDevice().hasBlas = false; // whose memory would be compared in vain
    const Logits expected = logits();
    simt::simulatedDevice().properties.computeMajor = 9;
    QVERIFY(logits() == expected);
}

void TestCudaOverlap::roundsGiveTheSame()
{
    simt::simulatedDevice().hasBlas = false;
    const SamplerSettings filtered = {.temperature = 0.8, .topK = 20, .topP = 0.9, .minP = 0.02};
    QTemporaryDir head;
    fixtures::writeHeadFor(head.path().toStdString(), "eagle3");
    const Pair pair = tinyPair(), ofHead = {fixtures::makeTargetOfHeads(), nullptr};
    const auto tree = [](const char* shape, const SamplerSettings& sampler) {
        SessionSettings settings = settingsOf("two-model", 3, sampler);
        settings.shape = shape;
        return settings;
    };
    for (const auto& [models, settings] :
         {std::pair(pair, settingsOf("two-model", 3, {})), std::pair(pair, settingsOf("two-model", 3, filtered)),
          std::pair(pair, tree("fixed-widths", {})), std::pair(pair, tree("dynamic", {.greedy = true})),
          std::pair(pair, tree("dynamic", {})),
          std::pair(ofHead, fixtures::headSettings("eagle3", head.path().toStdString()))}) {
        SessionSettings own = settings;
        own.maxTokens = 12;
        const auto rounds = [&] {
            return fixtures::decode(*fixtures::makeSession(models, own, prompt, cudaBackend()));
        };
        simt::simulatedDevice().properties.computeMajor = 8;
        const Recording expected = rounds();
        simt::simulatedDevice().properties.computeMajor = 9;
        compareRounds(rounds(), expected);
    }
}

DRAFTSCOPE_TEST(TestCudaOverlap)
#include "test_cuda_overlap.moc"
