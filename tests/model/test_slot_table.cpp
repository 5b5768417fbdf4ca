// SPDX-License-Identifier: MIT
#include <random>

#include <QTest>

#include "engine/model/slot_table.h"
#include "tests/test_main.h"

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

    /// Slots are shown and written into traces, so which one is taken is part of what a table promises.
    void alwaysTheLowestFreeSlot()
    {
        constexpr int slotCount = 12;
        SlotTable table(slotCount, 2);
        std::mt19937 random(1);
        const auto below = [&](std::size_t count) { return std::size_t(random() % count); };
        int taken = 0, full = 0;
        for (int step = 0; step < 20'000; ++step) {
            const auto all = table.allSlots();
            std::vector<int> speculative;
            int lowest = -1, free = 0;
            for (int slot = slotCount; slot-- > 0;) {
                if (all[std::size_t(slot)].state == SlotState::speculative)
                    speculative.push_back(slot);
                if (all[std::size_t(slot)].state == SlotState::free) {
                    lowest = slot;
                    ++free;
                }
            }
            QCOMPARE(table.freeCount(), free);
            const int sequence = int(below(2)), length = table.committedCount(sequence);
            switch (below(12)) {
            case 0:
                table.releaseSpeculative(sequence);
                for (const Slot& slot : table.allSlots())
                    QVERIFY(slot.state != SlotState::speculative || slot.sequence != sequence);
                break;
            case 1:
                table.truncate(sequence, int(below(std::size_t(length) + 1)));
                break;
            case 2:
            case 3:
                if (!speculative.empty())
                    table.release(speculative[below(speculative.size())]);
                break;
            case 4:
            case 5:
            case 6:
                if (!speculative.empty())
                    table.commit(speculative[below(speculative.size())]);
                break;
            default:
                QCOMPARE(table.take(sequence, length, TokenId(step)), lowest);
                ++(lowest < 0 ? full : taken);
            }
        }
        QVERIFY(taken > 1000 && full > 10);
    }

    /// With a walk over all slots for each token this would not end.
    void aMillionSlots()
    {
        constexpr int slotCount = 1'000'000;
        SlotTable table(slotCount);
        for (int i = 0; i < slotCount; ++i) {
            const int slot = table.take(0, i, i);
            QCOMPARE(slot, i);
            table.commit(slot);
            if (i % 4 == 0)
                table.releaseSpeculative(0);
        }
        QCOMPARE(table.take(0, slotCount, 0), -1);
        for (int i = 0; i < 100'000; ++i) { // rounds of a long text
            table.truncate(0, slotCount - 5);
            for (int draft = 0; draft < 5; ++draft)
                table.commit(table.take(0, slotCount - 5 + draft, draft));
        }
        QCOMPARE(table.freeCount(), 0);
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

DRAFTSCOPE_TEST(TestSlotTable)
#include "test_slot_table.moc"
