// SPDX-License-Identifier: MIT
#include "engine/analysis/roofline_measure.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <unistd.h>

#include "engine/backend/cpu/memory_bandwidth.h"
#include "engine/backend/pass_timing.h"

namespace draftscope {
namespace {

constexpr int rooflineContext = 64, mostRooflineRows = 64; ///< tokens
constexpr int rooflineTurns = 15;
constexpr int cacheRepetitions = 200;
constexpr double farApart = 0.25; ///< relative

/// The last level's bytes; 0 where the system does not say. Linux says it in its files; of some virtual machines
/// sysconf() says what all of the host has.
double lastCacheBytes()
{
    for (const int level : {3, 2}) {
        std::ifstream file(fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/size", level));
        double kibibytes = 0;
        char unit = 0;
        if (file >> kibibytes >> unit && unit == 'K')
            return 1024 * kibibytes;
    }
    return double(std::max(0L, ::sysconf(_SC_LEVEL3_CACHE_SIZE)));
}

double machineMemory()
{
    return double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGESIZE));
}

} // namespace

RooflineModel sizeOf(const Model& model)
{
    RooflineModel size;
    size.id = size.name = model.name;
    size.parameters = double(model.weights.parameterCount());
    size.layers = model.config.layerCount;
    size.keyValueSize = 2 * model.config.kvHeadCount * model.config.headSize;
    size.attentionSize = model.config.headCount * model.config.headSize;
    size.bits = 8 * double(model.weights.bytesPerPass()) / size.parameters;
    return size;
}

int slotsToMeasure(const Model& model)
{
    return std::min(rooflineContext + mostRooflineRows, model.config.contextLength);
}

Result<MeasuredMachine> measureMachine(const std::shared_ptr<const Model>& model, Backend& backend,
                                       const Progress& progress)
{
    const std::vector<int> rowCounts{1, 2, 3, 4, 5, 6, 8, 12, 16, 32, mostRooflineRows};
    MeasuredMachine measured;
    measured.model = sizeOf(*model);
    measured.context = slotsToMeasure(*model) - mostRooflineRows;
    if (measured.context < 1)
        return fail("The context of {} is too short to measure passes of {} rows.", model->name, mostRooflineRows);
    auto pass = backend.makePass(model, slotsToMeasure(*model), progress);
    if (!pass)
        return tl::unexpected(pass.error());
    const auto timings = timeRows(**pass, rowCounts, measured.context, rooflineTurns, progress);
    RooflineMachine& machine = measured.machine;
    machine.id = "this";
    machine.name = phrase("this machine").text;
    machine.source = "Measured now: " + (*pass)->backendName() + ".";
    machine.bandwidth = backend.measureBandwidth(progress);
    if (const auto threads = backend.threads()) {
        machine.memory = machineMemory();
        machine.cacheBytes = lastCacheBytes();
        if (machine.cacheBytes > 0)
            machine.cacheBandwidth = std::max(
                machine.bandwidth,
                measureMemoryBandwidth(*threads, progress, std::size_t(machine.cacheBytes / 2), cacheRepetitions));
    }
    machine.arithmetic = 1; // so that a pass takes as many seconds as it has operations
    double most = 0;
    for (const RowTiming& timing : timings)
        most = std::max(most,
                        rooflinePass(machine, measured.model, 1, timing.rows, measured.context).arithmeticSeconds
                            / timing.fastest);
    machine.arithmetic = most;
    for (const RowTiming& timing : timings) {
        const RooflinePass computed = rooflinePass(machine, measured.model, 1, timing.rows, measured.context);
        measured.rows.push_back({timing.rows, timing.fastest, computed.seconds(), computed.isArithmetic()});
    }
    return measured;
}

std::vector<Message> sentencesOf(const MeasuredMachine& measured)
{
    std::vector<Message> sentences;
    const RooflineMachine& machine = measured.machine;
    const bool isCached = machine.cacheBandwidth > 0 && measured.model.weightBytes() <= machine.cacheBytes;
    sentences.push_back(message("Measured: memory {:.1f} GB/s, arithmetic {:.0f} GFLOP/s in passes of {}.",
                                machine.bandwidth / 1e9, machine.arithmetic / 1e9, measured.model.name));
    if (isCached)
        sentences.push_back(message("Its {:.1f} MB of weights fit into the last cache ({:.0f} MB), which is read at "
                                    "{:.1f} GB/s.",
                                    measured.model.weightBytes() / 1e6, machine.cacheBytes / 1e6,
                                    machine.cacheBandwidth / 1e9));
    const RooflineComparison& one = measured.rows.front();
    const double difference = one.measuredSeconds / one.computedSeconds - 1;
    sentences.push_back(message("A plain step takes {:.3g} ms; computed are {:.3g} ms: {:+.0f} %.",
                                1e3 * one.measuredSeconds, 1e3 * one.computedSeconds, 100 * difference));
    if (difference > farApart)
        sentences.push_back(phrase("The rest is what the roofline leaves out: work between the products, and weights "
                                   "that are not read at full speed. What is computed of other machines is a lower "
                                   "limit of times in the same way."));
    else if (difference < -farApart)
        sentences.push_back(phrase("It is faster than computed, because caches hold a part of the weights that counted "
                                   "as read from memory."));
    return sentences;
}

} // namespace draftscope
