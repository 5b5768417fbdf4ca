# SPDX-License-Identifier: MIT
"""Makes heads.json: what the embedded target's heads say after short texts, in float32 on the exported bf16 weights.

    ../shared/tools/oracle tests/golden/make_heads_golden.py

The head runs row by row over a cache here, and the result is compared with the parallel form that it was trained in (Eagle.chain), so
two computations of it agree before anything is written. Medusa: logits of each head for the state of the last token but one, where the last token is
the one that has been chosen already: head h then says the token h + 1 places after the text. EAGLE: the chain of four greedy drafts after the
text; rows are made from the target's states up to the last token but one, and each draft's row from the head's own output.
"""
import json
import pathlib
import sys

import torch

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent.parent / "resources" / "models"))

from recipe import settings as s, shipped  # noqa: E402
from recipe.head_export import load_exported  # noqa: E402
from recipe.heads import MEDUSA_HEADS, TITLES, Eagle, head_shape  # noqa: E402

TEXTS = ["Once upon a time, there was a little girl named Lily. She loved to", "def add(a, b):\n    return a +",
         "Text: Tom had a red ball. Tom lost the ball.\n\nSummary: Tom"]
DRAFTS = 4


def top(logits: torch.Tensor, tokens: torch.Tensor | None = None, count: int = 5) -> dict:
    """The largest logits and the target's ids of them, and what holds of all of them together."""
    best = logits.topk(count)
    ids = best.indices if tokens is None else tokens[best.indices]
    return {"tokens": ids.tolist(), "logits": [round(x, 6) for x in best.values.tolist()], "sum": round(logits.double().sum().item(), 5)}


def first(values: torch.Tensor) -> list[float]:
    return [round(x, 7) for x in values[:8].tolist()]


def eagle(head: Eagle, ids: list[int], states: torch.Tensor) -> dict:
    """The chain of greedy drafts, row by row; checked against Eagle.chain over the same tokens."""
    features = head.fuse(states)
    outputs, past = head.rows(torch.tensor(ids[1:]), features, 0, head.no_rows(), None)
    output, drafts, text = outputs[-1:], [], list(ids)
    for i in range(DRAFTS):
        logits = head.read(output)[0]
        token = int(logits.argmax()) if head.tokens() is None else int(head.tokens()[logits.argmax()])
        drafts.append({"token": token, **top(logits, head.tokens()), "state": first(output[0])})
        text.append(token)
        if i + 1 < DRAFTS:
            output, past = head.rows(torch.tensor([token]), output, len(ids) - 1 + i, past, None)
    # The same by the parallel form: states of the drafts' rows are never looked at, so zeros do.
    padded = torch.cat([states[None], torch.zeros(1, DRAFTS, *states.shape[1:])], 1)
    for i, y in enumerate(head.chain(torch.tensor([text + [0]]), padded, DRAFTS)):
        again = head.read(y[0, len(ids) - 2 + i]).topk(5).values
        worst = (again - torch.tensor(drafts[i]["logits"])).abs().max().item()
        if worst > 1e-3:
            raise SystemExit(f"the two forms of the head differ by {worst} in draft {i}")
    return {"feature": first(features[-1]), "rows": [first(outputs[0]), first(outputs[-1])], "drafts": drafts}


@torch.no_grad()
def main() -> None:
    target, sp = shipped.target(), shipped.vocabulary()
    heads = {key: load_exported(key, target) for key in TITLES if (s.MODELS / head_shape(key, target.shape).name / "config.json").exists()}
    texts = []
    for text in TEXTS:
        ids = [s.BOS, *sp.encode(text)]
        streams = target.streams(torch.tensor([ids[:-1]]))
        states = torch.stack([streams[i][0] for i in (*target.shape.heads_for_it.fused, -1)], 1)
        entry: dict = {"ids": ids, "state": first(states[-1, -1])}
        for key, head in heads.items():
            entry[key] = eagle(head, ids, states) if isinstance(head, Eagle) else [top(head(states[-1, -1], h)) for h in range(MEDUSA_HEADS)]
        texts.append(entry)
    about = {"texts": "ids; the target's state after its final norm at the last token but one, its first 8 values",
             "medusa": "of each head at that state: the largest logits, their tokens, the sum of all logits",
             "eagle, eagle3": "feature: what stands for the target in the last row, first 8 values (EAGLE-3: after fc). rows: the head's output of the first "
                              "row and the last made from the target. drafts: each greedy draft, the logits that it came from, and the output that they were read "
                              "from (before the norm with EAGLE-3), which the next row takes"}
    directories = {key: head_shape(key, target.shape).name for key in heads}
    out = here / "heads.json"
    out.write_text(json.dumps({"about": about, "directories": directories, "texts": texts}, indent=None, separators=(",", ":")) + "\n")
    print(f"{out}: {', '.join(heads)}; {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
