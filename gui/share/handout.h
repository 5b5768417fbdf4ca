// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson on paper: its text with the fields filled from its runs, a picture of what each step shows, and the answers
// to its questions at the end.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <QString>

#include "engine/core/progress.h"
#include "engine/lessons/lesson_page.h"
#include "gui/setup/run_setup.h"
#include "gui/share/making_dialog.h"

namespace draftscope {

/// A run of the lesson, decoded to its end.
struct HandoutRun {
    Recordings recordings;
    LessonRun run;
};

struct HandoutStep {
    QString title, markdown;
    QString answers = {}; ///< Markdown; empty where the step asks nothing
    std::vector<LessonView> views;
    LessonPlace place;
    std::shared_ptr<const HandoutRun> run;
};

struct Handout {
    QString title, summary, language; ///< "en", "de"
    std::vector<HandoutStep> steps;
};

/// Decodes what the lesson decodes and fills its texts. Any thread. Errors: those of its file's moments and fields, of
/// models and sessions; cancelled.
[[nodiscard]] Result<Handout> prepareHandout(const Lesson& lesson, const BackendChoice& backend,
                                             const Progress& progress = {});

/// As PDF, A4; a file that is there is replaced when the new one is whole. Text, stage, distribution, overlap and K/V
/// caches have pictures. The window's thread. Errors: the disk.
[[nodiscard]] Result<void> writeHandout(const Handout& handout, const std::filesystem::path& path);

/// Does both, the first in a thread of its own. Deletes itself when it has ended; its end is waited for where it is
/// deleted before.
class HandoutJob : public MakingJob {
    Q_OBJECT
public:
    HandoutJob(Lesson lesson, BackendChoice backend, std::filesystem::path path, QObject* parent = nullptr);
    ~HandoutJob() override;
    void cancel() override;

signals:
    void progressed(double share, const QString& what);

private:
    void finish();

    struct Work;
    std::unique_ptr<Work> m_work;
};

} // namespace draftscope
