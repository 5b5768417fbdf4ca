// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "gui/navigation/bookmark_list.h"
#include "gui/navigation/status_line.h"
#include "gui/playback/decode.h"
#include "gui/worker/trace_saver.h"

namespace draftscope {

/// Writes traces of a decode in the background, one after another; the status line or failed() tells when one is there.
/// What it is given outlives it. Lives on the window's thread.
class RunFiles : public QObject {
    Q_OBJECT
public:
    RunFiles(Decode& decode, BookmarkList& bookmarks, StatusLine& status, QObject* parent = nullptr);

    void save(const std::filesystem::path& path);
    /// A trace of every sequence that has begun, each named by its number, into a folder that is made if it is not
    /// there.
    void saveTracesOfBatch(const std::filesystem::path& folder);
    [[nodiscard]] bool isSaving() const { return m_saver.isSaving(); }

signals:
    void saveEnded(bool isSaved);
    void failed(const QString& sentence);

private:
    Decode& m_decode;
    BookmarkList& m_bookmarks;
    StatusLine& m_status;
    TraceSaver m_saver;
};

} // namespace draftscope
