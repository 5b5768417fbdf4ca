// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_dialog.h"

#include <array>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "engine/core/http_client.h"
#include "engine/session/methods.h"
#include "gui/compare/lanes.h"
#include "gui/controls/labelled_field.h"
#include "gui/controls/number_field.h"
#include "gui/controls/scrolling_column.h"
#include "gui/forms/backend_fields.h"
#include "gui/forms/method_boxes.h"
#include "gui/forms/method_options_box.h"
#include "gui/forms/model_box.h"
#include "gui/forms/sampler_fields.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/open_model.h"

namespace draftscope {

LaneDialog::LaneDialog(Lanes& lanes, Lane* lane, const RunSetup& setup, QWidget* parent)
    : QDialog(parent), m_lanes(lanes), m_lane(lane), m_isNew(!lane), m_setup(lane ? lane->setup() : aloneOf(setup)),
      m_catalogue(new ModelCatalogue(this)), m_target(new ModelBox(nullptr, false)),
      m_draft(new ModelBox(nullptr, false)), m_boxes(new MethodBoxes(this)), m_numbers(new SamplerFields(this)),
      m_options(new MethodOptionsBox), m_ownBackend(new QCheckBox(tr("A backend of its own"))),
      m_backend(new BackendFields(this)), m_problem(new QLabel), m_needs(new QLabel),
      m_use(new QPushButton(m_isNew ? tr("Add lane") : tr("Change lane"))), m_planner(lanes.thread())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("laneDialog"));
    setWindowTitle(m_isNew ? tr("New lane") : tr("Lane %1").arg(lanes.indexOf(lane) + 1));
    m_problem->setObjectName(QStringLiteral("problem"));
    m_needs->setObjectName(QStringLiteral("muted"));
    for (QLabel* label : {m_problem, m_needs}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(m_use, QDialogButtonBox::AcceptRole);
    m_use->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &LaneDialog::use);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(new ScrollingColumn(makeFields()), 1);
    if (lanes.count() > (m_isNew ? 0 : 1)) {
        auto* same = new QLabel(tr("Prompt, seed and token limit are those of lane 1."));
        same->setObjectName(QStringLiteral("muted"));
        column->addWidget(same);
    }
    column->addWidget(m_problem);
    column->addWidget(m_needs);
    column->addWidget(buttons);

    connectFields();
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(150);
    connect(&m_askSoon, &QTimer::timeout, this, &LaneDialog::ask);
    if (lane)
        connect(lane, &QObject::destroyed, this, &QDialog::reject);
    m_catalogue->search();
    fill();
    m_askSoon.start();
    const int line = fontMetrics().height();
    resize(line * 30, line * 44);
}

QWidget* LaneDialog::makeFields()
{
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    const std::array<std::pair<QString, QComboBox*>, 7> boxes{{{tr("Target"), m_target},
                                                               {tr("Method"), m_boxes->method},
                                                               {tr("Draft"), m_draft},
                                                               {tr("Shape"), m_boxes->shape},
                                                               {tr("Draws"), m_boxes->draws},
                                                               {tr("Verifier"), m_boxes->verifier},
                                                               {tr("Break it on purpose"), m_boxes->fault}}};
    int row = 0;
    for (const auto& [name, box] : boxes) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(24);
        grid->addWidget(labelled(name, box), row++, 0, 1, 2);
    }
    grid->addWidget(m_boxes->notLossless, row++, 0, 1, 2);
    grid->addWidget(m_numbers->named(m_numbers->draftLength), row, 0);
    grid->addWidget(m_numbers->named(m_numbers->temperature), row++, 1);
    grid->addWidget(m_numbers->named(m_numbers->topP), row, 0);
    grid->addWidget(m_numbers->named(m_numbers->topK), row++, 1);
    grid->addWidget(m_numbers->named(m_numbers->minP), row++, 0);
    grid->addWidget(m_options, row++, 0, 1, 2);
    m_ownBackend->setToolTip(tr("Else it computes where the program does, as Settings say"));
    grid->addWidget(m_ownBackend, row++, 0, 1, 2);
    auto* machine = new QWidget;
    auto* form = new QFormLayout(machine);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_backend->addTo(*form);
    grid->addWidget(machine, row++, 0, 1, 2);
    grid->setRowStretch(row, 1);
    return content;
}

