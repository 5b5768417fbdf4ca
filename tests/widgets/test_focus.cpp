// SPDX-License-Identifier: MIT
// The mark of the focus, and the keys of views with a current item.
#include <cmath>

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

/// WCAG's contrast ratio, 1 to 21.
double contrast(QColor a, QColor b)
{
    const auto luminance = [](QColor color) {
        const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
    };
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

std::optional<ItemKey> keyOf(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    return itemKeyOf(QKeyEvent(QEvent::KeyPress, key, modifiers));
}

int rings(const QWidget& window)
{
    return int(window.findChildren<QWidget*>(QStringLiteral("focusRing")).size());
}

} // namespace

class TestFocus : public QObject {
    Q_OBJECT

private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void theMarkStandsOut_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << int(ThemeKind::light);
        QTest::newRow("dark") << int(ThemeKind::dark);
    }

    void theMarkStandsOut()
    {
        QFETCH(const int, theme);
        Theme::apply(*qApp, ThemeKind(theme));
        for (const Role ground : {Role::surface, Role::page}) {
            QImage image(60, 40, QImage::Format_RGB32);
            image.fill(Theme::color(ground));
            QPainter painter(&image);
            paintFocus(painter, QRectF(10, 10, 40, 20));
            painter.end();
            const QColor line = sample::mostDifferent(image, image.rect(), Theme::color(ground));
            QVERIFY2(contrast(line, Theme::color(ground)) >= 3, "what WCAG wants of an indicator of focus");
            QCOMPARE(image.pixelColor(30, 20), Theme::color(ground)); // nothing is covered
            QCOMPARE(image.pixelColor(8, 20), Theme::color(ground));  // it stays inside
        }
    }

    void theMarkFollowsTheFocus()
    {
        QWidget window;
        FocusRing ring(&window);
        auto* layout = new QVBoxLayout(&window);
        auto* field = new QLineEdit;
        auto* button = new QPushButton("Do it");
        auto* home = new QWidget;
        home->setFocusPolicy(Qt::ClickFocus);
        for (QWidget* widget : std::initializer_list<QWidget*>{field, button, home})
            layout->addWidget(widget);
        window.show();
        QApplication::setActiveWindow(&window);
        for (QWidget* widget : std::initializer_list<QWidget*>{field, button}) {
            widget->setFocus();
            QCOMPARE(rings(window), 1);
            QCOMPARE(rings(*widget), 1);
            widget->resize(widget->size() + QSize(10, 5));
            QCOMPARE(widget->findChild<QWidget*>("focusRing")->size(), widget->size());
        }
        QTest::mouseClick(button, Qt::LeftButton); // goes through the mark
        home->setFocus();
        QCOMPARE(rings(window), 0); // no stop of the Tab key
        button->setFocus();
        delete button;
        QCOMPARE(rings(window), 0);
    }

    void theMarkOfAnotherWindowIsItsOwn()
    {
        QWidget window, other;
        FocusRing ring(&window);
        auto* field = new QLineEdit(&other);
        other.show();
        QApplication::setActiveWindow(&other);
        field->setFocus();
        QVERIFY(field->hasFocus());
        QCOMPARE(rings(other), 0);
    }

    void theTransportsKeysAreLeftToIt()
    {
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End, Qt::Key_F5,
                                  Qt::Key_F9, Qt::Key_F10, Qt::Key_Plus, Qt::Key_Minus})
            QVERIFY2(!keyOf(key), qPrintable(QKeySequence(key).toString()));
        QVERIFY(!keyOf(Qt::Key_F10, Qt::ShiftModifier));
        QVERIFY(!keyOf(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier));
        QCOMPARE(keyOf(Qt::Key_Left, Qt::ControlModifier), ItemKey::previous);
        QCOMPARE(keyOf(Qt::Key_Enter, Qt::KeypadModifier), ItemKey::activate);
    }

    void keysStayWithinTheItems()
    {
        QCOMPARE(movedBy(ItemKey::previous, 0, 5, 2), 0);
        QCOMPARE(movedBy(ItemKey::next, 4, 5, 2), 4);
        QCOMPARE(movedBy(ItemKey::down, 1, 5, 2), 2);
        QCOMPARE(movedBy(ItemKey::up, 1, 5, 2), 0);
        QCOMPARE(movedBy(ItemKey::pageDown, 1, 5, 2), 3);
        QCOMPARE(movedBy(ItemKey::pageUp, 1, 5, 2), 0);
        QCOMPARE(movedBy(ItemKey::first, 3, 5, 2), 0);
        QCOMPARE(movedBy(ItemKey::last, 3, 5, 2), 4);
        QCOMPARE(movedBy(ItemKey::last, -1, 0, 2), -1);
        QCOMPARE(movedBy(ItemKey::next, -1, 0, 2), -1);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestFocus)
#include "test_focus.moc"
