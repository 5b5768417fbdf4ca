// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QRegion>
#include <QWidget>

namespace draftscope {

/// Makes pale what a lesson does not speak of: lies over a view, lets every click through, and leaves out what is lit.
class PaleVeil : public QWidget {
    Q_OBJECT
public:
    /// `lit` gives what is lit of the view at the moment, in its coordinates; an empty region lifts the veil.
    PaleVeil(QWidget& view, std::function<QRegion()> lit);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget& m_view;
    std::function<QRegion()> m_lit;
};

} // namespace draftscope
