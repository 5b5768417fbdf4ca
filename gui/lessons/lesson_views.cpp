// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_views.h"

#include <algorithm>

#include <QMouseEvent>
#include <QVBoxLayout>

#include "gui/lessons/lesson_light.h"
#include "gui/lessons/pale_veil.h"
#include "gui/panels/acceptance_panel.h"
#include "gui/panels/attention_mask_panel.h"
#include "gui/panels/cache_panel.h"
#include "gui/panels/distribution_panel.h"
#include "gui/panels/events_panel.h"
#include "gui/panels/run_panel.h"
#include "gui/panels/speed_up_panel.h"
#include "gui/panels/stage_panel.h"
#include "gui/panels/text_panel.h"
#include "gui/panels/time_panel.h"
#include "gui/panels/tokens_per_step_panel.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"
#include "widgets/text/text_view.h"

namespace draftscope {

namespace {

/// Of the height, relative to the others.
int shareOf(LessonView view)
{
    switch (view) {
    case LessonView::text:
        return 14;
    case LessonView::stage:
        return 45;
    default:
        return 36;
    }
}

/// The page says what happens; in a room the drawing has the room of the sentence, unless the step lights it.
bool showsSentence(const LessonLight& light, bool isForRoom)
{
    return !isForRoom || std::ranges::count(light.parts, LessonPart::sentence) > 0;
}

/// Overlap and theory are other pages of panels that there are.
LessonView panelOf(LessonView view)
{
    return view == LessonView::overlap ? LessonView::distribution
        : view == LessonView::theory   ? LessonView::speed
                                       : view;
}

/// Of the moment that is shown: a question may still be open.
LessonScene sceneOf(const LessonDriver& driver)
{
    return driver.answers().openQuestion() < 0 ? driver.answered() : driver.asked();
}

template <class View>
void veil(View& view, QWidget& over, LessonDriver& driver)
{
    new PaleVeil(over, [&view, &driver] {
        return driver.isReady() ? litOf(view, driver.current().light, sceneOf(driver)) : QRegion();
    });
}

} // namespace

LessonViews::LessonViews(LessonDriver& driver, QWidget* parent)
    : QWidget(parent), m_driver(driver), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("lessonViews"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(8);
    connect(&driver, &LessonDriver::stepChanged, this, &LessonViews::refresh);
    connect(&driver, &LessonDriver::readyChanged, this, &LessonViews::refresh);
    connect(&driver.answers(), &LessonAnswers::changed, this, &LessonViews::refreshVeils);
    connect(&driver.navigation(), &Navigation::shown, this, &LessonViews::refreshVeils);
}

DockPanel* LessonViews::panel(LessonView view) const
{
    const auto found = m_panels.find(panelOf(view));
    return found == m_panels.end() ? nullptr : found->second;
}

DockPanel* LessonViews::make(LessonView view)
{
    Navigation& navigation = m_driver.navigation();
    switch (view) {
    case LessonView::text:
        return new TextPanel(navigation);
    case LessonView::stage:
        return new StagePanel(navigation);
    case LessonView::distribution:
    case LessonView::overlap:
        return new DistributionPanel(navigation);
    case LessonView::chart:
        return new TokensPerStepPanel(navigation);
    case LessonView::acceptance:
        return new AcceptancePanel(navigation.playhead());
    case LessonView::speed:
    case LessonView::theory:
        return new SpeedUpPanel(navigation);
    case LessonView::time:
        return new TimePanel(navigation);
    case LessonView::cache:
        return new CachePanel(navigation);
    case LessonView::mask:
        return new AttentionMaskPanel(navigation);
    case LessonView::events:
        break;
    }
    return new EventsPanel(navigation);
}

void LessonViews::refresh()
{
    if (!m_driver.isOpen())
        return;
    std::vector<LessonView> wanted;
    for (const LessonView view : m_driver.current().views)
        if (const LessonView kind = panelOf(view); std::ranges::count(wanted, kind) == 0)
            wanted.push_back(kind);
    for (const auto& [view, panel] : m_panels)
        if (std::ranges::count(wanted, view) == 0)
            panel->hide();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        DockPanel*& panel = m_panels[wanted[i]];
        if (!panel) {
            panel = make(wanted[i]);
            listenTo(*panel, m_driver.navigation());
            panel->setFeatures(QDockWidget::NoDockWidgetFeatures);
            panel->header().setClosable(false);
            panel->setParent(this);
            if (wanted[i] == LessonView::stage)
                listenToStage(*panel);
            else if (wanted[i] == LessonView::distribution)
                listenToDistribution(*panel);
            else if (wanted[i] == LessonView::text)
                listenToText(*panel);
        }
        m_column->insertWidget(int(i), panel, shareOf(wanted[i]));
        m_column->setStretchFactor(panel, shareOf(wanted[i]));
        panel->show();
    }
    for (const LessonView view : m_driver.current().views) {
        if (auto* distribution = qobject_cast<DistributionPanel*>(panel(view)))
            distribution->showOverlap(view == LessonView::overlap);
        if (auto* speed = qobject_cast<SpeedUpPanel*>(panel(view)))
            speed->showTheory(view == LessonView::theory);
    }
    setVisible(!wanted.empty());
    setForRoom(m_isForRoom);
    refreshVeils();
}

