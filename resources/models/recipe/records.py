# SPDX-License-Identifier: MIT
"""JSON records and lists."""
import json
import random

from . import facts as f
from . import words as w

CITIES = sorted(f.CAPITALS.values())
JOBS = "teacher baker farmer doctor driver painter singer cook nurse writer".split()
HOBBIES = "reading swimming drawing singing running cooking dancing fishing painting chess".split()


def person(r: random.Random) -> dict:
    """A record of a person."""
    p = w.child(r)
    d: dict = {"name": p.name, "age": r.randint(5, 60), "city": r.choice(CITIES)}
    if r.random() < 0.5:
        d["job" if d["age"] > 17 else "school"] = r.choice(JOBS) if d["age"] > 17 else f"{r.choice(['North', 'South', 'East', 'West'])} School"
    if r.random() < 0.6:
        d["hobbies"] = r.sample(HOBBIES, r.randint(1, 3))
    if r.random() < 0.4:
        kind, names = r.choice(w.PETS)
        d["pet"] = {"kind": kind, "name": r.choice(names)}
    if r.random() < 0.3:
        d["active"] = r.random() < 0.6
    return d


def product(r: random.Random) -> dict:
    """A record of a thing in a shop."""
    d: dict = {"id": r.randint(1, 200), "item": r.choice(w.TOYS + w.FOODS), "color": r.choice(w.COLOURS), "price": r.randint(1, 40) + r.choice([0, 0.5, 0.25])}
    if r.random() < 0.5:
        d["in_stock"] = r.random() < 0.7
    if r.random() < 0.4:
        d["tags"] = r.sample(["new", "toy", "gift", "sale", "small", "large", "soft"], 2)
    return d


def weather(r: random.Random) -> dict:
    """A record of a day's weather."""
    return {"day": r.choice(f.DAYS), "city": r.choice(CITIES), "weather": r.choice(w.WEATHER), "temperature": r.randint(-5, 30), "rain": r.random() < 0.4}


def country(r: random.Random) -> dict:
    """A record of a country and its capital."""
    c, t = r.choice(sorted(f.CAPITALS.items()))
    return {"country": c, "capital": t}


def record(r: random.Random) -> str:
    """One record, or a list of short ones, in one of the usual layouts."""
    kind = r.choice([person, person, product, weather, country])
    if r.random() < 0.3:
        rows = [kind(r) for _ in range(r.randint(2, 4))]
        return "[\n" + ",\n".join("  " + json.dumps(d) for d in rows) + "\n]"
    return json.dumps(kind(r), indent=2 if r.random() < 0.8 else None)


def listing(r: random.Random) -> str:
    """Shopping lists, lists of animals or days, steps of a day."""
    k = r.randrange(5)
    if k == 0:
        names = r.sample(sorted(set(w.FOODS + w.FRUIT)), r.randint(4, 8))
        return "Shopping list:\n" + "\n".join(f"- {r.randint(1, 9)} {w.plural(x)}" if r.random() < 0.5 else f"- {w.a(x)}" for x in names)
    if k == 1:
        title, pool = r.choice([("Animals", w.ANIMALS), ("Colors", w.COLOURS), ("Toys", w.TOYS), ("Fruit", w.FRUIT), ("Cities", CITIES), ("Places", w.PLACES)])
        return f"{title}:\n" + "\n".join(f"{i}. {x}" for i, x in enumerate(r.sample(pool, r.randint(4, 8)), 1))
    if k == 2:
        return r.choice([f"The days of the week are {', '.join(f.DAYS[:-1])} and {f.DAYS[-1]}.", "The months of the year are " + ", ".join(f.MONTHS[:-1]) + " and " + f.MONTHS[-1] + ".",
                         "Days of the week:\n" + "\n".join(f"{i}. {x}" for i, x in enumerate(f.DAYS, 1)), "Months of the year:\n" + "\n".join(f"{i}. {x}" for i, x in enumerate(f.MONTHS, 1))])
    if k == 3:
        p = w.child(r)
        todo = r.sample(["wake up", "brush {his} teeth", "eat breakfast", "go to school", "read a book", "play with {his} friends", "help {his} mom", "eat dinner", "take a bath", "feed the cat",
                         "water the flowers", "clean {his} room"], r.randint(4, 7))
        return f"{p.name}'s plan for {r.choice(f.DAYS)}:\n" + "\n".join(f"{i}. {w.cap(x.format(his=p.his))}" for i, x in enumerate(todo, 1))
    p = w.child(r)
    rows = [f"{x}: {r.choice(w.COLOURS)}" for x in r.sample(w.TOYS, r.randint(3, 6))]
    return f"{p.name}'s toys and their colors:\n" + "\n".join(rows)
