// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/recent_files.h"

#include <array>

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>

namespace draftscope {

namespace {

const QString filesKey = QStringLiteral("recent/files");

/// As they are in the settings, by the numbers of kinds.
constexpr std::array names{"trace", "comparison", "target", "draft"};

QString wordsOf(const RecentFiles::Entry& entry)
{
    const QString name = QFileInfo(entry.path).fileName();
    switch (entry.kind) {
    case RecentFiles::Kind::trace:
        return RecentFiles::tr("Trace %1").arg(name);
    case RecentFiles::Kind::comparison:
        return RecentFiles::tr("Comparison %1").arg(name);
    case RecentFiles::Kind::target:
        return RecentFiles::tr("Target %1").arg(name);
    case RecentFiles::Kind::draft:
        return RecentFiles::tr("Draft %1").arg(name);
    }
    return {};
}

} // namespace

RecentFiles::RecentFiles(bool isKept, QObject* parent) : QObject(parent), m_isKept(isKept)
{
    if (!m_isKept)
        return;
    for (const QString& line : QSettings().value(filesKey).toStringList())
        for (std::size_t kind = 0; kind < names.size(); ++kind)
            if (const QString beginning = QLatin1String(names[kind]) + QLatin1Char(' ');
                line.startsWith(beginning) && line.size() > beginning.size() && m_entries.size() < most)
                m_entries << Entry{Kind(kind), line.mid(beginning.size())};
}

void RecentFiles::note(Kind kind, const std::filesystem::path& path)
{
    const Entry entry{kind, QDir::cleanPath(QFileInfo(QString::fromStdString(path.string())).absoluteFilePath())};
    m_entries.removeAll(entry);
    m_entries.prepend(entry);
    while (m_entries.size() > most)
        m_entries.removeLast();
    write();
}

void RecentFiles::clear()
{
    m_entries.clear();
    write();
}

void RecentFiles::write() const
{
    if (!m_isKept)
        return;
    QStringList lines;
    for (const Entry& entry : m_entries)
        lines << QLatin1String(names[std::size_t(entry.kind)]) + QLatin1Char(' ') + entry.path;
    QSettings().setValue(filesKey, lines);
}

void RecentFiles::fill(QMenu& menu)
{
    menu.clear();
    menu.setToolTipsVisible(true);
    for (const Entry& entry : m_entries) {
        const bool isThere = QFileInfo::exists(entry.path);
        QString words = wordsOf(entry).replace(QLatin1Char('&'), QStringLiteral("&&"));
        if (!isThere)
            words += tr(" (no longer there)");
        QAction* action = menu.addAction(words, this, [this, entry] { emit chosen(entry.kind, entry.path); });
        action->setEnabled(isThere);
        action->setToolTip(isThere ? entry.path : tr("%1 is not there any more.").arg(entry.path));
    }
    if (m_entries.isEmpty())
        menu.addAction(tr("Nothing has been opened yet"))->setEnabled(false);
    menu.addSeparator();
    menu.addAction(tr("Clear this list"), this, &RecentFiles::clear)->setEnabled(!m_entries.isEmpty());
}

} // namespace draftscope
