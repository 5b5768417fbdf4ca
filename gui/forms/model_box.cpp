// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/model_box.h"

#include <QAbstractItemView>
#include <QFileInfo>
#include <QStandardItemModel>

#include "engine/core/http_client.h"
#include "gui/controls/choice_delegate.h"

namespace draftscope {
namespace {

constexpr auto folderEntry = "\nfolder", fileEntry = "\nfile", hubEntry = "\nhub", serverEntry = "\nserver",
               fetch = "\nfetch"; ///< entries that are no models
constexpr int widestList = 460;

} // namespace

ModelBox::ModelBox(QWidget* parent, bool fetches)
    : FittingBox(parent), m_delegate(new ChoiceDelegate(this)), m_fetches(fetches)
{
    setItemDelegate(m_delegate);
    setMaxVisibleItems(14);
    connect(this, &QComboBox::activated, this, &ModelBox::tell);
    fill();
}

void ModelBox::showModels(const QList<ModelChoice>& choices, const std::string& chosen)
{
    const QString wanted = QString::fromStdString(chosen);
    if (choices == m_choices && wanted == m_chosen && currentData() == wanted)
        return;
    m_choices = choices;
    m_chosen = wanted;
    fill();
}

void ModelBox::offer(const QString& words, const QString& name)
{
    if (words == m_offer && name == m_offered)
        return;
    m_offer = words;
    m_offered = name;
    fill();
}

void ModelBox::offerServers()
{
    m_offersServers = true;
    fill();
}

void ModelBox::fill()
{
    m_isToBeFilled = view()->isVisible();
    if (m_isToBeFilled)
        return;
    clear();
    const auto* items = qobject_cast<QStandardItemModel*>(model());
    for (const ModelChoice& choice : m_choices) {
        addItem(choice.title, choice.value.isEmpty() ? QVariant() : choice.value);
        const int last = count() - 1;
        const QString words = choice.whyNot.isEmpty() ? choice.details : choice.whyNot;
        setItemData(last, choice.details, ChoiceDelegate::DetailsRole);
        setItemData(last, words, Qt::AccessibleDescriptionRole);
        setItemData(last, choice.value.isEmpty() ? QString() : (words + '\n' + choice.value).trimmed(),
                    Qt::ToolTipRole);
        items->item(last)->setEnabled(!choice.value.isEmpty() && choice.whyNot.isEmpty());
    }
    if (!m_chosen.isEmpty() && findData(m_chosen) < 0) {
        const bool isServer = isServerAddress(m_chosen.toStdString());
        addItem(isServer ? tr("Server %1").arg(m_chosen.section(QStringLiteral("://"), 1).section('#', 0, 0))
                         : QFileInfo(m_chosen).fileName(),
                m_chosen);
        setItemData(count() - 1, m_chosen, Qt::ToolTipRole);
    }
    if (count() > 0)
        insertSeparator(count());
    addItem(tr("Open a folder…"), QString::fromLatin1(folderEntry));
    addItem(tr("Open a GGUF file…"), QString::fromLatin1(fileEntry));
    if (m_fetches)
        addItem(tr("Get from the Hugging Face Hub…"), QString::fromLatin1(hubEntry));
    if (m_offersServers)
        addItem(tr("A server that computes…"), QString::fromLatin1(serverEntry));
    if (!m_offer.isEmpty())
        addItem(m_offer, QString::fromLatin1(fetch));
    setCurrentIndex(m_chosen.isEmpty() ? -1 : findData(m_chosen));
    setToolTip(m_chosen.isEmpty() ? QString() : currentData(Qt::ToolTipRole).toString());
    view()->setMinimumWidth(std::min(widestList, m_delegate->widthOf(*this)));
}

void ModelBox::hidePopup()
{
    QComboBox::hidePopup();
    if (m_isToBeFilled)
        QMetaObject::invokeMethod(this, &ModelBox::fill, Qt::QueuedConnection); // after what was chosen is told
}

void ModelBox::tell(int index)
{
    const QString value = itemData(index).toString();
    if (value == QLatin1String(folderEntry))
        emit folderWanted();
    else if (value == QLatin1String(fileEntry))
        emit fileWanted();
    else if (value == QLatin1String(hubEntry))
        emit hubWanted();
    else if (value == QLatin1String(serverEntry))
        emit serverWanted();
    else if (value == QLatin1String(fetch))
        emit fetchWanted(m_offered);
    else if (!value.isEmpty())
        emit chosen(value);
}

} // namespace draftscope
