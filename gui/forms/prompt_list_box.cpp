// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/prompt_list_box.h"

#include <algorithm>

#include <QEvent>
#include <QFileDialog>

#include "gui/language/engine_words.h"
#include "gui/language/retranslation.h"

namespace draftscope {

PromptListBox::PromptListBox(QWidget* parent) : FittingBox(parent)
{
    setObjectName(QStringLiteral("promptList"));
    setAccessibleName(tr("Prompts"));
    setFocusPolicy(Qt::TabFocus);
    setToolTip(tr(
        "The one prompt that the lanes show, or a list of prompts, which are decoded in the background. A file has a "
        "JSON object with \"prompt\" and \"kind\" on each line."));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMinimumWidth(90); // the choice is shortened then
    setProperty(saysItemsAgain, true);
    add([] { return tr("This prompt"); }, {});
    if (const auto embedded = embeddedPrompts()) {
        add([count = embedded->size()] { return tr("The program's prompts (%1)").arg(count); }, *embedded);
        std::vector<std::string> kinds;
        for (const Prompt& prompt : *embedded)
            if (std::ranges::count(kinds, prompt.kind) == 0)
                kinds.push_back(prompt.kind);
        for (const std::string& kind : kinds) {
            std::vector<Prompt> ofKind;
            for (const Prompt& prompt : *embedded)
                if (prompt.kind == kind)
                    ofKind.push_back(prompt);
            const auto count = ofKind.size();
            add([kind = QString::fromStdString(kind), count] { return tr("Of these: %1 (%2)").arg(kind).arg(count); },
                std::move(ofKind));
        }
    }
    addItem(tr("Open a file…"));
    connect(this, &QComboBox::activated, this, &PromptListBox::onActivated);
}

const std::vector<Prompt>& PromptListBox::prompts() const
{
    return m_lists.at(std::size_t(m_chosen)).prompts;
}

bool PromptListBox::choose(const std::vector<std::string>& texts)
{
    const auto same = [&](const List& list) { return std::ranges::equal(list.prompts, texts, {}, &Prompt::text); };
    const auto found = std::ranges::find_if(m_lists, same);
    if (found == m_lists.end())
        return false;
    m_chosen = int(found - m_lists.begin());
    setCurrentIndex(m_chosen);
    return true;
}

void PromptListBox::add(Title title, std::vector<Prompt> prompts)
{
    insertItem(int(m_lists.size()), title());
    m_lists.push_back({std::move(title), std::move(prompts)});
}

/// Names of files are in the titles, which may look like words of the program.
void PromptListBox::changeEvent(QEvent* event)
{
    FittingBox::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    for (std::size_t i = 0; i < m_lists.size(); ++i)
        setItemText(int(i), m_lists[i].title());
    setItemText(int(m_lists.size()), tr("Open a file…"));
}

void PromptListBox::onActivated(int index)
{
    if (index >= int(m_lists.size())) {
        setCurrentIndex(m_chosen); // until there is a file
        askForFile();
    } else if (index != m_chosen) {
        m_chosen = index;
        emit chosen();
    }
}

void PromptListBox::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open prompts"), {}, tr("JSON Lines (*.jsonl *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { openFile(path.toStdString()); });
    dialog->open();
}

void PromptListBox::openFile(const std::filesystem::path& path)
{
    auto prompts = promptsOfFile(path);
    if (!prompts) {
        emit failed(engineSentence(prompts.error()));
        return;
    }
    const auto count = prompts->size();
    addList(
        [name = QString::fromStdString(path.filename().string()), count] { return tr("%1 (%2)").arg(name).arg(count); },
        std::move(*prompts));
}

void PromptListBox::addList(Title title, std::vector<Prompt> prompts)
{
    add(std::move(title), std::move(prompts));
    m_chosen = int(m_lists.size()) - 1;
    setCurrentIndex(m_chosen);
    emit chosen();
}

} // namespace draftscope
