// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QTextDocument>

namespace draftscope {

/// An answer that can be chosen: words with fields, on as many lines as they need, and once it is judged a mark.
class ChoiceButton : public QAbstractButton {
    Q_OBJECT
public:
    enum class Look { open, right, wrong };

    explicit ChoiceButton(QWidget* parent = nullptr);
    /// `html` as it is drawn, `words` for people who do not see it.
    void setWords(const QString& html, const QString& words);
    void setLook(Look look);
    [[nodiscard]] Look look() const { return m_look; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString mark() const;
    [[nodiscard]] int markWidth() const;

    QTextDocument m_document;
    Look m_look = Look::open;
};

} // namespace draftscope
