// SPDX-License-Identifier: MIT
#include <QTest>

#include <limits>

#include "engine/sampling/sampler_settings.h"

using namespace draftscope;
Q_DECLARE_METATYPE(SamplerSettings)

class TestSamplerSettings : public QObject {
    Q_OBJECT
private slots:
    void check_data()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
        QTest::addColumn<SamplerSettings>("settings");
        QTest::addColumn<QString>("complaint"); // empty: fine
        QTest::newRow("as they come") << SamplerSettings{} << "";
        QTest::newRow("greedy by temperature") << SamplerSettings{.temperature = 0} << "";
        QTest::newRow("everything set") << SamplerSettings{.temperature = 0.7, .topK = 40, .topP = 0.9, .minP = 0.05}
                                        << "";
        QTest::newRow("edges") << SamplerSettings{.topP = 1, .minP = 1} << "";
        QTest::newRow("negative temperature") << SamplerSettings{.temperature = -1} << "temperature is -1";
        QTest::newRow("no temperature") << SamplerSettings{.temperature = nan} << "temperature";
        QTest::newRow("infinite temperature") << SamplerSettings{.temperature = infinity} << "temperature";
        QTest::newRow("negative top-k") << SamplerSettings{.topK = -1} << "Top-k is -1";
        QTest::newRow("top-p 0") << SamplerSettings{.topP = 0} << "Top-p is 0";
        QTest::newRow("top-p above 1") << SamplerSettings{.topP = 1.5} << "Top-p is 1.5";
        QTest::newRow("top-p not a number") << SamplerSettings{.topP = nan} << "Top-p";
        QTest::newRow("min-p above 1") << SamplerSettings{.minP = 2} << "Min-p is 2";
        QTest::newRow("min-p negative") << SamplerSettings{.minP = -0.1} << "Min-p";
    }
    void check()
    {
        QFETCH(SamplerSettings, settings);
        QFETCH(QString, complaint);
        const auto checked = draftscope::check(settings);
        QCOMPARE(checked.has_value(), complaint.isEmpty());
        if (!checked)
            QVERIFY2(QString::fromStdString(checked.error().sentence).contains(complaint),
                     checked.error().sentence.c_str());
    }
};

QTEST_GUILESS_MAIN(TestSamplerSettings)
#include "test_sampler_settings.moc"
