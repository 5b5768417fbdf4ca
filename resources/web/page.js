// SPDX-License-Identifier: MIT
// Where the page stands, and what keys, clicks and touch do there.
const kept = (() => { try { return window.localStorage; } catch { return null; } })(); // a page from a file may have none
const at = { sequence: Math.min(data.sequence || 0, sequences.length - 1), round: 0, moment: 0, chosen: null };
let textView = null, timer = null;
const shown = () => sequences[at.sequence];
const countOf = (r) => (shown().rounds[r] ? shown().rounds[r].moments.length : 0);

const goTo = (round, moment) => {
  const rounds = shown().rounds.length;
  at.round = Math.max(0, Math.min(round, rounds - 1));
  at.moment = rounds ? Math.max(0, Math.min(moment, countOf(at.round))) : 0;
  at.chosen = null;
  show();
};
const next = () => at.moment < countOf(at.round) ? goTo(at.round, at.moment + 1) : at.round + 1 < shown().rounds.length ? goTo(at.round + 1, 1) : pause();
const previous = () => at.moment > 1 || at.round === 0 ? goTo(at.round, at.moment - 1) : goTo(at.round - 1, countOf(at.round - 1));
const nextRound = () => at.moment < countOf(at.round) ? goTo(at.round, countOf(at.round)) : at.round + 1 < shown().rounds.length && goTo(at.round + 1, countOf(at.round + 1));
const previousRound = () => at.round === 0 ? goTo(0, 0) : goTo(at.round - 1, countOf(at.round - 1));
const nextRejection = () => {
  for (let r = at.round; r < shown().rounds.length; ++r) {
    const round = shown().rounds[r], from = r === at.round ? at.moment : 0;
    const found = round.moments.findIndex((m, i) => i >= from && m.kind === Kind.judge && m.node >= 0 && round.nodes[m.node].verdict === 2);
    if (found >= 0) return goTo(r, found + 1);
  }
  return goTo(shown().rounds.length - 1, countOf(shown().rounds.length - 1));
};
const pause = () => { clearInterval(timer); timer = null; showTransport(); };
const playOrPause = () => {
  if (timer) return pause();
  timer = setInterval(next, 700);
  showTransport();
};
const chooseSequence = (number) => {
  if (number < 0 || number >= sequences.length) return;
  const together = shown().first + at.round; // of the batch
  at.sequence = number;
  textView = null;
  byId('sequence').value = number;
  about();
  const round = together - shown().first;
  goTo(round, round < 0 ? 0 : round >= shown().rounds.length ? Infinity : Math.min(at.moment, countOf(round)));
};
const select = (context) => { at.chosen = context; show(); };

const show = () => {
  const sequence = shown();
  if (!textView) textView = new TextView(sequence, (r, m) => { pause(); goTo(r, m); });
  const state = sequence.rounds.length ? new State(sequence, at.round, at.moment) : null;
  textView.show(state);
  byId('where').textContent = !state ? word('noRounds') : state.now ? said(word('where'), at.round + 1, momentName(state, state.now)) : said(word('before'), at.round + 1);
  document.body.dataset.at = at.sequence + ':' + (at.round + 1) + ':' + at.moment;
  showTransport();
  showMetrics(sequence, state);
  if (!state) return;
  const context = at.chosen === null ? state.context() : Math.min(at.chosen, state.nodes.length);
  const count = state.whole.nodes.filter((node) => !(state.isVerified && node.flags & Flag.pruned)).length;
  byId('drafted').textContent = count ? said(word(sequence.isTree ? 'draftedTree' : 'drafted'), count) : word('draftedNone');
  showMoments(state, (r, m) => { pause(); goTo(r, m); });
  (sequence.isTree ? showTree : showChain)(state, context, select);
  byId('sentence').textContent = sentenceOf(state);
  showDistribution(state, context);
  showCache(state);
  showChart(sequence, at.round);
};

const showMetrics = (sequence, state) => {
  const sum = sequence.sums[state && state.isCommitted ? at.round + 1 : at.round] || sequence.sums[0];
  const entry = (value, name, tip, key) => {
    const box = make('div');
    const amount = make('dd', '', value);
    amount.dataset.metric = key;
    box.title = tip;
    box.append(make('dt', '', name), amount);
    return box;
  };
  byId('metrics').replaceChildren(
    entry(number(sum.rounds ? sum.committed / sum.rounds : null), word('perStep'), word('perStepTip'), 'tokens-per-step'),
    entry(number(sum.judged ? sum.accepted / sum.judged : null), word('acceptance'), word('acceptanceTip'), 'acceptance-rate'));
};

