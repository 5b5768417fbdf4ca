// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/server_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QThread>

#include "gui/language/engine_words.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

enum Amount { asNeeded, everyOne, someOfThem }; ///< places in the list of amounts

} // namespace

QString inWords(const ServerFacts& facts)
{
    QStringList words{qtText(facts.shownKind), qtText(facts.model)};
    if (facts.vocabularySize > 0)
        words << ServerDialog::tr("%1 tokens").arg(grouped(facts.vocabularySize));
    if (facts.contextLength > 0)
        words << ServerDialog::tr("%1 positions").arg(grouped(facts.contextLength));
    const bool listsAll =
        facts.mostLikeliest == 0 || (facts.vocabularySize > 0 && facts.mostLikeliest >= facts.vocabularySize);
    if (!listsAll)
        words << ServerDialog::tr("lists %1 probabilities at most").arg(grouped(facts.mostLikeliest));
    else if (facts.kind == "openai") // which ones these are is known when the draft's vocabulary is
        words << ServerDialog::tr("lists tokens that have a string of their own");
    else
        words << ServerDialog::tr("lists all probabilities");
    return words.join(QStringLiteral(" · "));
}

ServerDialog::ServerDialog(const QString& address, QWidget* parent)
    : QDialog(parent), m_address(new QLineEdit), m_amount(new QComboBox), m_count(new QSpinBox),
      m_silence(new QSpinBox), m_says(new QLabel), m_look(new QPushButton(tr("&Look"))),
      m_use(new QPushButton(tr("Use it")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("A target behind a server"));
    const auto before = readServerSpec(address.toStdString());
    m_address->setPlaceholderText(QStringLiteral("http://127.0.0.1:8080"));
    m_address->setText(before ? qtText(before->url) : address);
    m_address->setAccessibleName(tr("Address"));
    m_amount->addItems({tr("As much of p as is needed"), tr("All of p"), tr("The likeliest tokens:")});
    m_amount->setAccessibleName(tr("How much of p"));
    m_count->setRange(1, 10'000);
    m_count->setValue(before && before->probabilities > 0 ? before->probabilities : 20);
    m_count->setAccessibleName(tr("Likeliest tokens"));
    m_amount->setCurrentIndex(!before || before->probabilities < 0 ? asNeeded
                                  : before->probabilities == 0     ? everyOne
                                                                   : someOfThem);
    m_silence->setRange(1, 3600);
    m_silence->setSuffix(tr(" s"));
    m_silence->setValue(before ? int(before->silence.count()) : int(ServerSpec().silence.count()));
    m_silence->setAccessibleName(tr("Seconds without an answer"));
    m_says->setObjectName(QStringLiteral("serverSays"));
    m_says->setTextFormat(Qt::PlainText);
    auto* key =
        new QLabel(keyOfEnvironment().empty()
                       ? tr("None: where the server wants one, start the program with DRAFTSCOPE_API_KEY in its "
                            "environment.")
                       : tr("That of DRAFTSCOPE_API_KEY in the environment. It is sent to this server alone and "
                            "written nowhere."));
    for (QLabel* label : {m_says, key})
        label->setWordWrap(true);
    auto* where = new QHBoxLayout;
    where->addWidget(m_address, 1);
    where->addWidget(m_look);
    auto* amount = new QHBoxLayout;
    amount->addWidget(m_amount);
    amount->addWidget(m_count);
    amount->addStretch(1);
    auto* form = new QFormLayout;
    form->addRow(tr("&Address"), where);
    form->addRow({}, m_says);
    form->addRow(tr("Asks for"), amount);
    form->addRow(tr("Waits for an answer"), m_silence);
    form->addRow(tr("Key"), key);
    qobject_cast<QLabel*>(form->labelForField(where))->setBuddy(m_address);
    auto* about = new QLabel(
        tr("llama-server, vLLM, SGLang or llama-cpp-python compute p, and all else is here: draft, verifier and views. "
           "The draft has to have the same vocabulary, which is compared before anything runs."));
    about->setObjectName(QStringLiteral("muted"));
    about->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(m_use, QDialogButtonBox::AcceptRole);
    m_use->setDefault(true);
    m_look->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &ServerDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_address, &QLineEdit::textChanged, this, &ServerDialog::check);
    connect(m_amount, &QComboBox::currentIndexChanged, this, &ServerDialog::check);
    connect(m_look, &QPushButton::clicked, this, &ServerDialog::look);
    auto* column = new QVBoxLayout(this);
    column->addWidget(about);
    column->addLayout(form);
    column->addStretch(1);
    column->addWidget(buttons);
    resize(std::max(width(), fontMetrics().averageCharWidth() * 84), height());
    check();
}

ServerDialog::~ServerDialog()
{
    endLooking();
}

Result<ServerSpec> ServerDialog::spec() const
{
    QString written = m_address->text().trimmed();
    if (!written.isEmpty() && !written.contains(QStringLiteral("://")))
        written.prepend(QStringLiteral("http://"));
    auto spec = readServerSpec(written.toStdString());
    if (!spec)
        return spec;
    const int amount = m_amount->currentIndex();
    spec->probabilities = amount == asNeeded ? ServerSpec::automatic
        : amount == everyOne                 ? ServerSpec::allOfThem
                                             : m_count->value();
    spec->silence = std::chrono::seconds(m_silence->value());
    return spec;
}

void ServerDialog::check()
{
    endLooking();
    const bool isEmpty = m_address->text().trimmed().isEmpty();
    const auto wanted = spec();
    m_count->setVisible(m_amount->currentIndex() == someOfThem);
    m_use->setEnabled(bool(wanted));
    m_look->setEnabled(bool(wanted));
    say(isEmpty || wanted ? QString() : engineWords(wanted.error()), true);
}

void ServerDialog::say(const QString& words, bool isProblem)
{
    m_says->setText(words);
    m_says->setProperty("isProblem", isProblem);
    // Words that are wrapped do not make a window higher by themselves.
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void ServerDialog::look()
{
    const auto wanted = spec();
    if (!wanted)
        return;
    endLooking();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_look->setEnabled(false);
    say(tr("Asking the server…"), false);
    m_thread = QThread::create([dialog = QPointer<ServerDialog>(this), wanted = *wanted, stop = m_stop] {
        Progress progress;
        progress.cancelled = stop.get();
        const auto server = connectServer(wanted, keyOfEnvironment(), progress);
        const QString error = server ? QString() : engineSentence(server.error());
        const ServerFacts facts = server ? (*server)->facts() : ServerFacts();
        if (stop->load())
            return; // the dialog, which waits for this thread, has no use for it
        QMetaObject::invokeMethod(dialog.data(), [dialog, error, facts, stop] {
            if (!dialog || stop->load())
                return;
            dialog->m_look->setEnabled(true);
            dialog->say(error.isEmpty() ? inWords(facts) : engineWords(error), !error.isEmpty());
        });
    });
    m_thread->start();
}

void ServerDialog::endLooking()
{
    m_stop->store(true);
    if (!m_thread)
        return;
    m_thread->wait();
    delete m_thread;
    m_thread = nullptr;
}

void ServerDialog::choose()
{
    const auto wanted = spec();
    if (!wanted)
        return;
    emit chosen(qtText(written(*wanted)));
    accept();
}

} // namespace draftscope
