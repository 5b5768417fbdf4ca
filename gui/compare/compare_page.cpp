// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compare_page.h"

#include <algorithm>

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/compare/compare_actions.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/lane_card.h"
#include "gui/compare/lane_dialog.h"
#include "gui/compare/lane_rows.h"
#include "gui/compare/race_panel.h"
#include "gui/compare/sweep_panel.h"
#include "gui/compare/theory_panel.h"
#include "gui/export/view_exports.h"
#include "gui/forms/prompt_list_box.h"
#include "widgets/lanes/lane_table.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int laneMargin = 8;
constexpr int leastCardHeight = 122; // two lines of text

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

ComparePage::ComparePage(Lanes& lanes, CompareActions& actions, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_actions(actions), m_pages(new QStackedWidget),
      m_figures(new FiguresPanel(lanes)), m_race(new RacePanel(lanes)), m_sweep(new SweepPanel(lanes)),
      m_theory(new TheoryPanel(lanes)), m_below(new QTabWidget),
      m_exports(new ViewExports(this, [this] { return exported(); }))
{
    setObjectName(QStringLiteral("compareWorkspace"));
    setAccessibleName(tr("Compare"));
    setFocusPolicy(Qt::ClickFocus);

    auto* cards = new QWidget;
    cards->setAutoFillBackground(false);
    m_column = new QVBoxLayout(cards);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(laneMargin);
    auto* scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(cards);
    scroll->viewport()->setAutoFillBackground(false);

    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(laneMargin, laneMargin, laneMargin, laneMargin);
    column->setSpacing(laneMargin);
    column->addWidget(scroll, 1);
    column->addWidget(makeBelow());
    m_pages->addWidget(makeEmpty());
    m_pages->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);

    connect(&lanes, &Lanes::added, this, &ComparePage::add);
    connect(&lanes, &Lanes::aboutToRemove, this, &ComparePage::remove);
    connect(&lanes, &Lanes::changed, this, &ComparePage::refresh);
    connect(&lanes.player(), &LanePlayer::shown, this, &ComparePage::refresh);
    connect(&lanes.player(), &LanePlayer::lockChanged, this, &ComparePage::refresh);
    connect(&lanes.player(), &LanePlayer::activityChanged, this, &ComparePage::yieldToLanes);
    connect(&lanes.speeds(), &LaneSpeeds::changed, this, &ComparePage::refresh);
    connect(&lanes, &Lanes::changed, m_sweep, &SweepPanel::refresh);
    connect(&m_figures->promptList(), &PromptListBox::chosen, this, &ComparePage::choosePage);
    connect(m_figures, &FiguresPanel::failed, this, &ComparePage::failed);
    connect(m_sweep, &SweepPanel::failed, this, &ComparePage::failed);
    connect(m_sweep, &SweepPanel::stepRequested, this, &ComparePage::stepRequested);
    connect(&actions, &CompareActions::newLaneWanted, this, [this](const RunSetup& setup) {
        (new LaneDialog(m_lanes, nullptr, m_lanes.count() > 0 ? m_lanes.lane(0).setup() : setup, this))->open();
    });
    connect(m_exports, &ViewExports::done, this, &ComparePage::saved);
    connect(m_exports, &ViewExports::failed, this, &ComparePage::failed);
    fitBelow();
}

