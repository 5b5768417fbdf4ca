// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>

#include "gui/export/exported_view.h"

class QPagedPaintDevice;
class QPainter;

namespace draftscope {

/// A view as a picture that stands on its own: a title, the view as it paints itself, and a caption. All of the view,
/// where it scrolls, as far as that is no longer than `mostSize`; else what is in sight. In the light theme on white,
/// or in the window's colours. For the window's thread; the view is to be there meanwhile.
class ViewPicture {
public:
    static constexpr QSize mostSize{2400, 6000}; ///< of the view, in logical pixels
    enum class Colours { light, ofTheWindow };

    explicit ViewPicture(const ExportedView& exported, Colours colours = Colours::light);

    /// `scale`: device pixels of a logical one. Null: there is no memory for it.
    [[nodiscard]] QImage image(double scale = 2) const;
    [[nodiscard]] QByteArray png(double scale = 2) const;
    [[nodiscard]] QByteArray svg() const;
    [[nodiscard]] QByteArray pdf() const; ///< a page as large as the picture
    /// On a page, fitted to its width or height, never enlarged. False: the device does not begin, so nothing is
    /// printed.
    [[nodiscard]] bool printOn(QPagedPaintDevice& device) const;

private:
    /// Calls with the theme and the size that the view has in the picture.
    template <class Draw>
    void drawn(Draw draw) const;
    [[nodiscard]] QSize size() const;
    void paint(QPainter& painter) const;
    [[nodiscard]] int captionHeight(int width) const;

    const ExportedView& m_exported;
    Colours m_colours;
    QString m_caption;
};

} // namespace draftscope
