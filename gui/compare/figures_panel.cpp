// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/figures_panel.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QTemporaryDir>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/core/version.h"
#include "engine/trace/trace_file.h"
#include "gui/compare/lane_rows.h"
#include "gui/compare/lane_words.h"
#include "gui/compare/measuring_bar.h"
#include "gui/forms/prompt_list_box.h"
#include "gui/language/language.h"
#include "widgets/charts/figure_table.h"
#include "widgets/lanes/lane_chart.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/speed_figures.h"

namespace draftscope {

namespace {

/// A lane of a file, whose words are English, decodes as one that is here.
bool isLike(const ComparedLane& lane, const Lanes& shown, const Lane& candidate)
{
    const EnglishMeanwhile english;
    const LaneRow row = rowOver(shown, candidate, nullptr);
    return row.name == qtText(lane.way.name) && row.settings == qtText(lane.way.settings);
}

/// Its rounds as the bytes of a trace; none where they cannot be had, or are too many to be worth it: the figures are
/// what is saved.
std::string traceOf(const Lane& lane)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("lane.jsonl.zst"));
    QFile file(path);
    if (!saveTrace(path.toStdString(), lane.recording()) || !file.open(QIODevice::ReadOnly)
        || file.size() > qint64(ComparedLane::mostTraceBytes))
        return {};
    return file.readAll().toStdString();
}

} // namespace

