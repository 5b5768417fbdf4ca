// SPDX-License-Identifier: MIT
// Products of quantised weights, of every type and on every SIMD target of this machine.
#define DRAFTSCOPE_WANTS_AVX3_DL
#include <QTest>

#include <cmath>

#include "engine/backend/cpu/panel_layout.h"
#include "engine/backend/cpu/quantised_product.h"
#include "engine/backend/cpu/weight_panels.h"
#include "engine/core/thread_pool.h"
#include "tests/backend/panel_products.h"
#include "tests/backend/random_model.h"
#include "tests/simd_target.h"

using namespace draftscope;
using namespace draftscope::cpu;
using namespace draftscope::test;

namespace {

constexpr int weightRows = 37, activationRows = 9; // neither fills a tile

/// A matrix with its panels.
struct Case {
    std::shared_ptr<const Model> original, inPanels;
    const MatrixView& matrix() const { return original->weights.layers[0].gate; }
    const MatrixView& panels() const { return inPanels->weights.layers[0].gate; }
};

Case caseOf(WeightType type)
{
    const int columns = 3 * std::max(64, blockOf(type).elements);
    ThreadPool pool(1);
    const auto model = randomModel({.name = "small",
                                    .type = type,
                                    .hidden = columns,
                                    .intermediate = 256,
                                    .layers = 1,
                                    .heads = columns / 32,
                                    .kvHeads = 1,
                                    .headSize = 32,
                                    .vocabulary = 3});
    auto cut = std::make_shared<Model>(*model);
    cut->weights.layers[0].gate.rows = weightRows;
    return {cut, WeightPanels().withPanels(cut, pool)};
}

/// Activations of very different sizes from group to group, and a group of zeros.
std::vector<float> activationsFor(int columns, int rows)
{
    std::vector<float> all;
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < columns; ++i)
            all.push_back(i / 32 == row % 5
                              ? 0.0f
                              : std::sin(float(i * 7 + row * 13 + 1)) * std::exp2(float((i / 32 + row) % 9 - 4)));
    return all;
}

/// [activationRows][weightRows], computed `together` rows at a time for weight rows [begin, end).
std::vector<float> multiplied(Arithmetic arithmetic, const MatrixView& panels, const std::vector<float>& activations,
                              int together, int begin = 0, int end = weightRows)
{
    return test::multiplied(arithmetic, panels, activations, activationRows, together, begin, end);
}

} // namespace

class TestQuantisedProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addSimdTargets(); }
    void init()
    {
        QFETCH_GLOBAL(qlonglong, target);
        useSimdTarget(target);
    }
    void cleanup() { useBestSimdTarget(); }

    void productsAreThoseOfTheBlocks_data() { addTypes(); }
    void productsAreThoseOfTheBlocks();
    void theLargestNumbersDoNotOverflow_data() { addTypes(); }
    void theLargestNumbersDoNotOverflow();
    void rowsKeepTheirBits_data() { addTypes(); }
    void rowsKeepTheirBits();
    void panelsAreKeptForEachTarget();
    void activationsWithoutANumberShow();

private:
    static void addTypes()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("arithmetic");
        for (int type = int(WeightType::q8_0); type <= int(WeightType::q6_k); ++type)
            for (const auto& [arithmetic, name] : {std::pair(Arithmetic::int8, "int8"), {Arithmetic::f32, "f32"}})
                QTest::addRow("%s, %s", nameOf(WeightType(type)).data(), name) << type << int(arithmetic);
    }
};

/// The sum of dequantised weights times quantised activations, but for f32's rounding; and the sum of dequantised
/// weights times the activations themselves, but for half a step of each activation. Where these stay f32, the latter
/// and nothing else.
void TestQuantisedProduct::productsAreThoseOfTheBlocks()
{
    QFETCH(int, type);
    QFETCH(int, arithmetic);
    const Case here = caseOf(WeightType(type));
    const int columns = here.matrix().columns;
    QCOMPARE(here.panels().rows, weightRows);
    const std::vector<float> activations = activationsFor(columns, activationRows);
    const std::vector<float> out = multiplied(Arithmetic(arithmetic), here.panels(), activations, activationRows);

    std::vector<ActivationGroup> groups(std::size_t(columns / 32));
    for (int row = 0; row < activationRows; ++row) {
        const float* x = activations.data() + std::size_t(row * columns);
        quantiseActivations(x, columns, groups.data());
        for (int n = 0; n < weightRows; ++n) {
            const std::vector<double> weights = elements(here.matrix(), n);
            double quantised = 0, exact = 0, size = 0, exactSize = 0, allowed = 0;
            for (int i = 0; i < columns; ++i) {
                const ActivationGroup& group = groups[std::size_t(i / 32)];
                const double w = weights[std::size_t(i)], q = double(group.scale) * group.q[i % 32];
                QVERIFY(std::fabs(q - double(x[i])) <= double(group.scale) * 0.50001);
                quantised += w * q;
                exact += w * double(x[i]);
                size += 40 * std::fabs(q) * (std::fabs(w) + 0.1); // offsets are summed up by themselves
                exactSize += std::fabs(double(x[i])) * (std::fabs(w) + 0.1);
                allowed += std::fabs(w) * double(group.scale) * 0.50001;
            }
            const double got = double(out[std::size_t(row * weightRows + n)]);
            if (Arithmetic(arithmetic) == Arithmetic::f32) {
                QVERIFY2(std::fabs(got - exact) <= 3e-7 * exactSize,
                         qPrintable(QString("%1 instead of %2 (size %3)").arg(got).arg(exact).arg(exactSize)));
                continue;
            }
            QVERIFY2(std::fabs(got - quantised) <= 1e-7 * size,
                     qPrintable(QString("%1 instead of %2 (size %3)").arg(got).arg(quantised).arg(size)));
            QVERIFY(std::fabs(got - exact) <= allowed + 1e-7 * size);
        }
    }
}

