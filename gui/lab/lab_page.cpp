// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_page.h"

#include <QEvent>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include "engine/session/faults.h"
#include "gui/export/view_exports.h"
#include "gui/lab/lab_card.h"
#include "gui/lab/lab_fields.h"
#include "gui/lab/lab_words.h"
#include "gui/language/engine_words.h"
#include "gui/setup/run_caption.h"
#include "widgets/lab/distance_chart.h"
#include "widgets/lab/drawn_bars_view.h"
#include "widgets/style/number_text.h"
#include "widgets/style/panel_header.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

constexpr int leftCard = 0, rightCard = 1, distanceCard = 2, tableCard = 3;
constexpr int labDrawnAfterMs = 40;

DataTable tableOfBars(const TrialFigures& figures, const TrialBars& bars)
{
    DataTable table;
    table.columns = {QStringLiteral("tokens"), QStringLiteral("drawn"), QStringLiteral("texts"),
                     QStringLiteral("lower"),  QStringLiteral("upper"), QStringLiteral("exact")};
    for (const TrialBar& bar : bars.bars)
        table.rows << QStringList{qtText(bar.text),
                                  QString::number(bar.drawn),
                                  QString::number(figures.texts),
                                  exactCell(bar.interval.lower),
                                  exactCell(bar.interval.upper),
                                  exactCell(bar.exact)};
    if (bars.restDrawn > 0 || bars.restExact > 1e-9)
        table.rows << QStringList{QStringLiteral("others"),           QString::number(bars.restDrawn),
                                  QString::number(figures.texts),     exactCell(bars.restInterval.lower),
                                  exactCell(bars.restInterval.upper), exactCell(bars.restExact)};
    return table;
}

DataTable tableOfDistances(const TrialFigures& left, const TrialFigures& right)
{
    DataTable table;
    table.columns = {QStringLiteral("texts"), QStringLiteral("distance_left"), QStringLiteral("distance_right"),
                     QStringLiteral("chance_left"), QStringLiteral("chance_right")};
    for (std::size_t i = 0; i < std::min(left.distances.size(), right.distances.size()); ++i)
        table.rows << QStringList{QString::number(left.distances[i].texts), exactCell(left.distances[i].distance),
                                  exactCell(right.distances[i].distance), exactCell(left.distances[i].chance),
                                  exactCell(right.distances[i].chance)};
    return table;
}

} // namespace

LabPage::LabPage(LosslessLab& lab, QWidget* parent)
    : QWidget(parent), m_lab(lab), m_fields(new LabFields(lab)), m_sides{new LabSide, new LabSide},
      m_barsButton(new QToolButton), m_barsMenu(new QMenu(this)), m_chart(new DistanceChart), m_table(new QTableView),
      m_tablePages(new QStackedWidget), m_tableWords(new QLabel)
{
    auto* setup = new QFrame;
    setup->setObjectName(QStringLiteral("card"));
    auto* setupRows = new QVBoxLayout(setup);
    setupRows->setContentsMargins(1, 1, 1, 1);
    setupRows->setSpacing(0);
    m_setupHeader = new PanelHeader(tr("Setup"));
    m_setupHeader->setClosable(false);
    setupRows->addWidget(m_setupHeader);
    setupRows->addWidget(m_fields, 1);
    setup->setMaximumWidth(300);

    auto* grid = new QGridLayout;
    grid->setSpacing(8);
    grid->addWidget(makeCard(leftCard, tr("As it should be"), m_sides[0], [this] { return exportedSide(0); }), 0, 0);
    grid->addWidget(makeCard(rightCard, tr("Right side"), m_sides[1], [this] { return exportedSide(1); }), 0, 1);
    grid->addWidget(makeCard(distanceCard, tr("Distance from the target"), m_chart, [this] { return exportedChart(); }),
                    1, 0);
    grid->addWidget(makeCard(tableCard, tr("Every rule, every bug"), makeTable(), [this] { return exportedTable(); }),
                    1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(0, 6);
    grid->setRowStretch(1, 5);
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(8, 8, 8, 8);
    columns->setSpacing(8);
    columns->addWidget(setup);
    columns->addLayout(grid, 1);

    m_barsButton->setObjectName(QStringLiteral("cornerButton"));
    m_barsButton->setAccessibleName(tr("What the bars count"));
    m_barsButton->setToolTip(tr("What the bars of both sides count: one token of each text, or how texts begin"));
    m_barsButton->setFocusPolicy(Qt::TabFocus);
    m_barsButton->setPopupMode(QToolButton::InstantPopup);
    m_barsButton->setMenu(m_barsMenu);
    m_cards[leftCard]->header().addCorner(m_barsButton);

    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &LabPage::refresh);
    connect(&m_lab, &LosslessLab::changed, this, &LabPage::refreshSoon);
    connect(&m_lab.table(), &LabTable::progressed, this, &LabPage::refreshTable);
    refresh();
}

