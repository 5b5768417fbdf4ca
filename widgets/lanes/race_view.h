// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <QWidget>

#include "widgets/charts/phase_chart.h"

namespace draftscope {

/// A lane's rounds one after another, with what they committed.
struct RaceLane {
    QString name;
    struct Round {
        PhaseBar bar;
        int committed = 0;
        std::size_t textEnd = 0; ///< bytes of `text` that are written when it is over
    };
    std::vector<Round> rounds;
    std::string text = {};     ///< bytes of all tokens
    std::size_t textBegin = 0; ///< those that are written when the race begins
    [[nodiscard]] double milliseconds() const;
};

/// Where a lane is when the clock shows a time.
struct RaceStand {
    int rounds = 0; ///< finished
    int tokens = 0; ///< that these have committed
};
[[nodiscard]] RaceStand standAt(const RaceLane& lane, double milliseconds);

/// The end of what a lane has written when so many of its rounds are over: so many letters or more, if it has written
/// as many. A character that only a later token completes is not in it.
[[nodiscard]] QString textAt(const RaceLane& lane, int rounds, int letters);

/// The same lanes as far as all of them have written: to the number of tokens of the one that has fewest. The last
/// round of a lane that writes more at once is cut to that.
[[nodiscard]] std::vector<RaceLane> toOneLength(std::vector<RaceLane> lanes);

/// Lanes on one clock: each round as a block of drafting, verifying and judging at its measured times, as far as the
/// clock has come, and below it the last words that were committed by then. All of it fits the width: blocks that are
/// too narrow to be told apart are drawn as one.
class RaceView : public QWidget {
    Q_OBJECT
public:
    explicit RaceView(QWidget* parent = nullptr);

    void setLanes(std::vector<RaceLane> lanes); ///< the clock stays where it is, if it was not at the end
    void setClock(double milliseconds);
    [[nodiscard]] double clock() const { return m_clock; }
    [[nodiscard]] double duration() const;    ///< until the slowest lane is through
    void setNothing(const QString& sentence); ///< said where there is nothing to draw
    [[nodiscard]] const std::vector<RaceLane>& lanes() const { return m_lanes; }
    /// Who is where, for people who do not see the drawing.
    [[nodiscard]] QString description() const;
    /// The words below a lane's blocks, shortened at the left to their room.
    [[nodiscard]] QString wordsOf(std::size_t lane) const;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    /// Of time on the width of the tracks.
    struct Scale {
        double begin = 0, pixelsPerMs = 1;
    };
    [[nodiscard]] QRectF track(std::size_t lane) const;
    [[nodiscard]] QRectF wordsRect(std::size_t lane) const; ///< below it
    [[nodiscard]] Scale scale() const;
    void paintLane(QPainter& painter, std::size_t lane, const Scale& scale) const;
    void paintAxis(QPainter& painter, const Scale& scale) const;

    /// Where it is when the clock shows what it shows.
    [[nodiscard]] RaceStand standOf(std::size_t lane) const;

    /// When rounds end, and the tokens that are there then.
    struct Milestones {
        std::vector<double> ends;
        std::vector<int> tokens;
    };
    std::vector<RaceLane> m_lanes;
    std::vector<Milestones> m_milestones; ///< by lane, so that a frame costs no more after ten thousand rounds
    double m_clock = 0;
    QString m_nothing;
};

} // namespace draftscope
