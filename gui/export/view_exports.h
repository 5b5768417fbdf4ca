// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include <QObject>

#include "engine/core/error.h"
#include "gui/export/exported_view.h"

class QMenu;

namespace draftscope {

/// How a view leaves the window: its menu's entries to copy, save and print it, the same for all views. Lives as long
/// as the widget that it is given, on the window's thread.
class ViewExports : public QObject {
    Q_OBJECT
public:
    /// `source`: what is in the view now.
    ViewExports(QWidget* owner, std::function<ExportedView()> source);
    /// Puts the entries at the end of a menu, behind a separator where it has others.
    void addTo(QMenu& menu);
    /// A menu of nothing but these, for a view without a menu of its own.
    [[nodiscard]] QMenu* makeMenu(QWidget* parent);

    void copyPicture();  ///< two device pixels of a logical one
    void copyText();     ///< what the view says in words
    void copyCsv();      ///< its numbers
    void copyMarkdown(); ///< likewise
    /// By the end of the name: .png, .svg, .pdf, .csv or .md. A file that is there is replaced when the new one is
    /// whole; failed() or done() says what came of it. It stays where there is nothing to save.
    void save(const std::filesystem::path& path);
    void askWhereToSave();
    void print(); ///< asks where

signals:
    void done(const QString& sentence);   ///< for the status line
    void failed(const QString& sentence); ///< for the message bar

private:
    /// Empty where nothing is in the view yet.
    [[nodiscard]] Result<QByteArray> bytesFor(const std::filesystem::path& path) const;
    void copy(const std::function<QString()>& words, const QString& what);

    QWidget* m_owner;
    std::function<ExportedView()> m_source;
};

} // namespace draftscope
