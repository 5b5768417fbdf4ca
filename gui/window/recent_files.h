// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include <QList>
#include <QObject>

class QMenu;

namespace draftscope {

/// Traces, comparisons and models that were opened, the latest first, from start to start where they are kept. For the
/// window's thread.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    enum class Kind { trace, comparison, target, draft };
    struct Entry {
        Kind kind;
        QString path;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    static constexpr int most = 12;

    /// `isKept`: they are read from the settings and written there; else they are forgotten with the object.
    explicit RecentFiles(bool isKept, QObject* parent = nullptr);
    void note(Kind kind, const std::filesystem::path& path); ///< it was opened just now
    void clear();
    [[nodiscard]] const QList<Entry>& entries() const { return m_entries; }
    /// Puts them into a menu, which is emptied: what is no longer there cannot be chosen, and says so.
    void fill(QMenu& menu);

signals:
    void chosen(draftscope::RecentFiles::Kind kind, const QString& path);

private:
    void write() const;

    bool m_isKept;
    QList<Entry> m_entries;
};

} // namespace draftscope
