// SPDX-License-Identifier: MIT
// How a text is cut into passes: its prompt always in the same pieces, whatever was cached.
#include <QTest>

#include <fmt/format.h>

#include "engine/speculation/sequence_cache.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

/// Writes down what it is asked, a line a pass.
class NotingPass final : public ForwardPass {
public:
    explicit NotingPass(std::string& notes) : m_notes(notes) { m_config.vocabularySize = 1; }
    [[nodiscard]] const ModelConfig& config() const override { return m_config; }
    [[nodiscard]] int slotCount() const override { return 1000; }
    [[nodiscard]] std::string backendName() const override { return "notes"; }
    [[nodiscard]] int promptRowsPerPass() const override { return 100; }
    void run(const Rows& rows, std::span<float>) override
    {
        m_notes += fmt::format("{} {}..{}{}\n", rows.arePrompt ? "prompt" : "rows", rows.rows.front().position,
                               rows.rows.back().position, rows.rows.back().wantLogits ? " logits" : "");
    }

private:
    ModelConfig m_config;
    std::string& m_notes;
};

std::vector<TokenId> textOf(int length, int changedFrom = 1'000'000)
{
    std::vector<TokenId> text;
    for (int i = 0; i < length; ++i)
        text.push_back(i + (i >= changedFrom ? 5000 : 0));
    return text;
}

} // namespace

class TestSequenceCache : public QObject {
    Q_OBJECT
private slots:
    void promptsComeInPieces_data()
    {
        QTest::addColumn<int>("prompt");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("passes");
        QTest::newRow("no prompt") << 0 << 130 << "rows 0..63\nrows 64..127\nrows 128..129 logits\n";
        QTest::newRow("a short one") << 1 << 3 << "prompt 0..0\nrows 1..2 logits\n";
        QTest::newRow("one piece") << 100 << 101 << "prompt 0..99\nrows 100..100 logits\n";
        QTest::newRow("two pieces and a text")
            << 130 << 200 << "prompt 0..99\nprompt 100..129\nrows 130..193\nrows 194..199 logits\n";
    }
    void promptsComeInPieces()
    {
        QFETCH(int, prompt);
        QFETCH(int, length);
        QFETCH(QString, passes);
        std::string notes;
        SequenceCache cache(std::make_unique<NotingPass>(notes), prompt);
        float logits = 0;
        cache.feed(textOf(length), {&logits, 1});
        QCOMPARE(QString::fromStdString(notes), passes);
        QCOMPARE(cache.cachedCount(), length);
    }

    void piecesAreKeptWholeOrNotAtAll_data()
    {
        QTest::addColumn<int>("same");
        QTest::addColumn<int>("kept");
        QTest::addColumn<QString>("passes");
        const QString rest = "rows 230..259\n";
        QTest::newRow("nothing") << 0 << 0 << "prompt 0..99\nprompt 100..199\nprompt 200..229\n" + rest;
        QTest::newRow("part of the first") << 99 << 0 << "prompt 0..99\nprompt 100..199\nprompt 200..229\n" + rest;
        QTest::newRow("the first") << 100 << 100 << "prompt 100..199\nprompt 200..229\n" + rest;
        QTest::newRow("part of the last") << 229 << 200 << "prompt 200..229\n" + rest;
        QTest::newRow("the prompt") << 230 << 230 << rest;
        QTest::newRow("behind it") << 241 << 241 << "rows 241..259\n";
        QTest::newRow("all") << 260 << 260 << "";
    }
    void piecesAreKeptWholeOrNotAtAll()
    {
        QFETCH(int, same);
        QFETCH(int, kept);
        QFETCH(QString, passes);
        std::string notes;
        SequenceCache cache(std::make_unique<NotingPass>(notes), 230);
        cache.feed(textOf(260));
        notes.clear();
        const auto other = textOf(260, same);
        QCOMPARE(cache.align(other), kept);
        cache.feed(std::span(other).subspan(std::size_t(kept)));
        QCOMPARE(QString::fromStdString(notes), passes);
        QCOMPARE(cache.align(other), 260);
    }

    /// Of a piece all is kept or nothing, so that a backend that reads prompts in its own way gives the same bits.
    void cancelledFeedingGoesOnWithTheNextPiece()
    {
        std::string notes;
        SequenceCache cache(std::make_unique<NotingPass>(notes), 230);
        std::atomic<bool> cancelled = false;
        std::vector<double> shares;
        Progress progress;
        progress.cancelled = &cancelled;
        progress.report = [&](double share, std::string_view) {
            shares.push_back(share);
            cancelled = shares.size() == 3;
        };
        const auto text = textOf(260);
        QVERIFY_EXCEPTION_THROWN(cache.feed(text, {}, progress), Cancelled);
        QCOMPARE(shares, (std::vector<double>{0, 100.0 / 260, 200.0 / 260}));
        QCOMPARE(QString::fromStdString(std::exchange(notes, {})), "prompt 0..99\nprompt 100..199\n");
        QCOMPARE(cache.table().freeCount(), 800); // the slots of the piece that was not run, too

        cancelled = false;
        const int cached = cache.align(text);
        QCOMPARE(cached, 200);
        cache.feed(std::span(text).subspan(std::size_t(cached)), {}, progress);
        QCOMPARE(QString::fromStdString(notes), "prompt 200..229\nrows 230..259\n");
    }

    /// A draft is never part of a prompt's piece.
    void draftedTokensAreKept()
    {
        std::string notes;
        SequenceCache cache(std::make_unique<NotingPass>(notes), 30);
        cache.feed(textOf(40));
        const std::vector<int> drafted = {cache.take(40, 40), cache.take(41, 41), cache.take(42, 77)};
        QCOMPARE(cache.align(textOf(45), drafted), 42);
    }

    void thePromptIsAllButItsLastToken()
    {
        QCOMPARE(promptCountOf({}), 0);
        QCOMPARE(promptCountOf(textOf(1)), 0);
        QCOMPARE(promptCountOf(textOf(9)), 8);
    }
};

DRAFTSCOPE_TEST(TestSequenceCache)
#include "test_sequence_cache.moc"
