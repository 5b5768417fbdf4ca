// SPDX-License-Identifier: MIT
// The run as it is in the page, and how much of a round has happened at one of its moments. Nothing is computed anew: what later moments
// brought is left out, as Draftscope does it (engine/record/at_moment.cpp).
const data = JSON.parse(document.getElementById('run').textContent);
const Kind = { draft: 0, verify: 1, judge: 2, residual: 3, bonus: 4, plain: 5, commit: 6 };
const verdicts = ['notJudged', 'accepted', 'rejected'];
const sources = ['prompt', 'plain', 'accepted', 'residual', 'bonus'];
const Flag = { token: 1, u: 2, verdict: 4, pruned: 8 };

const bytesOf = (id) => {
  const text = data.tokens[id];
  if (text === undefined) return null;
  return typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(atob(text[0]), (c) => c.charCodeAt(0));
};

// A token as one line of text that can be seen: newlines as ⏎, bytes that are no text as ⟨E2⟩.
const tokenText = (sequence, id) => {
  const text = data.tokens[id];
  if (text === undefined || text === '')
    return sequence.ends.includes(id) ? word('end') : id === sequence.prompt[0] ? word('begin') : '⟨id ' + id + '⟩';
  const shown = typeof text === 'string' ? text : Array.from(bytesOf(id), (b) => b > 31 && b < 127 ? String.fromCharCode(b) : '⟨' + b.toString(16).toUpperCase().padStart(2, '0') + '⟩').join('');
  return shown.replace(/\r/g, '⟨0D⟩').replace(/\n/g, '⏎').replace(/\t/g, '⇥').replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => '⟨' + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0') + '⟩');
};
const quoted = (sequence, id) => quote(tokenText(sequence, id).replace(/^ /, ''));

class Sequence {
  constructor(raw) {
    Object.assign(this, raw);
    let k = 0, verifier = raw.verifier, sampler = raw.sampler;
    this.isTree = false;
    this.rounds = raw.rounds.map((round) => {
      k = round.k === undefined ? k : round.k;
      verifier = round.v === undefined ? verifier : round.v;
      sampler = round.s === undefined ? sampler : round.s;
      const moments = [];
      for (let i = 0; i < round.m.length; i += 2) moments.push({ kind: round.m[i], node: round.m[i + 1] });
      const committed = [];
      for (let i = 0; i < round.t.length; i += 3) committed.push({ token: round.t[i], source: round.t[i + 1], node: round.t[i + 2] });
      const nodes = round.n.map((n) => ({ token: n[0], parent: n[1], q: n[2], p: n[3], acceptance: n[4], u: n[5], verdict: n[6], drawU: n[7], flags: n[8], depth: 1 }));
      nodes.forEach((node, i) => {
        if (node.parent >= 0) node.depth = nodes[node.parent].depth + 1;
        if (node.parent !== i - 1) this.isTree = true;
      });
      const draw = round.d ? { token: round.d[0], source: round.d[1], context: round.d[2], u: round.d[3] } : null;
      return { k, verifier, sampler, moments, committed, nodes, draw, prefix: round.x, root: round.a, contexts: round.c, changes: round.h || [], isGreedy: !!round.g, isFull: !!round.full, isCopied: !!round.copied, times: round.w };
    });
    this.makeText();
  }

  // Every token of the text, each with the moment that made it; and sums over rounds, so that metrics of any moment are at hand.
  makeText() {
    this.text = this.prompt.map((token) => ({ token, source: 0, round: -1, moment: 0 }));
    this.sums = [{ rounds: 0, committed: 0, judged: 0, accepted: 0 }];
    this.rounds.forEach((round, r) => {
      const sum = { ...this.sums[r] };
      for (const one of round.committed) {
        const made = round.moments.findIndex((m) => one.node >= 0 ? m.kind === Kind.judge && m.node === one.node : m.kind >= Kind.residual && m.kind <= Kind.plain);
        this.text.push({ token: one.token, source: one.source, round: r, moment: (made < 0 ? round.moments.length - 1 : made) + 1 });
      }
      if (round.moments.length && round.moments[round.moments.length - 1].kind === Kind.commit) {
        ++sum.rounds;
        sum.committed += round.committed.length;
        sum.judged += round.nodes.filter((n) => n.verdict).length;
        sum.accepted += round.nodes.filter((n) => n.verdict === 1).length;
      }
      this.sums.push(sum);
    });
    // Letters whose bytes lie in several tokens appear with the last of these.
    const decoder = new TextDecoder();
    for (const one of this.text) {
      const bytes = bytesOf(one.token);
      one.shown = bytes && bytes.length ? decoder.decode(bytes, { stream: true }) : tokenText(this, one.token);
    }
  }
}

