// SPDX-License-Identifier: MIT
// p, q, what both have in common and what is left, and the sentence that says what happened.
const lane = (parts) => {
  const row = make('div', 'lane');
  for (const [name, share] of parts) {
    const bar = make('i', name);
    bar.style.width = Math.max(0, share) * 100 + '%';
    row.append(bar);
  }
  return row;
};
const numbers = (...lines) => {
  const box = make('div', 'numbers');
  for (const line of lines) box.append(make('div', '', line));
  return box;
};

const distributionHead = (known) => {
  const head = make('div', 'entry heads'), legend = make('div', 'keys-of');
  const key = (name, text) => {
    const item = make('span', '', text);
    item.prepend(make('i', 'key ' + name));
    legend.append(item);
  };
  const hasResidual = known.rows.some((row) => row.residual);
  if (known.hasQ) key('fill-q', word('draftQ'));
  if (known.hasP) key('fill-p', hasResidual ? word('common') : word('targetP'));
  if (hasResidual) key('fill-r', word('theResidual'));
  head.append(legend, make('div', '', known.hasQ && known.hasP ? 'q, p' : known.hasQ ? 'q' : 'p'), make('div', '', hasResidual ? word('theResidual') : ''));
  return head;
};

const distributionRow = (state, context, known, row, largest) => {
  const entry = exact(make('div', 'entry'), { token: row.token, p: row.p, q: row.q, residual: row.residual });
  const node = state.childrenOf(context).find((n) => state.nodes[n].token === row.token);
  const drawn = state.draw && state.draw.context === context && state.draw.token === row.token ? sources[state.draw.source] : null;
  const name = make('div');
  name.append(make('span', 'token', tokenText(state.sequence, row.token)));
  if (node !== undefined) {
    const verdict = verdicts[state.nodes[node].verdict], isPruned = !!(state.nodes[node].flags & Flag.pruned);
    if (!isPruned) entry.classList.add('proposed', verdict === 'notJudged' ? 'none' : verdict);
    name.append(make('span', 'tag ' + (isPruned ? 'none-ink' : verdict === 'notJudged' ? 'q-ink' : verdict + '-ink'), word(isPruned ? 'pruned' : 'proposed') + ' ' + (marks[verdict] || '')));
  }
  if (drawn) {
    entry.classList.add('drawn', drawn);
    name.append(make('span', 'tag ' + drawn + '-ink', word('drawn') + ' ' + marks[drawn]));
  }
  const lanes = make('div');
  if (known.hasQ) lanes.append(lane([['fill-q', row.q / largest]]));
  if (known.hasP) {
    const left = Math.min(row.p, (row.residual || 0) * (known.mass || 0));
    lanes.append(lane([['fill-p', (row.p - left) / largest], ['fill-r', left / largest]]));
  }
  entry.append(name, lanes, numbers(...(known.hasQ ? [number(row.q)] : []), ...(known.hasP ? [number(row.p)] : [])), numbers(row.residual ? number(row.residual) : ''));
  entry.title = ['id ' + row.token].concat(row.q !== null ? 'q = ' + row.q : [], row.p !== null ? 'p = ' + row.p : [], row.residual !== null ? word('theResidual') + ' = ' + row.residual : []).join('\n');
  return entry;
};

const showDistribution = (state, context) => {
  const box = byId('distribution'), known = state && state.now ? state.distribution(context) : null;
  const token = !state ? null : context === 0 ? state.whole.root : state.nodes[context - 1] && state.nodes[context - 1].token;
  byId('after').textContent = token === null || token === undefined ? '' : said(word('after'), quoted(state.sequence, token));
  if (!known) {
    box.replaceChildren(make('p', 'tail', word('noDistribution')));
    return;
  }
  const largest = Math.max(0.01, ...known.rows.map((row) => Math.max(row.p || 0, row.q || 0)));
  const rows = known.rows.map((row) => distributionRow(state, context, known, row, largest));
  const tail = exact(make('p', 'tail', said(word('others'), known.tail.tokens.toLocaleString(language)) + [known.hasQ ? equals('q', known.tail.q) : '', known.hasP ? equals('p', known.tail.p) : ''].filter(Boolean).join(', ')), { p: known.tail.p, q: known.tail.q });
  box.replaceChildren(distributionHead(known), ...rows, tail);
};

const judgeSentence = (state, n) => {
  const node = state.nodes[n], name = quoted(state.sequence, node.token), s = word('s');
  const verdict = word(verdicts[node.verdict]);
  const [a, u] = compared(node.acceptance, node.u);
  if (node.flags & Flag.verdict) return said(s.forced, name, '', '', '', verdict);
  if (node.acceptance === null) return said(s.inPath, name);
  if (state.whole.isGreedy) return said(node.verdict === 1 ? s.greedyYes : s.greedyNo, name);
  const text = said(state.whole.verifier === 'typical' ? s.typical : node.u === null ? s.noU : s.ratio, name, state.acceptanceWord(n), a, u, verdict);
  const known = node.verdict === 2 && !state.childrenOf(node.parent + 1).some((m) => m > n) ? state.distribution(node.parent + 1) : null;
  return text + (known && known.mass ? said(s.mass, number(known.mass)) : '');
};

const drawSentence = (state) => {
  const s = word('s'), name = quoted(state.sequence, state.draw.token);
  if (state.draw.source === 4) return said(s.bonus, name);
  if (state.draw.source === 1) return said(s.plain, name);
  if (state.draw.u === null) return said(s.likeliest, name);
  const known = state.distribution(state.draw.context);
  return known && known.mass ? said(s.residualMass, name, number(known.mass)) : said(s.residual, name);
};

const sentenceOf = (state) => {
  const s = word('s'), sequence = state.sequence;
  if (!state.now) return state.r === 0 ? s.start : said(s.beforeRound, state.r + 1, quoted(sequence, state.whole.root));
  switch (state.now.kind) {
    case Kind.draft: {
      const added = state.nodes.filter((node, n) => n >= state.now.node);
      const names = added.slice(0, 6).map((node) => quoted(sequence, node.token)).join(', ') + (added.length > 6 ? ' …' : '');
      return (added.length > 1 ? said(s.drafts, added.length, names) : said(s.draft, names, number(added[0].q))) + (state.whole.isCopied ? ' ' + s.copied : '');
    }
    case Kind.verify: return state.nodes.length ? said(state.nodes.length > 1 ? s.verify : s.verifyOne, state.nodes.filter((node) => !(node.flags & Flag.pruned)).length) : state.whole.isFull ? s.full : s.pass;
    case Kind.judge: return judgeSentence(state, state.now.node);
    case Kind.commit: {
      const count = state.committed.length, freed = changesOf(state.whole).filter((c) => c.cache === 0 && c.kind === 0 && c.moment === state.count - 1).reduce((sum, c) => sum + c.count, 0);
      return said(s.commit, count === 1 ? s.oneToken : said(s.tokens, count), state.committed.map((one) => quoted(sequence, one.token)).join(', ')) + (freed ? said(s.slots, freed) : '') + (state.committed.some((one) => sequence.ends.includes(one.token)) ? s.end : '');
    }
    default: return drawSentence(state);
  }
};