const icons = {
  first: 'M2 2h2.5v12H2zM15 2v12L5.5 8z', rewind: 'M9 2v12L1 8zM17 2v12L9 8z', back: 'M12 2v12L4 8zM13 2h2.5v12H13z', play: 'M5 2v12l10-6z', pause: 'M4 2h3.6v12H4zM10.4 2H14v12h-3.6z',
  on: 'M6 2v12l8-6zM2.500 2H5v12H2.500z', forward: 'M9 2v12l8-6zM1 2v12l8-6z', rejection: 'M3 3.500L5 1.500 9 5.800 13 1.500 15 3.500 11 8 15 12.500 13 14.500 9 10.200 5 14.500 3 12.500 7 8z',
};
const showTransport = () => {
  const rounds = shown().rounds.length;
  const label = (id, icon, key, withWord) => {
    const button = byId(id);
    button.title = word(key);
    button.setAttribute('aria-label', word(key));
    const picture = svg('svg', { viewBox: '0 0 18 16', 'aria-hidden': 'true' });
    picture.append(svg('path', { d: icons[icon] }));
    button.replaceChildren(picture);
    if (withWord) button.append(make('span', 'label', word(key)));
  };
  label('first', 'first', 'first');
  label('round-back', 'rewind', 'roundBack');
  label('back', 'back', 'back', true);
  label('play', timer ? 'pause' : 'play', timer ? 'pause' : 'play', true);
  label('on', 'on', 'on', true);
  label('round-on', 'forward', 'roundOn');
  label('rejection', 'rejection', 'rejection', true);
  byId('line').max = Math.max(0, rounds - 1);
  byId('line').value = at.round;
  byId('line').setAttribute('aria-label', word('line'));
  byId('place').textContent = said(word('place'), Math.min(rounds, at.round + 1), rounds);
  for (const id of ['first', 'round-back', 'back']) byId(id).disabled = at.round === 0 && at.moment === 0;
  const isLast = at.round + 1 >= rounds && at.moment >= countOf(at.round);
  for (const id of ['on', 'round-on', 'rejection']) byId(id).disabled = isLast;
};

const about = () => {
  const sequence = shown(), facts = word('facts'), model = (one) => one.name + ' · ' + said(facts.parameters, (one.parameters / 1e6).toFixed(1)) + ' · ' + one.weights;
  const [temperature, topK, topP, minP, greedy] = sequence.sampler, rows = [[facts.target, model(sequence.target)]];
  if (sequence.draft) rows.push([facts.draft, model(sequence.draft)]);
  rows.push([facts.method, sequence.method], [facts.shape, sequence.shape], [facts.verifier, sequence.verifier], [facts.k, sequence.k],
    [facts.sampler, greedy || temperature === 0 ? facts.greedy : said(facts.samplerWords, temperature, topK, topP, minP)], [facts.seed, sequence.seed], [facts.backend, sequence.backend], [facts.producer, sequence.producer]);
  if (sequence.branch > 0) rows.push([facts.branch, sequence.branch + ': ' + sequence.reason]);
  byId('about').replaceChildren(...rows.flatMap(([name, value]) => [make('dt', '', name), make('dd', '', String(value))]));
  if (sequence.marks.length) {
    const list = make('dd');
    for (const [r, m, name] of sequence.marks) {
      const button = make('button', '', name || r + 1 + ':' + m);
      button.onclick = () => goTo(r, m);
      list.append(button);
    }
    byId('about').append(make('dt', '', facts.marks), list);
  }
  byId('about').append(make('dd', 'whole', sequence.lossless && !sequence.fault ? facts.losslessYes : ''));
  byId('way').textContent = [sequence.method, sequence.shape === 'chain' ? '' : sequence.shape, 'K ' + sequence.k, facts.seed + ' ' + sequence.seed].filter(Boolean).join(' · ');
  byId('warning').hidden = sequence.lossless && !sequence.fault;
  byId('warning').textContent = sequence.fault ? said(facts.fault, sequence.fault) : sequence.lossless ? '' : facts.losslessNo;
};

const speak = (which) => {
  language = words[which] ? which : 'en';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = word(element.dataset.word);
  byId('language').textContent = word('other');
  byId('keys').replaceChildren(...word('keys').map(([key, text]) => {
    const row = make('div');
    row.append(make('kbd', '', key), document.createTextNode(' ' + text));
    return row;
  }));
  byId('legend').replaceChildren(...['accepted', 'residual', 'bonus', 'plain'].filter((name) => shown().text.some((one) => sources[one.source] === name)).map((name) => make('span', name + '-ink', marks[name] + ' ' + word(name))));
  light(document.documentElement.classList.contains('dark'));
  textView = null;
  about();
  show();
};
const light = (isDark) => {
  document.documentElement.classList.toggle('dark', isDark);
  byId('theme').textContent = word(isDark ? 'light' : 'dark');
};
const switchTheme = () => {
  light(!document.documentElement.classList.contains('dark'));
  if (kept) kept.setItem('draftscope-theme', document.documentElement.classList.contains('dark') ? 'dark' : 'light');
  if (shown().rounds.length) showChart(shown(), at.round);
};
const help = () => {
  byId('keys').hidden = !byId('keys').hidden;
  byId('help').setAttribute('aria-expanded', String(!byId('keys').hidden));
};

