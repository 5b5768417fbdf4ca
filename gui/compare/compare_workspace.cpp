// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compare_workspace.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/compare/compare_actions.h"
#include "gui/compare/lane_card.h"
#include "gui/compare/lane_rows.h"
#include "gui/compare/race_panel.h"
#include "widgets/lane_table.h"

namespace draftscope {

namespace {

constexpr int margin = 8;
constexpr int leastCardHeight = 112;

/// An action as a button; a click leaves the keys to the transport.
QPushButton* buttonOf(QAction* action)
{
    auto* button = new QPushButton(action->text());
    button->setFocusPolicy(Qt::TabFocus);
    const auto refresh = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, refresh);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    refresh();
    return button;
}

} // namespace

CompareWorkspace::CompareWorkspace(Lanes& lanes, CompareActions& actions, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_actions(actions), m_pages(new QStackedWidget), m_table(new LaneTable),
      m_race(new RacePanel(lanes)), m_below(new QTabWidget)
{
    setObjectName(QStringLiteral("compareWorkspace"));
    setAccessibleName(tr("Compare"));
    setFocusPolicy(Qt::ClickFocus);

    auto* cards = new QWidget;
    cards->setAutoFillBackground(false);
    m_column = new QVBoxLayout(cards);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(margin);
    auto* scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(cards);
    scroll->viewport()->setAutoFillBackground(false);

    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(margin);
    column->addWidget(scroll, 1);
    column->addWidget(makeBelow());
    m_pages->addWidget(makeEmpty());
    m_pages->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);

    connect(&lanes, &Lanes::added, this, &CompareWorkspace::add);
    connect(&lanes, &Lanes::aboutToRemove, this, &CompareWorkspace::remove);
    connect(&lanes, &Lanes::changed, this, &CompareWorkspace::refresh);
    connect(&lanes, &Lanes::shown, this, &CompareWorkspace::refresh);
}

QWidget* CompareWorkspace::makeEmpty()
{
    auto* title = new QLabel(tr("Nothing is compared yet"));
    title->setObjectName(QStringLiteral("panelTitle"));
    auto* words =
        new QLabel(tr("“%1” makes a lane of the run that Step shows: change it there and add it again, or add plain "
                      "decoding beside it. Two to four lanes decode the same prompt with the same seed.")
                       .arg(m_actions.addShown->text()));
    words->setObjectName(QStringLiteral("muted"));
    words->setWordWrap(true);
    words->setMaximumWidth(460);
    words->setMinimumWidth(320);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    QPushButton* shown = buttonOf(m_actions.addShown);
    shown->setObjectName(QStringLiteral("primary"));
    buttons->addWidget(shown);
    buttons->addWidget(buttonOf(m_actions.addPlain));
    buttons->addStretch(1);
    auto* inside = new QVBoxLayout;
    inside->setSpacing(10);
    inside->addWidget(title);
    inside->addWidget(words);
    inside->addLayout(buttons);
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->addStretch(2);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addLayout(inside);
    row->addStretch(1);
    rows->addLayout(row);
    rows->addStretch(3);
    return page;
}

QWidget* CompareWorkspace::makeBelow()
{
    m_below->setObjectName(QStringLiteral("below"));
    m_below->setDocumentMode(true);
    m_below->tabBar()->setFocusPolicy(Qt::TabFocus);
    m_below->tabBar()->setAccessibleName(tr("Below the lanes"));
    m_below->tabBar()->setDrawBase(false);
    m_below->addTab(makeTable(), tr("Figures"));
    m_below->addTab(m_race, tr("Race"));
    auto* copy = new QToolButton;
    copy->setObjectName(QStringLiteral("cornerButton"));
    copy->setText(tr("Copy as CSV"));
    copy->setToolTip(tr("The figures with all their digits, for a spreadsheet"));
    copy->setFocusPolicy(Qt::TabFocus);
    connect(copy, &QToolButton::clicked, this, &CompareWorkspace::copyTable);
    m_below->setCornerWidget(copy);
    connect(m_below, &QTabWidget::currentChanged, this, [this, copy] {
        copy->setVisible(m_below->currentIndex() == 0);
        refresh();
    });
    auto* card = new QWidget;
    card->setObjectName(QStringLiteral("card"));
    card->setAttribute(Qt::WA_StyledBackground);
    auto* rows = new QVBoxLayout(card);
    rows->setContentsMargins(12, 2, 12, 4);
    rows->setSpacing(5);
    rows->addWidget(m_below);
    card->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    return card;
}

QWidget* CompareWorkspace::makeTable()
{
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->addWidget(m_table);
    rows->addStretch(1);
    return page;
}

void CompareWorkspace::add(Lane* lane)
{
    auto* card = new LaneCard(m_lanes, *lane);
    card->setMinimumHeight(leastCardHeight);
    m_cards.push_back(card);
    m_column->addWidget(card, 1);
    // Queued, because the lane takes the card with the button that was clicked along.
    connect(
        card, &LaneCard::removeRequested, lane, [this, lane] { m_lanes.remove(lane); }, Qt::QueuedConnection);
    m_pages->setCurrentIndex(1);
}

void CompareWorkspace::remove(Lane* lane)
{
    const auto card =
        std::find_if(m_cards.begin(), m_cards.end(), [&](const LaneCard* each) { return &each->lane() == lane; });
    if (card == m_cards.end())
        return;
    delete *card; // its views read the lane's recording
    m_cards.erase(card);
    m_pages->setCurrentIndex(m_cards.empty() ? 0 : 1);
}

void CompareWorkspace::refresh()
{
    m_isStale = true;
    if (!isVisible())
        return;
    m_isStale = false;
    std::vector<LaneRow> rows;
    for (LaneCard* card : m_cards) {
        if (m_lanes.indexOf(&card->lane()) < 0)
            continue;
        rows.push_back(rowOf(m_lanes, card->lane()));
        card->refresh(rows.back());
    }
    m_table->setRows(rows);
    if (m_race->isVisible())
        m_race->refresh();
}

void CompareWorkspace::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        refresh();
}

void CompareWorkspace::copyTable()
{
    QGuiApplication::clipboard()->setText(m_table->csv());
}

} // namespace draftscope