LabCard* LabPage::makeCard(int number, const QString& title, QWidget* content, std::function<ExportedView()> exported)
{
    auto* card = new LabCard(title, content, std::move(exported));
    m_cards[std::size_t(number)] = card;
    connect(&card->exports(), &ViewExports::failed, this, &LabPage::failed);
    connect(&card->exports(), &ViewExports::done, this, &LabPage::done);
    return card;
}

QWidget* LabPage::makeTable()
{
    m_table->setModel(&m_lab.table());
    m_table->setObjectName(QStringLiteral("labTable"));
    m_table->setAccessibleName(tr("Every rule, every bug"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    for (const int column : {int(LabTable::distanceColumn), int(LabTable::pValueColumn)})
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    for (const int column : {int(LabTable::ruleColumn), int(LabTable::bugColumn), int(LabTable::foundColumn)})
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    m_table->setStyleSheet(QStringLiteral("QTableView::item { padding: 3px 6px; }"));
    m_tableWords->setObjectName(QStringLiteral("muted"));
    m_tableWords->setAlignment(Qt::AlignCenter);
    m_tableWords->setWordWrap(true);
    m_tableWords->setMargin(20);
    m_tablePages->addWidget(m_tableWords);
    m_tablePages->addWidget(m_table);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { showRow(index.row()); });
    return m_tablePages;
}

/// What a row tried becomes the right side.
void LabPage::showRow(int row)
{
    const LabRow& chosen = m_lab.table().row(row);
    if (!chosen.whyNot.empty())
        return;
    LabSetup setup = m_lab.table().setup();
    setup.texts = m_lab.setup().texts;
    if (!chosen.fault.empty())
        setup.right = {LabRight::Kind::fault, chosen.fault, {}};
    else
        setup.right = {LabRight::Kind::rule, chosen.verifier, {}};
    if (const auto fits = checkRight(setup, setup.right); !fits) {
        emit done(engineWords(fits.error()));
        return;
    }
    m_lab.setSetup(setup);
    m_lab.start();
}

// --- what is shown

const TrialFigures* LabPage::figuresOf(int side) const
{
    const LabFigures* figures = m_lab.figures();
    return figures ? &figures->sides.at(std::size_t(side)) : nullptr;
}

QString LabPage::titleOf(int side) const
{
    return side == 0 ? tr("As it should be") : rightTitle(m_lab.setup());
}

void LabPage::refreshSoon()
{
    if (!isVisible())
        return; // showEvent() catches up
    if (m_lab.state() != LosslessLab::State::running)
        refresh();
    else if (!m_soon.isActive())
        m_soon.start(labDrawnAfterMs);
}

void LabPage::refresh()
{
    refreshBarsMenu();
    refreshSides();
    refreshChart();
    refreshTable();
}

/// Keeps the choice where there is still such a one; without figures there is nothing to choose yet.
void LabPage::refreshBarsMenu()
{
    QStringList titles;
    if (const TrialFigures* figures = figuresOf(0))
        for (const TrialBars& bars : figures->bars)
            titles << barsTitle(bars);
    m_barsButton->setVisible(titles.size() > 1);
    if (titles.isEmpty())
        return;
    QStringList shown;
    for (const QAction* action : m_barsMenu->actions())
        shown << action->text();
    if (titles != shown) {
        m_barsMenu->clear();
        for (int i = 0; i < int(titles.size()); ++i)
            connect(m_barsMenu->addAction(titles[i]), &QAction::triggered, this, [this, i] { showBars(i); });
    }
    m_barsButton->setText(titles[barsOf(*figuresOf(0))] + QStringLiteral(" ▾"));
}

int LabPage::barsOf(const TrialFigures& figures) const
{
    return std::clamp(m_shownBars, 0, int(figures.bars.size()) - 1);
}

void LabPage::showBars(int bars)
{
    m_shownBars = bars;
    refresh();
}

/// Verdicts of different lengths leave both plots the same height.
void LabPage::fitWords()
{
    int height = 0;
    for (const LabSide* side : m_sides)
        height = std::max(height, side->wordsHeight());
    for (LabSide* side : m_sides)
        side->setWordsHeight(height);
    const int header = m_cards[leftCard]->header().fullHeight();
    for (LabCard* card : m_cards)
        card->header().setMinimumHeight(header);
    m_setupHeader->setMinimumHeight(header);
}

void LabPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &LabPage::fitWords, Qt::QueuedConnection); // when the labels have their widths
}

