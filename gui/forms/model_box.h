// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "gui/controls/fitting_box.h"
#include "gui/setup/model_choices.h"

namespace draftscope {

class ChoiceDelegate;

/// Lists the models that can be chosen, what each of them is, and why others cannot; then entries that open or fetch
/// further ones.
class ModelBox : public FittingBox {
    Q_OBJECT
public:
    /// `fetches`: it offers to get a model from the Hugging Face Hub, too.
    explicit ModelBox(QWidget* parent = nullptr, bool fetches = true);
    /// With this one chosen: a path, the name of an embedded one, or empty for none. It need not be among the choices.
    void showModels(const QList<ModelChoice>& choices, const std::string& chosen);
    /// An entry that asks for a server which computes.
    void offerServers();
    /// An entry at the end that fetches a model: its words and its name; empty words for none.
    void offer(const QString& words, const QString& name);

    void hidePopup() override;

signals:
    void chosen(const QString& model); ///< a path, or the name of an embedded model
    /// Another one is to be opened, or fetched. The box shows that entry until showModels().
    void folderWanted();
    void fileWanted();
    void hubWanted();
    void serverWanted();
    void fetchWanted(const QString& name);

private:
    void fill();
    void tell(int index);

    QList<ModelChoice> m_choices;
    QString m_chosen, m_offer, m_offered;
    ChoiceDelegate* const m_delegate;
    const bool m_fetches;
    bool m_offersServers = false;
    bool m_isToBeFilled = false; ///< when the list has closed: it does not change under the pointer
};

} // namespace draftscope
