// SPDX-License-Identifier: MIT
// Answers of other engines, as they are read for a comparison of texts.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/report/text_input.h"

using namespace draftscope;

using Ids = std::vector<TokenId>;

class TestEngineAnswers : public QObject {
    Q_OBJECT

private:
    Result<TextInput> answer(const QByteArray& json)
    {
        QFile file(m_folder.filePath("answer.json"));
        if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
            return fail("The answer cannot be written.");
        file.close();
        return readTextInput(file.fileName().toStdString());
    }

private slots:
    void idsCountMoreThanTheText()
    {
        const auto both = answer(R"({"content": " hill", "tokens": [3, 4]})");
        QVERIFY(both && both->ids && !both->characters);
        QCOMPARE(*both->ids, (Ids{3, 4}));
    }

    /// llama.cpp has an empty list there where the request does not ask for ids.
    void anEmptyListLeavesTheText()
    {
        const auto text = answer(R"({"content": " hill", "tokens": [], "stop": true})");
        QVERIFY(text && !text->ids);
        QCOMPARE(text->characters, std::optional<std::string>(" hill"));
        const auto ids = answer(R"({"choices": [{"text": " hill", "prompt_token_ids": [], "token_ids": [5]}]})");
        QVERIFY(ids && ids->ids && !ids->prompt);
        QCOMPARE(*ids->ids, Ids{5});
        QVERIFY(!answer(R"({"tokens": []})"));
    }

    /// 2^64 - 1 has the bits of -1.
    void largeNumbersAreNoIds()
    {
        QVERIFY(!answer("[1, 18446744073709551615]"));
        QCOMPARE(*answer("[1, -1]")->ids, (Ids{1, -1}));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestEngineAnswers)
#include "test_engine_answers.moc"