void LabPage::refreshSides()
{
    using State = LosslessLab::State;
    const QString why = m_lab.state() == State::refused ? m_lab.problem()
        : m_lab.state() == State::opening               ? tr("Getting ready…")
                                                        : tr("Space draws texts on both sides.");
    double top = 0;
    for (int side = 0; side < 2; ++side) {
        const TrialFigures* figures = figuresOf(side);
        m_sides[std::size_t(side)]->show(figures, figures ? barsOf(*figures) : 0, why);
        top = std::max(top, m_sides[std::size_t(side)]->bars().wantedTop());
        PanelHeader& header = m_cards[std::size_t(side)]->header();
        header.setTitle(titleOf(side));
        const bool isWrong = side == 1 && !isRightLossless(m_lab.setup());
        m_cards[std::size_t(side)]->setWrong(isWrong);
        const auto& sides = m_lab.sides();
        const QString how = !sides ? QString() : sideWords(side == 0 ? sides->left : sides->right);
        header.setSubtitle(isWrong         ? tr("not lossless")
                               : side == 0 ? tr("bars: drawn · line: the target's own probability, exact")
                                           : how,
                           how);
    }
    for (LabSide* side : m_sides)
        side->bars().setTop(top);
    fitWords();
}

void LabPage::refreshChart()
{
    DistanceDrawing drawing;
    drawing.nothing = tr("The distance is drawn from the 10th text on.");
    drawing.most = m_lab.setup().texts;
    for (int side = 0; side < 2; ++side) {
        const TrialFigures* figures = figuresOf(side);
        if (!figures)
            continue;
        DistanceDrawing::Line& line = drawing.lines.emplace_back();
        line.name = titleOf(side);
        line.role = figures->foundAfter ? Role::rejected : side == 0 ? Role::accepted : Role::target;
        line.mark = figures->foundAfter ? QStringLiteral("✗") : QString();
        for (const TrialDistance& point : figures->distances)
            if (point.texts >= 10)
                line.points.push_back({double(point.texts), point.distance});
        if (side == 1)
            continue;
        for (const TrialDistance& point : figures->distances)
            if (point.texts >= 10)
                drawing.chance.push_back({double(point.texts), point.chance});
        for (const TrialLook& look : figures->looks)
            drawing.looks.push_back(look.texts);
    }
    m_chart->setDrawing(std::move(drawing));
    m_cards[distanceCard]->header().setTitle(tr("Distance from the target"));
    const TrialFigures* figures = figuresOf(0);
    m_cards[distanceCard]->header().setSubtitle(
        figures && figures->tokens > 1
            ? tr("total variation of the first %1 tokens over texts drawn, both axes logarithmic").arg(figures->tokens)
            : tr("total variation over texts drawn, both axes logarithmic"));
}

