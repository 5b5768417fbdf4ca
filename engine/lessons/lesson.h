// SPDX-License-Identifier: MIT
// A lesson as its file says it (docs/lesson-format.md): values, no run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/lessons/lesson_moment.h"

namespace draftscope {

/// Words with fields.
struct LessonPiece {
    std::string words = {}; ///< Markdown; empty where it is a field
    std::optional<LessonExpression> field = {};
    LessonFormat format = {};
    std::string source = {}; ///< what stands between the braces
};
using LessonText = std::vector<LessonPiece>;

/// One of the answers that a question offers.
struct LessonChoice {
    LessonText text, reason;
    bool isRight = false;
    std::optional<LessonExpression> rightIf = {}; ///< in place of `isRight`
};

/// An answer that people give, and what is wrong with it.
struct WrongNumber {
    LessonExpression value;
    LessonText reason;
};

struct LessonQuestion {
    enum class Kind : std::uint8_t { choice, number, click };
    Kind kind = Kind::choice;
    LessonText text;
    std::vector<LessonChoice> choices = {};
    std::optional<LessonExpression> number = {}, tolerance = {};
    bool isShare = false; ///< the tolerance is a share of the number
    std::vector<WrongNumber> wrongNumbers = {};
    TokenSelector selector = {}; ///< of a click
    LessonText reason = {};      ///< of a number or a click
};

struct LessonBlock {
    enum class Kind : std::uint8_t { markdown, formula, published, question };
    Kind kind = Kind::markdown;
    int line = 0; ///< of the file, from 1
    LessonText text = {};
    LessonText source = {}; ///< of what was published
    std::optional<LessonQuestion> question = {};
};

/// What is seen beside the page.
enum class LessonView : std::uint8_t {
    text,
    stage,
    distribution,
    overlap,
    chart,
    acceptance,
    speed,
    theory,
    time,
    cache,
    mask,
    events,
};
[[nodiscard]] std::string_view nameOf(LessonView view);

/// Parts of what is drawn of a token.
enum class LessonPart : std::uint8_t { p, q, gauge, u, verdict, residual, sentence };
[[nodiscard]] std::string_view nameOf(LessonPart part);

/// Empty lists: everywhere, everything.
struct LessonLight {
    std::vector<TokenSelector> places = {};
    std::vector<LessonPart> parts = {};
    [[nodiscard]] bool isAll() const { return places.empty() && parts.empty(); }
};

struct LessonStep {
    std::string title;
    int line = 0;
    std::string setup = {}; ///< its options, as the file has them
    LessonSetup runs = {};  ///< all of what is decoded
    LessonMoment at = {};
    std::optional<LessonMoment> then = {}, to = {};
    double seconds = 8;
    bool saysSeconds = false; ///< it stands in the file
    std::vector<LessonView> views = {LessonView::text, LessonView::stage, LessonView::distribution};
    LessonLight light = {};
    int text = 0; ///< of a batch, from 0
    LessonText toTry = {};
    bool waitsForMeasurement = false;
    std::vector<LessonBlock> blocks = {};
    [[nodiscard]] std::vector<const LessonQuestion*> questions() const;
};

struct Lesson {
    std::string name;           ///< of its file, without language and ending
    std::filesystem::path path; ///< empty: it was not read from a file
    LessonLanguage language = LessonLanguage::english;
    std::string title, summary;
    int order = 1'000'000;
    std::vector<LessonStep> steps;
    /// It plays by itself: a step of it says for how many seconds.
    [[nodiscard]] bool plays() const;
};

/// `file`: its name for sentences and language. Errors name it and the line.
[[nodiscard]] Result<Lesson> parseLesson(std::string_view text, const std::filesystem::path& file);
/// A line with fields in braces.
[[nodiscard]] Result<LessonText> parseLessonText(std::string_view text);

} // namespace draftscope
