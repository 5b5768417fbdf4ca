// SPDX-License-Identifier: MIT
// Streams, events and graphs with kernels in them.
#include "engine/backend/cuda/event.h"
#include "engine/backend/cuda/graph.h"
#include "engine/backend/cuda/launch.h"
#include "engine/backend/cuda/pinned_buffer.h"
#include "tests/simt/device_check.h"

using namespace draftscope::cuda;

namespace {

struct Step {
    int factor;
    int offset;
};

/// What changes from launch to launch is read from memory.
__global__ void stepKernel(int* values, const Step* step, int count)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count)
        values[i] = values[i] * step->factor + step->offset;
}

std::string replay()
{
    constexpr int count = 100;
    Stream stream;
    auto values = onDevice(stream, std::vector<int>(count, 1));
    auto step = deviceMemory<Step>(1);
    auto host = PinnedBuffer<Step>::allocate(1, "a test").value();
    // For no values: older drivers cannot bring a kernel to the device during a capture.
    launch<stepKernel>(stream, 2, 64, 0, values.data(), step.data(), 0);
    const std::optional<Graph> graph = Graph::capture(stream, [&] {
        stream.copy(step.data(), host.data(), 1);
        launch<stepKernel>(stream, 2, 64, 0, values.data(), step.data(), count);
        launch<stepKernel>(stream, 2, 64, 0, values.data(), step.data(), count);
    });
    std::string wrong = difference("nothing has run", fromDevice(stream, values), std::vector<int>(count, 1));
    wrong += difference("nodes", std::vector{graph->nodeCount()}, {3});
    int expected = 1;
    for (const Step& next : {Step{2, 1}, Step{1, -3}, Step{5, 7}}) {
        host[0] = next;
        graph->launch(stream);
        stream.synchronize(); // before the pinned memory changes again
        for (int i = 0; i < 2; ++i)
            expected = expected * next.factor + next.offset;
        wrong += difference("after a launch", fromDevice(stream, values), std::vector<int>(count, expected));
    }
    return wrong;
}

__global__ void addKernel(int* to, const int* a, const int* b)
{
    to[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

/// a → (b | c) → d over two streams.
void diamond(Stream& first, Stream& second, int* a, int* b, int* c, int* d, Event& fork, Event& join)
{
    launch<addKernel>(first, 1, 32, 0, a, a, a);
    fork.record(first);
    second.waitFor(fork);
    launch<addKernel>(first, 1, 32, 0, b, a, a);
    launch<addKernel>(second, 1, 32, 0, c, a, b + 32);
    join.record(second);
    first.waitFor(join);
    launch<addKernel>(first, 1, 32, 0, d, b, c);
}

std::string twoStreams()
{
    std::string wrong;
    for (const bool captured : {false, true}) {
        Stream first, second;
        Event fork, join, begin, end;
        auto memory = deviceMemory<int>(5 * 32);
        std::vector<int> start(5 * 32);
        for (int i = 0; i < 32; ++i)
            start[static_cast<std::size_t>(i)] = i; // a
        for (int i = 64; i < 96; ++i)
            start[static_cast<std::size_t>(i)] = 1000; // what lies behind b
        memory.upload(first, start);
        int* a = memory.data();
        const auto work = [&] { diamond(first, second, a, a + 32, a + 96, a + 128, fork, join); };
        begin.record(first);
        if (captured)
            Graph::capture(first, work)->launch(first);
        else
            work();
        end.record(first);
        end.synchronize();
        if (!end.isDone() || !(end.millisecondsSince(begin) >= 0))
            wrong += "the time is " + std::to_string(end.millisecondsSince(begin)) + " ms. ";
        std::vector<int> expected = start;
        for (std::size_t i = 0; i < 32; ++i) {
            expected[i] = 2 * start[i];
            expected[32 + i] = 4 * start[i];
            expected[96 + i] = 2 * start[i] + 1000;
            expected[128 + i] = 6 * start[i] + 1000;
        }
        wrong += difference(captured ? "captured" : "direct", fromDevice(first, memory), expected);
    }
    return wrong;
}

std::string copiesAndFills()
{
    Stream stream;
    auto values = deviceMemory<int>(1000);
    values.fillBytes(stream, 0xff);
    values.upload(stream, std::vector{1, 2, 3}, 997);
    auto other = deviceMemory<int>(5);
    stream.copy(other.data(), values.data() + 995, 5);
    return difference("copies", fromDevice(stream, other), {-1, -1, 1, 2, 3});
}

} // namespace

std::vector<DeviceCheck> graphChecks()
{
    return {{"replay", replay}, {"two streams", twoStreams}, {"copies and fills", copiesAndFills}};
}
