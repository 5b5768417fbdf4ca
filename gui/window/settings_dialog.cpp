// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/settings_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "gui/controls/fitting_box.h"
#include "gui/forms/backend_fields.h"
#include "gui/language/language.h"
#include "gui/navigation/navigation.h"
#include "gui/setup/model_folders.h"
#include "gui/window/main_window.h"
#include "gui/window/motion_setting.h"
#include "gui/window/window_look.h"
#include "gui/window/workspace_state_keeper.h"
#include "gui/worker/backend_setting.h"

namespace draftscope {

namespace {

template <class Value>
QComboBox* choices(const std::vector<std::pair<QString, Value>>& all, const Value& chosen)
{
    auto* box = new FittingBox;
    for (const auto& [words, value] : all) {
        box->addItem(words, QVariant::fromValue(value));
        if (value == chosen)
            box->setCurrentIndex(box->count() - 1);
    }
    return box;
}

QLabel* explanation(const QString& words)
{
    auto* label = new QLabel(words);
    label->setObjectName(QStringLiteral("muted"));
    label->setWordWrap(true);
    return label;
}

} // namespace

SettingsDialog::SettingsDialog(MainWindow& window, Navigation& navigation, MotionSetting& motion,
                               WorkspaceStateKeeper& session)
    : QDialog(&window), m_window(window), m_navigation(navigation), m_motion(motion), m_session(session),
      m_backend(new BackendFields(this)), m_backendSays(explanation({})), m_folders(new QListWidget),
      m_remove(new QPushButton(tr("Remove")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    auto* content = new QWidget;
    m_form = new QFormLayout(content);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    auto* scroll = new QScrollArea; // with large letters they are higher than a small screen
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QVBoxLayout(this);
    column->addWidget(scroll, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    addLooks();
    addStart();
    addComputing();
    addModels();
    const int line = fontMetrics().height();
    const int wide = std::max(line * 32, content->minimumSizeHint().width() + line * 3);
    resize(wide, std::min(m_form->heightForWidth(wide) + line * 6, std::max(window.height() - line * 2, line * 20)));
}

void SettingsDialog::addSection(const QString& title)
{
    auto* heading = new QLabel(title);
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    heading->setContentsMargins(0, m_form->rowCount() > 0 ? fontMetrics().height() / 2 : 0, 0, 0);
    m_form->addRow(heading);
}

/// The field gets its name for assistive technology, too.
void SettingsDialog::addRow(const QString& name, QWidget* field)
{
    field->setAccessibleName(name);
    m_form->addRow(name, field);
}

void SettingsDialog::addLooks()
{
    addSection(tr("Looks"));
    auto* colours = choices<int>({{tr("Those of the desktop"), int(ThemeKind::system)},
                                  {tr("Light"), int(ThemeKind::light)},
                                  {tr("Dark"), int(ThemeKind::dark)},
                                  {tr("High contrast"), int(ThemeKind::highContrast)}},
                                 int(m_window.look().theme()));
    connect(colours, &QComboBox::activated, this,
            [this, colours] { m_window.setTheme(ThemeKind(colours->currentData().toInt())); });
    addRow(tr("Colours"), colours);

    auto* languages = choices<int>({{tr("That of the desktop"), int(Language::system)},
                                    {QStringLiteral("English"), int(Language::english)},
                                    {QStringLiteral("Deutsch"), int(Language::german)}},
                                   int(draftscope::language()));
    connect(languages, &QComboBox::activated, this,
            [languages] { setLanguage(Language(languages->currentData().toInt())); });
    addRow(tr("Language"), languages);

    auto* letters = new QDoubleSpinBox;
    letters->setLocale(numberStyle() == NumberStyle::german ? QLocale(QLocale::German) : QLocale::c());
    letters->setRange(WindowLook::smallestText, WindowLook::largestText);
    letters->setDecimals(1);
    letters->setSingleStep(1);
    letters->setSuffix(tr(" points"));
    letters->setValue(m_window.look().textSize());
    letters->setKeyboardTracking(false);
    connect(letters, &QDoubleSpinBox::valueChanged, this, [this](double points) { m_window.setTextSize(points); });
    addRow(tr("Letters"), letters);

    auto* moves = new QCheckBox(tr("What a moment changes moves to its place"));
    moves->setChecked(m_motion.action()->isChecked());
    connect(moves, &QCheckBox::toggled, this, [this](bool on) {
        if (m_motion.action()->isChecked() != on)
            m_motion.action()->trigger();
    });
    addRow(tr("Motion"), moves);
}

void SettingsDialog::addStart()
{
    addSection(tr("Start"));
    auto* restores = new QCheckBox(tr("Begin where I left off"));
    restores->setChecked(m_session.isWanted());
    restores->setEnabled(m_session.isKept());
    restores->setToolTip(tr("The next start opens what is open when the program ends"));
    connect(restores, &QCheckBox::toggled, &m_session, &WorkspaceStateKeeper::setWanted);
    addRow(tr("Session"), restores);
}

void SettingsDialog::addComputing()
{
    addSection(tr("Computing"));
    m_backend->addTo(*m_form);
    m_backendSays->setTextFormat(Qt::PlainText);
    m_form->addRow(m_backendSays);
    showBackend();
    connect(m_backend, &BackendFields::edited, this, [this] { m_navigation.thread().useBackend(m_backend->choice()); });
    connect(&m_navigation.thread(), &SessionThread::backendAnswered, this, &SettingsDialog::onBackendAnswered);
}

/// As the navigation has it.
void SettingsDialog::showBackend()
{
    m_backend->show(m_navigation.thread().backend());
    m_backendSays->setText(m_navigation.run().isThere() && m_navigation.run().computation().canCompute()
                               ? tr("The run in Step is on %1 and stays there. What is chosen here counts from the "
                                    "next run on; Ctrl+R restarts this one.")
                                     .arg(QString::fromStdString(m_navigation.recording().header().backend))
                               : tr("Counts from the next run on."));
}

void SettingsDialog::onBackendAnswered(const QString& problem)
{
    showBackend();
    if (!problem.isEmpty())
        m_backendSays->setText(problem);
    else if (m_session.isKept()) // what a command line chose is for that time
        keepBackend(m_navigation.thread().backend());
}

void SettingsDialog::addModels()
{
    addSection(tr("Models"));
    m_form->addRow(
        explanation(tr("Setup lists what Hugging Face, LM Studio, llama.cpp and Ollama keep on this machine, "
                       "and what lies in these folders:")));
    m_folders->setAccessibleName(tr("Folders with models"));
    m_folders->setMaximumHeight(fontMetrics().height() * 6);
    auto* add = new QPushButton(tr("Add a folder…"));
    add->setAutoDefault(false);
    m_remove->setAutoDefault(false);
    connect(add, &QPushButton::clicked, this, &SettingsDialog::addFolder);
    connect(m_remove, &QPushButton::clicked, this, &SettingsDialog::removeFolder);
    connect(m_folders, &QListWidget::currentRowChanged, this, [this](int row) { m_remove->setEnabled(row >= 0); });
    auto* row = new QHBoxLayout;
    row->addWidget(add);
    row->addWidget(m_remove);
    row->addStretch(1);
    m_form->addRow(m_folders);
    m_form->addRow(row);
    showFolders();
}

void SettingsDialog::showFolders()
{
    m_folders->clear();
    m_folders->addItems(addedModelFolders());
    m_remove->setEnabled(m_folders->currentRow() >= 0);
}

void SettingsDialog::addFolder()
{
    auto* dialog = new QFileDialog(this, tr("A folder with models"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& path) { setFolders(addedModelFolders() + QStringList{path}); });
    dialog->open();
}

void SettingsDialog::removeFolder()
{
    QStringList folders = addedModelFolders();
    if (m_folders->currentRow() >= 0)
        folders.removeAt(m_folders->currentRow());
    setFolders(folders);
}

void SettingsDialog::setFolders(const QStringList& folders)
{
    setAddedModelFolders(folders);
    if (m_session.isKept())
        keepModelFolders();
    showFolders();
    emit modelFoldersChanged();
}

} // namespace draftscope
