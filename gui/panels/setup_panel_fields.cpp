// SPDX-License-Identifier: GPL-3.0-or-later
// Where the fields of Setup stand, and what they do with the setup. What is said of them is in setup_panel.cpp.
#include <array>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpressionValidator>
#include <QTimer>
#include <QToolButton>

#include "engine/session/methods.h"
#include "gui/controls/disclosure.h"
#include "gui/controls/labelled_field.h"
#include "gui/controls/number_field.h"
#include "gui/controls/scrolling_column.h"
#include "gui/forms/batch_box.h"
#include "gui/forms/chat_fields.h"
#include "gui/forms/chat_turns.h"
#include "gui/forms/method_boxes.h"
#include "gui/forms/method_options_box.h"
#include "gui/forms/model_box.h"
#include "gui/forms/model_fields.h"
#include "gui/forms/sampler_fields.h"
#include "gui/panels/setup_panel.h"
#include "gui/panels/stop_conditions_box.h"
#include "gui/setup/model_fetch.h"
#include "gui/setup/prompt_library.h"

namespace draftscope {

namespace {

QFrame* makeSetupLine()
{
    auto* line = new QFrame;
    line->setObjectName(QStringLiteral("panelLine"));
    line->setFixedHeight(1);
    return line;
}

/// Two equal columns.
QGridLayout* makeSetupGrid(QWidget* fields)
{
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    return grid;
}

QWidget* labelledWithTip(const QString& name, QWidget* field, const QString& tip)
{
    QWidget* whole = labelled(name, field);
    for (QWidget* each : {whole, field}) // the name has that of the whole
        each->setToolTip(tip);
    return whole;
}

} // namespace

void SetupPanel::layOut()
{
    for (QComboBox* box :
         {static_cast<QComboBox*>(m_models->target), m_boxes->method, static_cast<QComboBox*>(m_models->draft),
          m_boxes->shape, m_boxes->draws, m_boxes->verifier, m_boxes->fault}) {
        box->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
    }
    m_all = new Disclosure(tr("All fields"), makeOtherFields());
    m_all->button().setToolTip(
        tr("Shape, draws and verifier, limits and filters, what is broken on purpose, and batches"));
    m_unusual->setObjectName(QStringLiteral("nonDefaultFields"));
    m_unusual->setWordWrap(true);
    m_unusual->setTextFormat(Qt::PlainText);
    connect(m_all, &Disclosure::toggled, this, &SetupPanel::sayUnusual);

    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 6, 12, 8);
    layout->setSpacing(7);
    layout->addWidget(makePrompt());
    layout->addWidget(makeSimpleFields());
    layout->addWidget(makeNotes());
    layout->addWidget(m_all);
    layout->addWidget(m_unusual);
    layout->addWidget(makeSetupLine());
    layout->addWidget(new StopConditionsBox(navigation()));
    layout->addStretch(1);
    setContent(new ScrollingColumn(content));
}

/// What a run is about, and the numbers that people change first.
QWidget* SetupPanel::makeSimpleFields()
{
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,20}")), m_seed));
    auto* fields = new QWidget;
    QGridLayout* grid = makeSetupGrid(fields);
    grid->addWidget(labelled(tr("Target"), m_models->target), 0, 0, 1, 2);
    grid->addWidget(m_models->fetch, 1, 0, 1, 2);
    grid->addWidget(labelled(tr("Method"), m_boxes->method), 2, 0, 1, 2);
    grid->addWidget(labelled(tr("Draft"), m_models->draft), 3, 0, 1, 2);
    grid->addWidget(m_numbers->named(m_numbers->draftLength), 4, 0);
    grid->addWidget(m_numbers->named(m_numbers->temperature), 4, 1);
    grid->addWidget(
        labelledWithTip(tr("Seed"), m_seed,
                        tr("What all random numbers follow from: a whole number from 0, of up to 20 digits. The same "
                           "seed with the same settings gives the same text again, so any will do.")),
        5, 0, 1, 2);
    return fields;
}

