# SPDX-License-Identifier: MIT
"""Tokens a step that heads for a chat target give, by draftscope-cli itself, on held-out chats: prompts of the recipe's own that no head was trained on."""
import json
import pathlib

from .chat_writer import ChatWriter
from .tables import table

TOKENS, BATCH, DRAFTS = 128, 8, 4
TREE = ("--tree", "dynamic", "--k", "5", "--tree-width", "4", "--tree-nodes", "16")
KINDS_AT_ONCE = 4     # fewer chats of a kind than these are not shown as a kind of their own


def ways(heads: dict[str, pathlib.Path]) -> dict[str, tuple[str, ...]]:
    """What is measured, by its name: arguments of draftscope-cli."""
    out = {f"prompt lookup, {DRAFTS}": ("--method", "prompt-lookup", "--k", str(DRAFTS))}
    names = {"eagle": "EAGLE", "eagle3": "EAGLE-3", "medusa": "Medusa", "draft": "draft model"}
    for key, path in heads.items():
        own = ("--draft", str(path)) if key == "draft" else ("--method", key, "--head", str(path))
        out[f"{names[key]}, chain of {DRAFTS}"] = (*own, "--k", str(DRAFTS))
        if key != "medusa":
            out[f"{names[key]}, tree of 16"] = (*own, *TREE)
    return out


def measure(writer: ChatWriter, heads: dict[str, pathlib.Path], temperature: float, count: int) -> tuple[dict, list[str]]:
    """Of each way the sequences that draftscope-cli reports, and the kinds of the chats, in their order."""
    chats = writer.load(-1 if temperature == 0 else -2)[:count]
    prompts = "".join(json.dumps({"prompt": x["prompt"]}) + "\n" for x in chats)
    results = {}
    for name, arguments in ways(heads).items():
        said = writer.run("batch", "--target", str(writer.target), *arguments, "--batch", str(BATCH), "--tokens", str(TOKENS), "--temperature", str(temperature), "--prompts", "-",
                          "--threads", str(writer.threads), given=prompts)
        results[name] = said["sequences"]
    return results, [x["kind"] for x in chats]


def figures(results: dict, kinds: list[str]) -> list[list]:
    """Rows of a table: of each kind and of all, tokens a step of each way; then the share of drafts that were accepted."""
    def tokens_a_step(sequences: list[dict], chosen) -> str:
        picked = [x for x, kind in zip(sequences, kinds) if chosen(kind)]
        return f"{sum(len(x['token_ids']) for x in picked) / sum(x['rounds'] for x in picked):.2f}"
    rows = []
    for kind in sorted(set(kinds), key=kinds.index):
        if kinds.count(kind) >= KINDS_AT_ONCE:
            rows.append([kind, kinds.count(kind), *(tokens_a_step(x, lambda k: k == kind) for x in results.values())])
    rows.append(["all", len(kinds), *(tokens_a_step(x, lambda k: True) for x in results.values())])
    rates = [[s["acceptance_rate"] for s in x if s["acceptance_rate"] is not None] for x in results.values()]
    rows.append(["accepted drafts", "", *(f"{100 * sum(x) / len(x):.0f} %" if x else "–" for x in rates)])
    return rows


def report(writer: ChatWriter, heads: dict[str, pathlib.Path], count: int) -> None:
    """Prints a table for temperature 0 and one for 1."""
    for temperature in (0.0, 1.0):
        results, kinds = measure(writer, heads, temperature, count)
        print(f"\nTokens a step at temperature {temperature:g}, {TOKENS} tokens at most of each answer, {len(kinds)} held-out chats; a step is one pass of the target\n")
        print(table(["kind", "chats", *results], figures(results, kinds)), flush=True)
