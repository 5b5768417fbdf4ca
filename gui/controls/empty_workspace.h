// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace draftscope {

/// What stands in a workspace without panels: how they come back, and a button that brings them.
class EmptyWorkspace : public QWidget {
    Q_OBJECT
public:
    explicit EmptyWorkspace(QWidget* parent);

signals:
    void layoutWanted(); ///< the default one
    void filmWanted();   ///< the lesson that plays by itself
};

} // namespace draftscope
