// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "widgets/cache/cache_painter.h"
#include "widgets/style/motion.h"
#include "widgets/style/scrolled_view.h"

namespace draftscope {

/// Slots of the K/V caches as cells in rows: committed ones coloured by how their token was committed, those that this
/// round has written, rolled back or left as a gap marked by shape as well as by colour. Draws only the rows in sight.
/// From one moment to the next what a slot was fades, so that one sees which ones change.
class CacheView : public ScrolledView {
    Q_OBJECT
public:
    explicit CacheView(QWidget* parent = nullptr);
    /// Of this moment of a round, if any. The recording knows what tokens look like; it has to outlive what is shown.
    void setCaches(std::vector<CacheStrip> strips, const Recording* recording,
                   const std::optional<RoundRecord>& round = std::nullopt);
    /// What stands in the place of caches where there are none.
    void setNothing(const QString& why);
    /// In viewport coordinates, also where it is scrolled out of sight.
    [[nodiscard]] QRectF cellRect(int strip, int slot) const;
    [[nodiscard]] const std::vector<CacheStrip>& strips() const { return m_strips; } ///< that are shown
    /// What the tool tip and the accessible description say of a slot.
    [[nodiscard]] QString sentenceOf(int strip, int slot) const;
    [[nodiscard]] const std::vector<CacheLegendEntry>& legend() const { return m_legend; }

signals:
    void positionClicked(int textIndex); ///< of a committed slot; Enter does the same

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    struct Place {
        int strip = 0, slot = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    /// Where things are, but for the cells themselves.
    struct Places {
        std::vector<int> rows; ///< by strip
        int columns = 0, scrolled = 0;
        double left = 0;
        friend bool operator==(const Places&, const Places&) = default;
    };
    void layOut();
    void relayout() override;
    [[nodiscard]] Places places() const;
    void updateChanged(const std::vector<CacheStrip>& before);
    void followChanges();
    void describe() override;
    [[nodiscard]] QString toolTipAt(QPoint viewportPoint) const override;
    [[nodiscard]] Place endOfText() const;
    void setCurrent(Place place);
    void activate(Place place);
    [[nodiscard]] std::optional<Place> placeAt(QPointF viewportPoint) const;
    [[nodiscard]] QRectF cellRect(const QRectF& first, int column) const; ///< in the row of its first cell
    [[nodiscard]] int shownSlots(const CacheStrip& strip) const;          ///< with the free ones that fill the last row
    [[nodiscard]] int rowsOf(const CacheStrip& strip) const;
    [[nodiscard]] double topOf(int strip) const; ///< of its title, in the drawing
    [[nodiscard]] double rowHeight() const;
    void paintStrip(QPainter& painter, int strip, const QRegion& wanted) const;
    void paintCell(QPainter& painter, const QRectF& rect, int strip, int slot) const;
    void paintLegend(QPainter& painter) const;
    [[nodiscard]] bool hasFreeCells() const;
    [[nodiscard]] std::vector<QPointF> legendPlaces()
        const; ///< of each entry, in as many lines as it takes, from the legend's corner

    std::vector<CacheStrip> m_strips, m_before; ///< now, and what was shown before: it fades away while there is motion
    Motion m_motion;
    std::vector<CacheLegendEntry> m_legend;
    const Recording* m_recording = nullptr;
    QString m_nothing;
    std::optional<Place> m_current; ///< that the keys have gone to
    int m_columns = 1;
    double m_left = 0, m_cellWidth = 8, m_cellHeight = 14;
};

} // namespace draftscope
