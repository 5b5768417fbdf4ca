// SPDX-License-Identifier: MIT
// Products in AMX's tiles, in those of this machine where it has some and everywhere in tiles that are computed as
// Intel says: against sums in double, and a row's bits whatever other rows there are.
#include <QTest>

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <thread>

#include "engine/backend/cpu/amx_product-inl.h"
#include "engine/backend/cpu/amx_product.h"
#include "engine/backend/cpu/arithmetic.h"
#include "engine/backend/cpu/weight_panels.h"

using namespace draftscope;
using namespace draftscope::cpu;

namespace {

float floatOf(std::uint16_t bits)
{
    return std::bit_cast<float>(std::uint32_t(bits) << 16);
}

/// 0 where it is denormal.
float normal(float value)
{
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}

/// Tiles and TDPBF16PS as the manual has them (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2).
class EmulatedTiles {
public:
    static void setRows(int first, int second)
    {
        for (int tile = 0; tile < tileCount; ++tile) {
            rows[std::size_t(tile)] = rowsOfTile(tile, first, second);
            tiles[std::size_t(tile)].fill(0xFFFFFFFF); // NaN
        }
    }
    template <int tile>
    static void clear()
    {
        tiles[tile].fill(0);
    }
    template <int tile>
    static void load(const void* from, std::size_t stride)
    {
        tiles[tile].fill(0);
        for (int row = 0; row < rows[tile]; ++row)
            std::memcpy(&tiles[tile][std::size_t(row) * 16], static_cast<const char*>(from) + std::size_t(row) * stride,
                        64);
    }
    template <int to, int a, int w>
    static void addProducts()
    {
        if (rows[to] != rows[a] || rows[w] != 16)
            qFatal("The instruction would fail: its tiles have other sizes.");
        for (int row = 0; row < rows[a]; ++row) {
            std::array<std::array<float, 2>, 16> sums = {}; // of even columns, and of odd ones
            for (std::size_t pair = 0; pair < 16; ++pair)
                for (std::size_t n = 0; n < 16; ++n)
                    for (std::size_t half = 0; half < 2; ++half)
                        sums[n][half] = normal(std::fma(halfOf(tiles[a][std::size_t(row) * 16 + pair], half),
                                                        halfOf(tiles[w][pair * 16 + n], half), sums[n][half]));
            for (std::size_t n = 0; n < 16; ++n) {
                std::uint32_t& sum = tiles[to][std::size_t(row) * 16 + n];
                const float before = normal(std::bit_cast<float>(sum));
                sum = std::bit_cast<std::uint32_t>(normal(before + normal(sums[n][0] + sums[n][1])));
            }
        }
    }
    template <int tile>
    static void store(void* to, std::size_t stride)
    {
        for (int row = 0; row < rows[tile]; ++row)
            std::memcpy(static_cast<char*>(to) + std::size_t(row) * stride, &tiles[tile][std::size_t(row) * 16], 64);
    }

private:
    static float halfOf(std::uint32_t both, std::size_t half)
    {
        return normal(floatOf(std::uint16_t(half == 0 ? both : both >> 16)));
    }

    inline static std::array<int, tileCount> rows = {};
    inline static std::array<std::array<std::uint32_t, 256>, tileCount> tiles = {};
};

struct alignas(64) Line {
    std::uint16_t values[32];
};

/// Numbers with exponents of all kinds near 1, which bf16 holds exactly.
std::vector<std::uint16_t> someNumbers(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<std::uint16_t> values(count);
    for (std::uint16_t& value : values)
        value = std::uint16_t((random() & 0x807F) | (118 + random() % 12) << 7);
    return values;
}

constexpr int mostRows = 33; ///< of activations: two groups of sixteen, and one
constexpr float untouched = -7;

/// A matrix in panels and rows to multiply with it. What lies in memory is no longer than it says, so that sanitizers
/// see any reading behind it.
struct Operands {
    Operands(int width, int weightRowCount)
        : columns(std::size_t(width)), stride((columns + 31) / 32 * 32), weightRows(weightRowCount),
          weights(someNumbers(columns * std::size_t(weightRows), 1)), activations(stride * std::size_t(mostRows))
    {
        const MatrixView matrix{weights.data(), WeightType::bf16, weightRows, width};
        panels.resize(panelBytes(matrix) / sizeof(Line));
        packPanels(matrix, 0, panelsOf(matrix), reinterpret_cast<std::uint8_t*>(panels.data()));
        const std::vector<std::uint16_t> rows = someNumbers(columns * std::size_t(mostRows), 2);
        for (std::size_t row = 0; row < std::size_t(mostRows); ++row)
            std::copy_n(rows.data() + row * columns, columns, activations.data() + row * stride);
    }

