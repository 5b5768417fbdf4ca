#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computes the numbers of a trace (docs/trace-format.md) once more, from what was drawn, and prints them as JSON.

Nothing of Draftscope is used: definitions are those of the metrics' tooltips, rules those of the papers. "wrong" lists what in the
trace does not follow from the rest of it.

    recompute.py TRACE.jsonl [TRACE-OF-PLAIN-DECODING.jsonl]
    recompute.py --lesson FIELDS.json FOLDER-OF-TRACES    # recompute_lesson.py
"""
import base64
import json
import statistics
import sys

CLOSE = 2e-5  # distributions are written down as floats


def read(path):
    header, rounds, tokens = None, [], {}
    with open(path, encoding="utf-8") as file:
        for record in map(json.loads, file):
            for token, text in record.get("tokens", {}).items():
                tokens[int(token)] = text.encode() if isinstance(text, str) else base64.b64decode(text["base64"])
            if record["type"] == "header":
                header = record
            elif record["type"] == "round" and record["branch"] == 0 and record["committed"]:
                rounds.append(record)
    return header, rounds, tokens


def ratio(part, whole):
    return part / whole if whole else None


def stands(round_, node):
    """Its parent was accepted, or is the root."""
    return node["parent"] < 0 or round_["nodes"][node["parent"]]["verdict"] == "accepted"


def is_judged(round_, node):
    return node["verdict"] != "not judged" and stands(round_, node)


def is_chosen(node):
    return any(node.get(name) for name in ("forced_token", "forced_u", "forced_verdict"))


def distances(rounds):
    """Lists how far the distributions behind the committed tokens of a broken run are from the target's, where that is known."""
    behind = []
    for round_ in rounds:
        path = sorted((n for n in round_["nodes"] if n["verdict"] == "accepted"), key=lambda n: n["depth"])
        for i, _ in enumerate(round_["committed"]):
            behind.append(round_["contexts"][path[i]["parent"] + 1 if i < len(path) else round_["draw"]["context"]])
    return [context["distance"] for context in behind if "distance" in context]


def metrics(rounds, is_tree):
    nodes = [(r, n) for r in rounds for n in r["nodes"]]
    judged = [n for r, n in nodes if is_judged(r, n)]
    accepted = [n for _, n in nodes if n["verdict"] == "accepted"]
    committed = [t for r in rounds for t in r["committed"]]
    alpha = ratio(len(accepted), len(judged))

    def expected(k):  # of a chain of k drafts
        a = alpha or 0
        return k + 1 if a == 1 else (1 - a ** (k + 1)) / (1 - a)

    by_depth = []
    for depth in range(1, max([n["depth"] for _, n in nodes], default=0) + 1):
        drafted = sum(any(n["depth"] == depth for n in r["nodes"]) for r in rounds)
        taken = sum(n["depth"] == depth for n in accepted)
        seen = sum(n["depth"] == depth for n in judged)
        by_depth.append({"drafted": drafted, "judged": seen, "accepted": taken, "survival": ratio(taken, drafted),
                         "conditional": ratio(taken, seen), "expected": None if is_tree or alpha is None else alpha**depth})
    return {
        "rounds": len(rounds), "committed": len(committed), "drafted": len(nodes), "judged": len(judged),
        "accepted": len(accepted), "chosen": sum(map(is_chosen, judged)),
        "by_source": {s: sum(t["source"] == s for t in committed) for s in ("accepted", "residual", "bonus", "plain")},
        "tokens_per_step": ratio(len(committed), len(rounds)), "acceptance_rate": alpha,
        "draft_yield": ratio(len(accepted), len(nodes)), "by_depth": by_depth,
        "distance": statistics.fmean(known) if (known := distances(rounds)) else None, "distances": len(known),
        "expected_tokens": None if is_tree or not rounds else statistics.fmean(expected(len(r["nodes"])) for r in rounds),
    }


