// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/export/view_picture.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QBuffer>
#include <QHeaderView>
#include <QLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QScrollBar>
#include <QSvgGenerator>
#include <QTableView>

#include "widgets/style/focus_ring.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int margin = 18, gap = 8;

/// Gives a view the size that it has in a picture, without scroll bars, and then back what it had.
class Enlarged {
public:
    Enlarged(QWidget& view, QSize least) : m_view(view), m_before(view.size())
    {
        if (auto* area = qobject_cast<QAbstractScrollArea*>(&view))
            keep(*area);
        for (auto* area : view.findChildren<QAbstractScrollArea*>())
            if (area->isVisible())
                keep(*area);
        if (const auto* table = qobject_cast<QTableView*>(&view)) {
            setSize(sizeOfRows(*table, m_before.expandedTo(least)));
            return;
        }
        const QSize comfortable = m_before.expandedTo(least);
        setSize(comfortable);
        constexpr int attempts = 3; // what is wider may be less high
        for (int i = 0; i < attempts && outOfSight() != QSize(0, 0); ++i)
            setSize(view.size() + outOfSight());
        if (view.width() > ViewPicture::mostSize.width() || view.height() > ViewPicture::mostSize.height()) {
            setSize(comfortable);
            scrollBack();
        }
    }
    ~Enlarged()
    {
        for (const Area& each : m_areas) {
            each.area->setHorizontalScrollBarPolicy(each.horizontal);
            each.area->setVerticalScrollBarPolicy(each.vertical);
        }
        setSize(m_before);
        scrollBack();
    }
    Enlarged(const Enlarged&) = delete;
    Enlarged& operator=(const Enlarged&) = delete;

private:
    struct Area {
        QAbstractScrollArea* area;
        Qt::ScrollBarPolicy horizontal, vertical;
        QPoint scrolledTo;
    };

    void keep(QAbstractScrollArea& area)
    {
        m_areas.push_back({&area,
                           area.horizontalScrollBarPolicy(),
                           area.verticalScrollBarPolicy(),
                           {area.horizontalScrollBar()->value(), area.verticalScrollBar()->value()}});
        area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    void setSize(QSize size)
    {
        m_view.resize(size);
        if (m_view.layout())
            m_view.layout()->activate();
    }
    /// All rows, or as many whole ones as there is room for: drawings are not cut at the edge of a view.
    static QSize sizeOfRows(const QTableView& table, QSize room)
    {
        const int frame = 2 * table.frameWidth() + table.horizontalHeader()->height();
        const int rows = table.verticalHeader()->length(), row = std::max(1, table.verticalHeader()->sectionSize(0));
        if (frame + rows <= ViewPicture::mostSize.height())
            return {room.width(), frame + rows};
        return {room.width(), frame + std::max(1, (room.height() - frame) / row) * row};
    }
    [[nodiscard]] QSize outOfSight() const
    {
        QSize hidden(0, 0);
        for (const Area& each : m_areas)
            if (!qobject_cast<const QAbstractItemView*>(each.area)) // these scroll by rows
                hidden = hidden.expandedTo(
                    {lengthOf(*each.area->horizontalScrollBar()), lengthOf(*each.area->verticalScrollBar())});
        return hidden;
    }
    static int lengthOf(const QScrollBar& bar) { return bar.maximum() - bar.minimum(); }
    void scrollBack()
    {
        for (const Area& each : m_areas) {
            each.area->horizontalScrollBar()->setValue(each.scrolledTo.x());
            each.area->verticalScrollBar()->setValue(each.scrolledTo.y());
        }
    }

    QWidget& m_view;
    QSize m_before;
    std::vector<Area> m_areas;
};

QFont titleFont()
{
    return Theme::font(1.25, true);
}

int titleHeight()
{
    return QFontMetrics(titleFont()).height();
}

int subtitleHeight(const ExportedView& exported)
{
    return exported.subtitle.isEmpty() ? 0 : int(Theme::smallMetrics().height()) + 2;
}

QByteArray bytesOf(const std::function<void(QIODevice&)>& write)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    write(buffer);
    return bytes;
}

} // namespace

/// A line of the caption ends behind a dot.
ViewPicture::ViewPicture(const ExportedView& exported, Colours colours)
    : m_exported(exported), m_colours(colours),
      m_caption(QString(exported.caption).replace(QStringLiteral(" · "), QStringLiteral("\u00A0· ")))
{
}

