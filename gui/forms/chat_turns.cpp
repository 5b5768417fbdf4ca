// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/chat_turns.h"

#include <algorithm>

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "engine/core/utf8.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

constexpr int turnsShown = 5, linesOfATurn = 3;

/// In one line.
QString lineOf(const Turn& turn)
{
    return QStringLiteral("%1: %2").arg(qtText(turn.role), qtText(turn.text).simplified());
}

/// The other one of the two that talk.
std::string answerTo(const Conversation& turns, int behind)
{
    return behind >= 0 && turns[std::size_t(behind)].role == "user" ? "assistant" : "user";
}

QPushButton* button(const QString& text, const QString& tip)
{
    auto* made = new QPushButton(text);
    made->setToolTip(tip);
    made->setFocusPolicy(Qt::TabFocus);
    made->setAutoDefault(false);
    return made;
}

} // namespace

ChatTurns::ChatTurns(QWidget* parent)
    : QWidget(parent), m_list(new QListWidget), m_role(new QComboBox), m_text(new QPlainTextEdit),
      m_add(button(tr("Add a turn"), tr("What was said before the message: by the user or by the target (Insert)"))),
      m_remove(button(tr("Remove"), tr("The current turn (Delete)"))), m_up(button(tr("Up"), tr("Alt+Up"))),
      m_down(button(tr("Down"), tr("Alt+Down"))),
      m_continue(button(tr("Continue the conversation"),
                        tr("The message and the text that the target wrote become turns, and you answer it")))
{
    m_list->setObjectName(QStringLiteral("chatTurns"));
    m_list->setAccessibleName(tr("Earlier turns"));
    m_list->setWordWrap(false);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    m_role->setAccessibleName(tr("Who says it"));
    m_role->setFocusPolicy(Qt::TabFocus);
    m_text->setAccessibleName(tr("What is said"));
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(QFontMetrics(m_text->font()).height() * linesOfATurn + 2 * m_text->frameWidth() + 8);
    m_add->setObjectName(QStringLiteral("addTurn"));
    m_continue->setObjectName(QStringLiteral("continueConversation"));

    auto* current = new QGridLayout;
    current->setContentsMargins(0, 0, 0, 0);
    current->addWidget(m_role, 0, 0);
    current->addWidget(m_up, 0, 1);
    current->addWidget(m_down, 0, 2);
    current->addWidget(m_remove, 0, 3);
    current->setColumnStretch(0, 1);
    auto* last = new QHBoxLayout;
    last->setContentsMargins(0, 0, 0, 0);
    last->addWidget(m_add);
    last->addWidget(m_continue);
    last->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    layout->addWidget(m_list);
    layout->addLayout(current);
    layout->addWidget(m_text);
    layout->addLayout(last);

    connect(m_list, &QListWidget::currentRowChanged, this, &ChatTurns::showCurrent);
    connect(m_role, &QComboBox::currentTextChanged, this,
            [this](const QString& role) { changeCurrent([&](Turn& turn) { turn.role = role.toStdString(); }); });
    connect(m_text, &QPlainTextEdit::textChanged, this,
            [this] { changeCurrent([this](Turn& turn) { turn.text = m_text->toPlainText().toStdString(); }); });
    connect(m_add, &QPushButton::clicked, this, &ChatTurns::add);
    connect(m_remove, &QPushButton::clicked, this, &ChatTurns::remove);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_continue, &QPushButton::clicked, this, &ChatTurns::continueAsked);
    refresh(-1);
}

void ChatTurns::showTurnsOf(const RunSetup& setup)
{
    if (setup.turns == m_turns)
        return;
    m_turns = setup.turns;
    refresh(int(m_turns.size()) - 1);
}

int ChatTurns::current() const
{
    return m_list->currentRow();
}

void ChatTurns::add()
{
    const int at = current();
    m_turns.insert(m_turns.begin() + (at + 1), Turn{answerTo(m_turns, at), {}});
    publish(at + 1);
    m_text->setFocus();
}

