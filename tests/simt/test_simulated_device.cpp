// SPDX-License-Identifier: MIT
// The classes of engine/backend/cuda on the simulated device: memory and its end, leaks, failures, captures, late
// streams.
#include <QTest>

#include <functional>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/event.h"
#include "engine/backend/cuda/graph.h"
#include "engine/backend/cuda/launch.h"
#include "engine/backend/cuda/pinned_buffer.h"
#include "tests/simt/device_check.h"
#include "tests/simt/simulated_device.h"

using namespace draftscope;
using namespace draftscope::cuda;

namespace {

__global__ void addOne(int* values)
{
    values[threadIdx.x] += 1;
}

template <class Call>
QString errorOf(const Call& call)
{
    const auto result = atModuleEdge(call);
    return result ? "no error" : QString::fromStdString(result.error().sentence);
}

/// What a user of the module does, in small.
Result<int> work()
{
    return atModuleEdge([]() -> Result<int> {
        const auto device = Device::open();
        if (!device)
            return tl::unexpected(device.error());
        Stream stream;
        Event done;
        auto values = DeviceBuffer<int>::allocate(32, "the numbers");
        if (!values)
            return tl::unexpected(values.error());
        auto host = PinnedBuffer<int>::allocate(32, "the numbers");
        if (!host)
            return tl::unexpected(host.error());
        values->fillBytes(stream, 0);
        const std::optional<Graph> graph =
            Graph::capture(stream, [&] { launch<addOne>(stream, 1, 32, 0, values->data()); });
        graph->launch(stream);
        graph->launch(stream);
        values->download(stream, host->span());
        done.record(stream);
        done.synchronize();
        return (*host)[31];
    });
}

} // namespace

class TestSimulatedDevice : public QObject {
    Q_OBJECT
private slots:
    void cleanup()
    {
        simt::simulatedDevice() = {};
        simt::failCall(0);
        simt::failAllocation(0);
        QVERIFY(simt::liveObjects() == simt::LiveObjects{});
    }

    void devices()
    {
        QCOMPARE(Device::count(), 1);
        QCOMPARE(QString::fromStdString(Device::open()->description()), "SIMT executor (compute capability 8.0)");
        QCOMPARE(QString::fromStdString(Device::open(1).error().sentence),
                 "There is no CUDA device 1: choose one from 0 to 0.");
        simt::simulatedDevice().properties.computeMajor = 7;
        QCOMPARE(
            QString::fromStdString(Device::open().error().sentence),
            "SIMT executor (compute capability 7.0) is too old: Draftscope needs compute capability 8.0 or later.");
        simt::simulatedDevice().count = 0;
        QCOMPARE(Device::count(), 0);
        QCOMPARE(QString::fromStdString(Device::open().error().sentence), "There is no CUDA device in this machine.");
    }

