// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/making_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace draftscope {

MakingDialog::MakingDialog(const QString& title, const QString& save, QWidget* parent)
    : QDialog(parent), m_says(new QLabel), m_progress(new QProgressBar), m_save(new QPushButton(save))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    m_says->setObjectName(QStringLiteral("muted"));
    m_says->setWordWrap(true);
    m_save->setDefault(true);
}

void MakingDialog::addFoot(QVBoxLayout& layout, QPushButton* other)
{
    layout.addWidget(m_says);
    layout.addWidget(m_progress);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    if (other)
        buttons->addButton(other, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    layout.addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &MakingDialog::reject);
}

void MakingDialog::follow(MakingJob& job)
{
    m_job = &job;
    refresh();
    connect(m_job, &MakingJob::ended, this, [this](bool isWritten, const QString& sentence) {
        m_job = nullptr;
        refresh();
        if (isWritten)
            emit made(sentence);
        else if (!sentence.isEmpty())
            emit failed(sentence);
        if (isWritten)
            accept();
    });
}

void MakingDialog::reject()
{
    if (m_job)
        m_job->cancel();
    else
        QDialog::reject();
}

} // namespace draftscope
