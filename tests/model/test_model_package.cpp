// SPDX-License-Identifier: MIT
// Models that pip fetches; pip itself is pretended.
#include <csignal>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "engine/catalogue/found_models.h"
#include "engine/catalogue/model_package.h"
#include "tests/fixtures/pretended_python.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::entriesOf;
using test::PretendedPython;

namespace {

namespace fs = std::filesystem;

/// That of SmolLM2 with three bytes in it.
ModelPackage small()
{
    ModelPackage model = modelPackages().front();
    model.sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    model.bytes = model.packageBytes = 3;
    return model;
}

QString sentenceOf(const Result<fs::path>& fetched)
{
    return fetched ? "it was fetched" : QString::fromStdString(fetched.error().sentence);
}

} // namespace

class TestModelPackage : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void whatIsFetchedIsFound()
    {
        const PretendedPython python;
        python.fetches("abc");
        QStringList words;
        double last = 0;
        Progress progress;
        progress.report = [&](double share, std::string_view what) {
            QVERIFY(share >= last && share <= 1);
            last = share;
            words << QString::fromUtf8(what.data(), qsizetype(what.size()));
        };
        const auto path = fetchModel(small(), folder(), progress);
        QVERIFY2(path, qPrintable(sentenceOf(path)));
        QCOMPARE(python.calls(), (QStringList{"pip", "zipfile"}));
        QCOMPARE(last, 1.0);
        QVERIFY2(words.contains("Checking SmolLM2-135M-Instruct"), qPrintable(words.join('\n')));
        const auto found = findModels({.fetched = {folder()}});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0], (FoundModel{"smollm2", "Draftscope", *path, 3}));
        QCOMPARE(entriesOf(QString::fromStdString(folder().string())), QStringList{"smollm2"});
    }

    /// It is whole or not there, so what is there and whole is not fetched again.
    void whatIsThereIsKeptUnlessItIsDamaged()
    {
        const PretendedPython python;
        python.fetches("abc");
        const auto path = fetchModel(small(), folder());
        QVERIFY(path && fetchModel(small(), folder()));
        QCOMPARE(python.calls(), (QStringList{"pip", "zipfile"}));
        QFile file(QString::fromStdString(path->string()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write("ab") == 2);
        file.close();
        QVERIFY(fetchModel(small(), folder()));
        QCOMPARE(python.calls().size(), 4);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("abc"));
    }

    void whatCannotBeFetchedIsSaidAndLeavesNothing_data()
    {
        QTest::addColumn<QByteArray>("pip");
        QTest::addColumn<QString>("says");
        QTest::newRow("no pip") << QByteArray("/usr/bin/python3: No module named pip") << "apt install python3-pip";
        QTest::newRow("no network") << QByteArray("WARNING: Retrying after connection broken by "
                                                  "'NewConnectionError(...)'\nERROR: No matching distribution found")
                                    << "does not reach the Python Package Index";
        QTest::newRow("no room") << QByteArray("ERROR: Could not install packages due to an OSError: [Errno 28] No "
                                               "space left on device")
                                 << "too little room";
        QTest::newRow("no such package") << QByteArray(
            "ERROR: Could not find a version\nERROR: No matching distribution found for some==1.\n")
                                         << "No matching distribution found for some==1; mend that";
        QTest::newRow("nothing said") << QByteArray(" ") << "it does not say why";
    }
    void whatCannotBeFetchedIsSaidAndLeavesNothing()
    {
        QFETCH(const QByteArray, pip);
        QFETCH(const QString, says);
        const PretendedPython python;
        PretendedPython::does(pip.constData());
        const QString sentence = sentenceOf(fetchModel(small(), folder()));
        QVERIFY2(sentence.contains(says) && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(entriesOf(QString::fromStdString(folder().string())), QStringList());
        python.fetches("abc"); // the next time all goes well
        QVERIFY(fetchModel(small(), folder()));
    }

    void anotherFileIsNotKept()
    {
        const PretendedPython python;
        python.fetches("abd");
        const QString sentence = sentenceOf(fetchModel(small(), folder()));
        QVERIFY2(sentence.contains("SHA-256 differs") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(entriesOf(QString::fromStdString(folder().string())), QStringList());
        python.fetches("abc");
        ModelPackage elsewhere = small();
        elsewhere.file = "other/place.gguf";
        QVERIFY(sentenceOf(fetchModel(elsewhere, folder())).contains("has no other/place.gguf"));
    }

    void withoutPython()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", m_folder->path().toLocal8Bit());
        const QString sentence = sentenceOf(fetchModel(small(), folder()));
        qputenv("PATH", path);
        QVERIFY2(sentence.contains("python3 cannot be started") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(entriesOf(QString::fromStdString(folder().string())), QStringList());
    }

    /// pip ends with it, and the next one begins anew; also where a program was killed in the middle and left
    /// something.
    void whoCancelsLeavesNothing()
    {
        const PretendedPython python;
        PretendedPython::does("waits");
        std::atomic<bool> cancelled = false;
        Progress progress;
        progress.cancelled = &cancelled;
        progress.report = [&](double, std::string_view) { cancelled = python.isWaiting(); };
        const QString sentence = sentenceOf(fetchModel(small(), folder(), progress));
        QCOMPARE(sentence, QStringLiteral("Fetching SmolLM2-135M-Instruct was cancelled."));
        QVERIFY(python.process() > 0 && ::kill(python.process(), 0) != 0);
        QCOMPARE(entriesOf(QString::fromStdString(folder().string())), QStringList());
        QVERIFY(fs::create_directories(folder() / ".getting-smollm2" / "package"));
        QFile left(QString::fromStdString((folder() / ".getting-smollm2" / "package" / "half.whl").string()));
        QVERIFY(left.open(QIODevice::WriteOnly));
        python.fetches("abc");
        QVERIFY(fetchModel(small(), folder()));
        QCOMPARE(entriesOf(QString::fromStdString(folder().string())), QStringList{"smollm2"});
    }

    void twoAtOnceAreOne()
    {
        const PretendedPython python;
        python.fetches("abc");
        QVERIFY(fs::create_directories(folder()));
        const int lock = ::open((folder() / ".lock").c_str(), O_RDWR | O_CREAT, 0600);
        QCOMPARE(::flock(lock, LOCK_EX), 0);
        const QString sentence = sentenceOf(fetchModel(small(), folder()));
        QVERIFY2(sentence.contains("Another Draftscope") && isSentence(sentence), qPrintable(sentence));
        ::close(lock);
        QVERIFY(fetchModel(small(), folder()));
    }

    void moreThanFits()
    {
        const PretendedPython python;
        python.fetches("abc");
        ModelPackage large = small();
        large.bytes = std::uint64_t(1) << 60;
        const QString sentence = sentenceOf(fetchModel(large, folder()));
        QVERIFY2(sentence.contains("too little room") && isSentence(sentence), qPrintable(sentence));
        QCOMPARE(python.calls(), QStringList());
    }

    void whatIsOfferedSaysWhatItIs()
    {
        QCOMPARE(describe(modelPackages().front()), std::string("SmolLM2-135M-Instruct, 98 MB, Apache-2.0"));
        QVERIFY(!modelPackageNamed("nothing"));
        for (const ModelPackage& model : modelPackages()) {
            QCOMPARE(**modelPackageNamed(model.name), model);
            QVERIFY(QRegularExpression("^[0-9a-f]{64}$").match(QString::fromStdString(model.sha256)).hasMatch());
        }
    }

private:
    static bool isSentence(const QString& text) { return text.endsWith('.') && !text.contains('\n'); }
    [[nodiscard]] fs::path folder() const { return fs::path(m_folder->path().toStdString()) / "models"; }
    std::unique_ptr<QTemporaryDir> m_folder;
};

DRAFTSCOPE_TEST(TestModelPackage)
#include "test_model_package.moc"