    void outOfMemory()
    {
        simt::simulatedDevice().memoryBytes = 3'000'000;
        const Device device = Device::open().value();
        auto first = DeviceBuffer<float>::allocate(500'000, "the weights").value();
        QCOMPARE(device.memory().free, 1'000'000u);
        const auto second = DeviceBuffer<float>::allocate(500'000, "the K/V cache");
        QVERIFY(!second);
        QCOMPARE(QString::fromStdString(second.error().sentence),
                 "Not enough memory on the device for the K/V cache: it needs 2.0 MB and 1.0 MB of 3.0 MB are free. "
                 "Choose smaller "
                 "models or a shorter context, or close what else uses the device.");
        QVERIFY(!DeviceBuffer<double>::allocate(SIZE_MAX / 4, "everything"));
        first = {};
        QCOMPARE(device.memory().free, 3'000'000u);
        QVERIFY(DeviceBuffer<float>::allocate(500'000, "the K/V cache").has_value());
        QVERIFY(DeviceBuffer<float>::allocate(0, "nothing").value().data() == nullptr);
        simt::failAllocation(2);
        QVERIFY(DeviceBuffer<int>::allocate(1, "a").has_value());
        QVERIFY(!DeviceBuffer<int>::allocate(1, "b"));
        QVERIFY(DeviceBuffer<int>::allocate(1, "c").has_value());
    }

    void withoutMemoryThereIsNoGraph()
    {
        Stream stream;
        simt::failGraph(2);
        QVERIFY(Graph::capture(stream, [] {}).has_value());
        QVERIFY(!Graph::capture(stream, [] {}).has_value());
        QVERIFY(Graph::capture(stream, [] {}).has_value());
        QVERIFY((simt::liveObjects() == simt::LiveObjects{0, 0, 0, 1, 0, 0}));
    }

    void freshMemoryIsGarbage()
    {
        Stream stream;
        const auto buffer = deviceMemory<unsigned>(100);
        QVERIFY(fromDevice(stream, buffer) == std::vector<unsigned>(100, 0xffffffffu));
        QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer.data()) % 256, 0u);
    }

    void leaksAreCounted()
    {
        {
            Stream stream;
            Event event;
            const auto memory = deviceMemory<int>(10);
            const auto pinned = PinnedBuffer<int>::allocate(3, "a test").value();
            const std::optional<Graph> graph = Graph::capture(stream, [] {});
            QVERIFY((simt::liveObjects() == simt::LiveObjects{1, 40, 1, 1, 1, 1}));
        }
        QVERIFY(simt::liveObjects() == simt::LiveObjects{});
    }

    /// Only behind a kernel may the next one begin early.
    void streamsKnowWhatTheyEndWith()
    {
        Stream stream, other;
        Event event;
        auto memory = deviceMemory<int>(32);
        const auto pinned = PinnedBuffer<int>::allocate(32, "a test").value();
        const auto kernel = [&] { launch<addOne>(stream, 1, 32, 0, memory.data()); };
        QVERIFY(!stream.endsWithKernel());
        kernel();
        QVERIFY(stream.endsWithKernel() && !other.endsWithKernel());
        const std::optional<Graph> graph = Graph::capture(stream, [&] {
            QVERIFY(!stream.endsWithKernel());
            kernel();
            QVERIFY(stream.endsWithKernel());
        });
        QVERIFY(errorOf([&] {
                    (void)Graph::capture(stream, [&] {
                        kernel();
                        stream.synchronize();
                    });
                })
                != "no error");
        QVERIFY(!stream.endsWithKernel());
        const std::function<void()> others[] = {[&] { event.record(stream); },
                                                [&] { event.recordTime(stream); },
                                                [&] { stream.waitFor(event); },
                                                [&] { graph->launch(stream); },
                                                [&] { stream.copy(memory.data(), pinned.data(), 32); },
                                                [&] { stream.fillBytes(memory.data(), 0, 32 * sizeof(int)); },
                                                [&] { stream.synchronize(); }};
        for (const auto& work : others) {
            work();
            QVERIFY(!stream.endsWithKernel());
            kernel();
            QVERIFY(stream.endsWithKernel());
        }
    }

    /// Whichever call fails, the error is a sentence and nothing stays behind.
    void everyCallMayFail()
    {
        for (const bool late : {false, true}) {
            simt::simulatedDevice().lazyStreams = late;
            const std::uint64_t before = simt::callCount();
            QCOMPARE(work().value(), 2);
            const std::uint64_t calls = simt::callCount() - before;
            QVERIFY(calls > 10);
            for (std::uint64_t n = 1; n <= calls; ++n) {
                simt::failCall(n);
                const Result<int> result = work();
                QVERIFY(!result);
                QVERIFY2(result.error().sentence.ends_with("injected failure."), result.error().sentence.c_str());
                QVERIFY(simt::liveObjects() == simt::LiveObjects{});
            }
            simt::failCall(0);
            simt::failAllocation(1);
            QVERIFY(work().error().sentence.starts_with("Not enough memory on the device for the numbers"));
            QCOMPARE(work().value(), 2);
        }
    }

    void capturesAreStrict()
    {
        Stream stream, other;
        Event event, outside;
        auto memory = deviceMemory<int>(32);
        std::vector<int> pageable(32);
        outside.record(other);
        const auto captureOf = [&](auto&& what) { return errorOf([&] { (void)Graph::capture(stream, what); }); };
        QVERIFY(captureOf([&] { stream.synchronize(); }).contains("the stream is being captured"));
        QVERIFY(
            captureOf([&] { (void)deviceMemory<int>(1); }).contains("allocating memory: a stream is being captured"));
        QVERIFY(captureOf([&] { memory.upload(stream, pageable); }).contains("not pinned"));
        QVERIFY(captureOf([&] { stream.waitFor(outside); }).contains("outside of the capture"));
        QVERIFY(captureOf([&] {
                    event.record(stream);
                    event.synchronize();
                }).contains("recorded in a capture"));
        QVERIFY(captureOf([&] {
                    event.record(stream);
                    other.waitFor(event);
                    launch<addOne>(other, 1, 32, 0, memory.data());
                }).contains("a stream that took part was not waited for"));
        QVERIFY(captureOf([&] {
                    auto gone = std::move(memory);
                    gone = {};
                }).contains("given back during the capture"));
        stream.synchronize(); // nothing is being captured any more
        other.synchronize();
    }

    void rangesAreChecked()
    {
        Stream stream;
        const auto memory = deviceMemory<int>(10);
        const auto pinned = PinnedBuffer<int>::allocate(20, "a test").value();
        QVERIFY(errorOf([&] {
                    stream.copy(memory.data(), pinned.data(), 11);
                }).contains("44 bytes reach 4 bytes behind the end"));
        QVERIFY(errorOf([&] { stream.copy(pinned.data() + 10, memory.data() + 1, 10); }).contains("behind the end"));
        QVERIFY(errorOf([&] { stream.fillBytes(memory.data(), 0, 41); }).contains("behind the end"));
    }

    /// A late device shows who does not synchronise.
    void lateStreams()
    {
        simt::simulatedDevice().lazyStreams = true;
        Stream first, second;
        Event event;
        auto memory = deviceMemory<int>(1);
        auto host = PinnedBuffer<int>::allocate(1, "a test").value();
        host[0] = 5;
        memory.upload(first, host.span());
        memory.download(first, host.span());
        launch<addOne>(first, 1, 1, 0, memory.data());
        event.record(first);
        host[0] = 7; // before the upload
        second.waitFor(event);
        launch<addOne>(second, 1, 1, 0, memory.data());
        memory.download(second, host.span());
        QCOMPARE(host[0], 7);
        second.synchronize();
        QVERIFY(event.isDone());
        QCOMPARE(host[0], 9);

        launch<addOne>(first, 1, 1, 0, memory.data());
        event.record(first);
        QVERIFY(!event.isDone());
        while (!event.isDone()) { // who asks long enough need not wait
        }
        memory.download(second, host.span());
        second.synchronize();
        QCOMPARE(host[0], 10);
    }
};

QTEST_APPLESS_MAIN(TestSimulatedDevice)
#include "test_simulated_device.moc"
