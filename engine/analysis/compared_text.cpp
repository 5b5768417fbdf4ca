// SPDX-License-Identifier: MIT
// Texts of traces, as they are compared.
#include <algorithm>

#include "engine/analysis/text_divergence.h"
#include "engine/core/printable.h"

namespace draftscope {
namespace {

/// The moment at which a token of a round was decided: its verdict, or the draw.
int momentOf(const RoundRecord& round, const CommittedToken& token)
{
    const auto found = std::ranges::find_if(round.moments, [&](const Moment& moment) {
        if (token.node >= 0)
            return moment == Moment{MomentKind::judge, token.node};
        return moment.kind == MomentKind::residual || moment.kind == MomentKind::bonus
            || moment.kind == MomentKind::plain;
    });
    return found == round.moments.end() ? int(round.moments.size()) : int(found - round.moments.begin()) + 1;
}

} // namespace

ComparedText textOf(const Recording& recording, int branch, std::string name)
{
    const TraceHeader& header = recording.header();
    ComparedText text{.name = std::move(name),
                      .prompt = header.promptTokens,
                      .knowsPrompt = true,
                      .temperature = header.sampler.isGreedy() ? 0 : header.sampler.temperature,
                      .madeBy = header.backend,
                      .fault = header.fault,
                      .targetHash = header.target.hash,
                      .targetPath = header.target.path};
    for (int r = 0; r < recording.roundCount(branch); ++r) {
        const RoundRecord& round = recording.round(branch, r);
        if (!round.sampler.isGreedy() && text.temperature == 0.0)
            text.temperature = round.sampler.temperature;
        for (const CommittedToken& token : round.committed)
            text.tokens.push_back(token.token);
    }
    return text;
}

std::optional<RecordedPlace> recordedPlace(const Recording& recording, int branch, int index)
{
    int before = 0;
    for (int r = 0; r < recording.roundCount(branch); ++r) {
        const RoundRecord& round = recording.round(branch, r);
        const int count = int(round.committed.size());
        if (index >= before + count) {
            before += count;
            continue;
        }
        const CommittedToken& token = round.committed[std::size_t(index - before)];
        RecordedPlace place{.at = {branch, r, momentOf(round, token)}, .source = token.source};
        const int context = token.node >= 0 ? round.nodes[std::size_t(token.node)].parent + 1
            : round.draw                    ? round.draw->context
                                            : -1;
        if (context >= 0 && context < int(round.contexts.size()))
            place.distribution = round.contexts[std::size_t(context)];
        return place;
    }
    return std::nullopt;
}

Result<ComparedText> writtenBehind(const ComparedText& text, const std::shared_ptr<const Model>& target,
                                   const std::shared_ptr<Backend>& backend, std::string name, const Progress& progress)
{
    ComparedText written{.name = std::move(name), .prompt = text.prompt, .knowsPrompt = true, .temperature = 0};
    const int count = int(text.prompt.size() + text.tokens.size());
    if (count > target->config.contextLength)
        return fail("{} has {} tokens with its prompt, and the context of {} holds {}: cut it.", text.name, count,
                    target->name, target->config.contextLength);
    auto reader = ForcedReader::create(target, {"here", {}, backend}, count, progress);
    if (!reader)
        return tl::unexpected(reader.error());
    written.tokens = reader->write(text.prompt, int(text.tokens.size()), progress);
    return written;
}

Result<void> checkTokens(const Recording& recording, const std::string& name, const Model& target)
{
    for (const auto& [token, bytes] : recording.tokens())
        if (token < target.tokenizer->size() && target.tokenizer->bytes(token) != bytes)
            return fail("{} has other tokens than {}: its token {} is \"{}\" and not \"{}\". Choose the target that "
                        "wrote it.",
                        name, target.name, token, printableName(bytes), printableName(target.tokenizer->bytes(token)));
    return {};
}

} // namespace draftscope
