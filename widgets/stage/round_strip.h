// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>
#include <QWidget>

#include "engine/record/recording.h"
#include "widgets/style/theme.h"

namespace draftscope {

/// A round in one line, where the stage has no room: its drafts with their verdicts, then the token that ends it. Of a
/// tree those that were judged, and how many were not. What does not fit is counted at the end.
class RoundStrip : public QWidget {
    Q_OBJECT
public:
    struct Chip {
        QString words; ///< the mark and the token, or how many drafts are meant
        Role role = Role::notJudged;
        bool isToken = true;
        friend bool operator==(const Chip&, const Chip&) = default;
    };

    explicit RoundStrip(QWidget* parent = nullptr);

    /// `recording` gives token texts.
    void setRound(const RoundRecord& round, const Recording& recording);
    void clear();
    [[nodiscard]] const std::vector<Chip>& chips() const { return m_chips; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::vector<Chip> m_chips;
};

} // namespace draftscope
