// SPDX-License-Identifier: MIT
// Drafting heads from files through the CPU's pass: the numbers are those of the papers' formulas in double precision,
// and a row's bits depend on nothing but the row.
#include <cmath>
#include <numeric>

#include <QTemporaryDir>
#include <QTest>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/model/logit_tokens.h"
#include "engine/model/pass_stages.h"
#include "tests/backend/head_cases.h"
#include "tests/backend/head_rows.h"
#include "tests/backend/random_model.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;

namespace {

constexpr double roundedTolerance = 0.03;

const char* typeName(WeightType type)
{
    return type == WeightType::f32 ? "f32" : type == WeightType::f16 ? "f16" : "bf16";
}

} // namespace

class TestCpuHeads : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    std::shared_ptr<const Model> m_target = makeTinyModel({.layers = 6});

    std::shared_ptr<const DraftHead> open(const HeadFiles& files, bool asTorch = false) const
    {
        const std::filesystem::path path = m_directory.filePath("head").toStdString();
        return openHeadFiles(path, files, *m_target, asTorch);
    }

    static void kinds()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("asTorch");
        QTest::addColumn<int>("variant");
        QTest::addColumn<QString>("arithmetic");
        for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16})
            for (const bool asTorch : {false, true})
                for (int variant = 0; variant < 4; ++variant)
                    QTest::addRow("%s, %s, variant %d", typeName(type), asTorch ? "torch" : "safetensors", variant)
                        << int(type) << asTorch << variant << QStringLiteral("f32");
        for (const char* name : {"bf16", "amx"})
            if (arithmeticNamed(name))
                for (int variant = 0; variant < 4; ++variant)
                    QTest::addRow("bf16, activations rounded for %s, variant %d", name, variant)
                        << int(WeightType::bf16) << false << variant << QString(name);
    }
    static HeadFiles eagle(int variant) { return eagleVariant(variant); }
    static HeadFiles eagle3(int variant) { return eagle3Variant(variant); }
    std::unique_ptr<ForwardPass> passFor(const DraftHead& head, int threads = 2,
                                         Arithmetic arithmetic = Arithmetic::f32) const
    {
        return passOf(head.models.front(), threads, 256, arithmetic);
    }

    /// Rows of the target's states, then steps that feed on their own, against the formulas.
    void compareEagle(const HeadFiles& files, std::size_t width, bool isFeatures)
    {
        QFETCH(bool, asTorch);
        compareEagle(*open(files, asTorch), files, width, isFeatures);
    }
    void compareEagle(const DraftHead& head, const HeadFiles& files, std::size_t width, bool isFeatures)
    {
        QFETCH(QString, arithmetic);
        const auto pass = passFor(head, 2, *arithmeticNamed(arithmetic.toStdString()));
        std::vector<HeadRow> chain = someChain(12, width, isFeatures);
        const HeadGiven given = runHead(*pass, chain, 5, 4);
        std::vector<Numbers> states, logits;
        for (HeadOutput& output : scalarEagle(files, *m_target, chain)) {
            states.push_back(std::move(output.state));
            logits.push_back(std::move(output.logits));
        }
        const double allowed = arithmetic == "f32" ? f32Tolerance : roundedTolerance;
        QVERIFY2(worst(given.states, states) < allowed, qPrintable(QString::number(worst(given.states, states))));
        QVERIFY2(worst(given.logits, logits) < allowed, qPrintable(QString::number(worst(given.logits, logits))));
        std::swap(states.front(), states.back());
        QVERIFY(worst(given.states, states) > 0.1); // so they could differ
    }

