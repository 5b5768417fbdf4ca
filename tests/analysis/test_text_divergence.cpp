// SPDX-License-Identifier: MIT
// Differences planted between two texts, each of which gets its own diagnosis.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "engine/analysis/text_divergence.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/catalogue/embedded.h"
#include "engine/catalogue/prompts.h"
#include "engine/core/random.h"
#include "engine/sampling/distribution.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

constexpr int textTokens = 64;

/// A copy of which one weight of an attention's output is another.
std::shared_ptr<const Model> withOneWeight(const Model& model, int layer, int row, int column, float value)
{
    auto copy = std::make_shared<Model>(model);
    MatrixView& matrix = copy->weights.layers[std::size_t(layer)].o;
    auto bytes = std::make_shared<std::vector<std::byte>>(matrix.bytes());
    std::memcpy(bytes->data(), matrix.data, bytes->size());
    const std::size_t at = std::size_t(row) * std::size_t(matrix.columns) + std::size_t(column);
    if (matrix.type == WeightType::bf16) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        const auto upper = std::uint16_t(bits >> 16);
        std::memcpy(bytes->data() + at * sizeof upper, &upper, sizeof upper);
    } else if (matrix.type == WeightType::f32) {
        std::memcpy(bytes->data() + at * sizeof value, &value, sizeof value);
    } else {
        qFatal("This test knows bf16 and f32.");
    }
    matrix.data = bytes->data();
    copy->weights.storage.push_back(bytes);
    copy->record.hash = "planted";
    return copy;
}

} // namespace

class TestTextDivergence : public QObject {
    Q_OBJECT

    std::shared_ptr<const Model> m_target;
    std::vector<ReadingWay> m_ways;
    std::vector<std::vector<TokenId>> m_prompts;

