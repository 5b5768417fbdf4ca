// SPDX-License-Identifier: MIT
// What is kept of continuations, a letter a token: a node is its letter and its count, with its children in brackets.
#include <algorithm>
#include <map>
#include <random>

#include <QTest>

#include "engine/speculation/continuation_trie.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

/// Of continuations with a blank behind each.
ContinuationTrie trieOf(const QString& continuations, int mostNodes = ContinuationTrie::defaultNodes,
                        bool backwards = false)
{
    std::vector<std::size_t> places;
    for (qsizetype i = 0; i < continuations.size(); ++i)
        if (continuations[i] != ' ' && (i == 0 || continuations[i - 1] == ' '))
            places.push_back(std::size_t(i));
    if (backwards)
        std::ranges::reverse(places);
    return {places,
            [&](std::size_t index) {
                const QChar letter = continuations.size() > qsizetype(index) ? continuations[qsizetype(index)] : ' ';
                return letter == ' ' ? noToken : TokenId(letter.unicode());
            },
            mostNodes};
}

QString shown(const ContinuationTrie& trie, int parent = -1)
{
    QString text;
    for (int i = 0; i < int(trie.nodes().size()); ++i) {
        const ContinuationTrie::Node& node = trie.nodes()[std::size_t(i)];
        if (node.parent != parent)
            continue;
        const QString children = shown(trie, i);
        text += QString("%1%2%3%4")
                    .arg(text.isEmpty() ? "" : " ")
                    .arg(QChar(node.token))
                    .arg(node.count)
                    .arg(children.isEmpty() ? QString() : "(" + children + ")");
    }
    return text;
}

QString pathOf(const ContinuationTrie& trie)
{
    QString path;
    for (const TokenId token : trie.heaviestPath())
        path += QChar(token);
    return path;
}

} // namespace

class TestContinuationTrie : public QObject {
    Q_OBJECT
private slots:
    void theHeaviestAreKept_data()
    {
        QTest::addColumn<QString>("continuations");
        QTest::addColumn<int>("mostNodes");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("path");
        QTest::newRow("nothing followed") << "" << 8 << ""
                                          << "";
        QTest::newRow("one place") << "cat" << 8 << "c1(a1(t1))"
                                   << "cat";
        QTest::newRow("what agrees is counted") << "cat car cow" << 8 << "c3(a2(r1 t1) o1(w1))"
                                                << "car";
        QTest::newRow("the largest counts") << "cat car cow dog" << 3 << "c3(a2) d1"
                                            << "ca";
        QTest::newRow("of equal counts the shallower") << "abc x y" << 4 << "a1(b1) x1 y1"
                                                       << "ab";
        QTest::newRow("of equal ones the smaller id") << "b a c" << 2 << "a1 b1"
                                                      << "a";
        QTest::newRow("a heavy path before light siblings") << "aaaa aaaa aaaa b c" << 4 << "a3(a3(a3(a3)))"
                                                            << "aaaa";
        QTest::newRow("not more than asked for") << "abcdef" << 2 << "a1(b1)"
                                                 << "ab";
        QTest::newRow("none") << "abcdef" << 0 << ""
                              << "";
        QTest::newRow("one continuation begins another") << "ab abc abc" << 8 << "a3(b3(c2))"
                                                         << "abc";
        QTest::newRow("the path of the heaviest, not the longest")
            << "xy xy abcdef" << 64 << "x2(y2) a1(b1(c1(d1(e1(f1)))))"
            << "xy";
    }
    void theHeaviestAreKept()
    {
        QFETCH(QString, continuations);
        QFETCH(int, mostNodes);
        QTEST(shown(trieOf(continuations, mostNodes)), "expected");
        QTEST(pathOf(trieOf(continuations, mostNodes)), "path");
        QTEST(shown(trieOf(continuations, mostNodes, true)), "expected"); // whatever the order of the places
    }

    /// Children behind their parents, level by level; no node that is left out is heavier than one that is kept.
    void nodesAreInOrderAndHangTogether()
    {
        std::mt19937 random(11);
        for (int n = 0; n < 50; ++n) {
            QString continuations;
            std::map<QString, int> counts; // by path
            for (unsigned i = 0; i < 1 + random() % 60; ++i) {
                QString one;
                for (unsigned length = 1 + random() % 7; length > 0; --length) {
                    one += QChar(ushort('a' + random() % 3));
                    ++counts[one];
                }
                continuations += one + ' ';
            }
            const int mostNodes = int(1 + random() % 64);
            const ContinuationTrie trie = trieOf(continuations, mostNodes);
            const auto& nodes = trie.nodes();
            QCOMPARE(nodes.size(), std::min(counts.size(), std::size_t(mostNodes)));
            std::vector<QString> paths;
            int least = 1000;
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                const auto& node = nodes[i];
                QVERIFY(node.parent < int(i));
                const bool isFirst = node.parent < 0;
                QCOMPARE(node.depth, isFirst ? 1 : nodes[std::size_t(node.parent)].depth + 1);
                paths.push_back((isFirst ? QString() : paths[std::size_t(node.parent)]) + QChar(node.token));
                QCOMPARE(node.count, counts.at(paths.back()));
                least = std::min(least, node.count);
                if (i > 0) {
                    const auto& before = nodes[i - 1];
                    QVERIFY(std::tuple(before.depth, before.parent, -before.count, before.token)
                            < std::tuple(node.depth, node.parent, -node.count, node.token));
                }
            }
            for (const QString& path : paths)
                counts.erase(path);
            for (const auto& [path, count] : counts)
                QVERIFY(count <= least);
        }
    }

    /// Its time is that of the nodes, not of what follows them.
    void longContinuationsCostNothing()
    {
        const std::vector<std::size_t> places(1000, 0);
        std::size_t asked = 0;
        const ContinuationTrie trie(
            places,
            [&](std::size_t) {
                ++asked;
                return TokenId(7);
            },
            64);
        QCOMPARE(trie.heaviestPath().size(), std::size_t(64));
        QCOMPARE(asked, std::size_t(65'000));
    }
};

DRAFTSCOPE_TEST(TestContinuationTrie)
#include "test_continuation_trie.moc"