QWidget* ComparePage::makeEmpty()
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
    auto* firsts = new QGridLayout;
    firsts->setSpacing(8);
    for (std::size_t i = 0; i < m_actions.begin.size(); ++i) {
        QPushButton* first = buttonOf(m_actions.begin.at(i));
        first->setObjectName(QStringLiteral("firstComparison"));
        firsts->addWidget(first, int(i) / 3, int(i) % 3);
    }
    auto* offered = new QLabel(tr("What people compare first, by a click or the keys 1 to 5:"));
    offered->setWordWrap(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    QPushButton* shown = buttonOf(m_actions.addShown);
    shown->setObjectName(QStringLiteral("primary"));
    buttons->addWidget(shown);
    buttons->addWidget(buttonOf(m_actions.addPlain));
    buttons->addWidget(buttonOf(m_actions.addNew));
    buttons->addStretch(1);
    auto* inside = new QVBoxLayout;
    inside->setSpacing(10);
    inside->addWidget(title);
    inside->addWidget(offered);
    inside->addLayout(firsts);
    inside->addSpacing(8);
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

QWidget* ComparePage::makeBelow()
{
    m_below->setObjectName(QStringLiteral("below"));
    m_below->setDocumentMode(true);
    m_below->tabBar()->setFocusPolicy(Qt::TabFocus);
    m_below->tabBar()->setAccessibleName(tr("Below the lanes"));
    m_below->tabBar()->setDrawBase(false);
    m_below->addTab(m_figures, tr("Figures"));
    m_below->addTab(m_race, tr("Race"));
    m_below->addTab(m_sweep, tr("Sweep"));
    m_below->addTab(m_theory, tr("Theory"));
    m_menu = m_exports->makeMenu(this);
    auto* more = new QToolButton;
    more->setObjectName(QStringLiteral("corner"));
    more->setText(QStringLiteral("⋯"));
    more->setToolTip(tr("How this is copied, saved and printed"));
    more->setAccessibleName(more->toolTip());
    more->setFocusPolicy(Qt::TabFocus);
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMenu(m_menu);
    m_below->setCornerWidget(more);
    for (int i = 0; i < m_below->count(); ++i)
        m_below->widget(i)->installEventFilter(this);
    connect(m_below, &QTabWidget::currentChanged, this, [this] {
        fitBelow();
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

void ComparePage::add(Lane* lane)
{
    auto* card = new LaneCard(m_lanes, *lane);
    card->setMinimumHeight(leastCardHeight);
    m_cards.push_back(card);
    m_column->addWidget(card, 1);
    // Queued, because the lane takes the card with the button that was clicked along.
    connect(
        card, &LaneCard::removeRequested, lane, [this, lane] { m_lanes.remove(lane); }, Qt::QueuedConnection);
    connect(card, &LaneCard::chosen, lane, [this, lane] { m_lanes.player().setCurrent(*lane); });
    connect(card, &LaneCard::changeRequested, lane,
            [this, lane] { (new LaneDialog(m_lanes, lane, lane->setup(), this))->open(); });
    choosePage();
}

void ComparePage::remove(Lane* lane)
{
    const auto card =
        std::find_if(m_cards.begin(), m_cards.end(), [&](const LaneCard* each) { return &each->lane() == lane; });
    if (card == m_cards.end())
        return;
    delete *card; // its views read the lane's recording
    m_cards.erase(card);
    choosePage();
}

void ComparePage::choosePage()
{
    m_pages->setCurrentIndex(m_cards.empty() && !m_figures->showsSaved() ? 0 : 1);
}

void ComparePage::refresh()
{
    m_isStale = true;
    if (!isVisible())
        return;
    m_isStale = false;
    for (LaneCard* card : m_cards)
        if (m_lanes.indexOf(&card->lane()) >= 0)
            card->refresh(rowOf(m_lanes, card->lane()));
    m_figures->refresh();
    if (m_race->isVisible())
        m_race->refresh();
    if (m_theory->isVisible())
        m_theory->refresh();
}

void ComparePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event)) {
        m_highestPage = 0;
        QTimer::singleShot(0, this, &ComparePage::fitBelow);
    }
    if (event->type() != QEvent::LanguageChange)
        return;
    m_actions.refresh();
    refresh();
    m_figures->refresh(); // whose words are looked at also where Compare is out of sight
    m_sweep->refresh();
    m_race->refresh();
    m_theory->refresh();
}

void ComparePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        refresh();
    yieldToLanes();
}

void ComparePage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    yieldToLanes();
}

/// A lane, and Step, never wait for what is measured in the background: that goes on afterwards.
void ComparePage::yieldToLanes()
{
    const bool isHeld =
        !isVisible() || m_lanes.player().isPlaying() || m_lanes.player().isComputing() || m_lanes.player().isLoading();
    m_lanes.speeds().setAllowed(!isHeld);
    m_figures->measurement().setHeld(isHeld);
    m_sweep->sweep().measurement().setHeld(isHeld);
}

/// What is below the lanes needs more room, or less.
bool ComparePage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitBelow();
    if (event->type() == QEvent::ContextMenu) { // that no field in it wanted
        m_menu->popup(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

/// A page that was never seen has the sizes of parts without the style, and its layouts keep them.
static void measureUnseen(QWidget& page)
{
    for (QWidget* part : page.findChildren<QWidget*>())
        part->ensurePolished();
    for (QLayout* layout : page.findChildren<QLayout*>())
        layout->invalidate();
}

/// As high as the highest page needs, but never much more than half: the tabs stay where they are whichever is in
/// front.
void ComparePage::fitBelow()
{
    constexpr double mostOfHeight = 0.55;
    int page = 0;
    for (int i = 0; i < m_below->count(); ++i) {
        QWidget& one = *m_below->widget(i);
        one.setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
        if (!one.isVisible())
            measureUnseen(one);
        page = std::max(page, one.sizeHint().height());
    }
    page = m_highestPage =
        std::max(page, m_highestPage); // the tabs stay where they are while one page after another is looked at
    const int tabs = std::max(m_below->tabBar()->sizeHint().height(), m_below->cornerWidget()->sizeHint().height()) + 2;
    const int wanted = tabs + std::min(page, std::max(1, int(mostOfHeight * height()) - tabs));
    if (m_below->minimumHeight() != wanted || m_below->maximumHeight() != wanted)
        m_below->setFixedHeight(wanted);
}

QSize ComparePage::minimumSizeHint() const
{
    constexpr int lowest = 200;
    return {QWidget::minimumSizeHint().width(), lowest};
}

void ComparePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_highestPage = 0;
    m_race->refresh(); // pages that were never seen say now how high they are
    m_theory->refresh();
    fitBelow();
}

ExportedView ComparePage::exported()
{
    return m_below->currentWidget() == m_race  ? m_race->exported()
        : m_below->currentWidget() == m_sweep  ? m_sweep->exported()
        : m_below->currentWidget() == m_theory ? m_theory->exported()
                                               : m_figures->exported();
}

LaneTable& ComparePage::table() const
{
    return m_figures->table();
}

void ComparePage::copyTable()
{
    QGuiApplication::clipboard()->setText(m_figures->csv());
}

} // namespace draftscope
