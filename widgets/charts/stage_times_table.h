// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "engine/record/stage_times.h"

namespace draftscope {

/// "A pass of 1 row of tales-6m after 57 tokens on CPU · AVX-512 · 2 threads takes 0.80 ms."
[[nodiscard]] QString sentenceOf(const StageTimes& times);
/// What the shares of bandwidth are shares of, and what is counted as bytes.
[[nodiscard]] QString noteOf(const StageTimes& times);

/// Stages of a pass with milliseconds, megabytes, GB/s and the share of the memory's bandwidth, and a row for all of
/// them. As high as its rows: what it stands in scrolls.
class StageTimesTable : public QTableWidget {
    Q_OBJECT
public:
    enum Column { stage, milliseconds, megabytes, gigabytesPerSecond, share };
    static constexpr int columns = 5;

    explicit StageTimesTable(QWidget* parent = nullptr);
    void setTimes(const StageTimes& times);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fit();
};

} // namespace draftscope
