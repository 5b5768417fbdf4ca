// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/language/retranslation.h"

#include <algorithm>
#include <cctype>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>

#include "widgets/style/number_text.h"

namespace draftscope {

namespace {

constexpr int leastWords = 4; ///< letters

const QRegularExpression& place()
{
    static const QRegularExpression expression(QStringLiteral("%L?([1-9])"));
    return expression;
}

/// Without what marks a key and without the dots at its end.
QString wordsOf(QString text)
{
    static const QRegularExpression marks(QStringLiteral("&(.)"));
    if (text.endsWith(QStringLiteral("...")))
        text.chop(3);
    return text.replace(marks, QStringLiteral("\\1"));
}

bool isNumber(const QString& text)
{
    bool is = false;
    withDecimalPoint(text).toDouble(&is);
    return is || text == QChar(0x2013); // which stands for one that is not known
}

/// "2,551.5" as the other language writes it. Of words with letters in them, such as names, nothing changes.
QString withOtherMarks(QString number)
{
    static const QRegularExpression onlyDigits(QStringLiteral("^[0-9][0-9.,]*[0-9]( ?[×%]| [GM]B)?$"));
    if (!onlyDigits.match(number).hasMatch())
        return number;
    for (QChar& c : number)
        c = c == QLatin1Char('.') ? QChar(QLatin1Char(',')) : c == QLatin1Char(',') ? QChar(QLatin1Char('.')) : c;
    return number;
}

} // namespace

struct Retranslation::Pattern {
    std::size_t text;           ///< in m_used
    QString longest;            ///< of what stands between the places: what does not have it does not match
    QRegularExpression matches; ///< the whole text, a group for each place
    std::vector<int> places;    ///< 1 for %1, in the order in which they stand
    bool beginsWithWords;       ///< at least a short one
};

Retranslation::Retranslation() : m_used(textsUsed())
{
    for (std::size_t i = 0; i < m_used.size(); ++i) {
        const QString& text = m_used[i].text;
        m_byText[text].push_back(i);
        auto found = place().globalMatch(text);
        if (!found.hasNext())
            continue;
        Pattern pattern{i, {}, {}, {}, text.indexOf(place()) >= leastWords};
        QString expression = QStringLiteral("^");
        qsizetype end = 0;
        const auto addWords = [&](const QString& words) {
            expression += QRegularExpression::escape(words);
            if (words.size() > pattern.longest.size())
                pattern.longest = words;
        };
        while (found.hasNext()) {
            const auto match = found.next();
            addWords(text.mid(end, match.capturedStart() - end));
            expression += QStringLiteral("(.*)");
            pattern.places.push_back(match.captured(1).toInt());
            end = match.capturedEnd();
        }
        addWords(text.mid(end));
        if (pattern.longest.trimmed().size() < 2)
            continue; // it says nothing of its own
        pattern.matches =
            QRegularExpression(expression + QLatin1Char('$'), QRegularExpression::DotMatchesEverythingOption);
        m_patterns.push_back(pattern);
    }
    for (std::vector<std::size_t>& alike : m_byText) // always in one order: words in a line before titles
        std::ranges::sort(alike, [this](std::size_t a, std::size_t b) {
            return std::pair(m_used[a].source, m_used[a].context) > std::pair(m_used[b].source, m_used[b].context);
        });
    // The one that says most matches best.
    std::ranges::sort(m_patterns,
                      [](const Pattern& a, const Pattern& b) { return a.longest.size() > b.longest.size(); });
    for (QWidget* widget : QApplication::allWidgets())
        lookAt(*widget);
}

Retranslation::~Retranslation() = default;

void Retranslation::lookAt(QObject& object)
{
    if (auto* action = qobject_cast<QAction*>(&object)) {
        note(*action, action->text(), [action](const QString& text) { action->setText(text); });
        const QString words = wordsOf(action->text()); // which Qt says where nothing else is set
        if (action->iconText() != words)
            note(*action, action->iconText(), [action](const QString& text) { action->setIconText(text); });
        if (action->toolTip() != words && action->toolTip() != action->iconText())
            note(*action, action->toolTip(), [action](const QString& text) { action->setToolTip(text); });
        note(*action, action->statusTip(), [action](const QString& text) { action->setStatusTip(text); });
        return;
    }
    auto* widget = qobject_cast<QWidget*>(&object);
    if (!widget)
        return;
    for (QAction* action : widget->findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly))
        lookAt(*action);
    for (QAction* action : widget->actions())
        if (action->parent() != widget)
            lookAt(*action);
    note(*widget, widget->windowTitle(), [widget](const QString& text) { widget->setWindowTitle(text); });
    note(*widget, widget->toolTip(), [widget](const QString& text) { widget->setToolTip(text); });
    note(*widget, widget->whatsThis(), [widget](const QString& text) { widget->setWhatsThis(text); });
    note(*widget, widget->accessibleName(), [widget](const QString& text) { widget->setAccessibleName(text); });
    note(*widget, widget->accessibleDescription(),
         [widget](const QString& text) { widget->setAccessibleDescription(text); });
    for (const char* property :
         {"text", "title", "placeholderText", "prefix", "suffix", "specialValueText", "heading"}) {
        const bool isTyped = qobject_cast<QLineEdit*>(widget) && property == QByteArray("text");
        const QVariant value = widget->property(property);
        if (!isTyped && value.typeId() == QMetaType::QString)
            note(*widget, value.toString(),
                 [widget, property](const QString& text) { widget->setProperty(property, text); });
    }
    if (auto* tabs = qobject_cast<QTabBar*>(widget))
        for (int i = 0; i < tabs->count(); ++i) {
            note(*tabs, tabs->tabText(i), [tabs, i](const QString& text) { tabs->setTabText(i, text); });
            note(*tabs, tabs->tabToolTip(i), [tabs, i](const QString& text) { tabs->setTabToolTip(i, text); });
        }
    if (auto* box = qobject_cast<QComboBox*>(widget); box && !box->property(saysItemsAgain).toBool())
        for (int i = 0; i < box->count(); ++i)
            for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)})
                note(*box, box->itemData(i, role).toString(),
                     [box, i, role](const QString& text) { box->setItemData(i, text, role); });
    if (auto* table = qobject_cast<QTableWidget*>(widget))
        for (const auto header : {&QTableWidget::horizontalHeaderItem, &QTableWidget::verticalHeaderItem})
            for (int i = 0; i < std::max(table->columnCount(), table->rowCount()); ++i)
                if (QTableWidgetItem* item = (table->*header)(i))
                    for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole)})
                        note(*table, item->data(role).toString(),
                             [item, role](const QString& text) { item->setData(role, text); });
}

