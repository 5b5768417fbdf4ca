// SPDX-License-Identifier: MIT
// Every kernel of a pass against double precision, and the arithmetic of their sizes.
#include <QTest>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/pass_kernels.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void matchDoublePrecision_data();
    void matchDoublePrecision();
    void splitsTileEveryPath();
    void sizesRoundUp();
};

namespace {

std::vector<DeviceCheck> allChecks()
{
    std::vector<DeviceCheck> all;
    for (const auto& part : {productChecks(), attentionChecks(), weightChecks()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace

void TestCudaKernels::initTestCase()
{
    const auto device = cuda::Device::open();
#ifdef DRAFTSCOPE_ON_DEVICE
    if (!device)
        QSKIP(device.error().sentence.c_str());
#endif
    QVERIFY(device.has_value());
}

void TestCudaKernels::matchDoublePrecision_data()
{
    QTest::addColumn<int>("check");
    const auto all = allChecks();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << int(i);
}

void TestCudaKernels::matchDoublePrecision()
{
    QFETCH(int, check);
    const std::string wrong = allChecks()[std::size_t(check)].run();
    QVERIFY2(wrong.empty(), wrong.substr(0, 600).c_str());
}

/// Splits follow each other without gaps, and a path of n keys ends in the last of splitsOf(n).
void TestCudaKernels::splitsTileEveryPath()
{
    QCOMPARE(cuda::splitBegin(0), 0);
    int split = 0;
    for (int keys = 1; keys <= 200'000; ++keys) {
        while (cuda::splitBegin(split + 1) < keys)
            ++split;
        QCOMPARE(cuda::splitsOf(keys), split + 1);
    }
    for (int s = 0; s < 230; ++s) {
        const int size = cuda::splitBegin(s + 1) - cuda::splitBegin(s);
        QVERIFY(size >= 64 && size % cuda::chunkKeys == 0);
    }
    QCOMPARE(cuda::splitsOf(131072), 224);
}

void TestCudaKernels::sizesRoundUp()
{
    cuda::PassShape shape{};
    shape.splitCount = cuda::splitsOf(5000);
    QCOMPARE(shape.splitCount, 72); // 64, and 8 of 128 keys for 904
    const auto size = cuda::PassSize::of(5, 0, 130, shape);
    QCOMPARE(size.rows, 8);
    QCOMPARE(size.wanted, 0);
    QCOMPARE(size.splits, 4);
    const auto largest = cuda::PassSize::of(64, 33, 5000, shape);
    QCOMPARE(largest.rows, 64);
    QCOMPARE(largest.wanted, 64);
    QCOMPARE(largest.splits, 72);
}

QTEST_APPLESS_MAIN(TestCudaKernels)
#include "test_cuda_kernels.moc"
