// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_label.h"

#include "widgets/style/theme.h"

namespace draftscope {

QFont lessonFont(double scale, bool bold)
{
    const double growth = Theme::views() > 1 ? 0.92 : 1.16;
    return Theme::font(growth * scale, bold);
}

QLabel* makeLessonLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse);
    // The keys lead from step to step; the menu has the glossary, the other lessons and Let me try for them.
    label->setFocusPolicy(Qt::NoFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setMinimumHeight(1); // its height follows from its width alone
    label->setSizePolicy(policy);
    return label;
}

void setLessonText(QLabel& label, const FilledText& text, const QFont& font, const Recording* recording)
{
    label.setText(richText(text, font, recording));
    label.setAccessibleName(plainWords(text, recording));
}

} // namespace draftscope
