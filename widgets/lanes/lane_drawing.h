// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart of lanes draws, with its words and its numbers; LaneChart paints it.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "engine/analysis/statistics.h"
#include "widgets/style/data_table.h"

namespace draftscope {

/// A figure of lanes over groups: positions of a draft, kinds of text, or one group for each lane.
struct LaneDrawing {
    /// Bars beside each other; or a line a lane, one over the other.
    enum class Form { bars, lines };
    struct Lane {
        int number = 0;                      ///< from 1
        QString name;                        ///< "Two models · chain · K 6"
        [[nodiscard]] QString title() const; ///< "2 · Two models · chain · K 6"
    };
    struct Point {
        std::optional<double> value = {};
        std::optional<Quartiles> spread = {}; ///< over the prompts
        bool isInterval = false;              ///< `spread` is the interval that the value lies in instead
        QString detail =
            {}; ///< what it is of, behind its number: "accepted in 21 of 40 rounds that drafted it"; may be empty
        QString why = {}; ///< why there is no value, a sentence; may be empty
        friend bool operator==(const Point&, const Point&) = default;
    };
    Form form = Form::bars;
    QString title = {};               ///< of the values: "measured speed-up"
    QString groupTitle = {};          ///< of the groups: "position in the draft"
    QString key = {}, groupKey = {};  ///< the two as columns of a table: "speed_up", "position"
    QString unit = {};                ///< behind a value: " ×"; may be empty
    QString nothing = {};             ///< what to do, where there is nothing to draw
    std::optional<double> least = {}; ///< that the axis reaches to
    std::optional<double> level = {}; ///< a line across, such as plain decoding
    QString levelName = {};
    std::vector<QString> groups = {};
    std::vector<Lane> lanes = {};
    std::vector<Point> points = {};     ///< for each group all lanes; where `isByLane` one for each group
    bool isByLane = false;              ///< the groups are the lanes
    [[nodiscard]] bool isEmpty() const; ///< no point has a value
    /// The lane that a point is of, an index.
    [[nodiscard]] int laneOf(int point) const;
    [[nodiscard]] int groupOf(int point) const;
    [[nodiscard]] QString textOf(double value) const; ///< with the unit
    /// "2 · Two models, position 3: survival 0.52, …."
    [[nodiscard]] QString sentenceOf(int point) const;
};
/// A row a point that there is, with its quartiles.
[[nodiscard]] DataTable tableOf(const LaneDrawing& drawing);

} // namespace draftscope
