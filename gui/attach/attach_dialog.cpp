// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/attach/attach_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {
namespace {

enum PlainChoice { plainNotMeasured, plainOfSameServer, plainOfOtherServer };

} // namespace

AttachDialog::AttachDialog(Navigation& navigation, QWidget* parent)
    : QDialog(parent), m_navigation(navigation), m_address(new QLineEdit), m_otherAddress(new QLineEdit),
      m_prompt(new QPlainTextEdit), m_isChat(new QCheckBox), m_plain(new QComboBox), m_tokens(new QSpinBox),
      m_sums(new QLabel), m_speed(new QLabel), m_checked(new QLabel), m_watch(new QPushButton), m_file(new QPushButton),
      m_lane(new QPushButton)
{
    setWindowTitle(tr("Attach to a server"));
    setObjectName(QStringLiteral("attachDialog"));
    makeFields();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_watch, QDialogButtonBox::ActionRole);
    buttons->addButton(m_file, QDialogButtonBox::ActionRole);
    buttons->addButton(m_lane, QDialogButtonBox::ActionRole);
    m_watch->setDefault(true);
    connect(m_watch, &QPushButton::clicked, this, &AttachDialog::begin);
    connect(m_lane, &QPushButton::clicked, this, [this] { emit laneWanted(*m_recording); });
    connect(m_file, &QPushButton::clicked, this, &AttachDialog::askForFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_address, &QLineEdit::textChanged, this, &AttachDialog::refresh);
    connect(m_plain, &QComboBox::currentIndexChanged, this, &AttachDialog::refresh);
    connect(&m_attachment, &Attachment::grown, this, &AttachDialog::showRecording);
    connect(&m_attachment, &Attachment::figuresChanged, this, [this](const AttachmentFigures& figures) {
        m_figures = figures;
        showFigures();
    });
    connect(&m_attachment, &Attachment::ended, this, &AttachDialog::finish);
    layout()->addWidget(buttons);
    refresh();
}

