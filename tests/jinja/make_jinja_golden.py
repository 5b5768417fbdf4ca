#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes statements.json, which test_jinja_statements reads: small templates, and what jinja2 makes of them in the environment in which
transformers runs chat templates. Run it with jinja2 3.1.6 or later and transformers 5 (../shared/tools/oracle); not part of the build.

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

EXPRESSIONS = """
1 + 2 * 3
(1 + 2) * 3
7 // 2
-7 // 2
7 % 3
-7 % 3
7 % -3
7.5 // 2
-7.5 % 2
7 / 2
6 / 2
2 ** 10
2 ** -1
2 ** 3 ** 2
-2 ** 2
1 / 3
0.1 + 0.2
1e16
1e15
123456789.123
1e-5
0.0001
1e100
-0.0
3.0
1_000
0x1F
0b101
0o17
1_0.5_0
10 ** 18
n + x
n * 'ab'
'ab' * 3
'ab' * -1
[1, 2] * 2
[1] + [2]
(1,) + (2,)
'a' 'b' "c"
'a' ~ 1 ~ none ~ true ~ 1.5 ~ [1] ~ missing
1 ~ 2 * 3
1 + 2 ~ 3
'%s is %d and %.2f' % ('a', 3, 1.5)
'%s' % 5
'%5s|%-5s|%05d|%+d' % ('a', 'b', 42, 7)
'%x %X %o %e %g %%' % (255, 255, 8, 12345.678, 0.0001)
'%r %r' % ('it', "it's")
'%(a)s-%(b)s' % {'a': 1, 'b': 2}
'%s' % [1, 2]
'%c' % 'x'
'%s %s' % ('a',)
'%d' % 'x'
'%s' % ()
'a%' % ()
'%.3s' % 'abcdef'
'%5.1f|' % 2.25
true and 'x'
'' or 'y'
0 or none or 'z'
none and 1
not none
not 1 == 2
not true and false
true or false and false
1 if yes else 2
1 if not yes else 2
'a' if false
('a' if false) is defined
1 if false else 2 if false else 3
'x' if n > 5 and x < 3 else 'y'
1 == 1.0
1 == true
'1' == 1
[1, 2] == [1, 2]
(1, 2) == [1, 2]
{'a': 1} == {'a': 1.0}
none == false
missing == missing
missing == none
missing is none
1 < 2 < 3
1 < 3 < 2
3 > 2 >= 2
'a' < 'b'
'B' < 'a'
[1, 2] < [1, 3]
[1] < [1, 0]
'a' < 1
1 in [1, 2]
3 not in [1, 2]
'a' in 'cat'
1 in 'cat'
'a' in d
'zz' in d
'x' in missing
1 in n
not 1 in [2]
'el' in 'hello' and 'x' not in 'hello'
n is odd
n is even
n is divisibleby 7
n is divisibleby(3)
n is not divisibleby 3
n is number
true is number
true is integer
n is integer
x is float
'a' is string
d is mapping
list is sequence
d is sequence
'abc' is sequence
n is sequence
missing is sequence
list is iterable
n is iterable
missing is iterable
'a' is lower
'A' is upper
'Ab1' is lower
'' is upper
none is none
missing is defined
missing is undefined
d.a is defined
d.zz is defined
d.zz is undefined
missing.a is defined
range is callable
n is callable
1 is eq 1
1 is ne 1
n is gt 5
n is lessthan 5
1 is in [1, 2]
'a' is in d
1 is sameas 1
true is sameas true
n is ==(7)
n is boolean
yes is true
yes is false
yes is boolean
'upper' is filter
'nope' is filter
'odd' is test
html|e is escaped
'x' is escaped
list[0]
list[-1]
list[5]
list[-4]
list['a']
list[1:]
list[:-1]
list[::-1]
list[::2]
list[-2:]
list[5:]
list[2:1]
list[1:3:1]
list[:0:-1]
(1, 2, 3)[1:]
'hello'[1]
'hello'[-1]
'hello'[1:3]
'hello'[::-1]
'hello'[10:]
name[2]
name[2:5]
name[::-1]
name[-4:]
'abc'['x']
list['x':]
list[missing:]
n[0]
n[1:]
none[0]
none.x
missing[0]
missing.x
d.a
d['a']
d.items
d['items']
d.zz
d['zz']
d.zz.y
d.get('a')
d.get('zz')
d.get('zz', 5)
d.get('zz', default=5)
d.keys()
d.values()
d.items()|list
nested.k.items()
nested.k.z[1].q
nested['k']['z'][0]
nested.k['z'].1.q
nested.t
nested
nested.t.0
messages[0].role
messages[0]['content']
messages[-1].content[0].text
messages[3].content[1].text is defined
d.keys()|list
d.update({'q': 1})
d.pop('a')
list.append(4)
list.append is defined
list.sort()
[1,2,1].count(1)
[1,2,1].index(2)
(1,2).index(2)
[1,2].index(9)
d.copy()
'a,b,c'.split(',')
'a b  c'.split()
' a b '.split(' ')
'a,b,c'.split(',', 1)
'a,b,c'.rsplit(',', 1)
'a b c'.rsplit(None, 1)
'a b c'.split(none, 1)
'a b c'.split(maxsplit=1)
'abc'.split('')
''.split()
''.split(',')
'a\\nb\\r\\nc\\n'.splitlines()
'a\\nb'.splitlines(true)
'  x '.strip()
'xxaxx'.strip('x')
'xyaxy'.lstrip('xy')
'xyaxy'.rstrip('xy')
name.upper()
name.lower()
'straße ǆ ŉ'.upper()
'ΑΣ ΑΣΑ'.lower()
'hello wORLD'.title()
"they're bill's".title()
'hELLO'.capitalize()
'aBc'.swapcase()
'abc'.startswith('a')
'abc'.startswith(('x', 'a'))
'abc'.startswith('b', 1)
'abc'.endswith('c')
'abc'.endswith(['c'])
'abcabc'.find('c')
'abcabc'.rfind('c')
'abc'.find('x')
'abc'.index('x')
'aaa'.count('a')
'aaa'.count('')
name.find('W')
name.index('ß')
'a-b'.replace('-', '+')
'aaa'.replace('a', 'b', 2)
'abc'.replace('', '-')
'-'.join(['a', 'b'])
'-'.join([1])
'-'.join('abc')
'a{}b{}'.format(1, 'x')
'{0}{1}{0}'.format('a', 'b')
'{a}{b}'.format(a=1, b=2)
'{:>5}|{:<5}|{:^5}'.format('a', 'b', 'c')
'{:.2f} {:05d} {:,}'.format(3.14159, 42, 1234567)
'{:x} {:#x} {:b} {:%}'.format(255, 255, 5, 0.25)
'{0[a]} {0.a}'.format({'a': 1})
'{!r}'.format('x')
'{{}}'.format()
'{}'.format()
'{:*^9}'.format('ab')
'{:>{}}'.format('a', 4)
'{:5}'.format(true)
'{}'.format(none)
'{:d}'.format('x')
'abc'.removeprefix('a')
'abc'.removesuffix('c')
'abc'.removesuffix('x')
'a=b=c'.partition('=')
'a=b=c'.rpartition('=')
'abc'.partition('x')
'12'.isdigit()
'1a'.isdigit()
''.isdigit()
'²'.isdigit()
'²'.isdecimal()
'ab'.isalpha()
'a1'.isalnum()
'a_'.isalnum()
' \\t'.isspace()
'AB'.isupper()
'ab1'.islower()
'Ab Cd'.istitle()
'aé'.isascii()
'7'.zfill(3)
'-7'.zfill(4)
'a'.center(4)
'ab'.center(5)
'a'.ljust(3) ~ '|'
'a'.rjust(3, '*')
'a\\tb'.expandtabs(4)
'abc'.casefold
'abc'.nope
'abc'.nope()
'abc'.__class__
'abc'.__class__.__mro__
''.__class__ is defined
n.__add__
1.5.is_integer()
(2.0).is_integer()
text|trim
text.strip()
'xax'|trim('x')
name|length
list|length
d|length
missing|length
n|length
list|count
list|first
list|last
empty|first
empty|last
missing|first
'abc'|first
d|first
list|join
list|join(', ')
list|join(d='-')
words|join('|')
people|join(', ', attribute='name')
missing|join(',')
n|join
list|sum
people|sum(attribute='age')
list|sum(start=10)
words|sum
list|min
list|max
empty|max
words|min
words|max(case_sensitive=true)
people|max(attribute='age')
list|sort
list|sort(reverse=true)
words|sort
words|sort(case_sensitive=true)
people|sort(attribute='name')|map(attribute='name')|list
people|sort(attribute='age,name')|map(attribute='name')|list
people|sort(attribute='at.city')|map(attribute='name')|join
[1, 'a']|sort
words|unique|list
words|unique(case_sensitive=true)|list
list|reverse|list
'abc'|reverse
d|reverse|list
list|map('string')|list
words|map('upper')|join(' ')
words|map('replace', 'p', 'q')|list
people|map(attribute='name')|list
people|map(attribute='at.city')|list
people|map(attribute='nope')|list
people|map(attribute='nope', default='?')|list
people|map(attribute='tags.0', default='-')|list
list|map('nope')|list
list|map|list
empty|map('nope')|list
list|select('odd')|list
list|select('gt', 1)|list
[0, 1, '', 'a', none]|select|list
[0, 1, '', 'a', none]|reject|list
list|reject('odd')|list
messages|selectattr('role', 'equalto', 'user')|list|length
messages|selectattr('role', '==', 'user')|map(attribute='role')|join
messages|rejectattr('role', 'in', ['user'])|map(attribute='role')|list
people|selectattr('tags')|map(attribute='name')|list
people|rejectattr('tags')|map(attribute='name')|list
people|selectattr('age', 'ge', 30)|list|length
people|selectattr('at.city', 'eq', 'Ulm')|list|length
messages|selectattr('content', 'string')|list|length
list|selectattr('a', 'nope')|list
list|map('abs')
people|groupby('age')
people|groupby('age')|map(attribute='grouper')|list
people|groupby('at.city')|map('first')|list
(people|groupby('age')|first).list|length
range(7)|batch(3)|list
range(7)|batch(3, 'x')|list
range(7)|slice(3)|list
range(7)|slice(3, 'x')|list
d|dictsort
d|dictsort(true)
d|dictsort(by='value')
d|dictsort(reverse=true)
d|items|list
missing|items|list
n|items|list
d|list
'abc'|list
n|list
n|string
none|string
missing|string
missing|default('x')
none|default('x')
none|default('x', true)
''|default('x', boolean=true)
missing|d
missing|d(1)
missing.a|default('x')
d.zz|default('x')
'a'|default('x')
'12'|int
' 12 '|int
'12.7'|int
'x'|int
'x'|int(5)
'ff'|int(base=16)
'0x1f'|int(0, 16)
none|int
3.9|int
-3.9|int
'1e3'|int
true|int
'1.5'|float
'x'|float
'x'|float(2)
'inf'|float
n|float
missing|int
42.55|round
42.55|round(1)
2.5|round
3.5|round
0.125|round(2)
42.1|round(0, 'ceil')
42.9|round(method='floor')
42.123|round(2, 'ceil')
42|round
1234|round(-2)
'x'|round
-5|abs
'x'|abs
name|upper
name|lower
n|upper
'foo bar-baz (qux)'|title
"it's a TEST"|title
'fOO'|capitalize
'a-b-c'|replace('-', '+')
'aaa'|replace('a', 'b', 2)
n|replace('7', '8')
'one two three'|wordcount
'foo'|center(9)
'a\\nb\\n\\nc'|indent
'a\\nb\\n\\nc'|indent(2, true)
'a\\nb\\n\\nc'|indent(2, blank=true)
'a\\nb'|indent('> ')
'foo bar baz qux'|truncate(9)
'foo bar baz qux'|truncate(9, true)
'foo bar baz qux'|truncate(11)
'foo bar baz qux'|truncate(11, false, '...', 0)
'%s-%s'|format(1, 2)
'%(a)s'|format(a=1)
html|e
html|escape|e
html|escape ~ '<'
(html|escape) + '<'
'<' + ('x'|safe)
('x'|safe) + '<'
('x'|safe) ~ '<'
('<%s>'|safe) % '<'
('<'|safe)|upper
('a<'|safe)|e
('<'|safe).join(['<', 'a'|safe])
('a'|safe).replace('a', '<')
[('a'|safe)]
n|e
html|forceescape
html|safe|forceescape
'a b/ä&'|urlencode
{'a b': 'c&d'}|urlencode
d|tojson
nested|tojson
schema|tojson
schema|tojson(indent=2)
schema|tojson(ensure_ascii=true)
schema|tojson(separators=(',', ':'))
schema|tojson(indent=4, separators=(', ', ' = '))
d|tojson(sort_keys=true)
[]|tojson
{}|tojson(indent=2)
[[], {}]|tojson(indent=1)
[1]|tojson(indent='\\t')
[1]|tojson(indent=0)
'a"\\\\\\n\\x01é😀'|tojson
'é😀\\x7f'|tojson(true)
1.5|tojson
1e20|tojson
none|tojson
{1: 2, true: 3, none: 4, 1.5: 5}|tojson
('inf'|float)|tojson
missing|tojson
(1, 2)|tojson
d.items()|tojson
range(3)|tojson
html|tojson
'x'|attr('upper')
d|attr('a')
d|attr('a') is defined
'a'|pprint
-n|string
-'a'|string
+n
-missing
+none
--n
-2|abs
range(3)|list
range(1, 7, 2)|list
range(3, 0, -1)|list
range(0)|list
range(3)[1]
range(10)[2:5]|list
range(100001)|length
range(1, 2, 0)
range('a')
dict(a=1, b=2)
dict([('a', 1)], b=2)
dict({'a': 1}, a=2)
namespace(a=1).a
namespace({'a': 1}).a
namespace(a=1).b
namespace(a=1)
namespace(_a=1)
joiner(', ') is callable
cycler('a', 'b').next()
cycler()
raise_exception('No way: ' ~ n)
raise_exception()
strftime_now('%Y')|length
strftime_now('')
{'a': 1, 'b': [1, (2,), {'c': none}]}
{1: 'a', 'b': true, none: 1.0, (1, 2): []}
{[1]: 2}
{'a': 1, 'a': 2}
['it\\'s', "say \\"hi\\"", 'both \\' "', 'tab\\t nl\\n \\x00 é \\u200b 😀']
()
(1,)
(1)
1, 2
[1, 2,]
{'a': 1,}
'\\u00e4\\x41\\101\\q'
'\\x4'
"a'b" 'c"d'
true is true and True
None is none
False
loop
self
varargs
range
missing
missing ~ 'a'
missing + 1
missing()
n()
'a'()
d.a()
foo.bar.baz
list.0
list.5
d|length > 2 and list|length == 3
not d.zz
(not yes) is false
x|round|int
'a' if missing else 'b'
n|nope
'a' if yes else n|nope
n is nope
n is defined is true
1 +
[1, 2
(1 + 2
)
{'a' 1}
'unclosed
f(a=1, 2)
f(**d, *list)
n |
n is
a.b.
1 2
a ! b
$
nothing.x is defined
nothing['x'] is defined
nested.t[1:3]
list|first|string + 'x'
words|map('length')|sum
words|map('first')|join|upper
(words|map('upper'))[0] is defined
words|select('in', ['fig'])|list
[1, 2, 3]|map('multiply')|list
big * big * big
9223372036854775807
{'a': missing}
[missing]
'abc' is in('xabcx')
'a' in ['a'] == true
1 == 1 in [true]
people[0]['tags'] + people[2].tags
messages|map(attribute='role')|unique|join(',')
messages|map(attribute='content')|select('string')|map('trim')|list
(messages|last).role
messages[1:]|map(attribute='role')|list
messages[::2]|length
messages|selectattr('role','equalto','tool')|list|length == 0
messages[0] | tojson
messages[0].items() | list
messages[0].keys() | join(',')
'x'.join(messages|map(attribute='role'))
'user' in (messages|map(attribute='role'))
"%s"|format(none)
'😀é'|length
'😀é'[0]
'a' * 2 ~ 'b'
'1,2'.split(',')|map('int')|sum
'a\\u2028b'.splitlines()
'\\x1c a \\x85'.strip()
'ﬁ'.upper()
'ß'.capitalize()
'ǆ'.title()
1.0|string
1e3
12.50
.5
1.
""" .strip("\n").split("\n")

