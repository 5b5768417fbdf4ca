// SPDX-License-Identifier: MIT
// Text, moments and the stage of a chain. What a run says is only ever put in as text, never as HTML.
const byId = (id) => document.getElementById(id);
const make = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};
const marks = { accepted: '✓', rejected: '✗', residual: '●', bonus: '+', plain: '●' };
const exact = (element, values) => {
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== undefined) element.dataset[name] = String(value);
  return element;
};

const momentName = (state, m) => {
  const sequence = state.sequence;
  switch (m.kind) {
    case Kind.draft: return sequence.isTree ? said(word('level'), state.whole.nodes[m.node].depth) : said(word('draft'), m.node + 1);
    case Kind.verify: return state.whole.moments[0].kind === Kind.draft ? word('verify') : word('pass');
    case Kind.judge: return said(word('judge'), sequence.isTree ? quoted(sequence, state.whole.nodes[m.node].token) : m.node + 1);
    case Kind.residual: return word('residualMoment');
    case Kind.bonus: return word('bonusMoment');
    case Kind.plain: return word('draw');
    default: return word('commit');
  }
};

// Those that have happened, and of those to come the kinds that every round has: not what will be rejected.
const showMoments = (state, goTo) => {
  const all = state.whole.moments.map((m, i) => ({ m, i })), isLast = (kind) => kind === Kind.commit || kind === Kind.verify || kind === Kind.draft;
  const firstJudge = all.find((one) => one.i >= state.count && one.m.kind >= Kind.judge && one.m.kind <= Kind.plain);
  const seen = all.filter((one) => one.i < state.count || isLast(one.m.kind) || one === firstJudge);
  byId('moments').replaceChildren(...seen.map(({ m, i }) => {
    const toCome = i >= state.count, name = toCome && m.kind >= Kind.judge && m.kind <= Kind.plain ? said(word('judge'), '…') : momentName(state, m);
    const button = make('button', i + 1 === state.count ? 'now' : toCome ? 'future' : '', name);
    button.type = 'button';
    button.dataset.moment = i + 1;
    if (i + 1 === state.count) button.setAttribute('aria-current', 'step');
    button.onclick = () => goTo(state.r, i + 1);
    return button;
  }));
};

// The tokens of a sequence, made once: of a long run only those change that the playhead has passed.
class TextView {
  constructor(sequence, goTo) {
    this.sequence = sequence;
    this.spans = sequence.text.map((one, i) => {
      const span = make('span', 'token ' + sources[one.source], one.shown);
      span.dataset.token = one.token;
      if (one.round >= 0) span.onclick = () => goTo(one.round, one.moment);
      span.title = tokenText(sequence, one.token) + ' · id ' + one.token;
      if (i >= sequence.prompt.length) span.classList.add('future');
      return span;
    });
    this.shown = sequence.prompt.length;
    this.drafts = make('span', 'drafts');
    byId('text').replaceChildren(...this.spans.slice(0, this.shown), this.drafts, ...this.spans.slice(this.shown));
  }

  show(state) {
    const known = (state ? state.whole.prefix : this.sequence.prompt.length) + (state ? state.committed.length : 0);
    for (; this.shown < known; ++this.shown) this.spans[this.shown].classList.remove('future');
    for (; this.shown > known; --this.shown) this.spans[this.shown - 1].classList.add('future');
    this.drafts.replaceChildren();
    for (const span of this.hidden || []) span.hidden = false;
    // Drafts stand where the round's own tokens will: these are not seen beside them.
    this.hidden = state && state.now && !state.isCommitted ? this.spans.slice(known, known + state.whole.committed.length) : [];
    for (const span of this.hidden) span.hidden = true;
    if (state && !state.isCommitted) this.showDrafts(state);
    (this.spans[known] || { before: (e) => byId('text').append(e) }).before(this.drafts);
    for (const span of byId('text').querySelectorAll('.now')) span.classList.remove('now');
    const last = this.spans[known - 1];
    if (last && state && state.isCommitted) last.classList.add('now');
    const focus = this.drafts.lastChild || last, box = byId('text');
    if (!focus) return;
    const top = focus.offsetTop, bottom = top + focus.offsetHeight;
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }

  // Of a tree the path that stands so far; of a chain all drafts.
  showDrafts(state) {
    for (const [n, node] of state.nodes.entries()) {
      if (this.sequence.isTree ? node.verdict !== 1 : node.verdict === 2 || state.isOut(n)) continue;
      const span = make('span', 'token ' + (node.verdict === 1 ? 'accepted' : 'draft'), tokenText(this.sequence, node.token).replace(/⏎/g, '⏎\n'));
      if (state.now.kind === Kind.judge && state.now.node === n) span.classList.add('now');
      this.drafts.append(span);
    }
    if (state.draw) this.drafts.append(make('span', 'token now ' + sources[state.draw.source], tokenText(this.sequence, state.draw.token)));
  }
}

