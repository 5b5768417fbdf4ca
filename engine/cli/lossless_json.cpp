// SPDX-License-Identifier: MIT
#include "engine/cli/lossless_json.h"

#include "engine/cli/terminal.h"

namespace draftscope {
namespace {

void addSampler(JsonLine& line, const SamplerSettings& sampler)
{
    line.key("sampler").open('{').field("temperature", sampler.temperature).field("top_k", sampler.topK);
    line.field("top_p", sampler.topP).field("min_p", sampler.minP).field("greedy", sampler.isGreedy()).close('}');
}

void addCase(JsonLine& line, const LosslessCase& one)
{
    static const char* const verdicts[] = {"passed", "failed", "not tested"};
    line.open('{').field("name", one.name()).field("pair", one.pair).field("prompt", one.prompt);
    line.field("k", one.draftLength);
    addSampler(line, one.sampler);
    line.field("test", one.test).field("tokens", one.tokens).field("samples", one.samples);
    line.field("chi_square", one.chiSquare).field("degrees_of_freedom", one.degreesOfFreedom);
    line.field("p_value", one.pValue);
    field(line, "total_variation", one.totalVariation);
    line.field("verdict", verdicts[int(one.verdict)]).field("passed", one.verdict == LosslessVerdict::passed);
    line.field("reason", one.reason).close('}');
}

void addBars(JsonLine& line, const TrialBars& bars)
{
    line.open('{').field("first_token", bars.first).field("last_token", bars.last).key("bars").open('[');
    for (const TrialBar& bar : bars.bars) {
        line.open('{').field("text", bar.text).field("tokens", bar.tokens).field("exact", bar.exact);
        line.field("drawn", bar.drawn).field("lower", bar.interval.lower).field("upper", bar.interval.upper);
        line.close('}');
    }
    line.close(']').field("rest_exact", bars.restExact).field("rest_drawn", bars.restDrawn);
    line.field("rest_lower", bars.restInterval.lower).field("rest_upper", bars.restInterval.upper).close('}');
}

void addTrial(JsonLine& line, const TrialFigures& trial)
{
    line.open('{').field("pair", trial.pair).field("prompt", trial.prompt).field("method", trial.method);
    line.field("shape", trial.shape).field("verifier", trial.verifier).field("fault", trial.fault);
    line.field("k", trial.draftLength);
    addSampler(line, trial.sampler);
    line.field("texts", trial.texts).field("beginning", trial.tokens).field("length", trial.length);
    line.field("level", trial.level).field("corrected_p_value", trial.correctedPValue());
    field(line, "found_after", trial.foundAfter ? std::optional<double>(*trial.foundAfter) : std::nullopt);
    line.field("next_look", trial.nextLook);
    line.field("impossible_texts", trial.impossible).field("acceptance_rate", trial.acceptanceRate);
    line.field("rounds_per_text", trial.roundsPerText).key("looks").open('[');
    for (const TrialLook& look : trial.looks) {
        line.open('{').field("texts", look.texts).field("p_value", look.pValue).field("corrected", look.corrected);
        field(line, "smallest_bias", look.smallestBias);
        line.close('}');
    }
    line.close(']').key("distances").open('[');
    for (const TrialDistance& point : trial.distances) {
        line.open('{').field("texts", point.texts).field("distance", point.distance);
        line.field("chance", point.chance).close('}');
    }
    line.close(']').key("drawn").open('[');
    for (const TrialBars& bars : trial.bars)
        addBars(line, bars);
    line.close(']').close('}');
}

} // namespace

std::string jsonOf(const LosslessReport& report, const std::string& broken, const ChosenBackend& on)
{
    JsonLine line;
    line.open('{').field("passed", report.passed()).field("acceptance_rate", report.acceptanceRate);
    line.field("rounds_per_text", report.roundsPerText);
    addWhatRuns(line, report.backend, on);
    if (!broken.empty())
        line.field("broken", broken);
    line.key("untested").open('[');
    for (const std::string& name : report.untested)
        line.value(name);
    line.close(']').key("cases").open('[');
    for (const LosslessCase& one : report.cases)
        addCase(line, one);
    line.close(']').key("trials").open('[');
    for (const TrialFigures& trial : report.trials)
        addTrial(line, trial);
    line.close(']').close('}');
    return std::string(line.text()) + '\n';
}

} // namespace draftscope
