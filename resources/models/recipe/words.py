# SPDX-License-Identifier: MIT
"""Word lists of the text generator and the small grammar around them (articles, pronouns, plurals)."""
import random

GIRLS = "Lily Mia Anna Sue Lucy Emma Rosie Ella Zoe Amy Daisy Nina Ruby Grace Maya Kate Molly Ivy Jane Sara".split()
BOYS = "Tom Ben Tim Max Sam Jack Leo Finn Bob Will Dan Noah Oscar Peter Alex Hugo Joe Adam Kai Luke".split()
PETS = [("dog", "Spot Rex Buddy Biscuit".split()), ("cat", "Mittens Smoky Luna Whiskers".split()),
        ("rabbit", "Clover Thumper Snowy Hazel".split()), ("bird", "Pip Tweety Sunny Robin".split()),
        ("mouse", "Nibbles Squeak Pepper Minnie".split()), ("bear", "Bruno Honey Barney Teddy".split()),
        ("duck", "Quacky Puddle Daffy Waddle".split()), ("fox", "Rusty Red Foxy Copper".split()),
        ("frog", "Hoppy Lilypad Green Jumper".split()), ("turtle", "Shelly Tuck Slow Myrtle".split())]
COLOURS = "red blue green yellow pink purple orange white brown black".split()
SIZES = "big small tiny little huge".split()
TOYS = "ball kite doll truck boat drum puzzle robot teddy bear|toy car|toy train|balloon".replace(" teddy bear", "|teddy bear")
TOYS = [w for part in TOYS.split("|") for w in (part.split() if part.startswith("ball kite") else [part])]
PLACES = ["park", "garden", "forest", "beach", "playground", "field", "farm", "yard", "meadow", "woods"]
FOODS = ["cake", "apple", "cookie", "sandwich", "banana", "pie", "carrot", "pear", "muffin", "pancake"]
FRUIT = ["apple", "banana", "pear", "orange", "cherry", "peach", "plum", "lemon", "grape", "strawberry"]
ANIMALS = ["dog", "cat", "rabbit", "bird", "mouse", "bear", "duck", "fox", "frog", "turtle", "squirrel", "owl", "bee",
           "butterfly", "horse", "cow", "pig", "sheep", "goat", "hen", "lion", "elephant"]
SMALL_ANIMALS = ["bird", "kitten", "puppy", "rabbit", "squirrel", "duck", "mouse", "turtle", "frog", "butterfly"]
HELPERS = ["mom", "dad", "grandma", "grandpa", "brother", "sister", "teacher", "neighbor"]
LOVES = ["play with {toys}", "run in the {place}", "sing songs", "draw pictures", "read books", "climb trees",
         "look at the stars", "dance in the rain", "ride {poss} bike", "pick flowers", "help {poss} {kin}",
         "play in the {place}", "build towers", "bake with {poss} {kin}", "jump in puddles", "look for bugs"]
GOOD = ["happy", "glad", "proud", "excited", "full of joy"]
SAD = ["sad", "upset", "worried", "scared", "very sad", "so sad"]
TRAITS = ["kind", "brave", "curious", "happy", "clever", "shy", "funny", "quiet", "friendly", "careful"]
WEATHER = ["sunny", "warm", "windy", "cloudy", "bright", "cold", "rainy"]
PLURALS = {"mouse": "mice", "cherry": "cherries", "fox": "foxes", "sheep": "sheep", "butterfly": "butterflies",
           "peach": "peaches", "strawberry": "strawberries", "child": "children", "puppy": "puppies", "box": "boxes",
           "sandwich": "sandwiches", "brush": "brushes", "knife": "knives", "leaf": "leaves", "fish": "fish"}


def a(noun: str) -> str:
    """The noun phrase with its article: a ball, an apple."""
    return ("an " if noun[0].lower() in "aeiou" else "a ") + noun


def plural(noun: str) -> str:
    """Plural of a noun from the lists of this file."""
    return PLURALS.get(noun, noun + "s")


def cap(text: str) -> str:
    """First letter upper case."""
    return text[0].upper() + text[1:]


class Person:
    """Somebody in a story: a name and the pronouns that go with it."""

    def __init__(self, name: str, kind: str, female: bool) -> None:
        self.name, self.kind = name, kind
        self.he, self.him, self.his = ("she", "her", "her") if female else ("he", "him", "his")


def child(r: random.Random, other: Person | None = None) -> Person:
    """A girl or boy; another name than `other`."""
    while True:
        female = r.random() < 0.5
        person = Person(r.choice(GIRLS if female else BOYS), "girl" if female else "boy", female)
        if other is None or person.name != other.name:
            return person


def pet(r: random.Random, other: Person | None = None) -> Person:
    """A named animal; another kind than `other`."""
    while True:
        kind, names = r.choice(PETS)
        if other is None or other.kind != kind:
            return Person(r.choice(names), kind, r.random() < 0.5)


def hero(r: random.Random, other: Person | None = None) -> Person:
    """Mostly a child, sometimes an animal."""
    return child(r, other) if r.random() < 0.72 else pet(r, other)
