// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/theme.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QApplication>
#include <QCoreApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QIcon>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QWidget>

#include "widgets/style/style_sheet.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct ThemeWords {
    Q_DECLARE_TR_FUNCTIONS(ThemeWords)
};

ThemeKind kindShown = ThemeKind::light;
double viewsShown = 1;

/// The fonts that were asked for, of the application's font as it is. To make one each time it is written or measured
/// with would mean to look for its glyphs each time, which costs more than the writing.
class MadeFonts {
public:
    enum class Kind { regular, bold, ofTokens };

    template <class Make>
    const QFont& at(double scale, Kind kind, Make make)
    {
        const QFont base = QApplication::font();
        if (!std::exchange(m_endsWithApplication, true))
            qAddPostRoutine([] { all() = {}; });
        if (!base.isCopyOf(m_base) || m_fonts.size() >= most) {
            m_fonts.clear();
            m_base = base;
        }
        const auto [found, isNew] = m_fonts.try_emplace({scale, kind});
        if (isNew)
            found->second = make(base);
        return found->second;
    }
    static MadeFonts& all()
    {
        static MadeFonts fonts;
        return fonts;
    }

private:
    static constexpr std::size_t most = 500; ///< words that are made to fit have a size of their own

    QFont m_base;
    std::map<std::pair<double, Kind>, QFont> m_fonts;
    bool m_endsWithApplication = false; ///< no font outlives it
};

struct RoleColors {
    QRgb light, dark, highContrast;
};

RoleColors colorsOf(Role role)
{
    switch (role) {
    case Role::target:
        return {0xff2f6fb0, 0xff6aa7e0, 0xff6fa8ff};
    case Role::draft:
        return {0xffd98a00, 0xfff0ad3a, 0xffffb000};
    case Role::accepted:
        return {0xff1b8a5a, 0xff4cc38a, 0xff57e389};
    case Role::rejected:
        return {0xffc8442b, 0xfff07a63, 0xffff8f7a};
    case Role::residual:
        return {0xffa4468f, 0xffd483c2, 0xffff9ff0};
    case Role::bonus:
        return {0xff2a93c9, 0xff6cc3ee, 0xff5ff5f5};
    case Role::notJudged:
        return {0xffaeb6c2, 0xff5a6472, 0xffb4bcc8};
    case Role::muted:
        return {0xff6b7686, 0xff93a0b0, 0xffd3d9e2};
    case Role::text:
        return {0xff1d2430, 0xffe6e9ee, 0xffffffff};
    case Role::surface:
        return {0xffffffff, 0xff171b21, 0xff000000};
    case Role::page:
        return {0xfff4f5f7, 0xff0f1216, 0xff000000};
    case Role::line:
        return {0xffdfe3e9, 0xff2a313a, 0xffaab2be};
    }
    return {0xff000000, 0xffffffff, 0xffffffff};
}

QPalette paletteOfTheme()
{
    QPalette palette;
    palette.setColor(QPalette::Window, Theme::color(Role::page));
    palette.setColor(QPalette::Base, Theme::color(Role::surface));
    palette.setColor(QPalette::AlternateBase, Theme::color(Role::page));
    palette.setColor(QPalette::Button, Theme::color(Role::surface));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, Theme::color(Role::text));
    palette.setColor(QPalette::PlaceholderText, Theme::color(Role::muted));
    palette.setColor(QPalette::ToolTipBase, Theme::color(Role::surface));
    palette.setColor(QPalette::Highlight, Theme::tint(Role::target, Theme::isDark() ? 0.45 : 0.25));
    palette.setColor(QPalette::HighlightedText, Theme::color(Role::text));
    palette.setColor(QPalette::Link, Theme::color(Role::target));
    palette.setColor(QPalette::Mid, Theme::color(Role::line));
    palette.setColor(QPalette::Light, Theme::color(Role::surface));
    palette.setColor(QPalette::Dark, Theme::color(Role::muted));
    palette.setColor(QPalette::Shadow, Theme::color(Role::line));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, Theme::color(Role::notJudged));
    return palette;
}

/// Qt 6.4 has no word for it, but the icons of desktops are called so.
bool doesDesktopWantHighContrast()
{
    const QString name = QStringLiteral("HighContrast");
    return QIcon::themeName().startsWith(name) || qEnvironmentVariable("GTK_THEME").startsWith(name);
}

} // namespace

void Theme::apply(QApplication& application, ThemeKind kind, double pointSize, double views)
{
    static const bool systemIsDark = QPalette().color(QPalette::Window).lightness() < 128;
    static const ThemeKind ofDesktop = doesDesktopWantHighContrast() ? ThemeKind::highContrast
        : systemIsDark                                               ? ThemeKind::dark
                                                                     : ThemeKind::light;
    const ThemeKind wanted = kind == ThemeKind::system ? ofDesktop : kind;
    static const QApplication* styled = nullptr;
    if (styled == &application && kindShown == wanted && application.font().pointSizeF() == pointSize
        && viewsShown == views)
        return; // all widgets would be polished again, which takes longer than anything else at a start
    if (styled != &application)
        application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    styled = &application;
    kindShown = wanted;
    viewsShown = views;
    QFont base = application.font();
    base.setPointSizeF(pointSize);
    application.setFont(base);
    application.setPalette(paletteOfTheme());
    // A sheet that takes another's place makes Qt look at each widget of its cache again, and that cache can hold one
    // that is gone: a widget whose style was looked up while its parts were deleted. Without a sheet in between Qt
    // starts anew.
    application.setStyleSheet({});
    application.setStyleSheet(styleSheetOfTheme());
    application.setStyleSheet(styleSheetOfTheme()); // widgets that are not polished yet hear of it only now
}

