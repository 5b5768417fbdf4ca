// SPDX-License-Identifier: MIT
// What a forward pass costs: rows against one row, the bytes of weights read a second against the memory's own
// bandwidth, and the multiply-adds a second against what products do whose weights lie in the first cache, all measured
// in the same run. No pass of these kernels can be faster than both. Beside them stand bare multiply-adds of f32 in
// registers, which no kernel for f32 activations can be faster than. Not a test: run it on a quiet machine.
#include <chrono>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/backend/cpu/memory_bandwidth.h"
#include "engine/backend/cpu/packed_activations.h"
#include "engine/backend/cpu/weight_panels.h"
#include "engine/backend/pass_timing.h"
#include "engine/core/thread_pool.h"
#include "tests/backend/multiply_adds.h"
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

const std::vector<std::string> typeNames = {"f32",  "f16",  "bf16", "Q8_0", "Q4_0", "Q4_1",
                                            "Q5_0", "Q5_1", "Q4_K", "Q5_K", "Q6_K"}; // as WeightType numbers them

struct Options {
    std::string shape = "42m", model, arithmetic = "auto";
    std::vector<std::string> types = {"bf16"};
    int threads = 0, context = 128, repetitions = 30;
    std::vector<int> rowCounts = {1, 2, 4, 8, 16, 32};
};

struct Measured {
    std::string type;
    double megabytes = 0; ///< of weights a pass
    std::vector<RowTiming> timings;
};

/// Multiply-adds a second of all threads together where 16 activation rows meet a matrix of a type that every core has
/// in its first cache: what the instructions for that type allow.
double measureProducts(ThreadPool& pool, WeightType type, Arithmetic arithmetic)
{
    constexpr int columns = 128, rows = 64, activationRows = 16, products = 4000, repetitions = 5;
    const auto model = cpu::WeightPanels().withPanels(test::randomModel({.name = "products",
                                                                         .type = type,
                                                                         .hidden = columns,
                                                                         .intermediate = rows,
                                                                         .layers = 1,
                                                                         .heads = 4,
                                                                         .kvHeads = 1,
                                                                         .headSize = 32,
                                                                         .vocabulary = 32}),
                                                      pool);
    const MatrixView& matrix = model->weights.layers[0].gate;
    std::vector<cpu::PackedActivations> packed;
    std::vector<std::vector<float>> out;
    for (int thread = 0; thread < pool.threadCount(); ++thread) {
        packed.emplace_back(arithmetic).begin(activationRows, matrix);
        out.emplace_back(std::size_t(activationRows * rows));
        for (int row = 0; row < activationRows; ++row)
            packed.back().packRow(row, std::vector<float>(columns, 0.5f).data());
    }
    double best = 0;
    for (int i = 0; i < repetitions; ++i) {
        const auto start = std::chrono::steady_clock::now();
        pool.split(pool.threadCount(), [&](int begin, int end) {
            for (int thread = begin; thread < end; ++thread)
                for (int product = 0; product < products; ++product)
                    cpu::multiply(packed[std::size_t(thread)].times(matrix, out[std::size_t(thread)].data(), rows), 0,
                                  rows);
        });
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        best =
            std::max(best, double(columns) * rows * activationRows * products * pool.threadCount() / seconds.count());
    }
    return best;
}

