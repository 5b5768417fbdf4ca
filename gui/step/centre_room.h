// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace draftscope {

/// What the text, the stage and the charts below it need of a column's height; 0 for what is not there. Logical pixels.
struct CentreNeeds {
    int text = 0, textHeader = 0; ///< four lines, without the header that stands above them
    int stage = 0, stageHeader = 0;
    int charts = 0;   ///< with their tabs
    int textTabs = 0; ///< above the text, where other panels are behind it
    int oneLine = 0;  ///< of the text: what it has in any case
    int gap = 0;      ///< between two of them
    int textShare = 18, stageShare = 50, chartShare = 32;

    [[nodiscard]] int withCharts() const; ///< the height from which on all of them have what they need
};

/// How high each is. The stage gives up last: first the charts do without their share, then the text without its
/// header, then the stage without its own, then the text has fewer lines, and only when it has one left the stage has
/// less than it needs.
struct CentreRoom {
    int text = 0, stage = 0, charts = 0;
    bool textIsBare = false, stageIsBare = false;
};
[[nodiscard]] CentreRoom centreRoom(int height, const CentreNeeds& needs);

} // namespace draftscope
