// SPDX-License-Identifier: MIT
// Captures and graphs of the simulated device.
#include <utility>

#include "engine/backend/cuda/runtime.h"
#include "tests/simt/simulation.h"

namespace draftscope::cuda::runtime {

void beginCapture(StreamState* stream)
{
    const Call call("beginning a capture");
    call.refuseInCapture(stream);
    stream->capture = std::make_shared<Capture>();
    stream->capture->origin = stream;
    simulation().captures.push_back(stream->capture);
}

namespace {

std::shared_ptr<Capture> takeCapture(StreamState* stream)
{
    std::shared_ptr<Capture> capture = stream->capture;
    std::erase(simulation().captures, capture);
    stream->capture = nullptr;
    for (const auto& [member, state] : capture->members)
        member->capture = nullptr;
    return capture;
}

} // namespace

GraphState* endCapture(StreamState* stream)
{
    const Call call("ending a capture");
    if (!stream->capture || stream->capture->origin != stream)
        call.fail("it was not begun in this stream");
    const std::shared_ptr<Capture> capture = takeCapture(stream);
    if (!capture->broken.empty())
        call.fail(capture->broken);
    for (const auto& [member, state] : capture->members)
        if (!state.isJoined)
            call.fail("a stream that took part was not waited for");
    if (++simulation().graphs == simulation().failingGraph)
        return nullptr;
    ++simulation().live.graphs;
    return new GraphState{std::make_shared<const std::vector<Work>>(std::move(capture->nodes))};
}

void abandonCapture(StreamState* stream) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    if (stream->capture)
        takeCapture(stream);
}

void destroyGraph(GraphState* graph) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    --simulation().live.graphs;
    delete graph;
}

void launch(GraphState* graph, StreamState* stream)
{
    const Call call("launching a graph");
    stream->add(
        [nodes = graph->nodes] {
            for (const Work& work : *nodes)
                work();
        },
        simulation().device.lazyStreams);
}

std::size_t nodeCount(const GraphState* graph)
{
    return graph->nodes->size();
}

} // namespace draftscope::cuda::runtime
