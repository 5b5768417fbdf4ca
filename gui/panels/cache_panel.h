// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/cache_table.h"
#include "gui/panels/run_panel.h"

namespace draftscope {

class CacheView;

/// The K/V caches of target and draft, slot by slot, at the moment shown.
class CachePanel : public RunPanel {
    Q_OBJECT
public:
    explicit CachePanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;

private:
    CacheView* m_view;
    CacheHistory m_history;
};

} // namespace draftscope
