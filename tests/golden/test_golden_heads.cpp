// SPDX-License-Identifier: MIT
// The embedded target's heads against torch in float32 (heads.json, made by make_heads_golden.py): Medusa's logits, and
// chains of greedy drafts by EAGLE and EAGLE-3 from the target's own states.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>

#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/catalogue/embedded.h"
#include "engine/core/thread_pool.h"
#include "engine/model/draft_head.h"
#include "engine/model/logit_tokens.h"
#include "tests/golden/golden_logits.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;
using nlohmann::json;

namespace {

using Floats = std::vector<float>;

/// Rows at positions from `first` on, row i in slot i, that see all before them. What comes back: states entering each
/// of `asked`, and logits [rows, logitCount].
struct Run {
    ForwardPass& pass;
    std::vector<int> slots = std::vector<int>(256);

    explicit Run(ForwardPass& passToRun) : pass(passToRun) { std::iota(slots.begin(), slots.end(), 0); }

    std::map<int, Floats> states;
    Floats logits;

    void rows(const std::vector<TokenId>& tokens, int first, const std::vector<int>& asked,
              const Floats& inputStates = {}, const Floats& targetFeatures = {})
    {
        Rows rows{{}, {std::span(slots).first(std::size_t(first))}};
        for (std::size_t i = 0; i < tokens.size(); ++i)
            rows.rows.push_back(
                {tokens[i], first + int(i), 0, first + int(i), std::span(slots).subspan(std::size_t(first), i), true});
        rows.inputStates = inputStates;
        rows.targetFeatures = targetFeatures;
        for (const int entering : asked) {
            states[entering].assign(tokens.size() * std::size_t(pass.config().hiddenSize), 0);
            rows.hiddenStates.push_back({entering, states[entering]});
        }
        logits.assign(tokens.size() * std::size_t(pass.config().logitCount()), 0);
        pass.run(rows, logits);
    }
};

class Comparison {
public:
    explicit Comparison(double& worst) : m_worst(worst) {}
    void number(double ours, const json& golden)
    {
        const double expected = golden.get<double>();
        const double here = std::abs(ours - expected) / std::max(1.0, std::abs(expected));
        m_worst = std::isnan(here) ? 1e30 : std::max(m_worst, here);
    }
    void numbers(std::span<const float> ours, const json& golden)
    {
        for (std::size_t i = 0; i < golden.size(); ++i)
            number(double(ours[i]), golden[i]);
    }
    /// The largest logits by the target's token, and the sum of all.
    void logits(const DraftHead& head, std::span<const float> ours, const json& golden)
    {
        Floats all(std::size_t(head.models.front()->config.vocabularySize));
        spreadLogits(head.models.front()->weights.tokenOfLogit, ours, all);
        for (std::size_t i = 0; i < golden["tokens"].size(); ++i)
            number(double(all.at(golden["tokens"][i].get<std::size_t>())), golden["logits"][i]);
        number(std::accumulate(ours.begin(), ours.end(), 0.0), golden["sum"]);
    }

private:
    double& m_worst;
};

Floats rowOf(const Floats& flat, std::size_t row, int width)
{
    const auto from = flat.begin() + std::ptrdiff_t(row) * width;
    return {from, from + width};
}

} // namespace

class TestGoldenHeads : public QObject {
    Q_OBJECT
    json m_golden = json::parse(std::ifstream(folder + "heads.json"));
    std::shared_ptr<const Model> m_target;
    std::shared_ptr<ThreadPool> m_pool = std::make_shared<ThreadPool>(2);

