// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "engine/model/prompts.h"
#include "gui/fitting_box.h"

namespace draftscope {

/// Which prompts are decoded: the one of the lanes, those that come with the program or one kind of them, or those of a file
/// of JSON Lines.
class PromptListBox : public FittingBox {
    Q_OBJECT
public:
    explicit PromptListBox(QWidget* parent = nullptr);

    [[nodiscard]] bool isOne() const { return m_chosen == 0; } ///< the prompt of the lanes
    [[nodiscard]] const std::vector<Prompt>& prompts() const;  ///< of the list that is chosen; empty with isOne()
    [[nodiscard]] int number() const { return m_chosen; }      ///< of the list, which stays the same
    [[nodiscard]] QString title() const { return itemText(m_chosen); }
    /// Adds the prompts of a file and chooses them; failed() where that cannot be.
    void openFile(const std::filesystem::path& path);

    /// Adds a list, and chooses it.
    void addList(const QString& title, std::vector<Prompt> prompts);

signals:
    void chosen();
    void failed(const QString& sentence);

private:
    void add(const QString& title, std::vector<Prompt> prompts);
    void onActivated(int index);
    void askForFile();

    std::vector<std::vector<Prompt>> m_lists; ///< by item, but for the last one, which asks for a file
    int m_chosen = 0;
};

} // namespace draftscope
