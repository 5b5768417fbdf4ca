// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_progress.h"

#include <QSettings>
#include <QStringList>

#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

const QString progressGroup = QStringLiteral("lessons/done");

} // namespace

std::set<int> LessonProgress::of(const std::string& lesson) const
{
    const auto found = m_done.find(lesson);
    return found == m_done.end() ? std::set<int>() : found->second;
}

void LessonProgress::recall(const QSettings& settings)
{
    m_done.clear();
    const QVariantMap kept = settings.value(progressGroup).toMap();
    for (auto lesson = kept.begin(); lesson != kept.end(); ++lesson)
        for (const QString& step : lesson.value().toString().split(QLatin1Char(' '), Qt::SkipEmptyParts))
            m_done[lesson.key().toStdString()].insert(step.toInt());
}

void LessonProgress::remember(QSettings& settings) const
{
    QVariantMap kept;
    for (const auto& [lesson, steps] : m_done) {
        QStringList words;
        for (const int step : steps)
            words << QString::number(step);
        kept.insert(qtText(lesson), words.join(QLatin1Char(' ')));
    }
    settings.setValue(progressGroup, kept);
}

} // namespace draftscope
