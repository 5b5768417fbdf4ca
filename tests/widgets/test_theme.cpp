// SPDX-License-Identifier: MIT
// Colours can be read in both themes, and no state is told by colour alone.
#include <cmath>
#include <set>

#include <QApplication>
#include <QTest>

#include "tests/test_main.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

/// Relative luminance and contrast as WCAG 2 defines them.
double luminance(QColor color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(QColor a, QColor b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

constexpr ThemeKind themes[] = {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast};

const char* nameOf(ThemeKind theme)
{
    return theme == ThemeKind::light ? "light" : theme == ThemeKind::dark ? "dark" : "high contrast";
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT
private slots:
    void contrastKnowsItsEnds();
    void colorsStandOut_data();
    void colorsStandOut();
    void themesDiffer();
    void highContrastIsReadOnEveryTint();
    void highContrastHasThickLines();
    void tintGoesFromSurfaceToRole();
    void paletteFollows_data();
    void paletteFollows();
    void styleSheetNamesNoUnknownColour();
    void fontsFollowTheSize();
    void statesDifferWithoutColour();
    void statesDifferInColour();
};

void TestTheme::contrastKnowsItsEnds()
{
    QVERIFY(std::abs(contrast(Qt::black, Qt::white) - 21) < 1e-9);
    QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
}

void TestTheme::colorsStandOut_data()
{
    QTest::addColumn<ThemeKind>("theme");
    QTest::addColumn<Role>("role");
    QTest::addColumn<Role>("ground");
    QTest::addColumn<double>("least");
    for (const ThemeKind theme : themes) {
        for (const auto& [name, ground] : {std::pair("surface", Role::surface), {"page", Role::page}}) {
            QTest::addRow("%s: text on %s", nameOf(theme), name) << theme << Role::text << ground << 7.0;
            QTest::addRow("%s: muted on %s", nameOf(theme), name)
                << theme << Role::muted << ground << (theme == ThemeKind::highContrast ? 7.0 : 4.0);
        }
        // Every role that a view writes words in; draft and not judged as well: "proposed", "not judged".
        for (const auto& [name, role] : {std::pair("target", Role::target),
                                         {"draft", Role::draft},
                                         {"accepted", Role::accepted},
                                         {"rejected", Role::rejected},
                                         {"residual", Role::residual},
                                         {"bonus", Role::bonus},
                                         {"not judged", Role::notJudged}})
            QTest::addRow("%s: %s", nameOf(theme), name)
                << theme << role << Role::surface << (theme == ThemeKind::highContrast ? 7.0 : 3.0);
    }
}

void TestTheme::colorsStandOut()
{
    QFETCH(const ThemeKind, theme);
    QFETCH(const Role, role);
    QFETCH(const Role, ground);
    QFETCH(const double, least);
    Theme::apply(*qApp, theme);
    const double ratio = contrast(Theme::color(role), Theme::color(ground));
    // Known defects of the design's table of colours; mending one is told here by an unexpected pass.
    QEXPECT_FAIL("light: draft", "#d98a00 on white has 2.77", Continue);
    QEXPECT_FAIL("light: not judged", "#aeb6c2 on white has 2.04", Continue);
    QEXPECT_FAIL("dark: not judged", "#5a6472 on #171b21 has 2.88", Continue);
    QVERIFY2(ratio >= least, qPrintable(QStringLiteral("contrast %1, wanted %2").arg(ratio).arg(least)));
}

void TestTheme::themesDiffer()
{
    Theme::apply(*qApp, ThemeKind::light);
    QVERIFY(!Theme::isDark());
    const QColor light = Theme::color(Role::surface);
    Theme::apply(*qApp, ThemeKind::dark);
    QVERIFY(Theme::isDark());
    QVERIFY(luminance(light) > 0.9);
    QVERIFY(luminance(Theme::color(Role::surface)) < 0.05);
}

/// Words stand on tints of at most this share: tokens, cards, verdicts, what is selected.
void TestTheme::highContrastIsReadOnEveryTint()
{
    Theme::apply(*qApp, ThemeKind::highContrast);
    QCOMPARE(Theme::shown(), ThemeKind::highContrast);
    QVERIFY(Theme::isDark());
    for (const Role role : {Role::target, Role::draft, Role::accepted, Role::rejected, Role::residual, Role::bonus,
                            Role::notJudged, Role::muted})
        QVERIFY2(contrast(Theme::color(Role::text), Theme::tint(role, 0.3)) >= 7,
                 qPrintable(QStringLiteral("role %1").arg(int(role))));
    // Cells of the time line and of a sweep's map.
    QVERIFY(contrast(Theme::color(Role::text), Theme::tintUnderWords(Role::accepted, 0.7)) >= 7);
    QVERIFY(contrast(Theme::color(Role::text), Theme::tintUnderWords(Role::draft, 0.62)) >= 7);
    // What is faded, on black.
    const double opacity = Theme::opacity(0.4);
    const QColor words = Theme::color(Role::muted);
    QVERIFY(contrast(QColor::fromRgbF(float(words.redF() * opacity), float(words.greenF() * opacity),
                                      float(words.blueF() * opacity)),
                     Theme::color(Role::surface))
            >= 7);
    const QPalette palette = qApp->palette();
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 7);
    QVERIFY(contrast(palette.color(QPalette::Disabled, QPalette::Text), palette.color(QPalette::Base)) >= 7);
    QVERIFY(contrast(Theme::color(Role::line), Theme::color(Role::surface)) >= 7);
    {
        const LightThemeMeanwhile light;
        QCOMPARE(Theme::shown(), ThemeKind::light);
    }
    QCOMPARE(Theme::shown(), ThemeKind::highContrast);
}

void TestTheme::highContrastHasThickLines()
{
    Theme::apply(*qApp, ThemeKind::light);
    const double focus = Theme::focusWidth();
    QVERIFY(!qApp->styleSheet().contains(QStringLiteral("border: 2px solid")));
    Theme::apply(*qApp, ThemeKind::highContrast);
    QVERIFY(Theme::focusWidth() >= focus + 1);
    QVERIFY(qApp->styleSheet().contains(QStringLiteral("border: 2px solid ") + Theme::color(Role::text).name()));
}

void TestTheme::tintGoesFromSurfaceToRole()
{
    Theme::apply(*qApp, ThemeKind::light);
    QCOMPARE(Theme::tint(Role::accepted, 0), Theme::color(Role::surface));
    QCOMPARE(Theme::tint(Role::accepted, 1), Theme::color(Role::accepted));
    const int half = Theme::tint(Role::accepted, 0.5).red();
    QVERIFY(std::abs(half - (Theme::color(Role::accepted).red() + Theme::color(Role::surface).red()) / 2.0) <= 1);
}

void TestTheme::paletteFollows_data()
{
    QTest::addColumn<ThemeKind>("theme");
    for (const ThemeKind theme : themes)
        QTest::newRow(nameOf(theme)) << theme;
}

void TestTheme::paletteFollows()
{
    QFETCH(const ThemeKind, theme);
    Theme::apply(*qApp, theme);
    const QPalette palette = qApp->palette();
    QCOMPARE(palette.color(QPalette::Base), Theme::color(Role::surface));
    QCOMPARE(palette.color(QPalette::Window), Theme::color(Role::page));
    QVERIFY(contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) >= 7);
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
    QVERIFY(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= 7);
}

