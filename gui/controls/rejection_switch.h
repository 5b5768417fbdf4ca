// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>

namespace draftscope {

class Navigation;

/// "Don't stop at rejections": in sight beside the sentence that says that the run has stopped at one, for as long as
/// that is what is shown.
class RejectionSwitch : public QCheckBox {
    Q_OBJECT
public:
    explicit RejectionSwitch(Navigation& navigation, QWidget* parent = nullptr);
    void setInSight(bool on); ///< Step is

private:
    void refresh();

    Navigation& m_navigation;
    bool m_isInSight = true;
};

} // namespace draftscope
