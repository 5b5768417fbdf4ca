// SPDX-License-Identifier: MIT
#include "engine/tokenizer/expression.h"

#include <new>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "engine/core/utf8.h"
#include "engine/tokenizer/expression_syntax.h"
#include "engine/tokenizer/unicode_text.h"

namespace draftscope {

namespace {

constexpr std::size_t largestStack = std::size_t(8) << 20; ///< bytes, of compiled expressions

template <auto function>
struct Free {
    template <class T>
    void operator()(T* pointer) const
    {
        function(pointer);
    }
};

/// What matching takes in memory, once for every thread.
struct MatchWork {
    std::unique_ptr<pcre2_jit_stack, Free<pcre2_jit_stack_free>> stack{
        pcre2_jit_stack_create(64 << 10, largestStack, nullptr)};
    std::unique_ptr<pcre2_match_context, Free<pcre2_match_context_free>> context{pcre2_match_context_create(nullptr)};
    std::unique_ptr<pcre2_match_data, Free<pcre2_match_data_free>> match{pcre2_match_data_create(1, nullptr)};

    MatchWork()
    {
        if (!stack || !context || !match)
            throw std::bad_alloc();
        pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
    }
};

MatchWork& work()
{
    static thread_local MatchWork own;
    return own;
}

std::string messageOf(int error)
{
    PCRE2_UCHAR text[256];
    return pcre2_get_error_message(error, text, sizeof text) < 0 ? std::to_string(error)
                                                                 : reinterpret_cast<const char*>(text);
}

/// Where the character behind `at` begins.
std::size_t behindCharacter(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; ++at)
        ;
    return at;
}

} // namespace

struct Expression::Code {
    std::unique_ptr<pcre2_code, Free<pcre2_code_free>> code;
};

Result<Expression> Expression::create(std::string_view expression, std::string_view name, bool isOfUnicode16)
{
    const auto known = asPcre2(expression);
    if (!known)
        return fail("The vocabulary of {} splits texts with the expression {}, which is not supported: use another "
                    "model.",
                    name, asUtf8(beginningOf(expression, 60)));
    int error = 0;
    PCRE2_SIZE place = 0;
    auto code = std::make_shared<Code>();
    code->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(known->data()), known->size(), PCRE2_UTF | PCRE2_UCP,
                                   &error, &place, nullptr));
    if (!code->code)
        return fail("The vocabulary of {} splits texts with the expression {}, which cannot be read ({}): use "
                    "another model.",
                    name, asUtf8(beginningOf(expression, 60)), messageOf(error));
    pcre2_jit_compile(code->code.get(), PCRE2_JIT_COMPLETE); // where there is no JIT, matching interprets
    return Expression(std::move(code), isOfUnicode16);
}

Result<void> Expression::find(std::string_view text, const std::function<void(std::size_t, std::size_t)>& found) const
{
    MatchWork& own = work();
    const std::string known = withStandIns(text, m_isOfUnicode16);
    if (!known.empty())
        text = known;
    std::size_t last = ~std::size_t(0); // where what was found last ends
    for (std::size_t from = 0; from <= text.size();) {
        const int result = pcre2_match(m_code->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                       PCRE2_NO_UTF_CHECK, own.match.get(), own.context.get());
        if (result == PCRE2_ERROR_NOMATCH)
            return {};
        if (result < 0)
            return fail("The text cannot be split into tokens ({}): shorten it.", messageOf(result));
        const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(own.match.get());
        const std::size_t begin = ends[0], end = ends[1];
        if (begin == end && begin == last) {
            from = behindCharacter(text, end);
            continue;
        }
        found(begin, end);
        from = last = end;
    }
    return {};
}

} // namespace draftscope