void TestTheme::styleSheetNamesNoUnknownColour()
{
    Theme::apply(*qApp, ThemeKind::light);
    QVERIFY(qApp->styleSheet().contains(Theme::color(Role::page).name()));
    QVERIFY2(!qApp->styleSheet().contains('@'), "a colour's name was left in the style sheet");
}

void TestTheme::fontsFollowTheSize()
{
    Theme::apply(*qApp, ThemeKind::light, 16);
    QCOMPARE(Theme::font().pointSizeF(), 16.0);
    QCOMPARE(Theme::tokenFont(0.5).pointSizeF(), 8.0);
    QVERIFY(Theme::font(1, true).weight() > Theme::font().weight());
    Theme::apply(*qApp, ThemeKind::light);
    QCOMPARE(Theme::font().pointSizeF(), 10.5);
}

void TestTheme::statesDifferWithoutColour()
{
    // Those that stand side by side in one text or on one stage.
    std::set<QString> marks, words;
    for (const TokenSource source :
         {TokenSource::accepted, TokenSource::residual, TokenSource::bonus, TokenSource::plain}) {
        marks.insert(markOf(source));
        words.insert(wordFor(source));
    }
    QCOMPARE(int(marks.size()), 4);
    words.insert(wordFor(TokenSource::prompt));
    QCOMPARE(int(words.size()), 5);
    QVERIFY(!words.contains(QString()));

    std::set<QString> verdictMarks, verdictWords;
    for (const Verdict verdict : {Verdict::accepted, Verdict::rejected, Verdict::notJudged}) {
        verdictMarks.insert(markOf(verdict));
        verdictWords.insert(wordFor(verdict));
    }
    QCOMPARE(int(verdictMarks.size()), 3);
    QCOMPARE(int(verdictWords.size()), 3);
    QVERIFY(!verdictWords.contains(QString()));
    QCOMPARE(markOf(Verdict::accepted), markOf(TokenSource::accepted));
}

void TestTheme::statesDifferInColour()
{
    for (const ThemeKind theme : themes) {
        Theme::apply(*qApp, theme);
        std::set<QRgb> colors;
        for (const Role role :
             {roleOf(TokenSource::accepted), roleOf(Verdict::rejected), roleOf(TokenSource::residual),
              roleOf(TokenSource::bonus), roleOf(TokenSource::plain), roleOf(Verdict::notJudged), Role::draft})
            colors.insert(Theme::color(role).rgb());
        QCOMPARE(int(colors.size()), 7);
        QCOMPARE(roleOf(Verdict::accepted), roleOf(TokenSource::accepted));
    }
}

DRAFTSCOPE_WINDOW_TEST(TestTheme)
#include "test_theme.moc"
