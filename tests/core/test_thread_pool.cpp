// SPDX-License-Identifier: MIT
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/core/thread_pool.h"
#include "tests/fixtures/patience.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestThreadPool : public QObject {
    Q_OBJECT

private slots:
    void splitCoversEveryIndexOnce_data();
    void splitCoversEveryIndexOnce();
    void everyThreadTakesPart();
    void resultsAreVisibleAfterEachJob();
    void wakesUpAfterSleeping();
    void jobsOfAllSizesFollowEachOther();
    void slowThreadIsHelped();
    void idlePoolIsQuiet();
    void poolsComeAndGo();
    void withFewerThreadsItGoesOn_data();
    void withFewerThreadsItGoesOn();
    void twoThreadsWaitForEachOther();
};

namespace {

/// A job of as many pieces as the pool has threads, each of which ends when all have begun: no thread can take two.
/// False where that does not come about.
bool takePartTogether(ThreadPool& pool)
{
    std::atomic<int> begun = 0;
    std::atomic<bool> gaveUp = false;
    std::vector<int> calls(std::size_t(pool.threadCount()), 0);
    pool.splitWithThread(pool.threadCount(), 1, [&](int thread, int begin, int end) {
        calls[std::size_t(thread)] += end - begin;
        ++begun;
        const auto start = std::chrono::steady_clock::now();
        while (begun < pool.threadCount() && !gaveUp) {
            std::this_thread::yield();
            if (std::chrono::steady_clock::now() - start > std::chrono::milliseconds(test::patience))
                gaveUp = true;
        }
    });
    return !gaveUp && std::ranges::all_of(calls, [](int count) { return count == 1; });
}

} // namespace

/// A limit on threads, or no memory for another stack.
void TestThreadPool::withFewerThreadsItGoesOn_data()
{
    QTest::addColumn<int>("allowed"); // besides the caller
    for (const int allowed : {0, 1, 3})
        QTest::addRow("%d of 5", allowed) << allowed;
}
void TestThreadPool::withFewerThreadsItGoesOn()
{
    QFETCH(int, allowed);
    int begun = 0;
    ThreadPool pool(6, [&](std::function<void()> work) {
        if (begun == allowed)
            throw std::system_error(EAGAIN, std::generic_category());
        ++begun;
        return std::thread(std::move(work));
    });
    QCOMPARE(pool.threadCount(), allowed + 1);
    QCOMPARE(
        QString::fromStdString(pool.note()),
        QString("Only %1 of 6 threads could be started (Resource temporarily unavailable): it computes with those.")
            .arg(allowed + 1));
    std::vector<int> visits(1000, 0);
    pool.split(1000, [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            ++visits[std::size_t(i)];
    });
    QCOMPARE(std::count(visits.begin(), visits.end(), 1), 1000);
    QVERIFY(takePartTogether(pool));
    QVERIFY(ThreadPool(2).note().empty());
}

/// Jobs of two threads on one pool, each of several parts that belong together. ThreadSanitizer sees them meet
/// otherwise.
void TestThreadPool::twoThreadsWaitForEachOther()
{
    ThreadPool pool(3);
    std::vector<int> shared(64, 0); // written without any lock but the pool's
    int turns = 0;
    const auto client = [&] {
        for (int i = 0; i < 300; ++i) {
            const auto reserved = pool.reserve();
            for (int part = 0; part < 2; ++part)
                pool.split(int(shared.size()), 1, [&](int begin, int end) {
                    for (int at = begin; at < end; ++at)
                        ++shared[std::size_t(at)];
                });
            ++turns;
        }
    };
    std::thread other(client);
    client();
    other.join();
    QCOMPARE(turns, 600);
    QCOMPARE(std::count(shared.begin(), shared.end(), 1200), 64);
}

void TestThreadPool::splitCoversEveryIndexOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("grain");
    for (const int threads : {1, 2, 3, 7})
        for (const int count : {0, 1, 2, 5, 77, 1000})
            for (const int grain : {1, 4, 64})
                QTest::addRow("%d threads, %d in grains of %d", threads, count, grain) << threads << count << grain;
}

