// SPDX-License-Identifier: MIT
#include "engine/speculation/rank_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include "engine/formats/json_document.h"

namespace draftscope {
namespace {

using nlohmann::json;

constexpr std::size_t mostEntries = 64; ///< levels, and ranks of one

std::string textOf(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The number of a key, if it is there, is one, and is in the range.
std::optional<double> numberOf(const json& object, const char* key, double smallest, double largest)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (found == object.end() || !found->is_number())
        return std::nullopt;
    const auto value = found->get<double>();
    return value >= smallest && value <= largest ? std::optional(value) : std::nullopt;
}

Result<void> readLevels(const json& document, const std::filesystem::path& path, RankTable& table)
{
    const auto levels = document.find("levels");
    if (levels == document.end() || !levels->is_array() || levels->empty() || levels->size() > mostEntries)
        return fail("The file {} has no list \"levels\" of 1 to {} levels: measure it with draftscope-cli "
                    "measure-ranks.",
                    path.string(), mostEntries);
    for (const json& level : *levels) {
        const std::size_t number = table.acceptance.size() + 1;
        const auto ranks = level.is_object() ? level.find("acceptance") : level.end();
        if (ranks == level.end() || !ranks->is_array() || ranks->empty() || ranks->size() > mostEntries)
            return fail("Level {} of the file {} has no list \"acceptance\" of 1 to {} numbers: measure it with "
                        "draftscope-cli measure-ranks.",
                        number, path.string(), mostEntries);
        std::vector<double>& acceptance = table.acceptance.emplace_back();
        double sum = 0;
        for (const json& rank : *ranks) {
            acceptance.push_back(rank.is_number() ? rank.get<double>() : -1);
            sum += acceptance.back();
            if (!(acceptance.back() >= 0 && sum <= 1.01)) // of siblings the target takes one at most
                return fail("The acceptance of level {} of the file {} is none: it takes numbers from 0 to 1 that add "
                            "up to 1 at most.",
                            number, path.string());
        }
        table.parents.push_back(std::int64_t(numberOf(level, "parents", 0, 1e15).value_or(0)));
    }
    return {};
}

Result<void> readTimes(const json& document, const std::filesystem::path& path, RankTable& table)
{
    const auto passes = document.find("passes");
    if (passes == document.end())
        return {};
    const auto cost = numberOf(document, "cost_ratio", 0, 1e6);
    if (!cost || !passes->is_array() || passes->empty() || passes->size() > mostEntries)
        return fail("The times of the file {} are no number \"cost_ratio\" and a list \"passes\": measure it with "
                    "draftscope-cli measure-ranks.",
                    path.string());
    table.costRatio = *cost;
    for (const json& pass : *passes) {
        const auto rows = numberOf(pass, "rows", 1, 1e6), ratio = numberOf(pass, "ratio", 1e-6, 1e6);
        const bool isNext = rows && (table.passes.empty() || *rows > table.passes.back().rows);
        if (!ratio || !isNext || *rows != std::floor(*rows))
            return fail("Pass {} of the file {} has no \"rows\" and \"ratio\", or not more rows than the one before: "
                        "measure it with draftscope-cli measure-ranks.",
                        table.passes.size() + 1, path.string());
        table.passes.push_back({int(*rows), *ratio});
    }
    return {};
}

} // namespace

double RankTable::verifyRatio(int rows) const
{
    const auto above = std::ranges::lower_bound(passes, rows, {}, &Pass::rows);
    if (above == passes.begin())
        return above->ratio;
    const Pass& below = *(above - 1);
    if (above == passes.end())
        return below.ratio * rows / below.rows;
    return below.ratio + (above->ratio - below.ratio) * (rows - below.rows) / (above->rows - below.rows);
}

std::string RankTable::json() const
{
    nlohmann::ordered_json document = {{"method", method}, {"target", target}, {"draft", draft}};
    if (draft.empty())
        document.erase("draft");
    std::string text = document.dump();
    text.pop_back();
    text += fmt::format(",\"temperature\":{},\n\"levels\":[", temperature);
    for (std::size_t level = 0; level < acceptance.size(); ++level)
        text += fmt::format("{}\n  {{\"parents\":{},\"acceptance\":[{:.4f}]}}", level == 0 ? "" : ",",
                            level < parents.size() ? parents[level] : 0, fmt::join(acceptance[level], ","));
    text += "\n]";
    if (!passes.empty()) {
        text += fmt::format(",\n\"cost_ratio\":{:.4f},\n\"passes\":[", costRatio);
        for (std::size_t i = 0; i < passes.size(); ++i)
            text +=
                fmt::format("{}{{\"rows\":{},\"ratio\":{:.4f}}}", i == 0 ? "" : ",", passes[i].rows, passes[i].ratio);
        text += "]";
    }
    return text + "}\n";
}

Result<RankTable> readRankTable(const std::filesystem::path& path)
{
    const auto document = readJsonObject(path);
    if (!document)
        return tl::unexpected(document.error());
    RankTable table;
    table.method = textOf(*document, "method");
    table.target = textOf(*document, "target");
    table.draft = textOf(*document, "draft");
    table.temperature = numberOf(*document, "temperature", 0, 1e6).value_or(0);
    if (const auto levels = readLevels(*document, path, table); !levels)
        return tl::unexpected(levels.error());
    if (const auto times = readTimes(*document, path, table); !times)
        return tl::unexpected(times.error());
    return table;
}

} // namespace draftscope
