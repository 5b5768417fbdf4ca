// SPDX-License-Identifier: MIT
// Chat templates: the input is one, and runs with a conversation.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/core/utf8.h"
#include "engine/jinja/template.h"

using namespace draftscope;
using namespace draftscope::jinja;

namespace {

Rendering conversation()
{
    Rendering rendering;
    rendering.now = {};
    rendering.limits.steps = 20'000;
    rendering.limits.bytes = std::size_t(64) << 20;
    rendering.limits.output = std::size_t(8) << 20;
    rendering.variables = {
        {"messages", Json::parse(R"([{"role": "system", "content": " S "}, {"role": "user", "content": "é <|end|> 😀\n"},
            {"role": "assistant", "content": null, "tool_calls": [{"function": {"name": "f",
               "arguments": {"a": [1, 2.5]}}}]},
            {"role": "user", "content": [{"type": "text", "text": "x"}]}])")},
        {"tools", Json()},
        {"add_generation_prompt", true},
        {"bos_token", "<s>"},
        {"eos_token", "</s>"},
        {"n", 7},
    };
    return rendering;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Rendering rendering = conversation();
    const auto parsed = Template::parse({reinterpret_cast<const char*>(data), size});
    if (!parsed)
        return 0;
    const auto text = parsed->render(rendering);
    const auto again = parsed->render(rendering);
    const bool isSame = text.has_value() == again.has_value() && (!text || *text == *again);
    if (!isSame || (text && !isUtf8(*text)) || (!text && text.error().what.empty()))
        __builtin_trap();
    return 0;
}
