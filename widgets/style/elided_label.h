// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace draftscope {

/// Words on one line that end in "…" where there is too little room for them.
class ElidedLabel : public QLabel {
public:
    /// What is left out first.
    enum class First {
        end,  ///< the last letters
        parts ///< the last parts, which are set off by " · "; then letters of the first
    };
    explicit ElidedLabel(First first, QWidget* parent = nullptr) : QLabel(parent), m_first(first) {}

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    First m_first;
};

} // namespace draftscope
