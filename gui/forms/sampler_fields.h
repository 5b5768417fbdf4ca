// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QWidget>

#include "engine/session/session.h"

namespace draftscope {

class NumberField;

/// A field with its name; what its words are translated as, wherever it stands.
class SamplerField : public QWidget {
    Q_OBJECT
public:
    SamplerField(const QString& name, NumberField* field, const QString& tip);
};

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
