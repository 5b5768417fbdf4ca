// SPDX-License-Identifier: MIT
// The runtime of engine/backend/cuda on the SIMT executor.
#include "engine/backend/cuda/runtime.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/backend/cuda/overlap.h"
#include "tests/simt/launch_host.h"
#include "tests/simt/simulation.h"

namespace simt {

using draftscope::cuda::runtime::Call;
using draftscope::cuda::runtime::simulation;

SimulatedDevice& simulatedDevice()
{
    return simulation().device;
}

LiveObjects liveObjects()
{
    const std::scoped_lock lock(simulation().mutex);
    LiveObjects live = simulation().live;
    live.allocations = simulation().memory.blocks();
    live.bytes = simulation().memory.bytes();
    live.pinnedAllocations = simulation().pinned.blocks();
    return live;
}

void failCall(std::uint64_t n)
{
    const std::scoped_lock lock(simulation().mutex);
    simulation().failingCall = n == 0 ? 0 : simulation().calls + n;
}

void failAllocation(std::uint64_t n)
{
    const std::scoped_lock lock(simulation().mutex);
    simulation().failingAllocation = n == 0 ? 0 : simulation().allocations + n;
}

void failGraph(std::uint64_t n)
{
    const std::scoped_lock lock(simulation().mutex);
    simulation().failingGraph = n == 0 ? 0 : simulation().graphs + n;
}

int deviceInUse()
{
    const std::scoped_lock lock(simulation().mutex);
    return simulation().current;
}

std::uint64_t callCount()
{
    const std::scoped_lock lock(simulation().mutex);
    return simulation().calls;
}
std::uint64_t waitCount()
{
    const std::scoped_lock lock(simulation().mutex);
    return simulation().waits;
}

std::uint64_t gemmCount()
{
    const std::scoped_lock lock(simulation().mutex);
    return simulation().gemms;
}

namespace {

bool kernelsOverlap()
{
    return simulation().device.properties.computeMajor >= draftscope::cuda::overlapComputeMajor
        && draftscope::cuda::overlapIsWanted();
}

} // namespace

void launchKernel(draftscope::cuda::runtime::StreamState* stream, const Shape& shape, std::function<void()> body,
                  bool early)
{
    const Call call("launching a kernel");
    try {
        checkShape(shape);
    } catch (const KernelFault& error) {
        throw draftscope::cuda::DeviceError(error.what());
    }
    stream->add(
        [stream, shape, body = std::move(body), early] {
            try {
                if (kernelsOverlap())
                    simulation().overlap.run(stream, shape, body, early);
                else
                    run(shape, body);
            } catch (const KernelFault& error) {
                throw draftscope::cuda::DeviceError(error.what());
            }
            if (!simulation().memory.isIntact())
                throw draftscope::cuda::DeviceError(
                    fmt::format("Kernel {} wrote behind the end of device memory.", shape.kernel));
        },
        simulation().device.lazyStreams);
}

} // namespace simt

namespace draftscope::cuda::runtime {

int deviceCount(std::string& whyNone)
{
    if (simulation().device.count == 0)
        whyNone = "There is no CUDA device in this machine.";
    return simulation().device.count;
}

DeviceProperties deviceProperties(int device)
{
    const Call call("asking for its properties");
    DeviceProperties properties = simulation().device.properties;
    if (device < simulation().device.oldDevices)
        properties.computeMajor = 7, properties.computeMinor = 5;
    return properties;
}

void setDevice(int device)
{
    const Call call("being chosen");
    if (device < 0 || device >= simulation().device.count)
        call.fail("there is no such device");
    simulation().current = device;
}

MemoryInfo memoryInfo()
{
    const Call call("asking for its free memory");
    const std::size_t total = simulation().device.memoryBytes;
    return {total - std::min(total, simulation().memory.bytes()), total};
}

bool hasCodeFor(const void*)
{
    const Call call("looking for its code");
    return simulation().current >= simulation().device.devicesWithoutCode;
}

void* allocate(std::size_t bytes)
{
    const Call call("allocating memory");
    call.refuseInAnyCapture();
    Simulation& all = simulation();
    if (++all.allocations == all.failingAllocation || bytes > all.device.memoryBytes
        || all.memory.bytes() > all.device.memoryBytes - bytes)
        return nullptr;
    return all.memory.allocate(bytes);
}

namespace {

/// Does what is pending where a failure cannot be reported any more.
void drainUnheard(StreamState* stream) noexcept
{
    try {
        stream->drain();
    } catch (const DeviceError&) { // as said
    }
}

/// Memory is given back as by cudaFree and cudaFreeHost, which wait for all that is under way.
void drainAll() noexcept
{
    for (StreamState* stream : simulation().streams)
        drainUnheard(stream);
}

} // namespace

void release(void* memory) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    drainAll();
    for (const auto& capture : simulation().captures)
        capture->broken = "memory was given back during the capture";
    simulation().memory.release(memory);
    simulation().overlap.forget();
}

void* allocatePinned(std::size_t bytes)
{
    const Call call("locking host memory");
    call.refuseInAnyCapture();
    return simulation().pinned.allocate(bytes);
}

void releasePinned(void* memory) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    drainAll();
    for (const auto& capture : simulation().captures)
        capture->broken = "memory was given back during the capture";
    simulation().pinned.release(memory);
}