    static std::shared_ptr<const Model> load(std::string_view name)
    {
        const auto model = loadModel(*resolveModel(name));
        if (!model)
            qFatal("%s", model.error().sentence.c_str());
        return *model;
    }
    static ForcedReader readerOf(const std::shared_ptr<const Model>& model, const ReadingWay& way, int slotCount)
    {
        auto reader = ForcedReader::create(model, way, slotCount);
        if (!reader)
            qFatal("%s", reader.error().sentence.c_str());
        return std::move(*reader);
    }
    /// What a model writes greedily.
    [[nodiscard]] static std::vector<TokenId> written(const std::shared_ptr<const Model>& model, const ReadingWay& way,
                                                      const std::vector<TokenId>& prompt, int count = textTokens)
    {
        return readerOf(model, way, int(prompt.size()) + count).write(prompt, count);
    }
    [[nodiscard]] const ReadingWay& exact() const { return m_ways.front(); }
    [[nodiscard]] const ReadingWay& way(std::string_view key) const
    {
        return *std::ranges::find(m_ways, key, &ReadingWay::key);
    }
    /// Greedy tokens of a program whose positions are wrong from a token of the whole text on.
    [[nodiscard]] static std::vector<TokenId> writtenShifted(const std::shared_ptr<const Model>& model,
                                                             const ReadingWay& way, const std::vector<TokenId>& prompt,
                                                             std::size_t from, int shift)
    {
        std::vector<TokenId> all = prompt;
        ForcedReader reader = readerOf(model, way, int(prompt.size()) + textTokens + 1);
        for (int i = 0; i < textTokens; ++i) {
            all.push_back(0);
            const ForcedReading reading = reader.read({.tokens = all,
                                                       .from = all.size() - 1,
                                                       .kept = i > 0 ? all.size() - 2 : 0,
                                                       .shiftFrom = from,
                                                       .shift = shift,
                                                       .topAt = all.size() - 1});
            all.back() = reading.top.front().token;
        }
        return {all.begin() + std::ptrdiff_t(prompt.size()), all.end()};
    }
    /// Tokens drawn at a temperature.
    [[nodiscard]] std::vector<TokenId> drawn(const std::vector<TokenId>& prompt, double temperature)
    {
        std::vector<TokenId> all = prompt;
        const auto pass = std::move(*exact().backend->makePass(m_target, int(prompt.size()) + textTokens));
        std::vector<int> ownSlots(all.size() + textTokens);
        std::iota(ownSlots.begin(), ownSlots.end(), 0);
        std::vector<float> logits(std::size_t(m_target->config.vocabularySize));
        Distribution distribution;
        const SamplerSettings sampler{.temperature = temperature};
        for (std::size_t at = 0; at + 1 < prompt.size() + textTokens; ++at) {
            Rows rows;
            rows.prefixes = {std::span(ownSlots).first(at)};
            rows.rows = {{all[at], int(at), 0, int(at), {}, true, 0}};
            pass->run(rows, logits);
            if (at + 1 < prompt.size())
                continue;
            distributionOf(logits, sampler, m_target->tokenizer->size(), distribution);
            all.push_back(drawFrom(distribution, uniform(7, 0, std::uint32_t(at), 0, Purpose::plain)));
        }
        return {all.begin() + std::ptrdiff_t(prompt.size()), all.end()};
    }
    [[nodiscard]] static ComparedText text(std::string name, std::vector<TokenId> prompt, std::vector<TokenId> tokens)
    {
        return {.name = std::move(name),
                .prompt = std::move(prompt),
                .tokens = std::move(tokens),
                .knowsPrompt = true,
                .temperature = {}};
    }
    [[nodiscard]] TextDivergence compared(const ComparedText& first, const ComparedText& second) const
    {
        auto found = compareTexts(first, second, m_target, m_ways);
        if (!found)
            qFatal("%s", found.error().sentence.c_str());
        return std::move(*found);
    }
    /// The right text beside another one, of the same prompt.
    [[nodiscard]] TextDivergence besideTheRightOne(const std::vector<TokenId>& prompt,
                                                   const std::vector<TokenId>& tokens) const
    {
        return compared(text("right", prompt, written(m_target, exact(), prompt)), text("other", prompt, tokens));
    }
    static QString said(const TextDivergence& found)
    {
        QStringList lines;
        for (const Message& sentence : found.sentences)
            lines << QString::fromStdString(sentence.text);
        return lines.join('\n');
    }

private slots:
    void initTestCase()
    {
        m_target = load("tales-6m");
        m_ways = readingWays(*m_target, 2);
        const auto prompts = embeddedPrompts();
        QVERIFY(prompts);
        for (const Prompt& prompt : *prompts)
            m_prompts.push_back(*m_target->tokenizer->encodePrompt(prompt.text));
        QVERIFY(m_prompts.size() > 3);
    }

    void equalTexts()
    {
        const auto tokens = written(m_target, exact(), m_prompts[0]);
        const TextDivergence found = besideTheRightOne(m_prompts[0], tokens);
        QVERIFY(found.relation == TextRelation::equal);
        QVERIFY(!found.parting);
        QVERIFY(found.first.pattern == TextPattern::targets);
        QCOMPARE(found.first.judged, int(tokens.size()));
        QVERIFY2(said(found).startsWith(QString("The texts are equal: %1 tokens.").arg(tokens.size())),
                 qPrintable(said(found)));
    }

    void oneIsTheBeginningOfTheOther()
    {
        auto tokens = written(m_target, exact(), m_prompts[0]);
        const std::size_t all = tokens.size();
        tokens.resize(10);
        const TextDivergence found = besideTheRightOne(m_prompts[0], tokens);
        QVERIFY(found.relation == TextRelation::secondIsShorter);
        QVERIFY(!found.parting);
        QVERIFY2(
            said(found).contains(QString("(10 tokens). Then other ends, and right goes on with %1 more").arg(all - 10)),
            qPrintable(said(found)));
    }

    /// Rows of any number have the same bits, and the rounding of states moves logits, but little.
    void waysDiffer()
    {
        const TextDivergence found = besideTheRightOne(m_prompts[0], written(m_target, exact(), m_prompts[0]));
        for (const WayDifference& way : found.ways) {
            if (way.key == "f32" || way.isShape)
                QCOMPARE(way.largest, 0.0f);
            else
                QVERIFY2(way.largest > 0 && way.largest < 1, way.key.c_str());
        }
        const auto changeOf = [&](std::string_view key) {
            return std::ranges::find(found.ways, key, &WayDifference::key)->typical;
        };
        QVERIFY(changeOf("f16-states") < changeOf("bf16-states")); // three bits more
    }