private Q_SLOTS:
    void medusaMatchesScalar_data() { kinds(); }
    void medusaMatchesScalar()
    {
        QFETCH(int, type);
        QFETCH(bool, asTorch);
        QFETCH(int, variant);
        QFETCH(QString, arithmetic);
        HeadFiles files = medusaFiles(32, 99, 3 + variant % 2, variant);
        files.type = WeightType(type);
        const auto head = open(files, asTorch);
        QCOMPARE(head->kind, DraftHeadKind::medusa);
        QCOMPARE(head->targetStates, std::vector<int>{HiddenStates::afterFinalNorm});
        QCOMPARE(head->models.size(), std::size_t(3 + variant % 2)); // the configuration says 2
        for (std::size_t h = 0; h < head->models.size(); ++h) {
            const auto pass = passOf(head->models[h], 2, 1, *arithmeticNamed(arithmetic.toStdString()));
            Rows rows{{}, {{}}};
            std::vector<float> input;
            std::vector<Numbers> expected;
            for (std::uint32_t i = 0; i < 5; ++i) {
                rows.rows.push_back({noToken, int(i), 0, 0, {}, true});
                const Numbers state = someState(32, i + 1);
                input.insert(input.end(), state.begin(), state.end());
                expected.push_back(scalarMedusa(files, int(h), variant, state));
            }
            rows.inputStates = input;
            const Logits logits = test::run(*pass, rows);
            QVERIFY2(worst(logits, expected) < (arithmetic == "f32" ? f32Tolerance : roundedTolerance),
                     qPrintable(QString::number(worst(logits, expected))));
        }
    }

    /// A GGUF file has rows of q and k in another order, and its matrices may be quantised.
    void ggufMatchesScalar_data()
    {
        QTest::addColumn<bool>("isEagle3");
        QTest::addColumn<bool>("isQuantised");
        QTest::addColumn<bool>("asTorch");
        QTest::addColumn<QString>("arithmetic");
        for (const bool isEagle3 : {false, true})
            for (const bool isQuantised : {false, true})
                QTest::addRow("%s, %s", isEagle3 ? "EAGLE-3" : "EAGLE", isQuantised ? "Q8_0" : "f32")
                    << isEagle3 << isQuantised << false << QStringLiteral("f32");
    }
    void ggufMatchesScalar()
    {
        QFETCH(bool, isEagle3);
        QFETCH(bool, isQuantised);
        const EagleShape shape{.inner = 64, .heads = 4, .kvHeads = 2, .headSize = 8};
        const HeadFiles files =
            isEagle3 ? eagle3Files(shape, {.normBeforeResidual = true, .normBeforeFc = true}) : eagleFiles(shape);
        const std::filesystem::path path = m_directory.filePath("head.gguf").toStdString();
        writeGgufHead(path, files, {.isQuantised = isQuantised});
        const auto head = openDraftHead(path, *m_target);
        QVERIFY2(head, head ? "" : head.error().sentence.c_str());
        QCOMPARE((*head)->models.front()->weights.layers.front().gate.type,
                 isQuantised ? WeightType::q8_0 : WeightType::f32);
        compareEagle(**head, files, isEagle3 ? 96 : 32, isEagle3);
    }

    void eagleMatchesScalar_data() { kinds(); }
    void eagleMatchesScalar()
    {
        QFETCH(int, type);
        QFETCH(int, variant);
        HeadFiles files = eagle(variant);
        files.type = WeightType(type);
        compareEagle(files, 32, false);
    }

    void eagle3MatchesScalar_data() { kinds(); }
    void eagle3MatchesScalar()
    {
        QFETCH(int, type);
        QFETCH(int, variant);
        HeadFiles files = eagle3(variant);
        files.type = WeightType(type);
        compareEagle(files, 96, true);
    }

    /// However many rows come together and on however many threads, and a tree's rows as those of its paths.
    void rowsDependOnThemselves_data()
    {
        QTest::addColumn<bool>("isEagle3");
        QTest::addColumn<int>("variant");
        for (int variant = 0; variant < 4; ++variant) {
            QTest::addRow("EAGLE %d", variant) << false << variant;
            QTest::addRow("EAGLE-3 %d", variant) << true << variant;
        }
    }
    void rowsDependOnThemselves()
    {
        QFETCH(bool, isEagle3);
        QFETCH(int, variant);
        for (const WeightType type : {WeightType::f32, WeightType::bf16}) {
            HeadFiles files = isEagle3 ? eagle3(variant) : eagle(variant);
            files.type = type;
            const auto head = open(files);
            std::vector<HeadRow> chain = someChain(70, isEagle3 ? 96 : 32, isEagle3);
            const HeadGiven alone = runHead(*passFor(*head, 1), chain, 1);
            for (const std::size_t rows : {3U, 9U, 64U, 65U, 70U})
                QVERIFY(runHead(*passFor(*head, 3), chain, rows) == alone);

            // Three rows behind row 1: 2, and its siblings, of which one has its token.
            const auto pass = passFor(*head);
            const Logits rows = siblingStates(*pass, chain);
            QVERIFY(rows[1] == alone.states[2] && rows[2] == alone.states[2] && rows[0] != alone.states[2]);
        }
    }

    /// The states that a head reads, from the target's own pass.
    void readsTheTargetsStates()
    {
        const auto text = someText(9, m_target->config.vocabularySize);
        const ScalarForward scalar = scalarForward(*m_target, text);
        for (const HeadFiles& files : {eagle(0), eagle3(0)}) {
            const auto head = open(files);
            Rows rows{{}, {{}}};
            const auto slots = slotsInOrder(int(text.size()));
            for (std::size_t i = 0; i < text.size(); ++i)
                rows.rows.push_back({text[i], int(i), 0, slots[i], std::span(slots).first(i), false});
            std::vector<std::vector<float>> states(head->targetStates.size(), std::vector<float>(text.size() * 32));
            for (std::size_t n = 0; n < states.size(); ++n)
                rows.hiddenStates.push_back({head->targetStates[n], states[n]});
            passOf(m_target, 2)->run(rows, {});

            std::vector<HeadRow> chain, expected;
            for (std::size_t i = 0; i + 1 < text.size(); ++i) { // (token i + 1, state i) at position i
                HeadRow row{text[i + 1], {}, states.size() > 1}, exact = row;
                for (std::size_t n = 0; n < states.size(); ++n) {
                    row.input.insert(row.input.end(), states[n].begin() + std::ptrdiff_t(i * 32),
                                     states[n].begin() + std::ptrdiff_t(i * 32 + 32));
                    const int entering = head->targetStates[n];
                    const Numbers& state = entering == HiddenStates::afterFinalNorm
                        ? scalar.normalised[i]
                        : scalar.entering[std::size_t(entering)][i];
                    exact.input.insert(exact.input.end(), state.begin(), state.end());
                }
                chain.push_back(row);
                expected.push_back(exact);
            }
            const HeadGiven given = runHead(*passFor(*head), chain, 64);
            std::vector<Numbers> logits;
            for (const HeadOutput& output : scalarEagle(files, *m_target, expected))
                logits.push_back(output.logits);
            QVERIFY(worst(given.logits, logits) < 3 * f32Tolerance);
        }
    }

    void logitsAreSpread()
    {
        const auto head = open(eagle3(0));
        QCOMPARE(head->models.front()->config.logitCount(), 40);
        std::vector<float> logits(40), all(99, 7.0f);
        std::iota(logits.begin(), logits.end(), 1.0f);
        spreadLogits(head->models.front()->weights.tokenOfLogit, logits, all);
        for (std::size_t token = 0; token < all.size(); ++token)
            QCOMPARE(all[token],
                     token % 2 == 0 && token < 80 ? float(token / 2 + 1) : -std::numeric_limits<float>::infinity());
        const auto whole = open(eagle3(3));
        std::vector<float> same(99, 3.0f);
        spreadLogits(whole->models.front()->weights.tokenOfLogit, same, all);
        QVERIFY(all == same);
    }

    /// Matrices that a head shares with its target are there once.
    void thePlanKnowsAHead()
    {
        const auto backend = makeCpuBackend(2);
        for (const HeadFiles& files : {eagle(0), eagle3(0), eagle3(2), medusaFiles(32, 99, 1)}) {
            const auto head = open(files)->models.front();
            std::size_t own = 0;
            for (const auto& [name, tensor] : files.tensors)
                if (tensor.shape.size() == 2) { // whole panels of sixteen rows, but for an embedding
                    const std::size_t rows = std::size_t(tensor.shape[0]);
                    own += (name.find("embed") != std::string::npos ? rows : (rows + 15) / 16 * 16)
                        * std::size_t(tensor.shape[1]) * sizeof(float);
                }
            const PlannedPass target{m_target, 64}, drafts{head, 64};
            const auto alone = backend->plan({&target, 1});
            const PlannedPass passes[] = {target, drafts};
            const auto both = backend->plan(passes);
            QVERIFY(alone && both);
            QCOMPARE(both->weights - alone->weights, own);
            QVERIFY(both->buffers > alone->buffers);
            QCOMPARE(both->cache > alone->cache, head->config.layerCount > 0);
            QVERIFY(backend->makePass(head, 64));
        }
        // Every buffer in front of the layers: for 65 rows, [embedding; state] and the embeddings of EAGLE-3.
        const auto eagle3Head = open(eagle3(0))->models.front();
        auto without = std::make_shared<Model>(*eagle3Head);
        without->config.input = RowInput::token;
        QCOMPARE(cpuPassBytes(*eagle3Head, 65, 64, 2, Arithmetic::f32)
                     - cpuPassBytes(*without, 65, 64, 2, Arithmetic::f32),
                 std::size_t(65 * (96 + 32) * 4));
    }

    void whatDoesNotFitIsSeen()
    {
        const auto fitsWith = [&](const HeadFiles& files, std::size_t states, std::size_t features, TokenId token,
                                  PassPart part = {}) {
            const std::vector<float> values(1000);
            Rows rows{{{token, 0, 0, 0, {}, true}}, {{}}};
            rows.inputStates = std::span(values).first(states);
            rows.targetFeatures = std::span(values).first(features);
            rows.part = part;
            return fits(rows, open(files)->models.front()->config, 8);
        };
        const HeadFiles medusa = medusaFiles(32, 99);
        QVERIFY(fitsWith(medusa, 32, 0, noToken));
        QVERIFY(!fitsWith(medusa, 0, 0, 3) && !fitsWith(medusa, 64, 0, noToken) && !fitsWith(medusa, 0, 32, noToken));
        QVERIFY(fitsWith(eagle(0), 32, 0, 3));
        QVERIFY(!fitsWith(eagle(0), 0, 0, 3) && !fitsWith(eagle(0), 0, 32, 3) && !fitsWith(eagle(0), 32, 0, noToken));
        QVERIFY(!fitsWith(eagle(0), 32, 0, 3, {.firstLayer = 1}));
        QVERIFY(fitsWith(eagle3(2), 24, 0, 3) && fitsWith(eagle3(2), 0, 96, 3));
        QVERIFY(!fitsWith(eagle3(2), 24, 96, 3) && !fitsWith(eagle3(2), 96, 0, 3) && !fitsWith(eagle3(2), 0, 0, 3));
        const std::vector<float> values(96);
        Rows rows{{{3, 0, 0, 0, {}, true}}, {{}}};
        rows.targetFeatures = values;
        QVERIFY(!fits(rows, m_target->config, 8) && !rows.areOfWholeModel());
    }

    void stagesCountTheEntry()
    {
        const HeadFiles files = eagle(0);
        const auto head = open(files)->models.front();
        std::vector<float> state(32);
        Rows rows{{{3, 0, 0, 0, {}, true}}, {{}}};
        rows.inputStates = state;
        const auto stages = passOf(head, 1)->timeStages(rows, 2);
        QCOMPARE(stages[std::size_t(PassStage::embedding)].bytes, double(32 * 4 + 32 * 64 * 4 + 32 * 4));
        QCOMPARE(head->weights.bytesPerPass(),
                 std::size_t(4 * (32 * 64 + 32 + 32)) // fc, its bias, a norm
                     + std::size_t(4 * (24 * 32 + 2 * 12 * 32 + 32 * 24 + 3 * 44 * 32))
                     + m_target->weights.head.bytes());
    }
};

DRAFTSCOPE_TEST(TestCpuHeads)
#include "test_cpu_heads.moc"
