// SPDX-License-Identifier: MIT
// The wheel changes no field that does not have the focus. Fields are found by type, so that a new one is among them.
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

#include "compare_fixture.h"
#include "gui/compare/lane_dialog.h"
#include "gui/compare/sweep_panel.h"
#include "gui/controls/wheel_over_fields.h"
#include "gui/forms/hub_dialog.h"
#include "gui/panels/setup_panel.h"
#include "gui/window/settings_dialog.h"
#include "setup_fields.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// A notch of the wheel as it comes from a mouse, to what lies under it.
void turnWheel(QWidget& over, int notches)
{
    const QPoint centre = over.rect().center();
    QWidget* const under = over.childAt(centre) ? over.childAt(centre) : &over;
    const QPointF at = under->mapFrom(&over, centre);
    QWheelEvent wheel(at, under->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&wheel);
    qApp->notify(under, &wheel);
}

QString valueOf(const QWidget& field)
{
    if (const auto* box = qobject_cast<const QComboBox*>(&field))
        return QStringLiteral("%1 %2").arg(box->currentIndex()).arg(box->currentText());
    if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(&field))
        return spin->text();
    return QString::number(qobject_cast<const QAbstractSlider*>(&field)->value());
}

std::vector<QWidget*> fieldsIn(const QWidget& whole)
{
    std::vector<QWidget*> fields;
    for (QWidget* candidate : whole.findChildren<QWidget*>())
        if (WheelOverFields::isField(*candidate) && candidate->isVisible() && candidate->window() == whole.window())
            fields.push_back(candidate);
    return fields;
}

QStringList valuesOf(const std::vector<QWidget*>& fields)
{
    QStringList values;
    for (const QWidget* field : fields)
        values << field->accessibleName() + ": " + valueOf(*field);
    return values;
}

/// Turns the wheel both ways over every field that is seen; what was changed by it, or the count of fields.
QString turnOverAll(const QWidget& whole, int& count)
{
    const auto fields = fieldsIn(whole);
    count = int(fields.size());
    const QStringList before = valuesOf(fields);
    for (QWidget* field : fields) {
        if (field->focusPolicy() == Qt::WheelFocus)
            return field->accessibleName() + " takes the focus from the wheel";
        if (field->hasFocus())
            field->clearFocus();
        for (const int notches : {-1, 1, 1}) {
            turnWheel(*field, notches);
            if (field->hasFocus() || valuesOf(fields) != before)
                return QStringLiteral("%1 %2").arg(QLatin1String(field->metaObject()->className()),
                                                   field->accessibleName());
        }
    }
    return {};
}

} // namespace

class TestWheel : public QObject {
    Q_OBJECT

private slots:
    void inStepItChangesNoField()
    {
        WindowFixture run;
        QVERIFY(run.start());
        run.find<SetupPanel>()->showAllFields(true);
        QCoreApplication::processEvents();
        int count = 0;
        QCOMPARE(turnOverAll(run.window, count), QString());
        QVERIFY2(count > 15, qPrintable(QString::number(count))); // Setup, its stop conditions, and the speed
        QVERIFY(!run.navigation.starter().setupDiffers());
    }

    void overAFieldThePanelScrolls()
    {
        WindowFixture run(test::quickSetup(), {1280, 700});
        QVERIFY(run.start());
        auto* setup = run.find<SetupPanel>();
        setup->showAllFields(true);
        QCoreApplication::processEvents();
        QScrollBar* const bar = setup->findChild<QScrollArea*>()->verticalScrollBar();
        QCOMPARE(bar->value(), 0);
        QVERIFY(bar->maximum() > 100);
        turnWheel(*test::box(run, "Target"), -1);
        const int scrolled = bar->value();
        QVERIFY(scrolled > 0);
        turnWheel(*test::field(run, "Draft length K"), 1);
        QVERIFY(bar->value() < scrolled);
        QCOMPARE(run.navigation.starter().setup(), run.navigation.run().setup());
    }

    /// Clicked, or reached with Tab.
    void withTheFocusItWorks()
    {
        WindowFixture run;
        QVERIFY(run.start());
        auto* k = test::field(run, "Draft length K");
        QTest::mouseClick(k->findChild<QLineEdit*>(), Qt::LeftButton);
        QVERIFY(k->hasFocus());
        turnWheel(*k, 1);
        QCOMPARE(run.navigation.starter().setup().settings.draftLength,
                 run.navigation.run().setup().settings.draftLength + 1);
        auto* method = test::box(run, "Method");
        method->setFocus(Qt::TabFocusReason);
        const int before = method->currentIndex();
        turnWheel(*method, -1);
        QVERIFY(method->currentIndex() != before);
    }

    void inDialogsAndCompareItChangesNoField()
    {
        test::CompareFixture run;
        QVERIFY(run.add({test::laneSetup()}));
        run.window.showWorkspace("compare");
        int count = 0;
        for (QTabBar* bar : run.window.compare().findChildren<QTabBar*>())
            for (int i = 0; i < bar->count(); ++i) {
                bar->setCurrentIndex(i);
                QCoreApplication::processEvents();
                QCOMPARE(turnOverAll(run.window, count), QString());
            }
        auto* lane = new LaneDialog(run.window.lanes(), nullptr, run.navigation.starter().setup(), &run.window);
        lane->open();
        QCoreApplication::processEvents();
        QCOMPARE(turnOverAll(*lane, count), QString());
        QVERIFY2(count > 8, qPrintable(QString::number(count)));
        lane->close();
        QTest::qWait(50); // it deletes itself
        run.window.activateWindow();
        QApplication::setActiveWindow(&run.window);
        QTest::keyClick(&run.window, Qt::Key_Comma, Qt::ControlModifier);
        auto* settings = run.find<SettingsDialog>();
        QVERIFY(settings);
        QCoreApplication::processEvents();
        QCOMPARE(turnOverAll(*settings, count), QString());
        QVERIFY2(count >= 4, qPrintable(QString::number(count)));
        settings->close();
    }

    void inASweepItChangesNoField()
    {
        test::CompareFixture run;
        QVERIFY(run.add({test::laneSetup()}));
        run.window.showWorkspace("compare");
        SweepPanel& sweep = run.window.compare().sweep();
        for (QTabBar* bar : run.window.compare().findChildren<QTabBar*>())
            for (int i = 0; i < bar->count() && !sweep.isVisible(); ++i)
                bar->setCurrentIndex(i);
        QVERIFY(sweep.isVisible());
        QCoreApplication::processEvents();
        int count = 0;
        QCOMPARE(turnOverAll(sweep, count), QString());
        QVERIFY2(count >= 2, qPrintable(QString::number(count)));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestWheel)
#include "test_wheel.moc"
