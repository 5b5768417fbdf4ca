// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/style_sheet.h"

#include <utility>

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

/// "@page" and so on stand for the colours of the theme.
constexpr char sheetOfAllThemes[] = R"(
QMainWindow, QDialog { background: @page; }
QMainWindow::separator { background: @page; width: 8px; height: 8px; }
QMenuBar { background: @surface; border-bottom: 1px solid @line; padding: 2px 6px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected, QMenu::item:selected { background: @page; color: @text; }
QMenu { background: @surface; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 24px; border-radius: 4px; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QToolBar { background: @surface; border: none; border-bottom: 1px solid @line; spacing: 6px; padding: 7px 10px; }
QToolBar[isLow="true"] { padding: 3px 10px; }
QMenuBar[isLow="true"] { padding: 0px 6px; }
QMenuBar[isLow="true"]::item { padding: 2px 8px; }
QToolBar::separator { background: @line; width: 1px; margin: 4px 6px; }
QToolBar QToolButton, QPushButton { background: @surface; border: 1px solid @line; border-radius: 6px;
   padding: 5px 9px; }
QToolBar QToolButton { padding: 5px 7px; }
QToolBar QToolButton:hover, QPushButton:hover { background: @page; }
QToolBar QToolButton:disabled, QPushButton:disabled { color: @notJudged; }
QToolBar QToolButton#play, QPushButton#primary { background: @text; color: @surface; border-color: @text; }
QToolBar QToolButton#play:disabled { background: @notJudged; border-color: @notJudged; }
QToolButton::menu-indicator { image: none; }
QStatusBar { background: @surface; border-top: 1px solid @line; color: @muted; }
QStatusBar::item { border: none; }
QWidget#panelHeader { background: @surface; border: 1px solid @line; border-top-left-radius: 8px;
   border-top-right-radius: 8px; }
QWidget#panelBody { background: @surface; border: 1px solid @line; border-top: none; border-bottom-left-radius: 8px;
  border-bottom-right-radius: 8px; }
QWidget#panelBody[isBare="true"] { border-top: 1px solid @line; border-top-left-radius: 8px;
   border-top-right-radius: 8px; }
QWidget#panelHeader[isMoved="true"] { border-color: @text; border-bottom-color: @line; }
QWidget#panelBody[isMoved="true"] { border-color: @text; }
QLabel#moved { color: @text; font-weight: 600; }
QWidget#card { background: @surface; border: 1px solid @line; border-radius: 8px; }
QWidget#card[isWrong="true"] { border-color: @rejected; }
QTabWidget::pane { border: none; }
QWidget#messageBar { background: @surface; border-bottom: 1px solid @line; }
QWidget#setupBar { background: @surface; border-bottom: 1px solid @line; }
QWidget#setupBar QPushButton { padding: 2px 9px; }
QWidget#setupBar QPushButton[isLow="true"] { padding: 0px 7px; }
QPushButton#setupDiffers { border: 1px solid transparent; text-align: left; color: @text; }
QPushButton#setupDiffers:disabled { color: @muted; }
QPushButton#setupDiffers:hover:enabled { border-color: @line; }
QPushButton#restartWithSetup:enabled { background: @text; color: @surface; border-color: @text; }
QLabel#nonDefaultFields, QLabel#treeSize { color: @muted; }
QToolButton#disclosure { border: 1px solid transparent; border-radius: 5px; color: @text; font-weight: 600;
  padding: 1px 4px 1px 0; }
QToolButton#disclosure:hover, QToolButton#disclosure:focus { border-color: @line; }
QWidget#faultBar { background: @surface; border-bottom: 2px solid @rejected; }
QLabel#problem { color: @rejected; }
QLabel#panelTitle { font-weight: 600; }
QLabel#panelTitle[isWrong="true"] { color: @rejected; }
QLabel#panelSubtitle, QLabel#muted, QLabel#whyNoChat { color: @muted; }
QToolButton#panelClose { border: none; color: @notJudged; padding: 1px 5px; }
QToolButton#panelClose:hover { color: @text; }
QToolButton#corner { border: 1px solid transparent; border-radius: 5px; color: @muted; padding: 1px 2px; }
QToolButton#corner:hover, QToolButton#corner:focus { border-color: @line; }
QToolButton#corner:checked { background: @page; border-color: @line; color: @text; }
QToolButton#cornerButton { background: @surface; border: 1px solid @line; border-radius: 5px; color: @text;
   padding: 1px 8px; }
QToolButton#cornerButton:hover, QToolButton#cornerButton:focus { background: @page; border-color: @muted; }
QToolButton#cornerButton:checked { background: @page; border-color: @text; }
QToolButton#cornerButton:disabled { color: @notJudged; }
QScrollArea, QAbstractScrollArea { border: none; }
QComboBox, QSpinBox, QDoubleSpinBox, QLineEdit { background: @surface; border: 1px solid @line;
   border-radius: 6px; padding: 4px 8px;
  min-height: 1.35em; }
