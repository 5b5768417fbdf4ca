// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QUrl>

#include "engine/core/replacing_file.h"
#include "gui/language/engine_words.h"
#include "gui/setup/run_caption.h"
#include "gui/share/handout.h"
#include "gui/share/moment_scene.h"
#include "widgets/cache/cache_strips.h"
#include "widgets/cache/cache_view.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/distribution/overlap_view.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int pageDpi = 96;        ///< the text's own, whatever the printer has
constexpr double pictureScale = 2; ///< device pixels of a logical one

/// A view without a window, in a size.
QImage pictureOf(QWidget& view, QSize size)
{
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.setFixedSize(size);
    view.show();
    QImage image(size * pictureScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(pictureScale);
    image.fill(Theme::color(Role::surface));
    QPainter painter(&image);
    view.render(&painter, {}, {}, QWidget::DrawChildren);
    return image;
}

/// What a step shows, one picture below the other; none where nothing of its views can be drawn without the program.
std::vector<QImage> picturesOf(const HandoutStep& step)
{
    std::vector<QImage> pictures;
    const Recording& recording = *step.run->run.texts[std::size_t(step.place.text)];
    const Position at = step.place.at;
    if (at.round >= recording.roundCount(at.branch))
        return pictures;
    const RoundRecord round = atMoment(recording.round(at.branch, at.round), at.moment);
    const int context = LessonScene(step.run->run, step.place).context();
    const auto has = [&](LessonView view) { return std::ranges::count(step.views, view) > 0; };
    if (has(LessonView::text) || has(LessonView::stage))
        pictures.push_back(MomentScene(recording, {900, 520}).picture(at, pictureScale, context));
    const bool isKnown = at.moment > 0 && context < int(round.contexts.size());
    if (has(LessonView::distribution) && isKnown) {
        DistributionView view;
        view.setContext(round, context, &recording);
        pictures.push_back(pictureOf(view, {620, 330}));
    }
    if (has(LessonView::overlap) && isKnown) {
        OverlapView view;
        view.setContext(round, context, &recording);
        const Metrics& metrics = step.run->run.metrics[std::size_t(step.place.text)];
        view.setMeasured(metrics.accepted(), metrics.judged());
        pictures.push_back(pictureOf(view, {620, 330}));
    }
    if (has(LessonView::cache)) {
        std::vector<CommittedToken> text = recording.tokensBefore(at.branch, at.round);
        text.insert(text.end(), round.committed.begin(), round.committed.end());
        CacheView view;
        view.setCaches(cacheStripsOf(cacheAt(recording, at), round, text, recording.header()), &recording);
        pictures.push_back(pictureOf(view, {900, 220}));
    }
    return pictures;
}

/// `isNewPage`: it begins one, so that it stands with its pictures.
void insertHeading(QTextCursor& cursor, const QString& words, int level, bool isNewPage = false)
{
    QTextBlockFormat block;
    if (isNewPage)
        block.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    block.setHeadingLevel(level);
    block.setTopMargin(level == 1 ? 0 : 18);
    block.setBottomMargin(6);
    QTextCharFormat letters;
    letters.setFontWeight(QFont::Bold);
    letters.setFontPointSize(level == 1 ? 20 : 14);
    if (!cursor.atStart())
        cursor.insertBlock(block, letters);
    else {
        cursor.setBlockFormat(block);
        cursor.setBlockCharFormat(letters);
    }
    cursor.insertText(words, letters);
}

void insertMarkdown(QTextCursor& cursor, const QString& markdown)
{
    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
    QTextDocument part;
    part.setMarkdown(markdown);
    cursor.insertFragment(QTextDocumentFragment(&part));
}

void insertPicture(QTextCursor& cursor, QTextDocument& document, const QImage& picture, double width, int number)
{
    const QUrl name(QStringLiteral("picture:%1").arg(number));
    document.addResource(QTextDocument::ImageResource, name, picture);
    QTextImageFormat format;
    format.setName(name.toString());
    const double own = picture.width() / picture.devicePixelRatio();
    format.setWidth(std::min(width, own));
    format.setHeight(std::min(width, own) * picture.height() / picture.width());
    QTextBlockFormat block;
    block.setTopMargin(6);
    block.setBottomMargin(6);
    cursor.insertBlock(block, QTextCharFormat());
    cursor.insertImage(format);
}

void insertSteps(QTextCursor& cursor, QTextDocument& document, const Handout& handout, double width)
{
    int pictures = 0;
    for (std::size_t i = 0; i < handout.steps.size(); ++i) {
        const HandoutStep& step = handout.steps[i];
        insertHeading(cursor, QStringLiteral("%1. %2").arg(i + 1).arg(step.title), 2, i > 0);
        for (const QImage& picture : picturesOf(step))
            insertPicture(cursor, document, picture, width, ++pictures);
        insertMarkdown(cursor, step.markdown);
    }
    const bool hasAnswers =
        std::ranges::any_of(handout.steps, [](const HandoutStep& step) { return !step.answers.isEmpty(); });
    if (!hasAnswers)
        return;
    insertHeading(cursor,
                  handout.language == QLatin1String("de") ? QStringLiteral("Antworten") : QStringLiteral("Answers"), 2);
    for (std::size_t i = 0; i < handout.steps.size(); ++i)
        if (!handout.steps[i].answers.isEmpty())
            insertMarkdown(cursor, QStringLiteral("**%1.** %2").arg(i + 1).arg(handout.steps[i].answers));
}

} // namespace

