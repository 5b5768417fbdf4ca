// SPDX-License-Identifier: MIT
// A memoising backend answers as the one behind it does, also to a caller that makes a mistake.
#include <QTest>

#include "engine/analysis/five_letter_drafts.h"
#include "engine/analysis/five_letter_pair.h"
#include "engine/analysis/memoising_backend.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// A text in slots 0, 1, 2, .., its last row with logits.
struct TextRows {
    std::vector<int> places;
    Rows rows;

    explicit TextRows(const std::vector<TokenId>& text)
    {
        for (std::size_t i = 0; i < text.size(); ++i)
            places.push_back(int(i));
        rows.prefixes.assign(1, {});
        for (std::size_t i = 0; i < text.size(); ++i)
            rows.rows.push_back(
                {text[i], int(i), 0, places[i], std::span<const int>(places).first(i), i + 1 == text.size()});
    }
    TextRows(const TextRows&) = delete;
    TextRows& operator=(const TextRows&) = delete;
};

using Change = void (*)(TextRows&);

std::vector<float> logitsOf(Backend& backend, const std::shared_ptr<const Model>& model,
                            const std::vector<std::vector<TokenId>>& texts, Change change = nullptr)
{
    const auto pass = *backend.makePass(model, 32);
    std::vector<float> logits(std::size_t(model->config.vocabularySize));
    for (const auto& text : texts) {
        TextRows rows(text);
        if (change)
            change(rows);
        pass->run(rows.rows, logits);
    }
    return logits;
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TestMemoisingBackend : public QObject {
    Q_OBJECT
private slots:
    void aSessionOnItIsTheSameSession_data()
    {
        QTest::addColumn<int>("draftLength");
        QTest::addColumn<double>("temperature");
        for (const int k : {1, 3, 6})
            for (const double temperature : {0.0, 1.0})
                QTest::addRow("K = %d, temperature %g", k, temperature) << k << temperature;
    }
    void aSessionOnItIsTheSameSession()
    {
        QFETCH(int, draftLength);
        QFETCH(double, temperature);
        const auto memoising = std::make_shared<MemoisingBackend>(makeCpuBackend(1));
        const TinyPair tiny = makeTinyPair();
        const Pair pair{tiny.target, tiny.draft};
        SessionSettings settings;
        settings.draftLength = draftLength;
        settings.sampler.temperature = temperature;
        settings.maxTokens = 60;
        for (const char* prompt : {"Once", "Once upon a time", "Once"}) {
            auto real = makeSession(pair, settings, prompt),
                 remembered = makeSession(pair, settings, prompt, memoising);
            while (real->ended() == EndReason::none)
                QVERIFY(withoutTimes(real->finishRound()) == withoutTimes(remembered->finishRound()));
            QCOMPARE(remembered->ended(), real->ended());
        }
    }

    /// Hidden states, what heads begin with, and parts of a model are remembered, too.
    void withHeadsAndPartsOfTheTarget_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("shape");
        for (const char* method : {"medusa", "eagle", "eagle3", "early-exit", "layer-skipping"})
            for (const char* shape : {"chain", "fixed-widths", "dynamic"})
                QTest::addRow("%s, %s", method, shape) << method << shape;
    }
    void withHeadsAndPartsOfTheTarget()
    {
        QFETCH(QString, method);
        QFETCH(QString, shape);
        SessionSettings settings;
        chooseMethod(settings, method.toStdString());
        chooseShape(settings, shape.toStdString());
        settings.maxTokens = 40;
        const Method& way = **methodNamed(settings.method);
        const Pair pair = fiveLetterPairFor(way);
        const auto data = *fiveLetterData(way, *pair.target);
        const auto memoising = std::make_shared<MemoisingBackend>(makeCpuBackend(1));
        for (int turn = 0; turn < 2; ++turn) {
            auto real = *Session::create(pair, settings, "abcd", data, makeCpuBackend(1)),
                 remembered = *Session::create(pair, settings, "abcd", data, memoising);
            while (real->ended() == EndReason::none)
                QVERIFY(withoutTimes(real->finishRound()) == withoutTimes(remembered->finishRound()));
            QCOMPARE(remembered->ended(), real->ended());
        }
        const auto rows = memoising->computedRows();
        (void)decode(**Session::create(pair, settings, "abcd", data, memoising));
        QCOMPARE(memoising->computedRows(), rows);
    }

    void aSecondTimeNothingIsComputed()
    {
        const auto memoising = std::make_shared<MemoisingBackend>(makeCpuBackend(1));
        SessionSettings settings;
        settings.maxTokens = 20;
        const auto write = [&] { (void)decode(*makeSession(fiveLetterPairOnce(), settings, "abc", memoising)); };
        write();
        const auto rows = memoising->computedRows();
        QVERIFY(rows > 40); // 23 tokens by two models
        write();
        QCOMPARE(memoising->computedRows(), rows);
        memoising->forgetBeyond(1 << 30);
        write();
        QCOMPARE(memoising->computedRows(), rows);
        memoising->forgetBeyond(0);
        write();
        QVERIFY(memoising->computedRows() > rows);
    }

    void mistakesAreAnsweredAsTheModelWould_data()
    {
        QTest::addColumn<Change>("change");
        QTest::newRow("none") << Change([](TextRows&) {});
        QTest::newRow("a wrong position") << Change([](TextRows& text) { text.rows.rows[4].position += 3; });
        QTest::newRow("a wrong position of a token before")
            << Change([](TextRows& text) { text.rows.rows[2].position += 3; });
        QTest::newRow("an ancestor is missing") << Change(
            [](TextRows& text) { text.rows.rows[4].ancestors = std::span<const int>(text.places).subspan(1, 3); });
        QTest::newRow("an ancestor's slot holds an older text") << Change([](TextRows& text) {
            if (text.rows.rows[0].token == 2) // the second text: token 3 is not fed, what lay in its slot is seen
                text.rows.rows.erase(text.rows.rows.begin() + 3);
        });
    }
    void mistakesAreAnsweredAsTheModelWould()
    {
        QFETCH(Change, change);
        const auto cpu = makeCpuBackend(1);
        MemoisingBackend memoising(cpu);
        const auto model = fiveLetterPair().target;
        const std::vector<std::vector<TokenId>> texts = {{0, 1, 2, 3, 4}, {2, 0, 3, 1, 1}};
        const auto right = logitsOf(memoising, model, texts);
        const auto answered = logitsOf(memoising, model, texts, change);
        QCOMPARE(answered, logitsOf(*cpu, model, texts, change));
        QCOMPARE(answered == right, qstrcmp(QTest::currentDataTag(), "none") == 0);
    }

    void aSlotThatWasNeverWrittenIsAFailure()
    {
        MemoisingBackend memoising(makeCpuBackend(1));
        const auto pass = *memoising.makePass(fiveLetterPair().target, 8);
        const std::vector<int> nowhere = {5};
        Rows rows;
        rows.prefixes.assign(1, {});
        rows.rows.push_back({1, 1, 0, 0, nowhere, false});
        QVERIFY_EXCEPTION_THROWN(pass->run(rows, {}), BackendFailure);
    }

    void whatWasCancelledIsComputedAgain()
    {
        const auto cpu = makeCpuBackend(1);
        MemoisingBackend memoising(cpu);
        const auto model = fiveLetterPair().target;
        const auto pass = *memoising.makePass(model, 8);
        const std::vector<TokenId> text = {4, 0, 3, 1};
        TextRows rows(text);
        std::vector<float> logits(5);
        const std::atomic<bool> cancelled = true;
        rows.rows.cancelled = &cancelled;
        QVERIFY_EXCEPTION_THROWN(pass->run(rows.rows, logits), Cancelled);
        QCOMPARE(logitsOf(memoising, model, {text}), logitsOf(*cpu, model, {text}));
    }

    /// More contexts than the pass behind has slots: those that were dropped are computed again, with the same bits.
    void manyTextsTakeTurnsInFewSlots()
    {
        const auto cpu = makeCpuBackend(1);
        MemoisingBackend memoising(cpu);
        const auto model = fiveLetterPair().target;
        for (int i = 0; i < 125; ++i) {
            std::vector<TokenId> text = {i % 5, i / 5 % 5, i / 25, 0, 1, 2};
            while (!text.empty()) { // shorter ones: rows that are known, but not their logits
                QCOMPARE(logitsOf(memoising, model, {text}), logitsOf(*cpu, model, {text}));
                text.pop_back();
            }
        }
    }

private:
    /// The same models each time: memories go by model.
    static Pair fiveLetterPairOnce()
    {
        static const Pair pair = fiveLetterPair();
        return pair;
    }
};

DRAFTSCOPE_TEST(TestMemoisingBackend)
#include "test_memoising_backend.moc"
