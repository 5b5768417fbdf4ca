// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_card.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QStyle>
#include <QVBoxLayout>

#include "gui/compare/lane_words.h"
#include "gui/export/view_exports.h"
#include "gui/language/engine_words.h"
#include "gui/setup/run_caption.h"
#include "widgets/lanes/view_tables.h"
#include "widgets/stage/round_strip.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"
#include "widgets/style/elided_label.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/number_text.h"
#include "widgets/style/panel_header.h"
#include "widgets/style/theme.h"
#include "widgets/text/text_view.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

QString coloured(Role role, const QString& words)
{
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(Theme::color(role).name(), words.toHtmlEscaped());
}

QString withUnit(const QString& value, const QString& unit)
{
    return QStringLiteral("<b>%1</b> ").arg(value) + coloured(Role::muted, unit);
}

/// In a narrow lane the words are cut off, so they stand whole in front of the reason.
QString tipOf(const QString& words, const QString& why)
{
    return why.isEmpty() ? words : words + QLatin1Char('\n') + why;
}

/// Where lanes need not be on the same one.
QString ownBackend(const Lane& lane)
{
    return lane.setup().backend && lane.run().isThere()
        ? QStringLiteral(" · ") + QString::fromStdString(lane.recording().header().backend)
        : QString();
}

} // namespace

LaneCard::LaneCard(Lanes& lanes, Lane& lane)
    : m_lanes(lanes), m_lane(lane), m_header(new PanelHeader({})), m_movedMark(new QLabel), m_numbers(new QLabel),
      m_difference(new ElidedLabel(ElidedLabel::First::end)),
      m_progressWords(new ElidedLabel(ElidedLabel::First::parts)), m_text(new TextView), m_stage(new StageView),
      m_tree(new TreeView), m_strip(new RoundStrip), m_stageSide(new QWidget), m_progress(new QProgressBar),
      m_body(new QWidget), m_exports(new ViewExports(this, [this] { return exported(); })), m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("lane"));
    m_text->setCompact(true);
    m_text->setNames([this](TokenId token) { return m_lane.run().vocabulary().nameOf(token); });
    m_numbers->setObjectName(QStringLiteral("numbers"));
    m_movedMark->setObjectName(QStringLiteral("moved"));
    m_movedMark->setToolTip(
        tr("The transport moves this lane. A click into another one, Alt+Up and Alt+Down change that."));
    m_movedMark->setContentsMargins(0, 0, 10, 0);
    m_header->addCorner(m_movedMark);
    m_header->addCorner(m_numbers);
    m_header->setCloseTip(tr("Remove this lane"));
    connect(m_header, &PanelHeader::closeRequested, this, &LaneCard::removeRequested);

    auto* side = new QVBoxLayout(m_stageSide);
    side->setContentsMargins(0, 0, 0, 0);
    side->addWidget(m_stage);
    side->addWidget(m_tree);
    m_tree->setZoom({TreeZoom::Kind::whole});
    m_tree->hide();
    m_stageSide->hide();
    for (QWidget* view : {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_stage), static_cast<QWidget*>(m_tree)})
        view->setMinimumHeight(1);

    m_menu->addAction(tr("Change what it decodes with…"), this, &LaneCard::changeRequested);
    m_exports->addTo(*m_menu);
    m_header->setMenu(m_menu, tr("Another setup for this lane; how it is copied, saved and printed"));
    connect(m_exports, &ViewExports::done, &lanes, &Lanes::say);
    connect(m_exports, &ViewExports::failed, &lanes, &Lanes::failed);

    QWidget* body = m_body;
    body->setObjectName(QStringLiteral("panelBody"));
    body->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(1, 3, 1, 4);
    column->setSpacing(2);
    auto* sides = new QHBoxLayout;
    sides->setSpacing(8);
    sides->addWidget(m_text, 11);
    sides->addWidget(m_stageSide, 9);
    column->addLayout(sides, 1);
    column->addWidget(makeFoot());

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(body, 1);
    connect(&lane, &Lane::loadingProgressed, this, [this](double share, const QString& what) {
        m_progressWords->setText(share < 0 ? what : tr("%1: %2 %").arg(what).arg(int(100 * share)));
    });
    for (QWidget* part : findChildren<QWidget*>())
        part->installEventFilter(this);
}

