// SPDX-License-Identifier: MIT
// What each kernel of a pass costs on a device, beside the whole pass: gpu_bench_cuda_kernels [shape [context]]. A
// kernel is launched for every layer in one graph, so that it reads as many weights as in a pass and none twice. Then a
// prompt, with the library's products and without. Not a test: exit code 77 where there is no device.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "engine/backend/cuda/copy_bandwidth.h"
#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/event.h"
#include "engine/backend/cuda/graph.h"
#include "engine/backend/cuda/memory_error.h"
#include "engine/backend/cuda/pass_kernels.cuh"
#include "engine/backend/cuda/pass_rows.h"
#include "engine/backend/cuda/pass_shape.h"
#include "engine/backend/cuda/prompt_pass.h"
#include "engine/cli/synthetic_model.h"

using namespace draftscope;
using namespace draftscope::cuda;

namespace {

using T = BFloat16;

template <class Value>
Value orEnd(Result<Value> result)
{
    if (result)
        return std::move(*result);
    std::printf("%s\n", result.error().sentence.c_str());
    std::exit(77);
}

/// Everything a pass needs, for rows that follow `context` tokens.
struct Setup {
    std::shared_ptr<const Model> model;
    PassShape shape;
    DeviceWeights<T> weights;
    PassMemory<T> memory;
    DeviceBuffer<unsigned char> input;
    std::vector<int> order; ///< slots
    PassRows rows;
    int context;
    Stream stream;

    Setup(const char* name, int contextTokens)
        : model(orEnd(syntheticModel(name))), shape(orEnd(passShape(*model, contextTokens + maxRows))),
          weights(orEnd(DeviceWeights<T>::upload(*model, shape, {}))),
          memory(orEnd(PassMemory<T>::allocate(shape, model->weights.layers.size()))),
          input(orEnd(DeviceBuffer<unsigned char>::allocate(inputBytes(listedAtFirst(shape.slotCount)), "rows"))),
          order(std::size_t(shape.slotCount)), context(contextTokens)
    {
        std::iota(order.begin(), order.end(), 0);
        memory.clear(stream);
    }

