// SPDX-License-Identifier: MIT
// Products of f32, f16 and bf16 weights in panels, on every SIMD target of this machine.
#include <QTest>

#include <cmath>
#include <cstring>

#include "engine/backend/cpu/panel_layout.h"
#include "engine/backend/cpu/weight_panels.h"
#include "tests/backend/panel_products.h"
#include "tests/simd_target.h"

using namespace draftscope;
using namespace draftscope::cpu;
using namespace draftscope::test;

namespace {

constexpr int mostActivationRows = 66; // more than a pass has

/// Weights between -1 and 1 that every type holds exactly.
float weightAt(int row, int column)
{
    return float((row * 37 + column * 11 + row * column) % 127 - 63) / 64;
}

float activationAt(int row, int column)
{
    return std::sin(float(column * 7 + row * 13 + 1)) * std::exp2(float((column / 32 + row) % 9 - 4));
}

/// The IEEE half of a number that is 0 or that halves hold exactly and without a small exponent.
std::uint16_t exactHalf(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, 4);
    const std::uint32_t sign = bits >> 16 & 0x8000, exponent = bits >> 23 & 0xFF, fraction = bits >> 13 & 0x3FF;
    return std::uint16_t(value == 0 ? sign : sign | (exponent - 112) << 10 | fraction);
}

/// A matrix as it would lie in a file, with its panels.
struct Matrix {
    Matrix(WeightType type, int rows, int columns) : view{nullptr, type, rows, columns}
    {
        bytes.resize(view.bytes());
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                std::byte* const to = bytes.data() + std::size_t(row * columns + column) * bytesPer(type);
                const float weight = weightAt(row, column);
                if (type == WeightType::f32) {
                    std::memcpy(to, &weight, 4);
                } else if (type == WeightType::f16) {
                    const std::uint16_t half = exactHalf(weight);
                    std::memcpy(to, &half, 2);
                } else {
                    std::uint32_t word;
                    std::memcpy(&word, &weight, 4);
                    const auto upper = std::uint16_t(word >> 16);
                    std::memcpy(to, &upper, 2);
                }
            }
        view.data = bytes.data();
        panels.resize(panelBytes(view) + 64);
        const std::size_t offset = (64 - reinterpret_cast<std::uintptr_t>(panels.data()) % 64) % 64;
        packPanels(view, 0, panelsOf(view), panels.data() + offset);
        inPanels = view;
        inPanels.data = panels.data() + offset;
    }

    MatrixView view, inPanels;
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> panels;
};

/// Of so many rows.
std::vector<float> activationsFor(int columns, int rows)
{
    std::vector<float> all;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            all.push_back(activationAt(row, column));
    return all;
}

std::vector<float> multiplied(const MatrixView& panels, int rows, int together, int begin, int end, bool add = false)
{
    return test::multiplied(Arithmetic::f32, panels, activationsFor(panels.columns, rows), rows, together, begin, end,
                            add);
}

} // namespace

class TestFloatProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addSimdTargets(); }
    void init()
    {
        QFETCH_GLOBAL(qlonglong, target);
        useSimdTarget(target);
    }
    void cleanup() { useBestSimdTarget(); }

    void productsAreTheSums_data() { addTypes(); }
    void productsAreTheSums();
    void rowsKeepTheirBits_data() { addTypes(); }
    void rowsKeepTheirBits();
    void rowsServeAsTheyLie_data() { addTypes(); }
    void rowsServeAsTheyLie();
    void onlyWhatIsWantedIsWritten_data() { addTypes(); }
    void onlyWhatIsWantedIsWritten();

private:
    static void addTypes()
    {
        QTest::addColumn<int>("type");
        for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16})
            QTest::newRow(nameOf(type).data()) << int(type);
    }
};

