// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/hub_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/catalogue/found_models.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

HubDialog::HubDialog(QWidget* parent)
    : QDialog(parent), m_name(new QLineEdit), m_problem(new QLabel), m_get(new QPushButton(tr("Get it")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("A model of the Hugging Face Hub"));
    m_name->setPlaceholderText(QStringLiteral("OWNER/NAME"));
    m_name->setAccessibleName(tr("Model"));
    m_name->setClearButtonEnabled(true);
    auto* asks = new QLabel(tr("OWNER/NAME, OWNER/NAME/FILE.gguf, OWNER/NAME:Q4_K_M, or the address of its page:"));
    asks->setBuddy(m_name);
    auto* says = new QLabel(
        tr("Safetensors with configuration and vocabulary, or a model in GGUF, of the families that "
           "<i>draftscope-cli inspect "
           "--supported</i> lists. They are kept in %1, where other programs find them, too. What is cut "
           "off goes on when "
           "the same is asked for again.")
            .arg(QString::fromStdString(defaultModelFolders().huggingFace.front().string()).toHtmlEscaped()));
    m_problem->setObjectName(QStringLiteral("hubProblem"));
    for (QLabel* label : {says, m_problem}) {
        label->setWordWrap(true);
    }
    says->setTextFormat(Qt::RichText);
    m_problem->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(m_get, QDialogButtonBox::AcceptRole);
    m_get->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &HubDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_name, &QLineEdit::textChanged, this, &HubDialog::check);
    auto* column = new QVBoxLayout(this);
    for (QWidget* each : {static_cast<QWidget*>(asks), static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_problem),
                          static_cast<QWidget*>(says)})
        column->addWidget(each);
    column->addStretch(1);
    column->addWidget(buttons);
    check();
}

/// "hf:" may be left out here, where nothing else can be meant.
Result<HubName> HubDialog::named() const
{
    const std::string text = m_name->text().trimmed().toStdString();
    return hubNameOf(isHubName(text) || text.find("://") != std::string::npos ? text : "hf:" + text);
}

void HubDialog::check()
{
    const bool isEmpty = m_name->text().trimmed().isEmpty();
    const auto name = named();
    m_get->setEnabled(bool(name));
    m_problem->setText(isEmpty || name ? QString() : engineWords(name.error()));
    m_problem->setVisible(!m_problem->text().isEmpty());
    // Words that are wrapped do not make a window higher by themselves.
    const int wide = std::max(width(), fontMetrics().averageCharWidth() * 72);
    resize(wide, std::max(height(), layout()->totalHeightForWidth(wide)));
}

void HubDialog::choose()
{
    const auto name = named();
    if (!name)
        return;
    emit chosen(*name);
    accept();
}

} // namespace draftscope
