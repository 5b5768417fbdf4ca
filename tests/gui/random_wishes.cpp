// SPDX-License-Identifier: MIT
// What a random person asks of the program: of its windows, menus, fields and files.
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTest>

#include "engine/session/faults.h"
#include "engine/session/methods.h"
#include "engine/session/shapes.h"
#include "gui/language/language.h"
#include "gui/navigation/open_model.h"
#include "gui/panels/what_if_menu.h"
#include "random_person.h"

namespace draftscope::test {

void RandomPerson::resize()
{
    const QSize size(between(100, 2600), between(100, 1700));
    const int way = below(10);
    began(QStringLiteral("resize %1 × %2, way %3").arg(size.width()).arg(size.height()).arg(way));
    if (way == 0)
        m_window.showMaximized();
    else if (way == 1)
        m_window.showNormal();
    else if (way == 2) {
        m_window.hide();
        QTest::qWait(1);
        m_window.show();
    } else
        m_window.resize(size);
}

void RandomPerson::chooseTheme()
{
    const auto theme =
        oneOf(std::vector{ThemeKind::system, ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast});
    const int size = between(4, 30);
    began(QStringLiteral("theme %1, text %2").arg(int(theme)).arg(size));
    m_window.setTheme(theme);
    if (chance(50))
        m_window.setTextSize(size);
    if (chance(30)) { // what is checked on the screen is English
        setLanguage(Language::german);
        QTest::qWait(1);
        setLanguage(Language::english);
    }
}

void RandomPerson::triggerAction()
{
    QList<QAction*> actions;
    for (QAction* action : m_window.findChildren<QAction*>())
        if (action->isEnabled() && !action->menu() && !action->isSeparator() && !action->text().contains("Quit")
            && !action->text().contains("Deutsch"))
            actions << action;
    if (actions.isEmpty() || QApplication::activeModalWidget())
        return;
    QAction* const action = oneOf(actions);
    began("choose " + action->text());
    action->trigger();
}

void RandomPerson::movePanels()
{
    PanelArea& step = m_window.workspace();
    DockPanel* const panel = oneOf(step.panels());
    DockPanel* const other = oneOf(step.panels());
    const int way = below(8);
    began(QStringLiteral("panel %1, way %2, %3").arg(panel->objectName()).arg(way).arg(other->objectName()));
    static QByteArray kept;
    if (way == 0)
        panel->setFloating(!panel->isFloating());
    else if (way == 1 && panel != other)
        step.tabifyDockWidget(other, panel);
    else if (way == 2 && panel != other)
        step.splitDockWidget(other, panel, chance(50) ? Qt::Horizontal : Qt::Vertical);
    else if (way == 3)
        step.addDockWidget(oneOf(std::vector{Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::TopDockWidgetArea,
                                             Qt::BottomDockWidgetArea}),
                           panel);
    else if (way == 4)
        kept = step.saveLayout();
    else if (way == 5)
        step.restoreLayout(chance(80) ? kept : kept.left(kept.size() / 2));
    else if (way == 6)
        step.restoreDefaultLayout();
    else
        panel->toggleViewAction()->trigger();
}

/// A drag of a file manager or a browser, from outside.
void RandomPerson::drop()
{
    QMimeData data;
    QString what;
    if (chance(80)) {
        what = oneOf(m_files.paths());
        QList<QUrl> urls{QUrl::fromLocalFile(what)};
        if (chance(20))
            urls << QUrl::fromLocalFile(oneOf(m_files.paths()));
        data.setUrls(urls);
    } else if (chance(50))
        data.setUrls({QUrl(what = "https://example.com/trace.jsonl")});
    else
        data.setText(what = anyText().left(200));
    QWidget* const widget = chance(50) ? &m_window : anyWidget();
    began("drop " + QFileInfo(what.left(80)).fileName() + " on " + nameOf(*widget));
    QWidget* taker = widget;
    while (taker && !taker->acceptDrops())
        taker = taker->parentWidget();
    if (!taker || QApplication::activeModalWidget())
        return;
    const QPoint at = anyPoint(*taker);
    QDragEnterEvent enter(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(taker, &enter);
    if (!enter.isAccepted())
        return;
    if (chance(10)) {
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(taker, &leave);
        return;
    }
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(taker, &event);
}

// --- what is set

void RandomPerson::typeIntoField()
{
    QWidget* field = anyOf<QPlainTextEdit>();
    if (chance(40))
        field = anyOf<QLineEdit>();
    if (chance(50))
        if (auto* number = anyOf<QAbstractSpinBox>())
            field = number;
    if (!field || qobject_cast<QFileDialog*>(field->window()))
        return;
    const QString text = anyText();
    began("fill " + nameOf(*field) + " with " + text.left(40));
    if (auto* editor = qobject_cast<QPlainTextEdit*>(field))
        editor->setPlainText(text);
    else {
        auto* spin = qobject_cast<QAbstractSpinBox*>(field);
        auto* line = spin ? spin->findChild<QLineEdit*>() : qobject_cast<QLineEdit*>(field);
        const QPointer<QWidget> still = field;
        field->setFocus();
        line->selectAll();
        line->insert(text);
        if (chance(70) && still)
            QTest::keyClick(field, chance(50) ? Qt::Key_Return : Qt::Key_Tab);
    }
}

void RandomPerson::chooseFromList()
{
    auto* const list = anyOf<QComboBox>();
    if (!list || list->count() == 0)
        return;
    const int index = below(list->count());
    began("choose " + list->itemText(index) + " in " + nameOf(*list));
    if (!list->model()->flags(list->model()->index(index, 0)).testFlag(Qt::ItemIsEnabled))
        return;
    list->setCurrentIndex(index);
    emit list->activated(index);
}

/// What a trace, the command line or another version may bring: combinations that no list offers.
void RandomPerson::changeSetup()
{
    RunSetup setup = m_navigation.starter().setup();
    const Method method = oneOf(allMethods());
    if (chance(60))
        chooseMethod(setup.settings, method.name);
    if (chance(40))
        chooseShape(setup.settings, oneOf(allShapes()).name);
    if (chance(30))
        setup.settings.draftLength = oneOf(std::vector{1, 2, 4, 8, 16, 64});
    if (chance(40))
        setup.settings.sampler.temperature = oneOf(std::vector{0.0, 0.3, 0.8, 1.0, 2.0, 5.0});
    if (chance(30))
        setup.settings.sampler.topK = oneOf(std::vector{0, 1, 5, 50});
    if (chance(20))
        setup.settings.sampler.topP = oneOf(std::vector{0.05, 0.5, 0.9, 1.0});
    if (chance(30))
        setup.settings.fault = oneOf(allFaults()).name;
    if (chance(30))
        setup.settings.maxTokens = between(1, 400);
    setup.settings.seed = unsigned(below(5));
    setup.batch = {};
    if (chance(25)) {
        setup.batch.sequences = between(2, 9);
        for (int texts = below(4); texts > 0; --texts)
            setup.batch.prompts.push_back(anyText().toStdString());
        setup.batch.isSynchronised = chance(40);
        setup.batch.shortDraft = oneOf(std::vector{ShortDraft::twoTokens, ShortDraft::extraPass, ShortDraft::crop});
    }
    began("set up " + QString::fromStdString(setup.settings.method) + " K "
          + QString::number(setup.settings.draftLength) + " T " + QString::number(setup.settings.sampler.temperature)
          + " " + QString::fromStdString(setup.settings.fault) + " batch " + QString::number(setup.batch.sequences));
    m_navigation.starter().setSetup(setup);
    if (chance(70))
        m_navigation.starter().restart();
}

void RandomPerson::whatIf()
{
    const int nodes = m_navigation.playhead().round() ? int(m_navigation.playhead().round()->nodes.size()) : 0;
    const int node = below(nodes + 2) - 1;
    if (!m_navigation.run().isThere() || QApplication::activeModalWidget())
        return;
    if (chance(30)) {
        SamplerSettings sampler = m_navigation.whatIfs().inForce().sampler;
        sampler.temperature = oneOf(std::vector{0.0, 0.5, 1.0, 1.5});
        const std::vector<WhatIf> changes{
            chance(50) ? WhatIf{.kind = OverrideRecord::Kind::sampler, .sampler = sampler}
                       : WhatIf{.kind = OverrideRecord::Kind::draftLength, .draftLength = between(1, 8)}};
        const bool isAnew = chance(30);
        began(QStringLiteral("what if, settings, %1").arg(isAnew));
        if (isAnew)
            m_navigation.whatIfs().changeFromStartOfRound(changes);
        else
            m_navigation.whatIfs().change(changes);
        return;
    }
    began(QStringLiteral("what if about %1").arg(node));
    QMenu menu(&m_window);
    fillWhatIfMenu(menu, m_navigation, chance(30) ? nextNode(m_navigation) : node, &m_window);
    QList<QAction*> entries;
    for (QAction* action : menu.findChildren<QAction*>())
        if (action->isEnabled() && !action->menu() && !action->isSeparator())
            entries << action;
    if (entries.isEmpty())
        return;
    QAction* const entry = oneOf(entries);
    began("what if: " + entry->text());
    if (chance(30))
        m_navigation.player().nextMoment(); // the window goes on while the menu is open
    entry->trigger();
}

void RandomPerson::goSomewhere()
{
    if (!m_navigation.run().isThere())
        return;
    const Recording& recording = m_navigation.recording();
    const int branch = below(int(recording.branches().size()));
    const int way = below(6);
    began(QStringLiteral("go, way %1, branch %2").arg(way).arg(branch));
    if (way == 0)
        m_navigation.player().goToBranch(branch);
    else if (way == 1 && recording.roundCount(branch) > 0) {
        const int round = below(recording.roundCount(branch));
        m_navigation.player().goTo({branch, round, below(int(recording.round(branch, round).moments.size()) + 1)});
    } else if (way == 2 && !m_navigation.playhead().text().empty())
        m_navigation.player().goToToken(below(int(m_navigation.playhead().text().size())));
    else if (way == 3 && m_navigation.playhead().round())
        m_navigation.decode().playhead().selection().selectContext(
            below(int(m_navigation.playhead().round()->nodes.size()) + 1));
    else if (way == 4)
        m_navigation.player().transport().setSpeed(oneOf(std::vector{0.5, 4.0, 30.0, Player::fastest}));
    else
        m_window.showWorkspace(chance(60) ? "step" : "compare");
}

void RandomPerson::changeLanes()
{
    Lanes& lanes = m_window.lanes();
    const int way = below(11);
    began(QStringLiteral("lanes, way %1").arg(way));
    RunSetup setup = m_navigation.starter().setup();
    if (chance(50))
        chooseMethod(setup.settings, oneOf(allMethods()).name);
    Lane* const lane = lanes.count() > 0 ? &lanes.lane(below(lanes.count())) : nullptr;
    if (way < 3)
        lanes.add(setup);
    else if (way == 3)
        lanes.addPlain(setup);
    else if (way == 4 && lane)
        lanes.remove(lane);
    else if (way == 5 && lane)
        lanes.change(*lane, setup);
    else if (way == 6 && chance(40))
        lanes.clear();
    else if (way == 7) {
        lanes.player().transport().setSpeed(chance(50) ? Transport::fastest : 4);
        lanes.player().playOrPause();
    } else if (way == 8)
        lanes.player().setLock(LaneLock(below(3)));
    else if (way == 9 && lane)
        lanes.player().setCurrent(*lane);
    else
        lanes.player().show(below(lanes.recordedRounds() + 3));
}

// --- files

void RandomPerson::useFiles()
{
    const QString file = oneOf(m_files.paths());
    const int way = below(7);
    began(QStringLiteral("file %1, way %2").arg(QFileInfo(file).fileName()).arg(way));
    if (way == 0)
        m_navigation.starter().openTrace(file.toStdString());
    else if (way == 1)
        useModel(m_navigation, chance(50) ? ModelRole::target : ModelRole::draft, file.toStdString());
    else if (way == 2)
        m_navigation.files().save(
            m_files.path(QStringLiteral("saved%1.jsonl%2").arg(below(3)).arg(chance(50) ? ".zst" : "")).toStdString());
    else if (way == 3)
        m_navigation.files().save(m_files.path(chance(50) ? "nothing" : "nowhere/a.jsonl").toStdString());
    else if (way == 4)
        m_window.compare().save(
            m_files.path(oneOf(QStringList{"saved.json", "saved.md", "saved.csv", "nowhere/x.json"})).toStdString());
    else if (way == 5)
        m_window.compare().open(m_files.path(chance(60) ? "saved.json" : "comparison.json").toStdString(),
                                m_navigation.starter().setup());
    else
        m_window.compare().open(file.toStdString(), m_navigation.starter().setup());
}

void RandomPerson::spoilModel()
{
    const QString model = chance(50) ? "tales-0.8m" : "tales-6m";
    const bool isWhole = chance(60);
    began((isWhole ? "mend " : "spoil ") + model);
    m_files.spoil(model, isWhole);
}

void RandomPerson::answerDialog(QFileDialog& dialog)
{
    const bool accepts = chance(60);
    const bool saves = dialog.acceptMode() == QFileDialog::AcceptSave;
    const QString path = saves ? m_files.path(QStringLiteral("chosen%1").arg(below(3))) : oneOf(m_files.paths());
    began((accepts ? "answer " + path : QStringLiteral("cancel ")) + " in " + dialog.windowTitle());
    dialog.setOption(QFileDialog::DontConfirmOverwrite);
    if (accepts) {
        dialog.selectFile(path);
        QMetaObject::invokeMethod(&dialog, "accept");
    } else
        dialog.reject();
}

} // namespace draftscope::test
