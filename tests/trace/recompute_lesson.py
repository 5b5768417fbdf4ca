# SPDX-License-Identifier: MIT
"""Computes the fields of a lesson's steps once more, from the traces of its runs: recompute.py --lesson FIELDS.json FOLDER

FIELDS.json is what `draftscope-cli lesson NAME --json --traces FOLDER` prints. Nothing of Draftscope is used: the expressions are read
and evaluated here, by docs/lesson-format.md.
"""
import json
import math
import pathlib
import re

CLOSE = 2e-5  # distributions are written down as floats


class Unknown(Exception):
    """Not in the traces: names, texts, what is measured or published."""


class Scene:
    """A run at the moment of a step."""

    def __init__(self, header, rounds, tokens, step):
        self.header, self.rounds, self.tokens = header, rounds, tokens
        whole = rounds[step["round"]] if step["round"] < len(rounds) else {"moments": [], "nodes": [], "contexts": []}
        count = step["moment"]
        self.whole, self.past = whole, whole["moments"][:count]
        before = step["before"] and count < len(whole["moments"])
        self.about = whole["moments"][count] if before else self.past[-1] if self.past else None
        self.kinds = [m["kind"] for m in self.past]
        judged = {m["node"] for m in self.past if m["kind"] == "judge"}
        added = [m["node"] for m in whole["moments"] if m["kind"] == "draft"]
        drafts = self.kinds.count("draft")
        end = len(whole["nodes"]) if drafts == len(added) else added[drafts]
        self.nodes = [dict(n, judged=i in judged) for i, n in enumerate(whole["nodes"][:end])]
        for node in reversed(self.nodes):  # an accepted node brings along those before it
            if node["judged"] and node["verdict"] == "accepted" and node["parent"] >= 0:
                self.nodes[node["parent"]]["judged"] = True
        drawn = any(k in ("residual", "bonus", "plain") for k in self.kinds)
        self.draw = whole.get("draw") if drawn else None
        self.finished = "commit" in self.kinds

    def with_verdict(self, verdict):
        return [i for i, n in enumerate(self.nodes) if n["judged"] and n["verdict"] == verdict]

    def step_node(self):
        kind = self.about["kind"] if self.about else None
        accepted, rejected = self.with_verdict("accepted"), self.with_verdict("rejected")
        if kind in ("draft", "judge"):
            return self.about["node"]
        if kind == "verify":
            return 0
        if kind == "residual":
            return rejected[-1]
        if kind == "bonus":
            return accepted[-1]
        if kind == "commit" and accepted + rejected:
            return (accepted or rejected)[-1]
        raise Unknown

    def context(self):
        if self.draw:
            return self.draw["context"]
        return self.nodes[self.step_node()]["parent"] + 1

    def place(self, selector):
        """(node or None, context, token)"""
        def of_node(i):
            return i, self.nodes[i]["parent"] + 1, self.nodes[i]["token"]

        if selector is None:
            return of_node(self.step_node())
        if m := re.fullmatch(r"draft (\d+)", selector):
            return of_node(int(m[1]) - 1)
        if selector == "rejected":
            return of_node(self.with_verdict("rejected")[0])
        if selector == "accepted":
            return of_node(self.with_verdict("accepted")[-1])
        if selector in ("drawn", "bonus"):
            return None, self.draw["context"], self.draw["token"]
        context = self.whole["contexts"][self.context()]
        listed = context["tokens"]
        if selector == "likeliest":
            token = listed[context["p"].index(max(context["p"]))]
        elif selector == "favourite":
            token = listed[context["q"].index(max(context["q"]))]
        elif selector == "residual top":
            token = listed[context["residual"].index(max(context["residual"]))]
        elif m := re.fullmatch(r"top (\d+)", selector):
            token = listed[int(m[1]) - 1]
        elif m := re.fullmatch(r'"(.*)"', selector):
            token = next(t for t in listed if self.tokens[t].decode("utf-8", "replace").removeprefix(" ") == m[1])
        else:
            raise Unknown
        return None, self.context(), token

    def of_token(self, name, selector):
        node, context, token = self.place(selector)
        record = self.nodes[node] if node is not None else None
        if name == "u":
            return record["u"] if record else self.draw["u"]
        if name == "kept":
            if self.whole["verifier"] != "speculative-sampling" or self.header.get("fault"):
                raise Unknown
            return min(1.0, record["p"] / record["q"])
        if name == "ratio":
            return self.of_token("p", selector) / self.of_token("q", selector)
        if name in ("depth", "draft number", "draw u"):
            return {"depth": record["depth"], "draft number": node + 1, "draw u": record["draw_u"]}[name]
        if record and name in ("p", "q"):
            return record[name]
        entry = self.whole["contexts"][context]
        at = entry["tokens"].index(token)
        if name == "residual":
            if "remainders" in entry:
                raise Unknown
            return max(0.0, entry["p"][at] - entry["q"][at]) / entry["residual_mass"]
        return entry[name][at]

    def of_round(self, name):
        accepted, judged = self.with_verdict("accepted"), [n for n in self.nodes if n["judged"]]
        if name in ("Z", "residual mass", "overlap"):
            entry = self.whole["contexts"][self.context()]
            if "remainders" in entry and name != "overlap":
                raise Unknown
            above = sum(max(0.0, p - q) for p, q in zip(entry["p"], entry["q"]))
            mass = entry["residual_mass"]
            if not above - CLOSE <= mass <= above + entry["tail"]["p"] + CLOSE:
                raise ValueError(f"the residual mass is {mass}, and the listed tokens alone have {above}")
            return mass if name != "overlap" else 1 - mass
        if name == "rolled back":
            return sum(c[2] for c in self.whole["cache"]["target"].get("rolled_back", []))
        committed = len(self.whole["committed"]) if self.finished else 0
        rows = 1 + sum(not n.get("pruned") for n in self.nodes) + len(self.whole.get("side_rows", []))
        return {"round": self.whole.get("round", 0) + 1, "drafted": len(self.nodes), "judged": len(judged), "accepted": len(accepted),
                "given back": len(self.nodes) - len(accepted), "committed": committed, "rows": rows, "draws": rows,
                "prefix": self.whole.get("prefix")}[name]

    def of_run(self, name, number):
        from recompute import metrics
        told = metrics(self.rounds, self.header.get("shape", "chain") != "chain")
        if number is not None:
            depth = told["by_depth"][number - 1]
            return depth["survival" if name == "survival at" else "conditional"]
        if name == "all accepted rounds":
            return sum(bool(r["nodes"]) and all(n["verdict"] == "accepted" for n in r["nodes"]) for r in self.rounds)
        return {"rounds": told["rounds"], "tokens": told["committed"], "tokens per step": told["tokens_per_step"],
                "alpha": told["acceptance_rate"], "acceptance rate": told["acceptance_rate"], "draft yield": told["draft_yield"],
                "accepted in all": told["accepted"], "judged in all": told["judged"], "drafted in all": told["drafted"],
                "expected tokens": told["expected_tokens"], "K": self.header["k"], "seed": self.header["seed"],
                "temperature": self.header["sampler"]["temperature"]}[name]


