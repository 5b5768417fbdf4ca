// SPDX-License-Identifier: MIT
#include "engine/analysis/roofline.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/metrics.h"

namespace draftscope {
namespace {

constexpr double keyValueBytes = 2; ///< of an element, bf16
constexpr int longestRoofline = 16; ///< K
constexpr int largestBatch = 1024;

double rooflineContextBytes(const RooflineModel& model, int sequences, int context)
{
    return keyValueBytes * sequences * context * double(model.layers) * model.keyValueSize;
}

/// Of one row: two a weight, and two products of every key and value with a head.
double rooflineOperations(const RooflineModel& model, int context)
{
    return 2 * model.parameters + 4.0 * model.layers * model.attentionSize * context;
}

double rooflineReading(const RooflineMachine& machine, double bytes)
{
    const bool isCached = machine.cacheBandwidth > 0 && bytes <= machine.cacheBytes;
    return bytes / (isCached ? machine.cacheBandwidth : machine.bandwidth);
}

} // namespace

RooflinePass rooflinePass(const RooflineMachine& machine, const RooflineModel& model, int sequences, int rows,
                          int context)
{
    const double bytes = model.weightBytes() + rooflineContextBytes(model, sequences, context);
    return {rooflineReading(machine, bytes),
            double(sequences) * rows * rooflineOperations(model, context) / machine.arithmetic};
}

double RooflineCase::bytesOf(int sequences) const
{
    return target.weightBytes() + draft.weightBytes() + rooflineContextBytes(target, sequences, context)
        + rooflineContextBytes(draft, sequences, context);
}

bool RooflineCase::fits(int sequences) const
{
    return machine.memory <= 0 || bytesOf(sequences) <= machine.memory;
}

double RooflineCase::plainSeconds(int sequences) const
{
    return rooflinePass(machine, target, sequences, 1, context).seconds();
}

double RooflineCase::verifySeconds(int sequences) const
{
    return rooflinePass(machine, target, sequences, draftLength + 1, context).seconds();
}

double RooflineCase::costRatio(int sequences) const
{
    return rooflinePass(machine, draft, sequences, 1, context).seconds() / plainSeconds(sequences);
}

double RooflineCase::verifyRatio(int sequences) const
{
    return verifySeconds(sequences) / plainSeconds(sequences);
}

double RooflineCase::speedUp(int sequences, int k) const
{
    const double v = rooflinePass(machine, target, sequences, k + 1, context).seconds() / plainSeconds(sequences);
    return predictedSpeedUp(acceptance, k, costRatio(sequences), v);
}

int RooflineCase::bestLength(int sequences) const
{
    int best = 1;
    for (int k = 2; k <= longestRoofline; ++k)
        if (speedUp(sequences, k) > speedUp(sequences, best))
            best = k;
    return best;
}

int RooflineCase::turningRows() const
{
    const RooflinePass one = rooflinePass(machine, target, 1, 1, context);
    return int(std::ceil(one.readingSeconds / one.arithmeticSeconds));
}

std::optional<int> RooflineCase::turnsToLoss() const
{
    std::optional<int> from;
    for (int batch = largestBatch; batch >= 1 && speedUp(batch) < 1; batch /= 2)
        from = batch;
    return from;
}

std::vector<Message> sentencesOf(const RooflineCase& roofline)
{
    const RooflineCase& on = roofline;
    std::vector<Message> sentences;
    const double plain = on.plainSeconds(1), verify = on.verifySeconds(1);
    sentences.push_back(message("Computed, not measured: on {} a plain step of {} takes {:.3g} ms at least, a pass "
                                "over K + 1 = {} rows {:.3g} ms (v = {:.2f}), and a draft step of {} c = {:.3f} of it.",
                                phrase(on.machine.name), on.target.name, 1e3 * plain, on.draftLength + 1, 1e3 * verify,
                                on.verifyRatio(1), on.draft.name, on.costRatio(1)));
    sentences.push_back(
        on.turningRows() > 1 ? message(
            "From {} rows on arithmetic is what limits a pass; below that, reading the weights is.", on.turningRows())
                             : phrase("Arithmetic limits a pass there even over one row."));
    sentences.push_back(message("At α = {:.2f} that is {:.2f} times plain with K = {}; the best K would be {}, {:.2f} "
                                "times.",
                                on.acceptance, on.speedUp(1), on.draftLength, on.bestLength(1),
                                on.speedUp(1, on.bestLength(1))));
    if (const auto from = on.turnsToLoss(); from && *from > 1)
        sentences.push_back(message("From a batch of {} on it is a loss; the best K there would be {}, {:.2f} times.",
                                    *from, on.bestLength(*from), on.speedUp(*from, on.bestLength(*from))));
    else if (from)
        sentences.push_back(phrase("It is a loss at every batch size."));
    else
        sentences.push_back(message("It stays a gain up to a batch of {}.", largestBatch));
    if (!on.fits(1))
        sentences.push_back(message("It does not fit: {:.0f} GB of weights and K/V, where {} has {:.0f} GB.",
                                    on.bytesOf(1) / 1e9, phrase(on.machine.name), on.machine.memory / 1e9));
    return sentences;
}

} // namespace draftscope
