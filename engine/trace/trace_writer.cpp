// SPDX-License-Identifier: MIT
#include <vector>

#include "engine/trace/trace_file.h"
#include "engine/trace/trace_json.h"
#include "engine/trace/trace_output.h"
#include "engine/trace/trace_place.h"

namespace draftscope {

struct TraceWriter::State {
    TraceOutput output;
    std::vector<TokenId> promptTokens; ///< their bytes go with the first round
    std::vector<bool> written;         ///< by token
    bool failed = false;

    /// A failure is told once; after it the file is left as it is.
    Result<void> write(const JsonLine& line)
    {
        if (failed)
            return {};
        Result<void> result = output.writeLine(line.text());
        failed = !result;
        return result;
    }

    TokenTexts newTokens(const Recording& recording, const RoundRecord& round)
    {
        TokenTexts texts;
        const auto see = [&](TokenId token) {
            if (token < 0)
                return;
            const auto index = std::size_t(token);
            if (index >= written.size())
                written.resize(index + 1);
            if (written[index] || !recording.knowsToken(token))
                return;
            written[index] = true;
            texts.emplace_back(token, recording.tokenBytes(token));
        };
        for (const TokenId token : std::exchange(promptTokens, {}))
            see(token);
        see(round.root);
        for (const NodeRecord& node : round.nodes)
            see(node.token);
        for (const DistributionRecord& context : round.contexts)
            for (const DistributionEntry& entry : context.top)
                see(entry.token);
        if (round.draw)
            see(round.draw->token);
        for (const CommittedToken& token : round.committed)
            see(token.token);
        return texts;
    }
};

TraceWriter::TraceWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}

TraceWriter::~TraceWriter()
{
    (void)close();
}

Result<std::unique_ptr<TraceWriter>> TraceWriter::create(const std::filesystem::path& path, const TraceHeader& header,
                                                         std::span<const std::filesystem::path> inUse)
{
    if (Result<void> fine = checkOverwritesNothing(path, header, inUse); !fine)
        return tl::unexpected(fine.error());
    Result<TraceOutput> output = TraceOutput::create(path);
    if (!output)
        return tl::unexpected(output.error());
    auto state = std::make_unique<State>(State{std::move(*output), header.promptTokens, {}, false});
    if (Result<void> written = state->write(encode(header)); !written)
        return tl::unexpected(written.error());
    return std::unique_ptr<TraceWriter>(new TraceWriter(std::move(state)));
}

Result<void> TraceWriter::add(const Recording& recording, int branch, const RoundRecord& round)
{
    return m_state->write(encode(branch, round, m_state->newTokens(recording, round)));
}

Result<void> TraceWriter::add(const BranchRecord& branch)
{
    return m_state->write(encode(branch));
}

Result<void> TraceWriter::close()
{
    Result<void> result = m_state->output.close();
    return m_state->failed ? Result<void>() : result;
}

} // namespace draftscope
