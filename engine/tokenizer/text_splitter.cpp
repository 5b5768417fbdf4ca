// SPDX-License-Identifier: MIT
#include "engine/tokenizer/text_splitter.h"

#include <algorithm>

namespace draftscope {

std::vector<TextSpan> partsBy(SplitRule rule, const std::vector<TextSpan>& spans)
{
    std::vector<TextSpan> parts;
    bool wasFound = false;
    const auto add = [&](const TextSpan& span, bool joins) {
        if (!joins || parts.empty())
            parts.push_back(span);
        else if (rule == SplitRule::withNext)
            parts.back().begin = span.begin;
        else
            parts.back().end = span.end;
        wasFound = span.isFound;
    };
    switch (rule) {
    case SplitRule::isolate:
        parts = spans;
        break;
    case SplitRule::drop:
        std::ranges::copy_if(spans, std::back_inserter(parts), [](const TextSpan& span) { return !span.isFound; });
        break;
    case SplitRule::contiguous:
        for (const TextSpan& span : spans)
            add(span, span.isFound == wasFound);
        break;
    case SplitRule::withPrevious:
        for (const TextSpan& span : spans)
            add(span, span.isFound && !wasFound);
        break;
    case SplitRule::withNext:
        for (auto span = spans.rbegin(); span != spans.rend(); ++span)
            add(*span, span->isFound && !wasFound);
        std::ranges::reverse(parts);
        break;
    }
    std::erase_if(parts, [](const TextSpan& part) { return part.begin >= part.end; });
    return parts;
}

Result<std::vector<TextSpan>> spansOf(const Expression& expression, std::string_view text, bool isInverted)
{
    std::vector<TextSpan> spans;
    std::size_t done = 0;
    const auto found = expression.find(text, [&](std::size_t begin, std::size_t end) {
        if (begin > done)
            spans.push_back({done, begin, isInverted});
        spans.push_back({begin, end, !isInverted});
        done = end;
    });
    if (!found)
        return tl::unexpected(found.error());
    if (done < text.size())
        spans.push_back({done, text.size(), isInverted});
    return spans;
}

Result<std::unique_ptr<const TextSplitter>> TextSplitter::create(const std::vector<SplitStep>& steps,
                                                                 std::string_view name, bool isOfUnicode16)
{
    if (steps.size() > mostSplitSteps)
        return fail("The vocabulary of {} splits texts in {} steps, more than {}: it is damaged, download it again.",
                    name, steps.size(), mostSplitSteps);
    std::unique_ptr<TextSplitter> splitter(new TextSplitter);
    for (const SplitStep& step : steps) {
        auto expression = Expression::create(step.expression, name, isOfUnicode16);
        if (!expression)
            return tl::unexpected(expression.error());
        splitter->m_steps.push_back({std::move(*expression), step.rule, step.isInverted});
    }
    return splitter;
}

bool TextSplitter::dropsText() const
{
    return std::ranges::any_of(m_steps, [](const Step& step) { return step.rule == SplitRule::drop; });
}

Result<void> TextSplitter::split(std::string_view text, const std::function<void(std::string_view)>& take) const
{
    return splitFrom(0, text, take);
}

Result<void> TextSplitter::splitFrom(std::size_t index, std::string_view text,
                                     const std::function<void(std::string_view)>& take) const
{
    if (text.empty())
        return {};
    if (index == m_steps.size()) {
        take(text);
        return {};
    }
    const Step& step = m_steps[index];
    if (index + 1 == m_steps.size() && step.rule == SplitRule::isolate) { // the most frequent step takes no list
        std::size_t done = 0;
        const auto cut = [&](std::size_t begin, std::size_t end) {
            if (begin > done)
                take(text.substr(done, begin - done));
            if (end > begin)
                take(text.substr(begin, end - begin));
            done = end;
        };
        if (auto found = step.expression.find(text, cut); !found)
            return found;
        if (done < text.size())
            take(text.substr(done));
        return {};
    }
    const auto spans = spansOf(step.expression, text, step.isInverted);
    if (!spans)
        return tl::unexpected(spans.error());
    for (const TextSpan& part : partsBy(step.rule, *spans))
        if (auto done = splitFrom(index + 1, text.substr(part.begin, part.end - part.begin), take); !done)
            return done;
    return {};
}

} // namespace draftscope
