// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/report_pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QUrl>

#include "engine/report/comparison_html.h"
#include "gui/setup/run_caption.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int reportDpi = 96;
constexpr double chartScale = 2; ///< pixels of a logical one

QImage chartImage(const std::string& svg)
{
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    QImage image(renderer.defaultSize() * chartScale, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

} // namespace

QByteArray pdfOf(const ComparisonReport& report)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(QStringLiteral("Comparison of ways to decode"));
    writer.setCreator(programInWords());
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Landscape, QMarginsF(12, 12, 12, 12),
                                     QPageLayout::Millimeter));
    writer.setResolution(reportDpi);
    QTextDocument document;
    document.documentLayout()->setPaintDevice(&writer);
    document.setDefaultFont(QFont(Theme::font().family(), 8));
    int charts = 0;
    const std::string html = htmlOf(report, [&](const ReportedTable& table) {
        const std::string svg = speedUpChart(table);
        if (svg.empty())
            return std::string();
        const QUrl name(QStringLiteral("chart:%1").arg(++charts));
        const QImage chart = chartImage(svg);
        document.addResource(QTextDocument::ImageResource, name, chart);
        return fmt::format("<p><img src=\"{}\" width=\"{}\"></p>\n", name.toString().toStdString(),
                           int(chart.width() / chartScale));
    });
    document.setHtml(QString::fromStdString(html));
    document.setPageSize(writer.pageLayout().paintRectPixels(reportDpi).size());
    document.print(&writer);
    return buffer.data();
}

} // namespace draftscope
