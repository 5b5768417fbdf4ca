// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/session/shapes.h"

class QComboBox;
class QGridLayout;
class QLineEdit;

namespace draftscope {

class NumberField;

/// The options of the chosen method and shape and those of every drafted length, a field each, two in a row, and below
/// them their files, each with a button that chooses one; not visible where there are none.
class MethodOptionsBox : public QWidget {
    Q_OBJECT
public:
    explicit MethodOptionsBox(QWidget* parent = nullptr);
    /// Shows what the settings say of their method's and shape's options and files.
    void showOptionsOf(const SessionSettings& settings);
    [[nodiscard]] QWidget* firstField() const; ///< null where there are none

signals:
    void edited(const QString& option, int value);
    void fileEdited(const QString& file, const QString& path);

private:
    void makeFields(const Method& method, const ShapeKind& shape);
    QWidget* makeOptionField(const MethodOption& option);
    QWidget* makeFileField(const MethodFile& file);
    void browse(const MethodFile& file, bool isFolder, QLineEdit* field);

    QGridLayout* m_grid;
    const Method* m_method = nullptr;
    const ShapeKind* m_shape = nullptr;
    struct OptionField {
        const MethodOption* option;
        NumberField* number; ///< null where it has choices
        QComboBox* box;      ///< null where it has none
    };
    std::vector<OptionField> m_options;         ///< the method's, then the shape's, then those of the length
    std::vector<const MethodFile*> m_readFiles; ///< the method's, then the shape's
    std::vector<QLineEdit*> m_files;            ///< in their order
};

} // namespace draftscope
