// SPDX-License-Identifier: MIT
// Logits of a model on the CPU, compared with those that transformers gave for it.
#pragma once

#include <cmath>
#include <fstream>
#include <numeric>
#include <set>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/core/thread_pool.h"
#include "engine/model/model.h"

namespace draftscope::test {

inline constexpr double tolerance = 1e-4;
inline const std::string folder = DRAFTSCOPE_SOURCE_DIR "/tests/golden/";

/// The ids whose logits a golden file keeps for a position; the same rule as make_golden.py's. They keep `count`, or
/// fewer.
inline std::vector<std::size_t> chosen(std::size_t vocabulary, std::size_t position, std::size_t count)
{
    std::set<std::size_t> ids;
    for (std::size_t j = 0; j < count; ++j)
        ids.insert((position * 7919 + j * 104729 + 13) % vocabulary);
    return {ids.begin(), ids.end()};
}

/// Logits [positions, vocabulary] of a prompt, fed in one pass of rows that each see the ones before.
inline std::vector<float> logitsOf(ForwardPass& pass, const std::vector<TokenId>& ids)
{
    std::vector<int> places(ids.size());
    std::iota(places.begin(), places.end(), 0);
    Rows rows;
    rows.prefixes.emplace_back();
    for (std::size_t i = 0; i < ids.size(); ++i)
        rows.rows.push_back(Row{.token = ids[i],
                                .position = int(i),
                                .sequence = 0,
                                .slot = int(i),
                                .ancestors = std::span<const int>(places).first(i),
                                .wantLogits = true});
    std::vector<float> logits(ids.size() * std::size_t(pass.config().vocabularySize));
    pass.run(rows, logits);
    return logits;
}

struct Difference {
    double logit = 0;   ///< largest |ours - golden|
    double sum = 0;     ///< largest difference of the sums, a logit
    double squares = 0; ///< largest relative difference of the sums of squares
    int positions = 0;
};

inline void compare(std::span<const float> row, std::size_t position, const nlohmann::json& golden, std::size_t count,
                    Difference& difference)
{
    double sum = 0, squares = 0;
    for (const float logit : row) {
        sum += logit;
        squares += double(logit) * logit;
    }
    const auto ids = chosen(row.size(), position, count);
    for (std::size_t j = 0; j < ids.size(); ++j)
        difference.logit =
            std::max(difference.logit, std::abs(double(row[ids[j]]) - golden["logits"].at(j).get<double>()));
    difference.sum = std::max(difference.sum, std::abs(sum - golden["sum"].get<double>()) / double(row.size()));
    const double expected = golden["squares"].get<double>();
    difference.squares = std::max(difference.squares, std::abs(squares - expected) / std::max(1.0, expected));
    ++difference.positions;
}

inline Difference compareModel(const std::filesystem::path& path, const std::string& goldenFile)
{
    const auto model = loadModel(path);
    if (!model)
        throw std::runtime_error(model.error().sentence);
    const auto golden = nlohmann::json::parse(std::ifstream(folder + goldenFile));
    auto pass = makeCpuForwardPass(*model, std::make_shared<ThreadPool>(2), 256);
    Difference difference;
    for (const auto& prompt : golden["prompts"]) {
        const auto ids = prompt["ids"].get<std::vector<TokenId>>();
        const auto logits = logitsOf(*pass, ids);
        const auto vocabulary = golden["vocabulary"].get<std::size_t>();
        if (vocabulary * ids.size() != logits.size())
            throw std::runtime_error("another vocabulary than the golden file's");
        for (std::size_t i = 0; i < ids.size(); ++i)
            compare(std::span(logits).subspan(i * vocabulary, vocabulary), i, prompt["positions"][i],
                    golden.value("chosen", std::size_t(24)), difference);
    }
    return difference;
}

} // namespace draftscope::test
