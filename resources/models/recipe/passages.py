# SPDX-License-Identifier: MIT
"""A passage followed by its summary, by itself with mistakes mended, or by a changed copy. Most of such text is copied."""
import random

from . import stories, words as w

SWAPS = {"was": "wos", "the": "teh", "and": "adn", "little": "litle", "there": "ther", "said": "sed", "happy": "hapy",
         "friend": "freind", "because": "becuase", "they": "thay", "went": "wnet", "very": "verry", "saw": "sawe",
         "wanted": "wantd", "found": "fond", "her": "hre", "his": "hsi", "with": "wiht", "looked": "loked", "play": "paly"}


def short_passage(r: random.Random) -> tuple[str, stories.Story]:
    """The first sentences of a story, one paragraph, and the story they come from."""
    s = stories.Story(r, w.child(r) if r.random() < 0.8 else None)
    s.opening()
    s.day()
    r.choice(stories.PLOTS)(s)
    text = s.text().replace("\n", " ")
    keep = r.randint(4, 7)
    parts, at = text.split(". "), 0
    return ". ".join(parts[:keep]).rstrip(".").strip() + ".", s


def summary(r: random.Random) -> str:
    """A story and its summary."""
    text, short = stories.story_with_summary(r)
    return f"Text: {text}\n\nSummary: {short}"


def correction(r: random.Random) -> str:
    """A passage with spelling mistakes, then the same passage mended."""
    text, _ = short_passage(r)
    words = text.split(" ")
    places = [i for i, x in enumerate(words) if x in SWAPS]
    for i in r.sample(places, min(len(places), r.randint(2, 5))):
        words[i] = SWAPS[words[i]]
    return f"Text with mistakes: {' '.join(words)}\n\nCorrected text: {text}"


def rename(r: random.Random) -> str:
    """A passage, then the same with the hero's name changed."""
    text, s = short_passage(r)
    while True:
        other = w.child(r)
        if other.he == s.h.he and other.name != s.h.name and other.name not in text:
            break
    return f"Text: {text}\n\nChange the name {s.h.name} to {other.name}.\n\nChanged text: {text.replace(s.h.name, other.name)}"


WORDS = sorted({x for group in (w.GIRLS, w.BOYS, w.COLOURS, w.TOYS, w.PLACES, w.FOODS, w.FRUIT, w.ANIMALS, w.HELPERS, w.TRAITS, w.WEATHER, w.SIZES)
                for x in group})


def repeat(r: random.Random) -> str:
    """Words in no order, said again once or more: nothing but looking back can continue it."""
    line = ", ".join(r.choice(WORDS) if r.random() < 0.85 else str(r.randint(0, 99)) for _ in range(r.randint(6, 24)))
    return "\n".join([f"Repeat: {line}"] + [f"Again: {line}"] * r.choice([1, 1, 2, 3]))


def passage(r: random.Random) -> str:
    """One of the three."""
    return r.choice([summary, summary, correction, rename])(r)
