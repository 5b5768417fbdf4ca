// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/run_files.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "gui/language/engine_words.h"

namespace draftscope {

RunFiles::RunFiles(Decode& decode, BookmarkList& bookmarks, StatusLine& status, QObject* parent)
    : QObject(parent), m_decode(decode), m_bookmarks(bookmarks), m_status(status)
{
}

void RunFiles::save(const std::filesystem::path& path)
{
    if (!m_decode.run().isThere())
        return;
    const int rounds = m_decode.recording().roundCount(0), branches = int(m_decode.recording().branches().size());
    const QString contents = branches > 1 ? tr("%1 branches").arg(branches)
        : rounds == 1                     ? tr("1 round")
                                          : tr("%1 rounds").arg(rounds); // it goes on while it is being saved
    const auto ended = [this, path, contents, number = m_decode.run().number(),
                        changes = m_decode.run().changes().count()](const Result<void>& saved) {
        if (saved && number == m_decode.run().number())
            m_decode.run().changes().keep(changes);
        if (!saved)
            emit failed(engineSentence(saved.error()));
        else
            m_status.say(tr("Saved %1: %2.").arg(QString::fromStdString(path.filename().string()), contents),
                         TrueFor::run);
        emit saveEnded(saved.has_value());
    };
    m_saver.save(path, m_decode.recording(), m_bookmarks.of(m_decode.run().recordings().currentSequence()), ended);
}

namespace {

/// The folder, or one in it where it has traces of a batch, so that none is lost and no two batches are mixed.
std::filesystem::path folderForBatch(const std::filesystem::path& chosen)
{
    std::error_code ignored;
    std::filesystem::path folder = chosen;
    for (int n = 2; std::filesystem::exists(folder / "1.jsonl", ignored); ++n)
        folder = chosen / fmt::format("batch-{}", n);
    return folder;
}

} // namespace

void RunFiles::saveTracesOfBatch(const std::filesystem::path& chosen)
{
    if (!m_decode.run().isThere() || !m_decode.run().isBatch())
        return;
    const std::filesystem::path folder = folderForBatch(chosen);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        emit failed(tr("The folder %1 for traces cannot be made: %2.")
                        .arg(QString::fromStdString(folder.string()), QString::fromStdString(error.message())));
        emit saveEnded(false);
        return;
    }
    const Recordings& all = m_decode.run().recordings();
    int begun = 0;
    for (int sequence = 0; sequence < all.count(); ++sequence)
        begun += all.firstRound(sequence) >= 0 ? 1 : 0;
    const auto left = std::make_shared<int>(begun);
    const auto hasFailed = std::make_shared<bool>(false);
    for (int sequence = 0; sequence < all.count(); ++sequence) {
        if (all.firstRound(sequence) < 0)
            continue;
        m_saver.save(folder / (std::to_string(sequence + 1) + ".jsonl"), all.of(sequence), m_bookmarks.of(sequence),
                     [this, folder, begun, left, hasFailed](const Result<void>& saved) {
                         if (!saved && !std::exchange(*hasFailed, true))
                             emit failed(engineSentence(saved.error()));
                         if (--*left > 0)
                             return;
                         if (!*hasFailed)
                             m_status.say(
                                 tr("Saved %1 traces in the folder %2, each named by the number of its sequence.")
                                     .arg(begun)
                                     .arg(QString::fromStdString(folder.filename().string())),
                                 TrueFor::run);
                         emit saveEnded(!*hasFailed);
                     });
    }
    if (begun == 0) {
        m_status.say(tr("No sequence has begun, so there is no trace to save."));
        emit saveEnded(false);
    }
}

} // namespace draftscope
