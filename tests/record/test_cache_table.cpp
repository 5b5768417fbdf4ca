// SPDX-License-Identifier: MIT
#include <QTest>

#include "engine/record/cache_table.h"
#include "engine/record/end_of_text.h"
#include "engine/record/names.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

/// Tables that are drawn from changes, compared as one printed line: a slot with its position, its token and a mark, +
/// where it is committed, ? where it is speculative and - where it is free.
class TestCacheTable : public QObject {
    Q_OBJECT

private:
    static QString line(const CacheTable& table)
    {
        QStringList words;
        for (const auto& [slot, held] : table)
            words << QString("%1%2%3:%4").arg(slot).arg("-?+"[int(held.state)]).arg(held.position).arg(held.token);
        return words.join(' ');
    }

private slots:
    void everyMomentIsDrawn_data()
    {
        QTest::addColumn<int>("moment");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("draft");
        const char* const read = "0+0:1 1+1:10";
        const char* const drafted = "0+0:1 1+1:10 2+2:11 3?3:20";
        const char* const verified = "0+0:1 1+1:10 2+2:11 3?3:20 4?4:21";
        QTest::newRow("nothing yet") << 0 << ""
                                     << "";
        QTest::newRow("draft 1") << 1 << read << "0+0:1 1+1:10 2+2:11";
        QTest::newRow("draft 2") << 2 << read << drafted;
        QTest::newRow("verify") << 3 << verified << drafted;
        QTest::newRow("residual") << 6 << verified << drafted;
        QTest::newRow("commit") << 7 << "0+0:1 1+1:10 2+2:11 3+3:20 4-4:21"
                                << "0+0:1 1+1:10 2+2:11 3+3:20";
    }
    void everyMomentIsDrawn()
    {
        QFETCH(int, moment);
        QFETCH(QString, target);
        QFETCH(QString, draft);
        const Recording recording = example::recording();
        const CacheTables tables = cacheAt(recording, {0, 0, moment});
        QCOMPARE(line(tables.target), target);
        QCOMPARE(line(tables.draft), draft);
        // What atMoment() leaves of the round comes to the same.
        Recording cut(recording.header());
        cut.put(0, atMoment(recording.round(0, 0), moment));
        QVERIFY(cacheAt(cut, cut.end(0)) == tables);
        QVERIFY(cacheAt(cut, {0, 5, 0}) == tables); // behind the end
    }

    void slotsAreTakenAgain()
    {
        const Recording recording = example::recording();
        QCOMPARE(line(cacheAt(recording, {0, 1, 3}).target), "0+0:1 1+1:10 2+2:11 3+3:20 4+4:11 5?5:20 6?6:21");
        QCOMPARE(line(cacheAt(recording, {0, 1, 7}).target), "0+0:1 1+1:10 2+2:11 3+3:20 4+4:11 5+5:20 6+6:21");
        QVERIFY(cacheAt(recording, {0, 2, 0}) == cacheAt(recording, {0, 1, 7}));
    }

    /// Whatever the order in which slots are written, and whatever is left out between them.
    void slotsAreListedInOrder()
    {
        CacheTable table;
        for (const int slot : {3, 9, 4, 0, 100})
            table[slot] = {SlotState::committed, slot, slot};
        QCOMPARE(line(table), "0+0:0 3+3:3 4+4:4 9+9:9 100+100:100");
        table[4].state = SlotState::free;
        table.erase(9);
        table.erase(50);
        QCOMPARE(line(table), "0+0:0 3+3:3 4-4:4 100+100:100");
        QCOMPARE(table.find(3)->second.token, 3);
        QVERIFY(table.find(2) == std::as_const(table).end() && table.find(101) == std::as_const(table).end());
        QCOMPARE(table.lower_bound(5)->first, 100);
        QCOMPARE(table.size(), std::size_t(4));
    }

    /// A branch has what its parent did until then, and not what that did afterwards.
    void branchesAreDrawn()
    {
        const Recording recording = example::recording();
        QVERIFY(cacheAt(recording, {1, 1, 4}) == cacheAt(recording, {0, 1, 4}));
        QCOMPARE(line(cacheAt(recording, {1, 2, 0}).target), "0+0:1 1+1:10 2+2:11 3+3:20 4+4:11 5+5:20 6-6:21");
        QCOMPARE(line(cacheAt(recording, {0, 2, 0}).target), "0+0:1 1+1:10 2+2:11 3+3:20 4+4:11 5+5:20 6+6:21");
    }

    /// That is all that another thread needs to go on.
    void spinesAreDrawn()
    {
        const Recording recording = example::recording();
        for (int round = 0; round <= 2; ++round) {
            const Position at{1, round, 2};
            QVERIFY(cacheAt(recording.spineTo(at), {0, round, 2}) == cacheAt(recording, at));
        }
    }

    /// From rows that a text has one token behind their position, as an EAGLE head's, and from texts that are too
    /// short.
    void rowsAreReadFromTheText()
    {
        CacheTables tables;
        const std::vector<TokenId> text = {7, 8, 9};
        apply({.cache = CacheOwner::draft, .slot = 4, .count = 3, .position = 0, .textIndex = 1}, text, tables);
        QCOMPARE(line(tables.draft), "4?0:8 5?1:9 6?2:-1");
        apply({.cache = CacheOwner::draft, .kind = CacheChange::Kind::rolledBack, .slot = 5, .count = 2147483642}, text,
              tables);
        QCOMPARE(line(tables.draft), "4?0:8 5-1:9 6-2:-1");
        QVERIFY(tables.target.empty());
    }

    /// Moments that withoutWhatFollowsTheEnd() takes away leave what the caches did there to the commit.
    void changesBehindTheEndOfTheText()
    {
        RoundRecord round = example::acceptedRound(0, 3);
        round.committed = {{20, TokenSource::accepted, 0}};
        round.endOfText = true;
        round.cacheChanges.insert(round.cacheChanges.end() - 2,
                                  {5, CacheOwner::target, CacheChange::Kind::rolledBack, 4});
        const RoundRecord shorter = withoutWhatFollowsTheEnd(round);
        QCOMPARE(int(shorter.moments.size()), 5);
        QCOMPARE(shorter.cacheChanges.size(), round.cacheChanges.size());
        for (std::size_t i = 0; i < round.cacheChanges.size(); ++i)
            QCOMPARE(shorter.cacheChanges[i].moment, std::min(round.cacheChanges[i].moment, 4));
    }

    void everyNameLeadsBack()
    {
        for (const CacheOwner cache : {CacheOwner::target, CacheOwner::draft})
            QVERIFY(named<CacheOwner>(nameOf(cache)) == cache);
        for (int i = 0; i < 3; ++i)
            QVERIFY(named<CacheChange::Kind>(nameOf(CacheChange::Kind(i))) == CacheChange::Kind(i));
    }
};

DRAFTSCOPE_TEST(TestCacheTable)
#include "test_cache_table.moc"
