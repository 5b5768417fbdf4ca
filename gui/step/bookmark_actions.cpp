// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/bookmark_actions.h"

#include <algorithm>
#include <numeric>

#include <QInputDialog>

#include "gui/navigation/navigation.h"
#include "gui/playback/moment_name.h"
#include "gui/playback/recorded_steps.h"

namespace draftscope {

namespace {

constexpr std::size_t mostListed = 40; ///< in a menu

} // namespace

BookmarkActions::BookmarkActions(Navigation& navigation, QWidget* window)
    : QObject(window), m_navigation(navigation), m_window(window)
{
    toggle = add(tr("Bookmark this moment"), Qt::CTRL | Qt::Key_B, &BookmarkList::toggle);
    toggle->setCheckable(true);
    name = add(tr("Name this bookmark…"), Qt::CTRL | Qt::SHIFT | Qt::Key_B, nullptr);
    connect(name, &QAction::triggered, this, &BookmarkActions::askForName);
    next = add(tr("Next bookmark"), Qt::Key_F2, &BookmarkList::goToNext);
    previous = add(tr("Previous bookmark"), Qt::SHIFT | Qt::Key_F2, &BookmarkList::goToPrevious);
    connect(&navigation.bookmarks(), &BookmarkList::changed, this, &BookmarkActions::refresh);
    connect(&navigation, &Navigation::shown, this, &BookmarkActions::refresh);
    connect(&navigation.player(), &Player::activityChanged, this, &BookmarkActions::refresh);
    refresh();
}

QAction* BookmarkActions::add(const QString& text, const QKeySequence& key, void (BookmarkList::*does)())
{
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    if (does)
        connect(action, &QAction::triggered, &m_navigation.bookmarks(), does);
    return action;
}

void BookmarkActions::sayTips()
{
    const auto say = [](QAction& action, const QString& tip) {
        action.setToolTip(QStringLiteral("%1 (%2)").arg(tip, action.shortcut().toString(QKeySequence::NativeText)));
    };
    say(*toggle, tr("Put a bookmark at the moment shown, or take it away"));
    say(*name, tr("Name the bookmark at the moment shown"));
    say(*next, tr("To the next bookmark on this branch"));
    say(*previous, tr("To the bookmark before, on this branch"));
}

void BookmarkActions::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

void BookmarkActions::refresh()
{
    const bool canMark =
        m_isInSight && m_navigation.run().isThere() && m_navigation.player().activity() != Player::Activity::loading;
    for (QAction* action : {toggle, name, next, previous})
        action->setEnabled(canMark);
    sayTips();
    toggle->setChecked(m_navigation.bookmarks().here().has_value());
}

QMenu* BookmarkActions::makeMenu(QWidget* parent)
{
    auto* menu = new QMenu(tr("Bookmarks"), parent);
    menu->addActions({toggle, name});
    menu->addSeparator();
    menu->addActions({next, previous});
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill(*menu); });
    return menu;
}

void BookmarkActions::fill(QMenu& menu)
{
    for (QAction* action : menu.actions())
        if (action->parent() == &menu && action->property("isBookmark").toBool())
            delete action;
    const auto& all = m_navigation.bookmarks().all();
    const auto addLine = [&](QAction* action) {
        action->setProperty("isBookmark", true);
        return action;
    };
    if (!all.empty())
        addLine(menu.addSeparator());
    const int branch = m_navigation.playhead().position().branch;
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto firstOfOthers = std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
        return onBranch(m_navigation.recording(), all[i].at, branch).has_value();
    });
    const auto here = std::size_t(firstOfOthers - order.begin());
    for (std::size_t place = 0; place < all.size() && place < mostListed; ++place) {
        const std::size_t i = order[place];
        QString words = nameOfMoment(m_navigation.playhead(), all[i].at);
        if (!all[i].name.empty())
            words = QStringLiteral("%1 – %2").arg(QString::fromStdString(all[i].name).left(60), words);
        QAction* action = addLine(menu.addAction(words.replace('&', QLatin1String("&&")), &m_navigation,
                                                 [this, i] { m_navigation.bookmarks().goTo(i); }));
        action->setCheckable(true);
        action->setChecked(m_navigation.bookmarks().here() == i);
        action->setEnabled(toggle->isEnabled());
    }
    if (here > mostListed)
        addLine(menu.addAction(tr("%1 more: F2 leads there").arg(here - mostListed)))->setEnabled(false);
    if (const std::size_t notListed = all.size() - std::max(here, std::min(all.size(), mostListed)); notListed > 0)
        addLine(menu.addAction(tr("%1 more on other branches").arg(notListed)))->setEnabled(false);
}

void BookmarkActions::askForName()
{
    const auto here = m_navigation.bookmarks().here();
    auto* dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Bookmark"));
    dialog->setLabelText(
        tr("%1 is called:").arg(nameOfMoment(m_navigation.playhead(), m_navigation.playhead().shared())));
    dialog->setTextValue(here ? QString::fromStdString(m_navigation.bookmarks().all()[*here].name) : QString());
    const auto named = [this, run = m_navigation.run().number(),
                        at = m_navigation.playhead().shared()](const QString& text) {
        if (m_navigation.run().number() != run)
            return emit m_navigation.failed(tr("This was about a run that has been replaced: choose again."));
        m_navigation.bookmarks().name(at, text);
    };
    connect(dialog, &QInputDialog::textValueSelected, this, named);
    dialog->open();
}

} // namespace draftscope
