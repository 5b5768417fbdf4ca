// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/analysis/draft_diagnosis.h"
#include "widgets/style/drawn_view.h"

namespace draftscope {

/// What a kind of token is called in the window's language; any other label with the language's decimal mark.
[[nodiscard]] QString draftGroupLabel(const DraftGroup& group);
/// "word begin: 62.5 % of 120 judged drafts accepted; 0.31 of p lost on average."
[[nodiscard]] QString sentenceOf(const DraftGroup& group);

/// A bar for each group of judged drafts: the share accepted, and a line where the overlap of p and q would have it.
class DraftGroupsChart : public DrawnView {
    Q_OBJECT
public:
    explicit DraftGroupsChart(QWidget* parent = nullptr);
    void setGroups(std::vector<DraftGroup> groups); ///< those without a verdict are left out
    [[nodiscard]] const std::vector<DraftGroup>& groups() const { return m_groups; }
    [[nodiscard]] QRectF rowRect(int row) const;
    [[nodiscard]] QRectF barRect(int row) const; ///< of the share accepted
    [[nodiscard]] QString description() const;   ///< all of it, a sentence each
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemsOfPage() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] double labelWidth() const;
    [[nodiscard]] double numbersWidth() const;
    [[nodiscard]] QString numbersOf(const DraftGroup& group) const;
    [[nodiscard]] QRectF trackRect(int row) const;

    std::vector<DraftGroup> m_groups;
};

} // namespace draftscope