TEMPLATES = r"""
a
<empty>
{{ 1 }}{{ 2 }}
a{# comment #}b
a {#- comment -#} b
{# multi
line #}x
{# unclosed
{{ "{{" }}{{ '}}' }}{{ '{%' }}
{% raw %}{{ x }}{% if %}{% endraw %}
a {%- raw -%} {{ x }} {%- endraw -%} b
{% raw %}x
  {% raw %}  x  {% endraw %}  y
{% if yes %}A{% else %}B{% endif %}
{% if nothing %}A{% elif n == 7 %}C{% else %}B{% endif %}
{% if nothing %}A{% elif nothing %}C{% endif %}.
{% if missing %}A{% endif %}{% if not missing %}B{% endif %}
{% if yes: %}A{% endif %}
{% if yes %}A
{% endif %}
{% if %}A{% endif %}
{% else %}
{% for i in list %}{{ i }},{% endfor %}
{% for i in list %}{{ loop.index }}/{{ loop.index0 }}/{{ loop.revindex }}/{{ loop.revindex0 }}/{{ loop.first }}/{{ loop.last }}/{{ loop.length }};{% endfor %}
{% for i in empty %}x{% else %}none{% endfor %}
{% for i in list %}x{% else %}none{% endfor %}
{% for i in missing %}x{% else %}none{% endfor %}
{% for i in n %}x{% endfor %}
{% for i in none %}x{% endfor %}
{% for k in d %}{{ k }}{% endfor %}
{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}
{% for k, v in nested.k.items() %}{{ k }}={{ v }};{% endfor %}
{% for k, v in d|items %}{{ k }}={{ v }};{% endfor %}
{% for k, v in d|dictsort %}{{ k }}={{ v }};{% endfor %}
{% for a, b in [(1, 2), (3, 4)] %}{{ a + b }};{% endfor %}
{% for (a, b), c in [((1, 2), 3)] %}{{ a }}{{ b }}{{ c }}{% endfor %}
{% for a, b in [1] %}x{% endfor %}
{% for a, b in ['ab'] %}{{ a }}-{{ b }}{% endfor %}
{% for a, b in [(1, 2, 3)] %}x{% endfor %}
{% for c in name %}{{ c }}.{% endfor %}
{% for i in 1, 2 %}{{ i }}{% endfor %}
{% for i in list if i > 1 %}{{ loop.index }}:{{ i }}/{{ loop.length }} {% endfor %}
{% for i in list if i > 5 %}x{% else %}none{% endfor %}
{% for m in messages if m.role == 'user' %}{{ loop.first }}{{ loop.last }}{% endfor %}
{% for i in list %}{{ loop.previtem }}<{{ i }}>{{ loop.nextitem }};{% endfor %}
{% for i in list %}{{ loop.previtem is defined }}{{ loop.nextitem is defined }};{% endfor %}
{% for i in list %}{{ loop.cycle('odd', 'even') }} {% endfor %}
{% for i in [1, 1, 2, 2, 1] %}{{ loop.changed(i) }} {% endfor %}
{% for i in range(10) %}{% if i == 3 %}{% break %}{% endif %}{{ i }}{% endfor %}
{% for i in range(6) %}{% if i is odd %}{% continue %}{% endif %}{{ i }}{% endfor %}
{% for i in range(3) %}{% for j in range(3) %}{% if j == 1 %}{% break %}{% endif %}{{ i }}{{ j }} {% endfor %}{% endfor %}
{% break %}
{% for i in list %}{{ loop.depth }}{{ loop.depth0 }}{% endfor %}
{% for i in [1, [2, [3]]] recursive %}{% if i is iterable %}({{ loop(i) }}){% else %}{{ i }}@{{ loop.depth }}{% endif %}{% endfor %}
{% for i in [[1, 2], [3]] %}{% set outer = loop %}{% for j in i %}{{ outer.index }}.{{ loop.index }} {% endfor %}{% endfor %}
{% for i in list %}{{ loop(list) }}{% endfor %}
{% for i in list %}{{ loop }}{% endfor %}
{% for i in list %}{% endfor %}{{ i }}
{% for i in list %}{% set z = i %}{% endfor %}{{ z is defined }}
{% set z = 0 %}{% for i in list %}{{ z }}{% set z = z + i %}{{ z }} {% endfor %}{{ z }}
{% set ns = namespace(z=0) %}{% for i in list %}{% set ns.z = ns.z + i %}{% endfor %}{{ ns.z }}
{% set ns = namespace(found=false) %}{% for m in messages if not ns.found %}{% if m.role == 'user' %}{% set ns.found = true %}{% endif %}{{ m.role }} {% endfor %}
{% set ns = namespace() %}{% set ns.a = 1 %}{{ ns.a }}{{ ns.b is defined }}
{% set ns = {} %}{% set ns.a = 1 %}
{% set missing.a = 1 %}
{% set ns = namespace() %}{% set ns._a = 1 %}
{% set ns = namespace(a=[]) %}{% set ns.a = ns.a + [1] %}{% set ns.a = ns.a + [2] %}{{ ns.a }}
{% set ns = namespace(a=1, b='x') %}{{ ns }}
{% set a = 1 %}{{ a }}
{% set a, b = 1, 2 %}{{ a }}{{ b }}
{% set a, b = [1, 2] %}{{ a }}{{ b }}
{% set (a, b) = (1, 2) %}{{ a }}{{ b }}
{% set a = 1, 2 %}{{ a }}
{% set a, b = 1 %}
{% set a = b = 1 %}
{% set 1 = 2 %}
{% set true = 2 %}
{% set a.b.c = 2 %}
{% set a %}x {{ n }} y{% endset %}[{{ a }}]
{% set a | upper | trim %} x {{ name }} y {% endset %}[{{ a }}]
{% set a | replace('x', 'z') %}xx{% endset %}{{ a }}
{% set a %}{% set inner = 1 %}{% endset %}{{ inner is defined }}
{% set a %}x{% endset %}{{ a is string }}{{ a is escaped }}
{% if yes %}{% set a = 1 %}{% endif %}{{ a }}
{% if not yes %}{% set n = 1 %}{% endif %}{{ n }}
{% set n = n + 1 %}{{ n }}
{% with a = 1, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a is defined }}
{% with %}{% set a = 1 %}{{ a }}{% endwith %}{{ a is defined }}
{% set a = 5 %}{% with a = 1, b = a %}{{ a }}{{ b }}{% endwith %}
{% with a, b = (1, 2) %}{{ a }}{{ b }}{% endwith %}
{% macro m(a, b=2) %}[{{ a }}|{{ b }}]{% endmacro %}{{ m(1) }}{{ m(1, 3) }}{{ m(b=4, a=5) }}{{ m() }}
{% macro m(a) %}{{ a is defined }}{% endmacro %}{{ m() }}
{% macro m(a, b=a) %}{{ b }}{% endmacro %}{{ m(3) }}
{% macro m(a) %}x{% endmacro %}{{ m(1, 2) }}
{% macro m(a) %}x{% endmacro %}{{ m(z=2) }}
{% macro m(a=1, b) %}x{% endmacro %}
{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, a=3) }}
{% macro m(a) %}{{ a }}{{ varargs|length }}{% endmacro %}{{ m(1, 2, 3) }}
{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}inside{% endcall %}
{% macro m() %}{{ caller(1, 2) }}{% endmacro %}{% call(a, b=5) m() %}{{ a }}-{{ b }}{% endcall %}
{% macro m() %}{{ caller(1) }}{% endmacro %}{% call(a, b=5) m() %}{{ a }}-{{ b }}{% endcall %}
{% macro m() %}x{% endmacro %}{% call m() %}inside{% endcall %}
{% macro m() %}{% if caller is defined %}c{% endif %}x{% endmacro %}{{ m() }}
{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}
{% macro m(f) %}{{ f }}{% endmacro %}{{ m.name }}{{ m.arguments }}{{ m.catch_kwargs }}
{% macro m(i) %}{{ i }}{% if i > 0 %}{{ m(i - 1) }}{% endif %}{% endmacro %}{{ m(3) }}
{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}B{% endmacro %}{{ a() }}
{% macro m() %}{{ z }}{% endmacro %}{% set z = 1 %}{{ m() }}{% set z = 2 %}{{ m() }}
{% macro m() %}{% set q = 1 %}{% endmacro %}{{ m() }}{{ q is defined }}
{% macro m(x) %}{% for i in x %}{{ i }}{% endfor %}{% endmacro %}{{ m(list) }}{{ m('ab')|upper }}
{% macro m() %}a{% endmacro %}{{ m() ~ 'b' }}{{ m() is string }}{{ m()|length }}
{% macro m(x) -%} {{ x }} {%- endmacro %}[{{ m(1) }}]
{% macro m(*a) %}{% endmacro %}
{% macro m %}{% endmacro %}
{{ m() }}{% macro m() %}x{% endmacro %}
{% if yes %}{% macro m() %}x{% endmacro %}{% endif %}{{ m() }}
{% for i in list %}{% macro m() %}{{ i }}{% endmacro %}{{ m() }}{% endfor %}
{% filter upper %}a{{ name }}{% endfilter %}
{% filter replace('a', 'b')|upper %}aac{% endfilter %}
{% filter trim %}  x  {% endfilter %}|
{% filter indent(2) %}a
b{% endfilter %}
{% filter nope %}a{% endfilter %}
{% generation %}a{{ n }}{% endgeneration %}b
{% generation %}{% set q = 1 %}{% endgeneration %}{{ q is defined }}
{% for i in list %}{% generation %}{{ i }}{% endgeneration %}{% endfor %}
{% for i in list %}{% generation %}{% break %}{% endgeneration %}{% endfor %}
{% block a %}x{{ n }}{% endblock %}
{% block a %}x{% endblock a %}{% block b %}y{% endblock %}
{% block a %}x{% endblock %}{% block a %}y{% endblock %}
{% set q = 1 %}{% block a %}{{ q }}{% set r = 2 %}{% endblock %}{{ r is defined }}
{% for i in list %}{% block a %}{{ i is defined }}{% endblock %}{% endfor %}
{% print n, 'x' %}
{% do list.append(1) %}
{% nope %}
{% endif %}
{% if yes %}{% for i in list %}{% endif %}{% endfor %}
{% include 'x' %}
{% import 'x' as y %}
{% from 'x' import y %}
{% extends 'x' %}
{{ n
{% if yes
{{ n }
}} %} #}
{{ 'a' }}} {
{ { n } }
{{ {'a': {'b': 1}}.a.b }}
{{ {'a': 1}['a'] }}{{ [[1]][0][0] }}
{{ '%}' }}{% if '%}' %}x{% endif %}
a
  {% if yes %}
  b
  {% endif %}
c
{% if yes %}

x{% endif %}

y
  {{ n }}
  z
  {%+ if yes %}x{% endif %}
{% if yes +%}
x{% endif %}
a   {%- if yes -%}   x   {%- endif -%}   b
a   {{- n -}}   b
a   {{+ n }}   b
{{- n -}}
   {#- c -#}   x
  {# c #}
x
{# c +#}
x
x {# c #}
y
  {% set a = 1 %}
  {% set b = 2 %}
{{ a }}{{ b }}
{%- for i in list %}
  - {{ i }}
{%- endfor %}
{% for i in list -%}
  {{ i }}
{%- endfor %}
<{{ '\n' }}>
{{ 'a
b' }}
x{% if yes %} {% endif %}y
	{% if yes %}tab{% endif %}
a {% if yes %}b{% endif %} c
{%if yes%}x{%endif%}
{%-if yes-%}x{%-endif-%}
{{n}}{{-n-}}{{ -n }}{{ - n }}
{{ n
   + 1 }}
{{
n }}
{% set j = joiner(',') %}{{ j() }}a{{ j() }}b{{ j() }}
{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }}{{ c.reset() }}{{ c.current }}
{% set _ = d.update({'z': 1}) %}
{% set x = list.append(1) %}
{% set f = 'abc'.upper %}{{ f() }}
{% set g = d.get %}{{ g('a') }}
{{ range }}
{{ range(3) }}
{{ list|map('string') }}
{{ d.get }}
{{ messages[0].content | trim }}
{{ messages[1].content | e }}
{% for message in messages %}{{ '<|' + message['role'] + '|>' }}{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for part in message['content'] %}{{ part.type }}{% if part['type'] == 'text' %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}{{ eos_token }}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}
{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = messages[0]['content'] %}{% else %}{% set loop_messages = messages %}{% set system_message = false %}{% endif %}{{ system_message }}{{ loop_messages|length }}
{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must alternate') }}{% endif %}{% endfor %}
{%- if tools is defined and tools is not none %}tools{% endif %}{% if not tools is defined %}x{% endif %}{% if documents is defined %}y{% endif %}
{% set content = messages[2].content.split('\n')[-1] %}{{ content }}
{% set ns = namespace(last=-1) %}{% for m in messages[::-1] %}{% set index = (messages|length - 1) - loop.index0 %}{% if ns.last < 0 and m.role == 'user' %}{% set ns.last = index %}{% endif %}{% endfor %}{{ ns.last }}
{% macro render(schema, depth=0) %}{% if schema.type == 'object' %}{ {%- for k, v in schema.properties.items() %}{{ k }}: {{ render(v, depth + 1) }}{% if not loop.last %}, {% endif %}{% endfor %} }{% elif schema.type is string %}{{ schema.type }}{% else %}{{ schema.type|join(' | ') }}{% endif %}{% endmacro %}{{ render(schema) }}
{{ bos_token }}{{ eos_token }}{{ pad_token }}
{% for k, v in d.items() if v is number and v > 1 %}{{ k }}{% endfor %}
{% for p in people|sort(attribute='name') %}{{ p.name }} {% endfor %}
{% for g in people|groupby('age') %}{{ g.grouper }}:{% for p in g.list %}{{ p.name }}{% endfor %};{% endfor %}
{% for age, group in people|groupby('age') %}{{ age }}:{{ group|length }};{% endfor %}
{% for row in range(5)|batch(2) %}{{ row|join('-') }};{% endfor %}
{% set a = [1] %}{% set b = a + [2] %}{{ a }}{{ b }}
{% for i in range(3) %}{{ i }}{% if not loop.last %}, {% endif %}{% endfor %}
{% set s = 'x' %}{% for i in range(3) %}{% set s = s ~ i %}{% endfor %}{{ s }}
{% if 'a' in messages[0].content and messages|length > 2 or false %}y{% endif %}
{% for i in range(2) %}{% filter upper %}a{% if i == 0 %}{% continue %}{% endif %}b{% endfilter %}{% endfor %}
{% for i in range(3) %}{% with z = i %}{% if z == 1 %}{% break %}{% endif %}{{ z }}{% endwith %}{% endfor %}
{% set x = namespace(a=namespace(b=1)) %}{{ x.a.b }}
{% set loop = 5 %}{{ loop }}
{% for loop in list %}{{ loop }}{% endfor %}
{% for i in list %}{% set loop = 1 %}{{ loop }}{% endfor %}
{% macro outer() %}{% macro inner() %}I{% endmacro %}{{ inner() }}{% endmacro %}{{ outer() }}{{ inner is defined }}
{% set t = (1, 2) %}{% set a, b = t %}{{ b }}{{ a }}
{% for i in list|reverse %}{{ i }}{% endfor %}{% for i in list|sort|reverse %}{{ i }}{% endfor %}
{% set g = list|map('string') %}{{ g|list }}{{ g|list }}
{% set g = list|select('odd') %}{{ g|first }}{{ g|list }}
{% for c in 'añ😀' %}{{ loop.index }}{{ c }}{% endfor %}
{% autoescape true %}{{ html }}{% endautoescape %}
{% trans %}x{% endtrans %}
line one
{% if nope_filter is defined %}{{ 1|nope }}{% endif %}
{% for i in [] %}{{ 1|nope }}{% endfor %}
{% if false %}{% for i in [] %}{{ 1|nope }}{% endfor %}{% endif %}
""" .strip("\n").split("\n")


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
    templates = ["{{ " + expression + " }}" for expression in EXPRESSIONS] + joined(TEMPLATES) + MORE
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
    path = pathlib.Path(__file__).parent / "statements.json"
    path.write_text('{"variables": ' + json.dumps(VARIABLES, ensure_ascii=True) + ',\n"statements": [\n' + lines + "\n]}\n")
    print(f"{len(entries)} templates")


if __name__ == "__main__":
    main()
