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


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=2)
    p.add_argument("--kind", choices=KINDS)
    a = p.parse_args()
    r = random.Random(a.seed)
    for kind in [a.kind] if a.kind else KINDS:
        for _ in range(a.count):
            print(f"--- {kind}\n{KINDS[kind](r)}")


if __name__ == "__main__":
    main()