def times(rounds):
    """In milliseconds. The first round reads the prompt, too: only the totals count it."""
    later = [r["times"] for r in rounds if r["round"] > 0]
    steps = [s for t in later for s in t["draft_steps"]]
    total = sum(sum(t["draft_steps"]) + t["verify"] + t["sample"] for t in later)
    tokens = sum(len(r["committed"]) for r in rounds if r["round"] > 0)
    return {
        "draft": sum(sum(r["times"]["draft_steps"]) for r in rounds), "verify": sum(r["times"]["verify"] for r in rounds),
        "sample": sum(r["times"]["sample"] for r in rounds), "draft_step": statistics.median(steps) if steps else None,
        "verify_pass": statistics.median(t["verify"] for t in later) if later else None,
        "steps_per_round": ratio(len(steps), len(later)), "tokens_per_second": ratio(1000 * tokens, total),
    }


def speed(own, plain, expected):
    """Beside plain decoding of the same target and prompt."""
    c = own["draft_step"] / plain["verify_pass"] if own["draft_step"] is not None else None
    v = own["verify_pass"] / plain["verify_pass"]
    return {"c": c, "v": v, "predicted": expected / (own["steps_per_round"] * (c or 0) + v),
            "measured": own["tokens_per_second"] / plain["tokens_per_second"]}


# --- a round: what its numbers have to be, given p, q and u


def listed(context, name, token):
    """What a context says of a token; nothing where it does not list it, or does not know."""
    return context[name][context["tokens"].index(token)] if token in context["tokens"] and name in context else None


def left_before(round_, number):
    """What is left of p for this node after its rejected siblings."""
    node = round_["nodes"][number]
    fallen = [i for i, n in enumerate(round_["nodes"][:number]) if n["parent"] == node["parent"] and n["verdict"] == "rejected"]
    if not fallen:
        return node["p"]
    context = round_["contexts"][node["parent"] + 1]
    for remainder in context.get("remainders", []):
        if remainder["node"] == fallen[-1] and node["token"] in context["tokens"]:
            return remainder["p"][context["tokens"].index(node["token"])]
    return None


def acceptance(round_, number):
    """Of the rules that judge a node by itself; nothing where the trace does not hold what it takes."""
    node = round_["nodes"][number]
    left = left_before(round_, number)
    rule = round_["verifier"]
    if left is None:
        return None
    if rule in ("speculative-sampling", "without-replacement", "greedy"):
        return min(1.0, left / node["q"]) if node["q"] > 0 else None
    return left if rule == "deterministic-children" else None


def check_block(round_, wrong):
    """Sun et al. 2403.10444: p_i along the chain, h_i of each draft, and the last one that passes takes all before it."""
    nodes, contexts = round_["nodes"], round_["contexts"]
    kept, last = 1.0, 0
    for i, node in enumerate(nodes):
        kept = min(kept * node["p"] / node["q"], 1.0)
        mass = next((r["mass"] for r in contexts[i + 1].get("remainders", []) if r["node"] == -1), None)
        h = kept if i + 1 == len(nodes) else None if mass is None else ratio(mass, mass + 1 - kept)
        if i + 1 < len(nodes) and h is None:
            h = 1.0
        if abs(kept - contexts[i + 1].get("kept", kept)) > CLOSE:
            wrong(f"p_i of node {i} is {kept}")
        if node.get("acceptance") is not None and abs(h - node["acceptance"]) > CLOSE:
            wrong(f"h of node {i} is {h} instead of {node['acceptance']}")
        if node.get("u") is not None and node["u"] <= h:
            last = i + 1
    for i, node in enumerate(nodes):
        if (node["verdict"] == "accepted") != (i < last) and not is_chosen(node):
            wrong(f"node {i} is {node['verdict']}, and {last} drafts pass")