Measured measure(const Options& options, const std::shared_ptr<const Model>& model, const std::string& type,
                 Arithmetic arithmetic)
{
    const auto pool = std::make_shared<ThreadPool>(options.threads);
    const auto pass = makeCpuForwardPass(model, pool, options.context + 64, arithmetic);
    const double megabytes = double(model->weights.bytesPerPass()) / 1e6;
    fmt::print("{}, {}, {:.1f} MB of weights a pass, context {}, {}\n", model->name, type, megabytes, options.context,
               pass->backendName());

    const double before = measureMemoryBandwidth(*pool);
    const WeightType products = model->weights.layers.front().gate.type;
    const double fastest = measureProducts(*pool, products, arithmetic);
    double multiplied = double(model->weights.head.rows) * model->weights.head.columns;
    for (const LayerWeights& layer : model->weights.layers)
        for (const MatrixView* matrix : layer.matrices())
            multiplied += double(matrix->rows) * matrix->columns;
    const std::vector<RowTiming> timings = timeRows(*pass, options.rowCounts, options.context, options.repetitions);
    const double bandwidth = std::max(before, measureMemoryBandwidth(*pool));
    fmt::print("memory reads {:.1f} GB/s; products from the first cache make {:.1f} thousand million multiply-adds a "
               "second, bare "
               "ones of f32 are {:.1f}\n"
               " rows  median ms  fastest ms  of 1 row  GB/s  of memory  of multiply-adds\n",
               bandwidth / 1e9, fastest / 1e9, test::measureMultiplyAdds(*pool) / 1e9);
    for (const RowTiming& timing : timings) {
        const double rate = megabytes * 1e6 / timing.seconds;
        fmt::print("{:5} {:10.3f} {:11.3f} {:8.2f}x {:5.1f} {:9.0f} % {:16.0f} %\n", timing.rows, timing.seconds * 1e3,
                   timing.fastest * 1e3, timing.seconds / timings.front().seconds, rate / 1e9, 100 * rate / bandwidth,
                   100 * timing.rows * multiplied / timing.seconds / fastest);
    }
    return {type, megabytes, timings};
}

/// Times of passes in times of the first type's.
void printRatios(const std::vector<Measured>& all)
{
    fmt::print("{:>8} {:>8}", "of " + all.front().type, "bytes");
    for (const RowTiming& timing : all.front().timings)
        fmt::print(" {:>8}", fmt::format("{} rows", timing.rows));
    fmt::print("\n");
    for (const Measured& one : all) {
        fmt::print("{:>8} {:>7.2f}x", one.type, one.megabytes / all.front().megabytes);
        for (std::size_t i = 0; i < one.timings.size(); ++i)
            fmt::print(" {:>7.2f}x", one.timings[i].seconds / all.front().timings[i].seconds);
        fmt::print("\n");
    }
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Times the CPU forward pass on random weights");
    Options options;
    app.add_option("--shape", options.shape, "6m, 42m or 110m")->check(CLI::IsMember({"6m", "42m", "110m"}));
    app.add_option(
           "--type", options.types,
           "f32, f16, bf16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K or Q6_K; several are compared with the first")
        ->check(CLI::IsMember(typeNames))
        ->delimiter(',');
    app.add_option("--model", options.model, "a model on disk instead of random weights");
    app.add_option("--threads", options.threads, "0: all cores");
    app.add_option("--context", options.context, "tokens in the cache");
    app.add_option("--repetitions", options.repetitions);
    app.add_option("--rows", options.rowCounts,
                   "rows of a pass, 1 to 64, the first is what the others are compared with");
    app.add_option("--arithmetic", options.arithmetic, "auto, f32, int8, bf16 or amx");
    CLI11_PARSE(app, argc, argv);

    const auto arithmetic = arithmeticNamed(options.arithmetic);
    if (!arithmetic) {
        fmt::print(stderr, "{}\n", arithmetic.error().sentence);
        return 1;
    }
    if (!options.model.empty()) {
        const auto loaded = loadModel(options.model);
        if (!loaded) {
            fmt::print(stderr, "{}\n", loaded.error().sentence);
            return 1;
        }
        (void)measure(options, *loaded, (*loaded)->record.weightType, *arithmetic);
        return 0;
    }
    std::vector<Measured> all;
    for (const std::string& type : options.types) {
        Shape shape = shapeNamed(options.shape);
        shape.type = WeightType(std::ranges::find(typeNames, type) - typeNames.begin());
        shape.context = 2048;
        shape.misalignment = 8;
        const int block = isQuantised(shape.type) ? blockOf(shape.type).elements : 1;
        if (shape.hidden % block != 0 || shape.intermediate % block != 0) {
            fmt::print(stderr, "Rows of {} do not fill blocks of {}: choose another type, or --shape 110m.\n",
                       shape.name, type);
            return 1;
        }
        all.push_back(measure(options, test::randomModel(shape), type, *arithmetic));
    }
    if (all.size() > 1)
        printRatios(all);
}
