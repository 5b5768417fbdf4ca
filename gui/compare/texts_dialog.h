// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include <QDialog>

#include "gui/compare/text_comparing.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTextBrowser;
class QUrl;

namespace draftscope {

class Navigation;

/// Where do two texts part, and why? Two traces, token ids, texts or answers of other engines, the run shown among
/// them, or what the target writes. A click on a token of a trace goes to its moment in Step. Deletes itself when it is
/// closed.
class TextsDialog : public QDialog {
    Q_OBJECT
public:
    TextsDialog(Navigation& navigation, QWidget* parent);

    enum class Side { first, second };
    void take(Side side, const std::filesystem::path& path); ///< a sentence stands in the place of one that cannot be
    void takeRun(Side side);                                 ///< the branch shown, as far as it has come
    void takeTarget();                                       ///< the second one: what the target writes
    void setPrompt(const QString& prompt);
    void setTarget(const QString& nameOrPath);
    void compare();
    [[nodiscard]] QString words() const; ///< what is shown, without its looks

signals:
    /// The moment that made a token of a branch is wanted: of a trace or, where that is empty, of the run shown.
    /// `token` counts from the beginning of the prompt.
    void momentWanted(const std::filesystem::path& trace, int branch, int token);
    void compared(); ///< or refused

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Chosen {
        std::optional<TextInput> input; ///< none: what the target writes
        std::filesystem::path path;     ///< of a trace; empty: the run shown, or no trace
        bool isThere = false;
        int run = 0; ///< the number of the run that was shown when it was chosen; 0: it is no run
    };
    void ask(Side side);
    void addSide(Side side, QGridLayout& layout);
    void name(Side side, const QString& name);
    void say(const QString& sentence);
    void refresh();
    void refreshButtons();
    void follow(const QUrl& link);
    void goToParting(Side side);
    [[nodiscard]] bool leadsToStep(int side) const;

    Navigation& m_navigation;
    TextComparing m_comparing;
    std::array<Chosen, 2> m_chosen;
    std::shared_ptr<const TextsFound> m_found;
    QString m_sentence; ///< what is wrong, as engineSentence() gives it
    std::array<QLabel*, 2> m_names;
    QLabel* m_problem;
    QLineEdit *m_target, *m_prompt;
    QTextBrowser* m_view;
    QProgressBar* m_progress;
    QPushButton *m_compare, *m_stop;
    std::array<QPushButton*, 2> m_takeRun, m_toStep;
};

} // namespace draftscope
