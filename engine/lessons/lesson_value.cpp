// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_value.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "engine/core/printable.h"

namespace draftscope {
namespace {

/// A number in English, with its thousands set off.
std::string groupedNumber(std::string digits)
{
    const std::size_t begin = digits.starts_with('-') ? 1 : 0;
    const std::size_t point = std::min(digits.find('.'), digits.size());
    for (std::size_t at = point; at > begin + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string inGerman(std::string number)
{
    for (char& letter : number)
        letter = letter == '.' ? ',' : letter == ',' ? '.' : letter;
    return number;
}

/// Half a last digit is rounded up, as Qt's numbers are.
std::string fixed(double value, int count)
{
    const double infinity = std::numeric_limits<double>::infinity();
    return fmt::format("{:.{}f}", std::nextafter(value, value < 0 ? -infinity : infinity), count);
}

/// The rule of number() in widgets/words/token_text.h, so that page and views write the same.
std::string decimals(double value, int count)
{
    if (value > 0 && value < 0.5 * std::pow(10.0, -count))
        return value < 0.0005 ? "<0.001" : fixed(value, 3);
    return fixed(value, count);
}

bool isWhole(double value)
{
    return std::abs(value) < 1e15 && value == std::floor(value);
}

std::string englishNumber(const LessonValue& value, const LessonFormat& format)
{
    if (!std::isfinite(value.number))
        return "–";
    if (format.isPercent)
        return groupedNumber(fixed(100 * value.number, std::max(0, format.decimals))) + " %";
    if (format.decimals >= 0)
        return groupedNumber(fixed(value.number, format.decimals));
    if (value.unit == LessonValue::Unit::plain && isWhole(value.number))
        return groupedNumber(fmt::format("{:.0f}", value.number));
    return groupedNumber(decimals(value.number, 2));
}

} // namespace

std::string written(const LessonValue& value, const LessonFormat& format, LessonLanguage language)
{
    switch (value.kind) {
    case LessonValue::Kind::unknown:
        return "–";
    case LessonValue::Kind::number: {
        std::string number = englishNumber(value, format);
        return language == LessonLanguage::german ? inGerman(std::move(number)) : number;
    }
    case LessonValue::Kind::text:
        return value.text;
    case LessonValue::Kind::token:
        break;
    }
    const std::string_view bytes = value.text;
    if (bytes == "\n")
        return "⏎";
    return printableName(bytes.starts_with(' ') && bytes.size() > 1 ? bytes.substr(1) : bytes);
}

std::string_view verdictWord(Verdict verdict, LessonLanguage language)
{
    const bool isGerman = language == LessonLanguage::german;
    switch (verdict) {
    case Verdict::accepted:
        return isGerman ? "angenommen" : "accepted";
    case Verdict::rejected:
        return isGerman ? "verworfen" : "rejected";
    case Verdict::notJudged:
        break;
    }
    return isGerman ? "nicht beurteilt" : "not judged";
}

} // namespace draftscope
