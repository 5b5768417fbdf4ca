// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/chat_fields.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "gui/controls/labelled_field.h"
#include "gui/forms/chat_turns.h"
#include "gui/language/engine_words.h"

namespace draftscope {

namespace {

constexpr int linesShown = 9;

} // namespace

ChatFields::ChatFields(QWidget* parent)
    : QWidget(parent), m_isChat(new QCheckBox(tr("As a chat message"))), m_system(new QLineEdit),
      m_systemField(labelled(tr("System"), m_system)), m_why(new QLabel), m_caption(new QLabel), m_remarks(new QLabel),
      m_view(new PromptView), m_turns(new ChatTurns)
{
    m_isChat->setObjectName(QStringLiteral("asChatMessage"));
    m_isChat->setFocusPolicy(Qt::TabFocus);
    m_isChat->setToolTip(
        tr("The target's chat template makes the text of the prompt, as in the conversations that it was "
           "trained on"));
    m_system->setToolTip(tr("What the target is told before the message"));
    m_view->setAccessibleName(tr("The text that the target gets"));
    m_view->setFixedHeight(QFontMetrics(m_view->font()).height() * linesShown);
    m_caption->setObjectName(QStringLiteral("muted"));
    m_why->setObjectName(QStringLiteral("whyNoChat"));
    m_remarks->setObjectName(QStringLiteral("chatRemarks"));
    for (QLabel* label : {m_why, m_caption, m_remarks}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_isChat, m_why, m_systemField, m_turns, m_caption, m_view, m_remarks})
        layout->addWidget(each);
    connect(m_isChat, &QCheckBox::clicked, this,
            [this](bool isOn) { emit edited([isOn](RunSetup& setup) { setup.isChat = isOn; }); });
    connect(m_system, &QLineEdit::textChanged, this, &ChatFields::editSystem);
    connect(m_turns, &ChatTurns::edited, this, &ChatFields::edited);
    connect(m_turns, &ChatTurns::continueAsked, this, &ChatFields::continueAsked);
    refresh();
}

void ChatFields::showChatOf(const RunSetup& setup)
{
    if (setup.target != m_setup.target)
        m_preview = {}; // not known yet
    m_setup = setup;
    refresh();
}

void ChatFields::showPreview(const PromptPreview& preview)
{
    m_preview = preview;
    refresh();
}

void ChatFields::editSystem(const QString& text)
{
    if (m_isFilling)
        return;
    std::optional<std::string> system;
    if (!text.isEmpty())
        system = text.toStdString();
    m_setup.system = system;
    emit edited([system](RunSetup& setup) { setup.system = system; });
}

void ChatFields::refresh()
{
    m_isFilling = true;
    const bool canChat = m_preview.hasTemplate;
    const bool isMade = canChat && m_preview.whyNoChat.isEmpty();
    m_isChat->setChecked(m_setup.isChat);
    m_isChat->setEnabled(canChat || m_setup.isChat); // so that it can be turned off
    m_why->setText(engineWords(m_setup.isChat ? m_preview.whyNoChat : m_preview.whyInShort));
    m_why->setToolTip(engineWords(m_preview.whyNoChat));
    m_why->setVisible(!m_preview.whyNoChat.isEmpty());
    const QString system = m_setup.system ? QString::fromStdString(*m_setup.system) : QString();
    if (m_system->text() != system) // the cursor stays where it is
    {
        m_system->setText(system);
        m_system->setCursorPosition(0); // its beginning is in sight
    }
    m_system->setPlaceholderText(tr("What the chat template says by itself"));
    m_systemField->setVisible(m_setup.isChat && canChat);
    m_turns->showTurnsOf(m_setup);
    m_turns->setVisible(m_setup.isChat && canChat);
    m_caption->setText((m_preview.tokens == 1 ? tr("The text that the target gets: %1 token")
                                              : tr("The text that the target gets: %1 tokens"))
                           .arg(m_preview.tokens));
    QStringList remarks;
    for (const QString& remark : m_preview.remarks)
        remarks << engineWords(remark);
    m_remarks->setText(remarks.join(QLatin1Char('\n')));
    m_remarks->setVisible(m_setup.isChat && isMade && !remarks.isEmpty());
    m_view->setPieces(m_preview.pieces);
    m_caption->setVisible(m_setup.isChat && isMade);
    m_view->setVisible(m_setup.isChat && isMade);
    m_isFilling = false;
}

} // namespace draftscope
