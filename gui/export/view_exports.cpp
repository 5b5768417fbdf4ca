// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/export/view_exports.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QPrintDialog>
#include <QPrinter>

#include "engine/core/replacing_file.h"
#include "gui/export/view_picture.h"
#include "gui/language/engine_words.h"
#include "gui/language/language.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

/// What a person chose for the pictures of all views, until the program ends.
ViewPicture::Colours chosenColours = ViewPicture::Colours::light;

/// "tokens-per-step": a title as the name of a file.
QString fileNameOf(const QString& title)
{
    QString name;
    for (const QChar c : title.toLower())
        if (c.isLetterOrNumber())
            name += c;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-')))
            name += QLatin1Char('-');
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("view") : name;
}

/// What programs are to read.
std::function<QString()> inEnglish(const std::function<QString()>& words)
{
    return !words ? words : [words] {
        const EnglishMeanwhile english;
        return words();
    };
}

} // namespace

ViewExports::ViewExports(QWidget* owner, std::function<ExportedView()> source)
    : QObject(owner), m_owner(owner), m_source(std::move(source))
{
}

void ViewExports::addTo(QMenu& menu)
{
    if (!menu.isEmpty())
        menu.addSeparator();
    QAction* picture = menu.addAction(tr("Copy as picture"), this, &ViewExports::copyPicture);
    QAction* text = menu.addAction(tr("Copy as text"), this, &ViewExports::copyText);
    QAction* csv = menu.addAction(tr("Copy as CSV"), this, &ViewExports::copyCsv);
    QAction* markdown = menu.addAction(tr("Copy as Markdown"), this, &ViewExports::copyMarkdown);
    QAction* save = menu.addAction(tr("Save as…"), this, &ViewExports::askWhereToSave);
    QAction* print = menu.addAction(tr("Print…"), this, &ViewExports::print);
    QAction* dark = menu.addAction(tr("Pictures in these dark colours"), this, [](bool on) {
        chosenColours = on ? ViewPicture::Colours::ofTheWindow : ViewPicture::Colours::light;
    });
    dark->setCheckable(true);
    const auto refresh = [=, this] {
        const ExportedView now = m_source();
        for (QAction* action : {picture, save, print})
            action->setEnabled(now.view != nullptr);
        text->setVisible(bool(now.text));
        csv->setVisible(bool(now.csv));
        markdown->setVisible(bool(now.markdown));
        dark->setVisible(Theme::isDark());
        dark->setChecked(chosenColours == ViewPicture::Colours::ofTheWindow);
    };
    connect(&menu, &QMenu::aboutToShow, this, refresh);
    refresh();
}

QMenu* ViewExports::makeMenu(QWidget* parent)
{
    auto* menu = new QMenu(parent);
    addTo(*menu);
    return menu;
}

void ViewExports::copyPicture()
{
    const ExportedView now = m_source();
    if (!now.view)
        return;
    const QImage picture = ViewPicture(now, chosenColours).image();
    if (picture.isNull()) {
        emit done(tr("There is nothing to copy yet."));
        return;
    }
    QGuiApplication::clipboard()->setImage(picture);
    emit done(tr("%1 was copied as a picture.").arg(now.title));
}

void ViewExports::copy(const std::function<QString()>& words, const QString& what)
{
    const QString copied = words ? words() : QString();
    if (copied.isEmpty()) {
        emit done(tr("There is nothing to copy yet."));
        return;
    }
    QGuiApplication::clipboard()->setText(copied);
    emit done(tr("%1 was copied as %2.").arg(m_source().title, what));
}

void ViewExports::copyText()
{
    copy(m_source().text, tr("text"));
}

void ViewExports::copyCsv()
{
    copy(inEnglish(m_source().csv), tr("CSV"));
}

void ViewExports::copyMarkdown()
{
    copy(inEnglish(m_source().markdown), tr("Markdown"));
}