double Theme::views()
{
    return viewsShown;
}

bool Theme::isDark()
{
    return kindShown != ThemeKind::light;
}

ThemeKind Theme::shown()
{
    return kindShown;
}

double Theme::opacity(double faint)
{
    return kindShown == ThemeKind::highContrast ? std::max(faint, 0.85) : faint;
}

double Theme::focusWidth()
{
    return kindShown == ThemeKind::highContrast ? 3.5 : 2;
}

QColor Theme::color(Role role)
{
    const RoleColors colors = colorsOf(role);
    return QColor::fromRgb(kindShown == ThemeKind::light      ? colors.light
                               : kindShown == ThemeKind::dark ? colors.dark
                                                              : colors.highContrast);
}

QColor Theme::tint(Role role, double share)
{
    const QColor over = color(role), under = color(Role::surface);
    const auto mix = [share](int a, int b) { return qRound(a * share + b * (1 - share)); };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue())};
}

QColor Theme::tintUnderWords(Role role, double share)
{
    return tint(role, kindShown == ThemeKind::highContrast ? share / 2 : share);
}

QFont Theme::tokenFont(double scale)
{
    scale *= viewsShown;
    return MadeFonts::all().at(scale, MadeFonts::Kind::ofTokens, [scale](const QFont& base) {
        QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        font.setStyleHint(QFont::Monospace);
        font.setPointSizeF(base.pointSizeF() * scale);
        return font;
    });
}

QFont Theme::font(double scale, bool bold)
{
    return barFont(scale * viewsShown, bold);
}

QFont Theme::barFont(double scale, bool bold)
{
    return MadeFonts::all().at(scale, bold ? MadeFonts::Kind::bold : MadeFonts::Kind::regular, [&](QFont font) {
        font.setPointSizeF(font.pointSizeF() * scale);
        font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
        return font;
    });
}

LightThemeMeanwhile::LightThemeMeanwhile() : m_before(Theme::shown())
{
    if (m_before != ThemeKind::light)
        Theme::apply(*qApp, ThemeKind::light, QApplication::font().pointSizeF(), viewsShown);
}

LightThemeMeanwhile::~LightThemeMeanwhile()
{
    if (m_before != ThemeKind::light)
        Theme::apply(*qApp, m_before, QApplication::font().pointSizeF(), viewsShown);
}

UnstyledMeanwhile::UnstyledMeanwhile() : m_sheet(qApp->styleSheet())
{
    qApp->setStyleSheet({});
}

UnstyledMeanwhile::~UnstyledMeanwhile()
{
    qApp->setStyleSheet(m_sheet);
    // Qt polishes them in any order: who has looked at the sizes of its parts before these were, looks again.
    for (QWidget* widget : QApplication::allWidgets())
        widget->updateGeometry();
}

bool changesSizes(const QEvent& event)
{
    return event.type() == QEvent::FontChange || event.type() == QEvent::StyleChange
        || event.type() == QEvent::LanguageChange;
}

Role roleOf(TokenSource source)
{
    switch (source) {
    case TokenSource::accepted:
        return Role::accepted;
    case TokenSource::residual:
        return Role::residual;
    case TokenSource::bonus:
        return Role::bonus;
    case TokenSource::plain:
        return Role::target;
    case TokenSource::prompt:
        return Role::text;
    }
    return Role::text;
}

Role roleOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::accepted:
        return Role::accepted;
    case Verdict::rejected:
        return Role::rejected;
    case Verdict::notJudged:
        return Role::notJudged;
    }
    return Role::notJudged;
}

QString markOf(TokenSource source)
{
    switch (source) {
    case TokenSource::accepted:
        return QStringLiteral("✓");
    case TokenSource::residual:
        return QStringLiteral("●");
    case TokenSource::bonus:
        return QStringLiteral("+");
    case TokenSource::plain:
    case TokenSource::prompt:
        return {};
    }
    return {};
}

QString markOf(Verdict verdict)
{
    return verdict == Verdict::accepted ? QStringLiteral("✓")
        : verdict == Verdict::rejected  ? QStringLiteral("✗")
                                        : QString();
}

QString wordFor(TokenSource source)
{
    switch (source) {
    case TokenSource::accepted:
        return ThemeWords::tr("accepted draft");
    case TokenSource::residual:
        return ThemeWords::tr("residual");
    case TokenSource::bonus:
        return ThemeWords::tr("bonus");
    case TokenSource::plain:
        return ThemeWords::tr("plain");
    case TokenSource::prompt:
        return ThemeWords::tr("prompt");
    }
    return {};
}

QString wordFor(Verdict verdict)
{
    switch (verdict) {
    case Verdict::accepted:
        return ThemeWords::tr("accepted");
    case Verdict::rejected:
        return ThemeWords::tr("rejected");
    case Verdict::notJudged:
        return ThemeWords::tr("not judged");
    }
    return {};
}

} // namespace draftscope
