// SPDX-License-Identifier: MIT
// Products of bf16 with bf16 against sums in double, and a row's bits whatever other rows there are.
#include <QTest>

#include <bit>
#include <cmath>
#include <random>

#include <hwy/aligned_allocator.h>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/backend/cpu/bf16_product.h"
#include "engine/backend/cpu/weight_panels.h"

using namespace draftscope;
using namespace draftscope::cpu;

class TestBf16Product : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void roundsToNearestEven();
    void isTheSumOfProducts_data();
    void isTheSumOfProducts();
    void addsToWhatIsThere();
};

namespace {

float floatOf(std::uint16_t bits)
{
    return std::bit_cast<float>(std::uint32_t(bits) << 16);
}

constexpr std::size_t paddedTo32(std::size_t columns)
{
    return (columns + 31) / 32 * 32;
}

/// Rows of `columns` as bf16, padded with zeros to a multiple of 32.
std::vector<std::uint16_t> rounded(const std::vector<float>& values, std::size_t columns)
{
    const std::size_t rows = values.size() / columns, stride = paddedTo32(columns);
    std::vector<std::uint16_t> all(rows * stride, 0xffff);
    for (std::size_t row = 0; row < rows; ++row)
        roundToBf16(values.data() + row * columns, columns, all.data() + row * stride, stride);
    return all;
}

std::vector<float> someFloats(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values)
        value = normal(random);
    return values;
}

/// Matrices of one product: weights in panels, and activations, both in bf16.
struct Operands {
    std::size_t columns, stride;
    std::vector<std::uint16_t> weights, activations; ///< [rows, stride]
    hwy::AlignedFreeUniquePtr<std::uint8_t[]> panels;

    Operands(std::size_t width, int weightRows, int rows)
        : columns(width), stride(paddedTo32(width)),
          weights(rounded(someFloats(width * std::size_t(weightRows), 1), width)),
          activations(rounded(someFloats(width * std::size_t(rows), 2), width))
    {
        std::vector<std::uint16_t> asInFile;
        for (auto row = weights.begin(); row != weights.end(); row += std::ptrdiff_t(stride))
            asInFile.insert(asInFile.end(), row, row + std::ptrdiff_t(width));
        const MatrixView matrix{asInFile.data(), WeightType::bf16, weightRows, int(width)};
        panels = hwy::AllocateAligned<std::uint8_t>(panelBytes(matrix));
        packPanels(matrix, 0, panelsOf(matrix), panels.get());
    }
    [[nodiscard]] Bf16Product product(int firstRow, int rows, std::vector<float>& out, std::size_t outStride) const
    {
        return {reinterpret_cast<const std::uint16_t*>(panels.get()),
                columns,
                activations.data() + std::size_t(firstRow) * stride,
                stride,
                rows,
                out.data(),
                outStride,
                false};
    }
};

} // namespace

void TestBf16Product::init()
{
    if (!hasBf16Product())
        QSKIP("This machine has no AVX512_BF16.");
}

void TestBf16Product::roundsToNearestEven()
{
    const std::vector<float> values = {1.0f, std::bit_cast<float>(0x3f808000u), std::bit_cast<float>(0x3f818000u),
                                       std::bit_cast<float>(0x3f808001u), -3.5f};
    const auto bits = rounded(values, values.size());
    const std::vector<std::uint16_t> expected = {0x3f80, 0x3f80, 0x3f82, 0x3f81, 0xc060};
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(bits[i], expected[i]);
    for (std::size_t i = expected.size(); i < bits.size(); ++i)
        QCOMPARE(bits[i], std::uint16_t(0));
}

void TestBf16Product::isTheSumOfProducts_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("weightRows");
    QTest::addColumn<int>("rows");
    for (const int columns : {1, 2, 31, 32, 33, 100, 256})
        for (const int weightRows : {1, 16, 37})
            for (const int rows : {1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 65})
                QTest::addRow("%d columns, %d weight rows, %d rows", columns, weightRows, rows)
                    << columns << weightRows << rows;
}

void TestBf16Product::isTheSumOfProducts()
{
    QFETCH(int, columns);
    QFETCH(int, weightRows);
    QFETCH(int, rows);
    const Operands operands(std::size_t(columns), weightRows, rows);
    const auto outStride = std::size_t(weightRows) + 3;
    std::vector<float> out(std::size_t(rows) * outStride, -7.0f), one(outStride, -7.0f);
    multiplyBf16(operands.product(0, rows, out, outStride), 0, weightRows);

    for (int row = 0; row < rows; ++row) {
        multiplyBf16(operands.product(row, 1, one, outStride), 0, weightRows);
        for (int w = 0; w < weightRows; ++w) {
            const float found = out[std::size_t(row) * outStride + std::size_t(w)];
            QCOMPARE(std::bit_cast<std::uint32_t>(found), std::bit_cast<std::uint32_t>(one[std::size_t(w)]));
            double sum = 0, size = 0;
            for (std::size_t c = 0; c < operands.columns; ++c) {
                const double product = double(floatOf(operands.weights[std::size_t(w) * operands.stride + c]))
                    * double(floatOf(operands.activations[std::size_t(row) * operands.stride + c]));
                sum += product;
                size += std::abs(product);
            }
            QVERIFY2(std::abs(double(found) - sum) <= size * 1e-6, qPrintable(QString::number(found - sum)));
        }
        QCOMPARE(out[std::size_t(row) * outStride + std::size_t(weightRows)], -7.0f); // nothing behind it is touched
    }
}

/// Threads take ranges that begin and end within panels. Nothing else is written.
void TestBf16Product::addsToWhatIsThere()
{
    constexpr std::size_t weightRows = 37, rows = 3;
    const Operands operands(64, weightRows, rows);
    std::vector<float> plain(rows * weightRows);
    multiplyBf16(operands.product(0, rows, plain, weightRows), 0, weightRows);
    for (const auto& [begin, end] : {std::pair(0, 37), {16, 32}, {1, 4}, {15, 17}, {3, 36}, {36, 37}, {5, 5}}) {
        std::vector<float> added(rows * weightRows, 2.0f);
        Bf16Product product = operands.product(0, rows, added, weightRows);
        product.add = true;
        multiplyBf16(product, begin, end);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t w = 0; w < weightRows; ++w) {
                const bool isWanted = int(w) >= begin && int(w) < end;
                QCOMPARE(added[row * weightRows + w], isWanted ? 2.0f + plain[row * weightRows + w] : 2.0f);
            }
    }
}

QTEST_APPLESS_MAIN(TestBf16Product)
#include "test_bf16_product.moc"
