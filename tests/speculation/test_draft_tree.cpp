// SPDX-License-Identifier: MIT
#include <QTest>

#include "engine/speculation/draft_tree.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestDraftTree : public QObject {
    Q_OBJECT
private slots:
    void childrenAndPaths()
    {
        //  root -+- 0 -+- 2
        //        |     +- 4 --- 5
        //        +- 1 --- 3
        DraftTree tree;
        for (const int parent : {-1, -1, 0, 1, 0, 4})
            tree.nodes.push_back({TokenId(tree.nodes.size() + 10), parent, 1});
        using List = std::vector<int>;
        QCOMPARE(tree.childrenOf(-1), (List{0, 1}));
        QCOMPARE(tree.childrenOf(0), (List{2, 4}));
        QCOMPARE(tree.childrenOf(5), List{});
        QCOMPARE(tree.pathTo(5), (List{0, 4, 5}));
        QCOMPARE(tree.pathTo(-1), List{});
    }
};

DRAFTSCOPE_TEST(TestDraftTree)
#include "test_draft_tree.moc"