StreamState* createStream()
{
    const Call call("making a stream");
    ++simulation().live.streams;
    return *simulation().streams.insert(new StreamState).first;
}

void destroyStream(StreamState* stream) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    drainUnheard(stream);
    simulation().streams.erase(stream);
    --simulation().live.streams;
    delete stream;
}

void synchronize(StreamState* stream)
{
    const Call call("running the work of a stream");
    ++simulation().waits;
    call.refuseInCapture(stream);
    stream->drain();
}

namespace {

/// Copies of memory that is neither the device's nor pinned.
bool isPageable(const void* address)
{
    return !simulation().memory.contains(address) && !simulation().pinned.contains(address);
}

void checkRange(const Call& call, const void* address, std::size_t bytes)
{
    for (const simt::SimulatedMemory* memory : {&simulation().memory, &simulation().pinned})
        if (memory->contains(address) && memory->bytesFrom(address) < bytes)
            call.fail(fmt::format("{} bytes reach {} bytes behind the end of an allocation", bytes,
                                  bytes - memory->bytesFrom(address)));
}

} // namespace

void copy(StreamState* stream, void* to, const void* from, std::size_t bytes)
{
    const Call call("copying memory");
    if (bytes == 0)
        return;
    checkRange(call, to, bytes);
    checkRange(call, from, bytes);
    const bool lazy = simulation().device.lazyStreams;
    if ((isPageable(to) || isPageable(from)) && stream->capture)
        call.fail("the host memory of a captured copy is not pinned");
    if (lazy && isPageable(from)) { // a device takes such memory before the call returns
        const auto* begin = static_cast<const unsigned char*>(from);
        stream->add(
            [to, staged = std::vector<unsigned char>(begin, begin + bytes)] {
                std::memcpy(to, staged.data(), staged.size());
            },
            lazy);
    } else {
        stream->add([=] { std::memmove(to, from, bytes); }, lazy);
    }
    if (lazy && isPageable(to)) // a device writes such memory before the call returns
        stream->drain();
}

void fill(StreamState* stream, void* memory, unsigned char value, std::size_t bytes)
{
    const Call call("filling memory");
    if (bytes == 0)
        return;
    checkRange(call, memory, bytes);
    stream->add([=] { std::memset(memory, value, bytes); }, simulation().device.lazyStreams);
}

EventState* createEvent()
{
    const Call call("making an event");
    ++simulation().live.events;
    return new EventState;
}

void destroyEvent(EventState* event) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    --simulation().live.events;
    delete event;
}

void record(EventState* event, StreamState* stream)
{
    const Call call("recording an event");
    auto mark = std::make_shared<Mark>();
    mark->stream = stream;
    event->mark = mark;
    if (stream->capture) {
        mark->capture = stream->capture;
        mark->position = stream->capture->nodes.size();
        return;
    }
    stream->add(
        [mark] {
            mark->done = true;
            mark->time = Clock::now();
        },
        simulation().device.lazyStreams, mark);
}

void recordTime(EventState* event, StreamState* stream)
{
    const Call call("recording an event");
    auto mark = std::make_shared<Mark>();
    mark->stream = stream;
    event->mark = mark;
    stream->add(
        [mark] {
            mark->done = true;
            mark->time = Clock::now();
        },
        simulation().device.lazyStreams, stream->capture ? nullptr : mark);
}

void wait(StreamState* stream, EventState* event)
{
    const Call call("waiting for an event");
    const std::shared_ptr<Mark> mark = event->mark;
    if (!mark)
        return;
    if (mark->capture) {
        if (stream->capture && stream->capture != mark->capture)
            call.fail("the event belongs to another capture");
        stream->capture = mark->capture;
        if (stream != mark->capture->origin)
            mark->capture->members.try_emplace(stream);
        if (const auto member = mark->capture->members.find(mark->stream); member != mark->capture->members.end()) {
            member->second.joined = std::max(member->second.joined, mark->position);
            member->second.isJoined = member->second.joined >= member->second.last;
        }
        return;
    }
    if (stream->capture)
        call.fail("an event from outside of the capture");
    stream->add(
        [mark] {
            if (!mark->done)
                mark->stream->drain(mark.get());
        },
        simulation().device.lazyStreams);
}

namespace {

const Mark* markToAskFor(const Call& call, const EventState* event)
{
    if (event->mark && event->mark->capture)
        call.fail("the event was recorded in a capture");
    return event->mark.get();
}

} // namespace

void synchronize(EventState* event)
{
    const Call call("running the work before an event");
    ++simulation().waits;
    const Mark* mark = markToAskFor(call, event);
    if (mark && !mark->done)
        mark->stream->drain(mark);
}

bool isDone(EventState* event)
{
    const Call call("running the work before an event");
    const Mark* mark = markToAskFor(call, event);
    if (mark && !mark->done && !mark->stream->pending.empty()) { // asked for often enough, it gets done
        mark->stream->doNext();
        return false;
    }
    return true;
}

float elapsedMilliseconds(EventState* begin, EventState* end)
{
    const Call call("measuring time");
    const Mark* from = markToAskFor(call, begin);
    const Mark* to = markToAskFor(call, end);
    if (!from || !to || !from->done || !to->done)
        call.fail("an event is not done");
    return std::chrono::duration<float, std::milli>(to->time - from->time).count();
}

} // namespace draftscope::cuda::runtime