void LabPage::refreshTable()
{
    LabTable& table = m_lab.table();
    PanelHeader& header = m_cards[tableCard]->header();
    header.setTitle(tr("Every rule, every bug"));
    m_tableWords->setText(tr("Tries every rule as it should be, and every bug, with this setup: F9, or the button "
                             "above. Enter on a row shows it on the right."));
    m_tablePages->setCurrentIndex(table.rowCount() > 0 ? 1 : 0);
    header.setSubtitle(table.rowCount() == 0    ? QString()
                           : table.isComplete() ? tr("%1 texts each").arg(grouped(table.setup().texts))
                                                : tr("%1 texts each · %2 of %3 rows%4")
                                                      .arg(grouped(table.setup().texts))
                                                      .arg(table.done())
                                                      .arg(table.rowCount())
                                                      .arg(table.isRunning() ? QString() : tr(" · stopped")),
                       samplerWords(table.setup().settings.sampler));
}

void LabPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void LabPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_barsMenu->clear();
    m_lab.sayAgain();
    refresh();
}

// --- what leaves the window

QString LabPage::caption(const LabSetup& setup, const QStringList& how) const
{
    QStringList parts{setup.isFiveLetters() ? tr("five letters") : qtText(setup.target)};
    parts << how << tr("seed %1").arg(setup.settings.seed) << programInWords();
    return parts.join(QStringLiteral(" · "));
}

QStringList LabPage::howOf(int side) const
{
    const auto& sides = m_lab.sides();
    if (!sides)
        return {};
    const SessionSettings& settings = side == 0 ? sides->left : sides->right;
    return {sideWords(settings), samplerWords(settings.sampler)};
}

ExportedView LabPage::exportedSide(int side)
{
    ExportedView exported;
    exported.title = titleOf(side);
    const TrialFigures* figures = figuresOf(side);
    if (!figures)
        return exported;
    exported.view = m_sides[std::size_t(side)];
    exported.subtitle = tr("bars: drawn · line: the target's own probability, exact");
    exported.caption = caption(m_lab.setup(), howOf(side));
    exported.text = [this, side] {
        const LabSide& shown = *m_sides[std::size_t(side)];
        return shown.verdict() + QStringLiteral(". ") + shown.seeing();
    };
    exported.csv = [this, side] {
        const TrialFigures* now = figuresOf(side);
        return csvOf(tableOfBars(*now, now->bars.at(std::size_t(barsOf(*now)))));
    };
    return exported;
}

ExportedView LabPage::exportedChart()
{
    ExportedView exported;
    exported.title = tr("Distance from the target");
    if (!m_lab.figures())
        return exported;
    exported.view = m_chart;
    exported.subtitle = m_cards[distanceCard]->header().subtitle();
    exported.caption = caption(m_lab.setup(), howOf(1));
    exported.text = [this] { return m_chart->accessibleDescription(); };
    exported.csv = [this] { return csvOf(tableOfDistances(*figuresOf(0), *figuresOf(1))); };
    return exported;
}

ExportedView LabPage::exportedTable()
{
    ExportedView exported;
    exported.title = tr("Every rule, every bug");
    LabTable& table = m_lab.table();
    if (table.rowCount() == 0)
        return exported;
    exported.view = m_table;
    exported.subtitle = m_cards[tableCard]->header().subtitle();
    exported.caption = caption(table.setup(), {samplerWords(table.setup().settings.sampler)});
    exported.least = {760, m_table->horizontalHeader()->height() + m_table->verticalHeader()->length() + 8};
    exported.csv = [&table] { return csvOf(table.exported()); };
    exported.markdown = [&table] { return markdownOf(tableOf(table)); };
    return exported;
}

} // namespace draftscope
