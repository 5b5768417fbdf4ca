// SPDX-License-Identifier: MIT
// Setup's "A server that computes…": what answers there is said, becomes the target, and decodes.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "engine/catalogue/embedded.h"
#include "engine/core/random.h"
#include "gui/forms/server_dialog.h"
#include "gui/panels/time_panel.h"
#include "setup_fields.h"
#include "tests/remote/pretended_server.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::box;
using test::PretendedServer;
using test::ServerReply;
using test::ServerRequest;
using test::until;
using test::WindowFixture;

namespace {

/// Three tokens have most of it.
Distribution mostlyThree(int size, const std::vector<TokenId>& text)
{
    Distribution p(std::size_t(size), 0.1 / size);
    for (std::uint32_t i = 0; i < 3; ++i) {
        const double u = uniform(3, 0, std::uint32_t(text.back()), i, Purpose::plain);
        p[std::size_t(300 + u * (size - 300))] += 0.3;
    }
    return p;
}

QPushButton* buttonOf(QDialog& dialog, const char* words)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
        if (button->text().remove('&') == QLatin1String(words))
            return button;
    return nullptr;
}

} // namespace

class TestServerDialog : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        qputenv("no_proxy", "*");
        qunsetenv("DRAFTSCOPE_API_KEY");
        test::hideModelsOfTheUser();
        const auto model = openModel(*resolveModel("tales-0.8m"));
        QVERIFY(model);
        m_tokenizer = (*model)->tokenizer;
    }

    void aServerBecomesTheTarget()
    {
        const int size = m_tokenizer->size();
        PretendedServer server(
            PretendedServer::Kind::llamaServer,
            [size](const std::vector<TokenId>& text) { return mostlyThree(size, text); }, m_tokenizer);
        RunSetup setup = test::quickSetup();
        setup.settings.sampler.temperature = 1;
        WindowFixture run(setup);
        test::choose(run, "Target", "A server that computes…");
        auto* dialog = run.find<ServerDialog>();
        QVERIFY(dialog && dialog->isVisible());
        auto* address = dialog->findChild<QLineEdit*>();
        auto* says = dialog->findChild<QLabel*>("serverSays");
        QTest::keyClicks(address, "http://me@host");
        QVERIFY2(test::isSentence(says->text()), qPrintable(says->text()));
        QVERIFY(!buttonOf(*dialog, "Use it")->isEnabled());
        address->clear();
        QTest::keyClicks(address, "127.0.0.1:1");
        buttonOf(*dialog, "Look")->click();
        QVERIFY(until([&] { return says->text().contains("cannot be reached"); }));
        address->clear();
        QTest::keyClicks(address, QString::fromStdString(server.host()));
        buttonOf(*dialog, "Look")->click();
        QVERIFY(until([&] { return says->text().startsWith("llama-server · script · "); }));
        QVERIFY2(says->text().endsWith("256 positions · lists all probabilities"), qPrintable(says->text()));
        dialog->findChild<QComboBox*>()->setCurrentIndex(2);
        QTest::keyClick(address, Qt::Key_Return);
        QCOMPARE(run.navigation.starter().setup().target, server.address() + "#probabilities=20");
        QVERIFY2(run.start(), qPrintable(run.problem()));
        QCOMPARE(box(run, "Target")->currentText(), "Server " + QString::fromStdString(server.host()));
        QCOMPARE(QString::fromStdString(run.navigation.recording().header().backend),
                 QString("llama-server · 20 probabilities a text"));
        QVERIFY(run.rounds(1));

        // A failure is said, and the run goes on from there.
        const auto rounds = [&] { return run.navigation.recording().roundCount(0); };
        const int before = rounds();
        server.setTwist([](const ServerRequest&, ServerReply& reply) { reply.status = "429 Too Many Requests"; });
        QVERIFY(run.rounds(1));
        QVERIFY2(run.problem().contains("is too busy"), qPrintable(run.problem()));
        QCOMPARE(rounds(), before);
        server.setTwist({});
        QVERIFY(run.rounds(1));
        QCOMPARE(rounds(), before + 1);
        const auto labels = run.find<TimePanel>()->findChildren<QLabel*>();
        QVERIFY(until([&] {
            return std::ranges::any_of(labels,
                                       [](QLabel* label) { return label->text().contains("network and queue took"); });
        }));
    }

    void whatIsListedIsSaid()
    {
        ServerFacts facts;
        facts.kind = facts.shownKind = "llama-server";
        facts.model = "script";
        QCOMPARE(inWords(facts), QString("llama-server · script · lists all probabilities"));
        facts.kind = "openai"; // those without one it cannot name, whatever it is started with
        QCOMPARE(inWords(facts), QString("llama-server · script · lists tokens that have a string of their own"));
        facts.mostLikeliest = 5;
        QCOMPARE(inWords(facts), QString("llama-server · script · lists 5 probabilities at most"));
    }

    void aServerWithAnotherVocabularyIsRefused()
    {
        const PretendedServer server(
            PretendedServer::Kind::vllm, [](const std::vector<TokenId>&) { return Distribution(26, 1.0 / 26); }, 26);
        WindowFixture run;
        test::choose(run, "Target", "A server that computes…");
        auto* dialog = run.find<ServerDialog>();
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), QString::fromStdString(server.address()));
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
        run.navigation.starter().restart();
        QVERIFY(until([&] { return run.problem().contains("cannot draft for the server"); }));
        QVERIFY2(test::isSentence(run.problem()), qPrintable(run.problem()));
    }

private:
    std::shared_ptr<const Tokenizer> m_tokenizer;
};

DRAFTSCOPE_TEST_IN(QApplication, TestServerDialog)
#include "test_server_dialog.moc"
