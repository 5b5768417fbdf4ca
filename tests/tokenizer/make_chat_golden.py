#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes chat_templates.json, which test_chat_template reads: templates in the manner of published ones (none is copied), conversations, and
what transformers' apply_chat_template makes of them. Run it with transformers 5 (../shared/tools/oracle); not part of the build."""
import json
import pathlib

from transformers.utils import chat_template_utils as utils

TOKENS = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}

TEMPLATES = {
    "a default system message": r"""{%- if messages[0]['role'] != 'system' -%}
{{ '<|im_start|>system\nYou are Tale, made for tests.<|im_end|>\n' }}
{%- endif -%}
{%- for message in messages -%}
{{ '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>' + '\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<|im_start|>assistant\n' }}
{%- endif -%}
""",
    "a system turn always, trimmed": r"""{{- bos_token }}
{%- if messages[0].role == 'system' %}
    {%- set system_message = messages[0]['content'] | trim %}
    {%- set messages = messages[1:] %}
{%- else %}
    {%- set system_message = "" %}
{%- endif %}
{{- "<|start_header_id|>system<|end_header_id|>\n\n" }}
{{- "Cutting Knowledge Date: never\n" }}
{%- if tools is not none %}{{- "Tools: " ~ (tools | tojson(indent=4)) }}{%- endif %}
{{- system_message }}
{{- "<|eot_id|>" }}
{%- for message in messages %}
    {%- if not (message.role == 'ipython' or message.role == 'tool' or 'tool_calls' in message) %}
        {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + '<|eot_id|>' }}
    {%- elif 'tool_calls' in message %}
        {%- if not message.tool_calls|length == 1 %}
            {{- raise_exception("This model only supports single tool-calls at once!") }}
        {%- endif %}
        {%- set tool_call = message.tool_calls[0].function %}
        {{- '{"name": "' + tool_call.name + '", "parameters": ' }}{{- tool_call.arguments | tojson }}{{- "}<|eot_id|>" }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start_header_id|>assistant<|end_header_id|>\n\n' }}
{%- endif %}
""",
    "turns must take turns": """{{ bos_token }}{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system = messages[0]['content'] %}"""
    """{% else %}{% set loop_messages = messages %}{% set system = false %}{% endif %}{% for message in loop_messages %}"""
    """{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('After the optional system message, roles must alternate') }}{% endif %}"""
    """{% if loop.index0 == 0 and system != false %}{% set content = '<<SYS>>\\n' + system + '\\n<</SYS>>\\n\\n' + message['content'] %}"""
    """{% else %}{% set content = message['content'] %}{% endif %}{% if message['role'] == 'user' %}{{ '[INST] ' + content.strip() + ' [/INST]' }}"""
    """{% elif message['role'] == 'assistant' %}{{ ' ' + content.strip() + ' ' + eos_token }}{% endif %}{% endfor %}""",
    "no system role": """{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"""
    """{% for message in messages %}{% if (message['role'] == 'assistant') %}{% set role = 'model' %}{% else %}{% set role = message['role'] %}{% endif %}"""
    """{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}{% if add_generation_prompt %}{{'<start_of_turn>model\n'}}{% endif %}""",
    "the system message is dropped": """{% for m in messages %}{% if m['role'] == 'user' %}{{ '<|user|>\n' + m['content'] + '<|end|>\n<|assistant|>\n' }}"""
    """{% elif m['role'] == 'assistant' %}{{ m['content'] + '<|end|>\n' }}{% endif %}{% endfor %}""",
    "thoughts of earlier turns are left out": r"""{%- set ns = namespace(multi_step=true, last=messages|length - 1) %}
{%- for message in messages[::-1] %}
    {%- set index = (messages|length - 1) - loop.index0 %}
    {%- if ns.multi_step and message.role == "user" and message.content is string and not(message.content.startswith('<tool>') and message.content.endswith('</tool>')) %}
        {%- set ns.multi_step = false %}
        {%- set ns.last = index %}
    {%- endif %}
{%- endfor %}
{%- for message in messages %}
    {%- if message.content is string %}
        {%- set content = message.content %}
    {%- else %}
        {%- set content = message.content | selectattr('type', 'equalto', 'text') | map(attribute='text') | join('\n') %}
    {%- endif %}
    {%- if message.role == "assistant" %}
        {%- set reasoning = '' %}
        {%- if message.reasoning_content is string %}
            {%- set reasoning = message.reasoning_content %}
        {%- elif '</think>' in content %}
            {%- set reasoning = content.split('</think>')[0].rstrip('\n').split('<think>')[-1].lstrip('\n') %}
            {%- set content = content.split('</think>')[-1].lstrip('\n') %}
        {%- endif %}
        {%- generation %}
        {%- if loop.index0 > ns.last and (loop.last or (not loop.last and reasoning)) %}
            {{- '<|im_start|>' + message.role + '\n<think>\n' + reasoning.strip('\n') + '\n</think>\n\n' + content.lstrip('\n') }}
        {%- else %}
            {{- '<|im_start|>' + message.role + '\n' + content }}
        {%- endif %}
        {{- '<|im_end|>\n' }}
        {%- endgeneration %}
    {%- else %}
        {{- '<|im_start|>' + message.role + '\n' + content + '<|im_end|>' + '\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
        {{- '<think>\n\n</think>\n\n' }}
    {%- endif %}
{%- endif %}
""",
    "macros": r"""{%- macro turn(role, text, end=eos_token) -%}
{{ '<' ~ role|upper ~ '>' }}{{ text }}{{ end }}
{%- endmacro -%}
{%- macro parts(content) -%}
{%- if content is string -%}{{ content }}{%- else -%}
{%- for part in content -%}{%- if part.type == 'text' -%}{{ part.text|e }}{%- endif -%}{%- if not loop.last %}, {% endif -%}{%- endfor -%}
{%- endif -%}
{%- endmacro -%}
{{ bos_token }}{% for message in messages -%}
{{ turn(message.role, parts(message.content), end=(eos_token if message.role != 'system' else '')) }}
{% endfor %}
{%- if add_generation_prompt %}<ASSISTANT>{% endif %}""",
    "block lines": """{{ bos_token }}
  {% for message in messages %}
    {% if message.role == 'user' %}
User: {{ message.content }}
    {% else %}
{{ message.role | capitalize }}: {{ message.content }}
    {% endif %}
  {% endfor %}
{% if add_generation_prompt %}
Assistant:
{% endif %}
""",
}