void LessonViews::setForRoom(bool on)
{
    m_isForRoom = on;
    for (const auto& [view, panel] : m_panels) {
        panel->setTight(on, on);
        panel->showNotes(!on);
        for (MomentBar* moments : panel->findChildren<MomentBar*>())
            moments->setVisible(!on);
        if (auto* stage = qobject_cast<StagePanel*>(panel))
            stage->setSentenceShown(showsSentence(m_driver.current().light, on));
    }
    m_column->setSpacing(on ? 4 : 8);
}

void LessonViews::refreshVeils()
{
    for (PaleVeil* veil : findChildren<PaleVeil*>()) {
        veil->raise();
        veil->update();
    }
}

void LessonViews::listenToStage(DockPanel& panel)
{
    auto* stage = panel.findChild<StageView*>();
    auto* tree = panel.findChild<TreeView*>();
    veil(*stage, *stage->viewport(), m_driver);
    veil(*tree, *tree->viewport(), m_driver);
    connect(stage, &StageView::contextSelected, this, [this](int context) { clickedContext(context, -1); });
    connect(tree, &TreeView::contextSelected, this, &LessonViews::clickedContext);
}

void LessonViews::listenToDistribution(DockPanel& panel)
{
    auto* distribution = panel.findChild<DistributionView*>();
    veil(*distribution, *distribution, m_driver);
    distribution->installEventFilter(this);
}

void LessonViews::listenToText(DockPanel& panel)
{
    connect(panel.findChild<TextView*>(), &TextView::tokenClicked, this, &LessonViews::clickedText);
}

/// A column is that of a draft and of the token that is drawn in its place.
void LessonViews::clickedContext(int context, int node)
{
    if (!m_driver.isReady())
        return;
    const LessonScene scene = sceneOf(m_driver);
    std::vector<LessonToken> meant;
    const RoundRecord& round = scene.shown();
    for (int n = 0; n < int(round.nodes.size()); ++n)
        if (node < 0 ? round.nodes[std::size_t(n)].parent + 1 == context : n == node)
            meant.push_back({n, context, round.nodes[std::size_t(n)].token});
    if (round.draw && round.draw->context == context && node < 0)
        meant.push_back({-1, context, round.draw->token});
    emit clicked(meant);
}

/// The text may be clicked behind the moment that is shown: what counts is the round that made the token.
void LessonViews::clickedText(int index)
{
    if (!m_driver.isReady())
        return;
    const LessonScene scene = sceneOf(m_driver);
    const int inRound = index - scene.whole().prefixLength;
    std::vector<LessonToken> meant;
    if (inRound >= 0 && inRound < int(scene.whole().committed.size())) {
        const CommittedToken& token = scene.whole().committed[std::size_t(inRound)];
        const int context = token.node >= 0 ? scene.whole().nodes[std::size_t(token.node)].parent + 1
            : scene.whole().draw            ? scene.whole().draw->context
                                            : 0;
        meant.push_back({token.node, context, token.token});
    } else {
        meant.push_back({-1, -1, noToken}); // another round: it is not what was asked for
    }
    emit clicked(meant);
}

bool LessonViews::eventFilter(QObject* watched, QEvent* event)
{
    auto* distribution = qobject_cast<DistributionView*>(watched);
    if (distribution && event->type() == QEvent::MouseButtonPress && m_driver.isReady()) {
        const QPointF at = static_cast<QMouseEvent*>(event)->position();
        for (int row = 0; row < distribution->rowCount(); ++row)
            if (distribution->rowRect(row).contains(at)) {
                const LessonScene scene = sceneOf(m_driver);
                std::vector<LessonToken> meant{{-1, scene.context(), distribution->tokenOfRow(row)}};
                for (int n = 0; n < int(scene.shown().nodes.size()); ++n) {
                    const NodeRecord& node = scene.shown().nodes[std::size_t(n)];
                    if (node.parent + 1 == scene.context() && node.token == meant.front().token)
                        meant.push_back({n, scene.context(), node.token});
                }
                emit clicked(meant);
            }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace draftscope