    /// Texts that rounded states part are looked for, and each is a near-tie.
    void anotherRounding()
    {
        int parted = 0;
        for (std::size_t i = 0; i < m_prompts.size() && parted < 2; ++i) {
            const auto tokens = written(m_target, way("bf16-states"), m_prompts[i]);
            if (const auto right = written(m_target, exact(), m_prompts[i]); right == tokens)
                continue;
            const TextDivergence found = besideTheRightOne(m_prompts[i], tokens);
            QVERIFY(found.relation == TextRelation::part);
            QVERIFY(found.parting->isNearTie);
            QVERIFY2(found.second.pattern == TextPattern::nearTies, qPrintable(said(found)));
            QVERIFY(std::ranges::find(found.ways, "bf16-states", &WayDifference::key)->flips);
            QVERIFY(found.parting->ofFirst.agrees() && !found.parting->ofSecond.agrees());
            QVERIFY2(said(found).contains("near-tie, which rounding decides"), qPrintable(said(found)));
            QVERIFY(found.second.behindAgree >= found.second.behind - found.second.nearTies);
            ++parted;
        }
        QVERIFY(parted > 0);
    }

    void oneWrongWeight()
    {
        const auto model = withOneWeight(*m_target, 1, 3, 5, 40);
        int parted = 0;
        for (std::size_t i = 0; i < m_prompts.size() && parted < 3; ++i) {
            ComparedText other = text("other", m_prompts[i], written(model, exact(), m_prompts[i]));
            other.temperature = 0; // as its trace says
            other.targetHash = model->record.hash;
            const TextDivergence found =
                compared(text("right", m_prompts[i], written(m_target, exact(), m_prompts[i])), other);
            if (found.second.faults() < 2)
                continue; // it may be too little here
            ++parted;
            QVERIFY2(found.second.pattern == TextPattern::computation || found.second.pattern == TextPattern::elsewhere,
                     qPrintable(said(found)));
            QVERIFY(found.first.pattern == TextPattern::targets);
            QVERIFY2(said(found).contains("other was written by other weights than those of")
                         && said(found).contains("That is the sign of"),
                     qPrintable(said(found)));
        }
        QVERIFY(parted > 0);
    }

    void shiftedPosition_data()
    {
        QTest::addColumn<int>("behind");
        QTest::addColumn<int>("shift");
        QTest::newRow("one more behind the prompt") << 0 << 1;
        QTest::newRow("one more later") << 12 << 1;
        QTest::newRow("one less behind the prompt") << 0 << -1;
        QTest::newRow("one less later") << 9 << -1;
    }
    void shiftedPosition()
    {
        QFETCH(const int, behind);
        QFETCH(const int, shift);
        // Trained models of stories go on with most of their words wherever those stand; random weights do not.
        const auto model = fixtures::makeTinyModel();
        const std::vector<ReadingWay> ways = readingWays(*model, 1);
        int parted = 0;
        for (const char* words : {"Once upon a time", "The dog and the cat", "Max was a bear", "It was a rainy day"}) {
            const auto prompt = *model->tokenizer->encodePrompt(words);
            const ComparedText right = text("right", prompt, written(model, ways.front(), prompt));
            const ComparedText other =
                text("other", prompt,
                     writtenShifted(model, ways.front(), prompt, prompt.size() + std::size_t(behind), shift));
            const auto found = compareTexts(right, other, model, ways);
            QVERIFY(found);
            if (found->second.faults() < (behind == 0 ? 2 : 3))
                continue; // so small a shift may change next to nothing
            ++parted;
            QVERIFY2(found->second.pattern == TextPattern::shifted, qPrintable(said(*found)));
            QCOMPARE(found->second.shift, shift);
            QCOMPARE(found->second.differingThen, 0);
            QVERIFY2(std::abs(found->second.shiftFrom - int(prompt.size()) - behind) <= 2, qPrintable(said(*found)));
            QVERIFY2(said(*found).contains("that is the sign of a position mistake"), qPrintable(said(*found)));
        }
        QVERIFY(parted > 0);
    }

