// SPDX-License-Identifier: MIT
// Setup fetches models from the Hugging Face Hub, which is a server of this test.
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>

#include "gui/forms/hub_dialog.h"
#include "gui/setup/model_fetch.h"
#include "setup_fields.h"
#include "tests/fixtures/pretended_hub.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::box;
using test::until;
using test::WindowFixture;

class TestHubDialog : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        test::hideModelsOfTheUser();
        qputenv("HF_HUB_CACHE", m_folder->filePath("hub").toLocal8Bit());
    }

    /// A server of this test has the files of a model that comes with the program.
    void aModelOfTheHubBecomesTheTarget()
    {
        QMap<QString, QByteArray> files;
        const QDir tales(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m");
        for (const QString& name : tales.entryList(QDir::Files)) {
            QFile file(tales.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            files[name] = file.readAll();
        }
        const test::PretendedHub hub(files);
        qputenv("HF_ENDPOINT", hub.address());
        const auto unset = qScopeGuard([] { qunsetenv("HF_ENDPOINT"); });
        WindowFixture run;
        test::choose(run, "Target", "Get from the Hugging Face Hub…");
        QCOMPARE(box(run, "Target")->currentText(), QString("Tales 6M"));
        auto* dialog = run.find<HubDialog>();
        QVERIFY(dialog && dialog->isVisible());
        auto* name = dialog->findChild<QLineEdit*>();
        auto* problem = dialog->findChild<QLabel*>("hubProblem");
        QVERIFY(!problem->isVisible());
        QTest::keyClicks(name, "maker");
        QVERIFY2(problem->isVisible() && test::isSentence(problem->text()), qPrintable(problem->text()));
        QTest::keyClick(name, Qt::Key_Return); // does nothing
        QVERIFY(dialog->isVisible() && hub.requests().isEmpty());
        QTest::keyClicks(name, "/tale ");
        QVERIFY(!problem->isVisible());
        QTest::keyClick(name, Qt::Key_Return);
        const auto snapshot = [&] { return QString::fromStdString(run.navigation.starter().setup().target); };
        QVERIFY2(until([&] { return snapshot().contains("models--maker--tale/snapshots/"); }),
                 qPrintable(run.problem()));
        QCOMPARE(run.navigation.starter().setup().draft, std::string("tales-0.8m"));
        QTRY_COMPARE(box(run, "Target")->currentText(), QString("tale"));
        QVERIFY(run.start());
        QCOMPARE(run.navigation.run().setup().target, snapshot().toStdString());
    }

    void whatTheHubDoesNotHaveIsSaid()
    {
        const test::PretendedHub hub({});
        qputenv("HF_ENDPOINT", hub.address());
        const auto unset = qScopeGuard([] { qunsetenv("HF_ENDPOINT"); });
        WindowFixture run;
        test::choose(run, "Draft", "Get from the Hugging Face Hub…");
        auto* name = run.find<HubDialog>()->findChild<QLineEdit*>();
        QTest::keyClicks(name, "https://huggingface.co/someone/nothing");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY2(test::isSentence(run.problem()) && run.problem().contains("someone/nothing"),
                 qPrintable(run.problem()));
        QCOMPARE(run.navigation.starter().setup().draft, std::string("tales-0.8m"));
        QVERIFY(!run.find<ModelFetch>()->isFetching());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

DRAFTSCOPE_TEST_IN(QApplication, TestHubDialog)
#include "test_hub_dialog.moc"
