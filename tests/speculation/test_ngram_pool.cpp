// SPDX-License-Identifier: MIT
// What the pool has behind a row, against a list of all that was ever said.
#include <QTest>

#include <algorithm>

#include "engine/speculation/ngram_pool.h"
#include "tests/speculation/letters.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

QString lettersOf(const std::vector<TokenId>& tokens)
{
    QString letters;
    for (const TokenId token : tokens)
        letters += QChar(char16_t(token));
    return letters;
}

/// Everything that was said, in order, looked through from the end.
struct Reference {
    struct Said {
        QString row;
        QChar next;
    };
    std::vector<Said> said;

    QString after(const QString& row, int longest, int most) const
    {
        QString next;
        for (int n = std::min(longest, int(row.size())); n > 0; --n) {
            QString behindThis;
            for (auto one = said.rbegin(); one != said.rend() && behindThis.size() < most; ++one)
                if (one->row.size() >= n && one->row.endsWith(row.last(n)) && !behindThis.contains(one->next))
                    behindThis += one->next;
            for (const QChar letter : behindThis)
                if (!next.contains(letter))
                    next += letter;
        }
        return next;
    }
};

} // namespace

class TestNgramPool : public QObject {
    Q_OBJECT
private slots:
    void theNewestComesFirstAndTheOldestGo()
    {
        NgramPool pool(2, 2);
        for (const char next : {'c', 'd', 'e', 'd'})
            pool.add(tokensOf("ab"), next);
        QCOMPARE(lettersOf(pool.after(tokensOf("ab"))), "de"); // c has gone, and d was said again
        QCOMPARE(lettersOf(pool.after(tokensOf("xb"))), "de");
        QCOMPARE(lettersOf(pool.after(tokensOf("ax"))), "");
        pool.clear();
        QCOMPARE(lettersOf(pool.after(tokensOf("ab"))), "");
    }

    void longerEndingsComeFirst()
    {
        NgramPool pool(2, 3);
        pool.add(tokensOf("ab"), 'c');
        pool.add(tokensOf("zb"), 'd');
        QCOMPARE(lettersOf(pool.after(tokensOf("ab"))), "cd"); // behind b alone d is the newer
        QCOMPARE(lettersOf(pool.after(tokensOf("b"))), "dc");
    }

    void itHasWhatWasSaid_data()
    {
        QTest::addColumn<int>("longest");
        QTest::addColumn<int>("most");
        for (const int longest : {1, 2, 4})
            for (const int most : {1, 2, 5})
                QTest::addRow("behind %d, %d kept", longest, most) << longest << most;
    }
    void itHasWhatWasSaid()
    {
        QFETCH(int, longest);
        QFETCH(int, most);
        NgramPool pool(longest, most);
        Reference reference;
        unsigned state = 7;
        const auto letter = [&state] {
            state = state * 1664525u + 1013904223u;
            return char16_t(u'a' + (state >> 16) % 3);
        };
        int found = 0;
        for (int i = 0; i < 400; ++i) {
            QString row;
            for (int length = 1 + i % 6; length > 0; --length)
                row += QChar(letter());
            const QString expected = reference.after(row, longest, most);
            QCOMPARE(lettersOf(pool.after(tokensOf(row))), expected);
            found += int(expected.size());
            const QChar next(letter());
            pool.add(tokensOf(row), next.unicode());
            reference.said.push_back({row, next});
        }
        QVERIFY(found > 300);
    }
};

DRAFTSCOPE_TEST(TestNgramPool)
#include "test_ngram_pool.moc"