Result<QByteArray> ViewExports::bytesFor(const std::filesystem::path& path) const
{
    const ExportedView now = m_source();
    const QString ending = QString::fromStdString(path.extension().string()).toLower();
    const auto words = [&](const std::function<QString()>& made, const char* what) -> Result<QByteArray> {
        if (!made)
            return fail("{}",
                        tr("%1 has no table that could be saved as %2: choose PNG, SVG or PDF.")
                            .arg(now.title, QLatin1String(what))
                            .toStdString());
        const EnglishMeanwhile english;
        return made().toUtf8();
    };
    if (ending == QStringLiteral(".csv"))
        return words(now.csv, "CSV");
    if (ending == QStringLiteral(".md"))
        return words(now.markdown, "Markdown");
    if (ending != QStringLiteral(".png") && ending != QStringLiteral(".svg") && ending != QStringLiteral(".pdf"))
        return fail("{}",
                    tr("\"%1\" does not end like a picture: end the name in .png, .svg or .pdf.")
                        .arg(QString::fromStdString(path.filename().string()))
                        .toStdString());
    if (!now.view)
        return QByteArray();
    const ViewPicture picture(now, chosenColours);
    return ending == QStringLiteral(".png") ? picture.png()
        : ending == QStringLiteral(".svg")  ? picture.svg()
                                            : picture.pdf();
}

void ViewExports::save(const std::filesystem::path& path)
{
    const auto bytes = bytesFor(path);
    const auto put = [&]() -> Result<void> {
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (bytes->isEmpty())
            return fail("{}", tr("There is nothing to save yet.").toStdString());
        return replaceFile(path, bytes->toStdString(), "file");
    };
    if (const auto saved = put(); !saved)
        emit failed(engineSentence(saved.error()));
    else
        emit done(tr("Saved as %1.").arg(QString::fromStdString(path.filename().string())));
}

void ViewExports::askWhereToSave()
{
    const ExportedView now = m_source();
    struct Kind {
        QString words;
        const char* ending;
    };
    std::vector<Kind> kinds{
        {tr("Picture (*.png)"), "png"}, {tr("Drawing, which stays sharp (*.svg)"), "svg"}, {tr("Page (*.pdf)"), "pdf"}};
    if (now.csv)
        kinds.push_back({tr("Numbers as CSV (*.csv)"), "csv"});
    if (now.markdown)
        kinds.push_back({tr("Table in Markdown (*.md)"), "md"});
    QStringList filters;
    for (const Kind& kind : kinds)
        filters << kind.words;
    auto* dialog = new QFileDialog(m_owner, tr("Save %1").arg(now.title), {}, filters.join(QStringLiteral(";;")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    // The name has its ending from the beginning: a dialog of the desktop asks whether to replace what it sees.
    const auto name = [dialog, kinds](QString path, const Kind& chosen) {
        for (const Kind& kind : kinds)
            if (const QString ending = QLatin1Char('.') + QLatin1String(kind.ending); path.endsWith(ending))
                path.chop(ending.size());
        dialog->setDefaultSuffix(QLatin1String(chosen.ending));
        dialog->selectFile(path + QLatin1Char('.') + QLatin1String(chosen.ending));
    };
    name(fileNameOf(now.title), kinds.front());
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, kinds, name](const QString& chosen) {
        const QString path = dialog->selectedFiles().value(0);
        for (const Kind& kind : kinds)
            if (kind.words == chosen && !path.isEmpty() && !QFileInfo(path).isDir())
                name(path, kind);
            else if (kind.words == chosen)
                dialog->setDefaultSuffix(QLatin1String(kind.ending));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { save(path.toStdString()); });
    dialog->open();
}

void ViewExports::print()
{
    auto printer = std::make_shared<QPrinter>();
    auto* dialog = new QPrintDialog(printer.get(), m_owner);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, qOverload<QPrinter*>(&QPrintDialog::accepted), this, [this, printer](QPrinter*) {
        const ExportedView now = m_source();
        if (!now.view)
            return;
        if (!ViewPicture(now).printOn(*printer)) {
            emit failed(tr("%1 was not printed, because the printer does not begin: choose another one, or a "
                           "file that can be written.")
                            .arg(now.title));
            return;
        }
        emit done(tr("%1 was given to the printer.").arg(now.title));
    });
    dialog->open();
}

} // namespace draftscope
