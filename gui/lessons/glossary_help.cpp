// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/glossary_help.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QHelpEvent>
#include <QLabel>
#include <QWhatsThis>

#include "gui/lessons/glossary_window.h"

namespace draftscope {

namespace {

/// Panels and bars by their names, where these are no terms themselves.
QString termOfName(const QString& name)
{
    static const std::pair<const char*, const char*> terms[] = {
        {"stage", "round"},
        {"text", "token"},
        {"distribution", "p"},
        {"cache", "K/V cache"},
        {"attention-mask", "attention mask"},
        {"tokens-per-step", "tokens per step"},
        {"acceptance", "acceptance rate"},
        {"speed-up", "speed-up"},
        {"time", "pass"},
        {"setup", "target"},
        {"events", "trace"},
        {"why", "acceptance"},
        {"code", "round"},
        {"draft", "draft"},
    };
    for (const auto& [panel, term] : terms)
        if (name == QLatin1String(panel))
            return QLatin1String(term);
    return name;
}

/// What a widget says, without the sign of its key.
QString wordsOn(const QWidget& widget)
{
    QString words;
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        words = button->text();
    else if (const auto* label = qobject_cast<const QLabel*>(&widget))
        words = label->text();
    return words.remove(QLatin1Char('&')).trimmed();
}

} // namespace

GlossaryHelp::GlossaryHelp(QObject* parent) : QObject(parent)
{
    qApp->installEventFilter(this);
}

void GlossaryHelp::begin()
{
    QWhatsThis::enterWhatsThisMode();
}

QString GlossaryHelp::wordsFor(const QWidget& widget)
{
    for (const QWidget* at = &widget; at; at = at->parentWidget()) {
        for (const QString& words : {wordsOn(*at), at->accessibleName(), termOfName(at->objectName())})
            if (QString html = words.isEmpty() ? QString() : GlossaryWindow::htmlOf(words); !html.isEmpty())
                return html;
        if (!at->toolTip().isEmpty())
            return at->toolTip();
    }
    return {};
}

bool GlossaryHelp::eventFilter(QObject* watched, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || (event->type() != QEvent::QueryWhatsThis && event->type() != QEvent::WhatsThis))
        return false;
    const QString words = wordsFor(*widget);
    if (words.isEmpty())
        return false;
    event->accept();
    if (event->type() == QEvent::WhatsThis)
        QWhatsThis::showText(static_cast<QHelpEvent*>(event)->globalPos(), words, widget);
    return true;
}

} // namespace draftscope
