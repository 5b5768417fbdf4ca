// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "widgets/explain/formula_layout.h"
#include "widgets/style/scrolled_view.h"

namespace draftscope {

/// The rule of a moment as a formula with its numbers: fractions drawn, p, q and what is left of p in their colours. Up
/// and Down go from line to line.
class FormulaView : public ScrolledView {
    Q_OBJECT
public:
    explicit FormulaView(QWidget* parent = nullptr);
    /// The recording has to outlive what is shown.
    void setFormula(Formula formula, const Recording* recording);
    /// What stands in the place of a formula where there is none.
    void setNothing(const QString& why);
    [[nodiscard]] const std::optional<Formula>& formula() const { return m_formula; }
    [[nodiscard]] QString description() const;              ///< all of it in words
    [[nodiscard]] int current() const { return m_current; } ///< the line that the keys have gone to; -1 for none
    [[nodiscard]] const FormulaLayout& formulaLayout() const { return m_layout; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void relayout() override;
    void setCurrent(int line);
    void describe() override;

    std::optional<Formula> m_formula;
    const Recording* m_recording = nullptr;
    QString m_nothing;
    FormulaLayout m_layout;
    int m_current = -1;
};

} // namespace draftscope
