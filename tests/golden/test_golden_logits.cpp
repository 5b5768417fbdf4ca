// SPDX-License-Identifier: MIT
// Logits against transformers in float32 (golden files made by make_golden.py), at every position of 20 prompts.
#include <fstream>
#include <numeric>
#include <set>

#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/core/thread_pool.h"
#include "engine/model/embedded.h"
#include "engine/model/model.h"

using namespace draftscope;

namespace {

constexpr double tolerance = 1e-4;
const std::string folder = DRAFTSCOPE_SOURCE_DIR "/tests/golden/";

/// The ids whose logits a golden file keeps for a position; the same rule as make_golden.py's.
std::vector<std::size_t> chosen(std::size_t vocabulary, std::size_t position)
{
    std::set<std::size_t> ids;
    for (std::size_t j = 0; j < 24; ++j)
        ids.insert((position * 7919 + j * 104729 + 13) % vocabulary);
    return {ids.begin(), ids.end()};
}

/// Logits [positions, vocabulary] of a prompt, fed in one pass of rows that each see the ones before.
std::vector<float> logitsOf(ForwardPass& pass, const std::vector<TokenId>& ids)
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

void compare(std::span<const float> row, std::size_t position, const nlohmann::json& golden, Difference& difference)
{
    double sum = 0, squares = 0;
    for (const float logit : row) {
        sum += logit;
        squares += double(logit) * logit;
    }
    const auto ids = chosen(row.size(), position);
    for (std::size_t j = 0; j < ids.size(); ++j)
        difference.logit =
            std::max(difference.logit, std::abs(double(row[ids[j]]) - golden["logits"].at(j).get<double>()));
    difference.sum = std::max(difference.sum, std::abs(sum - golden["sum"].get<double>()) / double(row.size()));
    const double expected = golden["squares"].get<double>();
    difference.squares = std::max(difference.squares, std::abs(squares - expected) / std::max(1.0, expected));
    ++difference.positions;
}

Difference compareModel(const std::filesystem::path& path, const std::string& goldenFile)
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
            compare(std::span(logits).subspan(i * vocabulary, vocabulary), i, prompt["positions"][i], difference);
    }
    return difference;
}

} // namespace

class TestGoldenLogits : public QObject {
    Q_OBJECT
private slots:
    void logitsEqualTransformers_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("golden");
        const auto embedded = embeddedModels();
        QVERIFY2(embedded.has_value(), embedded ? "" : embedded.error().sentence.c_str());
        const auto target = resolveModel(embedded->defaultTarget);
        QVERIFY(target.has_value());
        QTest::newRow("embedded target") << QString::fromStdString(target->string()) << "embedded-target.json";
        QTest::newRow("random, directory") << QString::fromStdString(folder + "random-llama") << "random-llama.json";
        QTest::newRow("random, GGUF") << QString::fromStdString(folder + "random-llama/model.gguf")
                                      << "random-llama.json";
    }
    void logitsEqualTransformers()
    {
        QFETCH(QString, path);
        QFETCH(QString, golden);
        const Difference difference = compareModel(path.toStdString(), golden.toStdString());
        qInfo("%d positions: logits differ by at most %.2g, their mean by %.2g, their squares by %.2g of themselves",
              difference.positions, difference.logit, difference.sum, difference.squares);
        QVERIFY(difference.positions > 200);
        QVERIFY(difference.logit <= tolerance);
        QVERIFY(difference.sum <= tolerance);
        QVERIFY(difference.squares <= tolerance);
    }

    void directoryAndGgufGiveTheSameLogits()
    {
        const auto directory = loadModel(folder + "random-llama");
        const auto gguf = loadModel(folder + "random-llama/model.gguf");
        QVERIFY(directory && gguf);
        const auto pool = std::make_shared<ThreadPool>(2);
        const auto ids = (*directory)->tokenizer->encodePrompt("One day, a small dog found a red ball.");
        QVERIFY(ids.has_value());
        QCOMPARE(*(*gguf)->tokenizer->encodePrompt("One day, a small dog found a red ball."), *ids);
        const auto a = logitsOf(*makeCpuForwardPass(*directory, pool, 64), *ids);
        const auto b = logitsOf(*makeCpuForwardPass(*gguf, pool, 64), *ids);
        double largest = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            largest = std::max(largest, double(std::abs(a[i] - b[i])));
        // The rope factors are stored as float32 in the GGUF and computed from config.json in the directory.
        QVERIFY2(largest <= tolerance, qPrintable(QString::number(largest)));
    }
};

QTEST_GUILESS_MAIN(TestGoldenLogits)
#include "test_golden_logits.moc"