const verdictWords = (state, n) => {
  const node = state.nodes[n];
  if (node.flags & Flag.pruned) return [word('pruned'), 'none-ink'];
  if (node.verdict) return [marks[verdicts[node.verdict]] + ' ' + word(verdicts[node.verdict]), verdicts[node.verdict] + '-ink'];
  return [state.isOut(n) ? word('notJudged') : '', 'none-ink'];
};

const meter = (kind, value, label) => {
  const box = make('div'), bar = make('div', 'bar'), fill = make('i', kind);
  fill.style.width = Math.min(1, value || 0) * 100 + '%';
  bar.append(fill);
  box.append(bar, make('div', 'measure', equals(label, value)));
  return box;
};

const gauge = (state, n) => {
  const node = state.nodes[n], box = make('div', 'third');
  if (node.acceptance === null) return box;
  const rail = make('div', 'gauge'), yes = make('i', 'yes');
  yes.style.width = Math.min(1, node.acceptance) * 100 + '%';
  rail.append(yes);
  if (node.u !== null) {
    const dart = make('i', 'dart');
    dart.style.left = Math.min(1, node.u) * 100 + '%';
    rail.append(dart);
  }
  const [a, u] = compared(node.acceptance, node.u);
  const name = state.acceptanceWord(n), line = make('div', 'measure', (name.length > 1 ? 'a' : name) + ' = ' + a); // the sentence says what a is
  line.title = name;
  box.append(rail, line);
  if (node.u !== null) box.append(make('div', 'measure', (state.whole.verifier === 'typical' ? word('threshold') : 'u') + ' = ' + u));
  return box;
};

const nodeData = (element, n, node) => exact(element, { node: n, token: node.token, parent: node.parent, q: node.q, p: node.p, acceptance: node.acceptance, u: node.u, drawn: node.drawU, verdict: verdicts[node.verdict] });

// What a person needs to see of a node, exactly.
const nodeTip = (state, n) => {
  const node = state.nodes[n], parts = [tokenText(state.sequence, node.token) + ' · id ' + node.token, 'q = ' + node.q];
  if (node.p !== null) parts.push('p = ' + node.p);
  if (node.acceptance !== null) parts.push(state.acceptanceWord(n) + ' = ' + node.acceptance);
  if (node.u !== null) parts.push('u = ' + node.u);
  if (node.flags & (Flag.token | Flag.u | Flag.verdict)) parts.push(word('chosen'));
  return parts.join('\n');
};

const showChain = (state, selected, select) => {
  const chain = make('div', 'chain');
  const nowNode = state.now && (state.now.kind === Kind.judge || state.now.kind === Kind.draft) ? state.now.node : -1;
  state.nodes.forEach((node, n) => {
    const column = nodeData(make('div', 'column ' + (verdicts[node.verdict] || '')), n, node);
    if (node.parent + 1 === selected || n === nowNode) column.classList.add('now');
    if (state.isOut(n)) column.classList.add('out');
    column.tabIndex = 0;
    column.title = nodeTip(state, n);
    column.append(make('span', 'word', tokenText(state.sequence, node.token)));
    const meters = make('div', 'meters');
    meters.append(meter('q', node.q, 'q'));
    if (node.p !== null) meters.append(meter('p', node.p, 'p'));
    meters.append(gauge(state, n));
    const [words, ink] = verdictWords(state, n);
    column.append(meters, make('div', 'verdict ' + ink, words + (node.flags & (Flag.token | Flag.u | Flag.verdict) ? ' *' : '')));
    column.onclick = () => select(node.parent + 1);
    chain.append(column);
  });
  if (state.draw) chain.append(drawColumn(state, selected, select));
  byId('stage').replaceChildren(chain);
  const now = chain.querySelector('.drawn-one') || chain.querySelector('.now');
  if (now && byId('stage').scrollWidth > byId('stage').clientWidth) byId('stage').scrollLeft = now.offsetLeft - byId('stage').clientWidth / 2;
};

const drawColumn = (state, selected, select) => {
  const source = sources[state.draw.source];
  const column = exact(make('div', 'column drawn-one ' + source), { token: state.draw.token, u: state.draw.u, source });
  if (state.now.kind >= Kind.residual && state.now.kind <= Kind.plain) column.classList.add('now');
  column.tabIndex = 0;
  const meters = make('div', 'meters');
  if (state.draw.u !== null) meters.append(make('div', 'measure', 'u = ' + number(state.draw.u)));
  column.append(make('span', 'word', tokenText(state.sequence, state.draw.token)), meters, make('div', 'verdict ' + source + '-ink', marks[source] + ' ' + word(source)));
  column.onclick = () => select(state.draw.context);
  return column;
};