void AttachDialog::makeFields()
{
    m_address->setPlaceholderText(QStringLiteral("http://127.0.0.1:8080"));
    m_address->setObjectName(QStringLiteral("attachAddress"));
    m_otherAddress->setPlaceholderText(QStringLiteral("http://127.0.0.1:8081"));
    m_otherAddress->setObjectName(QStringLiteral("attachPlainAddress"));
    m_prompt->setPlainText(QStringLiteral("Once upon a time"));
    m_prompt->setObjectName(QStringLiteral("attachPrompt"));
    m_prompt->setTabChangesFocus(true);
    m_prompt->setMaximumHeight(fontMetrics().lineSpacing() * 6);
    m_isChat->setText(tr("It is a &message: use the server's chat template"));
    m_tokens->setRange(2, 100'000);
    m_tokens->setValue(128);
    for (int choice = plainNotMeasured; choice <= plainOfOtherServer; ++choice)
        m_plain->addItem(QString());
    m_plain->setItemText(plainNotMeasured, tr("not measured"));
    m_plain->setItemText(plainOfSameServer, tr("single steps of the same server (llama-server)"));
    m_plain->setItemText(plainOfOtherServer, tr("another server without it"));
    auto* form = new QFormLayout;
    form->addRow(tr("&Server:"), m_address);
    form->addRow(tr("&Prompt:"), m_prompt);
    form->addRow(QString(), m_isChat);
    form->addRow(tr("&Tokens:"), m_tokens);
    form->addRow(tr("&Without speculation:"), m_plain);
    form->addRow(QString(), m_otherAddress);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    for (QLabel* label : {m_sums, m_speed, m_checked}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    m_checked->setObjectName(QStringLiteral("attachChecked"));
    column->addStretch(1);
    resize(fontMetrics().averageCharWidth() * 76, sizeHint().height());
}

void AttachDialog::setServer(const QString& address)
{
    m_address->setText(address);
}

void AttachDialog::setPrompt(const QString& prompt)
{
    m_prompt->setPlainText(prompt);
}

void AttachDialog::begin()
{
    if (m_attachment.isBusy()) {
        m_attachment.stop();
        return;
    }
    WatchedRequest request;
    request.prompt = m_prompt->toPlainText().toStdString();
    request.isChat = m_isChat->isChecked();
    request.mostTokens = m_tokens->value();
    const int plain = m_plain->currentIndex();
    m_problem.clear();
    m_figures = {};
    m_attachment.watch(m_address->text().trimmed(), request,
                       plain == plainOfSameServer        ? QStringLiteral("same")
                           : plain == plainOfOtherServer ? m_otherAddress->text().trimmed()
                                                         : QString());
    refresh();
}

void AttachDialog::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open a saved stream or AIPerf's records"), QString(),
                                   tr("Streams and records (*.sse *.txt *.json *.jsonl);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &AttachDialog::readFile);
    dialog->open();
}

void AttachDialog::readFile(const QString& path)
{
    m_problem.clear();
    m_figures = {};
    m_attachment.read(path);
    refresh();
}

void AttachDialog::showRecording(const std::shared_ptr<const Recording>& recording, bool isAnew)
{
    m_recording = recording;
    if (isAnew) {
        emit showsRun();
        m_navigation.starter().showWatched(*recording);
    } else {
        m_navigation.starter().growWatched(*recording);
    }
}

void AttachDialog::finish(const QString& problem)
{
    m_problem = problem;
    refresh();
}

void AttachDialog::refresh()
{
    const bool isBusy = m_attachment.isBusy();
    m_watch->setText(isBusy ? tr("S&top") : tr("&Watch"));
    m_watch->setEnabled(isBusy || !m_address->text().trimmed().isEmpty());
    m_file->setText(tr("From a &file…"));
    m_file->setEnabled(!isBusy);
    m_lane->setText(tr("To &Compare"));
    m_lane->setEnabled(!isBusy && m_recording);
    m_lane->setToolTip(tr("A lane of Compare with these rounds, beside runs of this program"));
    m_otherAddress->setVisible(m_plain->currentIndex() == plainOfOtherServer);
    showFigures();
}

void AttachDialog::showFigures()
{
    const ServedSums& sums = m_figures.sums;
    QString words;
    if (sums.tokens > 0) {
        words = tr("%1 tokens").arg(sums.tokens);
        if (sums.isStepsKnown && sums.steps > 0)
            words += tr(" in %1 steps · %2 tokens per step").arg(sums.steps).arg(number(sums.tokensPerStep()));
        if (sums.isDraftedKnown && sums.isAcceptedKnown && sums.drafted > 0)
            words += tr(" · %1 of %2 drafted tokens accepted (%3)")
                         .arg(sums.accepted)
                         .arg(sums.drafted)
                         .arg(number(sums.acceptance()));
    }
    m_sums->setText(words);
    QString speed;
    if (m_figures.tokenMilliseconds > 0)
        speed = tr("%1 tokens per second").arg(decimal(1000 / m_figures.tokenMilliseconds, 'f', 1));
    if (!speed.isEmpty() && m_figures.plainMilliseconds > 0)
        speed += tr(" · %1 without speculation: %2 times as fast")
                     .arg(decimal(1000 / m_figures.plainMilliseconds, 'f', 1),
                          number(m_figures.plainMilliseconds / m_figures.tokenMilliseconds));
    m_speed->setText(speed);
    QStringList sentences;
    if (!m_problem.isEmpty())
        sentences << m_problem;
    else if (m_figures.difference)
        sentences << engineWords(*m_figures.difference);
    else if (m_figures.isChecked)
        sentences << tr("The rounds add up to the server's counters.");
    for (const Message& note : m_figures.notes)
        sentences << engineWords(note);
    m_checked->setText(sentences.join(QLatin1Char('\n')));
}

void AttachDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace draftscope
