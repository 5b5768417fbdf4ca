// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QSize>
#include <QString>

class QWidget;

namespace draftscope {

/// A view with what has to stand beside it where the window is not.
struct ExportedView {
    QWidget* view = nullptr;   ///< it is drawn as it is, or larger; nullptr: there is nothing to export
    QWidget* legend = nullptr; ///< beside the title; may be there or not
    QString title;             ///< "Tokens per step"
    QString subtitle;          ///< what the panel's header says beside it; may be empty
    QString caption;           ///< models, method and moment, in a line
    QSize least{
        640,
        320}; ///< logical pixels that the view has in a picture at least, so that its axes have room for their titles
    std::function<QString()> text;     ///< what it says in words; not set: nothing
    std::function<QString()> csv;      ///< the numbers that it draws; not set: it has no table
    std::function<QString()> markdown; ///< likewise
};

} // namespace draftscope