const keys = {
  ArrowRight: next, ArrowLeft: previous, ArrowDown: nextRound, ArrowUp: previousRound, PageDown: nextRound, PageUp: previousRound, ' ': playOrPause,
  Home: () => goTo(0, 0), End: () => goTo(Infinity, Infinity), F10: (event) => event.shiftKey ? previousRound() : nextRound(), r: nextRejection,
  n: () => chooseSequence(at.sequence + 1), p: () => chooseSequence(at.sequence - 1), t: switchTheme, l: () => speak(language === 'en' ? 'de' : 'en'), '?': help, F1: help,
};
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'SELECT') return;
  if (event.target.tagName === 'BUTTON' && event.key === ' ') return;
  if (/^[1-9]$/.test(event.key) && shown().rounds.length) {
    const node = new State(shown(), at.round, at.moment).nodes[event.key - 1];
    if (node) select(node.parent + 1);
    return;
  }
  if (event.key === 'Enter' && event.target.onclick && event.target.tagName !== 'BUTTON') { event.target.onclick(event); return; }
  const does = keys[event.key] || keys[event.key.toLowerCase()];
  if (!does) return;
  event.preventDefault();
  if (event.key !== ' ' && timer && does !== switchTheme) pause();
  does(event);
});

// A finger that goes to the left goes on. A tree is panned instead, and so is whatever is wider than its place.
const swipe = (element) => {
  let from = null;
  element.addEventListener('touchstart', (event) => {
    from = event.touches.length === 1 && element.scrollWidth <= element.clientWidth + 1 ? event.touches[0] : null;
  }, { passive: true });
  element.addEventListener('touchend', (event) => {
    if (!from) return;
    const to = event.changedTouches[0], x = to.clientX - from.clientX, y = to.clientY - from.clientY;
    from = null;
    if (Math.abs(x) < 40 || Math.abs(x) < 1.5 * Math.abs(y)) return;
    pause();
    (x < 0 ? next : previous)();
  }, { passive: true });
};

for (const [id, does] of [['first', () => goTo(0, 0)], ['round-back', previousRound], ['back', previous], ['on', next], ['round-on', nextRound], ['rejection', nextRejection]])
  byId(id).onclick = () => { if (timer) pause(); does(); };
byId('play').onclick = playOrPause;
byId('theme').onclick = switchTheme;
byId('language').onclick = () => speak(language === 'en' ? 'de' : 'en');
byId('help').onclick = help;
byId('line').oninput = () => goTo(Number(byId('line').value), Infinity);
byId('chart').addEventListener('round', (event) => { pause(); goTo(event.detail, Infinity); });
byId('sequence').onchange = () => chooseSequence(Number(byId('sequence').value));
for (const id of ['stage', 'sentence']) swipe(byId(id));
sequences.forEach((sequence, i) => {
  const option = make('option', '', i + 1 + ' · ' + sequence.text.slice(0, sequence.prompt.length).map((one) => one.shown).join('').replace(/^⟨[^⟩]*⟩/, '').trim().slice(0, 36));
  option.value = i;
  byId('sequence').append(option);
});
byId('sequence-label').hidden = sequences.length < 2;
byId('sequence').value = at.sequence;
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const chosenTheme = kept && kept.getItem('draftscope-theme');
document.documentElement.classList.toggle('dark', chosenTheme ? chosenTheme === 'dark' : prefersDark.matches);
prefersDark.addEventListener('change', () => { light(prefersDark.matches); show(); });
addEventListener('resize', () => show());
// #3:8 is moment 8 of round 3, as --at of draftscope; a third number before them is the sequence.
const fromAddress = () => {
  const parts = location.hash.slice(1).split(':').map(Number);
  if (parts.length < 2 || parts.some((part) => !Number.isInteger(part))) return false;
  if (parts.length === 3) at.sequence = Math.max(0, Math.min(parts[0] - 1, sequences.length - 1));
  [at.round, at.moment] = [Math.max(0, parts[parts.length - 2] - 1), Math.max(0, parts[parts.length - 1])];
  return true;
};
if (!fromAddress()) [at.round, at.moment] = data.at;
addEventListener('hashchange', () => { if (fromAddress()) { textView = null; about(); goTo(at.round, at.moment); } });
goTo(at.round, at.moment);
speak(data.language);
