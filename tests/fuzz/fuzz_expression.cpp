// SPDX-License-Identifier: MIT
// An expression of a tokenizer's file, in front of the first line end, and a text, behind it: what is found lies in the
// text, from left to right, and the parts that every rule makes of it are within.
#include <string_view>

#include "engine/core/utf8.h"
#include "engine/tokenizer/text_splitter.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string written = asUtf8(input.substr(0, end)), text = asUtf8(input.substr(std::min(end + 1, size)));
    const auto expression = Expression::create(written, "input");
    fuzz::requireSentence(expression);
    if (!expression)
        return 0;
    const auto spans = spansOf(*expression, text, false);
    fuzz::requireSentence(spans);
    if (!spans)
        return 0;
    std::size_t done = 0;
    for (const TextSpan& span : *spans) {
        fuzz::require(span.begin == done && span.end >= span.begin && span.end <= text.size());
        done = span.end;
    }
    fuzz::require(done == text.size());
    for (const SplitRule rule :
         {SplitRule::isolate, SplitRule::drop, SplitRule::contiguous, SplitRule::withPrevious, SplitRule::withNext}) {
        std::size_t before = 0;
        for (const TextSpan& part : partsBy(rule, *spans)) {
            fuzz::require(part.begin >= before && part.end > part.begin && part.end <= text.size());
            before = part.end;
        }
    }
    return 0;
}
