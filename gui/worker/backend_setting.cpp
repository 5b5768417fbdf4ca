// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/backend_setting.h"

#include <algorithm>

#include <QSettings>

#include "engine/backend/backends.h"
#include "engine/backend/cpu/arithmetic.h"

namespace draftscope {

namespace {

const QString nameKey = QStringLiteral("backend/name"), threadsKey = QStringLiteral("backend/threads"),
              arithmeticKey = QStringLiteral("backend/arithmetic");

} // namespace

BackendChoice keptBackend()
{
    const QSettings settings;
    const BackendChoice defaults;
    BackendChoice kept{settings.value(nameKey).toString().toStdString(), settings.value(threadsKey).toInt(),
                       settings.value(arithmeticKey).toString().toStdString()};
    if (!checkBackendName(kept.name))
        kept.name = defaults.name;
    if (!arithmeticNamed(kept.arithmetic)) // of another processor, say
        kept.arithmetic = defaults.arithmetic;
    kept.threads = std::clamp(kept.threads, 0, BackendChoice::mostThreads);
    return kept;
}

void keepBackend(const BackendChoice& choice)
{
    QSettings settings;
    settings.setValue(nameKey, QString::fromStdString(choice.name));
    settings.setValue(threadsKey, choice.threads);
    settings.setValue(arithmeticKey, QString::fromStdString(choice.arithmetic));
}

} // namespace draftscope