    [[nodiscard]] std::unique_ptr<ForwardPass> passOf(std::shared_ptr<const Model> model) const
    {
        return makeCpuForwardPass(std::move(model), m_pool, 256);
    }
    /// The states that a head reads of the target, [tokens][states * hidden], of all tokens of a text but the last.
    [[nodiscard]] std::vector<Floats> targetStates(const DraftHead& head, std::vector<TokenId> ids) const
    {
        ids.pop_back();
        const auto pass = passOf(m_target);
        Run run(*pass);
        run.rows(ids, 0, head.targetStates);
        std::vector<Floats> rows(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            for (const int entering : head.targetStates) {
                const Floats state = rowOf(run.states[entering], i, m_target->config.hiddenSize);
                rows[i].insert(rows[i].end(), state.begin(), state.end());
            }
        return rows;
    }
    void compareMedusa(const DraftHead& head, const json& text, Comparison& comparison)
    {
        const auto ids = text["ids"].get<std::vector<TokenId>>();
        const Floats state = targetStates(head, ids).back();
        comparison.numbers(state, text["state"]);
        QCOMPARE(head.models.size(), text["medusa"].size());
        for (std::size_t h = 0; h < head.models.size(); ++h) {
            const auto pass = passOf(head.models[h]);
            Run run(*pass);
            run.rows({noToken}, 0, {}, state);
            comparison.logits(head, run.logits, text["medusa"][h]);
        }
    }
    void compareEagle(const DraftHead& head, const json& text, const json& golden, Comparison& comparison)
    {
        const auto ids = text["ids"].get<std::vector<TokenId>>();
        const std::vector<Floats> states = targetStates(head, ids);
        const bool isEagle3 = head.kind == DraftHeadKind::eagle3;
        const auto pass = passOf(head.models.front());
        const int width = pass->config().hiddenSize;
        Floats flat;
        for (const Floats& state : states)
            flat.insert(flat.end(), state.begin(), state.end());
        Run run(*pass);
        run.rows({ids.begin() + 1, ids.end()}, 0, {0, 1}, isEagle3 ? Floats() : flat, isEagle3 ? flat : Floats());
        comparison.numbers(isEagle3 ? rowOf(run.states[0], states.size() - 1, width) : states.back(),
                           golden["feature"]);
        comparison.numbers(run.states[1], golden["rows"][0]);
        comparison.numbers(rowOf(run.states[1], states.size() - 1, width), golden["rows"][1]);
        for (std::size_t i = 0; i < golden["drafts"].size(); ++i) {
            const json& draft = golden["drafts"][i];
            const std::size_t last = run.states[1].size() / std::size_t(width) - 1;
            const Floats state = rowOf(run.states[1], last, width);
            const Floats logits = rowOf(run.logits, last, pass->config().logitCount());
            comparison.numbers(state, draft["state"]);
            comparison.logits(head, logits, draft);
            const auto best = std::max_element(logits.begin(), logits.end()) - logits.begin();
            const std::vector<TokenId>& tokens = head.models.front()->weights.tokenOfLogit;
            const auto token = tokens.empty() ? TokenId(best) : tokens[std::size_t(best)];
            QCOMPARE(token, draft["token"].get<TokenId>());
            run.rows({token}, int(ids.size() - 1 + i), {1}, state);
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto embedded = embeddedModels();
        QVERIFY2(embedded, embedded ? "" : embedded.error().sentence.c_str());
        const auto path = resolveModel(embedded->defaultTarget);
        QVERIFY(path);
        const auto target = loadModel(*path);
        QVERIFY2(target, target ? "" : target.error().sentence.c_str());
        m_target = *target;
    }

    void headsEqualTorch_data()
    {
        QTest::addColumn<QString>("kind");
        for (const auto& [kind, directory] : m_golden["directories"].items())
            QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
    }
    void headsEqualTorch()
    {
        QFETCH(QString, kind);
        const std::string key = kind.toStdString(), name = m_golden["directories"][key].get<std::string>();
        const auto head = openDraftHead(DRAFTSCOPE_SOURCE_DIR "/resources/models/" + name, *m_target);
        QVERIFY2(head, head ? "" : head.error().sentence.c_str());
        double worst = 0;
        Comparison comparison(worst);
        QVERIFY(m_golden["texts"].size() > 1);
        for (const json& text : m_golden["texts"])
            if (key == "medusa")
                compareMedusa(**head, text, comparison);
            else
                compareEagle(**head, text, text[key], comparison);
        qInfo("numbers differ by at most %.2g of themselves", worst);
        QVERIFY(worst <= tolerance); // of a number, or of 1 where it is smaller
    }
};

DRAFTSCOPE_TEST(TestGoldenHeads)
#include "test_golden_heads.moc"
