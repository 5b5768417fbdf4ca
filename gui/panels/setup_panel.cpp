// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/setup_panel.h"

#include <limits>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "engine/session/methods.h"
#include "engine/session/tree_size.h"
#include "gui/controls/disclosure.h"
#include "gui/controls/number_field.h"
#include "gui/forms/batch_box.h"
#include "gui/forms/chat_fields.h"
#include "gui/forms/method_boxes.h"
#include "gui/forms/method_options_box.h"
#include "gui/forms/model_box.h"
#include "gui/forms/model_fields.h"
#include "gui/forms/sampler_fields.h"
#include "gui/language/engine_words.h"
#include "gui/panels/setup_plans.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

SetupPanel::SetupPanel(Navigation& nav)
    : RunPanel(QStringLiteral("setup"), tr("Setup"), nav), m_models(new ModelFields(nav, this)),
      m_boxes(new MethodBoxes(this)), m_numbers(new SamplerFields(this)),
      m_maxTokens(new NumberField(1, 99'999, 16, 0)), m_methodOptions(new MethodOptionsBox), m_seed(new QLineEdit),
      m_prompt(new QPlainTextEdit), m_promptName(new QLabel), m_chat(new ChatFields),
      m_batch(new BatchBox), m_notes{new QLabel, new QLabel, new QLabel, new QLabel, new QLabel, new QLabel},
      m_unusual(new QLabel), m_plans(new SetupPlans(nav, this))
{
    layOut();
    connectFields();
    connect(&nav.starter(), &RunStarter::setupChanged, this, &SetupPanel::fill);
    connect(&nav, &Navigation::recordingReplaced, this, [this] {
        m_plans->forgetPlan(); // what the run before held is free now, and this one's weights are there
        m_plans->planSoon();
        m_plans->forgetPair();
        refreshNotes();
    });
    connect(m_plans, &SetupPlans::changed, this, &SetupPanel::refreshNotes);
    connect(m_plans, &SetupPlans::previewed, m_chat, &ChatFields::showPreview);
    connect(m_plans, &SetupPlans::previewed, this, &SetupPanel::sayRoom);
    fill();
}

/// What is typed stays; lists are made again, because some of their words are put together.
void SetupPanel::changeEvent(QEvent* event)
{
    RunPanel::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_models->sayAgain();
    m_boxes->showChoicesOf(navigation().starter().setup().settings);
    m_notes.why->setText(engineWords(
        navigation().run().resources().backendReason.toStdString())); // the field may be folded away just now
}

void SetupPanel::fill()
{
    const RunSetup& setup = navigation().starter().setup();
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
    m_plans->planSoon();
    showChat();
    m_plans->previewSoon();
    refreshNotes();
}

void SetupPanel::edit(const std::function<void(RunSetup&)>& change)
{
    if (m_isFilling)
        return;
    m_isFilling = true; // the fields are what they should be
    const RunSetup before = navigation().starter().setup();
    RunSetup now = before;
    change(now);
    navigation().starter().setSetup(now);
    if (now.settings.method != before.settings.method || now.settings.shape != before.settings.shape)
        m_methodOptions->showOptionsOf(now.settings);
    if (now.settings != before.settings) // sampler and K decide, too, what goes together
        m_boxes->showChoicesOf(now.settings);
    m_models->showModelsOf(now);
    m_batch->showBatchOf(now);
    m_isFilling = false;
    if (now.settings.method != before.settings.method)
        if (const auto method = methodNamed(now.settings.method); method && (*method)->needsFile())
            showAllFields(true); // where it is to be chosen
    if (now.target != before.target || now.draft != before.draft || now.settings.method != before.settings.method)
        m_plans->checkPair();
    m_plans->planSoon();
    showChat();
    m_plans->previewSoon();
    refreshNotes();
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
                             .arg(navigation().starter().setup().settings.seed);
    refreshNotes();
}

/// What is typed is a message or a prompt.
void SetupPanel::showChat()
{
    const RunSetup& setup = navigation().starter().setup();
    m_chat->showChatOf(setup);
    m_promptName->setText(setup.isChat ? tr("Message") : tr("Prompt"));
}

/// Where more tokens are asked for than there is room for.
void SetupPanel::sayRoom()
{
    const RunSetup& setup = navigation().starter().setup();
    const bool hasList = setup.batch.isBatch() && !setup.batch.prompts.empty();
    const bool isTooMuch = m_plans->preview().room && setup.settings.maxTokens > *m_plans->preview().room && !hasList;
    m_notes.room->setVisible(isTooMuch);
    m_notes.room->setText(!isTooMuch
                              ? QString()
                              : (*m_plans->preview().room == 1
                                     ? tr("After the prompt there is room for %1 token: the context of %2 holds %3.")
                                     : tr("After the prompt there is room for %1 tokens: the context of %2 holds %3."))
                                    .arg(QString::number(*m_plans->preview().room), m_plans->preview().target,
                                         QString::number(m_plans->preview().context)));
}

void SetupPanel::showPlan()
{
    QStringList sentences;
    if (m_plans->isToBeLoaded()) {
        if (const QString why = m_plans->plan().reason; why != navigation().run().resources().backendReason)
            sentences << engineWords(why);
        if (m_plans->plan().fits)
            sentences << engineWords(m_plans->plan().memory);
        for (const QString& warning : m_plans->plan().warnings)
            sentences << engineWords(warning);
        sentences.removeAll(QString());
    }
    m_notes.memory->setText(sentences.join(' '));
    m_notes.memory->setVisible(!sentences.isEmpty());
}

/// Where the number of nodes is left to the machine, what it has come to.
void SetupPanel::sayTreeSize()
{
    const TraceHeader& header = navigation().recording().header();
    const auto nodes = header.options.find("tree-nodes"), levels = header.options.find("tree-levels");
    const bool isChosen = navigation().run().isThere() && navigation().run().computation().canCompute()
        && leavesTreeSize(navigation().run().setup().settings) && nodes != header.options.end() && nodes->second > 0;
    m_notes.treeSize->setText(
        !isChosen ? QString()
            : levels == header.options.end() || levels->second == 0
            ? tr("By the times of passes on this machine: trees of %1 nodes.").arg(nodes->second)
            : tr("By the times of passes on this machine: trees of %1 nodes in %2 levels at most.")
                  .arg(QString::number(nodes->second), QString::number(levels->second)));
}

QString SetupPanel::sentence() const
{
    return m_notes.sentence->text();
}

QString SetupPanel::memory() const
{
    return m_notes.memory->text();
}

void SetupPanel::refreshNotes()
{
    const RunSetup& setup = navigation().starter().setup();
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
    const QString sentence = !checked                      ? engineSentence(checked.error())
        : !m_seedSentence.isEmpty()                        ? m_seedSentence
        : !m_plans->pairSentence().isEmpty()               ? m_plans->pairSentence()
        : !m_plans->plan().fits && m_plans->isToBeLoaded() ? m_plans->plan().memory
                                                           : QString();
    m_notes.sentence->setText(engineWords(sentence));
    m_notes.sentence->setVisible(!sentence.isEmpty());
    showPlan();
    sayRoom();
    sayUnusual();
}

void SetupPanel::sayUnusual()
{
    QStringList words;
    if (!showsAllFields())
        for (const SetupDifference& each : nonDefaultFields(navigation().starter().setup()))
            words << each.wordsOfValue();
    const QString sentence = words.isEmpty() ? QString() : tr("Chosen there: %1").arg(words.join(QStringLiteral(", ")));
    if (sentence != m_unusual->text())
        m_unusual->setText(sentence);
    m_unusual->setVisible(!sentence.isEmpty());
}

void SetupPanel::refresh()
{
    const TraceHeader& header = navigation().recording().header();
    m_notes.backend->setText(
        !navigation().run().isThere() ? QString()
            : navigation().run().computation().canCompute()
            ? tr("%1 · %2 weights")
                  .arg(QString::fromStdString(header.backend), QString::fromStdString(header.target.weightType))
            : tr("Recorded on %1").arg(QString::fromStdString(header.backend)));
    m_notes.why->setText(engineWords(navigation().run().resources().backendReason.toStdString()));
    sayTreeSize();
    for (QLabel* label : {m_notes.backend, m_notes.why, m_notes.treeSize})
        label->setVisible(!label->text().isEmpty());
    m_plans->planSoon();
    refreshNotes();
}

} // namespace draftscope
