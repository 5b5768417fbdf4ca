// SPDX-License-Identifier: MIT
// The same row gives the same bits, whatever else is in the pass, wherever its path lies and however many threads run
// it.
#include <QTest>

#include <algorithm>
#include <numeric>

#include "tests/backend/decoding.h"
#include "tests/backend/random_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

#define SKIP_WITHOUT(arithmetic)                                                                                       \
    if (const auto known = namedAs(arithmetic); !known)                                                                \
    QSKIP(known.error().sentence.c_str())

class TestCpuExactness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAndThreads_data();
    void rowsAndThreads();
    void arithmeticsDifferByRounding_data();
    void arithmeticsDifferByRounding();
    void permutedSlots_data();
    void permutedSlots();
    void treeRowsArePlainDecoding_data();
    void treeRowsArePlainDecoding();
    void sequencesDoNotSeeEachOther();
    void passesShareWeights();
};

namespace {

constexpr int smallVocabulary = 77, textLength = 100;

Shape small(WeightType type)
{
    return {.name = "small", .type = type, .layers = 3, .headSize = 10};
}

std::shared_ptr<const Model> modelOf(WeightType type)
{
    if (isQuantised(type))
        return randomModel(quantisedShape(type));
    return randomModel(small(type));
}

/// An error where the machine has no such arithmetic.
Result<Arithmetic> namedAs(Arithmetic arithmetic)
{
    return arithmeticNamed(arithmetic == Arithmetic::amx        ? "amx"
                               : arithmetic == Arithmetic::bf16 ? "bf16"
                               : arithmetic == Arithmetic::int8 ? "int8"
                                                                : "f32");
}

/// A Llama, and a model whose windows begin behind other tokens of a path in every row.
void addShapes()
{
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<int>("arithmetic");
    for (const Arithmetic arithmetic : {Arithmetic::f32, Arithmetic::bf16, Arithmetic::amx})
        for (const auto& [name, shape] : {std::pair("Llama", small(WeightType::bf16)),
                                          std::pair("of many families", shapeOfManyFamilies(WeightType::bf16)),
                                          std::pair("Gemma", gemmaShape(WeightType::bf16))})
            QTest::addRow("%s, arithmetic %d", name, int(arithmetic)) << shape << int(arithmetic);
    QTest::newRow("of Q8_0, keys and values in f16") << quantisedShape(WeightType::q8_0) << int(Arithmetic::int8);
}

} // namespace

void TestCpuExactness::rowsAndThreads_data()
{
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("arithmetic");
    const auto add = [](const Shape& shape, const QString& size, int rows, int threads, Arithmetic arithmetic) {
        QTest::addRow("%s, %s, %d rows, %d threads, arithmetic %d", nameOf(shape.type).data(), qPrintable(size), rows,
                      threads, int(arithmetic))
            << shape << rows << threads << int(arithmetic);
    };
    const auto arithmeticsFor = [](WeightType type) {
        return type == WeightType::bf16 ? std::vector{Arithmetic::f32, Arithmetic::bf16, Arithmetic::amx}
            : isQuantised(type)         ? std::vector{Arithmetic::f32, Arithmetic::int8}
                                        : std::vector{Arithmetic::f32};
    };
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16})
        for (const int rows : {1, 2, 3, 7, 8, 9, 33, 64, 65})
            for (const int threads : {1, 2, 3})
                for (const Arithmetic arithmetic : arithmeticsFor(type))
                    add(small(type), "odd sizes", rows, threads, arithmetic);
    // Who computes a head places it and packs what it attends to, as far as heads can be dealt evenly and are whole
    // groups.
    for (const WeightType type : {WeightType::f32, WeightType::bf16})
        for (const int headSize : {64, 80, 96})
            for (const int rows : {1, 5, 16})
                for (const int threads : {1, 2, 3, 5})
                    for (const Arithmetic arithmetic : arithmeticsFor(type)) {
                        Shape shape = small(type);
                        shape.headSize = headSize;
                        add(shape, QString("heads of %1").arg(headSize), rows, threads, arithmetic);
                    }
    for (const WeightType type : quantisedTypes)
        for (const int rows : {2, 7, 64})
            for (const int threads : {2, 5})
                for (const Arithmetic arithmetic : arithmeticsFor(type))
                    add(quantisedShape(type), "whole blocks", rows, threads, arithmetic);
}