/// Columns that fill pairs and stretches and such that do not, rows that fill panels and such that do not.
void TestFloatProduct::productsAreTheSums()
{
    QFETCH(int, type);
    constexpr int rows = 3;
    for (const int columns : {1, 2, 31, 255, 256, 257, 513})
        for (const int weightRows : {1, 15, 16, 17, 37, 70}) {
            const Matrix matrix(WeightType(type), weightRows, columns);
            const std::vector<float> out = multiplied(matrix.inPanels, rows, rows, 0, weightRows);
            for (int row = 0; row < rows; ++row)
                for (int n = 0; n < weightRows; ++n) {
                    double exact = 0, size = 0;
                    for (int column = 0; column < columns; ++column) {
                        const double product = double(weightAt(n, column)) * double(activationAt(row, column));
                        exact += product;
                        size += std::fabs(product);
                    }
                    const double got = double(out[std::size_t(row * weightRows + n)]);
                    QVERIFY2(std::fabs(got - exact) <= 3e-6 * size,
                             qPrintable(QString("%1 instead of %2, %3 columns, row %4 of %5")
                                            .arg(got)
                                            .arg(exact)
                                            .arg(columns)
                                            .arg(n)
                                            .arg(weightRows)));
                }
        }
}

/// However many come together, and whatever part of the weight rows is asked for.
void TestFloatProduct::rowsKeepTheirBits()
{
    QFETCH(int, type);
    const Matrix matrix(WeightType(type), 70, 300);
    const std::vector<float> alone = multiplied(matrix.inPanels, mostActivationRows, 1, 0, 70);
    for (const int together : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 62, 63, 64, 65, 66})
        QVERIFY2(multiplied(matrix.inPanels, mostActivationRows, together, 0, 70) == alone,
                 qPrintable(QString("%1 together").arg(together)));
    std::vector<float> pieces(alone.size(), untouched);
    for (const auto& [begin, end] : {std::pair(0, 3), {3, 20}, {20, 32}, {32, 47}, {47, 70}}) {
        const std::vector<float> piece = multiplied(matrix.inPanels, mostActivationRows, 7, begin, end);
        for (int row = 0; row < mostActivationRows; ++row)
            std::copy_n(piece.data() + row * 70 + begin, end - begin, pieces.data() + row * 70 + begin);
    }
    QVERIFY(pieces == alone);
}

/// Rows in memory serve without being packed where products read them as they are, and where no column is left over.
void TestFloatProduct::rowsServeAsTheyLie()
{
    QFETCH(int, type);
    for (const int columns : {299, 300}) {
        const Matrix matrix(WeightType(type), 70, columns);
        const std::vector<float> rows = activationsFor(columns, 5);
        cpu::PackedActivations packed(Arithmetic::f32);
        QCOMPARE(packed.beginAsTheyLie(rows.data(), 5, matrix.inPanels), columns % 2 == 0);
        if (columns % 2 != 0)
            continue;
        std::vector<float> out(5 * 70);
        multiply(packed.times(matrix.inPanels, out.data(), 70), 0, 70);
        QVERIFY(out == multiplied(matrix.inPanels, 5, 5, 0, 70));
    }
}

/// Weight rows outside of the range are left as they are, and where sums are added to what is there, that is once.
void TestFloatProduct::onlyWhatIsWantedIsWritten()
{
    QFETCH(int, type);
    const Matrix matrix(WeightType(type), 70, 96);
    for (const int rows : {1, 2, 5, 9}) {
        const std::vector<float> all = multiplied(matrix.inPanels, rows, rows, 0, 70);
        for (const auto& [begin, end] : {std::pair(3, 20), {16, 32}, {15, 17}, {5, 5}, {64, 70}, {69, 70}}) {
            const std::vector<float> part = multiplied(matrix.inPanels, rows, rows, begin, end);
            const std::vector<float> added = multiplied(matrix.inPanels, rows, rows, begin, end, true);
            for (int row = 0; row < rows; ++row)
                for (int n = 0; n < 70; ++n) {
                    const std::size_t at = std::size_t(row * 70 + n);
                    const bool isWanted = n >= begin && n < end;
                    QCOMPARE(part[at], isWanted ? all[at] : untouched);
                    QCOMPARE(added[at], isWanted ? untouched + all[at] : untouched);
                }
        }
    }
}

QTEST_GUILESS_MAIN(TestFloatProduct)
#include "test_float_product.moc"
