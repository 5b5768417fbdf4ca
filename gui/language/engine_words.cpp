// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/language/engine_words.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <QCoreApplication>
#include <QTranslator>

#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// What engineSentence() was given, by its English. The newest are kept: as many as no window shows at a time.
class SentencesSaid {
public:
    void keep(const Message& message)
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_byEnglish.insert_or_assign(message.text, message).second)
            return;
        m_order.push_back(message.text);
        if (m_order.size() > most) {
            m_byEnglish.erase(m_order.front());
            m_order.pop_front();
        }
    }
    [[nodiscard]] std::optional<Message> find(const std::string& english) const
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_byEnglish.find(english);
        return found == m_byEnglish.end() ? std::nullopt : std::optional(found->second);
    }

private:
    static constexpr std::size_t most = 4096;
    mutable std::mutex m_mutex;
    std::map<std::string, Message> m_byEnglish;
    std::deque<std::string> m_order;
};

SentencesSaid& sentencesSaid()
{
    static SentencesSaid said;
    return said;
}

/// A template as the translations have it: %1, %2… in place of {} and {:.3f}.
QByteArray numberedTemplate(std::string_view id)
{
    QByteArray text;
    int places = 0;
    for (std::size_t i = 0; i < id.size(); ++i) {
        const bool isBrace = (id[i] == '{' || id[i] == '}') && i + 1 < id.size() && id[i + 1] == id[i];
        if (isBrace || id[i] != '{') {
            text += id[i];
            i += isBrace;
            continue;
        }
        text += '%' + QByteArray::number(++places);
        i = id.find('}', i);
    }
    return text;
}

/// Names and versions stay as they are; a number that is alone, or has a unit, gets the language's decimal mark.
QString numberOfTheEngine(const QString& put)
{
    const auto isDigit = [](QChar letter) { return letter >= QLatin1Char('0') && letter <= QLatin1Char('9'); };
    const auto* const point = std::find_if_not(put.begin(), put.end(), isDigit);
    if (point == put.begin() || point == put.end() || *point != QLatin1Char('.'))
        return put;
    const auto* const end = std::find_if_not(point + 1, put.end(), isDigit);
    const QString unit = put.mid(end - put.begin());
    const bool isNumber = end != point + 1
        && QStringList{{}, QStringLiteral(" GB"), QStringLiteral(" MB"), QStringLiteral("×"), QStringLiteral("%")}
               .contains(unit);
    return isNumber ? withDecimalMark(put) : put;
}

/// Nothing that has no German is asked for: the program remembers all that it asks for, to say it again in another
/// language.
QString translatedTemplate(const QByteArray& english)
{
    static const auto german = [] {
        auto translator = std::make_unique<QTranslator>();
        [[maybe_unused]] const bool isThere = translator->load(QStringLiteral(":/translations/draftscope_de.qm"));
        Q_ASSERT(isThere);
        return translator;
    }();
    if (german->translate("Engine", english.constData()).isEmpty())
        return QString::fromUtf8(english);
    return QCoreApplication::translate("Engine", english.constData());
}

} // namespace

QString engineWords(const Message& message)
{
    if (message.id.empty())
        return numberOfTheEngine(qtText(message.text));
    const QString words = translatedTemplate(numberedTemplate(message.id));
    QString said;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const bool isPlace = words[i] == QLatin1Char('%') && i + 1 < words.size() && words[i + 1].isDigit();
        const std::size_t place = isPlace ? std::size_t(words[i + 1].digitValue()) : 0;
        if (place == 0 || place > message.arguments.size()) {
            said += words[i];
            continue;
        }
        said += engineWords(message.arguments[place - 1]);
        ++i;
    }
    return said;
}

QString engineWords(std::string_view english)
{
    if (const auto kept = sentencesSaid().find(std::string(english)))
        return engineWords(*kept);
    if (english.empty())
        return {};
    return translatedTemplate(QByteArray(english.data(), qsizetype(english.size())));
}

QString engineSentence(const Message& message)
{
    if (!message.id.empty())
        sentencesSaid().keep(message);
    return qtText(message.text);
}

} // namespace draftscope
