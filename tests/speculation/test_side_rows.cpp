// SPDX-License-Identifier: MIT
// Rows beside the draft tree: which rows they see, where they lie, and how the lookahead window moves on. A letter is a
// token.
#include <map>

#include <QTest>

#include "engine/speculation/local_target.h"
#include "engine/speculation/lookahead_window.h"
#include "tests/speculation/letters.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

/// Keeps the rows that it is asked for, and finds the row's own token the likeliest one behind it.
class EchoingPass final : public ForwardPass {
public:
    explicit EchoingPass(std::vector<Row>& seen) : m_seen(seen)
    {
        m_config.vocabularySize = 128;
        m_config.contextLength = 64;
    }
    [[nodiscard]] const ModelConfig& config() const override { return m_config; }
    [[nodiscard]] int slotCount() const override { return 40; }
    [[nodiscard]] std::string backendName() const override { return "echo"; }
    void run(const Rows& rows, std::span<float> logits) override
    {
        m_seen = rows.rows;
        std::size_t wanted = 0;
        for (const Row& row : rows.rows)
            if (row.wantLogits)
                logits[wanted++ * 128 + std::size_t(row.token)] = 1;
    }

private:
    ModelConfig m_config;
    std::vector<Row>& m_seen;
};

/// A line a row: its letter, its position, and the letters of the pass's rows that it sees, itself included.
QString maskOf(const std::vector<Row>& rows)
{
    std::map<int, QChar> letterIn; // by slot
    QString lines;
    for (const Row& row : rows) {
        letterIn[row.slot] = QChar(char16_t(row.token));
        lines += QString("%1 %2: ").arg(QChar(char16_t(row.token))).arg(row.position);
        for (const int slot : row.ancestors)
            lines += letterIn.contains(slot) ? letterIn[slot] : QChar('?');
        lines += letterIn[row.slot] + QString("\n");
    }
    return lines;
}

QString lettersOf(const std::vector<SideRow>& rows)
{
    QString letters;
    for (const SideRow& row : rows)
        letters += QChar(char16_t(row.token));
    return letters;
}

/// With other letters, in the order of the rows.
std::vector<SideRow> named(std::vector<SideRow> rows, const QString& letters, const QString& likeliest = {})
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].token = letters[int(i)].unicode();
        if (!likeliest.isEmpty())
            rows[i].likeliest = likeliest[int(i)].unicode();
    }
    return rows;
}

/// Two drafts behind a root, one behind the other.
DraftTree chainOf(const QString& drafts)
{
    DraftTree tree;
    for (const TokenId token : tokensOf(drafts))
        tree.addCertain(token, int(tree.nodes.size()) - 1, 128);
    return tree;
}

} // namespace

class TestSideRows : public QObject {
    Q_OBJECT
private slots:
    /// The mask of the paper: with W = 3 and N = 4 there are three columns and three levels. The root is the first of
    /// level 0, whose others are a and b; level 1 is d, e, f and level 2 g, h, i.
    void everyRowSeesItsOwnPath()
    {
        std::vector<Row> seen;
        LocalTarget target(nullptr, std::make_unique<EchoingPass>(seen), 0, nullptr);
        target.align(tokensOf("klr"));
        const std::vector<SideRow> rows = named(LookaheadWindow(3, 3).rows(tokensOf("klr")), "abdefghi");
        target.plan('r', 3, chainOf("xy"), rows);
        target.verify();
        QCOMPARE(maskOf(seen),
                 "r 2: r\n"
                 "x 3: rx\n"
                 "y 4: rxy\n"
                 "a 3: ra\n"
                 "b 4: rab\n"
                 "d 3: rd\n"
                 "e 4: rae\n"
                 "f 5: rabf\n"
                 "g 4: rdg\n"
                 "h 5: raeh\n"
                 "i 6: rabfi\n");
    }

    /// Nothing behind a side row is a context, and with the commit all of them go.
    void theyAreNoContextsAndAreRolledBack()
    {
        std::vector<Row> seen;
        LocalTarget target(nullptr, std::make_unique<EchoingPass>(seen), 0, nullptr);
        target.align(tokensOf("klr"));
        const std::vector<SideRow> rows = named(LookaheadWindow(3, 3).rows(tokensOf("klr")), "abdefghi");
        target.plan('r', 3, chainOf("xy"), rows);
        target.verify();
        for (int context = 0; context < 3; ++context)
            QCOMPARE(target.logits(context)[std::size_t("rxy"[context])], 1.0f);
        QVERIFY(target.isVerified(2) && !target.isVerified(3));
        for (int row = 0; row < int(rows.size()); ++row) {
            QCOMPARE(target.sideLogits(row)[std::size_t(rows[std::size_t(row)].token)], 1.0f);
            const Slot& slot = target.cache().table().allSlots()[std::size_t(target.sideSlot(row))];
            QCOMPARE(slot.token, rows[std::size_t(row)].token);
            QVERIFY(slot.state == SlotState::speculative);
        }
        QCOMPARE(target.cache().table().freeCount(), 40 - 13);
        const std::vector<int> accepted = {0};
        target.commit(accepted);
        QCOMPARE(target.cache().table().freeCount(), 40 - 4); // k, l, r and x are the text
        QCOMPARE(target.cache().cachedCount(), 4);
    }

    void nothingChangesForTheOtherRows()
    {
        std::vector<Row> seen;
        LocalTarget target(nullptr, std::make_unique<EchoingPass>(seen), 0, nullptr);
        target.align(tokensOf("klr"));
        target.plan('r', 3, chainOf("xy"));
        target.verify();
        QCOMPARE(maskOf(seen), "r 2: r\nx 3: rx\ny 4: rxy\n");
    }

    /// A Jacobi iteration: levels move up by one, and the answers behind the last one come in.
    void theWindowMovesOn()
    {
        LookaheadWindow window(3, 3);
        const std::vector<SideRow> first = window.rows(tokensOf("klr"));
        QCOMPARE(int(first.size()), LookaheadWindow::rowCount(3, 3));
        QVERIFY(lettersOf(first).count('k') > 0 && lettersOf(first).count('l') > 0); // from the text
        window.moveOn(named(first, "abdefghi", "ABDEFGHI"), 'c');
        const std::vector<SideRow> second = window.rows(tokensOf("klrc"));
        QCOMPARE(lettersOf(second), "efghiGHI"); // d would be the root, which is c
        for (std::size_t i = 0; i < first.size(); ++i)
            QCOMPARE(second[i].parent, first[i].parent);
        window.moveOn({}, 'c'); // a round without room for it
        QCOMPARE(lettersOf(window.rows(tokensOf("klrcz"))), "efghiGHI");
        window.clear();
        QCOMPARE(lettersOf(window.rows(tokensOf("klr"))), lettersOf(first));
    }

    /// Where N = 2 there is one level, and the answer behind the root would be the next root.
    void theSmallestWindows()
    {
        LookaheadWindow none(0, 3), bigrams(3, 1), column(1, 3);
        QVERIFY(none.rows(tokensOf("r")).empty());
        bigrams.moveOn(named(bigrams.rows(tokensOf("r")), "ab", "AB"), 'c');
        QCOMPARE(lettersOf(bigrams.rows(tokensOf("rc"))), "AB");
        column.moveOn(named(column.rows(tokensOf("r")), "dg", "DG"), 'c');
        QCOMPARE(lettersOf(column.rows(tokensOf("rc"))), "gG");
    }
};

DRAFTSCOPE_TEST(TestSideRows)
#include "test_side_rows.moc"
