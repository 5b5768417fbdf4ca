// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/beside_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "engine/core/replacing_file.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

BesideDialog::BesideDialog(QWidget* parent)
    : QDialog(parent), m_names{new QLabel(tr("none yet")), new QLabel(tr("none yet"))}, m_problem(new QLabel),
      m_view(new QTextBrowser), m_save(new QPushButton(tr("Save…")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Two comparisons beside each other"));
    auto* layout = new QVBoxLayout(this);
    auto* files = new QGridLayout;
    files->setColumnStretch(2, 1);
    for (const Side side : {Side::before, Side::after}) {
        const int row = int(side);
        auto* choose = new QPushButton(tr("Choose…"));
        choose->setAccessibleName(side == Side::before ? tr("Before") : tr("After"));
        connect(choose, &QPushButton::clicked, this, [this, side] { ask(side); });
        files->addWidget(new QLabel(side == Side::before ? tr("Before") : tr("After")), row, 0);
        files->addWidget(choose, row, 1);
        files->addWidget(m_names[row], row, 2);
    }
    layout->addLayout(files);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    layout->addWidget(m_problem);
    m_view->setAccessibleName(tr("What has changed"));
    layout->addWidget(m_view, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &BesideDialog::askWhereToSave);
    layout->addWidget(buttons);
    resize(820, 640);
    refresh();
}

void BesideDialog::ask(Side side)
{
    auto* dialog =
        new QFileDialog(this, side == Side::before ? tr("The comparison before") : tr("The comparison after"), {},
                        tr("Comparisons (*.json *.zst)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, side](const QString& path) { open(side, path.toStdString()); });
    dialog->open();
}

void BesideDialog::open(Side side, const std::filesystem::path& path)
{
    auto file = loadComparison(path);
    m_problem->setText(file ? QString() : engineWords(file.error()));
    m_problem->setVisible(!file);
    if (!file)
        return;
    (side == Side::before ? m_before : m_after) = Opened{path, std::move(*file)};
    m_names[int(side)]->setText(qtText(path.filename().string()));
    refresh();
}

void BesideDialog::refresh()
{
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_save->setEnabled(m_before && m_after);
    if (m_before && m_after)
        m_view->setHtml(qtText(htmlOfDifference(differenceOf(m_before->file, m_after->file))));
    else
        m_view->setPlainText(tr("Choose two comparisons that were saved with “Save the comparison…”."));
}

QString BesideDialog::words() const
{
    return m_view->toPlainText();
}

void BesideDialog::askWhereToSave()
{
    const QString markdown = tr("Report in Markdown (*.md)");
    auto* dialog = new QFileDialog(this, tr("Save what has changed"), {},
                                   tr("Report for a browser (*.html)") + QStringLiteral(";;") + markdown);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("html"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, markdown](const QString& kind) {
        dialog->setDefaultSuffix(kind == markdown ? QStringLiteral("md") : QStringLiteral("html"));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { save(path.toStdString()); });
    dialog->open();
}

void BesideDialog::save(const std::filesystem::path& path)
{
    if (!m_before || !m_after)
        return;
    const ComparisonDifference difference = differenceOf(m_before->file, m_after->file);
    const std::string text =
        path.extension() == ".html" ? htmlOfDifference(difference) : markdownOfDifference(difference);
    const auto written = replaceFile(path, text, "report");
    m_problem->setText(written ? tr("Saved as %1.").arg(qtText(path.filename().string()))
                               : engineWords(written.error()));
    m_problem->setVisible(true);
}

} // namespace draftscope
