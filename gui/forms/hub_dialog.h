// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "engine/catalogue/hub_model.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace draftscope {

/// Asks which model of the Hugging Face Hub is to be fetched, and says at once what is wrong with a name. It deletes
/// itself when it is closed.
class HubDialog : public QDialog {
    Q_OBJECT
public:
    explicit HubDialog(QWidget* parent);

signals:
    void chosen(const draftscope::HubName& model); ///< just before it closes

private:
    void check();
    void choose();
    [[nodiscard]] Result<HubName> named() const;

    QLineEdit* m_name;
    QLabel* m_problem;
    QPushButton* m_get;
};

} // namespace draftscope
