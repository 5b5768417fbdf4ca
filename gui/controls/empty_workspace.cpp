// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controls/empty_workspace.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace draftscope {

EmptyWorkspace::EmptyWorkspace(QWidget* parent) : QWidget(parent)
{
    auto* words = new QLabel(tr("All panels are closed. The View menu opens each of them again."));
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignCenter);
    auto* restore = new QPushButton(tr("Restore default layout"));
    restore->setObjectName(QStringLiteral("restoreLayout"));
    restore->setFocusPolicy(Qt::TabFocus);
    auto* film = new QPushButton(tr("Speculative decoding in 60 seconds"));
    film->setObjectName(QStringLiteral("playFilm"));
    film->setFocusPolicy(Qt::TabFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addStretch(1);
    layout->addWidget(words);
    layout->addWidget(restore, 0, Qt::AlignHCenter);
    layout->addWidget(film, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    connect(film, &QPushButton::clicked, this, &EmptyWorkspace::filmWanted);
    connect(restore, &QPushButton::clicked, this, &EmptyWorkspace::layoutWanted);
}

} // namespace draftscope
