// SPDX-License-Identifier: GPL-3.0-or-later
// Moments of the run or trace shown that a person wants to find again.
#include <algorithm>

#include "gui/navigation/navigation.h"
#include "gui/playback/bookmarks.h"
#include "gui/playback/recorded_steps.h"
#include "widgets/words/round_words.h"

namespace draftscope {

QString Navigation::nameOfMoment(Position shared) const
{
    const Recordings& all = m_run.recordings();
    if (!all.isDecoding(all.currentSequence(), shared)) // it waits, or has ended
        return tr("Round %1 of the batch").arg(shared.round + 1);
    const Position at = all.ownOf(all.currentSequence(), shared);
    const bool isRecorded = at.round < recording().roundCount(at.branch) && at.moment > 0
        && at.moment <= int(recording().round(at.branch, at.round).moments.size());
    QString name = tr("Before round %1").arg(at.round + 1);
    if (isRecorded) {
        const RoundRecord& round = recording().round(at.branch, at.round);
        const Moment& moment = round.moments[std::size_t(at.moment) - 1];
        const Drafts drafts = m_playhead.drafts();
        name = tr("Round %1 · %2")
                   .arg(at.round + 1)
                   .arg(nameOf(moment, {round.moments.begin(), round.moments.begin() + at.moment}, drafts,
                               nodeName(round, moment, recording(), drafts)));
    }
    if (recording().branches().size() > 1)
        name += tr(" · branch %1").arg(at.branch);
    return name;
}

std::optional<std::size_t> Navigation::bookmarkAt(Position at) const
{
    for (std::size_t i = 0; i < bookmarks().size(); ++i)
        if (onBranch(recording(), bookmarks()[i].at, at.branch) == at)
            return i;
    return std::nullopt;
}

void Navigation::toggleBookmark()
{
    if (!hasRecording())
        return;
    const Position at = m_playhead.shared();
    std::vector<BookmarkRecord> all = bookmarks();
    if (const auto here = bookmarkHere()) {
        all.erase(all.begin() + std::ptrdiff_t(*here));
        say(tr("No longer a bookmark: %1.").arg(nameOfMoment(at)));
    } else {
        const BookmarkRecord made{at, {}};
        all.insert(std::upper_bound(all.begin(), all.end(), made, comesBefore), made);
        say(tr("Bookmark: %1. F2 leads to the next one, Ctrl+Shift+B names this one.").arg(nameOfMoment(at)));
    }
    m_run.setBookmarks(std::move(all));
    emit bookmarksChanged();
}

std::vector<BookmarkRecord> Navigation::bookmarksOf(int sequence) const
{
    const Recordings& all = m_run.recordings();
    std::vector<BookmarkRecord> own;
    for (const BookmarkRecord& bookmark : bookmarks())
        if (all.isDecoding(sequence, bookmark.at))
            own.push_back({all.ownOf(sequence, bookmark.at), bookmark.name});
    return own;
}

void Navigation::nameBookmark(Position at, const QString& name)
{
    std::vector<BookmarkRecord> all = bookmarks();
    const std::string given = keptName(name);
    if (const auto there = bookmarkAt(at)) {
        all[*there].name = given;
    } else {
        const BookmarkRecord made{at, given};
        all.insert(std::upper_bound(all.begin(), all.end(), made, comesBefore), made);
    }
    m_run.setBookmarks(std::move(all));
    say(given.empty() ? tr("A bookmark without a name: %1.").arg(nameOfMoment(at))
                      : tr("Bookmark “%1”: %2.").arg(QString::fromStdString(given), nameOfMoment(at)));
    emit bookmarksChanged();
}

void Navigation::addBookmarks(std::vector<BookmarkRecord> bookmarks)
{
    std::erase_if(bookmarks, [this](const BookmarkRecord& each) {
        return !hasBranch(each.at.branch) || isBefore(m_run.recordings().end(each.at.branch), each.at);
    });
    bookmarks.insert(bookmarks.begin(), this->bookmarks().begin(), this->bookmarks().end());
    m_run.setBookmarks(inOrder(recording(), std::move(bookmarks)));
    emit bookmarksChanged();
}

void Navigation::goToBookmark(std::size_t bookmark)
{
    if (bookmark >= bookmarks().size())
        return;
    const BookmarkRecord wanted = bookmarks()[bookmark];
    goToShared(onBranch(recording(), wanted.at, position().branch).value_or(wanted.at));
    if (!wanted.name.empty())
        say(tr("Bookmark “%1”.").arg(QString::fromStdString(wanted.name)));
}

std::optional<std::size_t> Navigation::bookmarkBeside(bool next) const
{
    const Position here = m_playhead.shared();
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < bookmarks().size(); ++i) {
        const auto at = onBranch(recording(), bookmarks()[i].at, here.branch);
        if (next && at && isBefore(here, *at))
            return i;
        if (!next && at && isBefore(*at, here))
            found = i;
    }
    return found;
}

/// Where: "after" or "before".
QString Navigation::noBookmark(const QString& where) const
{
    QString sentence = tr("There is no bookmark %1 this moment").arg(where);
    if (recording().branches().size() > 1) // there may be some on others
        sentence += tr(" on this branch");
    return sentence + (bookmarkHere() ? QStringLiteral(".") : tr(": Ctrl+B makes one here."));
}

void Navigation::nextBookmark()
{
    if (const auto next = bookmarkBeside(true))
        goToBookmark(*next);
    else if (hasRecording())
        say(noBookmark(tr("after")));
}

void Navigation::previousBookmark()
{
    if (const auto previous = bookmarkBeside(false))
        goToBookmark(*previous);
    else if (hasRecording())
        say(noBookmark(tr("before")));
}

} // namespace draftscope
