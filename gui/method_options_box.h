// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/session/methods.h"

class QGridLayout;
class QLineEdit;

namespace draftscope {

class NumberField;

/// The options of the chosen method, a field each, two in a row, and below them its files, each with a button that chooses one; not
/// visible where it has neither.
class MethodOptionsBox : public QWidget {
    Q_OBJECT
public:
    explicit MethodOptionsBox(QWidget* parent = nullptr);
    /// Shows what the settings say of their method's options and files.
    void showOptionsOf(const SessionSettings& settings);

signals:
    void edited(const QString& option, int value);
    void fileEdited(const QString& file, const QString& path);

private:
    void makeFields(const Method& method);
    QWidget* makeFileField(const MethodFile& file);
    void browse(const MethodFile& file, QLineEdit* field);

    QGridLayout* m_grid;
    const Method* m_method = nullptr;
    std::vector<NumberField*> m_fields; ///< in the order of its options
    std::vector<QLineEdit*> m_files;    ///< in the order of its files
};

} // namespace draftscope