void LaneDialog::connectFields()
{
    connectBox(m_target, ModelRole::target);
    connectBox(m_draft, ModelRole::draft);
    const auto change = [this](const SamplerFields::Change& settings) {
        edit([&](RunSetup& now) { settings(now.settings); });
    };
    connect(m_boxes, &MethodBoxes::edited, this, change);
    connect(m_numbers, &SamplerFields::edited, this, change);
    connect(m_options, &MethodOptionsBox::edited, this, [this](const QString& option, int value) {
        edit([&](RunSetup& now) { setOption(now.settings, option.toStdString(), value); });
    });
    connect(m_options, &MethodOptionsBox::fileEdited, this, [this](const QString& file, const QString& path) {
        edit([&](RunSetup& now) { setFile(now.settings, file.toStdString(), path.toStdString()); });
    });
    const auto chooseBackend = [this] {
        edit([this](RunSetup& now) {
            now.backend = m_ownBackend->isChecked() ? std::optional(m_backend->choice()) : std::nullopt;
        });
    };
    connect(m_ownBackend, &QCheckBox::clicked, this, chooseBackend);
    connect(m_backend, &BackendFields::edited, this, chooseBackend);
    connect(m_catalogue, &ModelCatalogue::changed, this, &LaneDialog::showModels); // what is being typed stays
    connect(&m_planner, &RunPlanner::pairChecked, this, [this](const QString& sentence) {
        m_pairProblem = sentence;
        refresh();
    });
    connect(&m_planner, &RunPlanner::planned, this, [this](const RunPlanned& plan) {
        m_plan = plan;
        refresh();
    });
}

void LaneDialog::connectBox(ModelBox* box, ModelRole role)
{
    const auto take = [this, role](const QString& model) {
        edit([&](RunSetup& now) { (role == ModelRole::target ? now.target : now.draft) = model.toStdString(); });
    };
    connect(box, &ModelBox::chosen, this, take);
    connect(box, &ModelBox::folderWanted, this, [this, role, take] {
        showModels(); // the box goes back to the model in use
        askForModelFolder(this, role, take);
    });
    connect(box, &ModelBox::fileWanted, this, [this, role, take] {
        showModels();
        askForModelFile(this, role, take);
    });
}

void LaneDialog::edit(const std::function<void(RunSetup&)>& change)
{
    if (m_isFilling)
        return;
    const RunSetup before = m_setup;
    change(m_setup);
    if (m_setup.target != before.target || m_setup.draft != before.draft
        || m_setup.settings.method != before.settings.method)
        m_pairProblem.clear(); // of others
    m_plan = {};
    fill();
    m_askSoon.start();
}

void LaneDialog::showModels()
{
    for (const std::string& model : {m_setup.target, m_setup.draft})
        if (!isServerAddress(model))
            m_catalogue->add(model);
    m_target->showModels(targetChoices(*m_catalogue), m_setup.target);
    m_draft->showModels(draftChoices(*m_catalogue, m_setup.target), m_setup.draft);
}

void LaneDialog::fill()
{
    m_isFilling = true;
    showModels();
    m_boxes->showChoicesOf(m_setup.settings);
    m_options->showOptionsOf(m_setup.settings);
    m_numbers->showNumbersOf(m_setup.settings);
    m_ownBackend->setChecked(m_setup.backend.has_value());
    m_backend->show(m_setup.backend.value_or(m_lanes.thread().backend()));
    m_isFilling = false;
    refresh();
}

void LaneDialog::ask()
{
    if (m_setup.target.empty())
        return;
    m_planner.checkPair(m_setup.target, draftToCheck(m_setup));
    m_planner.plan(m_setup);
}

QString LaneDialog::problem() const
{
    return m_problem->text();
}

void LaneDialog::refresh()
{
    const auto method = methodNamed(m_setup.settings.method);
    m_draft->setEnabled(method && (*method)->needsDraftModel);
    for (QWidget* drafting : {m_boxes->shape, m_boxes->draws})
        drafting->setEnabled(method && (*method)->drafts());
    m_numbers->enableFor(m_setup.settings);
    m_backend->setEnabled(m_setup.backend.has_value());
    const auto checked = check(m_setup);
    const QString problem = m_setup.target.empty() ? tr("There is no target yet: choose one.")
        : !checked                                 ? engineSentence(checked.error())
        : !m_pairProblem.isEmpty()                 ? m_pairProblem
        : !m_plan.fits                             ? m_plan.memory
                                                   : QString();
    m_problem->setText(engineWords(problem));
    m_problem->setVisible(!problem.isEmpty());
    m_needs->setText(m_plan.fits ? engineWords(m_plan.memory) : QString());
    m_needs->setVisible(!m_needs->text().isEmpty());
    m_use->setEnabled(problem.isEmpty() && (!m_isNew || m_lanes.count() < Lanes::most));
}

void LaneDialog::use()
{
    NumberField::takeWhatIsTyped();
    if (!m_use->isEnabled())
        return;
    if (m_isNew)
        m_lanes.add(m_setup);
    else if (m_lane)
        m_lanes.change(*m_lane, m_setup);
    accept();
}

} // namespace draftscope
