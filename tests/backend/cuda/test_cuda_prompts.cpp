// SPDX-License-Identifier: MIT
// Prompts that are read with a library's products: what comes after them is what it would be without, within the
// tolerance of the type, and the same bits however a text is decoded.
#include <QTest>

#include "engine/speculation/sequence_cache.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaPrompts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void productsGiveWhatKernelsGive_data();
    void productsGiveWhatKernelsGive();
    void everyShapeMatchesTheCpu_data();
    void everyShapeMatchesTheCpu();
    void shortPromptsAreRows();
    void whatIsAroundDoesNotMatter_data();
    void whatIsAroundDoesNotMatter();
    void rewindsRepeatTheSame_data();
    void rewindsRepeatTheSame();
    void weightsInSeveralPieces();
};

namespace {

/// Logits of the last three tokens of a text; those before are a prompt or else rows like any other.
Logits endOf(ForwardPass& pass, const std::vector<TokenId>& text, const std::vector<int>& slots, bool asPrompt)
{
    const int prompt = int(text.size()) - 3, most = asPrompt ? pass.promptRowsPerPass() : 64;
    for (int first = 0; first < prompt; first += most) {
        Rows rows{{}, {std::span(slots).first(std::size_t(first))}, asPrompt};
        for (int i = first; i < std::min(prompt, first + most); ++i)
            rows.rows.push_back({text[std::size_t(i)], i, 0, slots[std::size_t(i)],
                                 std::span(slots).subspan(std::size_t(first), std::size_t(i - first)), false});
        pass.run(rows, {});
    }
    Rows rows{{}, {std::span(slots).first(std::size_t(prompt))}};
    for (int i = 0; i < 3; ++i)
        rows.rows.push_back({text[std::size_t(prompt + i)], prompt + i, 0, slots[std::size_t(prompt + i)],
                             std::span(slots).subspan(std::size_t(prompt), std::size_t(i)), true});
    return run(pass, rows);
}

Logits endOf(Backend& backend, const std::shared_ptr<const Model>& model, int prompt, bool asPrompt)
{
    const int length = prompt + 3;
    return endOf(*cudaPass(backend, model, length), someText(length, model->config.vocabularySize),
                 slotsInOrder(length), asPrompt);
}

} // namespace

void TestCudaPrompts::initTestCase()
{
    skipWithoutDevice();
    if (QTest::currentTestFailed() || !cudaBackend())
        return;
    const auto backend = cudaBackend();
    const PlannedPass planned{randomModel(oddShape(WeightType::bf16)), 100};
    const auto plan = backend->plan({&planned, 1});
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence.c_str());
    if (!plan->note.empty()) // why there are no products
        QSKIP(plan->note.c_str());
    QVERIFY(cudaPass(*backend, planned.model, planned.slotCount)->promptRowsPerPass() > 64);
}

void TestCudaPrompts::productsGiveWhatKernelsGive_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("rows");
    for (const WeightType type : allTypes)
        for (const int rows : {65, 512, 700}) // the last one in two passes
            QTest::addRow("type %d, %d rows", int(type), rows) << int(type) << rows;
}

void TestCudaPrompts::productsGiveWhatKernelsGive()
{
    QFETCH(int, type);
    QFETCH(int, rows);
    const auto backend = cudaBackend();
    const auto model = randomModel(oddShape(WeightType(type)));
    const Logits logits = endOf(*backend, model, rows, true), expected = endOf(*backend, model, rows, false);
    const double difference = worst(logits, expected);
    qInfo("differs by %g of the largest logit", difference);
    QVERIFY(difference < tolerance(WeightType(type)));
    QVERIFY(difference > 0); // it went another way
}

void TestCudaPrompts::everyShapeMatchesTheCpu_data()
{
    QTest::addColumn<Shape>("shape");
    for (const WeightType type : allTypes) {
        const std::vector<Shape> shapes = {
            {.name = "round sizes",
             .type = type,
             .hidden = 128,
             .intermediate = 352,
             .heads = 2,
             .kvHeads = 2,
             .headSize = 64,
             .vocabulary = 256},
            {.name = "three layers, untied, interleaved rope",
             .type = type,
             .layers = 3,
             .tied = false,
             .interleavedRope = true},
            {.name = "large heads", .type = type, .heads = 3, .kvHeads = 1, .headSize = 80},
            {.name = "the largest heads", .type = type, .heads = 2, .kvHeads = 1, .headSize = 256},
            {.name = "one layer", .type = type, .layers = 1}};
        for (const Shape& shape : shapes)
            QTest::addRow("type %d, %s", int(type), shape.name.c_str()) << shape;
    }
}