FiguresPanel::FiguresPanel(Lanes& lanes, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_measurement(lanes.thread()), m_list(new PromptListBox),
      m_bar(new MeasuringBar(m_measurement,
                             [this] { return m_list->isOne() ? tr("Measure again") : tr("▶ Decode all"); })),
      m_table(new LaneTable), m_chart(new LaneChart), m_numbers(new QTableWidget), m_shown(new FittingBox),
      m_asNumbers(new QToolButton)
{
    auto* words = new QLabel(tr("Prompts"));
    words->setObjectName(QStringLiteral("muted"));
    words->setBuddy(m_list);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(words);
    row->addWidget(m_list);
    row->addWidget(m_bar, 1);
    auto* shown = new QLabel(tr("Show"));
    shown->setObjectName(QStringLiteral("muted"));
    shown->setBuddy(m_shown);
    row->addWidget(shown);
    row->addWidget(m_shown);
    row->addWidget(m_asNumbers);
    for (const LanesShownAs what :
         {LanesShownAs::table, LanesShownAs::speedUps, LanesShownAs::survival, LanesShownAs::tokensByKind})
        m_shown->addItem(nameOf(what), int(what));
    m_shown->setAccessibleName(tr("What the figures are shown as"));
    m_shown->setFocusPolicy(Qt::TabFocus);
    m_shown->setMinimumWidth(80);
    m_shown->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon); // the words beside it need room, too
    m_shown->setMinimumContentsLength(14);
    m_shown->view()->setTextElideMode(Qt::ElideNone);
    m_shown->view()->setMinimumWidth(m_shown->view()->sizeHintForColumn(0) + 24);
    m_asNumbers->setObjectName(QStringLiteral("cornerButton"));
    m_asNumbers->setText(tr("Numbers"));
    m_asNumbers->setToolTip(tr("The chart as a table"));
    m_asNumbers->setCheckable(true);
    m_asNumbers->setFocusPolicy(Qt::TabFocus);
    m_numbers->setObjectName(QStringLiteral("chartNumbers"));
    m_numbers->setAccessibleName(tr("The chart in numbers"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->setSpacing(4);
    rows->addLayout(row);
    rows->addWidget(m_table);
    rows->addWidget(m_chart, 1);
    rows->addWidget(m_numbers, 1);
    rows->addStretch(); // a short table stays at the top
    connect(m_list, &PromptListBox::chosen, this, &FiguresPanel::refresh);
    connect(m_list, &PromptListBox::failed, this, &FiguresPanel::failed);
    connect(&m_measurement, &Measurement::failed, this, &FiguresPanel::failed);
    connect(&m_measurement, &Measurement::progressed, this, &FiguresPanel::refresh);
    connect(m_bar, &MeasuringBar::startRequested, this, &FiguresPanel::measure);
    connect(m_shown, &QComboBox::currentIndexChanged, this, &FiguresPanel::choosePage);
    connect(m_asNumbers, &QToolButton::toggled, this, &FiguresPanel::choosePage);
    choosePage();
}

LanesShownAs FiguresPanel::shownAs() const
{
    return LanesShownAs(m_shown->currentData().toInt());
}

void FiguresPanel::showAs(LanesShownAs what)
{
    m_shown->setCurrentIndex(m_shown->findData(int(what)));
}

void FiguresPanel::choosePage()
{
    const bool isChart = shownAs() != LanesShownAs::table;
    m_table->setVisible(!isChart);
    m_asNumbers->setVisible(isChart);
    m_chart->setVisible(isChart && !m_asNumbers->isChecked());
    m_numbers->setVisible(isChart && m_asNumbers->isChecked());
    refreshChart();
    updateGeometry();
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
    if (m_list->isOne()) {
        m_lanes.speeds().measureAgain();
        return;
    }
    std::vector<RunSetup> setups = this->setups();
    if (setups.empty())
        return;
    m_measured = m_list->number();
    m_measurement.start(std::move(setups), m_list->prompts());
}

std::vector<LaneRow> FiguresPanel::rows() const
{
    std::vector<LaneRow> rows;
    if (showsSaved()) {
        // A lane of the file has the number of the lane that is here and decodes likewise; where lanes are here and
        // none does, it has none.
        std::vector<bool> isTaken(std::size_t(m_lanes.count()), false);
        for (const ComparedLane& lane : m_saved->lanes) {
            int number = m_lanes.count() == 0 ? int(rows.size()) + 1 : 0;
            for (int i = 0; i < m_lanes.count() && number == 0; ++i)
                if (!isTaken[std::size_t(i)] && isLike(lane, m_lanes, m_lanes.lane(i))) {
                    isTaken[std::size_t(i)] = true;
                    number = i + 1;
                }
            rows.push_back(rowOf(lane, number));
            if (m_hidesTimes)
                rows.back().whyNoTimes =
                    tr("The file's times are of rounds as they were played, by an older version: decode "
                       "again to measure them.");
        }
        for (int i = 0; i < m_lanes.count(); ++i)
            if (!isTaken[std::size_t(i)])
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
    refreshChart();
    refreshBar();
}

int FiguresPanel::wayOf(int row) const
{
    return isMeasured() && row < m_lanes.count() ? m_measurement.wayOf(m_lanes.lane(row).setup()) : -1;
}

QString FiguresPanel::whatToDo() const
{
    if (m_lanes.count() == 0 && !showsSaved())
        return tr("There is no lane yet: add one.");
    if (shownAs() == LanesShownAs::tokensByKind)
        return m_list->isOne()
            ? tr("Decode a list of prompts: choose one above, such as the program's, and press “%1”.")
                  .arg(tr("▶ Decode all"))
            : showsSaved() ? tr("The file has no figures by kind of text: press “%1”.").arg(tr("▶ Decode all"))
                           : tr("Nothing is decoded yet: press “%1”.").arg(tr("▶ Decode all"));
    if (!m_list->isOne())
        return showsSaved() ? tr("The file has no such figure: press “%1”.").arg(tr("▶ Decode all"))
                            : tr("Nothing is decoded yet: press “%1”.").arg(tr("▶ Decode all"));
    return shownAs() == LanesShownAs::speedUps
        ? tr("Add plain decoding as a lane and wait until the lanes are measured, or decode a list of prompts: with "
             "one, "
             "the chart shows how the speed-up spreads.")
        : tr("Play a few rounds of a lane that drafts, or decode a list of prompts.");
}

LaneDrawing FiguresPanel::drawing() const
{
    const std::vector<LaneRow> rows = this->rows();
    switch (shownAs()) {
    case LanesShownAs::table:
        return {};
    case LanesShownAs::speedUps:
        return speedUpDrawing(rows, whatToDo());
    case LanesShownAs::survival: {
        std::vector<std::optional<Metrics>> metrics;
        for (int row = 0; row < int(rows.size()); ++row) {
            std::optional<Metrics>& each = metrics.emplace_back();
            if (showsSaved())
                continue;
            if (m_list->isOne())
                each = m_lanes.lane(row).playhead().metrics();
            else if (const int way = wayOf(row); way >= 0)
                each = m_measurement.figures(way, -1).metrics;
        }
        return survivalDrawing(
            rows,
            [&](int row) {
                const auto& each = metrics[std::size_t(row)];
                return each ? &*each : nullptr;
            },
            whatToDo());
    }
    case LanesShownAs::tokensByKind:
        break;
    }
    return tokensByKindDrawing(
        rows, isMeasured() ? &m_measurement : nullptr, [this](int row) { return wayOf(row); }, whatToDo());
}

void FiguresPanel::refreshChart()
{
    if (shownAs() == LanesShownAs::table)
        return;
    m_chart->setDrawing(drawing());
    if (!m_asNumbers->isChecked())
        return;
    const DataTable table = tableOf(m_chart->drawing());
    m_numbers->setRowCount(int(table.rows.size()));
    m_numbers->setColumnCount(int(table.columns.size()));
    m_numbers->setHorizontalHeaderLabels(table.columns);
    for (int row = 0; row < m_numbers->rowCount(); ++row)
        for (int column = 0; column < m_numbers->columnCount(); ++column) {
            if (!m_numbers->item(row, column))
                m_numbers->setItem(row, column, new QTableWidgetItem);
            m_numbers->item(row, column)->setText(table.rows[row][column]);
        }
    showAsFigures(*m_numbers, QStringLiteral("4px 6px 4px 0"));
    m_numbers->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_numbers->resizeColumnsToContents();
}

ExportedView FiguresPanel::exported()
{
    ExportedView exported;
    exported.title = tr("Figures of the lanes");
    const bool isChart = shownAs() != LanesShownAs::table;
    if (isChart)
        exported.title = nameOf(shownAs());
    if (m_table->rowCount() == 0 || (isChart && m_chart->drawing().isEmpty()))
        return exported;
    exported.view = isChart ? static_cast<QWidget*>(m_chart) : m_table;
    exported.subtitle = m_list->isOne() ? tr("of the rounds that are shown") : m_list->title();
    exported.caption = showsSaved()
        ? tr("saved on %1, measured on %2").arg(qtText(m_saved->date), qtText(m_saved->machine))
        : lanesInWords(m_lanes);
    if (isChart) {
        exported.least = {640, 280};
        exported.csv = [this] {
            const EnglishMeanwhile english;
            return csvOf(tableOf(drawing()));
        };
        exported.markdown = [this] {
            const EnglishMeanwhile english;
            return draftscope::markdownOf(tableOf(drawing()));
        };
        exported.text = [this] {
            QStringList sentences;
            const LaneDrawing& drawing = m_chart->drawing();
            for (int point = 0; point < int(drawing.points.size()); ++point)
                if (drawing.points[std::size_t(point)].value)
                    sentences << drawing.sentenceOf(point);
            return sentences.join(QLatin1Char('\n'));
        };
        return exported;
    }
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
    file.program = version();
    file.machine = machineInWords();
    file.times = ComparisonFile::timesInTurns;
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
            if (!lane.setup().turns.empty())
                saved.turns = jsonOf(lane.setup().turns);
        }
        if (const auto& own = lane.setup().backend)
            saved.backend = ComparedBackend{own->name, own->threads, own->arithmetic};
        saved.way = {row.name.toStdString(), row.settings.toStdString(),
                     m_list->isOne() && row.hasRounds ? 1 : row.prompts, row.figures};
    }
    return file.lanes.empty() ? std::nullopt : std::optional(std::move(file));
}

void FiguresPanel::addRounds(ComparisonFile& comparison) const
{
    if (showsSaved())
        return;
    auto saved = comparison.lanes.begin();
    for (int i = 0; i < m_lanes.count() && saved != comparison.lanes.end(); ++i) {
        const Lane& lane = m_lanes.lane(i);
        if (!lane.run().isThere())
            continue;
        if (lane.rounds() > 0)
            saved->trace = traceOf(lane);
        ++saved;
    }
}

void FiguresPanel::showSaved(const ComparisonFile& comparison, const QString& name)
{
    m_saved = comparison;
    // Of one prompt, versions before measured what was played, step by step, too: that says nothing. Lists were decoded
    // without pauses.
    const bool wasPlayed = !comparison.isMeasuredInTurns() && comparison.prompts.size() < 2;
    for (ComparedLane& lane : m_saved->lanes)
        for (std::size_t f = 0; wasPlayed && f < lane.way.figures.size(); ++f)
            if (isTimed(comparedFigures()[f]))
                lane.way.figures[f] = {};
    m_hidesTimes = wasPlayed;
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

/// How far the times are.
QString FiguresPanel::speedsInWords() const
{
    const QString tokens = tr("Tokens and acceptance are of the rounds shown");
    const BackgroundSpeed& speeds = m_lanes.speeds().background();
    if (m_lanes.count() == 0)
        return tokens + QLatin1Char('.');
    if (!speeds.isMeasured())
        return QStringLiteral("%1. %2").arg(tokens, m_lanes.speeds().whyNone(m_lanes.lane(0)));
    QStringList words;
    if (const QString busy = busyWords(speeds.measurement().steadiness()); !busy.isEmpty())
        words << busy; // first, because the end is left out where room is short
    if (!speeds.measurement().isSettled())
        words << tr("The time for measuring was up before the intervals were narrow.");
    words << tr("%1, times of %2 turns of each lane without pauses.").arg(tokens).arg(speeds.measurement().laps());
    return words.join(QLatin1Char(' '));
}

void FiguresPanel::refreshBar()
{
    m_bar->setSubject(isMeasured() ? QString() : m_list->itemText(m_measured));
    if (m_list->isOne()) {
        m_bar->setIdle(m_lanes.speeds().canMeasureAgain(), speedsInWords());
        return;
    }
    if (showsSaved()) {
        m_bar->setIdle(m_lanes.count() > 0 && !m_lanes.player().isLoading(),
                       tr("As they were saved on %1, measured on %2.")
                           .arg(QString::fromStdString(m_saved->date), QString::fromStdString(m_saved->machine)));
        return;
    }
    int counted = 0;
    for (int way = 0; isMeasured() && way < m_measurement.decodes().ways(); ++way)
        counted = std::max(counted, int(m_measurement.decodes().counted(way).size()));
    m_bar->setIdle(m_lanes.count() > 0 && !m_lanes.player().isLoading(),
                   counted == 1 ? tr("Over 1 prompt so far.")
                       : counted > 1
                       ? tr("Over %1 prompts, which the lanes decoded in turns of a few rounds.").arg(counted)
                       : tr("Every lane decodes all of them, in turns of a few rounds; playing the lanes goes first."),
                   isMeasured() && m_measurement.isStopped() && m_measurement.setups() == setups());
}

} // namespace draftscope
