// SPDX-License-Identifier: MIT
// What the page says, in the languages of the window.
const words = {
  en: {
    other: 'Deutsch', sequence: 'Sequence', text: 'Text', tokensPerStep: 'Tokens per step', distribution: 'Distribution', cache: 'K/V cache', about: 'About this run',
    dark: 'Dark', light: 'Light', acceptance: 'acceptance rate', perStep: 'tokens per step', committedTokens: 'tokens',
    perStepTip: 'Committed tokens / target passes, residual and bonus tokens included', acceptanceTip: 'Accepted / judged drafts. A draft whose parent fell is not judged',
    accepted: 'accepted', rejected: 'rejected', notJudged: 'not judged', prompt: 'prompt', residual: 'residual', bonus: 'bonus', plain: 'drawn by the target', drafts: 'draft',
    pruned: 'pruned', before: 'Before round {0}', round: 'Round {0}', where: 'Round {0} · {1}', drafted: '{0} drafts, one target pass', draftedTree: '{0} nodes, one target pass', draftedNone: 'one target pass',
    draft: 'Draft {0}', level: 'Level {0}', verify: 'Verify', pass: 'Target pass', judge: 'Judge {0}', residualMoment: 'Residual', bonusMoment: 'Bonus', draw: 'Draw', commit: 'Commit', start: 'Start',
    first: 'To the beginning', roundBack: 'Previous round', back: 'Back', play: 'Play', pause: 'Pause', on: 'Step', roundOn: 'Next round', rejection: 'Next rejection', line: 'Round',
    place: '{0} / {1}', threshold: 'threshold', chosen: 'chosen by a person', after: 'after {0}', draftQ: 'draft q', common: 'min(p, q)', targetP: 'target p', theResidual: 'residual',
    others: '{0} other tokens: ', proposed: 'proposed', drawn: 'drawn', ofTarget: 'Target', ofDraft: 'Draft', slots: '{0} slots in use', slot: 'slot', position: 'position', token: 'token', state: 'state',
    committed: 'committed', speculative: 'speculative', free: 'rolled back', gap: 'gap', noCache: 'What the caches did was not recorded.', noRounds: 'Nothing has been decoded in this run.',
    noDistribution: 'Nothing is known here at this moment.', mean: 'line: mean so far', begin: '⟨begin⟩', end: '⟨end⟩',
    keys: [['→ ←', 'next, previous moment'], ['↓ ↑', 'next, previous round'], ['Space', 'play, pause'], ['Home End', 'first, last moment'], ['R', 'next rejection'], ['1–9', 'a draft of the round'], ['N P', 'next, previous sequence'], ['T', 'light or dark'], ['L', 'English or German'], ['Swipe', 'over stage or sentence: a moment on or back']],
    s: {
      start: 'Before the first round: the prompt is read, and nothing has been drafted.', beforeRound: 'Round {0} begins behind {1}.',
      draft: 'The draft proposes {0}: its q is {1}.', draftSure: 'The draft proposes {0}.', drafts: 'The draft proposes {0} nodes: {1}.', copied: 'These drafts are copied from the text.',
      verify: 'One pass of the target scored all {0} drafts and the place behind them.', verifyOne: 'One pass of the target scored the draft and the place behind it.', pass: 'One pass of the target gives its distribution after the text.',
      ratio: '{0} had {1} = {2} and u = {3}, so it is {4}.', noU: '{0} is {4}.', greedyYes: '{0} is the target\'s likeliest token, so it is accepted.', greedyNo: '{0} is not the target\'s likeliest token, so it is rejected.',
      typical: '{0} had p = {2} and the threshold was {3}, so it is {4}.', forced: '{0} is {4} because a person chose so.', inPath: '{0} is accepted, because a draft behind it is.',
      mass: ' The next token is drawn from the residual, {0} of the target\'s mass.', residual: 'The next token is drawn from the residual: {0}.', residualMass: 'The next token is drawn from the residual, {1} of the target\'s mass: {0}.', likeliest: 'The target\'s likeliest token takes its place: {0}.',
      bonus: 'All drafts on the path were accepted, so the target gives one more token: {0}.', plain: 'The target draws {0} from its distribution.', commit: '{0} for one pass of the target: {1}.', oneToken: 'One token', tokens: '{0} tokens', slots: ' {0} K/V slots are given back.', full: 'The draft\'s context is full, so nothing is drafted.', end: ' The text ends.',
    },
    facts: { target: 'Target', draft: 'Draft', method: 'Method', shape: 'Shape', verifier: 'Verifier', k: 'K', sampler: 'Sampler', seed: 'Seed', backend: 'Backend', producer: 'Recorded by', branch: 'Branch', losslessYes: 'This rule keeps the target\'s distribution.', losslessNo: 'Not lossless: this rule does not keep the target\'s distribution.', fault: 'Broken on purpose ({0}): not lossless.', samplerWords: 'temperature {0}, top-k {1}, top-p {2}, min-p {3}', greedy: 'greedy', parameters: '{0} M parameters', marks: 'Bookmarks' },
  },
  de: {
    other: 'English', sequence: 'Sequenz', text: 'Text', tokensPerStep: 'Token je Schritt', distribution: 'Verteilung', cache: 'K/V-Cache', about: 'Über diesen Lauf',
    dark: 'Dunkel', light: 'Hell', acceptance: 'Akzeptanzrate', perStep: 'Token je Schritt', committedTokens: 'Token',
    perStepTip: 'Übernommene Token / Target-Durchläufe, Residual- und Bonus-Token eingeschlossen', acceptanceTip: 'Angenommene / beurteilte Drafts. Ein Draft, dessen Vorgänger fiel, wird nicht beurteilt',
    accepted: 'angenommen', rejected: 'verworfen', notJudged: 'nicht beurteilt', prompt: 'Prompt', residual: 'Residuum', bonus: 'Bonus', plain: 'vom Target gezogen', drafts: 'Draft',
    pruned: 'gestutzt', before: 'Vor Runde {0}', round: 'Runde {0}', where: 'Runde {0} · {1}', drafted: '{0} Drafts, ein Target-Durchlauf', draftedTree: '{0} Knoten, ein Target-Durchlauf', draftedNone: 'ein Target-Durchlauf',
    draft: 'Draft {0}', level: 'Ebene {0}', verify: 'Verify', pass: 'Durchlauf', judge: 'Urteil {0}', residualMoment: 'Residuum', bonusMoment: 'Bonus', draw: 'Ziehen', commit: 'Commit', start: 'Anfang',
    first: 'Zum Anfang', roundBack: 'Vorige Runde', back: 'Zurück', play: 'Abspielen', pause: 'Pause', on: 'Weiter', roundOn: 'Nächste Runde', rejection: 'Nächste Verwerfung', line: 'Runde',
    place: '{0} / {1}', threshold: 'Schwelle', chosen: 'von Hand gewählt', after: 'nach {0}', draftQ: 'Draft q', common: 'min(p, q)', targetP: 'Target p', theResidual: 'Residuum',
    others: '{0} andere Token: ', proposed: 'vorgeschlagen', drawn: 'gezogen', ofTarget: 'Target', ofDraft: 'Draft-Modell', slots: '{0} Slots belegt', slot: 'Slot', position: 'Position', token: 'Token', state: 'Zustand',
    committed: 'übernommen', speculative: 'auf Probe', free: 'zurückgerollt', gap: 'Lücke', noCache: 'Was die Caches taten, wurde nicht aufgezeichnet.', noRounds: 'In diesem Lauf wurde nichts dekodiert.',
    noDistribution: 'Hier ist in diesem Moment nichts bekannt.', mean: 'Linie: bisheriges Mittel', begin: '⟨Anfang⟩', end: '⟨Ende⟩',
    keys: [['→ ←', 'nächster, voriger Moment'], ['↓ ↑', 'nächste, vorige Runde'], ['Leertaste', 'abspielen, Pause'], ['Pos1 Ende', 'erster, letzter Moment'], ['R', 'nächste Verwerfung'], ['1–9', 'ein Draft der Runde'], ['N P', 'nächste, vorige Sequenz'], ['T', 'hell oder dunkel'], ['L', 'Englisch oder Deutsch'], ['Wischen', 'über Bühne oder Satz: einen Moment vor oder zurück']],
    s: {
      start: 'Vor der ersten Runde: Der Prompt ist gelesen, und nichts ist vorgeschlagen.', beforeRound: 'Runde {0} beginnt hinter {1}.',
      draft: 'Der Draft schlägt {0} vor: Sein q ist {1}.', draftSure: 'Der Draft schlägt {0} vor.', drafts: 'Der Draft schlägt {0} Knoten vor: {1}.', copied: 'Diese Drafts sind aus dem Text kopiert.',
      verify: 'Ein Target-Durchlauf hat alle {0} Drafts und die Stelle dahinter bewertet.', verifyOne: 'Ein Target-Durchlauf hat den Draft und die Stelle dahinter bewertet.', pass: 'Ein Target-Durchlauf gibt seine Verteilung nach dem Text.',
      ratio: '{0} hatte {1} = {2} und u = {3}, also ist es {4}.', noU: '{0} ist {4}.', greedyYes: '{0} ist das wahrscheinlichste Token des Targets, also angenommen.', greedyNo: '{0} ist nicht das wahrscheinlichste Token des Targets, also verworfen.',
      typical: '{0} hatte p = {2}, und die Schwelle war {3}, also ist es {4}.', forced: '{0} ist {4}, weil jemand es so gewählt hat.', inPath: '{0} ist angenommen, weil ein Draft dahinter es ist.',
      mass: ' Das nächste Token wird aus dem Residuum gezogen, {0} der Masse des Targets.', residual: 'Das nächste Token wird aus dem Residuum gezogen: {0}.', residualMass: 'Das nächste Token wird aus dem Residuum gezogen, {1} der Masse des Targets: {0}.', likeliest: 'Das wahrscheinlichste Token des Targets tritt an seine Stelle: {0}.',
      bonus: 'Alle Drafts auf dem Weg wurden angenommen, also gibt das Target ein weiteres Token: {0}.', plain: 'Das Target zieht {0} aus seiner Verteilung.', commit: '{0} für einen Target-Durchlauf: {1}.', oneToken: 'Ein Token', tokens: '{0} Token', slots: ' {0} K/V-Slots werden zurückgegeben.', full: 'Der Kontext des Draft-Modells ist voll, also wird nichts vorgeschlagen.', end: ' Der Text endet.',
    },
    facts: { target: 'Target', draft: 'Draft-Modell', method: 'Methode', shape: 'Form', verifier: 'Verifier', k: 'K', sampler: 'Sampler', seed: 'Startwert', backend: 'Backend', producer: 'Aufgezeichnet von', branch: 'Zweig', losslessYes: 'Diese Regel erhält die Verteilung des Targets.', losslessNo: 'Nicht verlustfrei: Diese Regel erhält die Verteilung des Targets nicht.', fault: 'Absichtlich kaputt ({0}): nicht verlustfrei.', samplerWords: 'Temperatur {0}, top-k {1}, top-p {2}, min-p {3}', greedy: 'greedy', parameters: '{0} M Parameter', marks: 'Lesezeichen' },
  },
};
let language = 'en';
const word = (name) => words[language][name];
const said = (text, ...values) => text.replace(/\{(\d)\}/g, (_, n) => values[n]);
const decimal = (text) => language === 'de' ? text.replace('.', ',') : text;
const quote = (text) => language === 'de' ? '„' + text + '“' : '“' + text + '”';
// As the window rounds: a small probability must not look like none.
const number = (value, digits = 2) => value === null || value === undefined || !Number.isFinite(value) ? '–'
  : decimal(value > 0 && value < 0.5 * 10 ** -digits ? (value < 0.0005 ? '<0.001' : value.toFixed(3)) : value.toFixed(digits));
// Two numbers that are compared, with as many digits as it takes to see which is the larger.
const compared = (a, b) => {
  let digits = 2;
  while (a !== null && b !== null && a !== b && number(a, digits) === number(b, digits) && digits < 17) ++digits;
  return [number(a, digits), number(b, digits)];
};
const equals = (name, value) => number(value).startsWith('<') ? name + ' ' + number(value) : name + ' = ' + number(value);