Result<void> writeHandout(const Handout& handout, const std::filesystem::path& path)
{
    const LightThemeMeanwhile light;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(handout.title);
        writer.setCreator(programInWords());
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(18, 16, 18, 16), QPageLayout::Millimeter);
        writer.setResolution(pageDpi);
        QTextDocument document;
        document.setDefaultFont(QFont(Theme::font().family(), 11));
        document.documentLayout()->setPaintDevice(&writer);
        const QSizeF page = writer.pageLayout().paintRectPixels(pageDpi).size();
        document.setDocumentMargin(0);
        document.setPageSize(page);
        QTextCursor cursor(&document);
        insertHeading(cursor, handout.title, 1);
        if (!handout.summary.isEmpty())
            insertMarkdown(cursor, QStringLiteral("*%1*").arg(handout.summary));
        insertSteps(cursor, document, handout, page.width());
        document.print(&writer);
    }
    return replaceFile(path, buffer.data().toStdString(), "handout");
}

struct HandoutJob::Work {
    std::atomic<bool> isCancelled = false;
    std::optional<Result<Handout>> prepared;
    std::filesystem::path path;
    std::thread thread;
};

HandoutJob::HandoutJob(Lesson lesson, BackendChoice backend, std::filesystem::path path, QObject* parent)
    : MakingJob(parent), m_work(std::make_unique<Work>())
{
    m_work->path = std::move(path);
    m_work->thread = std::thread([this, with = std::move(lesson), on = std::move(backend)] {
        Progress progress;
        progress.cancelled = &m_work->isCancelled;
        progress.report = [this](double share, std::string_view what) {
            QMetaObject::invokeMethod(
                this, [this, share, words = qtText(what)] { emit progressed(share, words); }, Qt::QueuedConnection);
        };
        try {
            m_work->prepared = prepareHandout(with, on, progress);
        } catch (const Cancelled&) {
            m_work->prepared = Result<Handout>(fail("The handout was cancelled."));
        }
        QMetaObject::invokeMethod(this, &HandoutJob::finish, Qt::QueuedConnection);
    });
}

HandoutJob::~HandoutJob()
{
    m_work->isCancelled = true;
    if (m_work->thread.joinable())
        m_work->thread.join();
}

void HandoutJob::cancel()
{
    m_work->isCancelled = true;
}

void HandoutJob::finish()
{
    m_work->thread.join();
    const Result<Handout>& prepared = *m_work->prepared;
    if (m_work->isCancelled) {
        emit ended(false, {});
    } else if (!prepared) {
        emit ended(false, engineWords(prepared.error()));
    } else {
        const auto written = writeHandout(*prepared, m_work->path);
        emit ended(written.has_value(),
                   written ? tr("The handout is in %1.").arg(QString::fromStdString(m_work->path.string()))
                           : engineWords(written.error()));
    }
    deleteLater();
}

} // namespace draftscope
