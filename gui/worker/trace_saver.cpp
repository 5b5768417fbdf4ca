// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/trace_saver.h"

#include <utility>

#include "engine/trace/trace_file.h"

namespace draftscope {

TraceSaver::TraceSaver(QObject* parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
}

TraceSaver::~TraceSaver()
{
    m_thread.waitForDone();
}

void TraceSaver::save(const std::filesystem::path& path, const Recording& recording,
                      const std::vector<BookmarkRecord>& bookmarks, std::function<void(const Result<void>&)> done)
{
    ++m_out;
    m_thread.start([this, path, recording, bookmarks, done = std::move(done)] {
        const Result<void> saved = saveTrace(path, recording, bookmarks);
        QMetaObject::invokeMethod(
            this,
            [this, done, saved] {
                --m_out;
                done(saved);
            },
            Qt::QueuedConnection);
    });
}

} // namespace draftscope