TOKEN_FIELDS = ("draft number", "residual", "draw u", "ratio", "depth", "kept", "p", "q", "u")
ROUND_FIELDS = ("residual mass", "rolled back", "given back", "committed", "accepted", "drafted", "overlap", "judged", "prefix", "round", "draws",
                "rows", "Z")
RUN_FIELDS = ("all accepted rounds", "acceptance rate", "accepted in all", "tokens per step", "expected tokens", "drafted in all", "judged in all",
              "draft yield", "temperature", "rounds", "tokens", "alpha", "seed", "K")
SELECTOR = r'residual top|draft \d+|top \d+|rejected|accepted|drawn|bonus|likeliest|favourite|"[^"]*"'


def expected(alpha, k):
    return sum(alpha**i for i in range(int(k) + 1))  # the geometric sum, term by term


FUNCTIONS = {"min": min, "max": max, "abs": abs, "sqrt": math.sqrt, "ln": math.log, "exp": math.exp, "floor": math.floor,
             "round": lambda x: math.floor(x + 0.5), "expected": expected, "speedup": lambda a, k, c, v: expected(a, k) / (k * c + v)}


def pieces(source):
    """The expression as Python: fields as calls of f(group, name, what)."""
    out, rest = "", source.strip()
    fields = sorted([(n, "token") for n in TOKEN_FIELDS] + [(n, "round") for n in ROUND_FIELDS] + [(n, "run") for n in RUN_FIELDS]
                    + [("survival at", "depth"), ("acceptance at", "depth")], key=lambda pair: -len(pair[0]))
    while rest:
        if m := re.match(r"(\d+(\.\d+)?|[-+*/(),]|and\b|or\b|not\b|[<>=!]=|[<>])\s*", rest):
            out += f" {m[1]} "
        elif m := re.match(r"\^\s*", rest):
            out += "**"
        elif m := re.match(rf"({'|'.join(FUNCTIONS)})\s*(?=\()", rest):
            out += f"FUNCTIONS['{m[1]}']"
        else:
            for name, group in fields:
                of = rf"(?:\s+of\s+({SELECTOR}))?" if group == "token" else r"\s+(\d+)" if group == "depth" else "()"
                if m := re.match(rf"{re.escape(name)}\b(?!\s*,\s*(?:measured|expected|from|to)){of}\s*", rest):
                    out += f" f({group!r}, {name!r}, {m[1] or None!r}) "
                    break
            else:
                raise Unknown
        rest = rest[m.end():]
    return out


def without_format(source):
    return re.sub(r":%?\d*$", "", source)


def value(scene, source):
    def f(group, name, what):
        if group == "token":
            return scene.of_token(name, what)
        return scene.of_round(name) if group == "round" else scene.of_run(name, int(what) if what else None)

    return eval(pieces(without_format(source)), {"__builtins__": {}}, {"FUNCTIONS": FUNCTIONS, "f": f})  # only what pieces() made


def recompute_lesson(fields, folder, read):
    """Returns how many fields were computed again, which could not be, and what is wrong."""
    told = json.loads(pathlib.Path(fields).read_text(encoding="utf-8"))
    checked, left, wrong, runs = 0, [], [], {}
    for number, step in enumerate(told["steps"], 1):
        single = pathlib.Path(folder, f"{step['run']}.jsonl")
        path = single if single.exists() else pathlib.Path(folder, f"{step['run']}-{step['text']}.jsonl")
        if path not in runs:
            runs[path] = read(path)
        for place in (step, step["answered"]):
            scene = Scene(*runs[path], place)
            for field in place["fields"]:
                if "number" not in field:
                    continue
                try:
                    again = value(scene, field["source"])
                except Unknown:
                    left.append(field["source"])
                    continue
                checked += 1
                if abs(again - field["number"]) > CLOSE * max(1.0, abs(again)):
                    wrong.append(f"step {number}: {{{field['source']}}} is {again} instead of {field['number']}")
    return {"checked": checked, "left": left, "wrong": wrong}
