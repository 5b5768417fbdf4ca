// SPDX-License-Identifier: MIT
// Rotary frequencies. Expected numbers: transformers' ROPE_INIT_FUNCTIONS for head size 16, base 10000 and the scalings
// that stand beside them.
#include <QTest>

#include "engine/model/model_config.h"
#include "tests/test_main.h"

using namespace draftscope;

Q_DECLARE_METATYPE(RopeScaling)

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

    void scalingsAgreeWithTransformers_data()
    {
        using Method = RopeScaling::Method;
        QTest::addColumn<RopeScaling>("scaling");
        QTest::addColumn<std::vector<double>>("expected");
        QTest::newRow("llama3") << RopeScaling{8, 1, 4, 128} << std::vector<double>{1,
                                                                                    0.316227764,
                                                                                    0.0427511781,
                                                                                    0.00395284733,
                                                                                    0.00124999997,
                                                                                    0.000395284733,
                                                                                    0.000125000006,
                                                                                    3.95284733e-05};
        QTest::newRow("linear") << RopeScaling{.factor = 2.5, .method = Method::linear}
                                << std::vector<double>{0.4,          0.1264910996,   0.04,         0.01264911145,
                                                       0.0039999997, 0.001264911145, 0.0004000000, 0.0001264911116};
        QTest::newRow("yarn")
            << RopeScaling{.factor = 4, .originalContext = 128, .method = Method::yarn}
            << std::vector<double>{
                   1,       0.2371708155,   0.049999997, 0.007905694656, 0.002499999944, 0.0007905694656,
                   0.00025, 7.905694656e-05};
        QTest::newRow("yarn between pairs")
            << RopeScaling{.factor = 4,
                           .originalContext = 128,
                           .method = Method::yarn,
                           .fastRotations = 16,
                           .slowRotations = 2,
                           .wholePairs = false}
            << std::vector<double>{
                   1,       0.2124686837,   0.02566439845, 0.007905694656, 0.002499999944, 0.0007905694656,
                   0.00025, 7.905694656e-05};
    }
    void scalingsAgreeWithTransformers()
    {
        QFETCH(RopeScaling, scaling);
        QFETCH(std::vector<double>, expected);
        ModelConfig config;
        config.headSize = 16;
        config.ropeScaling = scaling;
        const std::vector<float> frequencies = ropeFrequencies(config);
        QCOMPARE(frequencies.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(frequencies[i] / expected[i] - 1) < 1e-6,
                     qPrintable(QString::number(frequencies[i], 'g', 9)));
    }

    void attentionGrowsWithRotation()
    {
        QVERIFY(std::abs(yarnAttentionFactor(4) - 1.138629436111989) < 1e-12);
        QVERIFY(std::abs(yarnAttentionFactor(4, 1) / yarnAttentionFactor(4, 0.5) - 1.0648216253695715) < 1e-12);
        QCOMPARE(yarnAttentionFactor(1), 1.0);
        ModelConfig config;
        config.headSize = 64;
        config.layerAttention = {{}, {.hasRope = false}};
        QCOMPARE(config.attentionScale(0), 0.125f);
        config.ropeAttentionFactor = 2;
        QCOMPARE(config.attentionScale(0), 0.5f); // of queries and of keys
        QCOMPARE(config.attentionScale(1), 0.125f);
    }
};

DRAFTSCOPE_TEST(TestRope)
#include "test_rope.moc"
