// SPDX-License-Identifier: MIT
// Rotary frequencies. Expected numbers: transformers' ROPE_INIT_FUNCTIONS["llama3"] for head size 16, base 10000,
// factor 8, low 1, high 4, original context 128.
#include <QTest>

#include "engine/model/model_config.h"

using namespace draftscope;

class TestRope : public QObject {
    Q_OBJECT
private slots:
    void plainFrequenciesFallByPowers()
    {
        ModelConfig config;
        config.headSize = 8;
        QCOMPARE(ropeFrequencies(config), (std::vector<float>{1, 0.1f, 0.01f, 0.001f}));
        config.ropeFactors = {1, 1, 2, 8};
        QCOMPARE(ropeFrequencies(config), (std::vector<float>{1, 0.1f, 0.005f, 0.000125f}));
    }

    void llama3ScalingAgreesWithTransformers()
    {
        ModelConfig config;
        config.headSize = 16;
        config.ropeScaling = RopeScaling{8, 1, 4, 128};
        const std::vector<float> expected = {1,
                                             0.316227764f,
                                             0.0427511781f,
                                             0.00395284733f,
                                             0.00124999997f,
                                             0.000395284733f,
                                             0.000125000006f,
                                             3.95284733e-05f};
        const std::vector<float> frequencies = ropeFrequencies(config);
        QCOMPARE(frequencies.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(frequencies[i] / expected[i] - 1) < 1e-6,
                     qPrintable(QString::number(frequencies[i], 'g', 9)));
    }
};

QTEST_GUILESS_MAIN(TestRope)
#include "test_rope.moc"
