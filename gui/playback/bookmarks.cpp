// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/bookmarks.h"

#include <algorithm>
#include <tuple>

#include "gui/playback/recorded_steps.h"

namespace draftscope {

namespace {

constexpr qsizetype longestName = 80;

} // namespace

bool comesBefore(const BookmarkRecord& a, const BookmarkRecord& b)
{
    return std::tuple(a.at.round, a.at.moment, a.at.branch) < std::tuple(b.at.round, b.at.moment, b.at.branch);
}

std::string keptName(const QString& given)
{
    QString name = given.simplified().left(longestName);
    if (!name.isEmpty() && name.back().isHighSurrogate()) // half a character
        name.chop(1);
    return name.toStdString();
}

std::vector<BookmarkRecord> inOrder(const Recording& recording, std::vector<BookmarkRecord> bookmarks)
{
    std::stable_sort(bookmarks.begin(), bookmarks.end(), comesBefore);
    std::vector<BookmarkRecord> kept;
    std::size_t first = 0; // of those kept in the same moment of their round
    for (BookmarkRecord& each : bookmarks) {
        each.name = keptName(QString::fromStdString(each.name));
        if (!kept.empty() && (kept.back().at.round != each.at.round || kept.back().at.moment != each.at.moment))
            first = kept.size();
        const auto same = std::find_if(kept.begin() + std::ptrdiff_t(first), kept.end(), [&](const BookmarkRecord& k) {
            return onBranch(recording, k.at, each.at.branch) == each.at;
        });
        if (same == kept.end())
            kept.push_back(std::move(each));
        else if (same->name.empty())
            same->name = std::move(each.name);
    }
    return kept;
}

} // namespace draftscope
