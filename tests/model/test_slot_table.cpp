// SPDX-License-Identifier: MIT
#include <QTest>

#include "engine/model/slot_table.h"

using namespace draftscope;

namespace {

/// One character a slot: '.' free, '?' speculative, a letter (token 0 = a) committed.
QString drawn(const SlotTable& table)
{
    QString text;
    for (const Slot& slot : table.allSlots())
        text += slot.state == SlotState::free      ? QChar('.')
            : slot.state == SlotState::speculative ? QChar('?')
                                                   : QChar('a' + slot.token);
    return text;
}

} // namespace

class TestSlotTable : public QObject {
    Q_OBJECT
private slots:
    void aRoundOfDraftingAndRollback()
    {
        SlotTable table(6);
        table.commit(table.take(0, 0, 0));
        table.commit(table.take(0, 1, 1));
        QCOMPARE(drawn(table), "ab....");
        const int accepted = table.take(0, 2, 2);
        const int rejected = table.take(0, 3, 3);
        QCOMPARE(drawn(table), "ab??..");
        table.commit(accepted);
        table.release(rejected);
        QCOMPARE(drawn(table), "abc...");
        QCOMPARE(table.allSlots()[3].token, 3); // still shown after freeing
        QCOMPARE(table.committedCount(0), 3);
        QCOMPARE(table.freeCount(), 3);
    }

    void aPathMayRunThroughGaps()
    {
        SlotTable table(4);
        const int first = table.take(0, 0, 0), sibling = table.take(0, 1, 1), second = table.take(0, 1, 2);
        table.commit(first);
        table.release(sibling);
        table.commit(second);
        QCOMPARE(drawn(table), "a.c.");
        QCOMPARE(std::vector<int>(table.path(0).begin(), table.path(0).end()), (std::vector<int>{0, 2}));
        QCOMPARE(table.take(0, 2, 3), 1); // the lowest free slot
    }

    void goingBackIsTruncation()
    {
        SlotTable table(5);
        for (int i = 0; i < 4; ++i)
            table.commit(table.take(0, i, i));
        (void)table.take(0, 4, 4);
        table.truncate(0, 2);
        QCOMPARE(drawn(table), "ab...");
        table.truncate(0, 9); // longer than the path: nothing to do
        QCOMPARE(drawn(table), "ab...");
        table.truncate(0, 0);
        QCOMPARE(drawn(table), ".....");
    }

    void sequencesAreApart()
    {
        SlotTable table(4, 2);
        table.commit(table.take(0, 0, 0));
        table.commit(table.take(1, 0, 1));
        (void)table.take(0, 1, 2);
        (void)table.take(1, 1, 3);
        QCOMPARE(table.take(0, 2, 4), -1); // full
        table.releaseSpeculative(1);
        QCOMPARE(drawn(table), "ab?.");
        table.truncate(0, 0);
        QCOMPARE(drawn(table), ".b..");
    }
};

QTEST_GUILESS_MAIN(TestSlotTable)
#include "test_slot_table.moc"
