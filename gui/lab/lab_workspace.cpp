// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_workspace.h"

#include <QMenuBar>
#include <QScrollArea>
#include <QToolBar>

#include "gui/lab/lab_bar.h"
#include "gui/lab/lab_fields.h"
#include "gui/lab/lab_page.h"
#include "gui/lab/lab_words.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"

namespace draftscope {

LabWorkspace::LabWorkspace(const WorkspaceSurroundings& surroundings)
    : Workspace(&surroundings.window), m_navigation(surroundings.navigation),
      m_lab(new LosslessLab(surroundings.navigation.thread().backend(), this)), m_actions(new LabActions(*m_lab, this)),
      m_page(new LabPage(*m_lab)), m_room(new QScrollArea), m_bar(new LabBar(*m_lab, *m_actions)),
      m_toolBar(new QToolBar(tr("Texts of the lab")))
{
    m_toolBar->setObjectName(QStringLiteral("labTransport"));
    m_toolBar->setMovable(false);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_toolBar->addWidget(m_bar);
    m_room->setWidget(m_page);
    m_room->setWidgetResizable(true);
    m_room->setFrameShape(QFrame::NoFrame);
    m_room->setFocusPolicy(Qt::NoFocus);
    connect(m_page, &LabPage::failed, this, &LabWorkspace::failed);
    connect(m_page, &LabPage::done, this, [this](const QString& sentence) {
        m_said = sentence;
        emit wordsChanged();
    });
    connect(m_lab, &LosslessLab::changed, this, [this] {
        if (m_lab->state() == LosslessLab::State::running)
            m_said.clear();
        emit wordsChanged();
    });
    connect(&m_lab->table(), &LabTable::progressed, this, &LabWorkspace::wordsChanged);
}

QString LabWorkspace::title() const
{
    return tr("Lossless lab");
}

QString LabWorkspace::toolTip() const
{
    return tr("Right and broken side by side, while texts are drawn");
}

QWidget& LabWorkspace::page()
{
    return *m_room;
}

void LabWorkspace::begin(bool isGentle)
{
    emit wanted();
    m_lab->setGentle(isGentle);
    m_lab->start();
}

void LabWorkspace::addMenus(QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("L&ab"));
    menu->addActions({m_actions->toggle, m_actions->again, m_actions->gentle});
    menu->addSeparator();
    menu->addAction(m_actions->everything);
    menu->setToolTipsVisible(true);
}

void LabWorkspace::setInSight(bool on)
{
    m_actions->setInSight(on);
    if (on)
        takeFromStep();
}

/// The pair of Step, and what it computes on, as they are when a person comes over.
void LabWorkspace::takeFromStep()
{
    m_page->fields().setLoadedPair(m_navigation.starter().setup());
    m_lab->setBackend(m_navigation.thread().backend());
}

bool LabWorkspace::isPlaying() const
{
    return m_lab->state() == LosslessLab::State::running || m_lab->table().isRunning();
}

void LabWorkspace::pause()
{
    m_lab->pause();
    m_lab->table().stop();
}

/// What was just said, or what is seen on the right.
QString LabWorkspace::sentence() const
{
    if (!m_said.isEmpty())
        return m_said;
    if (m_lab->state() == LosslessLab::State::refused)
        return m_lab->problem();
    const LabFigures* figures = m_lab->figures();
    if (!figures || figures->sides.back().looks.empty())
        return tr("Left as it should be, right with something else: both are compared with what the target alone "
                  "would write.");
    return tr("Right (%1): %2.").arg(rightTitle(m_lab->setup()), verdictOf(figures->sides.back()).words);
}

Workspace::Where LabWorkspace::where() const
{
    const LabTable& table = m_lab->table();
    if (table.isRunning())
        return {tr("Table: row %1 of %2").arg(table.done() + 1).arg(table.rowCount()), {}};
    return {tr("%1 texts of each").arg(grouped(m_lab->texts())), {}};
}

void LabWorkspace::fitToolBars(int width)
{
    m_bar->fit(width);
}

void LabWorkspace::retranslate()
{
    m_actions->refresh();
}

} // namespace draftscope
