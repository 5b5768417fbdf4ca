// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include <QObject>
#include <QThreadPool>

#include "engine/core/error.h"
#include "engine/record/bookmark.h"
#include "engine/record/recording.h"

namespace draftscope {

/// Writes recordings as trace files in the background, one after another.
class TraceSaver : public QObject {
    Q_OBJECT
public:
    explicit TraceSaver(QObject* parent = nullptr);
    ~TraceSaver() override; ///< waits until all are written

    [[nodiscard]] bool isSaving() const { return m_out > 0; }
    /// The recording and its bookmarks as they are now. `done` is called on the window's thread, not if this object has
    /// gone by then.
    void save(const std::filesystem::path& path, const Recording& recording,
              const std::vector<BookmarkRecord>& bookmarks, std::function<void(const Result<void>&)> done);

private:
    QThreadPool m_thread; ///< one, so that two saves of one name do not meet
    int m_out = 0;
};

} // namespace draftscope