template <class Draw>
void ViewPicture::drawn(Draw draw) const
{
    const FocusMarksHidden noMarks;
    std::optional<LightThemeMeanwhile> light;
    if (m_colours == Colours::light)
        light.emplace();
    const Enlarged enlarged(*m_exported.view, m_exported.least);
    draw();
}

int ViewPicture::captionHeight(int width) const
{
    return Theme::smallMetrics()
        .boundingRect(QRectF(0, 0, width, 1e4), int(Qt::AlignLeft) | int(Qt::TextWordWrap), m_caption)
        .toAlignedRect()
        .height();
}

QSize ViewPicture::size() const
{
    const QSize view = m_exported.view->size();
    const int above = margin + titleHeight() + subtitleHeight(m_exported) + gap;
    const int below = m_caption.isEmpty() ? margin : gap + captionHeight(view.width()) + margin;
    return {view.width() + 2 * margin, above + view.height() + below};
}

void ViewPicture::paint(QPainter& painter) const
{
    QWidget& view = *m_exported.view;
    const QSize whole = size();
    const int width = view.width();
    painter.fillRect(QRect({}, whole), Theme::color(Role::surface));
    int y = margin;
    painter.setFont(titleFont());
    painter.setPen(Theme::color(Role::text));
    painter.drawText(QRect(margin, y, width, titleHeight()), Qt::AlignLeft | Qt::AlignVCenter, m_exported.title);
    if (const QWidget* legend = m_exported.legend; legend && legend->width() > 0) {
        painter.save();
        painter.translate(margin + width - legend->width(), y + (titleHeight() - legend->height()) / 2);
        m_exported.legend->render(&painter, {}, {}, QWidget::DrawChildren);
        painter.restore();
    }
    y += titleHeight();
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    if (!m_exported.subtitle.isEmpty())
        painter.drawText(QRect(margin, y, width, subtitleHeight(m_exported)), Qt::AlignLeft | Qt::AlignVCenter,
                         m_exported.subtitle);
    y += subtitleHeight(m_exported) + gap;
    painter.save();
    painter.translate(margin, y);
    view.render(&painter, {}, {}, QWidget::DrawChildren);
    painter.restore();
    y += view.height() + gap;
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(QRect(margin, y, width, captionHeight(width)), int(Qt::AlignLeft) | int(Qt::TextWordWrap),
                     m_caption);
}

QImage ViewPicture::image(double scale) const
{
    QImage image;
    drawn([&] {
        image = QImage((QSizeF(size()) * scale).toSize(), QImage::Format_RGB32);
        if (image.isNull())
            return;
        image.setDevicePixelRatio(scale);
        QPainter painter(&image);
        paint(painter);
    });
    return image;
}

QByteArray ViewPicture::png(double scale) const
{
    return bytesOf([&](QIODevice& device) { image(scale).save(&device, "PNG"); });
}

QByteArray ViewPicture::svg() const
{
    return bytesOf([&](QIODevice& device) {
        drawn([&] {
            QSvgGenerator generator;
            generator.setOutputDevice(&device);
            generator.setResolution(m_exported.view->logicalDpiX()); // else letters have another size
            generator.setSize(size());
            generator.setViewBox(QRect({}, size()));
            generator.setTitle(m_exported.title);
            generator.setDescription(m_exported.caption);
            QPainter painter(&generator);
            paint(painter);
        });
    });
}

QByteArray ViewPicture::pdf() const
{
    return bytesOf([&](QIODevice& device) {
        drawn([&] {
            QPdfWriter writer(&device);
            const int dpi = m_exported.view->logicalDpiX();
            writer.setResolution(dpi);
            writer.setTitle(m_exported.title);
            writer.setPageMargins({});
            writer.setPageSize(QPageSize(QSizeF(size()) * 72 / dpi, QPageSize::Point, {}, QPageSize::ExactMatch));
            QPainter painter(&writer);
            paint(painter);
        });
    });
}

bool ViewPicture::printOn(QPagedPaintDevice& device) const
{
    bool hasBegun = false;
    drawn([&] {
        QPainter painter(&device);
        hasBegun = painter.isActive();
        if (!hasBegun)
            return;
        const QRect page = painter.viewport();
        const double asInTheWindow = double(device.logicalDpiX()) / m_exported.view->logicalDpiX();
        const double fitted =
            std::min({asInTheWindow, double(page.width()) / size().width(), double(page.height()) / size().height()});
        painter.scale(fitted, fitted);
        paint(painter);
    });
    return hasBegun;
}

} // namespace draftscope
