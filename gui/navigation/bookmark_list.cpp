// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/bookmark_list.h"

#include <algorithm>
#include <utility>

#include "gui/playback/bookmarks.h"
#include "gui/playback/moment_name.h"
#include "gui/playback/recorded_steps.h"

namespace draftscope {

BookmarkList::BookmarkList(Decode& decode, StatusLine& status, std::function<void(Position)> goTo, QObject* parent)
    : QObject(parent), m_decode(decode), m_status(status), m_goTo(std::move(goTo))
{
}

const std::vector<BookmarkRecord>& BookmarkList::all() const
{
    return m_decode.run().bookmarks();
}

std::optional<std::size_t> BookmarkList::at(Position shared) const
{
    for (std::size_t i = 0; i < all().size(); ++i)
        if (onBranch(m_decode.recording(), all()[i].at, shared.branch) == shared)
            return i;
    return std::nullopt;
}

void BookmarkList::toggle()
{
    if (!m_decode.run().isThere())
        return;
    const Position at = m_decode.playhead().shared();
    std::vector<BookmarkRecord> kept = all();
    if (const auto there = here()) {
        kept.erase(kept.begin() + std::ptrdiff_t(*there));
        m_status.say(tr("No longer a bookmark: %1.").arg(nameOfMoment(m_decode.playhead(), at)));
    } else {
        const BookmarkRecord made{at, {}};
        kept.insert(std::upper_bound(kept.begin(), kept.end(), made, comesBefore), made);
        m_status.say(tr("Bookmark: %1. F2 leads to the next one, Ctrl+Shift+B names this one.")
                         .arg(nameOfMoment(m_decode.playhead(), at)));
    }
    m_decode.run().setBookmarks(std::move(kept));
    emit changed();
}

std::vector<BookmarkRecord> BookmarkList::of(int sequence) const
{
    const Recordings& sequences = m_decode.run().recordings();
    std::vector<BookmarkRecord> own;
    for (const BookmarkRecord& bookmark : all())
        if (sequences.isDecoding(sequence, bookmark.at))
            own.push_back({sequences.ownOf(sequence, bookmark.at), bookmark.name});
    return own;
}

void BookmarkList::name(Position shared, const QString& name)
{
    std::vector<BookmarkRecord> kept = all();
    const std::string given = keptName(name);
    if (const auto there = at(shared)) {
        kept[*there].name = given;
    } else {
        const BookmarkRecord made{shared, given};
        kept.insert(std::upper_bound(kept.begin(), kept.end(), made, comesBefore), made);
    }
    m_decode.run().setBookmarks(std::move(kept));
    m_status.say(
        given.empty()
            ? tr("A bookmark without a name: %1.").arg(nameOfMoment(m_decode.playhead(), shared))
            : tr("Bookmark “%1”: %2.").arg(QString::fromStdString(given), nameOfMoment(m_decode.playhead(), shared)));
    emit changed();
}

void BookmarkList::add(std::vector<BookmarkRecord> bookmarks)
{
    std::erase_if(bookmarks, [this](const BookmarkRecord& each) {
        return !m_decode.hasBranch(each.at.branch)
            || isBefore(m_decode.run().recordings().end(each.at.branch), each.at);
    });
    bookmarks.insert(bookmarks.begin(), all().begin(), all().end());
    m_decode.run().setBookmarks(inOrder(m_decode.recording(), std::move(bookmarks)));
    emit changed();
}

void BookmarkList::goTo(std::size_t bookmark)
{
    if (bookmark >= all().size())
        return;
    const BookmarkRecord wanted = all()[bookmark];
    m_goTo(onBranch(m_decode.recording(), wanted.at, m_decode.playhead().position().branch).value_or(wanted.at));
    if (!wanted.name.empty())
        m_status.say(tr("Bookmark “%1”.").arg(QString::fromStdString(wanted.name)));
}

std::optional<std::size_t> BookmarkList::beside(bool next) const
{
    const Position here = m_decode.playhead().shared();
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < all().size(); ++i) {
        const auto at = onBranch(m_decode.recording(), all()[i].at, here.branch);
        if (next && at && isBefore(here, *at))
            return i;
        if (!next && at && isBefore(*at, here))
            found = i;
    }
    return found;
}

/// Where: "after" or "before".
void BookmarkList::sayNone(const QString& where)
{
    if (!m_decode.run().isThere())
        return;
    QString sentence = tr("There is no bookmark %1 this moment").arg(where);
    if (m_decode.recording().branches().size() > 1) // there may be some on others
        sentence += tr(" on this branch");
    m_status.say(sentence + (here() ? QStringLiteral(".") : tr(": Ctrl+B makes one here.")));
}

void BookmarkList::goToNext()
{
    if (const auto next = beside(true))
        goTo(*next);
    else
        sayNone(tr("after"));
}

void BookmarkList::goToPrevious()
{
    if (const auto previous = beside(false))
        goTo(*previous);
    else
        sayNone(tr("before"));
}

} // namespace draftscope
