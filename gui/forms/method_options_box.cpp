// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/method_options_box.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include "engine/session/draft_length.h"
#include "gui/controls/labelled_field.h"
#include "gui/controls/number_field.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

MethodOptionsBox::MethodOptionsBox(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, 1);
}

void MethodOptionsBox::showOptionsOf(const SessionSettings& settings)
{
    const auto method = methodNamed(settings.method);
    const auto shape = shapeNamed(settings.shape);
    if (!method || !shape)
        return;
    if (*method != m_method || *shape != m_shape)
        makeFields(**method, **shape);
    for (const OptionField& field : m_options) {
        const int value = optionOf(settings, field.option->name);
        if (field.number) {
            const QSignalBlocker quiet(field.number);
            field.number->setValue(value);
        } else {
            field.box->setCurrentIndex(value - field.option->smallest);
        }
    }
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        const QString path = QString::fromStdString(fileOf(settings, m_readFiles[i]->name));
        const QSignalBlocker quiet(m_files[i]);
        if (m_files[i]->text() != path) // the cursor stays where it is
            m_files[i]->setText(path);
    }
    setVisible(!m_options.empty() || !m_files.empty());
}

void MethodOptionsBox::makeFields(const Method& method, const ShapeKind& shape)
{
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    m_options.clear();
    m_files.clear();
    m_method = &method;
    m_shape = &shape;
    m_readFiles.clear();
    std::vector<const std::vector<MethodOption>*> groups;
    if (method.drafts())
        groups = {&method.options, &shape.options, &lengthOptions()};
    int index = 0;
    for (const std::vector<MethodOption>* group : groups)
        for (const MethodOption& option : *group) {
            m_grid->addWidget(labelled(engineWords(option.title), makeOptionField(option)), index / 2, index % 2);
            ++index;
        }
    for (const std::vector<MethodFile>* files : {&method.files, &shape.files})
        for (const MethodFile& file : *files)
            if (method.drafts())
                m_readFiles.push_back(&file);
    int row = int(m_options.size() + 1) / 2;
    for (const MethodFile* file : m_readFiles)
        m_grid->addWidget(makeFileField(*file), row++, 0, 1, 2);
    // A layout shows what it was given, and says how high it is, only when events are handled: pictures do not wait for
    // that.
    for (QWidget* field : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        field->show();
    m_grid->activate();
    updateGeometry();
}

QWidget* MethodOptionsBox::firstField() const
{
    if (m_options.empty())
        return m_files.empty() ? nullptr : m_files.front();
    const OptionField& first = m_options.front();
    return first.number ? static_cast<QWidget*>(first.number) : first.box;
}

QWidget* MethodOptionsBox::makeOptionField(const MethodOption& option)
{
    const QString name = qtText(option.name);
    OptionField field{&option, nullptr, nullptr};
    if (option.choices.empty()) {
        field.number = new NumberField(option.smallest, option.largest, 1, 0);
        connect(field.number, &QDoubleSpinBox::valueChanged, this,
                [this, name](double value) { emit edited(name, int(value)); });
    } else {
        field.box = new QComboBox;
        for (const std::string_view choice : option.choices)
            field.box->addItem(engineWords(choice));
        field.box->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
        field.box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        field.box->setMinimumContentsLength(6);
        connect(field.box, &QComboBox::activated, this,
                [this, name, smallest = option.smallest](int index) { emit edited(name, smallest + index); });
    }
    m_options.push_back(field);
    QWidget* const shown = field.number ? static_cast<QWidget*>(field.number) : field.box;
    shown->setToolTip(engineWords(option.explanation));
    return shown;
}

QWidget* MethodOptionsBox::makeFileField(const MethodFile& file)
{
    auto* field = new QLineEdit;
    field->setToolTip(engineWords(file.explanation));
    field->setPlaceholderText(file.isNeeded                  ? tr("No file chosen")
                                  : m_shape->file(file.name) ? tr("That of the embedded models")
                                  : m_method->head           ? tr("The target's own, if it comes with the program")
                                                             : tr("None"));
    connect(field, &QLineEdit::textChanged, this,
            [this, name = qtText(file.name)](const QString& path) { emit fileEdited(name, path); });
    m_files.push_back(field);
    auto* choose = new QToolButton;
    choose->setObjectName(QStringLiteral("corner"));
    choose->setText(tr("Browse…"));
    choose->setAccessibleName(tr("Choose a file for %1").arg(engineWords(file.title)));
    choose->setFocusPolicy(Qt::TabFocus);
    if (file.isModel) {
        auto* kinds = new QMenu(choose);
        kinds->addAction(tr("&Folder…"), field, [this, &file, field] { browse(file, true, field); });
        kinds->addAction(tr("&GGUF file…"), field, [this, &file, field] { browse(file, false, field); });
        choose->setMenu(kinds);
        choose->setPopupMode(QToolButton::InstantPopup);
    } else
        connect(choose, &QToolButton::clicked, field, [this, &file, field] { browse(file, false, field); });

    auto* whole = new QWidget;
    auto* layout = new QHBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(labelled(engineWords(file.title), field), 1);
    layout->addWidget(choose, 0, Qt::AlignBottom);
    return whole;
}

void MethodOptionsBox::browse(const MethodFile& file, bool isFolder, QLineEdit* field)
{
    auto* dialog = new QFileDialog(window(), tr("Choose a file: %1").arg(engineWords(file.title)),
                                   QFileInfo(field->text()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(isFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, isFolder);
    connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText); // another method has other fields
    dialog->open();
}

} // namespace draftscope