void ChatTurns::remove()
{
    const int at = current();
    if (at < 0)
        return;
    m_turns.erase(m_turns.begin() + at);
    publish(std::min(at, int(m_turns.size()) - 1));
}

void ChatTurns::move(int by)
{
    const int at = current(), to = at + by;
    if (at < 0 || to < 0 || to >= int(m_turns.size()))
        return;
    std::swap(m_turns[std::size_t(at)], m_turns[std::size_t(to)]);
    publish(to);
}

void ChatTurns::changeCurrent(const std::function<void(Turn&)>& change)
{
    const int at = current();
    if (m_isFilling || at < 0)
        return;
    Turn& turn = m_turns[std::size_t(at)];
    change(turn);
    turn.json.clear(); // what a file said beside this went with its words
    m_list->item(at)->setText(lineOf(turn));
    emit edited([turns = m_turns](RunSetup& setup) { setup.turns = turns; });
}

void ChatTurns::publish(int current)
{
    refresh(current);
    emit edited([turns = m_turns](RunSetup& setup) { setup.turns = turns; });
}

void ChatTurns::refresh(int current)
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const Turn& turn : m_turns)
        m_list->addItem(lineOf(turn));
    m_list->setCurrentRow(current);
    const int row = m_list->sizeHintForRow(0), rows = std::min(int(m_turns.size()), turnsShown);
    m_list->setFixedHeight(std::max(row, 0) * rows + 2 * m_list->frameWidth());
    showCurrent();
}

void ChatTurns::showCurrent()
{
    m_isFilling = true;
    const int at = current();
    const bool isThere = at >= 0;
    m_list->setVisible(!m_turns.empty());
    for (QWidget* each : std::initializer_list<QWidget*>{m_role, m_text, m_remove, m_up, m_down})
        each->setVisible(isThere);
    if (isThere) {
        const Turn& turn = m_turns[std::size_t(at)];
        QStringList roles{QStringLiteral("user"), QStringLiteral("assistant"), QStringLiteral("system")};
        if (const QString role = qtText(turn.role); !roles.contains(role))
            roles << role;
        m_role->clear();
        m_role->addItems(roles); // the words that chat templates know
        m_role->setCurrentText(qtText(turn.role));
        if (m_text->toPlainText() != qtText(turn.text))
            m_text->setPlainText(qtText(turn.text));
        m_up->setEnabled(at > 0);
        m_down->setEnabled(at + 1 < int(m_turns.size()));
    }
    m_isFilling = false;
}

bool ChatTurns::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool hasAlt = key->modifiers() == Qt::AltModifier;
    if (hasAlt && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down))
        move(key->key() == Qt::Key_Up ? -1 : 1);
    else if (key->key() == Qt::Key_Delete)
        remove();
    else if (key->key() == Qt::Key_Insert)
        add();
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

QString continueConversation(RunSetup& setup, const Navigation& navigation)
{
    const RunSetup& running = navigation.run().setup();
    if (!running.isChat || navigation.run().isBatch())
        return ChatTurns::tr("The run that is shown is no conversation: start one with a message first.");
    // All that the branch shown has, wherever in it the window stands.
    const Recording& recording = navigation.recording();
    const int branch = navigation.playhead().position().branch;
    std::string reply;
    for (const CommittedToken& token : recording.tokensBefore(branch, recording.roundCount(branch)))
        if (token.source != TokenSource::prompt)
            if (const auto known = recording.tokens().find(token.token); known != recording.tokens().end())
                reply += known->second; // nothing for a special token
    reply = asUtf8(reply);
    if (reply.empty())
        return ChatTurns::tr("The target has not answered yet: play the run first.");
    setup.isChat = true;
    setup.system = running.system;
    setup.turns = running.turns;
    if (!running.prompt.empty() || running.turns.empty())
        setup.turns.push_back({"user", running.prompt});
    setup.turns.push_back({"assistant", reply});
    setup.prompt.clear();
    return {};
}

} // namespace draftscope
