// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_card.h"

#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QStyle>
#include <QVBoxLayout>

#include "gui/export/view_exports.h"
#include "widgets/lab/drawn_bars_view.h"
#include "widgets/style/panel_header.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

LabCard::LabCard(const QString& title, QWidget* content, std::function<ExportedView()> exported, QWidget* parent)
    : QFrame(parent), m_header(new PanelHeader(title)), m_exports(new ViewExports(this, std::move(exported)))
{
    setObjectName(QStringLiteral("card"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(1, 1, 1, 1);
    rows->setSpacing(0);
    rows->addWidget(m_header);
    rows->addWidget(content, 1);
    m_header->setClosable(false);
    m_header->setMenu(m_exports->makeMenu(this), tr("Copy, save or print what is drawn here"));
}

void LabCard::setWrong(bool on)
{
    if (property("isWrong").toBool() == on)
        return;
    for (QWidget* each : {static_cast<QWidget*>(this), m_header->findChild<QWidget*>(QStringLiteral("panelTitle"))})
        if (each) {
            each->setProperty("isWrong", on);
            each->style()->unpolish(each);
            each->style()->polish(each);
        }
}

LabSide::LabSide(QWidget* parent)
    : QWidget(parent), m_bars(new DrawnBarsView), m_words(new QWidget), m_verdict(new QLabel), m_seeing(new QLabel)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(12, 6, 12, 8);
    rows->setSpacing(2);
    rows->addWidget(m_bars, 1);
    rows->addWidget(m_words);
    auto* words = new QVBoxLayout(m_words);
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(2);
    words->addWidget(m_verdict);
    words->addWidget(m_seeing);
    words->addStretch(1);
    m_verdict->setObjectName(QStringLiteral("labVerdict"));
    m_seeing->setObjectName(QStringLiteral("muted"));
    for (QLabel* label : {m_verdict, m_seeing}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setFocusPolicy(Qt::NoFocus);
    }
}

int LabSide::wordsHeight() const
{
    const int wide = m_words->width();
    return m_verdict->heightForWidth(wide) + 2 + m_seeing->heightForWidth(wide);
}

void LabSide::setWordsHeight(int height)
{
    if (m_words->minimumHeight() != height || m_words->maximumHeight() != height)
        m_words->setFixedHeight(height);
}

QString LabSide::verdict() const
{
    return m_verdict->text();
}

QString LabSide::seeing() const
{
    return m_seeing->text();
}

void LabSide::show(const TrialFigures* figures, int shown, const QString& why)
{
    DrawnBars drawing;
    drawing.nothing = why;
    LabVerdict verdict;
    QString seeing;
    if (figures) {
        const TrialBars& bars = figures->bars.at(std::size_t(shown));
        drawing.texts = figures->texts;
        for (const TrialBar& bar : bars.bars)
            drawing.bars.push_back({qtText(bar.text), bar.exact, bar.drawn, bar.interval});
        if (bars.restExact > 1e-9 || bars.restDrawn > 0)
            drawing.rest = {tr("others"), bars.restExact, bars.restDrawn, bars.restInterval};
        verdict = verdictOf(*figures);
        seeing = seeingWords(*figures);
    }
    m_bars->setDrawing(std::move(drawing));
    m_verdict->setText(verdict.words);
    m_seeing->setText(seeing);
    m_role = verdict.role;
    paintVerdict();
}

void LabSide::paintVerdict()
{
    const QFont font = Theme::font(Theme::views() > 1 ? 0.9 : 1.25); // a room reads larger letters anyway
    if (m_verdict->font() != font)
        m_verdict->setFont(font);
    if (const QString sheet = QStringLiteral("QLabel { color: %1; }").arg(Theme::color(m_role).name());
        sheet != m_verdict->styleSheet())
        m_verdict->setStyleSheet(sheet);
}

void LabSide::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        paintVerdict();
}

} // namespace draftscope
