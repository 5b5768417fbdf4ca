// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controls/message_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "gui/language/engine_words.h"
#include "widgets/style/elided_label.h"

namespace draftscope {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent), m_mark(new QLabel(QStringLiteral("✗"))), m_sentence(new QLabel),
      m_what(new ElidedLabel(ElidedLabel::First::end)), m_progress(new QProgressBar), m_offer(new QPushButton),
      m_cancel(new QPushButton(tr("Cancel"))), m_dismiss(new QPushButton(tr("Dismiss")))
{
    setObjectName(QStringLiteral("messageBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_mark->setObjectName(QStringLiteral("problem"));
    m_sentence->setTextFormat(Qt::PlainText); // a name may look like a tag
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setFocusPolicy(Qt::NoFocus);
    m_what->setObjectName(QStringLiteral("muted"));
    m_what->setMinimumWidth(40); // no window is made wider for it
    m_what->setMaximumWidth(260);
    m_progress->setFixedWidth(220);
    m_progress->setTextVisible(false);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 7, 10, 7);
    layout->setSpacing(10);
    layout->addWidget(m_mark);
    layout->addWidget(m_sentence, 1);
    layout->addWidget(m_what);
    layout->addWidget(m_progress);
    for (QPushButton* button : {m_offer, m_cancel, m_dismiss}) {
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
    }
    m_offer->setObjectName(QStringLiteral("wayOut"));
    m_cancel->setObjectName(QStringLiteral("cancelLoading"));
    m_dismiss->setObjectName(QStringLiteral("dismissMessage"));
    m_dismiss->setToolTip(tr("Close this message (Esc)"));
    connect(m_offer, &QPushButton::clicked, this, [this] {
        const auto wayOut = m_wayOut; // which may bring the next problem
        wayOut();
    });
    connect(m_cancel, &QPushButton::clicked, this, &MessageBar::cancelRequested);
    connect(m_dismiss, &QPushButton::clicked, this, &MessageBar::dismiss);
    hide();
}

void MessageBar::showProblem(const QString& sentence)
{
    m_problem = sentence;
    m_problemWords = engineWords(sentence);
    m_wayOut = nullptr;
    refresh();
}

void MessageBar::offer(const QString& words, const QString& tip, const std::function<void()>& wayOut)
{
    m_offer->setText(words);
    m_offer->setToolTip(tip);
    m_wayOut = wayOut;
    refresh();
}

void MessageBar::showLoading(double share, const QString& what)
{
    m_loading = what;
    m_progress->setRange(0, share < 0 ? 0 : 1000);
    m_progress->setValue(int(share * 1000));
    refresh();
}

void MessageBar::loadingEnded()
{
    m_loading.clear();
    refresh();
}

void MessageBar::dismiss()
{
    m_problem.clear();
    m_wayOut = nullptr;
    refresh();
}

void MessageBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_problemWords = engineWords(m_problem);
        refresh();
    }
}

void MessageBar::refresh()
{
    const bool isProblem = !m_problem.isEmpty();
    const QString& words = isProblem ? m_problemWords : m_loading;
    m_sentence->setText(words);
    m_what->setText(m_loading);
    m_what->setToolTip(m_loading);
    m_what->setVisible(isProblem && isLoading()); // else the sentence says it
    setAccessibleName(m_what->isHidden() ? words : words + QLatin1Char(' ') + m_loading);
    for (QWidget* part : {static_cast<QWidget*>(m_mark), static_cast<QWidget*>(m_dismiss)})
        part->setVisible(isProblem);
    m_offer->setVisible(isProblem && m_wayOut);
    for (QWidget* part : {static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_cancel)})
        part->setVisible(isLoading());
    setVisible(isProblem || isLoading());
}

} // namespace draftscope