    using Multiply = void (*)(const Bf16Product&, int begin, int end);
    /// [rows, weightRows + 3]: rows from `row` on times weight rows [begin, end).
    [[nodiscard]] std::vector<float> multiplied(Multiply multiply, int row, int rows, int begin, int end,
                                                bool add = false) const
    {
        std::vector<float> out(std::size_t(rows) * outStride(), untouched);
        const std::vector<std::uint16_t> theseRows(activations.begin() + row * std::ptrdiff_t(stride),
                                                   activations.begin() + (row + rows) * std::ptrdiff_t(stride));
        multiply({panels.front().values, columns, theseRows.data(), stride, rows, out.data(), outStride(), add}, begin,
                 end);
        return out;
    }
    [[nodiscard]] std::vector<float> multiplied(Multiply multiply, int row, int rows) const
    {
        return multiplied(multiply, row, rows, 0, weightRows);
    }
    [[nodiscard]] std::size_t outStride() const { return std::size_t(weightRows) + 3; }

    std::size_t columns, stride;
    int weightRows;
    std::vector<std::uint16_t> weights;     ///< [weightRows, columns]
    std::vector<std::uint16_t> activations; ///< [mostRows, stride]
    std::vector<Line> panels;
};

QByteArray whyNoTiles()
{
    const auto known = arithmeticNamed("amx");
    return known ? QByteArray() : QByteArray::fromStdString(known.error().sentence);
}

} // namespace

class TestAmxProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheSumOfProducts_data() { whoseTiles(); }
    void isTheSumOfProducts();
    void rowsKeepTheirBits_data() { whoseTiles(); }
    void rowsKeepTheirBits();
    void onlyWhatIsWantedIsWritten_data() { whoseTiles(); }
    void onlyWhatIsWantedIsWritten();
    void panelsBehindAreNotRead_data() { whoseTiles(); }
    void panelsBehindAreNotRead();
    void tilesOfTheMachineAreAsIntelSays();
    void everyThreadHasTiles();

private:
    static void whoseTiles()
    {
        QTest::addColumn<bool>("isMachine");
        QTest::newRow("as Intel says") << false;
        QTest::newRow("of this machine") << true;
    }
};

namespace {

constexpr int columnCounts[] = {1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 127, 160, 199, 200};
constexpr int weightRowCounts[] = {1, 16, 37, 80};

Operands::Multiply multiplyOf(bool isMachine)
{
    return isMachine ? multiplyBf16InTiles : multiplyInTiles<EmulatedTiles>;
}

} // namespace

#define FETCH_MULTIPLY                                                                                                 \
    QFETCH(bool, isMachine);                                                                                           \
    if (isMachine && !hasAmxProduct())                                                                                 \
        QSKIP(whyNoTiles().constData());                                                                               \
    const Operands::Multiply multiply = multiplyOf(isMachine)

void TestAmxProduct::isTheSumOfProducts()
{
    FETCH_MULTIPLY;
    for (const int columns : columnCounts)
        for (const int weightRows : weightRowCounts) {
            const Operands operands(columns, weightRows);
            const std::vector<float> out = operands.multiplied(multiply, 0, mostRows);
            for (std::size_t row = 0; row < std::size_t(mostRows); ++row)
                for (std::size_t n = 0; n < operands.outStride(); ++n) {
                    const float found = out[row * operands.outStride() + n];
                    if (n >= std::size_t(weightRows)) {
                        QCOMPARE(found, untouched);
                        continue;
                    }
                    double sum = 0, size = 0;
                    for (std::size_t c = 0; c < operands.columns; ++c) {
                        const double product = double(floatOf(operands.weights[n * operands.columns + c]))
                            * double(floatOf(operands.activations[row * operands.stride + c]));
                        sum += product;
                        size += std::abs(product);
                    }
                    QVERIFY2(std::abs(double(found) - sum) <= size * 1e-6,
                             qPrintable(QString("%1 instead of %2 with %3 columns, weight row %4 of %5")
                                            .arg(double(found))
                                            .arg(sum)
                                            .arg(columns)
                                            .arg(n)
                                            .arg(weightRows)));
                }
        }
}

