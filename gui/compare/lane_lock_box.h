// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace draftscope {

class Lanes;

/// Says whether lanes move together or each on its own, and changes it.
class LaneLockBox : public QComboBox {
    Q_OBJECT
public:
    explicit LaneLockBox(Lanes& lanes, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    Lanes& m_lanes;
};

} // namespace draftscope
