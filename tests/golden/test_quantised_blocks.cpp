// SPDX-License-Identifier: MIT
// Blocks of every quantised type in a file that ggml's Python package wrote (quantised/make_blocks.py), and the numbers
// that it made of them, bit by bit.
#include <QTest>

#include "engine/core/quantised_blocks.h"
#include "engine/formats/gguf.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestQuantisedBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void elementsEqualGgml_data()
    {
        QTest::addColumn<int>("type");
        for (int type = int(WeightType::q8_0); type <= int(WeightType::q6_k); ++type)
            QTest::newRow(std::string(nameOf(WeightType(type))).c_str()) << type;
    }
    void elementsEqualGgml()
    {
        QFETCH(int, type);
        const auto file = Gguf::open(DRAFTSCOPE_SOURCE_DIR "/tests/golden/quantised/blocks.gguf");
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        const std::string name(nameOf(WeightType(type)));
        const auto blocks = (*file)->tensor(name), expected = (*file)->tensor(name + ".f32");
        QVERIFY2(blocks && expected, blocks ? "" : blocks.error().sentence.c_str());
        QCOMPARE(int(blocks->type), type);
        QVERIFY(blocks->shape == expected->shape && blocks->shape.front() == 3);
        QCOMPARE(blocks->bytes, 3 * rowBytes(blocks->type, int(blocks->shape.back())));

        std::vector<float> floats(expected->bytes / sizeof(float));
        toFloats(blocks->type, blocks->data, floats);
        QVERIFY(std::ranges::count(floats, 0.0f) < std::ptrdiff_t(floats.size()) * 2 / 3);
        for (std::size_t i = 0; i < floats.size(); ++i) {
            float stated;
            std::memcpy(&stated, expected->data + i * sizeof stated, sizeof stated);
            QVERIFY2(floats[i] == stated,
                     qPrintable(QString("element %1: %2, expected %3").arg(i).arg(floats[i]).arg(stated)));
        }
    }
};

DRAFTSCOPE_TEST(TestQuantisedBlocks)
#include "test_quantised_blocks.moc"