void TestAmxProduct::rowsKeepTheirBits()
{
    FETCH_MULTIPLY;
    for (const int columns : columnCounts)
        for (const int weightRows : weightRowCounts) {
            const Operands operands(columns, weightRows);
            std::vector<float> alone;
            for (int row = 0; row < mostRows; ++row) {
                const std::vector<float> one = operands.multiplied(multiply, row, 1);
                alone.insert(alone.end(), one.begin(), one.end());
            }
            for (int rows = 1; rows <= mostRows; ++rows) {
                // Others begin elsewhere, so that a row has other neighbours, too.
                const int first = mostRows - rows;
                const std::vector<float> together = operands.multiplied(multiply, first, rows);
                QVERIFY2(
                    std::equal(together.begin(), together.end(),
                               alone.begin() + first * std::ptrdiff_t(operands.outStride())),
                    qPrintable(QString("%1 rows, %2 columns, %3 weight rows").arg(rows).arg(columns).arg(weightRows)));
            }
        }
}

/// Threads take ranges that begin and end within panels.
void TestAmxProduct::onlyWhatIsWantedIsWritten()
{
    FETCH_MULTIPLY;
    for (const int columns : {64, 99})
        for (const int rows : {1, 5, 16, 17, mostRows}) {
            const Operands operands(columns, 150);
            const std::vector<float> all = operands.multiplied(multiply, 0, rows);
            for (const auto& [begin, end] :
                 {std::pair(0, 150), {16, 32}, {1, 4}, {15, 17}, {3, 100}, {64, 144}, {149, 150}, {5, 5}, {16, 16}}) {
                const std::vector<float> part = operands.multiplied(multiply, 0, rows, begin, end),
                                         added = operands.multiplied(multiply, 0, rows, begin, end, true);
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const int n = int(i % operands.outStride());
                    const bool isWanted = n >= begin && n < end;
                    QCOMPARE(part[i], isWanted ? all[i] : untouched);
                    QCOMPARE(added[i], isWanted ? untouched + all[i] : untouched);
                }
            }
        }
}

/// The last columns of a panel are no whole tile, and what is behind them times 0 need not be 0.
void TestAmxProduct::panelsBehindAreNotRead()
{
    FETCH_MULTIPLY;
    Operands operands(33, 32);
    const std::vector<float> before = operands.multiplied(multiply, 0, 3, 0, 16);
    for (std::size_t line = operands.panels.size() / 2; line < operands.panels.size(); ++line)
        std::ranges::fill(operands.panels[line].values, std::uint16_t(0x7F80)); // infinite
    QVERIFY(operands.multiplied(multiply, 0, 3, 0, 16) == before);
    QVERIFY(!std::isfinite(operands.multiplied(multiply, 0, 3).at(16)));
}

void TestAmxProduct::tilesOfTheMachineAreAsIntelSays()
{
    if (!hasAmxProduct())
        QSKIP(whyNoTiles().constData());
    for (const int columns : columnCounts)
        for (const int weightRows : weightRowCounts) {
            const Operands operands(columns, weightRows);
            for (int rows = 1; rows <= mostRows; ++rows) {
                const std::vector<float> expected = operands.multiplied(multiplyOf(false), 0, rows),
                                         found = operands.multiplied(multiplyOf(true), 0, rows);
                float largest = 0;
                for (const float value : expected)
                    if (value != untouched)
                        largest = std::max(largest, std::abs(value));
                for (std::size_t i = 0; i < expected.size(); ++i)
                    QVERIFY2(std::abs(found[i] - expected[i]) <= 1e-5f * largest,
                             qPrintable(QString("%1 instead of %2").arg(found[i]).arg(expected[i])));
            }
        }
}

/// Each has tiles of its own, of sizes that change with the number of rows.
void TestAmxProduct::everyThreadHasTiles()
{
    if (!hasAmxProduct())
        QSKIP(whyNoTiles().constData());
    const Operands operands(200, 80);
    constexpr int rowCounts[] = {1, 7, 16, 17, mostRows};
    std::vector<std::vector<float>> expected;
    for (const int rows : rowCounts)
        expected.push_back(operands.multiplied(multiplyBf16InTiles, 0, rows));
    std::array<int, 3> wrong = {};
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < wrong.size(); ++thread)
        threads.emplace_back([&, thread] {
            for (std::size_t turn = 0; turn < 200; ++turn) {
                const std::size_t i = (turn * (thread + 1) + thread) % expected.size();
                wrong[thread] += operands.multiplied(multiplyBf16InTiles, 0, rowCounts[i]) != expected[i];
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const int count : wrong)
        QCOMPARE(count, 0);
}

QTEST_APPLESS_MAIN(TestAmxProduct)
#include "test_amx_product.moc"
