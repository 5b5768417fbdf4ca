// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace draftscope {

/// Figures in the header of a lane, with their units where there is room for these, else without. Rich text.
class LaneNumbers : public QLabel {
    Q_OBJECT
public:
    void setForms(const QString& full, const QString& brief);
    [[nodiscard]] QSize sizeHint() const override { return m_fullSize; }
    [[nodiscard]] QSize minimumSizeHint() const override { return m_briefSize; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose();

    QString m_full, m_brief;
    QSize m_fullSize, m_briefSize;
};

} // namespace draftscope
