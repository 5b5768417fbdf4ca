// SPDX-License-Identifier: MIT
#include <QJsonArray>
#include <QTemporaryDir>

#include "command_line.h"
#include "engine/session/methods.h"
#include "engine/session/shapes.h"
#include "engine/speculation/verifier.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// What can be chosen, and that it is as the list says.
class TestCliMethods : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

private slots:
    void everyExampleRuns_data()
    {
        QTest::addColumn<QJsonObject>("method");
        const auto listed = cli({"methods", "--json"});
        QCOMPARE(listed.status, 0);
        const QJsonArray methods = QJsonDocument::fromJson(listed.out.toUtf8()).array();
        QVERIFY(methods.size() >= 7);
        QVERIFY2(m_directory.isValid(), qPrintable(m_directory.errorString()));
        test::write(m_directory.filePath("tales.txt"), "Once upon a time, there was a little girl named Lily.");
        QCOMPARE(cli({"datastore", "build", "--out", m_directory.filePath("tales"), m_directory.filePath("tales.txt")})
                     .status,
                 0);
        for (const QJsonValue& method : methods)
            QTest::newRow(qPrintable(method["example"].toString())) << method.toObject();
    }
    void everyExampleRuns()
    {
        QFETCH(QJsonObject, method);
        for (const char* key : {"name", "title", "paper", "shape", "verifier", "example"})
            QVERIFY2(method[key].isString(), key);
        QVERIFY(method["lossless"].isBool());
        QString example = method["example"].toString();
        QCOMPARE(method["embedded"].toBool(), !example.contains("FILE")); // which a person has to name
        example.replace("FILE", m_directory.filePath("tales"));
        const auto run =
            cli(QStringList{"generate", "--tokens", "24", "--prompt", "Once upon a time. Once upon a", "--json"}
                + example.split(' '));
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QCOMPARE(run.json()["method"], method["name"]);
        QCOMPARE(run.json()["token_ids"].toArray().size(), 24);
        if (method["shape"] == "none")
            return;
        QVERIFY(run.json()["acceptance_rate"].isDouble()); // something was drafted
    }

    void theDocumentHasTheSameTables()
    {
        QFile document(DRAFTSCOPE_SOURCE_DIR "/docs/methods.md");
        QVERIFY(document.open(QIODevice::ReadOnly));
        const auto printed = cli({"methods", "--markdown"});
        QCOMPARE(printed.status, 0);
        QVERIFY(printed.out.startsWith("| method |"));
        QVERIFY2(QString::fromUtf8(document.readAll()).contains(printed.out),
                 "Build the target methods-page: it writes the tables of docs/methods.md.");
    }

    void everyMethodAndVerifierIsInTheTable()
    {
        const QString table = cli({"methods"}).out, help = cli({"generate", "--help"}).out;
        std::vector<std::string_view> names;
        for (const Method& method : allMethods())
            names.push_back(method.name);
        for (const ShapeKind& shape : allShapes())
            names.push_back(shape.name);
        for (const Verifier* verifier : allVerifiers())
            names.push_back(verifier->name());
        for (const std::string_view name : names) {
            QVERIFY2(table.contains(QLatin1String(name.data(), int(name.size()))), name.data());
            QVERIFY2(help.contains(QLatin1String(name.data(), int(name.size()))), name.data());
        }
    }

    void wrongOptions_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("another method's") << "--method two-model --ngram-max 3"
                                          << "The method two-model has no option ngram-max: leave it out, or choose "
                                             "another method.";
        QTest::newRow("out of range") << "--method prompt-lookup --ngram-max 17"
                                      << "Max n-gram is 17: choose a number from 1 to 16.";
        QTest::newRow("siblings of several drafts")
            << "--method merged-drafts --temperature 1 --verifier k-seq"
            << "The verifier k-seq needs siblings that were drawn from one q, and the method merged-drafts draws them "
               "from several: choose the verifier speculative-sampling, or another method.";
        QTest::newRow("chains of several drafts")
            << "--method merged-drafts --temperature 1 --verifier block"
            << "The verifier block needs siblings that were drawn from one q, and the method merged-drafts draws them "
               "from several: choose the verifier speculative-sampling, or another method.";
        QTest::newRow("another method's file") << "--method two-model --datastore x"
                                               << "The method two-model reads no datastore: leave it out, or choose "
                                                  "another method.";
        QTest::newRow("no file") << "--method retrieval"
                                 << "The method retrieval needs a datastore: choose a file of that kind, or another "
                                    "method.";
        QTest::newRow("crossed suffixes")
            << "--method retrieval --datastore x --suffix-max 2 --suffix-min 3"
            << "The shortest suffix has 3 tokens and the longest 2: choose a shorter shortest one.";
        QTest::newRow("crossed")
            << "--method prompt-lookup --ngram-max 2 --ngram-min 3"
            << "The shortest n-gram has 3 tokens and the longest 2: choose a shorter shortest one.";
        QTest::newRow("a verifier that needs chance")
            << "--method suffix-automaton --verifier speculative-sampling --temperature 1"
            << "The verifier speculative-sampling needs tokens that were chosen at random and independently from q, "
               "and "
               "the method suffix-automaton chooses them without chance: choose the verifier deterministic-children, "
               "or "
               "another method.";
        QTest::newRow("greedy with chance") << "--method prompt-lookup --verifier greedy --temperature 1"
                                            << "The greedy verifier needs greedy sampling: set the temperature to 0, "
                                               "or choose the verifier deterministic-children.";
        QStringList names;
        for (const Method& method : allMethods())
            names << QString::fromUtf8(method.name.data(), qsizetype(method.name.size()));
        QTest::newRow("no such method") << "--method hydra"
                                        << "There is no method \"hydra\": choose one of " + names.join(", ") + ".";
    }
    void wrongOptions()
    {
        QFETCH(QString, options);
        QFETCH(QString, sentence);
        const auto run = cli(QStringList{"generate"} + options.split(' '));
        QCOMPARE(run.status, 2);
        QVERIFY(run.saysOneSentence());
        QCOMPARE(run.err, "draftscope-cli: " + sentence + '\n');
    }

    void aThirdDraftNeedsASecond()
    {
        const auto run = cli({"generate", "--method", "merged-drafts", "--draft-3", "tales-0.3m"});
        QCOMPARE(run.status, 1);
        QCOMPARE(run.err,
                 QString("draftscope-cli: A third draft is named and no second one: name it as the second draft "
                         "(draft-2).\n"));
    }

    void losslessTakesMethodsThatDraft()
    {
        const auto plain = cli({"lossless", "--method", "plain"});
        QCOMPARE(plain.status, 2);
        QCOMPARE(plain.err,
                 QString("draftscope-cli: The method plain drafts nothing that could be tested: choose another "
                         "method.\n"));
        const auto block = cli({"lossless", "--method", "eagle", "--tree", "dynamic", "--verifier", "block"});
        QCOMPARE(block.status, 2);
        QCOMPARE(block.err,
                 QString("draftscope-cli: The verifier block judges chains only, and the shape is dynamic: choose the "
                         "shape chain, or another verifier.\n"));
        const auto retrieval =
            cli({"lossless", "--method", "retrieval", "--tree", "fixed-widths", "--k", "2", "--texts", "1000"});
        QCOMPARE(retrieval.status, 0);
        QVERIFY(retrieval.out.contains(
            "Only the five letters were tested: the method retrieval needs a file for any other pair.\n"));
        const auto broken = cli({"lossless", "--method", "prompt-lookup", "--break", "q-temperature"});
        QCOMPARE(broken.status, 2);
        QCOMPARE(broken.err,
                 QString("draftscope-cli: The fault q-temperature is one of the method two-model with the shape chain: "
                         "leave --break out, or choose these.\n"));
    }
};

DRAFTSCOPE_TEST(TestCliMethods)
#include "test_cli_methods.moc"
