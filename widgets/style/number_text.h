// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and quotation marks as the language of the window writes them. Files for programs have a point and no
// grouping, whatever the window speaks: they are written without these functions, or under a PlainNumbersMeanwhile.
#pragma once

#include <QString>

namespace draftscope {

enum class NumberStyle {
    english, ///< 2,551.5 “so”
    german,  ///< 2.551,5 „so“
};
/// For all threads, from now on.
void setNumberStyle(NumberStyle style);
[[nodiscard]] NumberStyle numberStyle(); ///< of this thread

/// While there is one, this thread writes numbers in the English way.
class PlainNumbersMeanwhile {
public:
    PlainNumbersMeanwhile();
    ~PlainNumbersMeanwhile();
    PlainNumbersMeanwhile(const PlainNumbersMeanwhile&) = delete;
    PlainNumbersMeanwhile& operator=(const PlainNumbersMeanwhile&) = delete;

private:
    bool m_before;
};

/// QString::number() with the decimal mark of the language.
[[nodiscard]] QString decimal(double value, char format, int precision);
/// "0.31" as the language writes it: digits on both sides of a point are taken for a number.
[[nodiscard]] QString withDecimalMark(QString words);
/// 2,551
[[nodiscard]] QString grouped(qint64 value);
/// What a person has typed, with a point for its comma.
[[nodiscard]] QString withDecimalPoint(QString typed);
[[nodiscard]] QString inQuotes(const QString& words);

} // namespace draftscope