QWidget* LaneCard::makeFoot()
{
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(14, 0, 14, 0);
    row->setSpacing(12);
    m_difference->setObjectName(QStringLiteral("difference"));
    m_progressWords->setObjectName(QStringLiteral("muted"));
    for (QLabel* words : {m_difference, m_progressWords})
        words->setMinimumWidth(40); // they end in "…" where the lane is narrow
    m_progress->setObjectName(QStringLiteral("laneProgress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    m_progress->setAccessibleName(tr("Tokens of those asked for"));
    row->addWidget(m_difference);
    row->addWidget(m_strip, 3);
    row->addWidget(m_progress, 1);
    row->addWidget(m_progressWords);
    return foot;
}

ExportedView LaneCard::exported() const
{
    ExportedView exported;
    exported.title = tr("Lane %1: %2").arg(m_lanes.indexOf(&m_lane) + 1).arg(methodTitle(m_lane));
    if (!m_lane.run().isThere())
        return exported;
    exported.view = m_body;
    exported.caption = captionOf(m_lane.recording(), m_lane.playhead().position());
    exported.least = {820, 200};
    exported.text = [this] { return m_text->plainText(); };
    exported.csv = [this] { return csvOf(tableOf(m_lane.playhead().text(), m_lane.recording())); };
    return exported;
}

void LaneCard::contextMenuEvent(QContextMenuEvent* event)
{
    m_menu->popup(event->globalPos());
}

void LaneCard::refresh(const LaneRow& row)
{
    m_row = row;
    redraw();
}

void LaneCard::redraw()
{
    refreshHeader();
    refreshText();
    refreshStage();
    refreshFoot();
}

void LaneCard::refreshHeader()
{
    const int number = m_lanes.indexOf(&m_lane) + 1;
    m_header->setMark(laneSwatch(number - 1, laneSwatchSide()));
    m_header->setTitle(QStringLiteral("%1 · %2").arg(number).arg(methodTitle(m_lane)));
    m_header->setSubtitle(modelsInWords(m_lanes, m_lane) + QStringLiteral(" · ") + settingsInWords(m_lane)
                              + ownBackend(m_lane),
                          QString::fromStdString(m_lane.recording().header().backend));
    const bool isMoved = m_lanes.player().lock() == LaneLock::none && m_lanes.player().current() == &m_lane;
    setAccessibleName(isMoved ? tr("Lane %1, %2, which the transport moves").arg(number).arg(methodTitle(m_lane))
                              : tr("Lane %1, %2").arg(number).arg(methodTitle(m_lane)));
    m_movedMark->setVisible(isMoved);
    for (QWidget* part : {static_cast<QWidget*>(m_header), m_body})
        if (part->property("isMoved").toBool() != isMoved) {
            part->setProperty("isMoved", isMoved);
            part->style()->polish(part);
            part->update();
        }
    const auto speed = LaneTable::valueOf(m_row, LaneTable::tokensPerSecond);
    m_numbers->setToolTip(speed ? m_row.busy : m_row.whyNoTimes);
    const QString gap = QStringLiteral("&nbsp;&nbsp; ");
    m_numbers->setText(
        withUnit(draftscope::number(LaneTable::valueOf(m_row, LaneTable::tokensPerStep)), tr("tokens / step")) + gap
        + withUnit(speed ? grouped(qRound(*speed)) : QStringLiteral("–"), tr("tokens/s")) + gap
        + QStringLiteral("<b>α %1</b>").arg(draftscope::number(LaneTable::valueOf(m_row, LaneTable::acceptanceRate))));
}

void LaneCard::refreshText()
{
    if (!m_lane.run().isThere()) {
        m_text->setText({}, {}, nullptr);
        return;
    }
    m_text->setText(m_lane.playhead().text(), {}, &m_lane.recording());
}

void LaneCard::refreshStage()
{
    const auto& round = m_lane.playhead().round();
    if (!m_hasRoom) {
        if (round) {
            m_strip->setRound(*round, m_lane.recording());
        } else {
            m_strip->clear();
            m_stage->clear(QString()); // else a screen reader finds what it said when there was room
        }
        return;
    }
    const bool isTree = round && m_lane.playhead().drafts() == Drafts::levels;
    m_stage->setVisible(!isTree);
    m_tree->setVisible(isTree);
    if (!round) {
        m_tree->clear();
        m_stage->clear(m_lane.run().isThere()
                           ? (m_lanes.player().lock() != LaneLock::none
                                  ? tr("Press Space to decode all lanes, or F10 for one round.")
                                  : m_lanes.player().current() == &m_lane
                                  ? tr("Press Space to decode this lane, or F10 for one round.")
                                  : tr("Each lane is on its own: click this one, then press Space or F10."))
                           : QString());
    } else if (isTree) {
        m_tree->setRound(*round, *round, &m_lane.recording());
    } else {
        m_tree->clear();
        m_stage->setRound(*round, &m_lane.recording());
    }
}

void LaneCard::refreshFoot()
{
    const LaneDifference difference = differenceOf(m_lane, m_lanes.lane(0));
    m_text->setDifference(difference.isSampled ? -1 : difference.index.value_or(-1));
    m_difference->setText(difference.isWrong               ? QStringLiteral("✗ ") + difference.words
                              : difference.isSampled       ? difference.words
                              : difference.index           ? QStringLiteral("≠ ") + difference.words
                              : difference.words.isEmpty() ? QString()
                                                           : QStringLiteral("= ") + difference.words);
    m_difference->setToolTip(tipOf(difference.words, difference.why));
    const QString sheet = QStringLiteral("QLabel#difference { color: %1; }")
                              .arg(Theme::color(difference.isWrong ? Role::rejected : Role::muted).name());
    if (sheet != m_difference->styleSheet()) // to set one takes its time
        m_difference->setStyleSheet(sheet);
    m_difference->setVisible(!difference.words.isEmpty());
    const int asked = m_lane.setup().settings.maxTokens, generated = m_lane.generated();
    m_progress->setRange(0, asked);
    m_progress->setValue(std::min(generated, asked));
    const QString chunk = QStringLiteral("QProgressBar::chunk { background: %1; border-radius: 2px; }")
                              .arg(Theme::color(laneStyle(m_lanes.indexOf(&m_lane)).role).name());
    if (chunk != m_progress->styleSheet())
        m_progress->setStyleSheet(chunk);
    const QString lost = m_lane.run().computation().whyNothingIsComputed();
    if (!lost.isEmpty())
        m_progressWords->setText(lost);
    else if (m_lane.isLoading())
        m_progressWords->setText(tr("loading…"));
    else if (const auto& round = m_lane.playhead().round())
        m_progressWords->setText(
            round->endOfText ? tr("round %1 · %2 tokens · the text has ended").arg(round->round + 1).arg(generated)
                             : tr("round %1 · %2 of %3 tokens").arg(round->round + 1).arg(generated).arg(asked));
    else
        m_progressWords->setText(tr("%1 tokens to come at most").arg(asked));
    const QString why = engineWords(m_lane.whyReplayed());
    if (!why.isEmpty())
        m_progressWords->setText(tr("%1 · as saved").arg(m_progressWords->text()));
    m_progressWords->setToolTip(tipOf(m_progressWords->text(), why));
}

/// The stage has its place beside the text where its rows can be read there, and in a narrow lane the figures leave no
/// room for the word behind the mark of the lane that moves.
void LaneCard::fitParts()
{
    constexpr int lineHeights = 44; // a lane that is as wide as so many lines are high has room for the word
    const bool hasWord = width() >= lineHeights * fontMetrics().height();
    m_movedMark->setText(hasWord ? tr("◆ moves") : QStringLiteral("◆"));
    const bool hasRoom = m_text->height() >= StageLayout::leastHeight(fontMetrics().height())
        && width() >= 2 * m_stage->minimumSizeHint().width();
    if (hasRoom == m_hasRoom)
        return;
    m_hasRoom = hasRoom;
    m_stageSide->setVisible(hasRoom);
    m_strip->setVisible(!hasRoom);
    refreshStage();
}

/// A click, or Tab, into any part of it. The focus that comes back when a menu closes or the window is in front again
/// chooses nothing, nor does the button that removes the lane.
bool LaneCard::eventFilter(QObject* watched, QEvent* event)
{
    const auto isGoneTo = [event] {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    };
    if ((event->type() == QEvent::MouseButtonPress && watched->objectName() != QStringLiteral("panelClose"))
        || (event->type() == QEvent::FocusIn && isGoneTo()))
        emit chosen();
    return QWidget::eventFilter(watched, event);
}

void LaneCard::mousePressEvent(QMouseEvent* event)
{
    QWidget::mousePressEvent(event);
    emit chosen();
}

void LaneCard::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &LaneCard::fitParts, Qt::QueuedConnection); // when the text has its size
}

void LaneCard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
         || event->type() == QEvent::LanguageChange)
        && m_lanes.indexOf(&m_lane) >= 0) {
        redraw();
        fitParts();
    }
}

} // namespace draftscope