    PassSize send(int count)
    {
        Rows all;
        all.prefixes = {std::span(order).first(std::size_t(context))};
        for (int i = 0; i < count; ++i)
            all.rows.push_back(
                {i, context + i, 0, context + i, std::span(order).subspan(std::size_t(context), std::size_t(i)), true});
        return send(all, 0, count, count);
    }
    PassSize send(const Rows& all, int first, int count, int wanted)
    {
        rows.take(all, std::size_t(first), std::size_t(count));
        stream.copy(reinterpret_cast<PassInput*>(input.data()), &rows.input(), 1);
        stream.copy(reinterpret_cast<int*>(input.data() + sizeof(PassInput)), rows.list().data(), rows.list().size());
        stream.synchronize();
        return PassSize::of(count, wanted, rows.input().groupCount, rows.longestPath(), shape);
    }
    [[nodiscard]] PassArguments<T> arguments() const
    {
        return {weights,
                memory,
                reinterpret_cast<const PassInput*>(input.data()),
                reinterpret_cast<const int*>(input.data() + sizeof(PassInput)),
                shape,
                memory.logits.data()};
    }
};

/// Milliseconds of what `work` puts into the stream, as a graph: the median of several launches.
template <class Work>
double millisecondsOf(Stream& stream, const Work& work)
{
    work(); // brings the kernels to the device, which older drivers cannot do during a capture
    stream.synchronize();
    const std::optional<Graph> graph = Graph::capture(stream, work);
    Event begin, end;
    std::vector<double> times;
    for (int i = 0; i < 12; ++i) {
        begin.record(stream);
        graph ? graph->launch(stream) : work();
        end.record(stream);
        end.synchronize();
        if (i >= 3)
            times.push_back(double(end.millisecondsSince(begin)));
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void row(const char* what, double milliseconds, double bytes, double bandwidth)
{
    std::printf("  %-28s %9.3f ms", what, milliseconds);
    if (bytes > 0)
        std::printf(" %9.1f GB/s %6.1f %% of copying", bytes / milliseconds * 1e-6,
                    bytes / milliseconds * 1e3 / bandwidth * 100);
    std::printf("\n");
}

void measure(Setup& setup, const PassSize& size, double bandwidth)
{
    const PassArguments<T> arguments = setup.arguments();
    PassLaunch<T> pass(setup.stream, arguments, size);
    const auto& shape = setup.shape;
    const std::size_t layers = setup.model->weights.layers.size();
    const auto perLayer = [&](auto step) {
        return millisecondsOf(setup.stream, [&] {
            for (std::size_t layer = 0; layer < layers; ++layer)
                (pass.*step)(layer);
        });
    };
    const auto bytes = [&](int outputTiles, int columnTiles) {
        return double(layers) * double(outputTiles) * double(columnTiles) * 256 * sizeof(T);
    };
    using Pass = PassLaunch<T>;
    row("queries, keys and values", perLayer(&Pass::projectQueriesKeysValues),
        bytes(queriesKeysValuesTiles(shape), shape.hiddenTiles), bandwidth);
    row("attention", perLayer(&Pass::attend), 0, bandwidth);
    row("o", perLayer(&Pass::addAttended), bytes(shape.hiddenTiles, shape.attendedTiles), bandwidth);
    row("gate and up", perLayer(&Pass::gate), bytes(gateUpTiles(shape), shape.hiddenTiles), bandwidth);
    row("down", perLayer(&Pass::addGated), bytes(shape.hiddenTiles, shape.gatedTiles), bandwidth);
    const double head = double(tilesOf(shape.vocabulary)) * shape.hiddenTiles * 256 * sizeof(T);
    row("logits, of a cached head", millisecondsOf(setup.stream, [&] { pass.writeLogits(); }), head, bandwidth);
    row("the whole pass", millisecondsOf(setup.stream, [&] { launchPass<T>(setup.stream, arguments, size); }),
        double(setup.model->weights.bytesPerPass()), bandwidth);
}

/// Milliseconds of what `work` does, which waits for it: the median of several times.
template <class Work>
double waitedMilliseconds(const Work& work)
{
    std::vector<double> times;
    for (int i = 0; i < 7; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        if (i >= 2)
            times.push_back(
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void measurePrompt(Setup& setup)
{
    if (setup.shape.slotCount < promptRows)
        return;
    Rows prompt{{}, {{}}, true};
    for (int i = 0; i < promptRows; ++i)
        prompt.rows.push_back({i, i, 0, i, std::span(setup.order).first(std::size_t(i)), false});
    std::printf("a prompt of %d tokens\n", promptRows);
    const PassArguments<T> arguments = setup.arguments();
    row("with the kernels of tokens", waitedMilliseconds([&] {
            for (int first = 0; first < promptRows; first += productRows)
                launchPass<T>(setup.stream, arguments, setup.send(prompt, first, productRows, 0));
            setup.stream.synchronize();
        }),
        0, 0);
    std::string whyNone;
    Blas blas = Blas::load(whyNone);
    if (!blas.isThere()) {
        std::printf("  %s\n", whyNone.c_str());
        return;
    }
    auto pass = orEnd(PromptPass<T>::create(std::make_shared<PromptTools>(std::move(blas)), setup.shape));
    row("with products",
        waitedMilliseconds([&] { pass.run(setup.stream, setup.weights, setup.memory, prompt, 0, promptRows); }), 0, 0);
}

} // namespace

int main(int count, char** words)
{
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // a pipe gets each line, too, whenever this is ended
    const Device device = orEnd(Device::open());
    Setup setup(count > 1 ? words[1] : "llama2-7b", count > 2 ? std::atoi(words[2]) : 512);
    const double bandwidth = copyBandwidth(device);
    std::printf("%s: %s, context %d, copying at %.1f GB/s\n", device.description().c_str(), setup.model->name.c_str(),
                setup.context, bandwidth * 1e-9);
    for (const int rows : {1, 8, 16, 32, 64}) {
        const PassSize size = setup.send(rows);
        std::printf("%d rows\n", rows);
        measure(setup, size, bandwidth);
    }
    measurePrompt(setup);
}
