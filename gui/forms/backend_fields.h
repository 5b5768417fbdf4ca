// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "gui/setup/run_setup.h"

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace draftscope {

/// What can be chosen to compute on, as far as this processor can do it.
class BackendFields : public QObject {
    Q_OBJECT
public:
    explicit BackendFields(QObject* parent = nullptr);
    void addTo(QFormLayout& form); ///< a row each
    void show(const BackendChoice& choice);
    [[nodiscard]] BackendChoice choice() const;
    void setEnabled(bool on);

    QComboBox *const backend, *const arithmetic;
    QSpinBox* const threads;

signals:
    void edited();
};

} // namespace draftscope
