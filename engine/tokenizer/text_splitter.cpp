// SPDX-License-Identifier: MIT
#include "engine/tokenizer/text_splitter.h"

#include <algorithm>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "engine/core/utf8.h"

namespace draftscope {

namespace {

// Unicode 15, PropList.txt, White_Space.
constexpr std::string_view spaces =
    "\\x{09}-\\x{0d}\\x{20}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}"
    "\\x{205f}\\x{3000}";
constexpr std::size_t largestStack = std::size_t(8) << 20; ///< bytes, of compiled expressions

template <auto function>
struct Free {
    template <class T>
    void operator()(T* pointer) const
    {
        function(pointer);
    }
};
using Code = std::unique_ptr<pcre2_code, Free<pcre2_code_free>>;
using Match = std::unique_ptr<pcre2_match_data, Free<pcre2_match_data_free>>;
using Context = std::unique_ptr<pcre2_match_context, Free<pcre2_match_context_free>>;
using Stack = std::unique_ptr<pcre2_jit_stack, Free<pcre2_jit_stack_free>>;

std::string messageOf(int error)
{
    PCRE2_UCHAR text[256];
    return pcre2_get_error_message(error, text, sizeof text) < 0 ? std::to_string(error)
                                                                 : reinterpret_cast<const char*>(text);
}

} // namespace

struct TextSplitter::Step {
    Code code;
    SplitRule rule;
};

/// What a call of split() needs of its own.
struct TextSplitter::Work {
    Stack stack{pcre2_jit_stack_create(64 << 10, largestStack, nullptr)};
    Context context{pcre2_match_context_create(nullptr)};
    std::vector<Match> matches; ///< by step
};

TextSplitter::TextSplitter() = default;
TextSplitter::~TextSplitter() = default;

Result<std::unique_ptr<const TextSplitter>> TextSplitter::create(const std::vector<SplitStep>& steps,
                                                                 std::string_view name)
{
    if (steps.size() > mostSplitSteps)
        return fail("The vocabulary of {} splits texts in {} steps, more than {}: it is damaged, download it again.",
                    name, steps.size(), mostSplitSteps);
    std::unique_ptr<TextSplitter> splitter(new TextSplitter);
    for (const SplitStep& step : steps) {
        const auto known = asPcre2(step.expression);
        if (!known)
            return fail(
                "The vocabulary of {} splits texts with the expression {}, which is not supported: use another model.",
                name, asUtf8(beginningOf(step.expression, 60)));
        const std::string& expression = *known;
        int error = 0;
        PCRE2_SIZE place = 0;
        Code code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(),
                                PCRE2_UTF | PCRE2_UCP, &error, &place, nullptr));
        if (!code)
            return fail("The vocabulary of {} splits texts with the expression {}, which cannot be read ({}): use "
                        "another model.",
                        name, asUtf8(beginningOf(step.expression, 60)), messageOf(error));
        pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE); // where there is no JIT, matching interprets
        splitter->m_steps.push_back({std::move(code), step.rule});
    }
    return splitter;
}

std::unique_ptr<TextSplitter::Work, TextSplitter::FreeWork> TextSplitter::makeWork() const
{
    std::unique_ptr<Work, FreeWork> work(new Work);
    pcre2_jit_stack_assign(work->context.get(), nullptr, work->stack.get());
    for (const Step& step : m_steps)
        work->matches.emplace_back(pcre2_match_data_create_from_pattern(step.code.get(), nullptr));
    return work;
}

void TextSplitter::FreeWork::operator()(Work* work) const
{
    delete work;
}

bool TextSplitter::dropsText() const
{
    return std::ranges::any_of(m_steps, [](const Step& step) { return step.rule != SplitRule::isolate; });
}

Result<void> TextSplitter::split(std::string_view text, Work& work,
                                 const std::function<void(std::string_view)>& take) const
{
    return splitFrom(0, text, work, take);
}

Result<void> TextSplitter::splitFrom(std::size_t index, std::string_view text, Work& work,
                                     const std::function<void(std::string_view)>& take) const
{
    if (text.empty())
        return {};
    if (index == m_steps.size()) {
        take(text);
        return {};
    }
    const Step& step = m_steps[index];
    pcre2_match_data* const match = work.matches[index].get();
    std::size_t done = 0; // up to where parts have been taken
    const auto part = [&](std::size_t begin, std::size_t end) {
        return splitFrom(index + 1, text.substr(begin, end - begin), work, take);
    };
    for (std::size_t from = 0; from < text.size();) {
        const int found = pcre2_match(step.code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                      PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY, match, work.context.get());
        if (found == PCRE2_ERROR_NOMATCH)
            break;
        if (found < 0)
            return fail("The text cannot be split into tokens ({}): shorten it.", messageOf(found));
        const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(match);
        const std::size_t begin = ends[0], end = ends[1];
        if (step.rule != SplitRule::keepFound)
            if (auto between = part(done, begin); !between)
                return between;
        if (step.rule != SplitRule::dropFound)
            if (auto taken = part(begin, end); !taken)
                return taken;
        from = done = end;
    }
    return step.rule == SplitRule::keepFound ? Result<void>() : part(done, text.size());
}

std::optional<std::string> asPcre2(std::string_view expression)
{
    std::string written;
    bool inSet = false;
    for (std::size_t at = 0; at < expression.size(); ++at) {
        const char character = expression[at];
        const char next = at + 1 < expression.size() ? expression[at + 1] : '\0';
        if (character == '\\') {
            if (next == 'h' || next == 'H' || (next == 'S' && inSet))
                return std::nullopt;
            if (next == 's' || next == 'S')
                written += fmt::format("{}{}{}{}", inSet ? "" : "[", next == 'S' ? "^" : "", spaces, inSet ? "" : "]");
            else
                (written += character) += next;
            ++at;
            continue;
        }
        if (inSet ? character == '[' || (character == '&' && next == '&') : character == '^' || character == '$')
            return std::nullopt;
        if (character == '[' && next == '^') {
            written += character;
            ++at;
            written += next;
            inSet = true;
            continue;
        }
        if (character == '[')
            inSet = true;
        else if (character == ']')
            inSet = false;
        written += character;
    }
    return written;
}

} // namespace draftscope
