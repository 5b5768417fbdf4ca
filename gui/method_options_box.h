// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/session/methods.h"

class QGridLayout;

namespace draftscope {

class NumberField;

/// The options of the chosen method, a field each, two in a row; not visible where it has none.
class MethodOptionsBox : public QWidget {
    Q_OBJECT
public:
    explicit MethodOptionsBox(QWidget* parent = nullptr);
    /// Shows what the settings say of their method's options.
    void showOptionsOf(const SessionSettings& settings);

signals:
    void edited(const QString& option, int value);

private:
    void makeFields(const Method& method);

    QGridLayout* m_grid;
    const Method* m_method = nullptr;
    std::vector<NumberField*> m_fields; ///< in the order of its options
};

} // namespace draftscope
