// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/run_panel.h"

namespace draftscope {

class EventsView;

/// The recording as a table; activating a row goes there.
class EventsPanel : public RunPanel {
    Q_OBJECT
public:
    explicit EventsPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;

private:
    EventsView* m_view;
};

} // namespace draftscope