def check_verdicts(round_, wrong, shown):
    for number, node in enumerate(round_["nodes"]):
        if not is_judged(round_, node):
            continue
        expected = acceptance(round_, number)
        if expected is None:
            continue
        shown[number]["acceptance"] = expected
        if node.get("acceptance") is not None and abs(expected - node["acceptance"]) > CLOSE:
            wrong(f"the acceptance of node {number} is {expected} instead of {node['acceptance']}")
        u, passes = node.get("u", 0), None
        if round_["verifier"] == "greedy" or round_["sampler"]["greedy"]:
            passes = expected > 0
        elif abs(u - expected) > CLOSE:  # nearer than floats tell apart, nothing follows
            passes = u < expected
        if passes is not None and passes != (node["verdict"] == "accepted") and not node.get("forced_verdict"):
            wrong(f"node {number} is {node['verdict']} with u = {u} and acceptance {expected}")


def check_contexts(round_, wrong):
    """Sums, max(0, p - q), and how much of p and q overlaps."""
    overlaps = []
    for number, context in enumerate(round_["contexts"]):
        overlaps.append(None)
        if not context.get("tokens"):
            continue
        for name in ("p", "q"):
            if name in context and abs(sum(context[name]) + context["tail"][name] - 1) > 1e-3:
                wrong(f"{name} of context {number} sums to {sum(context[name]) + context['tail'][name]}")
        if "p" not in context or "q" not in context or not context.get("residual_mass"):
            continue
        mass = context["residual_mass"]
        overlaps[-1] = 1 - mass
        above = [max(0.0, p - q) for p, q in zip(context["p"], context["q"])]
        rest = sum(above) - mass  # minus what the tail has above q
        tail = context["tail"]
        if rest > CLOSE or -rest > tail["p"] + CLOSE:
            wrong(f"the residual of context {number} has a mass of {mass}, its tokens alone {sum(above)}")
        for token, part, residual in zip(context["tokens"], above, context["residual"]):
            if abs(part / mass - residual) > max(CLOSE, 1e-6 / mass):
                wrong(f"the residual of token {token} in context {number} is {part / mass} instead of {residual}")
    return overlaps


def check_distances(fault, round_, wrong):
    """In a chain whose rejected draft is replaced wrongly, a context's distance follows from p and q. Returns how many with a q were
    computed again."""
    checked = 0
    for number, context in enumerate(round_["contexts"]):
        said = context.get("distance")
        if said is None or any(context["tail"][name] > 1e-9 for name in ("p", "q") if name in context):
            continue  # not all of p and q is there
        checked += bool(context.get("q"))
        p = context["p"]
        q = context.get("q")
        if not q:  # nothing was drafted here
            expected = 0
        else:
            drawn, above = list(map(min, p, q)), [max(0.0, a - b) for a, b in zip(p, q)]
            rejected = 1 - sum(drawn)
            if fault == "p-instead-of-residual":
                other = p
            else:  # unnormalised-residual: what is missing to 1 falls to the last token that is above q
                last = max((token for token, part in zip(context["tokens"], above) if part > 0), default=None)
                other = [part + (1 - sum(above) if token == last else 0) for token, part in zip(context["tokens"], above)]
            expected = sum(abs(d + rejected * o - a) for d, o, a in zip(drawn, other, p)) / 2
        if abs(expected - said) > CLOSE:
            wrong(f"the distance of context {number} is {expected} instead of {said}")
    return checked


