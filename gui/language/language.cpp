// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/language/language.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

#include "gui/language/retranslation.h"

namespace draftscope {

namespace {

const QString languageKey = QStringLiteral("language");

thread_local bool wantsEnglish = false;

/// What Qt itself says in the window: buttons of dialogs, menus of fields, keys. Its own translations need not be on
/// the machine, so ours have these, too; lupdate finds them here.
[[maybe_unused]] constexpr const char* wordsOfQt[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Undo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Redo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Cu&t"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Copy &Link Location"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Paste"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Delete"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Redo"),
    QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Copy"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),
    QT_TRANSLATE_NOOP("QLineEdit", "Delete"),
    QT_TRANSLATE_NOOP("QLineEdit", "Select All"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Select All"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Step up"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "Step &down"),
    QT_TRANSLATE_NOOP("QTabBar", "Scroll Left"),
    QT_TRANSLATE_NOOP("QTabBar", "Scroll Right"),
    QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),
    QT_TRANSLATE_NOOP("QShortcut", "Shift"),
    QT_TRANSLATE_NOOP("QShortcut", "Alt"),
    QT_TRANSLATE_NOOP("QShortcut", "Space"),
    QT_TRANSLATE_NOOP("QShortcut", "Left"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Down"),
    QT_TRANSLATE_NOOP("QShortcut", "Home"),
    QT_TRANSLATE_NOOP("QShortcut", "End"),
    QT_TRANSLATE_NOOP("QShortcut", "Ins"),
    QT_TRANSLATE_NOOP("QShortcut", "Del"),
    QT_TRANSLATE_NOOP("QShortcut", "PgUp"),
    QT_TRANSLATE_NOOP("QShortcut", "PgDown"),
};

/// Translates and remembers what it was asked for. Any thread may ask.
class Translations : public QTranslator {
public:
    Translations()
    {
        [[maybe_unused]] const bool isThere = m_german.load(QStringLiteral(":/translations/draftscope_de.qm"));
        Q_ASSERT(isThere);
        // Qt's own dialogs, where the system has them; the words of their buttons and menus are in ours as well.
        m_qtHasGerman =
            m_germanOfQt.load(QStringLiteral("qtbase_de"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    }

    void setGerman(bool on) { m_isGerman = on; }
    [[nodiscard]] bool isEmpty() const override { return false; }

    [[nodiscard]] QString translate(const char* context, const char* source, const char* comment, int n) const override
    {
        if (wantsEnglish || !source || !*source)
            return {};
        QString text = m_isGerman ? m_german.translate(context, source, comment, n) : QString();
        if (text.isEmpty() && m_isGerman && m_qtHasGerman)
            text = m_germanOfQt.translate(context, source, comment, n);
        remember(context, source, comment, text);
        return text;
    }

    [[nodiscard]] std::vector<TranslatedText> used() const
    {
        const std::scoped_lock lock(m_mutex);
        std::vector<TranslatedText> all;
        for (const auto& [key, text] : m_used)
            all.push_back(text);
        return all;
    }

private:
    void remember(const char* context, const char* source, const char* comment, const QString& text) const
    {
        std::string key = context;
        for (const char* part : {source, comment ? comment : ""})
            key.append(1, '\0').append(part);
        const std::scoped_lock lock(m_mutex);
        const auto [at, isNew] = m_used.try_emplace(std::move(key));
        if (isNew)
            at->second = {context, source, comment, {}};
        at->second.text = text.isEmpty() ? QString::fromUtf8(source) : text;
    }

    QTranslator m_german, m_germanOfQt;
    bool m_qtHasGerman = false;
    std::atomic<bool> m_isGerman = false;
    mutable std::mutex m_mutex;
    mutable std::unordered_map<std::string, TranslatedText> m_used;
};

Translations* translations = nullptr;
Language chosenLanguage = Language::english;

bool isDesktopGerman()
{
    return QLocale::system().uiLanguages().value(0).startsWith(QLatin1String("de"));
}

/// Before anything is said, so that it can be said otherwise later.
void begin()
{
    translations = new Translations;
    translations->setParent(qApp);
    QObject::connect(translations, &QObject::destroyed, [] { translations = nullptr; });
    chosenLanguage = Language::english;
    QCoreApplication::installTranslator(translations);
}
Q_COREAPP_STARTUP_FUNCTION(begin)

} // namespace

void setLanguage(Language wanted)
{
    chosenLanguage = wanted;
    Retranslation texts;
    const bool isGerman = wanted == Language::german || (wanted == Language::system && isDesktopGerman());
    translations->setGerman(isGerman);
    setNumberStyle(isGerman ? NumberStyle::german : NumberStyle::english);
    texts.apply();
    QEvent changed(QEvent::LanguageChange);
    QCoreApplication::sendEvent(qApp, &changed);
}

Language language()
{
    return chosenLanguage;
}

Language keptLanguage()
{
    const auto kept = languageOf(QSettings().value(languageKey).toString());
    return kept.value_or(Language::system);
}

void keepLanguage()
{
    QSettings().setValue(languageKey, codeOf(chosenLanguage));
}

QString codeOf(Language language)
{
    return language == Language::system ? QStringLiteral("system")
        : language == Language::german  ? QStringLiteral("de")
                                        : QStringLiteral("en");
}

Result<Language> languageOf(const QString& code)
{
    for (const Language language : {Language::system, Language::english, Language::german})
        if (code == codeOf(language))
            return language;
    return fail("--language \"{}\" does not exist: choose en, de or system.", code.toStdString());
}

EnglishMeanwhile::EnglishMeanwhile() : m_wasEnglish(wantsEnglish)
{
    wantsEnglish = true;
}

EnglishMeanwhile::~EnglishMeanwhile()
{
    wantsEnglish = m_wasEnglish;
}

QString TranslatedText::now() const
{
    return QCoreApplication::translate(context, source, comment.isEmpty() ? nullptr : comment.constData());
}

std::vector<TranslatedText> textsUsed()
{
    return translations ? translations->used() : std::vector<TranslatedText>();
}

} // namespace draftscope
