// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/motion_setting.h"

#include <array>

#include <QAction>
#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFile>
#include <QSettings>

#include "widgets/style/motion.h"

namespace draftscope {

namespace {

const QString settingsKey = QStringLiteral("motion");

struct DesktopSetting {
    const char *space, *key;
};
/// freedesktop.org's own, GNOME's and KDE's.
constexpr std::array desktopSettings{DesktopSetting{"org.freedesktop.appearance", "reduced-motion"},
                                     DesktopSetting{"org.gnome.desktop.interface", "enable-animations"},
                                     DesktopSetting{"org.kde.kdeglobals.KDE", "AnimationDurationFactor"}};

/// Looking for a bus where there is none would start one.
bool hasSessionBus()
{
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")
        || QFile::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

} // namespace

std::optional<bool> wantsLessMotion(const QString& space, const QString& key, const QVariant& value)
{
    for (std::size_t i = 0; i < desktopSettings.size(); ++i) {
        if (space != QLatin1String(desktopSettings[i].space) || key != QLatin1String(desktopSettings[i].key))
            continue;
        bool isNumber = false;
        const double number = value.toDouble(&isNumber);
        if (i == 0)
            return isNumber ? std::optional(number == 1) : std::nullopt;
        if (i == 1)
            return value.metaType().id() == QMetaType::Bool ? std::optional(!value.toBool()) : std::nullopt;
        return isNumber ? std::optional(number == 0) : std::nullopt;
    }
    return std::nullopt;
}

MotionSetting::MotionSetting(bool isKept, QObject* parent)
    : QObject(parent), m_action(new QAction(tr("Animate moments"), this)), m_desktopWants(isKept)
{
    m_action->setCheckable(true);
    connect(m_action, &QAction::triggered, this, &MotionSetting::choose);
    if (isKept)
        askDesktop();
    show();
}

void MotionSetting::choose(bool on)
{
    m_chosen = on;
    show();
}

void MotionSetting::show()
{
    Motion::setAllowed(m_chosen.value_or(m_desktopWants));
    m_action->setChecked(Motion::isAllowed());
}

/// The portal answers when it does; it is not waited for.
void MotionSetting::askDesktop()
{
    if (!hasSessionBus())
        return;
    for (const auto& [space, key] : desktopSettings) {
        QDBusMessage question = QDBusMessage::createMethodCall(
            QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
            QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("Read"));
        question << QString::fromLatin1(space) << QString::fromLatin1(key);
        auto* answer = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
        connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, space = space, key = key] {
            answer->deleteLater();
            const QDBusPendingReply<QDBusVariant> reply = *answer;
            if (reply.isError())
                return;
            QVariant value = reply.value().variant();
            if (value.canConvert<QDBusVariant>()) // which is in there twice
                value = value.value<QDBusVariant>().variant();
            if (wantsLessMotion(QString::fromLatin1(space), QString::fromLatin1(key), value).value_or(false)) {
                m_desktopWants = false;
                show();
            }
        });
    }
}

void MotionSetting::remember() const
{
    QSettings settings;
    if (m_chosen)
        settings.setValue(settingsKey, *m_chosen);
}

void MotionSetting::recall()
{
    const QVariant kept = QSettings().value(settingsKey);
    if (kept.isValid())
        m_chosen = kept.toBool();
    show();
}

} // namespace draftscope
