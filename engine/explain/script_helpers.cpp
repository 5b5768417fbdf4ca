// SPDX-License-Identifier: MIT
#include "engine/explain/script_helpers.h"

namespace draftscope {

const std::string_view scriptHelpers = R"PY(
class Law(np.ndarray):
    """Probabilities of the listed tokens, by id; negative ids stand for the tokens that are not listed."""
    def __new__(cls, ids, values):
        law = np.asarray(values, float).view(cls)
        law.at = {token: i for i, token in enumerate(ids)}
        return law
    def __array_finalize__(self, other):
        self.at = getattr(other, "at", None)
        self.context = getattr(other, "context", None)
    def __getitem__(self, token):
        return float(np.asarray(self)[self.at[token]])


def law(where, context, ids, values):
    where[context] = Law(ids, values)
    where[context].context = context

def name(token):
    return repr(TEXT[token]) if token in TEXT else f"token {token}"

def maximum(low, law):
    return np.maximum(low, law)

def minimum(a, b):
    return np.minimum(a, b)

def sum(law):
    return float(np.add.reduce(np.asarray(law)))

def argmax(law):
    return max((token for token in law.at if token >= 0), key=lambda token: (law[token], -token))

def without(law, x):
    values = np.array(law)
    values[law.at[x]] = 0
    rest = values.view(Law)
    rest.at = law.at
    return rest

def entropy(law):
    listed = [law[token] for token in law.at if token >= 0]
    return -np.sum([v * log(v) for v in listed if v > 0]) + TAIL_ENTROPY.get(law.context, 0)

def divisor(p, q, k):
    """The least rho >= 1 with 1 - (1 - b)^k <= rho b, b = sum(min(q, p / rho)); from above, as the engine has it."""
    def emissions(rho):
        b = sum(np.minimum(q, p / rho))
        return (1 - (1 - min(1, b)) ** k) / b if b > 0 else k
    low, high = 1, k
    if k <= 1 or emissions(low) <= low:
        return low
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (low, middle) if emissions(middle) <= middle else (middle, high)
    return high

def drawn(law, u, recorded, what):
    """The first token, by id, at which the sum of law is above u. Where the mass of tokens that are not listed lies
    among the ids is not recorded, so more than one may come into question: then the recorded one is taken."""
    tail = sum([law[token] for token in law.at if token < 0])
    goal, below, possible, starts = u * sum(law), 0.0, [], {}
    for token in sorted(token for token in law.at if token >= 0):
        if law[token] > 0 and below <= goal + ROUNDING and goal - tail - ROUNDING < below + law[token]:
            possible.append(token)
        starts[token] = below
        below += law[token]
    is_exact = possible == [recorded] and (tail <= ROUNDING or starts[recorded] + tail <= goal)
    how = "as recorded" if is_exact else (
        f"taken from the record, as it does not say where the {tail:.3f} of the tokens that it does not list lie")
    if recorded not in possible:
        how = f"NOT as recorded: {name(recorded)} does not lie there"
        DIFFERENCES.append(f"{what}: {name(recorded)} is not what u = {u} draws")
    if what == "draw":
        RESULT["draw_is_exact"] = is_exact
    say(f"{what}: {name(recorded)} with u = {u:.3f}, {how}")
    return recorded

def sample(law):
    what, u, recorded = SAMPLES.pop(0)
    return drawn(law, u, recorded, what) if u is not None else recorded

def show(x, p, q, a, threshold=None, node=None):
    """A draft that is about to be judged; the verdict follows with random(), or at once by a threshold."""
    global JUDGED
    JUDGED = (x, a, ORDER.pop(0) if ORDER else None)
    say(f"judge {name(x)}: p or what is left of it {p:.3f}" + (f", q {q:.3f}" if q is not None else "")
        + f", acceptance {a:.3f}")
    if threshold is not None:
        judged(threshold)

def judged(u):
    x, a, node = JUDGED
    RESULT["verdicts"].append({"node": node, "acceptance": a, "u": u})
    say(f"    {u:.3f} {'<' if u < a else '>='} {a:.3f}: {'accepted' if u < a else 'rejected'}")

def random():
    u = VERDICT_U.pop(0)
    judged(u)
    return u

def draft_model(text, node=None):
    return Q.get(len(text) - PREFIX if node is None else node + 1)

def target(text, drafted=None):
    """One pass: what the record has of p behind each draft."""
    say(f"target: one pass over {1 + len(TOKENS)} rows")
    if drafted is None:
        return P[0]
    return {context - 1: law for context, law in P.items()} if ROOT in drafted else P

def propose(text, node=None):
    if node is None:
        return TOKENS[len(text) - PREFIX]
    return [child for child in range(len(TOKENS)) if PARENT[child] == node]

def draw(law, node):
    """As many children as the shape gives the node, drawn from law."""
    return propose(text, node)

def draw_each(text, node, q):
    """Children of a node, each drawn from the q of its own draft."""
    children = propose(text, node)
    q.update({child: Q[child + CONTEXTS] for child in children})
    return children

def path(node):
    nodes = []
    while node != ROOT:
        nodes.insert(0, node)
        node = PARENT[node]
    return nodes

def roll_back(cache, kept):
    """Of the drafts' rows those stay that are in the text: so many tokens, or the nodes of a path."""
    if isinstance(kept, int):
        new = text[PREFIX:]
        everything = len(new) == len(TOKENS) and new == TOKENS and new[-1:] and new[-1] in END
        kept = list(range(len(new) - (0 if everything else 1)))
    RESULT["accepted"], RESULT["given_back"] = kept, len(TOKENS) - len(kept)
    say(f"roll back: {len(TOKENS) - len(kept)} of {len(TOKENS)} slots of drafts are given back")

def keep(cache, length):
    RESULT["accepted"], RESULT["given_back"] = [], 0

def say(line):
    if "--json" not in sys.argv:
        print(line)
)PY";

const std::string_view scriptEnd = R"PY(
RESULT["text"] = [int(token) for token in text[PREFIX:]]
for verdict in RESULT["verdicts"]:
    verdict["accepted"] = verdict["node"] in RESULT["accepted"]
    acceptance, was_accepted = RECORDED["verdicts"][verdict["node"]]
    if verdict["accepted"] != was_accepted:
        DIFFERENCES.append(f"node {verdict['node']} was {'accepted' if was_accepted else 'rejected'}")
    if abs(verdict["acceptance"] - acceptance) > 1e-4:
        DIFFERENCES.append(f"node {verdict['node']} had an acceptance of {acceptance}")
if RESULT["text"] != RECORDED["text"]:
    DIFFERENCES.append("the record has the text " + " ".join(name(token) for token in RECORDED["text"]))
say("text: " + " ".join(name(token) for token in RESULT["text"]))
say("All of it as recorded." if not DIFFERENCES else "Not as recorded: " + "; ".join(DIFFERENCES) + ".")
if "--json" in sys.argv:
    print(json.dumps(RESULT | {"differences": DIFFERENCES}))
)PY";

} // namespace draftscope
