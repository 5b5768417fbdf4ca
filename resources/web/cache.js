// SPDX-License-Identifier: MIT
// Both K/V caches as they stood at a moment: what the rounds say that they did, done one after the other. Tables at every 32nd round are
// kept, so that any moment of a long run is near.
const Change = { rolledBack: 0, written: 1, committed: 2, gap: 3 };
const slotStates = { free: 'free', speculative: 'speculative', committed: 'committed', gap: 'gap' };

const changesOf = (round) => {
  const list = [];
  for (let i = 0; i < round.changes.length; i += 7) {
    const [moment, cache, kind, slot, count, position, token] = round.changes.slice(i, i + 7);
    list.push({ moment, cache, kind, slot, count, position, token });
  }
  return list;
};

const apply = (change, text, tables, changed) => {
  const table = tables[change.cache];
  for (let i = 0; i < change.count; ++i) {
    const slot = change.slot + i, before = table.get(slot);
    if (change.kind === Change.written)
      table.set(slot, { state: 'speculative', position: change.position + i, token: change.token <= -2 ? text(-2 - change.token + i) : change.token });
    else if (change.kind === Change.gap) table.set(slot, { position: -1, token: -1, ...before, state: 'gap' });
    else if (before) table.set(slot, { ...before, state: change.kind === Change.committed ? 'committed' : 'free' });
    if (changed) changed.add(change.cache * 1e9 + slot);
  }
};

const cacheKept = new WeakMap();
const cacheAt = (sequence, r, count) => {
  const every = 32;
  if (!cacheKept.has(sequence)) cacheKept.set(sequence, [[new Map(), new Map()]]);
  const kept = cacheKept.get(sequence), text = (i) => (sequence.text[i] ? sequence.text[i].token : -1), copy = (tables) => tables.map((table) => new Map(table));
  let from = Math.min(Math.floor(r / every), kept.length - 1), tables = copy(kept[from]);
  for (let i = from * every; i < r; ++i) {
    for (const change of changesOf(sequence.rounds[i])) apply(change, text, tables);
    if ((i + 1) % every === 0 && kept.length === (i + 1) / every) kept.push(copy(tables));
  }
  const changed = new Set();
  for (const change of changesOf(sequence.rounds[r])) if (change.moment < count) apply(change, text, tables, change.moment === count - 1 ? changed : null);
  return { tables, changed };
};

const showCache = (state) => {
  const box = byId('cache'), sequence = state && state.sequence;
  byId('cache-note').textContent = '';
  if (!state || !sequence.rounds.some((round) => round.changes.length)) {
    box.replaceChildren(make('p', 'tail', word('noCache')));
    return;
  }
  const { tables, changed } = cacheAt(sequence, state.r, state.count), parts = [];
  tables.forEach((table, cache) => {
    if (!table.size) return;
    const slots = [...table.entries()].sort((a, b) => a[0] - b[0]), used = slots.filter(([, one]) => one.state === 'committed' || one.state === 'speculative').length;
    const strip = make('div', 'slots'), list = make('tbody');
    const name = word(cache === 0 ? 'ofTarget' : 'ofDraft');
    for (const [slot, one] of slots.slice(-600)) {
      const cell = exact(make('button', 'slot-' + slotStates[one.state] + (changed.has(cache * 1e9 + slot) ? ' new' : '')), { slot, position: one.position, token: one.token, state: one.state });
      cell.type = 'button';
      cell.tabIndex = -1;
      cell.title = word('slot') + ' ' + slot + ' · ' + word('position') + ' ' + one.position + ' · ' + (one.token >= 0 ? tokenText(sequence, one.token) : '–') + ' · ' + word(one.state);
      strip.append(cell);
    }
    for (const [slot, one] of slots.slice(-14).reverse()) {
      const row = make('tr');
      for (const text of [slot, one.position < 0 ? '–' : one.position, one.token >= 0 ? tokenText(sequence, one.token) : '–', word(one.state)]) row.append(make('td', '', String(text)));
      list.append(row);
    }
    const table2 = make('table'), head = make('thead'), titles = make('tr'), scroller = make('div', 'scroller');
    for (const title of ['slot', 'position', 'token', 'state']) titles.append(make('th', '', word(title)));
    head.append(titles);
    table2.append(head, list);
    scroller.append(table2);
    parts.push(make('div', 'slots-of', name + ' · ' + said(word('slots'), used)), strip);
    if (cache === 0) parts.push(scroller);
    strip.dataset.cache = cache === 0 ? 'target' : 'draft';
  });
  const legend = make('div', 'keys-of');
  for (const one of ['committed', 'speculative', 'free', 'gap']) {
    if (one === 'gap' && !tables.some((table) => [...table.values()].some((slot) => slot.state === 'gap'))) continue;
    const item = make('span', '', word(one));
    item.prepend(make('i', 'key slot-' + one));
    legend.append(item);
  }
  box.replaceChildren(legend, ...parts);
  for (const strip of box.querySelectorAll('.slots')) strip.scrollTop = strip.scrollHeight;
};
