# SPDX-License-Identifier: MIT
"""Small Python functions, sometimes with a docstring and an example call whose result is right."""
import random

OPERATIONS = [("add", "+", "sum"), ("subtract", "-", "difference"), ("multiply", "*", "product")]
ARGUMENTS = [("a", "b"), ("x", "y"), ("first", "second"), ("left", "right"), ("n", "m")]
LISTS = ["numbers", "values", "items", "words", "names", "data"]
ITEM = {"numbers": "number", "values": "value", "items": "item", "words": "word", "names": "name", "data": "x"}


def _document(r: random.Random, head: str, doc: str, body: str) -> str:
    return head + (f'    """{doc}"""\n' if r.random() < 0.6 else "") + body


def _binary(r: random.Random) -> str:
    name, op, what = r.choice(OPERATIONS)
    a, b = r.choice(ARGUMENTS)
    text = _document(r, f"def {name}({a}, {b}):\n", f"Return the {what} of {a} and {b}.", f"    return {a} {op} {b}\n")
    if r.random() < 0.6:
        x, y = r.randint(1, 9), r.randint(1, 9)
        text += f"\n\nprint({name}({x}, {y}))  # {eval(f'{x} {op} {y}')}\n"
    return text


def _loop(r: random.Random) -> str:
    items = r.choice(LISTS)
    item = ITEM[items]
    k = r.randrange(5)
    if k == 0:
        return _document(r, f"def total({items}):\n", f"Return the sum of {items}.", f"    result = 0\n    for {item} in {items}:\n        result += {item}\n    return result\n")
    if k == 1:
        big = r.random() < 0.5
        name, sign = ("largest", ">") if big else ("smallest", "<")
        return _document(r, f"def {name}({items}):\n", f"Return the {name} of {items}.", f"    best = {items}[0]\n    for {item} in {items}:\n        if {item} {sign} best:\n            best = {item}\n    return best\n")
    if k == 2:
        n, op = r.randint(0, 9), r.choice([">", "<", "=="])
        word = {">": "greater than", "<": "less than", "==": "equal to"}[op]
        return _document(r, f"def count({items}):\n", f"Count the {items} that are {word} {n}.", f"    result = 0\n    for {item} in {items}:\n        if {item} {op} {n}:\n            result += 1\n    return result\n")
    if k == 3:
        what, expr = r.choice([("double", "{} * 2"), ("square", "{} * {}"), ("half", "{} / 2"), ("add_one", "{} + 1")])
        return _document(r, f"def {what}_all({items}):\n", f"Apply {what} to all {items}.", f"    result = []\n    for {item} in {items}:\n        result.append({expr.replace('{}', item)})\n    return result\n")
    return _document(r, f"def print_all({items}):\n", f"Print all {items}, one on each line.", f"    for {item} in {items}:\n        print({item})\n")


def _test(r: random.Random) -> str:
    n = r.choice(["n", "x", "number", "value"])
    k = r.randrange(4)
    if k == 0:
        even = r.random() < 0.5
        return _document(r, f"def is_{'even' if even else 'odd'}({n}):\n", f"Return True if {n} is {'even' if even else 'odd'}.", f"    return {n} % 2 == {0 if even else 1}\n")
    if k == 1:
        return _document(r, f"def absolute({n}):\n", f"Return the absolute value of {n}.", f"    if {n} < 0:\n        return -{n}\n    return {n}\n")
    if k == 2:
        return _document(r, f"def factorial({n}):\n", f"Return the factorial of {n}.", f"    if {n} <= 1:\n        return 1\n    return {n} * factorial({n} - 1)\n")
    return _document(r, f"def fibonacci({n}):\n", f"Return Fibonacci number {n}.", f"    a, b = 0, 1\n    for i in range({n}):\n        a, b = b, a + b\n    return a\n")


def _class(r: random.Random) -> str:
    name, fields = r.choice([("Dog", ["name", "age"]), ("Book", ["title", "pages"]), ("Point", ["x", "y"]), ("Person", ["name", "city"]), ("Car", ["color", "speed"]), ("Box", ["width", "height"])])
    text = f"class {name}:\n    def __init__(self, {', '.join(fields)}):\n" + "".join(f"        self.{x} = {x}\n" for x in fields)
    x = r.choice(fields)
    return text + f"\n    def get_{x}(self):\n        return self.{x}\n"


def _greet(r: random.Random) -> str:
    word = r.choice(["Hello", "Hi", "Good morning", "Goodbye", "Welcome"])
    return _document(r, "def greet(name):\n", "Greet somebody by name.", f'    return "{word}, " + name\n') + f'\n\nprint(greet("{r.choice(["Lily", "Tom", "Anna", "Ben", "Mia", "Sam"])}"))\n'


def code(r: random.Random) -> str:
    """One to three functions, two blank lines between them."""
    kinds = [_binary, _loop, _loop, _test, _class, _greet]
    return "\n\n".join(r.choice(kinds)(r) for _ in range(r.choice([1, 2, 2, 3])))
