// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QComboBox>

namespace draftscope {

/// Lists the models that can be chosen: those that come with the program, the one in use, and two entries that open others.
class ModelBox : public QComboBox {
    Q_OBJECT
public:
    explicit ModelBox(QWidget* parent = nullptr);
    /// Lists the models anew, with this one chosen: a path, the name of an embedded one, or empty for none.
    void showModel(const std::string& model);

signals:
    void chosen(const QString& model); ///< a path, or the name of an embedded model
    /// Another one is to be opened. The box shows that entry until showModel().
    void folderWanted();
    void fileWanted();

private:
    void tell(int index);
};

} // namespace draftscope