    void swappedToken()
    {
        for (std::size_t i = 0; i < 3; ++i) {
            constexpr int before = 8;
            auto tokens = written(m_target, exact(), m_prompts[i], before);
            auto longer = m_prompts[i];
            longer.insert(longer.end(), tokens.begin(), tokens.end());
            const TokenId other = m_target->tokenizer->encode(" zebra")->front();
            longer.push_back(other);
            const auto rest = written(m_target, exact(), longer, textTokens - before - 1);
            tokens.push_back(other);
            tokens.insert(tokens.end(), rest.begin(), rest.end());
            const TextDivergence found = besideTheRightOne(m_prompts[i], tokens);
            QCOMPARE(found.parting->index, before);
            QVERIFY(!found.parting->isNearTie);
            QVERIFY2(found.second.pattern == TextPattern::oneToken, qPrintable(said(found)));
            QCOMPARE(*found.second.firstFault, before);
            QCOMPARE(found.second.behindAgree, found.second.behind);
            QVERIFY2(said(found).contains("other: one token is another, token 9 behind the prompt"),
                     qPrintable(said(found)));
        }
    }

    void drawnTexts()
    {
        for (const double temperature : {0.8, 1.0}) {
            const TextDivergence found = besideTheRightOne(m_prompts[1], drawn(m_prompts[1], temperature));
            QVERIFY2(found.second.pattern == TextPattern::drawn, qPrintable(said(found)));
            QVERIFY(std::abs(found.second.temperature - temperature) <= 0.25);
        }
        ComparedText known = text("known", m_prompts[1], drawn(m_prompts[1], 0.3));
        known.temperature = 0.3;
        const TextDivergence found =
            compared(text("right", m_prompts[1], written(m_target, exact(), m_prompts[1])), known);
        QVERIFY(found.second.pattern == TextPattern::drawn);
        QVERIFY(said(found).contains("known was drawn at temperature 0.30"));
    }

    void anotherBeginning_data()
    {
        QTest::addColumn<int>("begins");
        QTest::newRow("the other program leaves the first token out") << 0;
        QTest::newRow("the other program puts it there twice") << 2;
    }
    void anotherBeginning()
    {
        QFETCH(const int, begins);
        // As with positions, random weights depend on it more than those that have learnt stories.
        const auto tiny = fixtures::makeTinyModel();
        const std::vector<ReadingWay> ways = readingWays(*tiny, 1);
        std::vector<std::pair<std::shared_ptr<const Model>, std::vector<TokenId>>> tried;
        for (const char* words : {"Once upon a time", "The dog and the cat", "Max was a bear", "It was a rainy day"})
            tried.emplace_back(tiny, *tiny->tokenizer->encodePrompt(words));
        for (const auto& prompt : m_prompts)
            tried.emplace_back(m_target, prompt);
        int found = 0;
        for (std::size_t i = 0; i < tried.size() && found == 0; ++i) {
            const auto& [model, prompt] = tried[i];
            QCOMPARE(prompt.front(), model->tokenizer->bos());
            std::vector<TokenId> other(prompt.begin() + 1, prompt.end());
            other.insert(other.begin(), std::size_t(begins), prompt.front());
            const auto divergence = compareTexts(text("right", prompt, written(model, exact(), prompt)),
                                                 text("other", prompt, written(model, exact(), other)), model,
                                                 model == tiny ? ways : m_ways);
            QVERIFY(divergence);
            if (divergence->second.faults() < 2)
                continue; // it makes too little of a difference here
            QVERIFY2(divergence->second.pattern == TextPattern::otherBegin, qPrintable(said(*divergence)));
            QCOMPARE(divergence->second.begins, begins);
            ++found;
        }
        QVERIFY2(found > 0, "a prompt is needed whose text depends on its beginning");
    }

