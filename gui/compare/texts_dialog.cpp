// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/texts_dialog.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "engine/report/file_kind.h"
#include "gui/compare/texts_words.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"

namespace draftscope {

TextsDialog::TextsDialog(Navigation& navigation, QWidget* parent)
    : QDialog(parent), m_navigation(navigation), m_names{new QLabel(tr("none yet")), new QLabel(tr("none yet"))},
      m_problem(new QLabel), m_target(new QLineEdit), m_prompt(new QLineEdit), m_view(new QTextBrowser),
      m_progress(new QProgressBar), m_compare(new QPushButton(tr("Compare"))),
      m_stop(new QPushButton(tr("Stop"))), m_toStep{new QPushButton(tr("Show the first in Step")),
                                                    new QPushButton(tr("Show the second in Step"))}
{
    setObjectName(QStringLiteral("compareTexts"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Compare texts"));
    auto* layout = new QVBoxLayout(this);
    auto* fields = new QGridLayout;
    fields->setColumnStretch(4, 1);
    addSide(Side::first, *fields);
    addSide(Side::second, *fields);
    m_target->setPlaceholderText(tr("the one that a trace names, or that of Setup"));
    m_prompt->setPlaceholderText(tr("in front of both, where no file says it"));
    const std::pair<QString, QLineEdit*> lines[] = {{tr("&Target"), m_target}, {tr("&Prompt"), m_prompt}};
    for (const auto& [words, line] : lines) {
        auto* label = new QLabel(words);
        label->setBuddy(line);
        const int row = fields->rowCount();
        fields->addWidget(label, row, 0);
        fields->addWidget(line, row, 1, 1, 4);
    }
    layout->addLayout(fields);
    auto* bar = new QHBoxLayout;
    m_compare->setDefault(true);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(true);
    bar->addWidget(m_compare);
    bar->addWidget(m_progress, 1);
    bar->addWidget(m_stop);
    bar->addStretch(0);
    layout->addLayout(bar);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    layout->addWidget(m_problem);
    m_view->setAccessibleName(tr("Where the texts part"));
    m_view->setOpenLinks(false);
    layout->addWidget(m_view, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    for (QPushButton* button : m_toStep)
        buttons->addButton(button, QDialogButtonBox::ActionRole);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_toStep[0], &QPushButton::clicked, this, [this] { goToParting(Side::first); });
    connect(m_toStep[1], &QPushButton::clicked, this, [this] { goToParting(Side::second); });
    connect(m_compare, &QPushButton::clicked, this, &TextsDialog::compare);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_comparing.stop();
        refresh();
    });
    connect(m_view, &QTextBrowser::anchorClicked, this, &TextsDialog::follow);
    connect(&m_navigation, &Navigation::recordingReplaced, this, &TextsDialog::refreshButtons);
    connect(&m_comparing, &TextComparing::progressed, this, [this](double share, const QString& what) {
        m_progress->setValue(int(1000 * share));
        m_progress->setFormat(engineWords(what));
    });
    connect(&m_comparing, &TextComparing::found, this, [this](const std::shared_ptr<const TextsFound>& found) {
        m_found = found;
        say({});
        emit compared();
    });
    connect(&m_comparing, &TextComparing::failed, this, [this](const QString& sentence) {
        say(sentence);
        emit compared();
    });
    resize(1000, 760);
    refresh();
}

void TextsDialog::addSide(Side side, QGridLayout& layout)
{
    const int row = int(side);
    const bool isFirst = side == Side::first;
    auto* choose = new QPushButton(tr("Choose a file…"));
    choose->setAccessibleName(isFirst ? tr("A file for the first text") : tr("A file for the second text"));
    connect(choose, &QPushButton::clicked, this, [this, side] { ask(side); });
    auto* run = new QPushButton(tr("The run shown"));
    run->setAccessibleName(isFirst ? tr("The run shown is the first text") : tr("The run shown is the second text"));
    m_takeRun[std::size_t(row)] = run;
    connect(run, &QPushButton::clicked, this, [this, side] { takeRun(side); });
    layout.addWidget(new QLabel(isFirst ? tr("First text") : tr("Second text")), row, 0);
    layout.addWidget(choose, row, 1);
    layout.addWidget(run, row, 2);
    if (!isFirst) {
        auto* own = new QPushButton(tr("What the target writes"));
        connect(own, &QPushButton::clicked, this, &TextsDialog::takeTarget);
        layout.addWidget(own, row, 3);
    }
    layout.addWidget(m_names[std::size_t(row)], row, 4);
}

void TextsDialog::ask(Side side)
{
    auto* dialog =
        new QFileDialog(this, side == Side::first ? tr("The first text") : tr("The second text"), {},
                        tr("Traces, token ids and texts (*.jsonl *.zst *.json *.txt)") + tr(";;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, side](const QString& path) { take(side, path.toStdString()); });
    dialog->open();
}

void TextsDialog::name(Side side, const QString& name)
{
    m_names[std::size_t(side)]->setText(name);
    m_comparing.stop(); // what it would find is of the one chosen before
    m_found = nullptr;
    say({});
}

void TextsDialog::take(Side side, const std::filesystem::path& path)
{
    auto input = readTextInput(path);
    if (!input) {
        say(engineSentence(input.error()));
        return;
    }
    const bool isTrace = input->trace.has_value();
    m_chosen[std::size_t(side)] = {std::move(*input), isTrace ? path : std::filesystem::path(), true};
    name(side, qtText(path.filename().string()));
}

void TextsDialog::takeRun(Side side)
{
    if (!m_navigation.run().isThere())
        return;
    const QString words = tr("the run shown");
    TextInput input{.name = words.toStdString()};
    input.trace.emplace();
    input.trace->recording = m_navigation.recording();
    input.branch = m_navigation.playhead().position().branch;
    m_chosen[std::size_t(side)] = {std::move(input), {}, true, m_navigation.run().number()};
    name(side, words);
}

void TextsDialog::takeTarget()
{
    m_chosen[1] = {std::nullopt, {}, true};
    name(Side::second, tr("what the target writes"));
}

void TextsDialog::setPrompt(const QString& prompt)
{
    m_prompt->setText(prompt);
}

void TextsDialog::setTarget(const QString& nameOrPath)
{
    m_target->setText(nameOrPath);
}

void TextsDialog::compare()
{
    if (!m_chosen[0].isThere || !m_chosen[1].isThere || !m_chosen[0].input)
        return;
    TextsRequest request{.first = *m_chosen[0].input,
                         .second = m_chosen[1].input,
                         .ownName = tr("what the target writes").toStdString(),
                         .prompt = m_prompt->text().toStdString(),
                         .target = m_target->text().trimmed().toStdString(),
                         .backend = m_navigation.thread().backend()};
    request.isTargetChosen = !request.target.empty();
    if (!request.isTargetChosen)
        request.target = m_navigation.starter().setup().target;
    m_found = nullptr;
    m_progress->setValue(0);
    m_progress->setFormat({});
    m_comparing.start(std::move(request));
    say({});
}

void TextsDialog::say(const QString& sentence)
{
    m_sentence = sentence;
    refresh();
}

bool TextsDialog::leadsToStep(int side) const
{
    const Chosen& chosen = m_chosen[std::size_t(side)];
    return chosen.input && chosen.input->trace && (chosen.run == 0 || chosen.run == m_navigation.run().number());
}

/// What another run in Step changes.
void TextsDialog::refreshButtons()
{
    for (int side : {0, 1}) {
        m_takeRun[std::size_t(side)]->setEnabled(m_navigation.run().isThere());
        m_toStep[std::size_t(side)]->setEnabled(m_found && m_found->divergence.parting && leadsToStep(side));
    }
}

void TextsDialog::refresh()
{
    m_problem->setText(engineWords(m_sentence));
    m_problem->setVisible(!m_sentence.isEmpty());
    refreshButtons();
    const bool isRunning = m_comparing.isRunning();
    m_compare->setEnabled(m_chosen[0].isThere && m_chosen[1].isThere && !isRunning);
    m_progress->setVisible(isRunning);
    m_stop->setVisible(isRunning);
    if (m_found) {
        const std::array<const TextInput*, 2> inputs{m_chosen[0].input ? &*m_chosen[0].input : nullptr,
                                                     m_chosen[1].input ? &*m_chosen[1].input : nullptr};
        m_view->setHtml(htmlOfTexts(*m_found, inputs, {leadsToStep(0), leadsToStep(1)}));
    } else if (isRunning) {
        m_view->setPlainText(tr("The target reads both texts, in every rounding."));
    } else {
        m_view->setPlainText(tr("Choose two texts: traces, token ids, texts, or what another engine answered in JSON. "
                                "Or one of them, and what the target writes."));
    }
}

QString TextsDialog::words() const
{
    return m_problem->isHidden() ? m_view->toPlainText() : m_problem->text();
}

void TextsDialog::follow(const QUrl& link)
{
    const QStringList parts = link.toString().split(QLatin1Char(':'));
    if (parts.size() != 3 || !m_found)
        return;
    const auto side = std::size_t(parts[1].toInt() == 0 ? 0 : 1);
    if (leadsToStep(int(side)))
        emit momentWanted(m_chosen[side].path, m_chosen[side].input->branch,
                          int(m_found->texts[side].prompt.size()) + parts[2].toInt());
}

void TextsDialog::goToParting(Side side)
{
    if (m_found && m_found->divergence.parting)
        follow(QUrl(QStringLiteral("token:%1:%2").arg(int(side)).arg(m_found->divergence.parting->index)));
}

void TextsDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (changesSizes(*event) || event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace draftscope