CONVERSATIONS = [
    [{"role": "user", "content": "Hi!"}],
    [{"role": "user", "content": "  <b>Hi & \"you\"</b>\n"}],
    [{"role": "system", "content": " Be brief. "}, {"role": "user", "content": "Grüße 😀"}],
    [{"role": "system", "content": ""}, {"role": "user", "content": "Hi"}],
    [{"role": "user", "content": "A"}, {"role": "assistant", "content": "<think>\nhm\n</think>\n\nB"}, {"role": "user", "content": "C"}],
    [{"role": "system", "content": "S"}, {"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}, {"role": "user", "content": "C"},
     {"role": "assistant", "content": "D", "reasoning": "because"}],
    [{"role": "user", "content": "A"}, {"role": "user", "content": "B"}],
    [{"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "<two>"}]}],
    [{"role": "user", "content": "w?"}, {"role": "assistant", "content": None, "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": {"b": 1, "a": ["é"]}}}]},
     {"role": "tool", "content": "5"}],
]


def rendered(template, conversation, generation):
    messages = utils._normalize_chat_messages(conversation)
    try:
        texts, _ = utils.render_jinja_template([messages], chat_template=template, add_generation_prompt=generation, **TOKENS)
        return {"text": texts[0]}
    except Exception as error:
        return {"raised": str(error)} if type(error).__name__ == "TemplateError" else {"error": type(error).__name__}


def main():
    cases = []
    for name, template in TEMPLATES.items():
        for number, conversation in enumerate(CONVERSATIONS):
            for generation in (True, False):
                cases.append({"template": name, "conversation": number, "generation": generation, **rendered(template, conversation, generation)})
    golden = {"tokens": TOKENS, "templates": TEMPLATES, "conversations": CONVERSATIONS, "cases": cases}
    path = pathlib.Path(__file__).parent / "chat_templates.json"
    path.write_text(json.dumps(golden, indent=0) + "\n")
    print(len(cases), "cases,", sum("text" not in case for case in cases), "refused")


if __name__ == "__main__":
    main()