QPlainTextEdit { background: @surface; border: 1px solid @line; border-radius: 6px; padding: 4px; }
QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus, QPlainTextEdit:focus { border-color: @target; }
QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled { color: @notJudged; }
QComboBox { padding: 4px 4px 4px 8px; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox::down-arrow { image: url(:/widgets/chevron-down.svg); width: 10px; height: 10px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: 18px; border: none;
   background: transparent; }
QAbstractSpinBox::up-button { subcontrol-position: top right; margin: 3px 2px 0 0; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin: 0 2px 3px 0; }
QAbstractSpinBox::up-arrow { image: url(:/widgets/chevron-up.svg); width: 9px; height: 9px; }
QAbstractSpinBox::down-arrow { image: url(:/widgets/chevron-down.svg); width: 9px; height: 9px; }
QCheckBox { spacing: 7px; }
QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid @notJudged; border-radius: 3px;
   background: @surface; }
QCheckBox::indicator:checked { image: url(:/widgets/tick.svg); border-color: @muted; }
QCheckBox::indicator:focus, QCheckBox::indicator:hover { border-color: @target; }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @line; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: @muted; padding: 7px 8px; border: none;
   border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @text; font-weight: 600; }
QTabBar[isLow="true"]::tab { padding: 3px 8px; }
QProgressBar#laneProgress { background: @line; border: none; border-radius: 2px; }
QProgressBar#laneProgress::chunk { background: @muted; border-radius: 2px; }
QTabBar#workspaces::tab { padding: 4px 14px; font-weight: 600; }
QHeaderView::section { background: @surface; color: @muted; border: none; border-bottom: 1px solid @line;
   padding: 4px 8px; }
QHeaderView#tight::section { padding: 4px 3px; }
QTableView { background: @surface; border: none; gridline-color: @page; }
QDialog QListWidget { background: @surface; border: 1px solid @line; border-radius: 6px; padding: 3px; }
QScrollBar:vertical { background: transparent; width: 9px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 9px; margin: 0; }
QScrollBar::handle { background: @line; border-radius: 4px; min-height: 24px; min-width: 24px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none;
   border: none; width: 0; height: 0; }
QToolTip { background: @surface; color: @text; border: 1px solid @line; padding: 4px; }
)";

/// What high contrast has besides its colours.
QString thickLines()
{
    return QStringLiteral(R"(
QMenu, QToolTip { border: 2px solid %1; }
QMenu::item:selected, QMenuBar::item:selected { background: %1; color: %2; }
QToolBar QToolButton, QPushButton, QComboBox, QSpinBox, QDoubleSpinBox, QLineEdit, QPlainTextEdit {
   border: 2px solid %1; }
QToolBar QToolButton:disabled, QPushButton:disabled, QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled {
  border: 2px dashed %3; color: %3; }
QToolBar QToolButton:hover, QPushButton:hover { border-color: %4; }
QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus, QPlainTextEdit:focus { border-color: %4; }
QCheckBox::indicator { border: 2px solid %1; }
QCheckBox::indicator:checked { background: %1; image: url(:/widgets/tick-dark.svg); }
QCheckBox::indicator:focus, QCheckBox::indicator:hover { border-color: %4; }
QScrollBar::handle { background: %1; }
QSlider::groove:horizontal { background: %3; height: 4px; }
QSlider::handle:horizontal { background: %1; width: 10px; margin: -6px 0; }
QTabBar::tab:selected { border-bottom: 4px solid %1; }
QToolButton#panelClose { color: %1; }
QToolButton#corner { color: %1; }
QToolButton#corner:hover, QToolButton#corner:focus, QToolButton#cornerButton { border-color: %1; }
)")
        .arg(Theme::color(Role::text).name(), Theme::color(Role::surface).name(), Theme::color(Role::notJudged).name(),
             Theme::color(Role::target).name());
}

} // namespace

QString styleSheetOfTheme()
{
    QString sheet = QLatin1String(sheetOfAllThemes);
    const std::pair<const char*, Role> names[] = {
        {"@page", Role::page},           {"@surface", Role::surface},   {"@line", Role::line},
        {"@text", Role::text},           {"@muted", Role::muted},       {"@target", Role::target},
        {"@notJudged", Role::notJudged}, {"@rejected", Role::rejected},
    };
    for (const auto& [name, role] : names)
        sheet.replace(QLatin1String(name), Theme::color(role).name());
    return Theme::shown() == ThemeKind::highContrast ? sheet + thickLines() : sheet;
}

} // namespace draftscope