/// All others, with those of a batch together at the end.
QWidget* SetupPanel::makeOtherFields()
{
    auto* fields = new QWidget;
    QGridLayout* grid = makeSetupGrid(fields);
    grid->addWidget(labelled(tr("Shape"), m_boxes->shape), 0, 0, 1, 2); // its names are too long for half a row
    grid->addWidget(labelled(tr("Draws"), m_boxes->draws), 1, 0, 1, 2);
    grid->addWidget(labelled(tr("Verifier"), m_boxes->verifier), 2, 0, 1, 2);
    grid->addWidget(m_methodOptions, 3, 0, 1, 2);
    grid->addWidget(
        labelledWithTip(tr("Max tokens"), m_maxTokens,
                        tr("After how many new tokens the text ends if nothing ends it before: 1 or more, usually 50 "
                           "to 500.")),
        4, 0);
    grid->addWidget(m_numbers->named(m_numbers->topP), 4, 1);
    grid->addWidget(m_numbers->named(m_numbers->topK), 5, 0);
    grid->addWidget(m_numbers->named(m_numbers->minP), 5, 1);
    grid->addWidget(labelled(tr("Break it on purpose"), m_boxes->fault), 6, 0, 1, 2);
    grid->addWidget(makeSetupLine(), 7, 0, 1, 2);
    grid->addWidget(m_batch, 8, 0, 1, 2);
    return fields;
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

/// What holds of the setup as a whole: it stands by the fields that are always in sight.
QWidget* SetupPanel::makeNotes()
{
    auto* whole = new QWidget;
    auto* layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_notes.room->setObjectName(QStringLiteral("roomNote"));
    m_notes.sentence->setObjectName(QStringLiteral("problem"));
    for (QLabel* label : {m_notes.backend, m_notes.why, m_notes.memory})
        label->setObjectName(QStringLiteral("muted"));
    m_notes.treeSize->setObjectName(QStringLiteral("treeSize"));
    for (QLabel* label :
         {m_notes.sentence, m_notes.room, m_notes.memory, m_notes.treeSize, m_notes.backend, m_notes.why}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setVisible(false);
    }
    layout->addWidget(m_boxes->notLossless);
    for (QLabel* label :
         {m_notes.sentence, m_notes.room, m_notes.memory, m_notes.treeSize, m_notes.backend, m_notes.why})
        layout->addWidget(label);
    return whole;
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
    connect(m_chat, &ChatFields::continueAsked, this, [this] {
        RunSetup setup = navigation().starter().setup();
        if (const QString problem = continueConversation(setup, navigation()); !problem.isEmpty())
            emit navigation().failed(problem);
        else
            navigation().starter().setSetup(setup);
    });
    connect(m_batch, &BatchBox::edited, this, &SetupPanel::edit);
    connect(m_batch, &BatchBox::failed, &navigation(), &Navigation::failed);
    connect(m_numbers, &SamplerFields::edited, this,
            [this](const SamplerFields::Change& change) { edit([&](RunSetup& setup) { change(setup.settings); }); });
    connect(m_maxTokens, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { edit([&](RunSetup& setup) { setup.settings.maxTokens = int(value); }); });
    connect(m_seed, &QLineEdit::textChanged, this, &SetupPanel::editSeed);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, [this] {
        edit([text = m_prompt->toPlainText().toStdString()](RunSetup& setup) {
            setup.prompt = text;
            setup.settings.isWholePrompt = false; // a trace's prompt may be one, what is written here is none
        });
    });
}

bool SetupPanel::showsAllFields() const
{
    return m_all->isOpen();
}

void SetupPanel::showAllFields(bool on)
{
    m_all->setOpen(on);
}

QWidget* SetupPanel::widgetOf(SetupField field) const
{
    const auto named = [this](const char* name) { return findChild<QWidget*>(QLatin1String(name)); };
    switch (field) {
    case SetupField::prompt:
        return m_prompt;
    case SetupField::isChat:
    case SetupField::system:
    case SetupField::turns:
        return named("asChatMessage");
    case SetupField::target:
        return m_models->target;
    case SetupField::method:
        return m_boxes->method;
    case SetupField::draft:
        return m_models->draft;
    case SetupField::draftLength:
        return m_numbers->draftLength;
    case SetupField::temperature:
        return m_numbers->temperature;
    case SetupField::seed:
        return m_seed;
    case SetupField::shape:
        return m_boxes->shape;
    case SetupField::draws:
        return m_boxes->draws;
    case SetupField::verifier:
        return m_boxes->verifier;
    case SetupField::option:
    case SetupField::file:
        return m_methodOptions->firstField();
    case SetupField::maxTokens:
        return m_maxTokens;
    case SetupField::topP:
        return m_numbers->topP;
    case SetupField::topK:
        return m_numbers->topK;
    case SetupField::minP:
        return m_numbers->minP;
    case SetupField::fault:
        return m_boxes->fault;
    case SetupField::sequences:
        return named("sequences");
    case SetupField::prompts:
        return named("promptsOfBatch");
    case SetupField::isSynchronised:
        return named("inStep");
    case SetupField::shortDraft:
        return named("shortDraft");
    }
    return nullptr;
}

void SetupPanel::goToField(SetupField field)
{
    if (!isSimple(field))
        showAllFields(true);
    show();
    raise();
    window()->activateWindow();
    // When Qt has put the other panels behind it, and the fields have their places.
    QTimer::singleShot(0, this, [this, field] {
        widget()->layout()->activate();
        if (QWidget* there = widgetOf(field))
            there->setFocus(Qt::TabFocusReason);
    });
}

} // namespace draftscope
