// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/figures_panel.h"

#include <algorithm>

#include <QLabel>
#include <QVBoxLayout>

#include "gui/compare/lane_rows.h"
#include "gui/compare/lane_words.h"
#include "gui/compare/measuring_bar.h"
#include "gui/compare/prompt_list_box.h"
#include "gui/language.h"
#include "widgets/qt_text.h"

namespace draftscope {

namespace {

/// The file, whose words are English, has figures of a lane that decodes likewise.
bool isAmong(const std::vector<ComparedLane>& lanes, const Lanes& shown, const Lane& candidate)
{
    const EnglishMeanwhile english;
    const LaneRow row = rowOver(shown, candidate, nullptr);
    return std::ranges::any_of(lanes, [&](const ComparedLane& lane) {
        return row.name == qtText(lane.way.name) && row.settings == qtText(lane.way.settings);
    });
}

} // namespace

FiguresPanel::FiguresPanel(Lanes& lanes, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_measurement(lanes.thread()), m_list(new PromptListBox),
      m_bar(new MeasuringBar(m_measurement, [] { return tr("▶ Decode all"); })), m_table(new LaneTable)
{
    auto* words = new QLabel(tr("Prompts"));
    words->setObjectName(QStringLiteral("muted"));
    words->setBuddy(m_list);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(words);
    row->addWidget(m_list);
    row->addWidget(m_bar, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->setSpacing(4);
    rows->addLayout(row);
    rows->addWidget(m_table);
    rows->addStretch(1);
    connect(m_list, &PromptListBox::chosen, this, &FiguresPanel::refresh);
    connect(m_list, &PromptListBox::failed, this, &FiguresPanel::failed);
    connect(&m_measurement, &Measurement::failed, this, &FiguresPanel::failed);
    connect(&m_measurement, &Measurement::progressed, this, &FiguresPanel::refresh);
    connect(m_bar, &MeasuringBar::startRequested, this, &FiguresPanel::measure);
}

std::vector<RunSetup> FiguresPanel::setups() const
{
    std::vector<RunSetup> setups;
    for (int i = 0; i < m_lanes.count(); ++i)
        if (const RunSetup& setup = m_lanes.lane(i).setup(); std::ranges::count(setups, setup) == 0)
            setups.push_back(setup);
    return setups;
}

void FiguresPanel::measure()
{
    std::vector<RunSetup> setups = this->setups();
    if (setups.empty() || m_list->isOne())
        return;
    m_measured = m_list->number();
    m_measurement.start(std::move(setups), m_list->prompts());
}

std::vector<LaneRow> FiguresPanel::rows() const
{
    std::vector<LaneRow> rows;
    if (showsSaved()) {
        for (const ComparedLane& lane : m_saved->lanes)
            rows.push_back(rowOf(lane, int(rows.size()) + 1));
        for (int i = 0; i < m_lanes.count(); ++i)
            if (!isAmong(m_saved->lanes, m_lanes, m_lanes.lane(i)))
                rows.push_back(rowOver(m_lanes, m_lanes.lane(i), nullptr));
        return rows;
    }
    for (int i = 0; i < m_lanes.count(); ++i)
        rows.push_back(m_list->isOne() ? rowOf(m_lanes, m_lanes.lane(i))
                                       : rowOver(m_lanes, m_lanes.lane(i), isMeasured() ? &m_measurement : nullptr));
    return rows;
}

LaneTable::Kind FiguresPanel::kindOfRows() const
{
    return m_list->isOne() ? LaneTable::Kind::ofRounds : LaneTable::Kind::ofPrompts;
}

QString FiguresPanel::csv() const
{
    const EnglishMeanwhile english;
    return LaneTable::csvOf(rows(), kindOfRows());
}

void FiguresPanel::refresh()
{
    m_table->setRows(rows(), kindOfRows());
    refreshBar();
}

ExportedView FiguresPanel::exported()
{
    ExportedView exported;
    exported.title = tr("Figures of the lanes");
    if (m_table->rowCount() == 0)
        return exported;
    exported.view = m_table;
    exported.subtitle = m_list->isOne() ? tr("of the rounds that are shown") : m_list->title();
    exported.caption = showsSaved()
        ? tr("saved on %1, measured on %2").arg(qtText(m_saved->date), qtText(m_saved->machine))
        : lanesInWords(m_lanes);
    exported.least = {980, 0};
    exported.csv = [this] { return csv(); };
    exported.markdown = [this] {
        const auto comparison = this->comparison();
        return comparison ? qtText(markdownOf(reportOf(*comparison))) : QString();
    };
    return exported;
}

std::optional<ComparisonFile> FiguresPanel::comparison() const
{
    if (showsSaved())
        return m_saved;
    const EnglishMeanwhile english;
    ComparisonFile file;
    file.date = nowInWords();
    file.program = DRAFTSCOPE_VERSION;
    file.machine = machineInWords();
    file.promptTitle = m_list->isOne() ? "one prompt" : m_list->title().toStdString();
    file.prompts = m_list->prompts();
    const std::vector<LaneRow> rows = this->rows();
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane& lane = m_lanes.lane(i);
        const LaneRow& row = rows.at(std::size_t(i));
        if (!lane.run().isThere())
            continue;
        ComparedLane& saved = file.lanes.emplace_back();
        saved.header = lane.recording().header();
        saved.maxTokens = lane.setup().settings.maxTokens;
        if (lane.setup().isChat) {
            saved.message = lane.setup().prompt;
            saved.system = lane.setup().system;
        }
        saved.way = {row.name.toStdString(), row.settings.toStdString(),
                     m_list->isOne() && row.hasRounds ? 1 : row.prompts, row.figures};
    }
    return file.lanes.empty() ? std::nullopt : std::optional(std::move(file));
}

void FiguresPanel::showSaved(const ComparisonFile& comparison, const QString& name)
{
    m_saved = comparison;
    const auto count = comparison.prompts.size();
    std::vector<Prompt> prompts = comparison.prompts;
    if (prompts.empty()) // that of the lanes
        prompts.push_back({{}, {}, comparison.lanes.front().header.prompt});
    m_savedList = m_list->count() - 1; // where it will be: the last item asks for a file
    m_list->addList([=] { return count == 0 ? name : tr("%1 (%2)").arg(name).arg(count); }, std::move(prompts));
}

bool FiguresPanel::showsSaved() const
{
    return m_saved && m_savedList == m_list->number() && !isMeasured();
}

bool FiguresPanel::isMeasured() const
{
    return m_measured > 0 && m_measured == m_list->number();
}

void FiguresPanel::refreshBar()
{
    m_bar->setSubject(isMeasured() ? QString() : m_list->itemText(m_measured));
    if (m_list->isOne()) {
        m_bar->setIdle(false, tr("The figures are of the rounds that are shown."));
        return;
    }
    if (showsSaved()) {
        m_bar->setIdle(m_lanes.count() > 0 && !m_lanes.isLoading(),
                       tr("As they were saved on %1, measured on %2.")
                           .arg(QString::fromStdString(m_saved->date), QString::fromStdString(m_saved->machine)));
        return;
    }
    int counted = 0;
    for (int way = 0; isMeasured() && way < m_measurement.decodes().ways(); ++way)
        counted = std::max(counted, int(m_measurement.decodes().counted(way).size()));
    m_bar->setIdle(m_lanes.count() > 0 && !m_lanes.isLoading(),
                   counted == 1 ? tr("Over 1 prompt so far.")
                       : counted > 1
                       ? tr("Over %1 prompts, which the lanes decoded in turn.").arg(counted)
                       : tr("Every lane decodes all of them, a prompt each in turn; playing the lanes goes first."),
                   isMeasured() && m_measurement.isStopped() && m_measurement.setups() == setups());
}

} // namespace draftscope
