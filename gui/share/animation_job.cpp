// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/animation_job.h"

#include <QTimer>

#include "engine/core/replacing_file.h"
#include "gui/language/engine_words.h"
#include "gui/share/moment_scene.h"
#include "gui/share/webp_animation.h"
#include "widgets/style/number_text.h"

namespace draftscope {

std::vector<Position> momentsOf(const Recording& recording, const AnimationSettings& settings)
{
    std::vector<Position> moments;
    const int last = std::min(settings.lastRound, recording.roundCount(settings.branch) - 1);
    for (int r = settings.firstRound; r <= last; ++r) {
        const int count = int(recording.round(settings.branch, r).moments.size());
        const int first = settings.pictures == AnimationSettings::Pictures::rounds ? count : 1;
        for (int moment = first; moment <= count; ++moment)
            moments.push_back({settings.branch, r, moment});
    }
    return moments;
}

AnimationJob::AnimationJob(const Recording& recording, const AnimationSettings& settings, std::filesystem::path path,
                           QObject* parent)
    : MakingJob(parent), m_recording(std::make_unique<Recording>(recording)), m_settings(settings),
      m_path(std::move(path)), m_moments(momentsOf(*m_recording, m_settings)),
      m_scene(std::make_unique<MomentScene>(*m_recording, settings.size)),
      m_animation(std::make_unique<WebpAnimation>(settings.size))
{
    QTimer::singleShot(0, this, &AnimationJob::step);
}

AnimationJob::~AnimationJob() = default;

void AnimationJob::cancel()
{
    m_isCancelled = true;
}

void AnimationJob::step()
{
    if (m_isCancelled)
        return end(false, {});
    const Position at = m_moments[m_done];
    const double each = 1000 / m_settings.momentsPerSecond;
    const bool isEnd = m_settings.pictures == AnimationSettings::Pictures::moments
        && at.moment == int(m_recording->round(at.branch, at.round).moments.size());
    if (const auto added = m_animation->add(m_scene->picture(at), int(isEnd ? 2 * each : each)); !added)
        return end(false, engineWords(added.error()));
    ++m_done;
    emit progressed(int(m_done), int(m_moments.size()));
    if (m_done < m_moments.size()) {
        QTimer::singleShot(0, this, &AnimationJob::step);
        return;
    }
    const auto written = write();
    end(written.has_value(),
        written ? tr("The animation is in %1: %2 pictures.")
                      .arg(QString::fromStdString(m_path.string()), grouped(qint64(m_done)))
                : engineWords(written.error()));
}

Result<void> AnimationJob::write()
{
    const auto bytes = m_animation->finish();
    if (!bytes)
        return tl::unexpected(bytes.error());
    return replaceFile(m_path, bytes->toStdString(), "animation");
}

void AnimationJob::end(bool isWritten, const QString& sentence)
{
    emit ended(isWritten, sentence);
    deleteLater();
}

} // namespace draftscope