/// Sums of products of bytes are kept in 16 bits for a while, and all of them have their largest size here.
void TestQuantisedProduct::theLargestNumbersDoNotOverflow()
{
    QFETCH(int, type);
    QFETCH(int, arithmetic);
    const auto weightType = WeightType(type);
    auto model = std::make_shared<Model>(*caseOf(weightType).original);
    MatrixView& matrix = model->weights.layers[0].gate;
    // Of eight bits -128 is the largest; of fewer all bits are set. A scale, and what is added, is the half of 1.
    const WeightBlock block = blockOf(weightType);
    const std::size_t halves = weightType == WeightType::q6_k ? block.bytes - 2 : 0;
    std::vector<std::uint8_t> bytes(std::size_t(matrix.rows) * matrix.rowBytes(),
                                    weightType == WeightType::q8_0 ? 0x80 : 0xFF);
    for (std::size_t at = halves; at < bytes.size(); at += block.bytes)
        for (std::size_t half = at; half < at + (panelLayout(weightType, quantisedPanelRows()).hasM ? 4 : 2);
             half += 2) {
            bytes[half] = 0x00;
            bytes[half + 1] = 0x3C;
        }
    matrix.data = bytes.data();
    ThreadPool pool(1);
    const Case here{model, WeightPanels().withPanels(model, pool)};
    const int columns = matrix.columns;
    const std::vector<double> weights = elements(matrix, 0);
    for (const auto& signOf :
         {+[](int) { return 1.0f; }, +[](int) { return -1.0f; }, +[](int i) { return i % 4 < 2 ? 1.0f : -1.0f; }}) {
        std::vector<float> activations;
        double exact = 0, size = 0;
        for (int i = 0; i < columns * activationRows; ++i)
            activations.push_back(signOf(i % columns));
        for (int i = 0; i < columns; ++i) {
            exact += weights[std::size_t(i)] * double(signOf(i));
            size += 40 * (std::fabs(weights[std::size_t(i)]) + 0.1);
        }
        if (weightType != WeightType::q4_k && weightType != WeightType::q5_k)
            QVERIFY(std::fabs(weights[0]) >= 7);
        for (const float got : multiplied(Arithmetic(arithmetic), here.panels(), activations, activationRows))
            QVERIFY2(std::fabs(double(got) - exact) <= 1e-6 * size,
                     qPrintable(QString("%1 instead of %2").arg(double(got)).arg(exact)));
    }
}

void TestQuantisedProduct::rowsKeepTheirBits()
{
    QFETCH(int, type);
    QFETCH(int, arithmetic);
    const Case here = caseOf(WeightType(type));
    const std::vector<float> activations = activationsFor(here.matrix().columns, activationRows);
    const std::vector<float> one = multiplied(Arithmetic(arithmetic), here.panels(), activations, 1);
    QCOMPARE(std::ranges::count(one, untouched), std::ptrdiff_t(0));
    for (int together = 2; together <= activationRows; ++together)
        QVERIFY2(multiplied(Arithmetic(arithmetic), here.panels(), activations, together) == one,
                 qPrintable(QString::number(together)));
    for (const auto& [begin, end] :
         {std::pair(3, 36), {8, 16}, {16, 32}, {7, 9}, {15, 17}, {31, 37}, {36, 37}, {5, 5}}) {
        const std::vector<float> part = multiplied(Arithmetic(arithmetic), here.panels(), activations, 3, begin, end);
        for (int i = 0; i < activationRows * weightRows; ++i) {
            const bool isWanted = i % weightRows >= begin && i % weightRows < end;
            QCOMPARE(part[std::size_t(i)], isWanted ? one[std::size_t(i)] : untouched);
        }
    }
}

/// How many rows a panel has depends on the target, and panels made for another one are useless.
void TestQuantisedProduct::panelsAreKeptForEachTarget()
{
    QFETCH_GLOBAL(qlonglong, target);
    const Case here = caseOf(WeightType::q4_1);
    const std::vector<float> activations = activationsFor(here.matrix().columns, activationRows);
    const std::vector<float> expected = multiplied(Arithmetic::int8, here.panels(), activations, activationRows);
    WeightPanels panels;
    ThreadPool pool(1);
    useBestSimdTarget();
    const auto forTheBest = panels.withPanels(here.original, pool);
    useSimdTarget(target);
    const auto forThis = panels.withPanels(here.original, pool);
    const MatrixView& matrix = forThis->weights.layers[0].gate;
    QVERIFY(multiplied(Arithmetic::int8, matrix, activations, activationRows) == expected);
    const int rows = quantisedPanelRows();
    useBestSimdTarget();
    QCOMPARE(matrix.data == forTheBest->weights.layers[0].gate.data, rows == quantisedPanelRows());
}

void TestQuantisedProduct::activationsWithoutANumberShow()
{
    for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> activations(64, 1.0f);
        activations[40] = value;
        ActivationGroup groups[2];
        quantiseActivations(activations.data(), 64, groups);
        QCOMPARE(groups[0].scale, 1.0f / 127);
        QCOMPARE(groups[0].sum, 32 * 127 * (1.0f / 127));
        QVERIFY(!std::isfinite(groups[1].scale));
    }
}

QTEST_GUILESS_MAIN(TestQuantisedProduct)
#include "test_quantised_product.moc"
