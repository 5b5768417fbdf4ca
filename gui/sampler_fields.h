// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

#include "engine/session/session.h"

class QWidget;

namespace draftscope {

class NumberField;

/// The numbers of a run that it drafts and samples with, each as a field.
class SamplerFields : public QObject {
    Q_OBJECT
public:
    using Change = std::function<void(SessionSettings&)>;

    explicit SamplerFields(QObject* parent = nullptr);
    void showNumbersOf(const SessionSettings& settings);
    /// What counts with these settings can be edited.
    void enableFor(const SessionSettings& settings);
    /// A field with its name above it; both explain it.
    [[nodiscard]] QWidget* named(NumberField* field) const;

    NumberField *const draftLength, *const temperature, *const topP, *const topK, *const minP;

signals:
    void edited(const SamplerFields::Change& change);
};

} // namespace draftscope
