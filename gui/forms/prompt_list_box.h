// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "engine/catalogue/prompts.h"
#include "gui/controls/fitting_box.h"

namespace draftscope {

/// Which prompts are decoded: the one of the lanes, those that come with the program or one kind of them, or those of a
/// file of JSON Lines.
class PromptListBox : public FittingBox {
    Q_OBJECT
public:
    explicit PromptListBox(QWidget* parent = nullptr);

    [[nodiscard]] bool isOne() const { return m_chosen == 0; } ///< the prompt of the lanes
    [[nodiscard]] const std::vector<Prompt>& prompts() const;  ///< of the list that is chosen; empty with isOne()
    [[nodiscard]] int number() const { return m_chosen; }      ///< of the list, which stays the same
    /// In the language of now.
    [[nodiscard]] QString title() const { return titleOf(m_chosen); }
    [[nodiscard]] QString titleOf(int number) const { return m_lists.at(std::size_t(number)).title(); }
    /// Adds the prompts of a file and chooses them; failed() where that cannot be.
    void openFile(const std::filesystem::path& path);

    /// Chooses a list of these texts, none for the one prompt; false where there is no such list. Says nothing.
    bool choose(const std::vector<std::string>& texts);

    using Title = std::function<QString()>; ///< in the language of now

    /// Adds a list, and chooses it.
    void addList(Title title, std::vector<Prompt> prompts);

signals:
    void chosen();
    void failed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct List {
        Title title;
        std::vector<Prompt> prompts;
    };
    void add(Title title, std::vector<Prompt> prompts);
    void onActivated(int index);
    void askForFile();

    std::vector<List> m_lists; ///< by item, but for the last one, which asks for a file
    int m_chosen = 0;
};

} // namespace draftscope
