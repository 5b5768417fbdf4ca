// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/sweep_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/compare/lane_words.h"
#include "gui/compare/measuring_bar.h"
#include "gui/compare/sweep_report.h"
#include "gui/controls/fitting_box.h"
#include "gui/forms/prompt_list_box.h"
#include "gui/language/engine_words.h"
#include "gui/setup/model_catalogue.h"
#include "gui/setup/run_caption.h"
#include "widgets/lanes/sweep_view.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/metric_words.h"

namespace draftscope {

namespace {

constexpr int nothingVaried = -1;
constexpr int drawnAfterMs = 150;

QLabel* mutedLabel(const QString& words)
{
    auto* label = new QLabel(words);
    label->setObjectName(QStringLiteral("muted"));
    return label;
}

/// A sentence of at most two lines, which has their height whatever it says: the tabs above it stay where they are.
class SentenceOfTwoLines : public QLabel {
public:
    SentenceOfTwoLines()
    {
        setWordWrap(true);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // without a height that follows from the width
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return {QLabel::sizeHint().width(), 2 * fontMetrics().lineSpacing()};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
};

/// Puts these in, and keeps the choice where it can.
void fillBox(QComboBox& box, const std::vector<std::pair<QString, int>>& items)
{
    const QVariant chosen = box.currentData();
    const QSignalBlocker quiet(box);
    box.clear();
    for (const auto& [words, data] : items)
        box.addItem(words, data);
    box.setCurrentIndex(std::max(0, box.findData(chosen)));
}

} // namespace

SweepPanel::SweepPanel(Lanes& lanes, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_sweep(lanes.thread()), m_lane(new FittingBox), m_figure(new FittingBox),
      m_draftMenu(new QMenu(this)), m_list(new PromptListBox),
      m_bar(new MeasuringBar(m_sweep.measurement(), [] { return tr("▶ Sweep"); })), m_view(new SweepView)
{
    auto* upper = new QHBoxLayout;
    upper->setSpacing(8);
    upper->addWidget(mutedLabel(tr("Lane")));
    upper->addWidget(m_lane);
    m_first = makeAxis(*upper, tr("over"), tr("What is varied"));
    m_second = makeAxis(*upper, tr("and"), tr("What is varied besides"));
    auto* lower = new QHBoxLayout;
    lower->setSpacing(8);
    lower->addWidget(mutedLabel(tr("Prompts")));
    lower->addWidget(m_list);
    lower->addWidget(mutedLabel(tr("Show")));
    lower->addWidget(m_figure);
    lower->addWidget(m_bar, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 2);
    rows->setSpacing(4);
    rows->addLayout(upper);
    rows->addLayout(lower);
    rows->addWidget(m_view, 1);
    rows->addWidget(makeResult());

    m_lane->setAccessibleName(tr("Lane that is swept"));
    m_lane->setFocusPolicy(Qt::TabFocus);
    m_figure->setAccessibleName(tr("Figure of the sweep"));
    m_figure->setFocusPolicy(Qt::TabFocus);
    for (const SweepFigure figure :
         {SweepFigure::measuredSpeedUp, SweepFigure::tokensPerSecond, SweepFigure::tokensPerStep}) {
        m_figure->addItem(titleOfMetric(figureOf(figure).metric), int(figure));
        m_figure->setItemData(m_figure->count() - 1, definitionOf(figureOf(figure).metric), Qt::ToolTipRole);
    }
    // In a small window what is chosen is written smaller.
    for (QComboBox* box : {m_lane, m_figure, m_first.setting, m_second.setting})
        box->setMinimumWidth(80);
    for (QLineEdit* values : {m_first.values, m_second.values})
        values->setMinimumWidth(40);
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &SweepPanel::refreshDrawing);
    connect(m_lane, &QComboBox::activated, this, &SweepPanel::refreshSettings);
    connect(m_figure, &QComboBox::currentIndexChanged, this, &SweepPanel::refreshDrawing);
    connect(m_list, &PromptListBox::chosen, this, &SweepPanel::refreshBar);
    connect(m_list, &PromptListBox::failed, this, &SweepPanel::failed);
    connect(m_bar, &MeasuringBar::startRequested, this, &SweepPanel::start);
    connect(&m_sweep.measurement(), &Measurement::failed, this, &SweepPanel::failed);
    connect(&m_sweep.measurement(), &Measurement::progressed, this, [this] {
        refreshBar();
        if (!m_sweep.measurement().isRunning())
            refreshDrawing();
        else if (!m_soon.isActive())
            m_soon.start(drawnAfterMs);
    });
    connect(m_view, &SweepView::pointChosen, this, &SweepPanel::refreshResult);
    refresh();
}

SweepPanel::AxisFields SweepPanel::makeAxis(QBoxLayout& row, const QString& words, const QString& name)
{
    const AxisFields fields{new FittingBox, new QLineEdit, new QToolButton};
    fields.setting->setAccessibleName(name);
    fields.setting->setFocusPolicy(Qt::TabFocus);
    fields.values->setAccessibleName(tr("Values of it"));
    fields.values->setToolTip(tr("Numbers with commas between them; 2-6 is 2, 3, 4, 5 and 6"));
    row.addWidget(mutedLabel(words));
    row.addWidget(fields.setting);
    row.addWidget(fields.values, 1);
    fields.drafts->setObjectName(QStringLiteral("cornerButton"));
    fields.drafts->setAccessibleName(tr("Drafts that are compared"));
    fields.drafts->setToolTip(tr("Models that may draft for the target, and heads that it has"));
    fields.drafts->setFocusPolicy(Qt::TabFocus);
    fields.drafts->setPopupMode(QToolButton::InstantPopup);
    fields.drafts->setMenu(m_draftMenu);
    fields.drafts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    fields.drafts->hide();
    row.addWidget(fields.drafts, 1);
    connect(fields.setting, &QComboBox::currentIndexChanged, this, [this, fields] {
        const int setting = fields.setting->currentData().toInt();
        fields.values->setVisible(setting != nothingVaried && setting != int(SweepSetting::draft));
        fields.drafts->setVisible(setting == int(SweepSetting::draft));
        fields.values->setText(setting == nothingVaried ? QString() : defaultValues(SweepSetting(setting)));
        refreshBar();
    });
    connect(fields.values, &QLineEdit::textChanged, this, &SweepPanel::refreshBar);
    connect(fields.values, &QLineEdit::returnPressed, this, &SweepPanel::start);
    return fields;
}

QWidget* SweepPanel::makeResult()
{
    m_sentence = new SentenceOfTwoLines;
    m_sentence->setObjectName(QStringLiteral("sweepSentence"));
    m_toLane = new QToolButton;
    m_toStep = new QToolButton;
    m_toStep->setText(tr("Take to Step"));
    m_toStep->setToolTip(tr("Step begins a run with this setting"));
    for (QToolButton* button : {m_toLane, m_toStep}) {
        button->setObjectName(QStringLiteral("cornerButton"));
        button->setFocusPolicy(Qt::TabFocus);
    }
    connect(m_toLane, &QToolButton::clicked, this, [this] {
        if (const int point = chosenPoint(); point >= 0 && m_swept)
            m_lanes.change(*m_swept, m_sweep.setupAt(point));
    });
    connect(m_toStep, &QToolButton::clicked, this, [this] {
        if (const int point = chosenPoint(); point >= 0)
            emit stepRequested(m_sweep.setupAt(point));
    });
    auto* result = new QWidget;
    auto* row = new QHBoxLayout(result);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_toLane);
    row->addWidget(m_toStep);
    return result;
}

// --- what there is to choose

Lane* SweepPanel::chosenLane() const
{
    const int index = m_lane->currentData().isValid() ? m_lane->currentData().toInt() : m_lanes.count();
    return index < m_lanes.count() ? &m_lanes.lane(index) : nullptr;
}

SweepFigure SweepPanel::figure() const
{
    return SweepFigure(m_figure->currentData().toInt());
}

int SweepPanel::chosenPoint() const
{
    return m_view->chosen() >= 0 ? m_view->chosen() : m_sweep.best(figure());
}

void SweepPanel::refresh()
{
    refreshLanes();
    refreshSettings();
    refreshDrawing();
}

void SweepPanel::refreshLanes()
{
    std::vector<std::pair<QString, int>> lanes;
    for (int i = 0; i < m_lanes.count(); ++i)
        if (!sweepSettingsOf(m_lanes.lane(i).setup()).empty())
            lanes.emplace_back(QStringLiteral("%1 · %2").arg(i + 1).arg(methodTitle(m_lanes.lane(i))), i);
    fillBox(*m_lane, lanes);
    m_lane->setEnabled(!lanes.empty());
}

void SweepPanel::setModels(ModelCatalogue* models)
{
    m_models = models;
    m_draftsAreFor.reset();
    if (models)
        connect(models, &ModelCatalogue::changed, this, [this] {
            m_draftsAreFor.reset();
            refreshSettings();
        });
    refreshSettings();
}

/// Those that were not ticked stay so.
void SweepPanel::refreshDrafts()
{
    const Lane* const lane = chosenLane();
    if (!lane || sweepSettingsOf(lane->setup()).empty()) {
        m_draftsAreFor.reset();
        m_drafts.clear();
        m_draftMenu->clear();
        return;
    }
    if (m_draftsAreFor == lane->setup())
        return;
    m_draftsAreFor = lane->setup();
    std::vector<SweepDraft> drafts = sweepDraftsOf(lane->setup(), m_models);
    if (std::exchange(m_drafts, drafts) == drafts && !m_draftMenu->isEmpty())
        return;
    QStringList left;
    for (const QAction* each : m_draftMenu->actions())
        if (!each->isChecked())
            left << each->text();
    m_draftMenu->clear();
    for (const SweepDraft& draft : m_drafts) {
        QString words = draft.title;
        QAction* action = m_draftMenu->addAction(words.replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(!left.contains(words));
        connect(action, &QAction::toggled, this, &SweepPanel::refreshBar);
    }
}

std::vector<SweepDraft> SweepPanel::chosenDrafts() const
{
    std::vector<SweepDraft> chosen;
    for (int i = 0; i < int(m_drafts.size()); ++i)
        if (m_draftMenu->actions().at(i)->isChecked())
            chosen.push_back(m_drafts[std::size_t(i)]);
    return chosen;
}

void SweepPanel::refreshSettings()
{
    refreshDrafts();
    std::vector<std::pair<QString, int>> first, second{{tr("nothing"), nothingVaried}};
    if (const Lane* lane = chosenLane())
        for (const SweepSetting setting : sweepSettingsOf(lane->setup())) {
            first.emplace_back(draftscope::nameOf(setting), int(setting));
            second.emplace_back(draftscope::nameOf(setting), int(setting));
        }
    if (m_drafts.size() > 1)
        for (auto* items : {&first, &second})
            items->emplace_back(draftscope::nameOf(SweepSetting::draft), int(SweepSetting::draft));
    const auto offer = [](const AxisFields& fields, const std::vector<std::pair<QString, int>>& items) {
        const QVariant before = fields.setting->currentData();
        fillBox(*fields.setting, items);
        if (fields.setting->currentData() != before)
            emit fields.setting->currentIndexChanged(fields.setting->currentIndex());
    };
    offer(m_first, first);
    offer(m_second, second);
    refreshBar();
}

void SweepPanel::refreshBar()
{
    const bool areTheSame = m_first.setting->currentData() == m_second.setting->currentData();
    const int drafts = int(chosenDrafts().size());
    bool hasAll = true;
    for (const AxisFields& fields : {m_first, m_second}) {
        fields.drafts->setText(tr("%1 of %2 drafts").arg(drafts).arg(m_drafts.size()) + QStringLiteral(" ▾"));
        hasAll &= drafts > 0 || fields.setting->currentData().toInt() != int(SweepSetting::draft);
    }
    m_bar->setIdle(chosenLane() && !m_lanes.player().isLoading() && !areTheSame && hasAll,
                   !chosenLane()    ? tr("Add a lane that drafts: plain decoding has nothing to vary.")
                       : areTheSame ? tr("Both are the same: choose another one, or nothing.")
                       : !hasAll    ? tr("No draft is ticked: tick one at least.")
                                    : tr("Plain decoding of the same prompts is measured beside it."),
                   canGoOn());
}

Result<std::vector<SweepAxis>> SweepPanel::axes() const
{
    std::vector<SweepAxis> axes;
    for (const AxisFields& fields : {m_first, m_second}) {
        if (fields.setting->currentData().toInt() == nothingVaried)
            continue;
        const auto setting = SweepSetting(fields.setting->currentData().toInt());
        if (setting == SweepSetting::draft) {
            axes.push_back(draftAxis(chosenDrafts()));
            continue;
        }
        auto values = sweepValuesIn(fields.values->text(), setting);
        if (!values)
            return tl::unexpected(values.error());
        axes.push_back({setting, std::move(*values)});
    }
    return axes;
}

bool SweepPanel::canGoOn() const
{
    const Lane* const lane = chosenLane();
    if (!lane || !m_sweep.measurement().isStopped() || m_sweptList != m_list->number()
        || m_sweep.base() != lane->setup())
        return false;
    const auto axes = this->axes();
    return axes && *axes == m_sweep.axes();
}

void SweepPanel::start()
{
    const Lane* const lane = chosenLane();
    if (!lane || m_sweep.measurement().isRunning() || m_first.setting->currentData() == m_second.setting->currentData())
        return;
    auto axes = this->axes();
    if (!axes) {
        emit failed(engineSentence(axes.error()));
        return;
    }
    for (const SweepAxis& axis : *axes)
        if (axis.values.empty())
            return; // the bar says so
    if (const auto begun = m_sweep.start(lane->setup(), std::move(*axes), m_list->prompts()); !begun) {
        emit failed(engineSentence(begun.error()));
        return;
    }
    m_swept = &m_lanes.lane(m_lanes.indexOf(lane));
    m_sweptList = m_list->number();
    m_view->choose(-1);
}

// --- what came of it

void SweepPanel::refreshDrawing()
{
    SweepDrawing drawing;
    drawing.figure = titleOfMetric(figureOf(figure()).metric);
    drawing.decimals = figureOf(figure()).decimals;
    if (figure() == SweepFigure::measuredSpeedUp)
        drawing.unit = QStringLiteral(" ×");
    for (const SweepAxis& axis : m_sweep.axes()) {
        SweepDrawing::Axis& drawn = drawing.axes.emplace_back();
        drawn.name = draftscope::nameOf(axis.setting);
        drawn.values = axis.values;
        for (const SweepDraft& draft : axis.drafts)
            drawn.names.push_back(draft.title);
    }
    for (int point = 0; point < m_sweep.points(); ++point) {
        const auto value = m_sweep.shownAt(point, figure());
        drawing.points.push_back({value, value ? quartilesIn(m_sweep.figuresAt(point), figure()) : std::nullopt,
                                  QString::fromStdString(m_sweep.whyNot(point)),
                                  value ? valueIn(m_sweep.plainAt(point), figure()) : std::nullopt,
                                  value ? m_sweep.intervalAt(point, figure()) : std::nullopt});
    }
    drawing.best = m_sweep.best(figure());
    m_view->setDrawing(std::move(drawing));
    refreshResult();
}

void SweepPanel::refreshResult()
{
    const int point = chosenPoint();
    QString words = m_sweep.bestInWords(figure());
    if (point >= 0 && point != m_sweep.best(figure()))
        words += QLatin1Char(' ') + tr("Chosen: %1").arg(m_view->sentenceOf(point));
    m_sentence->setText(words);
    const bool canApply = point >= 0 && m_sweep.whyNot(point).empty();
    m_toLane->setVisible(point >= 0);
    m_toStep->setVisible(point >= 0);
    m_toLane->setEnabled(canApply && m_swept);
    m_toStep->setEnabled(canApply);
    if (point < 0)
        return;
    m_toLane->setText(m_swept ? tr("Set lane %1 to %2").arg(m_lanes.indexOf(m_swept) + 1).arg(m_sweep.nameOf(point))
                              : tr("The lane is gone"));
    m_toLane->setToolTip(tr("The lane decodes from the beginning with this setting"));
}

ExportedView SweepPanel::exported()
{
    ExportedView exported;
    exported.title = tr("Sweep: %1").arg(titleOfMetric(figureOf(figure()).metric));
    if (m_sweep.points() == 0)
        return exported;
    exported.view = m_view;
    exported.subtitle = m_sweep.bestInWords(figure());
    const auto prompts = [this] { return m_sweptList == 0 ? tr("one prompt") : m_list->titleOf(m_sweptList); };
    exported.caption = QStringList{baseInWords(m_sweep), prompts(), qtText(machineInWords()), programInWords()}.join(
        QStringLiteral(" · "));
    exported.text = [this] { return m_sweep.bestInWords(figure()); };
    exported.csv = [this] { return csvOf(tableOf(m_sweep)); };
    exported.markdown = [this, prompts] { return qtText(markdownOf(reportOf(m_sweep, prompts()))); };
    return exported;
}

} // namespace draftscope
