// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include <QDialog>

#include "engine/report/comparison_difference.h"

class QLabel;
class QPushButton;
class QTextBrowser;

namespace draftscope {

/// Two saved comparisons beside each other: what has changed from the first to the second, and whether that is beyond
/// noise. To be saved as Markdown or for a browser. Deletes itself when it is closed.
class BesideDialog : public QDialog {
    Q_OBJECT
public:
    explicit BesideDialog(QWidget* parent);

    enum class Side { before, after };
    void open(Side side, const std::filesystem::path& path); ///< a sentence stands in the place of one that cannot be
    using QDialog::open;
    void save(const std::filesystem::path& path); ///< by the end of its name: .html, else Markdown
    [[nodiscard]] QString words() const;          ///< what is shown, without its looks

private:
    void ask(Side side);
    void askWhereToSave();
    void refresh();

    struct Opened {
        std::filesystem::path path;
        ComparisonFile file;
    };
    std::optional<Opened> m_before, m_after;
    QLabel *m_names[2], *m_problem;
    QTextBrowser* m_view;
    QPushButton* m_save;
};

} // namespace draftscope
