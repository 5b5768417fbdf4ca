// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPlainTextEdit>

namespace draftscope {

/// A part of the text that a model gets: words, or one special token by its name.
struct PromptPiece {
    QString text;
    bool isSpecial = false;
    friend bool operator==(const PromptPiece&, const PromptPiece&) = default;
};

/// Shows the text that a model gets, to be read and copied. Special tokens are coloured and outlined.
class PromptView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit PromptView(QWidget* parent = nullptr);
    void setPieces(std::vector<PromptPiece> pieces);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void mark();

    std::vector<PromptPiece> m_pieces;
};

} // namespace draftscope