void TestThreadPool::splitCoversEveryIndexOnce()
{
    QFETCH(int, threads);
    QFETCH(int, count);
    QFETCH(int, grain);
    ThreadPool pool(threads);
    QCOMPARE(pool.threadCount(), threads);
    for (int repetition = 0; repetition < 20; ++repetition) {
        std::vector<int> visits(std::size_t(count), 0); // ranges are disjoint, so no two threads touch one element
        std::atomic<bool> wellFormed = true;
        pool.splitWithThread(count, grain, [&](int thread, int begin, int end) {
            if (begin >= end || begin % grain != 0 || thread < 0 || thread >= threads)
                wellFormed = false;
            for (int i = begin; i < end; ++i)
                ++visits[std::size_t(i)];
        });
        QVERIFY(wellFormed);
        QCOMPARE(visits, std::vector<int>(std::size_t(count), 1));
    }
}

void TestThreadPool::everyThreadTakesPart()
{
    ThreadPool pool(5);
    for (int repetition = 0; repetition < 100; ++repetition)
        QVERIFY(takePartTogether(pool));
}

/// A chain of many small jobs, each of which reads what the one before it wrote.
void TestThreadPool::resultsAreVisibleAfterEachJob()
{
    ThreadPool pool(3);
    std::vector<int> from(100, 0), to(100, 0);
    for (int step = 0; step < 3000; ++step) {
        pool.split(100, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                to[std::size_t(i)] = from[std::size_t(99 - i)] + 1;
        });
        std::swap(from, to);
    }
    QCOMPARE(from, std::vector<int>(100, 3000));
}

void TestThreadPool::wakesUpAfterSleeping()
{
    ThreadPool pool(3);
    for (int i = 0; i < 5; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        QVERIFY(takePartTogether(pool));
    }
}

/// Shares of one job are empty in the next, and threads come late for either: now and then they have gone to sleep in
/// between.
void TestThreadPool::jobsOfAllSizesFollowEachOther()
{
    ThreadPool pool(7);
    std::vector<int> visits;
    for (int job = 0; job < 20'000; ++job) {
        const int count = 2 + job * 11 % 39;
        visits.assign(std::size_t(count), 0);
        pool.split(count, 1, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                ++visits[std::size_t(i)];
        });
        QCOMPARE(std::ranges::count(visits, 1), count);
        if (job % 2000 == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

/// While one piece takes long, the other thread finishes all the rest.
void TestThreadPool::slowThreadIsHelped()
{
    ThreadPool pool(2);
    std::atomic<int> done = 0;
    std::atomic<bool> gaveUp = false;
    pool.split(8, [&](int begin, int end) {
        if (begin == 0) {
            const auto start = std::chrono::steady_clock::now();
            while (done < 7 && !gaveUp) {
                std::this_thread::yield();
                gaveUp = std::chrono::steady_clock::now() - start > std::chrono::milliseconds(test::patience);
            }
        }
        done += end - begin;
    });
    QVERIFY(!gaveUp);
    QCOMPARE(done.load(), 8);
}

void TestThreadPool::idlePoolIsQuiet()
{
    ThreadPool pool(4);
    QVERIFY(takePartTogether(pool));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::clock_t before = std::clock(); // processor time of the whole process
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
    QVERIFY2(seconds < 0.04, qPrintable(QString("used %1 s of processor time in 0.4 s").arg(seconds)));
}

void TestThreadPool::poolsComeAndGo()
{
    for (int i = 0; i < 200; ++i) {
        ThreadPool pool(1 + i % 4);
        std::atomic<int> sum = 0;
        pool.split(10, [&](int begin, int end) { sum += end - begin; });
        QCOMPARE(sum.load(), 10);
    }
}

DRAFTSCOPE_TEST(TestThreadPool)
#include "test_thread_pool.moc"
