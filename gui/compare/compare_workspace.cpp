// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compare_workspace.h"

#include <algorithm>

#include <QMenuBar>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>

#include "gui/compare/beside_dialog.h"
#include "gui/compare/compare_actions.h"
#include "gui/compare/compare_page.h"
#include "gui/compare/lane_lock_box.h"
#include "gui/compare/lanes.h"
#include "gui/compare/sweep_panel.h"
#include "gui/controls/fitted_button.h"
#include "gui/controls/speed_control.h"
#include "gui/navigation/navigation.h"

namespace draftscope {

CompareWorkspace::CompareWorkspace(const WorkspaceSurroundings& surroundings)
    : Workspace(&surroundings.window), m_lanes(new Lanes(surroundings.navigation.thread(), this)),
      m_actions(new CompareActions(*m_lanes, surroundings.navigation, this)),
      m_page(new ComparePage(*m_lanes, *m_actions)),
      m_speed(new SpeedControl(m_lanes->player().transport(), SpeedControl::Beats::rounds)),
      m_lock(new LaneLockBox(*m_lanes))
{
    makeToolBar();
    connect(m_lanes, &Lanes::added, this, &CompareWorkspace::wanted);
    connect(m_lanes, &Lanes::failed, this, &CompareWorkspace::failed);
    connect(m_page, &ComparePage::failed, this, &CompareWorkspace::failed);
    connect(m_page, &ComparePage::saved, m_lanes, &Lanes::say);
    for (const auto signal : {&Lanes::sentenceChanged, &Lanes::changed})
        connect(m_lanes, signal, this, &CompareWorkspace::wordsChanged);
    connect(&m_lanes->player(), &LanePlayer::shown, this, &CompareWorkspace::wordsChanged);
    connect(&m_lanes->player(), &LanePlayer::lockChanged, this, [this] {
        m_speed->setBeats(m_lanes->player().lock() == LaneLock::byToken ? SpeedControl::Beats::steps
                                                                        : SpeedControl::Beats::rounds);
        emit wordsChanged();
    });
}

QString CompareWorkspace::title() const
{
    return tr("Compare");
}

QString CompareWorkspace::toolTip() const
{
    return tr("Two to four lanes beside each other");
}

QWidget& CompareWorkspace::page()
{
    return *m_page;
}

void CompareWorkspace::setModels(ModelCatalogue* models)
{
    m_page->sweep().setModels(models);
    m_actions->setModels(models);
}

void CompareWorkspace::addMenus(QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&Compare"));
    QMenu* begin = menu->addMenu(tr("Begin with"));
    begin->addActions({m_actions->begin.begin(), m_actions->begin.end()});
    begin->setToolTipsVisible(true);
    menu->addActions({m_actions->addShown, m_actions->addPlain, m_actions->addNew});
    menu->addSeparator();
    menu->addActions({m_actions->play, m_actions->stop});
    menu->addSeparator();
    menu->addActions({m_actions->nextRound, m_actions->previousRound, m_actions->first, m_actions->last});
    QMenu* lock = menu->addMenu(tr("Lanes move"));
    lock->addActions({m_actions->locks.begin(), m_actions->locks.end()});
    lock->addSeparator();
    lock->addActions({m_actions->changeLock, m_actions->previousLane, m_actions->nextLane});
    lock->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addAction(m_actions->restart);
    menu->addAction(tr("Copy figures as CSV"), m_page, &ComparePage::copyTable);
    menu->addSeparator();
    menu->addAction(tr("Open a comparison…"), this, &CompareWorkspace::openWanted);
    menu->addAction(tr("Save the comparison…"), this, &CompareWorkspace::saveWanted);
    menu->addAction(tr("Set two saved comparisons beside each other…"), this,
                    [this] { (new BesideDialog(m_page))->show(); });
}

void CompareWorkspace::makeToolBar()
{
    auto* bar = m_toolBar = new QToolBar(tr("Transport of all lanes"));
    bar->setObjectName(QStringLiteral("compareTransport"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(m_actions->restart);
    bar->addSeparator();
    bar->addActions({m_actions->previousRound, m_actions->play, m_actions->nextRound});
    bar->widgetForAction(m_actions->play)->setObjectName(QStringLiteral("play"));
    bar->addSeparator();
    bar->addWidget(m_speed);
    bar->addWidget(m_lock);
    auto* room = new QWidget;
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(room);
    bar->addActions({m_actions->addShown, m_actions->addPlain});
    for (QAction* action : bar->actions())
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action)))
            button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
}

/// Buttons that do not fit would hide behind an arrow.
void CompareWorkspace::fitToolBars(int width)
{
    fitButton(*m_toolBar->widgetForAction(m_actions->play),
              {CompareActions::tr("▶ Play"), CompareActions::tr("❚❚ Pause")});
    m_actions->setShort(false);
    m_speed->setCompact(false);
    m_lock->setCompact(false);
    const auto fits = [this, width] { return m_toolBar->sizeHint().width() <= width; };
    m_actions->setShort(!fits());
    m_speed->setCompact(!fits());
    m_lock->setCompact(!fits());
}

void CompareWorkspace::setInSight(bool on)
{
    m_actions->setInSight(on);
}

bool CompareWorkspace::isPlaying() const
{
    return m_lanes->player().isPlaying();
}

void CompareWorkspace::pause()
{
    m_lanes->player().pause();
}

void CompareWorkspace::changeSpeed(int steps)
{
    m_speed->faster(steps);
}

void CompareWorkspace::measureAgain()
{
    m_lanes->speeds().measureAgain();
}

/// What has just happened, else what holds of every comparison.
QString CompareWorkspace::sentence() const
{
    return m_lanes->sentence().isEmpty() && m_lanes->count() > 0 ? Lanes::fairness() : m_lanes->sentence();
}

Workspace::Where CompareWorkspace::where() const
{
    if (m_lanes->count() == 0)
        return {};
    const QString lanes = m_lanes->count() == 1 ? tr("1 lane") : tr("%1 lanes").arg(m_lanes->count());
    const int place = m_lanes->player().place();
    if (m_lanes->player().lock() == LaneLock::byToken)
        return {tr("Tokens: %1 · %2").arg(QString::number(place), lanes), {}};
    const QString where = place > 0 ? tr("Round %1").arg(place) : tr("Before round 1");
    return {m_lanes->player().lock() == LaneLock::none && m_lanes->count() > 1
                ? tr("Lane %1: %2 · %3")
                      .arg(QString::number(m_lanes->indexOf(m_lanes->player().current()) + 1), where, lanes)
                : tr("%1 · %2").arg(where, lanes),
            {}};
}

void CompareWorkspace::remember(QSettings& settings) const
{
    settings.setValue(QStringLiteral("compare/lock"), int(m_lanes->player().lock()));
}

void CompareWorkspace::recall(const QSettings& settings)
{
    m_lanes->player().setLock(LaneLock(std::clamp(settings.value(QStringLiteral("compare/lock"), 0).toInt(), 0, 2)));
}

} // namespace draftscope
