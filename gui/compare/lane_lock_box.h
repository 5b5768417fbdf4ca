// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controls/fitting_box.h"

namespace draftscope {

class Lanes;

/// Says whether lanes move together or each on its own, and changes it.
class LaneLockBox : public FittingBox {
    Q_OBJECT
public:
    explicit LaneLockBox(Lanes& lanes, QWidget* parent = nullptr);
    /// For a narrow tool bar: its words are written smaller where they do not fit.
    void setCompact(bool isCompact);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    Lanes& m_lanes;
};

} // namespace draftscope
