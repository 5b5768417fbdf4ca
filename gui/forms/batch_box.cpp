// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/batch_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>

#include "engine/session/methods.h"
#include "gui/controls/fitting_box.h"
#include "gui/controls/labelled_field.h"
#include "gui/controls/number_field.h"
#include "gui/forms/prompt_list_box.h"
#include "gui/language/engine_words.h"
#include "gui/language/retranslation.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

std::vector<std::string> textsOf(const std::vector<Prompt>& prompts)
{
    std::vector<std::string> texts;
    for (const Prompt& prompt : prompts)
        texts.push_back(prompt.text);
    return texts;
}

} // namespace

BatchBox::BatchBox(QWidget* parent)
    : QWidget(parent), m_sequences(new NumberField(1, BatchSetup::most, 1, 0)), m_prompts(new PromptListBox),
      m_isSynchronised(new QCheckBox(tr("In step, with gaps"))), m_shortDraft(new FittingBox)
{
    m_sequences->setObjectName(QStringLiteral("sequences"));
    m_isSynchronised->setObjectName(QStringLiteral("inStep"));
    m_shortDraft->setObjectName(QStringLiteral("shortDraft"));
    m_prompts->setObjectName(QStringLiteral("promptsOfBatch"));
    for (QWidget* field : std::initializer_list<QWidget*>{m_prompts, m_isSynchronised, m_shortDraft})
        field->setFocusPolicy(Qt::TabFocus);
    m_sequences->setToolTip(
        tr("So many texts decode together: each pass of the draft and of the target computes rows of all of them."));
    m_prompts->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_prompts->setMinimumContentsLength(6);
    m_shortDraft->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_shortDraft->setMinimumContentsLength(6);
    m_shortDraft->setProperty(saysItemsAgain, true);
    listRemedies();

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    auto* title = new QLabel(tr("Batch"));
    title->setObjectName(QStringLiteral("panelTitle"));
    grid->addWidget(title, 0, 0);
    grid->addWidget(labelled(tr("Sequences together"), m_sequences), 1, 0);
    grid->addWidget(labelled(tr("Their prompts"), m_prompts), 2, 0);
    grid->addWidget(m_isSynchronised, 3, 0);
    grid->addWidget(labelled(tr("Where a draft is one token short"), m_shortDraft), 4, 0);

    connect(m_sequences, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (!m_isFilling)
            emit edited([value](RunSetup& setup) { setup.batch.sequences = int(value); });
    });
    connect(m_prompts, &PromptListBox::chosen, this, [this] {
        if (!m_isFilling)
            emit edited([texts = textsOf(m_prompts->isOne() ? std::vector<Prompt>() : m_prompts->prompts())](
                            RunSetup& setup) { setup.batch.prompts = texts; });
    });
    connect(m_prompts, &PromptListBox::failed, this, &BatchBox::failed);
    connect(m_isSynchronised, &QCheckBox::toggled, this, [this](bool on) {
        if (!m_isFilling)
            emit edited([on](RunSetup& setup) { setup.batch.isSynchronised = on; });
    });
    connect(m_shortDraft, &QComboBox::activated, this, [this](int index) {
        emit edited([index](RunSetup& setup) { setup.batch.shortDraft = ShortDraft(index); });
    });
}

void BatchBox::listRemedies()
{
    const int chosen = m_shortDraft->currentIndex();
    m_shortDraft->clear();
    // In the order of ShortDraft.
    m_shortDraft->addItem(tr("Two tokens in the next step"));
    m_shortDraft->addItem(tr("A draft pass more, at once"));
    m_shortDraft->addItem(tr("Crop the target's cache, too"));
    m_shortDraft->setCurrentIndex(chosen);
}

void BatchBox::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    listRemedies();
    showReasons();
}

void BatchBox::showBatchOf(const RunSetup& setup)
{
    m_setup = setup;
    m_isFilling = true;
    m_sequences->setValue(setup.batch.sequences);
    showPrompts(setup);
    m_isSynchronised->setChecked(setup.batch.isSynchronised);
    m_shortDraft->setCurrentIndex(int(setup.batch.shortDraft));
    m_isFilling = false;
    showReasons();
}

/// Prompts may come from the command line, or from the last time.
void BatchBox::showPrompts(const RunSetup& setup)
{
    const auto shown = textsOf(m_prompts->isOne() ? std::vector<Prompt>() : m_prompts->prompts());
    if (shown != setup.batch.prompts && !m_prompts->choose(setup.batch.prompts)) {
        std::vector<Prompt> prompts;
        for (const std::string& text : setup.batch.prompts)
            prompts.push_back({{}, {}, text});
        const std::size_t count = prompts.size();
        m_prompts->addList([count] { return tr("Given prompts (%1)").arg(count); }, std::move(prompts));
    }
}

void BatchBox::showReasons()
{
    const BatchSetup& batch = m_setup.batch;
    const QString one = tr("One sequence is no batch: choose two or more.");
    m_prompts->setEnabled(batch.isBatch());
    m_prompts->setToolTip(
        batch.isBatch() ? tr("The prompt of Setup for all, each with a seed of its own, or a list with a text each: a "
                             "text takes the place of one that has ended.")
                        : one);

    RunSetup inStep = m_setup;
    inStep.batch.isSynchronised = true;
    const auto usable = check(m_setup.settings).has_value() && batch.isBatch() ? check(inStep) : Result<void>();
    m_isSynchronised->setEnabled(batch.isBatch() && (usable || batch.isSynchronised)); // it can be taken back
    m_isSynchronised->setToolTip(
        !batch.isBatch() ? one
            : !usable    ? engineWords(usable.error())
                      : tr("All sequences write in the same K/V column, and what one accepts less than another stays "
                           "empty as a gap."));

    const auto method = methodNamed(m_setup.settings.method);
    const bool hasDraft = method && (*method)->needsDraftModel;
    m_shortDraft->setEnabled(batch.isBatch() && batch.isSynchronised && hasDraft);
    m_shortDraft->setToolTip(
        !batch.isBatch()            ? one
            : !batch.isSynchronised ? tr("Only a batch in step has to do something about it.")
            : !hasDraft             ? tr("This method has no draft model whose cache could be one token short.")
                        : tr("A sequence that accepts all drafts has a last one that its draft model has not seen."));
}

} // namespace draftscope