void TestCudaPrompts::everyShapeMatchesTheCpu()
{
    QFETCH(Shape, shape);
    const auto model = randomModel(shape);
    constexpr int length = 100;
    const std::vector<TokenId> text = someText(length, shape.vocabulary);
    const Logits logits = endOf(*cudaBackend(), model, length - 3, true);
    const double difference =
        worst(logits, endOf(*passOf(model, 2, length), text, slotsInOrder(length), true)); // which does not care
    qInfo("differs by %g of the largest logit", difference);
    QVERIFY(difference < tolerance(shape.type));
}

/// Up to 64 rows are one pass over the weights with either.
void TestCudaPrompts::shortPromptsAreRows()
{
    const auto backend = cudaBackend();
    const auto model = randomModel(oddShape(WeightType::bf16));
    QVERIFY(endOf(*backend, model, 64, true) == endOf(*backend, model, 64, false));
    QVERIFY(endOf(*backend, model, 512 + 64, true) != endOf(*backend, model, 512 + 64, false));
}

void TestCudaPrompts::whatIsAroundDoesNotMatter_data()
{
    QTest::addColumn<int>("type");
    for (const WeightType type : allTypes)
        QTest::addRow("type %d", int(type)) << int(type);
}

/// Slots anywhere, room for more, a larger model's scratch memory that is shared, and what was there before: the same
/// passes of a prompt give the same bits.
void TestCudaPrompts::whatIsAroundDoesNotMatter()
{
    QFETCH(int, type);
    constexpr int length = 150;
    const auto text = someText(length, 37);
    const auto model = randomModel(oddShape(WeightType(type)));
    const Logits expected = endOf(*cudaBackend(), model, length - 3, true);

    std::vector<int> scattered;
    for (int i = 0; i < length; ++i)
        scattered.push_back(i * 37 % 251);
    const auto backend = cudaBackend();
    const auto pass = cudaPass(*backend, model, 700);
    (void)endOf(*pass, someText(90, 36), slotsInOrder(90), true);
    const auto other = cudaPass(*backend, randomModel({.name = "larger", .hidden = 128, .context = 1024}), 800);
    QVERIFY(endOf(*pass, text, scattered, true) == expected);
    (void)endOf(*other, someText(80, 77), slotsInOrder(80), true);
    QVERIFY(endOf(*pass, text, slotsInOrder(length), true) == expected);
}

void TestCudaPrompts::rewindsRepeatTheSame_data()
{
    QTest::addColumn<int>("kept");
    for (const int kept : {0, 40, 512, 539, 540, 545})
        QTest::addRow("%d tokens agree", kept) << kept;
}

/// A cache that is put back before, into and behind its prompt, and follows the text again.
void TestCudaPrompts::rewindsRepeatTheSame()
{
    QFETCH(int, kept);
    constexpr int prompt = 540, length = 550;
    const auto model = randomModel(oddShape(WeightType::bf16));
    std::vector<TokenId> text = someText(length, 37);
    SequenceCache cache(cudaPass(*cudaBackend(), model, 600), prompt);
    const auto logitsAfter = [&](const std::vector<TokenId>& tokens) {
        std::vector<float> logits(37);
        cache.feed(std::span(tokens).subspan(std::size_t(cache.align(tokens))), logits);
        return logits;
    };
    const auto expected = logitsAfter(text);
    auto other = text;
    other[std::size_t(kept)] = (other[std::size_t(kept)] + 1) % 37;
    QVERIFY(logitsAfter(other) != expected);
    QVERIFY(logitsAfter(text) == expected);
    SequenceCache fresh(cudaPass(*cudaBackend(), model, 560), prompt); // and a decode that went token by token
    std::vector<float> logits(37);
    fresh.feed(std::span(text).first(prompt));
    for (int i = prompt; i < length; ++i)
        fresh.feed(std::span(text).subspan(std::size_t(i), 1), logits);
    QVERIFY(logits == expected);
}

/// A matrix of more than the 32 MB that are put in order at a time.
void TestCudaPrompts::weightsInSeveralPieces()
{
    const auto model = randomModel({.name = "wide",
                                    .type = WeightType::f32,
                                    .hidden = 512,
                                    .intermediate = 8800,
                                    .layers = 2,
                                    .heads = 2,
                                    .kvHeads = 1,
                                    .headSize = 16,
                                    .vocabulary = 37});
    const Logits logits = endOf(*cudaBackend(), model, 70, true);
    const double difference = worst(logits, endOf(*passOf(model, 2, 73), someText(73, 37), slotsInOrder(73), true));
    QVERIFY2(difference < tolerance(WeightType::f32),
             qPrintable(QString("differs by %1 of the largest logit").arg(difference)));
}

DRAFTSCOPE_TEST(TestCudaPrompts)
#include "test_cuda_prompts.moc"
