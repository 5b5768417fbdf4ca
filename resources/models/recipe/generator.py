# SPDX-License-Identifier: MIT
"""All kinds of generated text under their names; the same seed writes the same text.

    python -m recipe.generator --seed 1 --count 3 [--kind json]
"""
import argparse
import random

from . import code, facts, passages, records, stories

KINDS = {"story": stories.story, "facts": facts.facts, "code": code.code, "json": records.record,
         "list": records.listing, "arithmetic": facts.arithmetic, "summary": passages.passage,
         "repeat": passages.repeat}


def show(kinds, description: str) -> None:
    """Prints some text of each kind, as the command line asks; `kinds`: functions of a random.Random by name."""
    p = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=2)
    p.add_argument("--kind", choices=kinds)
    a = p.parse_args()
    r = random.Random(a.seed)
    for kind in [a.kind] if a.kind else kinds:
        for _ in range(a.count):
            print(f"--- {kind}\n{kinds[kind](r)}")


if __name__ == "__main__":
    show(KINDS, __doc__)
