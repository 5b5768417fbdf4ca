// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "engine/record/recording.h"

namespace draftscope {

/// "■ accepted draft  ■ residual  ■ bonus" for the sources that occur, and "┈ to come" where something is.
class SourceLegend : public QWidget {
    Q_OBJECT
public:
    explicit SourceLegend(QWidget* parent = nullptr);
    void setSources(const std::vector<TokenSource>& sources, bool hasFuture = false);

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    std::vector<TokenSource> m_sources;
    bool m_hasFuture = false;
};

} // namespace draftscope