// A round after its first `count` moments.
class State {
  constructor(sequence, r, count) {
    const whole = sequence.rounds[r];
    Object.assign(this, { sequence, r, count, whole });
    this.moments = whole.moments.slice(0, count);
    this.now = count > 0 ? this.moments[count - 1] : null;
    const has = (kind) => this.moments.some((m) => m.kind === kind);
    this.isVerified = has(Kind.verify);
    this.isCommitted = has(Kind.commit);
    const later = whole.moments.slice(count).find((m) => m.kind === Kind.draft);
    this.nodes = whole.nodes.slice(0, later ? later.node : whole.nodes.length).map((node) => ({ ...node }));
    const judged = this.nodes.map(() => false);
    for (const m of this.moments) if (m.kind === Kind.judge && m.node >= 0) judged[m.node] = true;
    for (let n = judged.length - 1; n >= 0; --n) if (judged[n] && this.nodes[n].verdict === 1 && this.nodes[n].parent >= 0) judged[this.nodes[n].parent] = true;
    this.nodes.forEach((node, n) => {
      if (!judged[n]) Object.assign(node, { verdict: 0, acceptance: null, u: null, flags: node.flags & ~(Flag.u | Flag.verdict) });
      if (!this.isVerified) { node.p = null; node.flags &= ~Flag.pruned; }
      if (node.flags & Flag.pruned) node.p = null;
    });
    this.draw = whole.draw && (has(Kind.residual) || has(Kind.bonus) || has(Kind.plain)) ? whole.draw : null;
    this.committed = this.isCommitted ? whole.committed : [];
  }

  childrenOf(context) { return this.nodes.map((node, n) => n).filter((n) => this.nodes[n].parent + 1 === context); }

  // It will not be judged any more: an ancestor fell, or a sibling of the path was taken.
  isOut(n) {
    const node = this.nodes[n];
    if (node.flags & Flag.pruned) return true;
    if (node.verdict) return false;
    if (this.draw || this.isCommitted) return true;
    if (node.parent >= 0 && (this.nodes[node.parent].verdict === 2 || this.isOut(node.parent))) return true;
    return this.nodes.some((other) => other.parent === node.parent && other.verdict === 1);
  }

  // The context that the moment is about.
  context() {
    if (!this.now) return 0;
    const parent = (n) => n < 0 ? 0 : this.whole.nodes[n].parent + 1;
    if (this.now.kind === Kind.draft || this.now.kind === Kind.judge) return parent(this.now.node);
    if (this.now.kind === Kind.verify) return 0;
    return this.draw ? this.draw.context : 0;
  }

  // What is known after a context: the entries as rows, and the rest of the vocabulary.
  distribution(c) {
    const record = this.whole.contexts[c];
    const hasChild = this.childrenOf(c).length > 0;
    const isThere = record && c <= this.nodes.length && this.now;
    const hasP = !!isThere && this.isVerified && !!record.p, hasQ = !!isThere && hasChild && !!record.q;
    if (!hasP && !hasQ) return null;
    const left = hasP ? this.remainder(c) : null;
    const showsResidual = hasP && record.r && hasQ && (record.z > 0 || this.draw);
    const rows = record.k.map((token, i) => ({ token, p: hasP ? record.p[i] : null, q: hasQ ? record.q[i] : null, residual: left ? left.values[i] : showsResidual ? record.r[i] : null }));
    if (!this.isVerified) rows.sort((a, b) => b.q - a.q);
    const mass = left ? left.mass : showsResidual ? record.z ?? null : null;
    return { rows, hasP, hasQ, mass, tail: { tokens: record.o[0], p: hasP ? record.o[1] : null, q: hasQ ? record.o[2] : null, residual: left ? left.tail : showsResidual ? record.o[3] : null } };
  }

  // What a rule that judges siblings one after another has left of p by now.
  remainder(c) {
    const record = this.whole.contexts[c];
    let last = null;
    for (const one of record.l || []) if (one[0] < 0 || (this.nodes[one[0]] && this.nodes[one[0]].verdict === 2)) last = { mass: one[1], values: one[2], tail: one[3] };
    return last;
  }

  hasRejectedBefore(n) { return this.childrenOf(this.nodes[n].parent + 1).some((m) => m < n && this.nodes[m].verdict === 2); }

  // What a node's acceptance is called.
  acceptanceWord(n) {
    const rule = this.whole.verifier, node = this.nodes[n];
    if (rule === 'typical') return 'p';
    if (rule === 'block') return 'h';
    if (rule === 'k-seq') return 'min(1, p/(ρq))';
    if (this.hasRejectedBefore(n)) return rule === 'deterministic-children' ? 'R' : 'min(1, R/q)';
    return rule === 'deterministic-children' && node.q < 1 ? 'p' : 'min(1, p/q)';
  }
}

const sequences = data.sequences.map((raw) => new Sequence(raw));
