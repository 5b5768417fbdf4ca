// SPDX-License-Identifier: MIT
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// A draft that is cut to the frequent tokens of a text drafts, says what it is, and is no target.
class TestCliCutDraft : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    [[nodiscard]] QString path(const char* name) const { return m_directory.filePath(name); }

private slots:
    void initTestCase()
    {
        test::write(path("tale.txt"),
                    "Once upon a time, there was a little girl named Lily. She loved to play outside in the garden "
                    "with her friends. One day, she found a big box. She was very happy and said: \"What is it?\"");
    }

    void isCutAndDraftsAsOthersDo()
    {
        const auto cut = cli({"cut-draft", "--keep", "600", "--out", path("cut"), path("tale.txt")});
        QVERIFY2(cut.status == 0, qPrintable(cut.err));
        QVERIFY2(cut.out.contains("logits for 600 of 2560 tokens, which are 100.0 % of the text's"),
                 qPrintable(cut.out));

        const auto inspected = cli({"inspect", path("cut")});
        QVERIFY2(inspected.out.contains("vocabulary   2560 rows, logits for 600 of them (d2t): a draft only"),
                 qPrintable(inspected.out + inspected.err));
        const auto pair = cli({"inspect", "pair", "tales-6m", path("cut")});
        QVERIFY2(pair.out.contains("same tokenizer, 2560 shared tokens, of which 600 are drafted"),
                 qPrintable(pair.out + pair.err));

        const QStringList asked = {"generate", "--backend", "cpu", "--tokens", "40", "--temperature", "0", "--json"};
        const auto plain = cli(asked + QStringList{"--method", "plain"});
        for (const char* tree : {"chain", "dynamic"}) {
            const auto drafted = cli(asked
                                     + QStringList{"--method", "two-model", "--draft", path("cut"), "--tree", tree,
                                                   "--trace", path("cut.jsonl")});
            QVERIFY2(drafted.status == 0, qPrintable(drafted.err));
            QCOMPARE(drafted.json()["token_ids"].toArray(), plain.json()["token_ids"].toArray());
            QVERIFY(drafted.json()["acceptance_rate"].toDouble() > 0.2);
        }
        const auto trace = cli({"inspect", "trace", path("cut.jsonl")});
        QVERIFY2(trace.out.contains("draft        cut, logits for 600 of 2560 tokens"),
                 qPrintable(trace.out + trace.err));

        const auto target = cli({"generate", "--target", path("cut"), "--method", "plain", "--tokens", "4"});
        QVERIFY(target.status != 0);
        QVERIFY2(target.err.contains("cut is a draft with logits for 600 of its 2560 tokens (d2t), so it cannot be the "
                                     "target: choose a whole model."),
                 qPrintable(target.err));
        const auto again =
            cli({"cut-draft", "--draft", path("cut"), "--keep", "5", "--out", path("x"), path("tale.txt")});
        QVERIFY2(again.err.contains("has logits for 600 tokens already: choose the whole model."),
                 qPrintable(again.err));
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("sentence");
        test::write(path("empty.txt"), "");
        QTest::newRow("nothing to keep") << QStringList{"--keep", "0", path("tale.txt")}
                                         << "The number of tokens to keep is 0: choose 1 or more.";
        QTest::newRow("no number") << QStringList{path("tale.txt")} << "--keep is required";
        QTest::newRow("all of them") << QStringList{"--keep", "2560", path("tale.txt")}
                                     << "has 2560 tokens: choose fewer than that to keep.";
        QTest::newRow("no file") << QStringList{"--keep", "9", path("none.txt")} << "none.txt";
        QTest::newRow("an empty file") << QStringList{"--keep", "9", path("empty.txt")} << "The files hold no text";
        QTest::newRow("no directory") << QStringList{"--keep", "9", "--out", path("tale.txt"), path("tale.txt")}
                                      << "cannot be made";
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, sentence);
        if (!options.contains("--out"))
            options += {"--out", path("x")};
        const auto outcome = cli(QStringList{"cut-draft"} + options);
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("x")));
    }
};

DRAFTSCOPE_TEST(TestCliCutDraft)
#include "test_cli_cut_draft.moc"
