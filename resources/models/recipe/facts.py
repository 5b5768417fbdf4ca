# SPDX-License-Identifier: MIT
"""Facts in simple sentences and as questions with answers: capitals, animals, colours, days, opposites, numbers."""
import random

from . import words as w

CAPITALS = dict(p.split(":") for p in (
    "France:Paris Germany:Berlin Italy:Rome Spain:Madrid Portugal:Lisbon Austria:Vienna Poland:Warsaw Greece:Athens "
    "Norway:Oslo Sweden:Stockholm Denmark:Copenhagen Finland:Helsinki Ireland:Dublin Belgium:Brussels Hungary:Budapest "
    "Russia:Moscow Turkey:Ankara Egypt:Cairo Kenya:Nairobi Japan:Tokyo China:Beijing India:Delhi Canada:Ottawa "
    "Peru:Lima Cuba:Havana Chile:Santiago England:London Iceland:Reykjavik Romania:Bucharest").split())
SOUNDS = {"dog": "woof", "cat": "meow", "cow": "moo", "duck": "quack", "sheep": "baa", "pig": "oink", "hen": "cluck",
          "lion": "roar", "bee": "buzz", "mouse": "squeak", "owl": "hoot", "frog": "croak", "horse": "neigh"}
HOMES = {"bee": "hive", "bird": "nest", "dog": "kennel", "horse": "stable", "fish": "pond", "spider": "web", "rabbit": "burrow",
         "bear": "cave", "fox": "den", "owl": "hollow tree"}
BABIES = {"dog": "puppy", "cat": "kitten", "cow": "calf", "sheep": "lamb", "hen": "chick", "duck": "duckling", "horse": "foal",
          "pig": "piglet", "bear": "cub", "goat": "kid"}
THINGS = {"sky": "blue", "grass": "green", "snow": "white", "sun": "yellow", "banana": "yellow", "coal": "black", "lemon": "yellow",
          "carrot": "orange", "strawberry": "red", "milk": "white", "night": "black", "frog": "green", "plum": "purple"}
OPPOSITES = dict(p.split(":") for p in ("hot:cold big:small fast:slow up:down day:night happy:sad open:closed light:dark old:young "
                                       "wet:dry hard:soft full:empty high:low left:right loud:quiet good:bad long:short clean:dirty").split())
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
LEGS = {"dog": "four", "bird": "two", "spider": "eight", "bee": "six", "cat": "four", "hen": "two", "horse": "four", "fish": "no"}


def _both(d: dict) -> list:
    return list(d.items())


def fact(r: random.Random) -> tuple[str, str, str]:
    """One fact: as a sentence, as a question, and the short answer."""
    k = r.randrange(11)
    if k <= 2:
        c, t = r.choice(_both(CAPITALS))
        return f"The capital of {c} is {t}.", f"What is the capital of {c}?", t
    if k == 3:
        x, y = r.choice(_both(SOUNDS))
        return f"A {x} says {y}.".replace("A owl", "An owl"), f"What does {w.a(x)} say?", y
    if k == 4:
        x, y = r.choice(_both(HOMES))
        return f"{w.cap(w.a(x))} lives in {w.a(y)}.", f"Where does {w.a(x)} live?", f"in {w.a(y)}"
    if k == 5:
        x, y = r.choice(_both(BABIES))
        return f"A baby {x} is called {w.a(y)}.", f"What is a baby {x} called?", w.a(y)
    if k == 6:
        x, y = r.choice(_both(THINGS))
        return f"The color of the {x} is {y}.", f"What color is the {x}?", y
    if k == 7:
        x, y = r.choice(_both(OPPOSITES))
        if r.random() < 0.5:
            x, y = y, x
        return f"The opposite of {x} is {y}.", f"What is the opposite of {x}?", y
    if k == 8:
        i = r.randrange(7)
        return f"The day after {DAYS[i]} is {DAYS[(i + 1) % 7]}.", f"Which day comes after {DAYS[i]}?", DAYS[(i + 1) % 7]
    if k == 9:
        i = r.randrange(12)
        return f"The month after {MONTHS[i]} is {MONTHS[(i + 1) % 12]}.", f"Which month comes after {MONTHS[i]}?", MONTHS[(i + 1) % 12]
    x, y = r.choice(_both(LEGS))
    return f"{w.cap(w.a(x))} has {y} legs.", f"How many legs does {w.a(x)} have?", y


def facts(r: random.Random) -> str:
    """A page of facts: sentences, or questions with answers."""
    n = r.randint(4, 9)
    if r.random() < 0.5:
        return " ".join(fact(r)[0] for _ in range(n)) if r.random() < 0.5 else "\n".join(fact(r)[0] for _ in range(n))
    pairs = [fact(r)[1:] for _ in range(n)]
    return "\n".join(f"Question: {q}\nAnswer: {w.cap(a)}." for q, a in pairs)


def arithmetic(r: random.Random) -> str:
    """Small sums, a line each, or in words, or counting."""
    k = r.randrange(4)
    n = r.randint(5, 10)
    if k == 0:
        lines = []
        for _ in range(n):
            x, y = r.randint(0, 20), r.randint(0, 20)
            lines.append(f"{x} + {y} = {x + y}" if r.random() < 0.6 else f"{max(x, y)} - {min(x, y)} = {abs(x - y)}")
        return "\n".join(lines)
    if k == 1:
        x = r.randint(1, 10)
        return "\n".join(f"{x} x {i} = {x * i}" for i in range(1, n + 1))
    if k == 2:
        start, step = r.randint(0, 12), r.choice([1, 1, 2, 3, 5, 10])
        numbers = ", ".join(str(start + step * i) for i in range(n + 3))
        return f"Count by {step} from {start}: {numbers}."
    p = w.child(r)
    x, y, thing = r.randint(2, 9), r.randint(1, 9), r.choice(w.FRUIT + w.TOYS)
    if r.random() < 0.5:
        return (f"{p.name} has {x} {w.plural(thing)}. {w.cap(p.he)} gets {y} more. How many {w.plural(thing)} does {p.name} have now?\n"
                f"{x} + {y} = {x + y}. {p.name} has {x + y} {w.plural(thing)}.")
    x, y = x + y, y
    return (f"{p.name} has {x} {w.plural(thing)}. {w.cap(p.he)} gives {y} to {p.his} friend. How many {w.plural(thing)} does {p.name} have now?\n"
            f"{x} - {y} = {x - y}. {p.name} has {x - y} {w.plural(thing) if x - y != 1 else thing}.")