void TestCpuExactness::rowsAndThreads()
{
    QFETCH(Shape, shape);
    QFETCH(int, rows);
    QFETCH(int, threads);
    QFETCH(int, arithmetic);
    SKIP_WITHOUT(Arithmetic(arithmetic));
    const auto model = randomModel(shape);
    const auto text = someText(textLength, smallVocabulary);
    const auto pass = [&](int count) { return passOf(model, count, 256, Arithmetic(arithmetic)); };
    const Logits plain = decode(*pass(1), text, 1, slotsInOrder(textLength));
    QVERIFY(decode(*pass(threads), text, rows, slotsInOrder(textLength)) == plain);
}

void TestCpuExactness::arithmeticsDifferByRounding_data()
{
    QTest::addColumn<int>("arithmetic");
    QTest::newRow("bf16") << int(Arithmetic::bf16);
    QTest::newRow("amx") << int(Arithmetic::amx);
}

/// Activations are rounded to 8 bits in these, so logits differ from those of f32 a little, and only in models of bf16.
void TestCpuExactness::arithmeticsDifferByRounding()
{
    QFETCH(int, arithmetic);
    SKIP_WITHOUT(Arithmetic(arithmetic));
    const auto text = someText(textLength, smallVocabulary);
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16}) {
        const auto model = modelOf(type);
        const Logits exact = decode(*passOf(model, 1), text, 8, slotsInOrder(textLength));
        const Logits rounded =
            decode(*passOf(model, 1, 256, Arithmetic(arithmetic)), text, 8, slotsInOrder(textLength));
        float largest = 0, difference = 0;
        for (std::size_t i = 0; i < exact.size(); ++i)
            for (std::size_t j = 0; j < exact[i].size(); ++j) {
                largest = std::max(largest, std::abs(exact[i][j]));
                difference = std::max(difference, std::abs(exact[i][j] - rounded[i][j]));
            }
        if (type == WeightType::bf16)
            QVERIFY2(difference > 0 && difference < 0.02f * largest, qPrintable(QString::number(difference / largest)));
        else
            QCOMPARE(difference, 0.0f);
    }
}

void TestCpuExactness::permutedSlots_data()
{
    addShapes();
}

void TestCpuExactness::permutedSlots()
{
    QFETCH(Shape, shape);
    QFETCH(int, arithmetic);
    SKIP_WITHOUT(Arithmetic(arithmetic));
    const auto model = randomModel(shape);
    const auto passOn = [&](int threads) { return passOf(model, threads, 256, Arithmetic(arithmetic)); };
    const auto text = someText(textLength, smallVocabulary);
    std::vector<int> scattered;
    for (int i = 0; i < textLength; ++i)
        scattered.push_back(i * 37 % 251);
    const auto pass = passOn(2);
    const Logits inOrder = decode(*pass, text, 5, slotsInOrder(textLength));
    QVERIFY(decode(*pass, text, 5, scattered) == inOrder);
    QVERIFY(decode(*pass, text, 1, scattered) == inOrder);
}

void TestCpuExactness::treeRowsArePlainDecoding_data()
{
    addShapes();
}

