// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/glossary_window.h"

#include <array>

#include <QDesktopServices>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

QString paragraphHtml(const std::string& markdown)
{
    QTextDocument document;
    document.setMarkdown(qtText(markdown));
    QString html = document.toHtml();
    const auto begin = html.indexOf(QLatin1String("<body")), end = html.indexOf(QLatin1String("</body>"));
    html = html.mid(begin, end - begin);
    return html.mid(html.indexOf(QLatin1Char('>')) + 1);
}

QString termHtml(const GlossaryTerm& term, bool hasLinks)
{
    QString html = QStringLiteral("<p><b>%1</b>").arg(qtText(term.title).toHtmlEscaped());
    if (!term.also.empty()) {
        QStringList also;
        for (const std::string& word : term.also)
            also << qtText(word).toHtmlEscaped();
        html += QStringLiteral(" <span style='color:%1'>%2</span>")
                    .arg(Theme::color(Role::muted).name(), also.join(QStringLiteral(", ")));
    }
    html += QStringLiteral("</p>") + paragraphHtml(term.paragraph);
    if (!term.formula.empty())
        html += QStringLiteral("<p style='font-family:serif'>%1</p>").arg(qtText(term.formula).toHtmlEscaped());
    if (!term.paper.empty())
        html += QStringLiteral("<p style='color:%1'>%2</p>")
                    .arg(Theme::color(Role::muted).name(), qtText(term.paper).toHtmlEscaped());
    if (hasLinks && !term.lesson.empty())
        html += QStringLiteral("<p><a href='lesson:%1'>%2</a></p>")
                    .arg(qtText(term.lesson).toHtmlEscaped(), GlossaryWindow::tr("The lesson about it"));
    return html;
}

} // namespace

const std::vector<GlossaryTerm>& GlossaryWindow::terms()
{
    static std::array<std::optional<std::vector<GlossaryTerm>>, 2> read;
    const auto language = numberStyle() == NumberStyle::german ? LessonLanguage::german : LessonLanguage::english;
    auto& known = read[std::size_t(language)];
    if (!known)
        known = shippedGlossary(language).value_or(std::vector<GlossaryTerm>());
    return *known;
}

QString GlossaryWindow::htmlOf(const QString& term)
{
    const GlossaryTerm* found = findTerm(terms(), term.toStdString());
    return found ? QStringLiteral("<qt>") + termHtml(*found, false) + QStringLiteral("</qt>") : QString();
}

GlossaryWindow::GlossaryWindow(QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit), m_list(new QListWidget), m_text(new QTextBrowser)
{
    setObjectName(QStringLiteral("glossary"));
    m_search->setClearButtonEnabled(true);
    m_text->setOpenLinks(false);
    auto* left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_list, 1);
    auto* row = new QHBoxLayout(this);
    row->addLayout(left, 2);
    row->addWidget(m_text, 5);
    resize(820, 520);
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryWindow::list);
    connect(m_list, &QListWidget::currentRowChanged, this, &GlossaryWindow::show);
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const QString address = link.toString();
        if (address.startsWith(QLatin1String("glossary:")))
            showTerm(QUrl::fromPercentEncoding(address.mid(9).toUtf8()));
        else if (address.startsWith(QLatin1String("lesson:")))
            emit lessonWanted(address);
        else if (address.startsWith(QLatin1String("https://")))
            QDesktopServices::openUrl(link);
    });
    list();
}

/// Those that say what is looked for, in their names or paragraphs.
void GlossaryWindow::list()
{
    setWindowTitle(tr("Glossary"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search in the glossary"));
    m_list->setAccessibleName(tr("Terms"));
    m_text->setAccessibleName(tr("What the term means"));
    m_list->clear();
    const QString wanted = m_search->text().trimmed();
    for (std::size_t i = 0; i < terms().size(); ++i) {
        const GlossaryTerm& term = terms()[i];
        QString all = qtText(term.title) + QLatin1Char(' ') + qtText(term.paragraph);
        for (const std::string& word : term.also)
            all += QLatin1Char(' ') + qtText(word);
        if (!wanted.isEmpty() && !all.contains(wanted, Qt::CaseInsensitive))
            continue;
        auto* item = new QListWidgetItem(qtText(term.title), m_list);
        item->setData(Qt::UserRole, int(i));
    }
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
    else
        m_text->setPlainText(terms().empty() ? tr("The glossary is missing: install Draftscope again.")
                                             : tr("No term is about that."));
}

void GlossaryWindow::show(int row)
{
    if (const QListWidgetItem* item = m_list->item(row))
        m_text->setHtml(termHtml(terms()[std::size_t(item->data(Qt::UserRole).toInt())], true));
}

void GlossaryWindow::showTerm(const QString& term)
{
    m_search->clear();
    if (const GlossaryTerm* found = findTerm(terms(), term.toStdString()))
        m_list->setCurrentRow(int(found - terms().data()));
    QDialog::show();
    raise();
    activateWindow();
}

void GlossaryWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(this, &GlossaryWindow::list, Qt::QueuedConnection);
}

} // namespace draftscope
