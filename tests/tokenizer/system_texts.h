// SPDX-License-Identifier: MIT
// What templates say beforehand, in the ways in which Jinja may write it.
#pragma once

namespace draftscope::test {

struct SystemText {
    const char *name, *jinja, *system;
};

constexpr SystemText systemTexts[] = {
    {"braces", R"({{- '<|im_start|>system\nAnswer as {"text": "…"}, not {{so}} nor {%so%}.<|im_end|>\n' }})",
     R"(Answer as {"text": "…"}, not {{so}} nor {%so%}.)"},
    {"quotes", R"({{ '<|im_start|>system\nYou\'re a "tale".<|im_end|>' }})", R"(You're a "tale".)"},
    {"other quotes", R"({% set x = "<|im_start|>system\nSay \"I'm\".<|im_end|>" %})", R"(Say "I'm".)"},
    {"escapes", R"({{ '<|im_start|>system\nOne\n\ttwo \\ \u00e9\U0001f600\x41 \d<|im_end|>' }})",
     "One\n\ttwo \\ é😀A \\d"},
    {"plain text", "{# '<|im_start|>system\nno<|im_end|>' #}<|im_start|>system\nIt's {a} plain \\n.<|im_end|>\n{{ x }}",
     "It's {a} plain \\n."},
    {"pieces", R"({{ '<|im_start|>system\n' + messages[0]['content'] + '<|im_end|>\n' }})", ""},
    {"pieces in plain text", "<|im_start|>system\n{{ messages[0]['content'] }}<|im_end|>\n", ""},
    {"pieces, and then words",
     R"({{ '<|im_start|>system\n' + m + '<|im_end|>' }}{{ '<|im_start|>system\nWords<|im_end|>' }})", "Words"},
    {"cut", R"({{ '<|im_start|>system\nWords)", ""},
    {"cut in an escape", R"({{ '<|im_start|>system\nWords\)", ""},
    {"cut in a comment", R"(<|im_start|>{# x)", ""},
};

} // namespace draftscope::test