/// A tree over a prefix of 20 tokens, verified in one pass: each node has the logits of plain decoding along its path.
void TestCpuExactness::treeRowsArePlainDecoding()
{
    QFETCH(Shape, shape);
    QFETCH(int, arithmetic);
    SKIP_WITHOUT(Arithmetic(arithmetic));
    const auto model = randomModel(shape);
    const auto passOn = [&](int threads) { return passOf(model, threads, 256, Arithmetic(arithmetic)); };
    const auto prefix = someText(20, smallVocabulary);
    const auto prefixSlots = slotsInOrder(20);
    struct Node {
        TokenId token;
        std::vector<int> path; ///< nodes from the root's child to its parent
    };
    const std::vector<Node> tree = {{5, {}},     {9, {}},     {1, {0}},    {2, {0}},      {3, {1}},
                                    {4, {0, 2}}, {6, {0, 2}}, {7, {1, 4}}, {8, {0, 2, 6}}};
    const auto slotOf = [](int node) { return 200 - 3 * node; };

    const auto pass = passOn(2);
    (void)decode(*pass, prefix, 20, prefixSlots);
    std::vector<std::vector<int>> ancestors;
    for (const Node& node : tree) {
        ancestors.emplace_back();
        std::ranges::transform(node.path, std::back_inserter(ancestors.back()), slotOf);
    }
    Rows rows{{}, {prefixSlots}};
    for (std::size_t i = 0; i < tree.size(); ++i)
        rows.rows.push_back({tree[i].token, int(20 + ancestors[i].size()), 0, slotOf(int(i)), ancestors[i], true});
    const Logits logits = run(*pass, rows);

    for (std::size_t i = 0; i < tree.size(); ++i) {
        std::vector<TokenId> text = prefix;
        for (const int node : tree[i].path)
            text.push_back(tree[std::size_t(node)].token);
        text.push_back(tree[i].token);
        const Logits plain = decode(*passOn(1), text, 1, slotsInOrder(int(text.size())));
        QVERIFY2(logits[i] == plain.back(), qPrintable(QString("node %1").arg(i)));
    }
}

void TestCpuExactness::sequencesDoNotSeeEachOther()
{
    const auto model = modelOf(WeightType::bf16);
    const std::vector<TokenId> first = someText(9, smallVocabulary), second = {70, 60, 50, 40, 30};
    const auto pass = passOf(model, 2);
    std::vector<int> firstSlots = slotsInOrder(9), secondSlots = {128, 127, 126, 125, 124};
    (void)decode(*pass, {first.begin(), first.end() - 1}, 8, firstSlots);
    (void)decode(*pass, {second.begin(), second.end() - 1}, 4, secondSlots);
    const Logits together = run(*pass,
                                Rows{{{first.back(), 8, 0, 8, {}, true}, {second.back(), 4, 1, 124, {}, true}},
                                     {std::span(firstSlots).first(8), std::span(secondSlots).first(4)}});
    QVERIFY(together[0] == decode(*passOf(model, 1), first, 1, firstSlots).back());
    QVERIFY(together[1] == decode(*passOf(model, 1), second, 1, slotsInOrder(5)).back());
}

void TestCpuExactness::passesShareWeights()
{
    const auto model = modelOf(WeightType::f32);
    const auto pool = std::make_shared<ThreadPool>(2);
    const auto a = makeCpuForwardPass(model, pool, 64), b = makeCpuForwardPass(model, pool, 32);
    const auto text = someText(20, smallVocabulary);
    const Logits alone = decode(*passOf(model, 1), text, 1, slotsInOrder(20));
    Logits fromA, fromB;
    for (int i = 0; i < 20; ++i) { // turn by turn, each with its own cache
        const auto slots = slotsInOrder(20);
        const Rows rows{{{text[std::size_t(i)], i, 0, i, {}, true}}, {std::span(slots).first(std::size_t(i))}};
        fromA.push_back(run(*a, rows).front());
        fromB.push_back(run(*b, rows).front());
    }
    QVERIFY(fromA == alone);
    QVERIFY(fromB == alone);
    QCOMPARE(a->slotCount(), 64);
    QCOMPARE(b->slotCount(), 32);
}

DRAFTSCOPE_TEST(TestCpuExactness)
#include "test_cpu_exactness.moc"
