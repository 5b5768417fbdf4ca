// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <utility>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include "engine/core/error.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

/// The context of what is said here.
struct SceneWords {
    Q_DECLARE_TR_FUNCTIONS(SceneWords)
};

/// Takes the keys of an object one after the other, and remembers the first thing that is wrong.
class SceneReader {
public:
    SceneReader(QJsonObject object, std::string name, std::string where)
        : m_object(std::move(object)), m_name(std::move(name)), m_where(std::move(where))
    {
    }

    [[nodiscard]] bool has(const char* key) const { return m_object.contains(QLatin1String(key)); }
    void text(const char* key, const std::function<void(const QString&)>& take)
    {
        const QJsonValue value = taken(key);
        if (value.isString())
            take(value.toString());
        else if (!value.isUndefined())
            wrong(key, SceneWords::tr("a text"));
    }
    void text(const char* key, std::string& into)
    {
        text(key, [&](const QString& value) { into = value.toStdString(); });
    }
    void number(const char* key, double least, double most, double& into)
    {
        const QJsonValue value = taken(key);
        if (value.isDouble() && value.toDouble() >= least && value.toDouble() <= most)
            into = value.toDouble();
        else if (!value.isUndefined())
            wrong(key, SceneWords::tr("a number from %1 to %2").arg(least).arg(most));
    }
    void number(const char* key, int least, int most, int& into)
    {
        const QJsonValue value = taken(key);
        const double number = value.toDouble(-1e18);
        if (number >= least && number <= most && number == double(int(number)))
            into = int(number);
        else if (!value.isUndefined())
            wrong(key, SceneWords::tr("a whole number from %1 to %2").arg(least).arg(most));
    }
    void flag(const char* key, bool& into)
    {
        const QJsonValue value = taken(key);
        if (value.isBool())
            into = value.toBool();
        else if (!value.isUndefined())
            wrong(key, SceneWords::tr("true or false"));
    }
    void texts(const char* key, const std::function<void(const QStringList&)>& take)
    {
        const QJsonValue value = taken(key);
        if (value.isUndefined())
            return;
        QStringList all;
        bool isRight = value.isArray();
        for (const QJsonValue& each : value.toArray()) {
            isRight = isRight && each.isString();
            all << each.toString();
        }
        if (isRight)
            take(all);
        else
            wrong(key, SceneWords::tr("a list of texts"));
    }
    void object(const char* key, const std::function<void(SceneReader&)>& take)
    {
        const QJsonValue value = taken(key);
        if (value.isUndefined())
            return;
        if (!value.isObject())
            return wrong(key, SceneWords::tr("an object"));
        SceneReader inner(value.toObject(), m_name, m_where + key + '.');
        take(inner);
        if (auto error = inner.ended(); !error)
            note(std::move(error.error().sentence));
    }
    [[nodiscard]] QJsonValue taken(const char* key)
    {
        const QJsonValue value = m_object.value(QLatin1String(key));
        m_object.remove(QLatin1String(key));
        return value;
    }
    [[nodiscard]] QStringList keys() const { return m_object.keys(); }
    void wrong(const char* key, const QString& wanted)
    {
        note(SceneWords::tr("In the scene %1, “%2” has to be %3.")
                 .arg(qtText(m_name), qtText(m_where + key), wanted)
                 .toStdString());
    }
    void note(std::string sentence)
    {
        if (m_problem.empty())
            m_problem = std::move(sentence);
    }
    /// Error: something was wrong, or is left that no scene has.
    [[nodiscard]] Result<void> ended()
    {
        if (!m_object.isEmpty())
            note(SceneWords::tr("The scene %1 has “%2”, which no scene has: correct it or leave it out.")
                     .arg(qtText(m_name), qtText(m_where) + m_object.keys().first())
                     .toStdString());
        if (!m_problem.empty())
            return tl::unexpected(Error{m_problem});
        return {};
    }

private:
    QJsonObject m_object;
    std::string m_name, m_where, m_problem;
};

} // namespace draftscope
