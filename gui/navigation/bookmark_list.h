// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gui/navigation/status_line.h"
#include "gui/playback/decode.h"

namespace draftscope {

/// Moments of a decode that a person wants to find again; of a batch at shared positions. The decode and the status
/// line outlive it. Lives on the window's thread.
class BookmarkList : public QObject {
    Q_OBJECT
public:
    /// `goTo`: shows a moment, in shared positions.
    BookmarkList(Decode& decode, StatusLine& status, std::function<void(Position)> goTo, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<BookmarkRecord>& all() const; ///< by round and moment, then by branch
    [[nodiscard]] std::optional<std::size_t> at(Position shared) const;
    [[nodiscard]] std::optional<std::size_t> here() const { return at(m_decode.playhead().shared()); }
    /// Those of a sequence of a batch, as its trace has them: in its own positions, without those where it waits or has
    /// ended.
    [[nodiscard]] std::vector<BookmarkRecord> of(int sequence) const;
    void name(Position shared, const QString& name); ///< one is made if there is none
    void goTo(std::size_t bookmark);
    /// Beside those that are there: those whose moments are recorded.
    void add(std::vector<BookmarkRecord> bookmarks);

public slots:
    void toggle();
    void goToNext(); ///< on the branch shown
    void goToPrevious();

signals:
    void changed();

private:
    /// One after the moment shown on its branch, or before it.
    [[nodiscard]] std::optional<std::size_t> beside(bool next) const;
    void sayNone(const QString& where);

    Decode& m_decode;
    StatusLine& m_status;
    std::function<void(Position)> m_goTo;
};

} // namespace draftscope
