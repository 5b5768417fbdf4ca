// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a formula lie, apart from painting.
#pragma once

#include <vector>

#include <QFont>
#include <QLineF>
#include <QRectF>
#include <QString>

#include "engine/explain/formula.h"
#include "widgets/style/theme.h"

namespace draftscope {

/// Words on a base line.
struct FormulaPiece {
    QPointF at; ///< where its base line begins
    QString text;
    QFont font;
    Role role = Role::text;
    bool isNumber = false; ///< its digits are all as wide
};

/// Words in a rectangle, broken into lines.
struct FormulaParagraph {
    QRectF rect;
    QString text;
    QFont font;
    Role role = Role::text;
};

struct FormulaLayout {
    std::vector<FormulaParagraph> paragraphs; ///< headline, captions, notes
    std::vector<FormulaPiece> pieces;
    std::vector<QLineF> bars;  ///< of fractions
    std::vector<QRectF> lines; ///< of Formula::lines, captions included
    double width = 0, height = 0;
};

[[nodiscard]] Role roleOf(TermRole role);

/// In the width given, with the fonts of the theme. Lines that are too long are broken before a relation.
[[nodiscard]] FormulaLayout layoutOf(const Formula& formula, const Recording& recording, double width);

/// How far a letter of a number leads on: its digits are all as wide as the widest, so that numbers that stand below
/// one another can be compared.
[[nodiscard]] double tabularAdvance(QChar letter, const QFontMetricsF& metrics);
[[nodiscard]] double tabularWidth(const QString& number, const QFont& font); ///< of all of them

} // namespace draftscope