void Retranslation::note(QObject& object, const QString& text, std::function<void(const QString&)> set)
{
    Wording wording;
    if (text.isEmpty() || !find(text, object, wording))
        return;
    m_changes.emplace_back(std::move(wording),
                           [guard = QPointer<QObject>(&object), set = std::move(set)](const QString& words) {
                               if (guard)
                                   set(words);
                           });
}

bool Retranslation::find(const QString& text, const QObject& object, Wording& wording) const
{
    const auto known = [&](const QString& words) {
        const auto at = m_byText.find(words);
        if (at == m_byText.end())
            return false;
        wording.text = nearest(*at, object);
        return true;
    };
    if (known(text))
        return true;
    // "One moment on (Right)"
    static const QRegularExpression withKey(QStringLiteral("^(.*) \\(([^()]+)\\)$"),
                                            QRegularExpression::DotMatchesEverythingOption);
    if (const auto match = withKey.match(text); match.hasMatch()) {
        const auto key = QKeySequence::fromString(match.captured(2), QKeySequence::NativeText);
        if (key.toString(QKeySequence::NativeText) == match.captured(2) && known(match.captured(1))) {
            wording.key = key;
            return true;
        }
    }
    return findPattern(text, object, wording);
}

bool Retranslation::findPattern(const QString& text, const QObject& object, Wording& wording) const
{
    for (const Pattern& pattern : m_patterns) {
        if (!text.contains(pattern.longest))
            continue;
        const auto match = pattern.matches.match(text);
        if (!match.hasMatch())
            continue;
        // "Days of the week" is not "%1 of %2": what does not begin with words of its own has to hold numbers and other
        // texts.
        const QStringList put = match.capturedTexts().mid(1);
        const auto isKnown = [this](const QString& words) { return isNumber(words) || m_byText.contains(words); };
        if (!pattern.beginsWithWords && !std::ranges::all_of(put, isKnown))
            continue;
        wording.text = nearest(m_byText[m_used[pattern.text].text], object);
        for (std::size_t i = 0; i < pattern.places.size(); ++i) {
            while (wording.arguments.size() < pattern.places[i])
                wording.arguments << QString();
            wording.arguments[pattern.places[i] - 1] = put[qsizetype(i)];
        }
        return true;
    }
    return false;
}

/// Of texts that are said alike in this language the one that begins with a large letter, as titles and entries of
/// menus do.
std::size_t Retranslation::asTitle(const std::vector<std::size_t>& texts) const
{
    const auto isTitle = [this](std::size_t text) {
        return !m_used[text].source.isEmpty() && std::isupper(static_cast<unsigned char>(m_used[text].source[0]));
    };
    const auto found = std::ranges::find_if(texts, isTitle);
    return found == texts.end() ? texts.front() : *found;
}

/// Where several texts are said alike, the one of the object's class or of what it stands in.
std::size_t Retranslation::nearest(const std::vector<std::size_t>& texts, const QObject& object) const
{
    for (const QObject* at = &object; at && texts.size() > 1; at = at->parent())
        for (const QMetaObject* kind = at->metaObject(); kind; kind = kind->superClass())
            for (const std::size_t text : texts)
                if (m_used[text].context == kind->className())
                    return text;
    const bool isTitle = object.inherits("QAction") || object.inherits("QDockWidget") || object.inherits("QToolButton");
    return isTitle ? asTitle(texts) : texts.front();
}

QString Retranslation::said(const Wording& wording) const
{
    QString words = m_used[wording.text].now();
    if (!wording.arguments.isEmpty()) {
        // In one go: an argument may have a %1 in it.
        QString made;
        qsizetype end = 0;
        for (auto found = place().globalMatch(words); found.hasNext();) {
            const auto match = found.next();
            const QString argument = wording.arguments.value(match.captured(1).toInt() - 1);
            const auto known = m_byText.find(argument);
            made += words.mid(end, match.capturedStart() - end)
                + (known != m_byText.end()        ? m_used[asTitle(*known)].now()
                       : m_style != numberStyle() ? withOtherMarks(argument)
                                                  : argument);
            end = match.capturedEnd();
        }
        words = made + words.mid(end);
    }
    return wording.key.isEmpty() ? words
                                 : QStringLiteral("%1 (%2)").arg(words, wording.key.toString(QKeySequence::NativeText));
}

void Retranslation::apply() const
{
    for (const auto& [wording, set] : m_changes)
        set(said(wording));
}

} // namespace draftscope
