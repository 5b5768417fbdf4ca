#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes statements.json, which test_jinja_statements reads: small templates, and what jinja2 makes of them in the environment in which
transformers runs chat templates. They are made of expressions.txt, one a line, and templates.txt. Run it with jinja2 3.1.6 or later and
transformers 5 (../shared/tools/oracle); not part of the build.

    make_jinja_golden.py [--check PROGRAM]

With --check nothing is written: PROGRAM reads a JSON object a line ({"template", "variables"}) and answers with one ({"text"} or {"error"});
tests/jinja/render_lines is such a program. What differs is printed."""
import json
import pathlib
import subprocess
import sys

from transformers.utils import chat_template_utils

VARIABLES = {
    "messages": [
        {"role": "system", "content": " Be brief. "},
        {"role": "user", "content": "Hi <you> & me"},
        {"role": "assistant", "content": "Fine.\nAnd you?"},
        {"role": "user", "content": [{"type": "text", "text": "ä part"}, {"type": "image"}]},
    ],
    "tools": None,
    "add_generation_prompt": True,
    "bos_token": "<s>",
    "eos_token": "</s>",
    "n": 7,
    "x": 2.5,
    "big": 12345678901234,
    "yes": True,
    "nothing": None,
    "name": "Grüße, Welt",
    "text": "  some words\n\tof  text \n",
    "html": "<a href='x'>\"&\"</a>",
    "list": [3, 1, 2],
    "words": ["pear", "Apple", "fig", "apple"],
    "empty": [],
    "d": {"b": 2, "a": 1, "items": "shadow", "C": 3},
    "nested": {"k": {"z": [1, {"q": "deep"}]}, "t": [True, None, 1.5, "it's"]},
    "people": [
        {"name": "Bo", "age": 30, "tags": ["x"], "at": {"city": "Ulm"}},
        {"name": "al", "age": 25, "tags": [], "at": {"city": "bern"}},
        {"name": "Cy", "age": 30, "tags": ["y", "x"], "at": {"city": "Ulm"}},
    ],
    "schema": {"type": "object", "properties": {"a": {"type": "string", "enum": ["é", "\u2028"]}, "n": {"type": ["integer", "null"]}}},
}

HERE = pathlib.Path(__file__).parent


def lines_of(name):
    return (HERE / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def joined(lines):
    """Templates are a line each; those of several lines begin where the one before ended its tags. Groups here keep what belongs together."""
    groups = []
    continues = False
    for line in lines:
        if continues:
            groups[-1] += "\n" + line
        else:
            groups.append("" if line == "<empty>" else line)
        continues = line in CONTINUED or (continues and line not in LAST)
    return groups


# Lines after which a template goes on, and lines that end such a template.
CONTINUED = {"{# multi", "{% if yes %}A", "{% filter indent(2) %}a", "a", "{% if yes %}", "  {{ n }}", "{% if yes +%}",
             "  {# c #}", "{# c +#}", "x {# c #}", "  {% set a = 1 %}", "{%- for i in list %}", "{% for i in list -%}",
             "{{ 'a", "{{ n", "{{", "x {# c #}", "line one"}
LAST = {"line #}x", "{% endif %}", "b{% endfilter %}", "c", "y", "  z", "x{% endif %}", "x", "{{ a }}{{ b }}", "{%- endfor %}",
        "b' }}", "   + 1 }}", "n }}", "{% if yes"}
MORE = ["a\n", "a\n\n", "a\r\nb\r", "{{ n }}\n", "{% if yes %}x{% endif %}\n", "\n{% if yes %}\nx\n{% endif %}\n", "", "\n", "  {{ n }}  \n",
        "{% if yes %}\n\nx{% endif %}\n\ny", "{{ '\n' }}|{{ 'a\\\nb' }}", "{#- a -#}\n\n x", " {%- if yes %} x {% endif -%} \n y",
        "a\n  {% if yes %}\n  b\n  {% endif %}\nc", "{% raw %}\n  x\n{% endraw %}\ny", "{%- raw %} x {% endraw -%} y", "\t {% set q = 1 %}\n\t{{ q }}\n"]


def all_templates():
    templates = ["{{ " + expression + " }}" for expression in lines_of("expressions.txt")]
    templates += joined(lines_of("templates.txt")) + MORE
    return list(dict.fromkeys(templates))


def rendered(template):
    try:
        compiled = chat_template_utils._cached_compile_jinja_template(template)
        text = compiled.render(**VARIABLES)
        if " at 0x" in text:
            return {"template": template, "error": "an address is printed"}
        return {"template": template, "text": text}
    except Exception as error:  # jinja2's own, and Python's
        entry = {"template": template, "error": type(error).__name__}
        if type(error).__name__ == "TemplateError":  # raise_exception()
            entry["raised"] = str(error)
        return entry


def check(program, entries):
    lines = "".join(json.dumps({"template": e["template"], "variables": VARIABLES}) + "\n" for e in entries)
    answers = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout.rstrip("\n").split("\n")
    wrong = 0
    for entry, line in zip(entries, answers, strict=True):
        answer = json.loads(line)
        if "text" in entry and answer.get("text") == entry["text"]:
            continue
        if "text" not in entry and "error" in answer and entry.get("raised", answer["error"]) == answer["error"]:
            continue
        wrong += 1
        print(repr(entry["template"]), "\n  jinja2:", {k: v for k, v in entry.items() if k != "template"}, "\n  here:  ", answer)
    print(f"{wrong} of {len(entries)} differ")


def main():
    entries = [rendered(template) for template in all_templates()]
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        check(sys.argv[2], entries)
        return
    lines = ",\n".join(json.dumps(entry, ensure_ascii=True) for entry in entries)
    path = HERE / "statements.json"
    path.write_text('{"variables": ' + json.dumps(VARIABLES, ensure_ascii=True) + ',\n"statements": [\n' + lines + "\n]}\n")
    print(f"{len(entries)} templates")


if __name__ == "__main__":
    main()
