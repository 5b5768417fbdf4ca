// SPDX-License-Identifier: MIT
#include "engine/session/tree_size.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

#include "engine/catalogue/embedded.h"
#include "engine/core/decode_failure.h"
#include "engine/core/stopwatch.h"
#include "engine/remote/remote_model.h"
#include "engine/session/draft_length.h"
#include "engine/session/session_plan.h"
#include "engine/session/shapes.h"
#include "engine/speculation/best_first_shape.h"
#include "engine/speculation/local_target.h"

namespace draftscope {
namespace {

constexpr int textTokens = 24;           ///< in front of what is measured
constexpr int timedLevels = 3;           ///< of drafts, behind the first one
constexpr int turns = 3;                 ///< the fastest of which counts
constexpr double mostMilliseconds = 900; ///< of passes of the target, beyond the smallest
constexpr int rowsToMeasure[] = {1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 17, 25, 33, 49, 1 + maxDraftNodes};

/// Text of the target's own vocabulary. What it says changes no time.
std::vector<TokenId> someText(const Model& target)
{
    std::vector<TokenId> text;
    if (const auto encoded = target.tokenizer->encodePrompt("Once upon a time, there was"))
        text = *encoded;
    if (text.empty())
        text.push_back(0);
    while (int(text.size()) < textTokens)
        text.push_back(text[text.size() / 2]);
    text.resize(textTokens);
    return text;
}

/// Times the passes of one target and one drafter.
class PassTimer {
public:
    PassTimer(LocalTarget& target, Drafter& drafter, const Progress& progress)
        : m_target(target), m_drafter(drafter), m_progress(progress)
    {
    }

    /// Milliseconds of a pass of so many rows, as a chain behind the text: the fastest turn.
    double passOf(std::span<const TokenId> text, int rows)
    {
        DraftTree chain;
        for (int node = 0; node + 1 < rows; ++node)
            chain.nodes.push_back({text.back(), node - 1, node + 1});
        double fastest = 0;
        for (int turn = 0; turn <= turns; ++turn) {
            throwIfCancelled();
            m_target.align(text, m_progress);
            m_target.plan(text.back(), int(text.size()), chain);
            Stopwatch watch;
            m_target.verify(m_progress);
            const double ms = watch.lap();
            spent += ms;
            if (turn == 1 || (turn > 1 && ms < fastest)) // turn 0 warms up
                fastest = ms;
        }
        return fastest;
    }

    /// Milliseconds of a level of drafts behind the first one, of so many parents.
    double levelOf(std::span<const TokenId> text, int parents)
    {
        double fastest = 0;
        const LevelDraws draws = {{.temperature = 0}, [](int) { return 0.0; }, [](int) { return std::nullopt; }};
        for (int turn = 0; turn < turns; ++turn) {
            throwIfCancelled();
            m_target.align(text, m_progress);
            m_drafter.begin(text, m_progress);
            DraftTree tree;
            tree.rule = DrawRule::deterministic;
            const Expansion root{-1, parents};
            int first = 0, count = m_drafter.addLevel(tree, {&root, 1}, draws, m_progress);
            for (int level = 0; level < timedLevels && count > 0; ++level) {
                std::vector<Expansion> expansions;
                for (int child = 0; child < std::min(count, parents); ++child)
                    expansions.push_back({first + child, parents});
                first += count;
                Stopwatch watch;
                count = m_drafter.addLevel(tree, expansions, draws, m_progress);
                const double ms = watch.lap();
                if (count > 0 && (fastest == 0 || ms < fastest))
                    fastest = ms;
            }
        }
        return fastest;
    }

    double spent = 0; ///< milliseconds of the target's passes

private:
    void throwIfCancelled() const
    {
        if (m_progress.isCancelled())
            throw Cancelled();
    }

    LocalTarget& m_target;
    Drafter& m_drafter;
    const Progress& m_progress;
};

/// What the times depend on: all options but the size that is chosen by them.
auto optionsOfTimes(const SessionSettings& settings)
{
    auto options = settings.options;
    options.erase("tree-nodes");
    options.erase("tree-levels");
    return options;
}

/// A pair on a backend whose passes have been measured.
struct Measured {
    std::weak_ptr<const Model> target, draft;
    std::weak_ptr<Backend> backend;
    std::string method;
    std::map<std::string, std::string, std::less<>> files;
    decltype(SessionSettings::options) options;
    int parents;
    RankTable times;

