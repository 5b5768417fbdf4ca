// SPDX-License-Identifier: MIT
// Every kernel of a pass against double precision, and the arithmetic of their sizes.
#include <QTest>

#include "engine/backend/cuda/pass_kernels.h"
#include "engine/backend/cuda/pass_rows.h"
#include "tests/backend/cuda/kernel_check.h"
#include "tests/backend/cuda/skip_without_card.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutCard(); }
    void matchDoublePrecision_data();
    void matchDoublePrecision();
    void splitsTileEveryPath();
    void sizesRoundUp();
    void rowsAreOrderedForAttention();
    void rowsShareTheirLists();
};

namespace {

std::vector<DeviceCheck> allChecks()
{
    std::vector<DeviceCheck> all;
    for (const auto& part :
         {productChecks(), attentionChecks(), cacheChecks(), quantisedChecks(), rowNormChecks(), weightChecks()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace

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
    const auto size = cuda::PassSize::of(5, 0, 3, 130, shape);
    QCOMPARE(size.rows, 8);
    QCOMPARE(size.wanted, 0);
    QCOMPARE(size.groups, 4);
    QCOMPARE(size.splits, 4);
    const auto largest = cuda::PassSize::of(64, 33, 1, 5000, shape);
    QCOMPARE(largest.rows, 64);
    QCOMPARE(largest.wanted, 64);
    QCOMPARE(largest.splits, 72);
    const auto tree = cuda::PassSize::of(65, 65, 65, 64, shape);
    QCOMPARE(tree.rows, 65);
    QCOMPARE(tree.wanted, 65);
    QCOMPARE(tree.groups, 65);
}

/// Sequence by sequence, and in a tree along its paths: a row that continues the one in front of it says so.
void TestCudaKernels::rowsAreOrderedForAttention()
{
    const std::vector<int> first = {0, 1}, second = {2}, slots = {10, 11, 12, 13, 14, 15, 16};
    const auto path = [&](std::initializer_list<int> nodes) {
        std::vector<int> ancestors;
        for (const int node : nodes)
            ancestors.push_back(slots[std::size_t(node)]);
        return ancestors;
    };
    // Of the first sequence 0 — (2 — 5, 4), of the second 1 — (3, 6).
    const std::vector<std::vector<int>> ancestors = {{}, {}, path({0}), path({1}), path({0}), path({0, 2}), path({1})};
    Rows rows;
    rows.prefixes = {first, second};
    for (int i = 0; i < 7; ++i)
        rows.rows.push_back({i, 5, i == 1 || i == 3 || i == 6, slots[std::size_t(i)], ancestors[std::size_t(i)], true});
    cuda::PassRows taken;
    taken.take(rows, 0, 7);
    std::vector<int> order, continues;
    for (int i = 0; i < 7; ++i) {
        const cuda::OrderedRow& row = taken.input().order[i];
        order.push_back(row.number);
        continues.push_back(row.continuesLast);
        QCOMPARE(row.path.slot, slots[std::size_t(row.number)]);
    }
    QCOMPARE(order, (std::vector<int>{0, 2, 5, 4, 1, 3, 6}));
    QCOMPARE(continues, (std::vector<int>{0, 1, 1, 0, 0, 1, 0}));
    QCOMPARE(taken.input().groupCount, 2);
    QCOMPARE(taken.input().groups[0].count, 4);
    QCOMPARE(taken.input().groups[1].first, 4);
    QCOMPARE(taken.input().groups[1].count, 3);
    taken.take(rows, 3, 3); // their parents were in another pass
    QCOMPARE(taken.input().groupCount, 2);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(taken.input().order[i].continuesLast, 0);
}

/// A prefix is listed once, and so are the ancestors of rows in a chain; other rows have lists of their own.
void TestCudaKernels::rowsShareTheirLists()
{
    const std::vector<int> slots = {10, 11, 12, 13, 14, 15, 16}, branch = {13, 20};
    const std::vector<int> other = {30, 31};
    Rows rows;
    rows.prefixes = {std::span(slots).first(3), std::span(other)};
    for (int i = 0; i < 3; ++i)
        rows.rows.push_back({i, 3 + i, 0, 13 + i, std::span(slots).subspan(3, std::size_t(i)), i == 1});
    rows.rows.push_back({7, 2, 1, 32, {}, true});
    rows.rows.push_back({8, 5, 0, 21, branch, true});
    cuda::PassRows taken;
    taken.take(rows, 0, 5);
    const std::vector<int> expected = {10, 11, 12, 13, 14, 30, 31, 13, 20};
    QCOMPARE(taken.list(), expected);
    QCOMPARE(taken.longestPath(), 6);
    QCOMPARE(taken.input().rowCount, 5);
    QCOMPARE(taken.input().wantedCount, 3);
    QCOMPARE(taken.input().wantedRows[2], 4);
    for (int i = 0; i < 5; ++i) {
        const Row& row = rows.rows[std::size_t(i)];
        const cuda::PassRow& got = taken.input().rows[i];
        std::vector<int> path(expected.begin() + got.prefixFirst, expected.begin() + got.prefixFirst + got.prefixCount);
        path.insert(path.end(), expected.begin() + got.ancestorFirst,
                    expected.begin() + got.ancestorFirst + got.ancestorCount);
        std::vector<int> seen(rows.prefixes[std::size_t(row.sequence)].begin(),
                              rows.prefixes[std::size_t(row.sequence)].end());
        seen.insert(seen.end(), row.ancestors.begin(), row.ancestors.end());
        QCOMPARE(path, seen);
        QCOMPARE(got.slot, row.slot);
        QCOMPARE(got.position, row.position);
    }
    taken.take(rows, 2, 1); // of a pass that is cut
    QCOMPARE(taken.list(), (std::vector<int>{10, 11, 12, 13, 14}));
    QCOMPARE(taken.input().wantedCount, 0);
}

QTEST_APPLESS_MAIN(TestCudaKernels)
#include "test_cuda_kernels.moc"
