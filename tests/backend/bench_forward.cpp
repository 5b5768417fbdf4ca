// SPDX-License-Identifier: MIT
// What a forward pass costs: rows against one row, and the bytes of weights read a second against the memory's own
// bandwidth, measured in the same run. Not a test: run it on a quiet machine.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/backend/cpu/memory_bandwidth.h"
#include "engine/backend/pass_timing.h"
#include "engine/core/thread_pool.h"
#include "tests/backend/random_model.h"

using namespace draftscope;
using test::Shape;

namespace {

Shape shapeNamed(const std::string& name)
{
    if (name == "6m")
        return {.name = name,
                .hidden = 256,
                .intermediate = 704,
                .layers = 8,
                .heads = 8,
                .kvHeads = 4,
                .headSize = 32,
                .vocabulary = 3072};
    if (name == "42m")
        return {.name = name,
                .hidden = 512,
                .intermediate = 1376,
                .layers = 8,
                .heads = 8,
                .kvHeads = 8,
                .headSize = 64,
                .vocabulary = 32000};
    return {.name = "110m",
            .hidden = 768,
            .intermediate = 2048,
            .layers = 12,
            .heads = 12,
            .kvHeads = 12,
            .headSize = 64,
            .vocabulary = 32000};
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Times the CPU forward pass on random weights");
    std::string shapeName = "42m", typeName = "bf16", modelPath, arithmeticName = "auto";
    int threads = 0, context = 128, repetitions = 30;
    std::vector<int> rowCounts = {1, 2, 4, 8, 16, 32};
    app.add_option("--shape", shapeName, "6m, 42m or 110m")->check(CLI::IsMember({"6m", "42m", "110m"}));
    app.add_option("--type", typeName, "f32, f16 or bf16")->check(CLI::IsMember({"f32", "f16", "bf16"}));
    app.add_option("--model", modelPath, "a model on disk instead of random weights");
    app.add_option("--threads", threads, "0: all cores");
    app.add_option("--context", context, "tokens in the cache");
    app.add_option("--repetitions", repetitions);
    app.add_option("--rows", rowCounts, "rows of a pass, 1 to 64, the first is what the others are compared with");
    app.add_option("--arithmetic", arithmeticName, "auto, f32 or bf16");
    CLI11_PARSE(app, argc, argv);

    std::shared_ptr<const Model> model;
    if (modelPath.empty()) {
        Shape shape = shapeNamed(shapeName);
        shape.type = typeName == "f32" ? WeightType::f32 : typeName == "f16" ? WeightType::f16 : WeightType::bf16;
        shape.context = 2048;
        shape.misalignment = 8;
        model = test::randomModel(shape);
    } else if (auto loaded = loadModel(modelPath)) {
        model = *loaded;
    } else {
        fmt::print(stderr, "{}\n", loaded.error().sentence);
        return 1;
    }
    const auto pool = std::make_shared<ThreadPool>(threads);
    const auto arithmetic = arithmeticNamed(arithmeticName);
    if (!arithmetic) {
        fmt::print(stderr, "{}\n", arithmetic.error().sentence);
        return 1;
    }
    const auto pass = makeCpuForwardPass(model, pool, context + 64, *arithmetic);
    const double megabytes = double(model->weights.bytesPerPass()) / 1e6;
    fmt::print("{}, {:.1f} MB of weights a pass, context {}, {}\n", model->name, megabytes, context,
               pass->backendName());

    const double before = measureMemoryBandwidth(*pool);
    const std::vector<RowTiming> timings = timeRows(*pass, rowCounts, context, repetitions);
    const double bandwidth = std::max(before, measureMemoryBandwidth(*pool));
    fmt::print("memory reads {:.1f} GB/s\n rows  median ms  fastest ms  of 1 row  GB/s  of memory\n", bandwidth / 1e9);
    for (const RowTiming& timing : timings) {
        const double rate = megabytes * 1e6 / timing.seconds;
        fmt::print("{:5} {:10.3f} {:11.3f} {:8.2f}x {:5.1f} {:9.0f} %\n", timing.rows, timing.seconds * 1e3,
                   timing.fastest * 1e3, timing.seconds / timings.front().seconds, rate / 1e9, 100 * rate / bandwidth);
    }
}