    void otherWeights()
    {
        const auto draft = load("tales-0.3m");
        const auto prompt = *m_target->tokenizer->encodePrompt("The history of the steam engine begins in");
        const TextDivergence found = besideTheRightOne(prompt, written(draft, exact(), prompt));
        QVERIFY2(found.second.pattern == TextPattern::elsewhere || found.second.pattern == TextPattern::computation
                     || found.second.pattern == TextPattern::drawn,
                 qPrintable(said(found)));
        QVERIFY(found.second.faults() > 3);
    }

    void otherPrompts()
    {
        const TextDivergence found = compared(text("a", m_prompts[0], written(m_target, exact(), m_prompts[0])),
                                              text("b", m_prompts[1], written(m_target, exact(), m_prompts[1])));
        QVERIFY(found.relation == TextRelation::otherPrompts);
        QVERIFY(found.first.pattern == TextPattern::targets && found.second.pattern == TextPattern::targets);
        QVERIFY2(said(found).startsWith("The prompts differ from their token"), qPrintable(said(found)));
    }

    /// The same characters in other tokens are no other text.
    void otherTokensOfTheSameText()
    {
        const auto whole = *m_target->tokenizer->encode("the garden");
        std::vector<TokenId> cut;
        for (const TokenId token : whole)
            for (const char letter : m_target->tokenizer->bytes(token))
                for (TokenId id = 0; id < m_target->tokenizer->size(); ++id)
                    if (!m_target->tokenizer->isByte(id) && m_target->tokenizer->bytes(id) == std::string(1, letter)) {
                        cut.push_back(id);
                        break;
                    }
        const TextDivergence found = compared(text("whole", m_prompts[0], whole), text("cut", m_prompts[0], cut));
        QVERIFY2(found.relation == TextRelation::sameCharacters, qPrintable(said(found)));
    }

    /// Behind nothing the target cannot be asked.
    void unknownPrompts()
    {
        const auto tokens = written(m_target, exact(), m_prompts[0]);
        ComparedText a = text("a", {}, tokens), b = text("b", {}, tokens);
        a.knowsPrompt = b.knowsPrompt = false;
        b.tokens[20] = b.tokens[21];
        const TextDivergence later = compared(a, b);
        QCOMPARE(later.parting->index, 20);
        QVERIFY(later.parting->isJudged);
        QCOMPARE(later.first.from, 20);
        b.tokens = a.tokens;
        b.tokens[0] = b.tokens[1];
        const TextDivergence first = compared(a, b);
        QVERIFY(!first.parting->isJudged);
        QVERIFY2(said(first).contains("Nothing stands before that token"), qPrintable(said(first)));
        QVERIFY(first.first.pattern == TextPattern::nothingToJudge);
    }

    void whatCannotBeCompared()
    {
        const auto refusal = [&](const ComparedText& second) {
            const auto found = compareTexts(text("a", m_prompts[0], {5}), second, m_target, m_ways);
            return found ? QString() : QString::fromStdString(found.error().sentence);
        };
        const QString foreign = refusal(text("b.json", m_prompts[0], {5, 400000}));
        QVERIFY2(foreign.contains("b.json has the token 400000, and the ids of") && foreign.endsWith('.'),
                 qPrintable(foreign));
        QVERIFY(refusal(text("b.json", m_prompts[0], {-4})).contains("has the token -4"));
        QVERIFY(refusal(text("b.json", m_prompts[0], {})).contains("has no token behind the prompt"));
        const QString tooLong = refusal(text("b.json", m_prompts[0], std::vector<TokenId>(100000, 5)));
        QVERIFY2(tooLong.contains("and the context of"), qPrintable(tooLong));
    }

    void stopsWhenItIsCancelled()
    {
        const std::atomic<bool> cancelled = true;
        Progress progress;
        progress.cancelled = &cancelled;
        const ComparedText a = text("a", m_prompts[0], {5, 6, 7});
        QVERIFY_THROWS_EXCEPTION(Cancelled, (void)compareTexts(a, a, m_target, m_ways, progress));
    }
};

DRAFTSCOPE_TEST(TestTextDivergence)
#include "test_text_divergence.moc"
