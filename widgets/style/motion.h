// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QVariantAnimation>

#include "engine/record/records.h"

class QWidget;

namespace draftscope {

/// How far what a moment has changed is on its way to its place: a view that goes on by one moment shows it move there,
/// and is then exactly what it is without motion. Whatever else is shown (a moment further away, one before, another
/// round) is there at once, and so is what comes so soon after the moment before that motion would only blur it: where
/// it plays fast or a key is held.
class Motion : public QObject {
    Q_OBJECT
public:
    static constexpr int duration = 220; ///< milliseconds

    /// `shown` is painted again for as long as it lasts, and outlives it.
    explicit Motion(QWidget& shown);

    /// The view shows this round now, or none.
    void follow(const std::optional<RoundRecord>& round);
    /// From 0, where nothing of the moment is to be seen yet, to 1: at rest.
    [[nodiscard]] double progress() const;

    /// For all views of the program; nothing moves before this is called.
    static void setAllowed(bool on);
    [[nodiscard]] static bool isAllowed();

private:
    [[nodiscard]] bool isNextMoment(const RoundRecord& round) const;

    QVariantAnimation m_animation;
    QElapsedTimer m_sinceLast;
    int m_round = -1; ///< that was shown before; -1 for none
    bool m_wasFinished = false;
    std::vector<Moment> m_moments; ///< its moments
};

/// Between two numbers, `share` of the way from the first to the second.
[[nodiscard]] constexpr double between(double from, double to, double share)
{
    return from + (to - from) * share;
}
/// Of a way from 0 to 1, where something is that slows down when it gets there.
[[nodiscard]] double slowingDown(double progress);
/// Likewise something that falls and bounces.
[[nodiscard]] double falling(double progress);
/// Likewise something that begins when the rest is nearly there: words that say what came of it.
[[nodiscard]] double atTheEnd(double progress);

} // namespace draftscope