def check_draw(round_, wrong):
    draw = round_.get("draw")
    if not draw:
        return
    path = [i for i, n in enumerate(round_["nodes"]) if n["verdict"] == "accepted"]
    if draw["context"] != (path[-1] + 1 if path else 0):
        wrong(f"the last token was drawn in context {draw['context']}, and the accepted path is {path}")
    context = round_["contexts"][draw["context"]] if round_["contexts"] else {}
    children = [n for n in round_["nodes"] if n["parent"] == draw["context"] - 1 and not n.get("pruned")]
    source = "plain" if not round_["nodes"] else "residual" if children else "bonus"
    if draw["source"] != source:
        wrong(f"the last token is called {draw['source']} instead of {source}")
    if source == "residual" and "remainders" in context:
        return  # of a rule that leaves something else of p
    name = "residual" if source == "residual" else "p"
    if not context.get("tokens") or name not in context:
        return
    weights, tail = context[name], context["tail"][name]
    chance = listed(context, name, draw["token"])
    if chance == 0:
        wrong(f"the last token, {draw['token']}, has a {name} of 0")
    if tail == 0 and not round_["sampler"]["greedy"]:
        at = 0.0  # all of the distribution is there: the token is where u falls, in the order of ids
        for token, weight in sorted(zip(context["tokens"], weights)):
            if token == draw["token"]:
                if not at - CLOSE <= draw["u"] * sum(weights) <= at + weight + CLOSE:
                    wrong(f"u = {draw['u']} does not draw token {token}, which has [{at}, {at + weight}]")
            at += weight


def check_text(header, rounds, tokens, wrong):
    text = list(header["prompt_tokens"])
    for round_ in rounds:
        if round_["prefix"] != len(text) or round_["root"] != text[-1]:
            wrong(f"round {round_['round']} begins at {round_['prefix']} after {len(text)} tokens")
        path = [n["token"] for n in round_["nodes"] if n["verdict"] == "accepted"]
        made = path + ([round_["draw"]["token"]] if round_.get("draw") else [])
        committed = [t["token"] for t in round_["committed"]]
        if committed != made:
            wrong(f"round {round_['round']} commits {committed}, and made {made}")
        text += committed
    generated = text[len(header["prompt_tokens"]):]
    return b"".join(tokens.get(t, b"") for t in generated if t not in header.get("end_tokens", []))


def main(paths):
    header, rounds, tokens = read(paths[0])
    is_tree = header.get("shape", "chain") != "chain"
    problems = []
    checked = 0  # distances
    all_shown = []
    for round_ in rounds:
        round_.setdefault("verifier", header["verifier"])

        def wrong(what, number=round_["round"]):
            problems.append(f"round {number}: {what}")

        shown = [{name: node.get(name) for name in ("token", "p", "q", "u", "verdict")} | {"acceptance": None}
                 for node in round_["nodes"]]
        if round_["verifier"] == "block" and not header.get("fault"):
            check_block(round_, wrong)
            for node, record in zip(shown, round_["nodes"]):
                node["acceptance"] = record.get("acceptance")
        elif not header.get("fault"):
            check_verdicts(round_, wrong, shown)
        overlaps = check_contexts(round_, wrong)
        if not header.get("fault"):
            check_draw(round_, wrong)
        elif header["fault"] in ("p-instead-of-residual", "unnormalised-residual") and header.get("shape", "chain") == "chain":
            checked += check_distances(header["fault"], round_, wrong)
        bar = round_["times"]
        all_shown.append({"nodes": shown, "overlaps": overlaps, "draw": round_.get("draw"), "accepted": sum(n["verdict"] == "accepted" for n in shown),
                          "committed": len(round_["committed"]), "draft_ms": sum(bar["draft_steps"]),
                          "verify_ms": bar["verify"], "sample_ms": bar["sample"],
                          "rows": 1 + sum(not n.get("pruned") for n in round_["nodes"])})
    text = check_text(header, rounds, tokens, problems.append) if header.get("fault") != "skip-bonus" else b""
    answer = {"metrics": metrics(rounds, is_tree), "times": times(rounds), "rounds": all_shown, "wrong": problems, "distances_checked": checked,
              "text": text.decode("utf-8", "replace")}
    if len(paths) > 1:
        # Of the rounds that have a time, as all of it.
        expected = metrics(rounds[1:], is_tree)["tokens_per_step" if is_tree else "expected_tokens"]
        answer["speed"] = speed(answer["times"], times(read(paths[1])[1]), expected)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    if sys.argv[1] == "--lesson":
        from recompute_lesson import recompute_lesson
        json.dump(recompute_lesson(sys.argv[2], sys.argv[3], read), sys.stdout)
    else:
        main(sys.argv[1:])
