// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/setup_panel.h"

#include <limits>

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpressionValidator>
#include <QToolButton>

#include "engine/session/methods.h"
#include "gui/batch_box.h"
#include "gui/chat_fields.h"
#include "gui/engine_words.h"
#include "gui/labelled_field.h"
#include "gui/method_boxes.h"
#include "gui/method_options_box.h"
#include "gui/model_box.h"
#include "gui/model_fetch.h"
#include "gui/model_fields.h"
#include "gui/number_field.h"
#include "gui/panels/apply_buttons.h"
#include "gui/prompt_library.h"
#include "gui/sampler_fields.h"
#include "gui/scrolling_column.h"
#include "gui/stop_conditions_box.h"
#include "widgets/qt_text.h"

namespace draftscope {

namespace {

QFrame* makeLine()
{
    auto* line = new QFrame;
    line->setObjectName(QStringLiteral("panelLine"));
    line->setFixedHeight(1);
    return line;
}

} // namespace

SetupPanel::SetupPanel(Navigation& nav)
    : DockPanel(QStringLiteral("setup"), tr("Setup"), nav), m_models(new ModelFields(nav, this)),
      m_boxes(new MethodBoxes(this)), m_numbers(new SamplerFields(this)),
      m_maxTokens(new NumberField(1, 99'999, 16, 0)), m_methodOptions(new MethodOptionsBox), m_seed(new QLineEdit),
      m_room(new QLabel), m_prompt(new QPlainTextEdit), m_promptName(new QLabel), m_chat(new ChatFields),
      m_batch(new BatchBox), m_sentence(new QLabel), m_backend(new QLabel), m_why(new QLabel), m_memory(new QLabel),
      m_apply(new ApplyButtons(nav))
{
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 6, 12, 8);
    layout->setSpacing(7);
    layout->addWidget(makeFields());
    layout->addWidget(m_batch);
    layout->addWidget(makePrompt());
    layout->addWidget(makeButtons());
    layout->addWidget(makeLine());
    layout->addWidget(new StopConditionsBox(nav));
    layout->addStretch(1);

    setContent(new ScrollingColumn(content));

    connect(&nav, &Navigation::setupChanged, this, &SetupPanel::fill);
    connect(&nav, &Navigation::recordingReplaced, this, [this] {
        forgetPlan(); // what the run before held is free now, and this one's weights are there
        planSoon();
        say({});
    });
    connect(&nav.planner(), &RunPlanner::planned, this, [this](const RunPlanned& plan) {
        m_plan = plan;
        refreshButtons();
    });
    m_planSoon.setSingleShot(true);
    m_planSoon.setInterval(150);
    connect(&m_planSoon, &QTimer::timeout, &nav, [&nav] { nav.planner().plan(nav.setup()); });
    connect(&nav.thread(), &SessionThread::backendAnswered, this, &SetupPanel::planSoon);
    m_previewSoon.setSingleShot(true);
    m_previewSoon.setInterval(150);
    connect(&m_previewSoon, &QTimer::timeout, &nav, [&nav] { nav.planner().preview(nav.setup()); });
    connect(&nav.planner(), &RunPlanner::previewed, m_chat, &ChatFields::showPreview);
    connect(&nav.planner(), &RunPlanner::previewed, this, [this](const PromptPreview& preview) {
        m_preview = preview;
        sayRoom();
    });
    connect(&nav.planner(), &RunPlanner::pairChecked, this, [this](const QString& sentence) {
        m_pairSentence = sentence;
        say(sentence);
    });
    fill();
}

QWidget* SetupPanel::makeFields()
{
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,20}")), m_seed));

    m_room->setObjectName(QStringLiteral("roomNote"));
    m_room->setWordWrap(true);
    m_room->setTextFormat(Qt::PlainText);
    m_room->hide();

    auto* fields = new QWidget;
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    const auto addField = [grid](int row, int column, int span, const QString& name, QWidget* field,
                                 const QString& tip = {}) {
        QWidget* whole = labelled(name, field);
        for (QWidget* each : {whole, field}) // the name has that of the whole
            if (!tip.isEmpty())
                each->setToolTip(tip);
        grid->addWidget(whole, row, column, 1, span);
    };
    addField(0, 0, 2, tr("Target"), m_models->target);
    grid->addWidget(m_models->fetch, 1, 0, 1, 2);
    addField(2, 0, 2, tr("Method"), m_boxes->method);
    addField(3, 0, 2, tr("Draft"), m_models->draft);
    addField(4, 0, 2, tr("Shape"), m_boxes->shape); // its names are too long for half a row, and so are those of draws
    addField(5, 0, 2, tr("Draws"), m_boxes->draws);
    addField(6, 0, 2, tr("Verifier"), m_boxes->verifier);
    grid->addWidget(m_numbers->named(m_numbers->draftLength), 7, 0);
    addField(7, 1, 1, tr("Max tokens"), m_maxTokens,
             tr("After how many new tokens the text ends if nothing ends it before: 1 or more, usually 50 to 500."));
    grid->addWidget(m_room, 8, 0, 1, 2);
    grid->addWidget(m_methodOptions, 9, 0, 1, 2);
    grid->addWidget(m_numbers->named(m_numbers->temperature), 10, 0);
    grid->addWidget(m_numbers->named(m_numbers->topP), 10, 1);
    grid->addWidget(m_numbers->named(m_numbers->topK), 11, 0);
    grid->addWidget(m_numbers->named(m_numbers->minP), 11, 1);
    addField(
        12, 0, 2, tr("Seed"), m_seed,
        tr("What all random numbers follow from: a whole number from 0, of up to 20 digits. The same seed with the "
           "same settings gives the same text again, so any will do."));
    addField(13, 0, 2, tr("Break it on purpose"), m_boxes->fault);
    grid->addWidget(m_boxes->notLossless, 14, 0, 1, 2);

    for (QComboBox* box :
         {static_cast<QComboBox*>(m_models->target), m_boxes->method, static_cast<QComboBox*>(m_models->draft),
          m_boxes->shape, m_boxes->draws, m_boxes->verifier, m_boxes->fault}) {
        box->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
    }
    connectFields();
    return fields;
}

void SetupPanel::connectFields()
{
    connect(m_boxes, &MethodBoxes::edited, this,
            [this](const MethodBoxes::Change& change) { edit([&](RunSetup& setup) { change(setup.settings); }); });
    connect(m_methodOptions, &MethodOptionsBox::edited, this, [this](const QString& option, int value) {
        edit([&](RunSetup& setup) { setOption(setup.settings, option.toStdString(), value); });
    });
    connect(m_methodOptions, &MethodOptionsBox::fileEdited, this, [this](const QString& file, const QString& path) {
        edit([&](RunSetup& setup) { setFile(setup.settings, file.toStdString(), path.toStdString()); });
    });
    connect(m_models, &ModelFields::edited, this, &SetupPanel::edit);
    connect(m_chat, &ChatFields::edited, this, &SetupPanel::edit);
    connect(m_batch, &BatchBox::edited, this, &SetupPanel::edit);
    connect(m_batch, &BatchBox::failed, &navigation(), &Navigation::failed);
    connect(m_numbers, &SamplerFields::edited, this,
            [this](const SamplerFields::Change& change) { edit([&](RunSetup& setup) { change(setup.settings); }); });
    connect(m_maxTokens, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { edit([&](RunSetup& setup) { setup.settings.maxTokens = int(value); }); });
    connect(m_seed, &QLineEdit::textChanged, this, &SetupPanel::editSeed);
    connect(m_prompt, &QPlainTextEdit::textChanged, this,
            [this] { edit([text = m_prompt->toPlainText().toStdString()](RunSetup& setup) { setup.prompt = text; }); });
}

QWidget* SetupPanel::makePrompt()
{
    auto* whole = new QWidget;
    m_promptName->setObjectName(QStringLiteral("muted"));
    auto* examples = new QToolButton;
    examples->setObjectName(QStringLiteral("corner"));
    examples->setText(tr("Examples ▾"));
    examples->setFocusPolicy(Qt::TabFocus);
    examples->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(examples);
    for (const PromptChoice& prompt : promptLibrary())
        menu->addAction(prompt.title, this, [this, text = prompt.text] { m_prompt->setPlainText(text); });
    examples->setMenu(menu);
    examples->setVisible(!menu->isEmpty());

    m_prompt->setAccessibleName(tr("Prompt"));
    m_prompt->setTabChangesFocus(true);
    m_prompt->setPlaceholderText(tr("Nothing: the text begins by itself"));
    m_prompt->setFixedHeight(QFontMetrics(m_prompt->font()).height() * 5); // scrolls where the text is longer

    auto* layout = new QGridLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setVerticalSpacing(2);
    layout->addWidget(m_promptName, 0, 0);
    layout->addWidget(examples, 0, 1, Qt::AlignRight);
    layout->addWidget(m_prompt, 1, 0, 1, 2);
    layout->addWidget(m_chat, 2, 0, 1, 2);
    return whole;
}

QWidget* SetupPanel::makeButtons()
{
    auto* whole = new QWidget;
    auto* layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_sentence->setObjectName(QStringLiteral("problem"));
    for (QLabel* label : {m_backend, m_why, m_memory})
        label->setObjectName(QStringLiteral("muted"));
    for (QLabel* label : {m_sentence, m_memory, m_backend, m_why}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setVisible(false);
    }
    layout->addWidget(m_sentence);
    layout->addWidget(m_memory);
    layout->addWidget(m_apply);
    auto* machine = new QVBoxLayout;
    machine->setSpacing(2);
    machine->addWidget(m_backend);
    machine->addWidget(m_why);
    layout->addLayout(machine);
    return whole;
}

/// What is typed stays; lists are made again, because some of their words are put together.
void SetupPanel::changeEvent(QEvent* event)
{
    DockPanel::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_models->sayAgain();
    m_boxes->showChoicesOf(navigation().setup().settings);
}

void SetupPanel::fill()
{
    const RunSetup& setup = navigation().setup();
    if (m_isFilling)
        return;
    m_isFilling = true;
    m_models->showModelsOf(setup);
    m_boxes->showChoicesOf(setup.settings);
    m_methodOptions->showOptionsOf(setup.settings);
    m_numbers->showNumbersOf(setup.settings);
    m_maxTokens->setValue(setup.settings.maxTokens);
    m_seed->setText(QString::number(setup.settings.seed));
    m_batch->showBatchOf(setup);
    if (const QString prompt = QString::fromStdString(setup.prompt); prompt != m_prompt->toPlainText())
        m_prompt->setPlainText(prompt);
    m_isFilling = false;
    planSoon();
    previewSoon();
    refreshButtons();
}

void SetupPanel::edit(const std::function<void(RunSetup&)>& change)
{
    if (m_isFilling)
        return;
    m_isFilling = true; // the fields are what they should be
    const RunSetup before = navigation().setup();
    RunSetup now = before;
    change(now);
    navigation().setSetup(now);
    if (now.settings.method != before.settings.method || now.settings.shape != before.settings.shape)
        m_methodOptions->showOptionsOf(now.settings);
    if (now.settings != before.settings) // sampler and K decide, too, what goes together
        m_boxes->showChoicesOf(now.settings);
    m_models->showModelsOf(now);
    m_batch->showBatchOf(now);
    m_isFilling = false;
    if (now.target != before.target || now.draft != before.draft || now.settings.method != before.settings.method)
        checkPair();
    planSoon();
    previewSoon();
    refreshButtons();
}

void SetupPanel::editSeed()
{
    bool isSeed = false;
    const std::uint64_t seed = m_seed->text().toULongLong(&isSeed);
    m_seedSentence.clear();
    if (isSeed)
        edit([seed](RunSetup& setup) { setup.settings.seed = seed; });
    else
        m_seedSentence = tr("The seed is no number from 0 to %1: seed %2 stays in force.")
                             .arg(std::numeric_limits<std::uint64_t>::max())
                             .arg(navigation().setup().settings.seed);
    refreshButtons();
}

void SetupPanel::checkPair()
{
    m_pairSentence.clear();
    const RunSetup& setup = navigation().setup();
    const auto method = methodNamed(setup.settings.method);
    if (method && !setup.target.empty())
        navigation().planner().checkPair(setup.target, (*method)->needsDraftModel ? setup.draft : std::string());
}

bool SetupPanel::isToBeLoaded() const
{
    return !navigation().canCompute() || !(memorySetup(navigation().setup()) == memorySetup(navigation().running()));
}

void SetupPanel::planSoon()
{
    if (!isToBeLoaded()) {
        if (m_plannedFor != RunSetup{})
            forgetPlan();
        return;
    }
    const RunSetup now = memorySetup(navigation().setup());
    if (now == m_plannedFor)
        return;
    const bool isOfOtherModels = now.target != m_plannedFor.target || now.draft != m_plannedFor.draft
        || now.settings.method != m_plannedFor.settings.method;
    if (isOfOtherModels)
        m_plan = {};
    m_plannedFor = now;
    navigation().planner().cancelPlan(); // its answer would be taken for this one's
    m_planSoon.start();
}

void SetupPanel::previewSoon()
{
    const RunSetup& setup = navigation().setup();
    const RunSetup now{setup.target, {}, {}, setup.prompt, setup.isChat, setup.system};
    m_chat->showChatOf(setup);
    m_promptName->setText(setup.isChat ? tr("Message") : tr("Prompt"));
    if (now == m_previewedFor)
        return;
    m_previewedFor = now;
    m_preview = {};                         // nobody knows yet
    navigation().planner().cancelPreview(); // its answer would be taken for this one's
    m_previewSoon.start();
}

/// Where more tokens are asked for than there is room for.
void SetupPanel::sayRoom()
{
    const RunSetup& setup = navigation().setup();
    const bool hasList = setup.batch.isBatch() && !setup.batch.prompts.empty();
    const bool isTooMuch = m_preview.room && setup.settings.maxTokens > *m_preview.room && !hasList;
    m_room->setVisible(isTooMuch);
    m_room->setText(
        !isTooMuch
            ? QString()
            : (*m_preview.room == 1 ? tr("After the prompt there is room for %1 token: the context of %2 holds %3.")
                                    : tr("After the prompt there is room for %1 tokens: the context of %2 holds %3."))
                  .arg(QString::number(*m_preview.room), m_preview.target, QString::number(m_preview.context)));
}

void SetupPanel::forgetPlan()
{
    m_planSoon.stop();
    navigation().planner().cancelPlan();
    m_plannedFor = {};
    m_plan = {};
}

void SetupPanel::showPlan()
{
    QStringList sentences;
    if (isToBeLoaded()) {
        if (const QString why = QString::fromStdString(m_plan.reason); why != navigation().backendReason())
            sentences << engineWords(why);
        if (m_plan.fits)
            sentences << engineWords(m_plan.memory);
        sentences.removeAll(QString());
    }
    m_memory->setText(sentences.join(' '));
    m_memory->setVisible(!sentences.isEmpty());
}

void SetupPanel::say(const QString& sentence)
{
    m_pairSentence = sentence;
    refreshButtons();
}

QString SetupPanel::sentence() const
{
    return m_sentence->text();
}

QString SetupPanel::memory() const
{
    return m_memory->text();
}

void SetupPanel::refreshButtons()
{
    const RunSetup& setup = navigation().setup();
    const auto method = methodNamed(setup.settings.method);
    m_models->draft->setEnabled(method && (*method)->needsDraftModel);
    for (QWidget* drafting : {m_boxes->shape, m_boxes->draws})
        drafting->setEnabled(method && (*method)->drafts());
    m_numbers->enableFor(setup.settings);

    const bool hasList = setup.batch.isBatch() && !setup.batch.prompts.empty();
    m_prompt->setEnabled(!hasList);
    m_prompt->setToolTip(hasList ? tr("The sequences have prompts of a list: choose This prompt there to use this one.")
                                 : QString());

    const auto checked = check(setup);
    const QString sentence = !checked    ? QString::fromStdString(checked.error().sentence)
        : !m_seedSentence.isEmpty()      ? m_seedSentence
        : !m_pairSentence.isEmpty()      ? m_pairSentence
        : !m_plan.fits && isToBeLoaded() ? QString::fromStdString(m_plan.memory)
                                         : QString();
    m_sentence->setText(engineWords(sentence));
    m_sentence->setVisible(!sentence.isEmpty());
    showPlan();
    sayRoom();

    m_apply->refresh();
}

void SetupPanel::refresh()
{
    const TraceHeader& header = navigation().recording().header();
    m_backend->setText(
        !navigation().hasRecording() ? QString()
            : navigation().canCompute()
            ? tr("%1 · %2 weights")
                  .arg(QString::fromStdString(header.backend), QString::fromStdString(header.target.weightType))
            : tr("Recorded on %1").arg(QString::fromStdString(header.backend)));
    m_why->setText(navigation().backendReason());
    for (QLabel* label : {m_backend, m_why})
        label->setVisible(!label->text().isEmpty());
    planSoon();
    refreshButtons();
}

} // namespace draftscope
