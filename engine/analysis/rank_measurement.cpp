// SPDX-License-Identifier: MIT
#include "engine/analysis/rank_measurement.h"

#include <algorithm>
#include <utility>

#include "engine/analysis/statistics.h"
#include "engine/core/stopwatch.h"
#include "engine/session/session_plan.h"
#include "engine/session/shapes.h"

namespace draftscope {
namespace {

constexpr int timedTurns = 3; ///< a text
constexpr int timedRows[] = {1, 2, 3, 5, 9, 17, 33, 1 + maxDraftNodes};

} // namespace

RankMeasurement::RankMeasurement(Pair pair, SessionSettings settings, int ranks, std::shared_ptr<Backend> backend)
    : m_pair(std::move(pair)), m_settings(std::move(settings)), m_ranks(ranks), m_backend(std::move(backend)),
      m_levels(std::size_t(m_settings.draftLength), Level{0, std::vector<std::int64_t>(std::size_t(ranks))})
{
}

void RankMeasurement::shapeForMeasuring(SessionSettings& settings)
{
    chooseShape(settings, "fixed-widths");
    settings.draws = nameOf(DrawRule::deterministic);
    settings.topTokens = 0;
}

Result<std::vector<TokenId>> RankMeasurement::write(const std::string& prompt, const Progress& progress)
{
    SessionSettings settings;
    settings.method = "plain";
    settings.sampler = m_settings.sampler;
    settings.seed = m_settings.seed;
    settings.maxTokens = m_settings.maxTokens;
    settings.topTokens = 0;
    const auto session = Session::create({m_pair.target, nullptr}, settings, prompt, m_backend, progress);
    if (!session)
        return tl::unexpected(session.error());
    while ((*session)->ended() == EndReason::none)
        (*session)->finishRound(progress);
    std::vector<TokenId> text;
    for (const CommittedToken& token : (*session)->text())
        text.push_back(token.token);
    return text;
}

Result<void> RankMeasurement::add(const std::string& prompt, const Progress& progress)
{
    auto plan = planSession(m_pair, m_settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto text = write(prompt, progress);
    if (!text)
        return tl::unexpected(text.error());
    const auto data = openMethodData(m_pair, m_settings);
    if (!data)
        return tl::unexpected(data.error());
    planOpened(*plan, *data, m_settings);
    const auto passes = makePasses(m_pair, *plan, *data, 1, *m_backend, progress);
    if (!passes)
        return tl::unexpected(passes.error());
    m_backendName = passes->target.shared->pass->backendName();
    const int promptCount = promptCountOf(plan->promptTokens);
    LocalTarget target(m_pair.target, passes->target, promptCount, m_backend->threads());
    const auto drafter =
        (*methodNamed(m_settings.method))
            ->makeDrafter({m_pair, target, passes->draft, passes->heads, *data, m_settings, promptCount}, progress);
    if (!drafter)
        return tl::unexpected(drafter.error());
    for (std::size_t length = plan->promptTokens.size(); length < text->size(); ++length) {
        if (progress.isCancelled())
            throw Cancelled();
        target.align(std::span(*text).first(length), progress);
        (*drafter)->begin(std::span(*text).first(length), progress);
        countBehind(**drafter, *text, length, progress);
    }
    timePasses(target, *text, progress);
    return {};
}

void RankMeasurement::countBehind(Drafter& drafter, std::span<const TokenId> text, std::size_t length,
                                  const Progress& progress)
{
    const LevelDraws draws = {m_settings.sampler, [](int) { return 0.0; }, [](int) { return std::nullopt; }};
    DraftTree tree;
    tree.rule = DrawRule::deterministic;
    const int room = std::min(drafter.roomAfter(int(length)), int(text.size() - length));
    int parent = -1;
    for (int depth = 0; depth < std::min(room, m_settings.draftLength); ++depth) {
        const Expansion children{parent, m_ranks};
        const int first = int(tree.nodes.size());
        Stopwatch watch;
        const int added = drafter.addLevel(tree, {&children, 1}, draws, progress);
        if (added == 0)
            return; // it could propose nothing, so no tree has children there either
        m_draftTimes.push_back(watch.lap());
        Level& level = m_levels[std::size_t(depth)];
        ++level.parents;
        parent = -1;
        for (int rank = 0; rank < added; ++rank)
            if (tree.nodes[std::size_t(first + rank)].token == text[length + std::size_t(depth)]) {
                ++level.taken[std::size_t(rank)];
                parent = first + rank;
            }
        if (parent < 0)
            return;
    }
}

void RankMeasurement::timePasses(LocalTarget& target, std::span<const TokenId> text, const Progress& progress)
{
    const int context = m_pair.target->config.contextLength;
    for (const int rows : timedRows) {
        if (int(text.size()) - 1 + rows > context)
            break;
        DraftTree chain;
        for (int node = 0; node + 1 < rows; ++node)
            chain.nodes.push_back({text.back(), node - 1, node + 1});
        for (int turn = 0; turn <= timedTurns; ++turn) {
            target.align(text, progress);
            target.plan(text.back(), int(text.size()), chain);
            Stopwatch watch;
            target.verify(progress);
            if (turn > 0) // the first one warms up
                m_passTimes[rows].push_back(watch.lap());
        }
    }
}

RankTable RankMeasurement::table() const
{
    RankTable table;
    table.method = m_settings.method;
    table.target = m_pair.target->name;
    table.draft = m_pair.draft ? m_pair.draft->name : "";
    table.temperature = m_settings.sampler.isGreedy() ? 0 : m_settings.sampler.temperature;
    for (const Level& level : m_levels) {
        if (level.parents < fewestParents && !table.acceptance.empty())
            break;
        std::vector<double>& acceptance = table.acceptance.emplace_back();
        for (const std::int64_t taken : level.taken)
            acceptance.push_back(double(taken) / double(std::max(level.parents, std::int64_t(1))));
        table.parents.push_back(level.parents);
    }
    const auto row = m_passTimes.find(1);
    if (row == m_passTimes.end())
        return table;
    const double rowTime = std::max(1e-6, *median(row->second));
    for (const auto& [rows, times] : m_passTimes)
        table.passes.push_back({rows, std::max(1e-3, *median(times) / rowTime)});
    table.costRatio = median(m_draftTimes).value_or(0) / rowTime;
    return table;
}

} // namespace draftscope
