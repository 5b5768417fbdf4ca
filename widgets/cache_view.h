// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QAbstractScrollArea>

#include "engine/record/cache_table.h"
#include "engine/record/recording.h"

namespace draftscope {

/// A K/V slot at a moment, and how it came to be so.
struct CacheCell {
    CacheSlot slot;
    TokenSource source = TokenSource::prompt; ///< of the text's token at that position; committed slots only
    bool isOfThisRound = false;               ///< the round shown has changed it
    bool isNow = false;                       ///< the moment shown has
    friend bool operator==(const CacheCell&, const CacheCell&) = default;
};

/// One cache: cells of slots 0 to the last one that was ever written.
struct CacheStrip {
    CacheOwner owner = CacheOwner::target;
    int context = 0; ///< positions that the model was made for; a cache has as many slots, or some more for trees
    std::vector<CacheCell> cells;
    [[nodiscard]] int count(SlotState state) const;
    [[nodiscard]] int rolledBack() const; ///< slots that the round shown has freed
    friend bool operator==(const CacheStrip&, const CacheStrip&) = default;
};

/// The caches at a moment of a round: that of the target, and that of the draft where it has one. `tables` are those of the
/// moment, `round` is the round as it stood then, `text` the committed tokens, prompt first.
[[nodiscard]] std::vector<CacheStrip> cacheStripsOf(const CacheTables& tables, const RoundRecord& round,
                                                    const std::vector<CommittedToken>& text, const TraceHeader& header);

/// "target 65 of 512 · draft 64 of 512"; slots in use.
[[nodiscard]] QString slotsInUse(const std::vector<CacheStrip>& strips);

/// Slots of the K/V caches as cells in rows: committed ones coloured by how their token was committed, those that this round has
/// written, rolled back or left as a gap marked by shape as well as by colour. Draws only the rows in sight.
class CacheView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit CacheView(QWidget* parent = nullptr);
    /// The recording knows what tokens look like; it has to outlive what is shown.
    void setCaches(std::vector<CacheStrip> strips, const Recording* recording);
    /// What stands in the place of caches where there are none.
    void setNothing(const QString& why);
    /// In viewport coordinates, also where it is scrolled out of sight.
    [[nodiscard]] QRectF cellRect(int strip, int slot) const;
    /// What the tool tip and the accessible description say of a slot.
    [[nodiscard]] QString sentenceOf(int strip, int slot) const;

signals:
    void positionClicked(int textIndex); ///< of a committed slot; Enter does the same

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    struct Place {
        int strip = 0, slot = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    void relayout();
    void followChanges();
    void describe();
    void setCurrent(Place place);
    void activate(Place place);
    [[nodiscard]] std::optional<Place> placeAt(QPointF viewportPoint) const;
    [[nodiscard]] int shownSlots(const CacheStrip& strip) const; ///< with the free ones that fill the last row
    [[nodiscard]] int rowsOf(const CacheStrip& strip) const;
    [[nodiscard]] double topOf(int strip) const; ///< of its title, in the drawing
    [[nodiscard]] double rowHeight() const;
    void paintStrip(QPainter& painter, int strip) const;
    void paintCell(QPainter& painter, const QRectF& rect, const CacheCell& cell) const;
    void paintLegend(QPainter& painter) const;

    std::vector<CacheStrip> m_strips;
    const Recording* m_recording = nullptr;
    QString m_nothing;
    std::optional<Place> m_current; ///< that the keys have gone to
    int m_columns = 1;
    double m_left = 0, m_cellWidth = 8, m_cellHeight = 14;
};

} // namespace draftscope
