// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/export/file_names.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>

#include "engine/catalogue/prompts.h"
#include "engine/session/methods.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

constexpr int mostLetters = 120; ///< file systems take 255 bytes, lists show fewer

/// What every file system and every shell takes.
QString forFiles(QString text)
{
    static const QRegularExpression others(QStringLiteral("[^\\w.+,()-]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    text.replace(others, QStringLiteral("-"));
    while (text.startsWith('-') || text.startsWith('.'))
        text.remove(0, 1);
    while (text.endsWith('-') || text.endsWith('.'))
        text.chop(1);
    return text;
}

QString nameOfPrompt(std::string_view text)
{
    if (const auto prompts = embeddedPrompts())
        for (const Prompt& prompt : *prompts)
            if (prompt.text == text && !prompt.id.empty())
                return QString::fromStdString(prompt.id);
    constexpr int words = 4, letters = 32;
    QStringList kept;
    for (QString word : qtText(text.substr(0, 400)).simplified().toLower().split(' ')) {
        word = forFiles(word.remove(','));
        if (!word.isEmpty() && kept.size() < words)
            kept << word;
    }
    return forFiles(kept.join('-').left(letters));
}

/// "two-model", "eagle+dynamic"
QString wayOf(const TraceHeader& header)
{
    const QString method = QString::fromStdString(header.method);
    return header.method == "plain" || header.shape.empty() || header.shape == "chain"
        ? method
        : method + '+' + QString::fromStdString(header.shape);
}

QString lengthOf(const TraceHeader& header)
{
    return header.method == "plain" || header.draftLength <= 0 ? QString()
                                                               : QStringLiteral("K%1").arg(header.draftLength);
}

QString joined(const QStringList& parts, const QString& ending)
{
    QStringList kept = parts;
    kept.removeAll(QString());
    return kept.join(' ').left(mostLetters).trimmed() + ending;
}

} // namespace

QString nameForTrace(const TraceHeader& header, std::string_view prompt)
{
    return joined(
        {forFiles(qtText(header.target.name)), forFiles(wayOf(header)), lengthOf(header), nameOfPrompt(prompt)},
        QStringLiteral(".trace.jsonl.zst"));
}

QString nameForComparison(const std::vector<TraceHeader>& headers, std::string_view prompt, const QString& prompts)
{
    QStringList targets, ways, lengths;
    for (const TraceHeader& header : headers) {
        targets << forFiles(qtText(header.target.name));
        ways << forFiles(wayOf(header));
        lengths << lengthOf(header);
    }
    targets.removeDuplicates();
    QStringList different = lengths;
    different.removeAll(QString());
    different.removeDuplicates();
    if (different.size() > 1) // each beside its way
        for (qsizetype i = 0; i < ways.size(); ++i)
            ways[i] += lengths[i].isEmpty() ? QString() : ' ' + lengths[i];
    ways.removeDuplicates();
    return joined({targets.join(QStringLiteral(", ")), ways.join(QStringLiteral(", ")),
                   different.size() == 1 ? different.front() : QString(),
                   prompts.isEmpty() ? nameOfPrompt(prompt) : forFiles(prompts)},
                  QStringLiteral(".comparison.json"));
}

QString freeNameIn(const QString& folder, const QString& name)
{
    const QDir place(folder.isEmpty() ? QDir::currentPath() : folder);
    QString ending;
    for (const char* each : {".trace.jsonl.zst", ".comparison.json"})
        if (name.endsWith(QLatin1String(each)))
            ending = QLatin1String(each);
    const QString before = name.chopped(ending.size());
    QString free = name;
    constexpr int most = 1000;
    for (int number = 2; place.exists(free) && number < most; ++number)
        free = before + QStringLiteral(" %1").arg(number) + ending;
    return free;
}

} // namespace draftscope