    [[nodiscard]] bool isOf(const Pair& pair, const SessionSettings& settings, int wantedParents,
                            const std::shared_ptr<Backend>& on) const
    {
        return target.lock() == pair.target && draft.lock() == pair.draft && backend.lock() == on
            && method == settings.method && files == settings.files && options == optionsOfTimes(settings)
            && parents == wantedParents;
    }
};

std::optional<RankTable> measuredOnce(const Pair& pair, const SessionSettings& settings, int parents,
                                      const std::shared_ptr<Backend>& backend, const Progress& progress)
{
    static std::mutex mutex;
    static std::list<Measured> all;
    const std::scoped_lock lock(mutex); // a second one would disturb the times of the first
    std::erase_if(all, [](const Measured& one) { return one.target.expired() || one.backend.expired(); });
    const auto there =
        std::ranges::find_if(all, [&](const Measured& one) { return one.isOf(pair, settings, parents, backend); });
    if (there != all.end())
        return there->times;
    auto times = measurePasses(pair, settings, parents, backend, progress);
    if (progress.isCancelled())
        throw Cancelled();
    if (!times)
        return std::nullopt; // asked again the next time, when there may be memory for it
    all.push_back({pair.target, pair.draft, backend, settings.method, settings.files, optionsOfTimes(settings), parents,
                   std::move(*times)});
    return all.back().times;
}

bool isEmbedded(const Model& target)
{
    const auto embedded = embeddedModels();
    return embedded && std::ranges::any_of(embedded->models, [&](const EmbeddedModel& known) {
               std::error_code ignored;
               return std::filesystem::equivalent(known.directory, target.path, ignored);
           });
}

int parentsOf(const SessionSettings& settings)
{
    return optionFor(settings, "tree-width") ? optionOf(settings, "tree-width") : 1;
}

} // namespace

bool leavesTreeSize(const SessionSettings& settings)
{
    const auto method = methodNamed(settings.method);
    return method && (*method)->drafts() && optionFor(settings, "tree-nodes") && optionOf(settings, "tree-nodes") == 0;
}

Result<RankTable> measurePasses(const Pair& pair, const SessionSettings& settings, int parents,
                                const std::shared_ptr<Backend>& backend, const Progress& progress)
{
    if (pair.target->config.contextLength < textTokens + 1 + timedLevels)
        return fail("The context of {} is too short to measure passes in.", pair.target->name);
    SessionSettings measured = settings;
    measured.topTokens = 0;
    measured.maxTokens = 2 * maxDraftNodes;
    measured.fault.clear();
    auto plan = planSession(pair, measured, "Once upon a time, there was");
    if (!plan)
        return tl::unexpected(plan.error());
    plan->slotCount = std::max(plan->slotCount, textTokens + 2 * (1 + maxDraftNodes));
    const std::vector<TokenId> text = someText(*pair.target);
    const auto data = openMethodData(pair, measured);
    if (!data)
        return tl::unexpected(data.error());
    planOpened(*plan, *data, measured);
    const auto passes = makePasses(pair, *plan, *data, 1, *backend, progress);
    if (!passes)
        return tl::unexpected(passes.error());
    const int promptCount = promptCountOf(text);
    LocalTarget target(pair.target, passes->target, promptCount, backend->threads());
    const auto drafter =
        (*methodNamed(measured.method))
            ->makeDrafter({pair, target, passes->draft, passes->heads, *data, measured, promptCount}, progress);
    if (!drafter)
        return tl::unexpected(drafter.error());
    progress.tell(-1, "Measuring passes");
    PassTimer timer(target, **drafter, progress);
    RankTable table;
    const double row = std::max(1e-6, timer.passOf(text, 1));
    for (const int rows : rowsToMeasure) {
        const bool isLong =
            timer.spent + 4 * (table.passes.empty() ? 1 : table.passes.back().ratio) * row > mostMilliseconds;
        if (textTokens + rows > pair.target->config.contextLength || (rows > 2 && isLong))
            break;
        const double ratio = rows == 1 ? 1 : timer.passOf(text, rows) / row;
        table.passes.push_back({rows, std::max(ratio, table.passes.empty() ? 1 : table.passes.back().ratio)});
    }
    table.costRatio = timer.levelOf(text, parents) / row;
    return table;
}

ShapeLimits bestTree(const RankTable& table, ShapeLimits most, int sequences)
{
    RankTable shared = table;
    const double together = table.verifyRatio(sequences);
    shared.passes.clear();
    for (int nodes = 0; nodes <= most.nodes; ++nodes) // beyond what was measured a pass costs in proportion
        shared.passes.push_back({nodes + 1, table.verifyRatio(sequences * (nodes + 1)) / together});
    return BestFirstShape(shared, most).within(most);
}

Result<SessionSettings> withTreeSize(const Pair& pair, SessionSettings settings,
                                     const std::shared_ptr<Backend>& backend, int sequences, const Progress& progress)
{
    if (!leavesTreeSize(settings) || !check(settings) || isBehindServer(*pair.target))
        return settings;
    std::optional<RankTable> times;
    try {
        times = measuredOnce(pair, settings, parentsOf(settings), backend, progress);
    } catch (const Cancelled&) {
        return fail("Loading {} was cancelled.", pair.target->name);
    } catch (const DecodeFailure&) { // the session will say it
        return settings;
    }
    const bool hasRanks = settings.shape == "best-first" && !fileOf(settings, "ranks").empty();
    const auto path = hasRanks ? Result<std::filesystem::path>(fileOf(settings, "ranks"))
                               : embeddedRanks(settings.method, isEmbedded(*pair.target));
    if (!times || times->passes.empty() || !path)
        return settings;
    auto table = readRankTable(*path);
    if (!table)
        return settings;
    table->passes = times->passes;
    table->costRatio = times->costRatio;
    const ShapeLimits best = bestTree(*table, {mostDraftLength(settings), maxDraftNodes}, sequences);
    setOption(settings, "tree-nodes", best.nodes);
    setOption(settings, "tree-levels", best.depth >= mostDraftLength(settings) ? 0 : best.depth);
    if (settings.shape == "best-first" && !hasRanks && !isEmbedded(*pair.target))
        setFile(settings, "ranks", path->string()); // the tree that the number of nodes was chosen for
    return settings;
}

} // namespace draftscope
