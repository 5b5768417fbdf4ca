// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <QSize>

#include "engine/record/recording.h"
#include "gui/share/making_dialog.h"
#include "widgets/style/theme.h"

namespace draftscope {

class MomentScene;
class WebpAnimation;

/// What an animation shows, and how.
struct AnimationSettings {
    enum class Pictures {
        moments, ///< one of each moment
        rounds   ///< one of each round, at its end
    };
    int branch = 0, firstRound = 0, lastRound = 0;
    Pictures pictures = Pictures::moments;
    QSize size{960, 600};          ///< MomentScene::smallest to largest
    double momentsPerSecond = 1.5; ///< 0.1 to 20; the end of a round is seen twice as long
    static constexpr double slowest = 0.1, fastest = 20;
};

/// The moments that it has a picture of, in order.
[[nodiscard]] std::vector<Position> momentsOf(const Recording& recording, const AnimationSettings& settings);

/// Makes an animation of a recorded run, a picture at a time, so that the window goes on meanwhile. In the colours of
/// the window. For the window's thread; deletes itself when it has ended.
class AnimationJob : public MakingJob {
    Q_OBJECT
public:
    /// Works on a copy of the recording. Precondition: there is such a moment.
    AnimationJob(const Recording& recording, const AnimationSettings& settings, std::filesystem::path path,
                 QObject* parent = nullptr);
    ~AnimationJob() override;
    void cancel() override;

signals:
    void progressed(int pictures, int all);

private:
    void step();
    void end(bool isWritten, const QString& sentence);
    [[nodiscard]] Result<void> write();

    std::unique_ptr<const Recording> m_recording;
    AnimationSettings m_settings;
    std::filesystem::path m_path;
    std::vector<Position> m_moments;
    std::size_t m_done = 0;
    bool m_isCancelled = false;
    std::unique_ptr<MomentScene> m_scene;
    std::unique_ptr<WebpAnimation> m_animation;
};

} // namespace draftscope
